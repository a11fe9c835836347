//! Pictures of what is best: the card as a map of casts and situations, and the options of one position.

use num_traits::Signed;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::canvas::{
    Area, Canvas, Drawn, INK, MARGIN, PALETTE, Type, as_i32, failed, fine, fitted, ink_on, tint, wrapped,
    write,
};
use super::dots::{Dot, Labelled};
use super::layout::{Column, Key, Layout, Panel as Part, Sign, WIDTH};
use super::panels::{Content, Panel, draw};
use super::{ChartError, Picture};
use crate::analysis::{AdviceAnswer, CardColumn, Figure, StrategyAnswer};
use crate::games::{Advised, OptionValue, StrategyTable, StrategyTables, TableUnit, ValueUnit};
use crate::output::strategy::{
    cell, corner, first_word, heading_of, legend, merged, merged_rows, part_of_range, remarks, short,
    situations, words,
};
use crate::output::wins::heading;

/// How high a row of the card is.
const ROW: i32 = 17;

/// So many options at most are shown.
const MOST_OPTIONS: usize = 12;

/// How light the colour of an option is on the card.
const LIGHT: f64 = 0.45;

impl Picture for StrategyAnswer {
    fn draw(&self) -> Result<Canvas, ChartError> {
        if let Some(tables) = self.tables() {
            return draw_mixtures(self, tables);
        }
        let seats = self.columns();
        let words = &words(self);
        let panels = seats.iter().map(|(seat, columns)| {
            let rows = columns.first().map_or(0, |column| column.card.casts.len());
            Part {
                title: Some(format!("Seat {seat}; rows: your cast; columns: the best cast so far")),
                height: as_i32(rows) * ROW + 40,
                draw: Box::new(move |area| draw_card(area, columns, words)),
            }
        });
        let keys = words
            .iter()
            .map(|(word, _)| Key { sign: Sign::Square(colour(words, word)), label: (*word).to_owned() });
        let lines = heading(&self.setting, "the card");
        let mut notes: Vec<String> = lines.iter().skip(1).cloned().collect();
        notes.push(legend(self));
        let layout = Layout {
            title: lines.first().cloned().unwrap_or_default(),
            subtitle: None,
            legend: vec![keys.collect()],
            width: WIDTH,
            columns: vec![Column { panels: panels.collect(), notes }],
            description: "What to do with each cast, by the best cast so far.".to_owned(),
        };
        layout.draw()
    }
}

/// Nearly white for a cast that is left as it lies, a light colour for all else.
fn colour(words: &[(&str, bool)], word: &str) -> RGBColor {
    let place = words.iter().filter(|(_, is_idle)| !is_idle).position(|(other, _)| *other == word);
    let Some(place) = place else { return RGBColor(240, 240, 240) };
    let strong = PALETTE[[6, 5, 2, 3, 0, 1][place % 6]];
    tint(strong, 1.0 - LIGHT, 255)
}

fn draw_card(area: &Area<'_>, columns: &[CardColumn<'_>], words: &[(&str, bool)]) -> Drawn {
    const LEFT: i32 = 74;
    const TOP: i32 = 24;
    let small = Type { size: 12.0, ..Type::CAPTION };
    let number = as_i32(columns.len()).max(1);
    let edge = |column: i32| LEFT + (WIDTH.cast_signed() - MARGIN - LEFT) * column / number;
    let room = u32::try_from(edge(1) - edge(0)).unwrap_or(0);
    for (column, place) in columns.iter().zip(0..) {
        let middle = i32::midpoint(edge(place), edge(place + 1));
        let head = situations(&column.best);
        write(area, &fitted(&head, room, small), (middle, TOP - 12), small.anchored(HPos::Center))?;
        for (line, row) in column.card.casts.iter().zip(0..) {
            let top = TOP + row * ROW;
            if place == 0 {
                write(area, &line.cast, (LEFT - 8, top + ROW / 2), small.anchored(HPos::Right))?;
            }
            let corners = [(edge(place), top), (edge(place + 1) - 1, top + ROW - 1)];
            let filled = colour(words, first_word(line)).filled();
            area.draw(&Rectangle::new(corners.map(|(x, y)| (fine(x), fine(y))), filled)).map_err(failed)?;
            let text = Type { colour: INK, ..small }.anchored(HPos::Center);
            write(area, &fitted(&short(line), room, small), (middle, top + ROW / 2), text)?;
        }
    }
    Ok(())
}

/// How likely each thing is done, the darker the likelier.
fn draw_mixtures(answer: &StrategyAnswer, card: &StrategyTables) -> Result<Canvas, ChartError> {
    // Rows that say the same share one, and only what is short enough to play from is drawn: the card is one sheet.
    let tables: Vec<Mixture<'_>> = card.tables.iter().map(Mixture::new).collect();
    let panels = tables.iter().map(|mixture| Part {
        title: Some(heading_of(mixture.table)),
        height: mixture.height() + 40,
        draw: Box::new(move |area| mixture.draw(area)),
    });
    let lines = heading(&answer.setting, "the card");
    let mut notes: Vec<String> = lines.iter().skip(1).cloned().collect();
    notes.extend(remarks(card));
    let layout = Layout {
        title: lines.first().cloned().unwrap_or_default(),
        subtitle: None,
        legend: Vec::new(),
        width: WIDTH,
        columns: vec![Column { panels: panels.collect(), notes }],
        description: "How often to do what, by what is known.".to_owned(),
    };
    layout.draw()
}

