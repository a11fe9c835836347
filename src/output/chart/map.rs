//! A map of cells: from light to dark, or to both sides of what is wanted.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::canvas::{
    Area, Drawn, INK, MARGIN, PALETTE, Type, as_i32, failed, fine, fine_size, fitted, ink_on, shade, tint,
    write,
};

/// A value in each cell, row by row; the one to take is framed.
pub(crate) struct Map {
    /// What the rows and the columns are.
    pub keys: [String; 2],
    pub rows: Vec<String>,
    pub columns: Vec<String>,
    pub cells: Vec<Option<f64>>,
    pub best: Option<usize>,
    /// What is wanted: white, what is less bluer and what is more redder the farther it is.
    pub wanted: Option<f64>,
    pub unit: &'static str,
}

/// Where the cells are: the ends from left to right and from the top down, and how many there are.
struct Grid {
    across: [i32; 2],
    down: [i32; 2],
    number: [usize; 2],
}

impl Grid {
    /// The upper left corner of a cell.
    fn corner(&self, [row, column]: [usize; 2]) -> (i32, i32) {
        let edge = |place: usize, of: usize, [from, to]: [i32; 2]| {
            from + (to - from) * as_i32(place) / as_i32(of).max(1)
        };
        (edge(column, self.number[1], self.across), edge(row, self.number[0], self.down))
    }

    /// The upper left and the lower right corner of a cell by its place.
    fn corners(&self, place: usize) -> [(i32, i32); 2] {
        let columns = self.number[1].max(1);
        let (row, column) = (place / columns, place % columns);
        [self.corner([row, column]), self.corner([row + 1, column + 1])]
    }

    /// Labels and numbers where there is room for them, else every second, third, … row and column.
    fn every(&self) -> [usize; 2] {
        let room = |[from, to]: [i32; 2], each: i32| usize::try_from((to - from) / each).unwrap_or(1).max(1);
        let [rows, columns] = self.number;
        [rows.div_ceil(room(self.down, 18)).max(1), columns.div_ceil(room(self.across, 52)).max(1)]
    }
}

impl Map {
    /// Draws the cells with their numbers, the labels of the rows at the left and of the columns below.
    pub(super) fn draw(&self, area: &Area<'_>, (width, height): (i32, i32)) -> Drawn {
        let known = || self.cells.iter().flatten().copied();
        let (least, most) =
            (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
        let grid = Grid {
            across: [110, width - MARGIN],
            down: [26, height - 66],
            number: [self.rows.len(), self.columns.len()],
        };
        let farthest = self.wanted.map(|wanted| (least - wanted).abs().max((most - wanted).abs()));
        let colour = |value: f64| match (self.wanted, farthest) {
            (Some(wanted), Some(farthest)) if farthest > 0.0 => diverging((value - wanted) / farthest),
            (Some(_), _) => (WHITE, INK),
            _ if most > least => sequential((value - least) / (most - least)),
            _ => sequential(0.0),
        };
        for (place, cell) in self.cells.iter().enumerate() {
            draw_cell(area, &grid, place, cell.map(|value| (value, colour(value))))?;
        }
        if let Some(best) = self.best.filter(|_| !self.columns.is_empty()) {
            let [(left, top), (right, bottom)] = grid.corners(best).map(|(x, y)| (fine(x), fine(y)));
            let frame =
                [(left, top), (right, top), (right, bottom), (left, bottom), (left, top), (right, top)];
            // In a colour of no cell.
            let stroke = INK.stroke_width(fine_size(4));
            area.draw(&PathElement::new(frame.to_vec(), stroke)).map_err(failed)?;
        }
        self.draw_labels(area, &grid, [least, most])
    }

    fn draw_labels(&self, area: &Area<'_>, grid: &Grid, [least, most]: [f64; 2]) -> Drawn {
        const ROOM: u32 = 60;
        let small = Type { size: 13.0, ..Type::CAPTION };
        let ([left, _], [_, bottom]) = (grid.across, grid.down);
        let [every_row, every_column] = grid.every();
        for (row, label) in self.rows.iter().enumerate().step_by(every_row) {
            let middle = i32::midpoint(grid.corner([row, 0]).1, grid.corner([row + 1, 0]).1);
            write(area, &fitted(label, ROOM, small), (left - 8, middle), small.anchored(HPos::Right))?;
        }
        for (column, label) in self.columns.iter().enumerate().step_by(every_column) {
            let middle = i32::midpoint(grid.corner([0, column]).0, grid.corner([0, column + 1]).0);
            write(area, &fitted(label, ROOM, small), (middle, bottom + 12), small.anchored(HPos::Center))?;
        }
        let [down, across] = &self.keys;
        let title = Type { size: 14.0, bold: true, ..Type::LABEL };
        write(area, &fitted(down, 110, title), (left - 8, 12), title.anchored(HPos::Right))?;
        let middle = i32::midpoint(left, grid.across[1]);
        write(area, across, (middle, bottom + 32), title.anchored(HPos::Center))?;
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        let told = match self.wanted {
            _ if least > most => "no cell has a number".to_owned(),
            Some(wanted) => format!(
                "white: wanted, {}{unit}; blue: less, down to {}; orange: more, up to {}; framed: the one to take",
                short(wanted),
                short(least),
                short(most)
            ),
            None => format!("light: {}, dark: {}{unit}; framed: the one to take", short(least), short(most)),
        };
        write(area, &told, (left, bottom + 54), small)
    }
}

/// From light to dark, with the ink that is read on it.
fn sequential(part: f64) -> (RGBColor, RGBColor) {
    const SHADES: usize = 100;
    const DARKEST: f64 = 99.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to SHADES")]
    let colour = shade((part.clamp(0.0, 1.0) * DARKEST) as usize, SHADES);
    (colour, ink_on(colour))
}

/// White for 0, blue for −1, orange for 1.
fn diverging(part: f64) -> (RGBColor, RGBColor) {
    let full = if part < 0.0 { PALETTE[0] } else { PALETTE[1] };
    let colour = tint(full, part.abs(), 255);
    (colour, ink_on(colour))
}

/// Draws one cell, if it has one with its number, its colour and its ink.
fn draw_cell(area: &Area<'_>, grid: &Grid, place: usize, cell: Option<(f64, (RGBColor, RGBColor))>) -> Drawn {
    let corners = grid.corners(place);
    let colour = cell.map_or(RGBColor(240, 240, 240), |(_, (colour, _))| colour);
    let filled = Rectangle::new(corners.map(|(x, y)| (fine(x), fine(y))), colour.filled());
    area.draw(&filled).map_err(failed)?;
    if let Some((value, (_, ink))) = cell.filter(|_| grid.every() == [1, 1]) {
        let text = Type { size: 13.0, colour: ink, ..Type::CAPTION }.anchored(HPos::Center);
        let [from, to] = corners;
        let middle = (i32::midpoint(from.0, to.0), i32::midpoint(from.1, to.1));
        write(area, &short(value), middle, text)?;
    }
    Ok(())
}

/// Three digits that count, for a cell.
fn short(value: f64) -> String {
    let decimals = match value.abs() {
        large if large >= 99.95 => 0,
        middling if middling >= 9.995 => 1,
        small if small >= 0.9995 => 2,
        _ => 3,
    };
    format!("{value:.decimals$}").replace('-', "\u{2212}")
}
