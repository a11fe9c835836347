//! Coloured cells in rows and columns: cards of best play, and maps of two rules.

use num_traits::ToPrimitive;

use super::colour::{Colour, INK};
use super::scene::{Anchor, Area, Screen, Stroke, Type, number};

/// The height of a line in a row, on narrow screens too, and of the columns' names.
const LINE: f64 = 14.0;
const LINE_NARROW: f64 = 18.0;
const TOP: f64 = 24.0;
/// The most lines before rows share the height, and the least width of a cell with text.
const MOST: f64 = 900.0 / LINE;
const NARROW: f64 = 26.0;
/// The greatest width of row names.
const NAMES: f64 = 330.0;
/// The free space in a cell beside its text.
const FREE: f64 = 6.0;

/// Cells with row names at the left and column names above.
pub(crate) struct Cells {
    /// The heading of rows and columns.
    pub corner: String,
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
    /// The greatest width of a column.
    pub widest: f64,
    /// The row and the column of the best cell.
    pub framed: Option<[usize; 2]>,
    /// The legend of the colours, for white paper.
    pub note: Option<String>,
}

/// A row: its name and its cells.
pub(crate) struct Row {
    pub name: String,
    pub cells: Vec<(Colour, String)>,
}

/// The layout of cells.
struct Lie {
    face: Type,
    line: f64,
    /// The names of the rows, line by line, and the number of rows that share one.
    names: Vec<Vec<String>>,
    every_row: usize,
    heights: Vec<f64>,
    /// The left edge of the cells, the width of each, and the number side by side before the next block below.
    left: f64,
    wide: f64,
    across: usize,
    /// The texts above the columns, line by line, and the number of columns that share a name.
    corner: Vec<String>,
    columns: Vec<Vec<String>>,
    every_column: usize,
    top: f64,
    note: Vec<String>,
}

impl Cells {
    /// The height of each row, and the number of rows that share a name if there are very many.
    fn row_heights(names: &[Vec<String>], line: f64) -> (Vec<f64>, usize) {
        let heights = names.iter().map(|name| number(name.len().max(1)) * line + 2.0);
        let heights: Vec<f64> = heights.collect();
        let all: f64 = heights.iter().sum();
        if all <= MOST * line {
            return (heights, 1);
        }
        let each = MOST * line / number(heights.len());
        (vec![each; heights.len()], every(line / each))
    }

    fn lie(&self, screen: Screen, width: f64) -> Lie {
        let face = screen.face(Type::SMALL);
        let line = if screen.is_narrow() { LINE_NARROW } else { LINE };
        let most = if screen.is_narrow() { 0.38 * width } else { NAMES };
        let names = self.rows.iter().map(|row| face.wrapped(&row.name, most)).collect::<Vec<_>>();
        let corner =
            if screen.is_sheet() { vec![self.corner.clone()] } else { face.wrapped(&self.corner, most) };
        let texts = names.iter().flatten().chain(&corner);
        let left = texts.map(|name| face.width_of(name)).fold(20.0, f64::max);
        let left = left + if screen.is_narrow() { screen.margin() + 8.0 } else { 20.0 };
        let (heights, every_row) = Self::row_heights(&names, line);
        let room = width - screen.margin() - left;
        let number_of_columns = self.columns.len().max(1);
        let across = if screen.is_sheet() || every_row > 1 {
            number_of_columns
        } else {
            self.columns_across(face, room, heights.iter().sum())
        };
        let wide = (room / number(across)).min(self.widest);
        let every_column = if screen.is_sheet() {
            every(NARROW / wide)
        } else if across < number_of_columns || self.widest_text(face) <= wide {
            1
        } else {
            every((self.widest_name(face) + FREE) / wide)
        };
        let name = |name: &String| {
            let room = wide * number(every_column);
            if screen.is_sheet() {
                vec![face.fitted(name, room)]
            } else {
                face.wrapped(name, room - FREE / 2.0)
            }
        };
        let columns = self.columns.iter().map(name).collect::<Vec<_>>();
        let named = columns.iter().step_by(every_column).chain([&corner]);
        let more = named.map(Vec::len).max().unwrap_or(1).saturating_sub(1);
        let note = self.note.iter().flat_map(|note| match screen.is_sheet() {
            true => vec![note.clone()],
            false if screen.is_dark() => {
                face.wrapped(&note.replacen("white:", "black:", 1), width - 2.0 * screen.margin())
            }
            false => face.wrapped(note, width - 2.0 * screen.margin()),
        });
        let note = note.collect();
        let top = TOP + number(more) * line;
        Lie {
            face,
            line,
            names,
            every_row,
            heights,
            left,
            wide,
            across,
            corner,
            columns,
            every_column,
            top,
            note,
        }
    }

    fn widest_name(&self, face: Type) -> f64 {
        self.columns.iter().map(|name| face.width_of(name)).fold(0.0, f64::max)
    }

