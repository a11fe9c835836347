//! Pictures of what is best: the card as a map of casts and situations, and the options of one position.

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

/// So many options at most are shown.
const MOST_OPTIONS: usize = 12;

/// How light the colour of an option is on the card.
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
        let mut lines = heading(&self.setting, "the card");
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

/// Nearly white for a cast that is left as it lies, a light colour for all else.
fn colour(words: &[(&str, bool)], word: &str) -> Colour {
    let place = words.iter().filter(|(_, is_idle)| !is_idle).position(|(other, _)| *other == word);
    let Some(place) = place else { return Colour(240, 240, 240) };
    PALETTE[[6, 5, 2, 3, 0, 1][place % 6]].over(WHITE, 1.0 - LIGHT)
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

/// How likely each thing is done, the darker the likelier.
fn lay_out_mixtures(answer: &StrategyAnswer, card: &StrategyTables) -> Result<Layout, ChartError> {
    let panel =
        |table: &StrategyTable| Panel { title: heading_of(table), content: Content::Cells(mixture(table)) };
    let panels: Vec<Panel> = card.tables.iter().map(panel).collect();
    let mut lines = heading(&answer.setting, "the card");
    lines.extend(remarks(card));
    layout(&lines, &[], panels)
}

/// A table as it is drawn: rows and columns that say the same share one, as the card is one sheet.
fn mixture(table: &StrategyTable) -> Cells {
    let columns = match table.unit {
        // Squares lie side by side, whatever they are worth.
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

/// From nearly white for what is never done, or worth nothing, to a full colour for what is always done, or worth most;
/// to another colour for what costs.
fn shade(part: f64) -> Colour {
    PALETTE[usize::from(part < 0.0)].over(Colour(244, 244, 244), part.abs())
}

impl Picture for AdviceAnswer {
    fn layout(&self) -> Result<Layout, ChartError> {
        let is_share = matches!(self.worth, ValueUnit::WinShare | ValueUnit::Wins | ValueUnit::SearchedShare);
        let in_short = self.worth == ValueUnit::Coppers;
        // Those that come first are worth most.
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
        let title = match (self.worth, of_casts) {
            (ValueUnit::Pebbles, _) => {
                "What each move is worth, in pebbles from here on, to the seat whose turn it is"
            }
            (ValueUnit::Stones, _) => {
                "What the best moves are worth, in hundredths of a stone, to the seat that is to move"
            }
            (ValueUnit::WinShare, false) => "How likely each option wins the match",
            (ValueUnit::WinShare, true) => "How likely each hand wins the match",
            (ValueUnit::Wins | ValueUnit::SearchedShare, false) => "How likely each move wins the game",
            (ValueUnit::Wins | ValueUnit::SearchedShare, true) => "How likely each cast wins the game",
            (ValueUnit::Coins | ValueUnit::Coppers, false) => {
                "What each option gains on average from here on"
            }
            (ValueUnit::Coins | ValueUnit::Coppers, true) => "What each cast gains on average from here on",
        };
        let mut lines = heading(&self.setting, "what is best");
        lines.push(format!("Position: {}", self.advice.position));
        let unit = match self.worth {
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
        let worth = is_known.then(|| Panel::dots(title, vec![dots], unit, None));
        let bars = |title: &str, figure: &dyn Fn(&OptionValue) -> Option<Figure>| {
            let bar =
                |option: &OptionValue| Some((option.option.clone(), Dot::new(&figure(option)?, true, None)));
            let bars: Vec<Labelled> = options.iter().filter_map(bar).collect();
            (!bars.is_empty()).then(|| Panel::bars(title, bars, 0.0))
        };
        // Of what is equally good on a board anything will do, and one thing that is always done is not drawn beside its worth.
        let done =
            |option: &OptionValue| option.probability.clone().filter(Signed::is_positive).map(Figure::Exact);
        let mixes = !before_throw
            && !self.worth.is_whole()
            && options.iter().filter_map(done).count() > usize::from(worth.is_some());
        let shares = mixes.then(|| bars("How often each is done", &done)).flatten();
        // Without a worth there are odds at least.
        let figures = options.first().filter(|_| worth.is_none()).map_or(&[][..], |option| &option.figures);
        let figures = figures.iter().enumerate().filter_map(|(place, (of, _))| {
            bars(of.title, &|option| option.figures.get(place).map(|(_, figure)| figure.clone()))
        });
        let panels: Vec<Panel> =
            board.chain(worth).chain(shares).chain(figures.collect::<Vec<_>>()).collect();
        layout(&lines, &[], panels)
    }
}