/// A table as it is drawn: rows and columns that say the same share one.
struct Mixture<'a> {
    table: &'a StrategyTable,
    columns: Vec<(String, usize)>,
    /// What heads each row, line by line, and its place.
    rows: Vec<(Vec<String>, usize)>,
}

impl<'a> Mixture<'a> {
    const SMALL: Type = Type { size: 12.0, ..Type::CAPTION };
    /// How wide the names of rows are at most.
    const NAMES: u32 = 330;
    const LINE: i32 = 14;

    fn new(table: &'a StrategyTable) -> Self {
        let rows = merged_rows(table).into_iter();
        let rows = rows.map(|(names, place)| (wrapped(&names, Self::NAMES, Self::SMALL), place)).collect();
        let columns = match table.unit {
            // Squares lie side by side, whatever they are worth.
            TableUnit::Value { .. } => table.column_names.iter().cloned().zip(0..).collect(),
            TableUnit::Percent | TableUnit::Bones => merged(table),
        };
        Self { table, columns, rows }
    }

    fn row_height(lines: &[String]) -> i32 {
        as_i32(lines.len()) * Self::LINE + 2
    }

    fn height(&self) -> i32 {
        self.rows.iter().map(|(lines, _)| Self::row_height(lines)).sum()
    }

    fn draw(&self, area: &Area<'_>) -> Drawn {
        const TOP: i32 = 24;
        const WIDEST: i32 = 90;
        let Self { table, columns, rows } = self;
        let small = Self::SMALL;
        let corner = corner(table);
        let names = rows.iter().flat_map(|(lines, _)| lines).chain([&corner]);
        let left = names.map(|name| small.width_of(name)).max().unwrap_or(0).cast_signed() + 20;
        let wide = ((WIDTH.cast_signed() - MARGIN - left) / as_i32(columns.len()).max(1)).min(WIDEST);
        let edge = |column: i32| left + wide * column;
        let room = u32::try_from(wide).unwrap_or(0);
        write(area, &corner, (left - 8, TOP - 12), small.anchored(HPos::Right))?;
        for ((name, _), place) in columns.iter().zip(0..) {
            let middle = i32::midpoint(edge(place), edge(place + 1));
            write(area, &fitted(name, room, small), (middle, TOP - 12), small.anchored(HPos::Center))?;
        }
        let mut top = TOP;
        for (lines, row) in rows {
            let height = Self::row_height(lines);
            for (line, place) in lines.iter().zip(0..) {
                let middle = top + height / 2 + Self::LINE * (2 * place + 1 - as_i32(lines.len())) / 2;
                write(area, line, (left - 8, middle), small.anchored(HPos::Right))?;
            }
            for ((_, column), place) in columns.iter().zip(0..) {
                let chance = table.cells[*row][*column];
                let corners = [(edge(place), top), (edge(place + 1) - 1, top + height - 1)];
                let colour = chance.map_or(WHITE, |number| shade(part_of_range(table, number)));
                let filled = Rectangle::new(corners.map(|(x, y)| (fine(x), fine(y))), colour.filled());
                area.draw(&filled).map_err(failed)?;
                let middle = (i32::midpoint(edge(place), edge(place + 1)), top + height / 2);
                let text = Type { colour: ink_on(colour), ..small }.anchored(HPos::Center);
                write(area, &fitted(&cell(table, chance), room, small), middle, text)?;
            }
            top += height;
        }
        Ok(())
    }
}

/// From nearly white for what is never done, or worth nothing, to a full colour for what is always done, or worth most;
/// to another colour for what costs.
fn shade(part: f64) -> RGBColor {
    tint(PALETTE[usize::from(part < 0.0)], part.abs(), 244)
}

impl Picture for AdviceAnswer {
    fn draw(&self) -> Result<Canvas, ChartError> {
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
        let title = match &self.advice.advised {
            Advised::Options(_) if self.worth == ValueUnit::Pebbles => {
                "What each move is worth, in pebbles from here on, to the seat whose turn it is"
            }
            Advised::Options(_) if self.worth == ValueUnit::Stones => {
                "What the best moves are worth, in hundredths of a stone, to the seat that is to move"
            }
            Advised::Options(_) if self.worth == ValueUnit::WinShare => {
                "How likely each option wins the match"
            }
            Advised::Casts(_) if self.worth == ValueUnit::WinShare => "How likely each hand wins the match",
            Advised::Options(_) if is_share => "How likely each move wins the game",
            Advised::Casts(_) if is_share => "How likely each cast wins the game",
            Advised::Options(_) => "What each option gains on average from here on",
            Advised::Casts(_) => "What each cast gains on average from here on",
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
            (!bars.is_empty()).then(|| Panel::bars(title, bars))
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
        draw(&lines, &[], &panels)
    }
}