    /// The cell width that fits every text and every word above.
    fn widest_text(&self, face: Type) -> f64 {
        let words = self.columns.iter().flat_map(|name| name.split_whitespace());
        let texts = self.rows.iter().flat_map(|row| &row.cells).map(|(_, text)| text.as_str());
        words.chain(texts).map(|text| face.width_of(text)).fold(NARROW - FREE, f64::max) + FREE
    }

    /// The number of columns side by side, the others below, so that all texts fit; all columns if that would get too high.
    fn columns_across(&self, face: Type, room: f64, height: f64) -> usize {
        const HIGHEST: f64 = 4000.0;
        let all = self.columns.len().max(1);
        let most = (room / self.widest_text(face)).to_usize().unwrap_or(1).clamp(1, all);
        let blocks = all.div_ceil(most);
        if number(blocks) * (height + TOP) > HIGHEST { all } else { all.div_ceil(blocks) }
    }

    pub(super) fn height(&self, screen: Screen, width: f64) -> f64 {
        let lie = self.lie(screen, width);
        let note = if lie.note.is_empty() { 0.0 } else { lie.line * number(lie.note.len()) + 8.0 };
        number(self.blocks(&lie)) * (lie.top + lie.heights.iter().sum::<f64>()) + note + 16.0
    }

    fn blocks(&self, lie: &Lie) -> usize {
        self.columns.len().max(1).div_ceil(lie.across)
    }

    pub(super) fn draw(&self, area: &mut Area<'_>) {
        let lie = self.lie(area.screen, area.size.0);
        let height = lie.top + lie.heights.iter().sum::<f64>();
        for block in 0..self.blocks(&lie) {
            self.draw_block(area, &lie, block * lie.across, number(block) * height);
        }
        let foot = number(self.blocks(&lie)) * height;
        let left = if area.screen.is_sheet() { lie.left } else { area.screen.margin() };
        for (line, index) in lie.note.iter().zip(1u32..) {
            area.write(line, (left, foot + lie.line * f64::from(index)), lie.face);
        }
    }

    /// Draws one block of columns, starting at `from`.
    fn draw_block(&self, area: &mut Area<'_>, lie: &Lie, from: usize, top: f64) {
        let Lie { face, line, left, wide, every_column, every_row, .. } = *lie;
        let edge = |column: usize| left + wide * number(column - from);
        let middle = |column: usize| edge(column) + wide / 2.0;
        let (right, centred) = (face.anchored(Anchor::End), face.anchored(Anchor::Middle));
        let mut top = top + lie.top;
        let above = |lines: &[String], index: usize| top - 12.0 - line * number(lines.len() - 1 - index);
        for (index, text) in lie.corner.iter().enumerate() {
            area.write(text, (left - 8.0, above(&lie.corner, index)), right);
        }
        let columns = from..self.columns.len().min(from + lie.across);
        for column in columns.clone().step_by(every_column) {
            let lines = &lie.columns[column];
            for (index, text) in lines.iter().enumerate() {
                // Names wider than their columns start at the column's left edge, while there is room.
                let spread = every_column > 1 && !area.screen.is_sheet();
                if !spread {
                    area.write(text, (middle(column), above(lines, index)), centred);
                } else if edge(column) + face.width_of(text) <= area.size.0 {
                    area.write(text, (edge(column), above(lines, index)), face);
                }
            }
        }
        let mut frame = None;
        for (index, (row, height)) in self.rows.iter().zip(&lie.heights).enumerate() {
            let name = &lie.names[index];
            let lines = name.iter().zip(0u32..).filter(|_| index % every_row == 0);
            for (text, number_of_line) in lines {
                let down = line * (f64::from(number_of_line) - (number(name.len()) - 1.0) / 2.0);
                area.write(text, (left - 8.0, top + height / 2.0 + down), right);
            }
            // A thin gap between cells, if there is room.
            let gap = if every_column * every_row == 1 { 1.0 } else { 0.0 };
            for column in columns.clone() {
                let Some((colour, text)) = row.cells.get(column) else { continue };
                let corners = [(edge(column), top), (edge(column + 1) - gap, top + height - gap)];
                area.rectangle(corners, *colour);
                if every_column * every_row == 1 {
                    let face = centred.on(*colour);
                    area.write(&face.fitted(text, wide), (middle(column), top + height / 2.0), face);
                }
            }
            if let Some([_, column]) =
                self.framed.filter(|[framed, column]| *framed == index && columns.contains(column))
            {
                frame = Some([(edge(column), top), (edge(column + 1), top + height)]);
            }
            top += height;
        }
        if let Some(frame) = frame {
            // A colour that no cell has.
            area.rectangle(frame, Stroke::new(INK, 4.0));
        }
    }
}

/// The number of rows or columns that share a name, if a name needs `short` times the room of one.
fn every(short: f64) -> usize {
    short.ceil().to_usize().unwrap_or(1).max(1)
}
