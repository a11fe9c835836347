//! Cells in rows and columns, each with its colour: cards of best play, and maps of two rules.

use super::scene::{Anchor, Area, Colour, INK, MARGIN, Stroke, Type, WIDTH, number};

/// The height of a line in a row, and of the columns' names.
const LINE: f64 = 14.0;
const TOP: f64 = 24.0;
/// From so many units of height on, rows share what there is; so wide a cell at least has a text.
const MOST: f64 = 900.0;
const NARROW: f64 = 26.0;
/// How wide the names of rows are at most.
const NAMES: f64 = 330.0;

/// Cells with the names of their rows at the left and of their columns above.
pub(crate) struct Cells {
    /// What the rows and the columns are.
    pub corner: String,
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
    /// How wide a column is at most.
    pub widest: f64,
    /// The row and the column of the one to take.
    pub framed: Option<[usize; 2]>,
    /// What the colours mean.
    pub note: Option<String>,
}

/// A row: its name, line by line, and what is in each column.
pub(crate) struct Row {
    name: Vec<String>,
    cells: Vec<(Colour, String)>,
}

impl Row {
    pub(super) fn new(name: &str, cells: Vec<(Colour, String)>) -> Self {
        Self { name: Type::SMALL.wrapped(name, NAMES), cells }
    }
}

impl Cells {
    /// How high each row is, and how many of them share a name where there are very many.
    fn row_heights(&self) -> (Vec<f64>, usize) {
        let heights = self.rows.iter().map(|row| number(row.name.len().max(1)) * LINE + 2.0);
        let heights: Vec<f64> = heights.collect();
        let all: f64 = heights.iter().sum();
        if all <= MOST {
            return (heights, 1);
        }
        let each = MOST / number(heights.len());
        (vec![each; heights.len()], every(LINE / each))
    }

    pub(super) fn height(&self) -> f64 {
        let note = if self.note.is_some() { LINE + 8.0 } else { 0.0 };
        TOP + self.row_heights().0.iter().sum::<f64>() + note + 16.0
    }

    pub(super) fn draw(&self, area: &mut Area<'_>) {
        let names = self.rows.iter().flat_map(|row| &row.name).chain([&self.corner]);
        let left = names.map(|name| Type::SMALL.width_of(name)).fold(20.0, f64::max) + 20.0;
        let wide = ((WIDTH - MARGIN - left) / number(self.columns.len().max(1))).min(self.widest);
        let edge = |column: usize| left + wide * number(column);
        let middle = |column: usize| edge(column) + wide / 2.0;
        let (right, centred) = (Type::SMALL.anchored(Anchor::End), Type::SMALL.anchored(Anchor::Middle));
        area.write(&self.corner, (left - 8.0, TOP - 12.0), right);
        let every_column = every(NARROW / wide);
        for (place, name) in self.columns.iter().enumerate().step_by(every_column) {
            let name = centred.fitted(name, wide * number(every_column));
            area.write(&name, (middle(place), TOP - 12.0), centred);
        }
        let (heights, every_row) = self.row_heights();
        let (mut top, mut frame) = (TOP, None);
        for (place, (row, height)) in self.rows.iter().zip(heights).enumerate() {
            let lines = row.name.iter().zip(0u32..).filter(|_| place % every_row == 0);
            for (line, number_of_line) in lines {
                let down = LINE * (f64::from(number_of_line) - (number(row.name.len()) - 1.0) / 2.0);
                area.write(line, (left - 8.0, top + height / 2.0 + down), right);
            }
            // A hair between cells that have room for it.
            let gap = if every_column * every_row == 1 { 1.0 } else { 0.0 };
            for (column, (colour, text)) in row.cells.iter().enumerate() {
                let corners = [(edge(column), top), (edge(column + 1) - gap, top + height - gap)];
                area.rectangle(corners, *colour);
                if every_column * every_row == 1 {
                    let face = Type { colour: colour.ink(), ..centred };
                    area.write(&face.fitted(text, wide), (middle(column), top + height / 2.0), face);
                }
            }
            if let Some([_, column]) = self.framed.filter(|[framed, _]| *framed == place) {
                frame = Some([(edge(column), top), (edge(column + 1), top + height)]);
            }
            top += height;
        }
        if let Some(frame) = frame {
            // In a colour of no cell.
            area.rectangle(frame, Stroke::new(INK, 4.0));
        }
        if let Some(note) = &self.note {
            area.write(note, (left, top + LINE), Type::SMALL);
        }
    }
}

/// Of how many one has a name, where one has room for so small a part of it.
fn every(short: f64) -> usize {
    num_traits::ToPrimitive::to_usize(&short.ceil()).unwrap_or(1).max(1)
}
