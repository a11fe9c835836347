//! Charts of best play: the card as a map of casts and situations, and the options of one position.

use num_traits::Signed;

use super::cells::{Cells, Row};
use super::colour::{Colour, PALETTE, WHITE};
use super::dots::{Dot, Labelled};
use super::panels::{Column, Content, Layout, Panel, layout};
use super::scene::WIDTH;
use super::{ChartError, Picture};
use crate::analysis::{AdviceAnswer, CardColumn, Figure, StrategyAnswer};
use crate::games::{Advised, OptionValue, StrategyTable, StrategyTables, TableUnit, ValueUnit};
use crate::output::strategy::{
    cell, corner, first_word, heading_of, legend, merged, merged_rows, part_of_range, remarks, short,
    situations, words,
};
use crate::output::wins::heading;

/// The most options shown.
const MOST_OPTIONS: usize = 12;

/// The opacity of an option's colour on the card.
const LIGHT: f64 = 0.45;

impl Picture for StrategyAnswer {
    fn layout(&self) -> Result<Layout, ChartError> {
        if let Some(tables) = self.tables() {
            return lay_out_mixtures(self, tables);
        }
        let seats = self.columns();
        let words = &words(self);
        let panels = seats.iter().map(|(seat, columns)| Panel {
            title: format!("Seat {seat}; rows: your cast; columns: the best cast so far"),
            content: Content::Cells(card(columns, words)),
        });
        let keys = words.iter().map(|(word, _)| (colour(words, word), (*word).to_owned()));
        let mut lines = heading(&self.setting, "strategy card");
        lines.push(legend(self));
        Ok(Layout {
            title: lines.remove(0),
            legend: vec![keys.collect()],
            width: WIDTH,
            columns: vec![Column { panels: panels.collect(), notes: lines }],
            description: "What to do with each cast, by the best cast so far.".to_owned(),
        })
    }
}

/// Nearly white for a cast that is kept, a light colour for everything else.
fn colour(words: &[(&str, bool)], word: &str) -> Colour {
    let index = words.iter().filter(|(_, is_idle)| !is_idle).position(|(other, _)| *other == word);
    let Some(index) = index else { return Colour(240, 240, 240) };
    PALETTE[[6, 5, 2, 3, 0, 1][index % 6]].over(WHITE, 1.0 - LIGHT)
}

/// What to do with each cast, by the best cast so far.
fn card(columns: &[CardColumn<'_>], words: &[(&str, bool)]) -> Cells {
    let casts = columns.first().map_or(0, |column| column.card.casts.len());
    let rows = (0..casts).map(|row| {
        let cells = columns.iter().map(|column| &column.card.casts[row]);
        let cells = cells.map(|line| (colour(words, first_word(line)), short(line))).collect();
        Row { name: columns[0].card.casts[row].cast.clone(), cells }
    });
    Cells {
        corner: String::new(),
        columns: columns.iter().map(|column| situations(&column.best)).collect(),
        rows: rows.collect(),
        widest: WIDTH,
        framed: None,
        note: None,
    }
}

/// The probability of each option: the darker, the likelier.
fn lay_out_mixtures(answer: &StrategyAnswer, card: &StrategyTables) -> Result<Layout, ChartError> {
    let panel =
        |table: &StrategyTable| Panel { title: heading_of(table), content: Content::Cells(mixture(table)) };
    let panels: Vec<Panel> = card.tables.iter().map(panel).collect();
    let mut lines = heading(&answer.setting, "strategy card");
    lines.extend(remarks(card));
    layout(&lines, &[], panels)
}

/// A table as drawn: identical rows and columns are merged so that the card fits one sheet.
fn mixture(table: &StrategyTable) -> Cells {
    let columns = match table.unit {
        // Squares of a board are never merged.
        TableUnit::Value { .. } => table.column_names.iter().cloned().zip(0..).collect(),
        TableUnit::Percent | TableUnit::Bones => merged(table),
    };
    let rows = merged_rows(table).into_iter().map(|(name, row)| {
        let cells = columns.iter().map(|(_, column)| {
            let chance = table.cells[row][*column];
            (chance.map_or(WHITE, |number| shade(part_of_range(table, number))), cell(table, chance))
        });
        Row { name, cells: cells.collect() }
    });
    let rows = rows.collect();
    let columns = columns.into_iter().map(|(name, _)| name).collect();
    Cells { corner: corner(table), columns, rows, widest: 90.0, framed: None, note: None }
}

/// From nearly white for 0 to a full colour for the greatest part; another colour for negative values.
fn shade(part: f64) -> Colour {
    PALETTE[usize::from(part < 0.0)].over(Colour(244, 244, 244), part.abs())
}

impl Picture for AdviceAnswer {
    fn layout(&self) -> Result<Layout, ChartError> {
        let is_share = matches!(self.unit, ValueUnit::WinShare | ValueUnit::Wins | ValueUnit::SearchedShare);
        let in_short = self.unit == ValueUnit::Coppers;
        // The first options have the greatest values.
        let options = match &self.advice.advised {
            Advised::Options(options) if in_short => options.as_slice(),
            Advised::Options(options) => &options[..options.len().min(MOST_OPTIONS)],
            Advised::Casts(_) => &[],
        };
        let before_throw = self.is_before_throw();
        let name = |option: &OptionValue| match option.throw {
            Some(throw) if before_throw => format!("{throw}: {}", option.option),
            _ => option.option.clone(),
        };
        let dot = |label: String, value: &Figure| (label, Dot::new(value, is_share, None));
        let dots: Vec<Labelled> = match &self.advice.advised {
            Advised::Options(_) => options.iter().map(|option| dot(name(option), &option.value)).collect(),
            Advised::Casts(casts) => casts.iter().map(|line| dot(line.cast.clone(), &line.value)).collect(),
        };
        let is_known = dots.iter().any(|(_, dot)| dot.value.is_some());
        let of_casts = matches!(self.advice.advised, Advised::Casts(_));
        let title = match (self.unit, of_casts) {
            (ValueUnit::Pebbles, _) => "Value of each move to the seat to move, in pebbles from here on",
            (ValueUnit::Stones, _) => "Value of the best moves to the seat to move, in hundredths of a stone",
            (ValueUnit::WinShare, false) => "Chance to win the match with each option",
            (ValueUnit::WinShare, true) => "Chance to win the match with each hand",
            (ValueUnit::Wins | ValueUnit::SearchedShare, false) => "Chance to win with each move",
            (ValueUnit::Wins | ValueUnit::SearchedShare, true) => "Chance to win with each cast",
            (ValueUnit::Coins | ValueUnit::Coppers, false) => "Mean gain of each option from here on",
            (ValueUnit::Coins | ValueUnit::Coppers, true) => "Mean gain of each cast from here on",
        };
        let mut lines = heading(&self.setting, "what is best");
        lines.push(format!("Position: {}", self.advice.position));
        let unit = match self.unit {
            ValueUnit::WinShare | ValueUnit::Wins | ValueUnit::SearchedShare => "percent",
            ValueUnit::Coppers => "coppers",
            ValueUnit::Coins => "coins",
            ValueUnit::Pebbles => "pebbles",
            ValueUnit::Stones => "hundredths of a stone",
        };
        let board = self.advice.board.iter().map(|view| Panel {
            title: if before_throw { "The board" } else { "The board, with the best moves" }.to_owned(),
            content: Content::Board(view.clone()),
        });
        let values = is_known.then(|| Panel::dots(title, vec![dots], unit, None));
        let bars = |title: &str, figure: &dyn Fn(&OptionValue) -> Option<Figure>| {
            let bar =
                |option: &OptionValue| Some((option.option.clone(), Dot::new(&figure(option)?, true, None)));
            let bars: Vec<Labelled> = options.iter().filter_map(bar).collect();
            (!bars.is_empty()).then(|| Panel::bars(title, bars, 0.0))
        };
        // No bars for equally good moves on a board, nor for a single option that is always chosen.
        let done =
            |option: &OptionValue| option.probability.clone().filter(Signed::is_positive).map(Figure::Exact);
        let mixes = !before_throw
            && !self.unit.is_whole()
            && options.iter().filter_map(done).count() > usize::from(values.is_some());
        let shares = mixes.then(|| bars("How often to choose each", &done)).flatten();
        // Without values, show odds at least.
        let figures = options.first().filter(|_| values.is_none()).map_or(&[][..], |option| &option.figures);
        let figures = figures.iter().enumerate().filter_map(|(index, (of, _))| {
            bars(of.title, &|option| option.figures.get(index).map(|(_, figure)| figure.clone()))
        });
        let panels: Vec<Panel> =
            board.chain(values).chain(shares).chain(figures.collect::<Vec<_>>()).collect();
        layout(&lines, &[], panels)
    }
}
