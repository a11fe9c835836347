//! How every picture is laid out: a title, what its colours stand for, panels below one another in one column or
//! several, and notes at the foot.

use plotters::prelude::*;

use super::ChartError;
use super::canvas::{
    Area, CAPTION_LINE, Canvas, Drawn, MARGIN, Type, as_i32, failed, fine, fitted, wrapped, write,
    write_lines,
};
use super::plot::Stroke;

/// The width of a picture of one column.
pub(super) const WIDTH: u32 = 960;

/// The height of a panel, unless its rows make it.
pub(super) const HEIGHT: i32 = 300;

/// The height of a panel's title.
const PANEL_TITLE: i32 = 26;

/// A picture.
pub(super) struct Layout<'a> {
    pub title: String,
    pub subtitle: Option<String>,
    /// What the colours stand for, line by line.
    pub legend: Vec<Vec<Key>>,
    /// The width of each of the columns.
    pub width: u32,
    pub columns: Vec<Column<'a>>,
    /// What the picture says, for those who cannot see it.
    pub description: String,
}

/// Panels below one another, and what is noted below them.
pub(super) struct Column<'a> {
    pub panels: Vec<Panel<'a>>,
    pub notes: Vec<String>,
}

/// Draws into an area that has the size of a panel.
type Draw<'a> = Box<dyn Fn(&Area<'_>) -> Drawn + 'a>;

/// A part of a picture with what draws it into its place.
pub(super) struct Panel<'a> {
    pub title: Option<String>,
    pub height: i32,
    pub draw: Draw<'a>,
}

/// What a colour stands for.
pub(super) struct Key {
    pub sign: Sign,
    pub label: String,
}

/// What shows a colour in a legend.
#[derive(Clone, Copy)]
pub(super) enum Sign {
    Square(RGBColor),
    Dot(RGBColor),
    Line(Stroke),
}

/// How wide a text below a picture, or a column of it, can be.
pub(super) const fn text_width(width: u32) -> u32 {
    width - 2 * MARGIN.unsigned_abs()
}

impl Panel<'_> {
    fn height_with_title(&self) -> i32 {
        self.height + if self.title.is_some() { PANEL_TITLE } else { 0 }
    }
}

impl Layout<'_> {
    pub(super) fn draw(&self) -> Result<Canvas, ChartError> {
        const TITLE_LINE: i32 = 32;
        const MOST_TITLE_LINES: u32 = 4;
        let width = self.width * u32::try_from(self.columns.len()).unwrap_or(1).max(1);
        let room = text_width(width);
        let title = fitted(&quoted(&self.title), MOST_TITLE_LINES * room, Type::TITLE);
        let title = wrapped(&title, room, Type::TITLE);
        let subtitle_top = 22 + as_i32(title.len()) * TITLE_LINE;
        let legend_top = subtitle_top + if self.subtitle.is_some() { 28 } else { 0 };
        let top = legend_top + legend_height(&self.legend);
        let broken = |notes: &Vec<String>| -> Vec<String> {
            notes
                .iter()
                .flat_map(|note| wrapped(&quoted(note), text_width(self.width), Type::CAPTION))
                .collect()
        };
        let notes: Vec<Vec<String>> = self.columns.iter().map(|column| broken(&column.notes)).collect();
        let panels = |column: &Column<'_>| column.panels.iter().map(Panel::height_with_title).sum::<i32>();
        let foot = top + self.columns.iter().map(panels).max().unwrap_or(0);
        let height = foot + as_i32(notes.iter().map(Vec::len).max().unwrap_or(0)) * CAPTION_LINE + 24;
        Canvas::draw((width, height.unsigned_abs()), &self.title, self.description.clone(), |area| {
            write_lines(area, &title, 34, TITLE_LINE, Type::TITLE)?;
            if let Some(subtitle) = &self.subtitle {
                let subtitle = fitted(&quoted(subtitle), room, Type::SUBTITLE);
                write(area, &subtitle, (MARGIN, subtitle_top + 10), Type::SUBTITLE)?;
            }
            draw_legend(area, &self.legend, legend_top, room)?;
            let columns = area.split_evenly((1, self.columns.len().max(1)));
            for ((area, column), notes) in columns.iter().zip(&self.columns).zip(&notes) {
                self.draw_column(area, column, top)?;
                write_lines(area, notes, foot + 18, CAPTION_LINE, Type::CAPTION)?;
            }
            Ok(())
        })
    }

    fn draw_column(&self, area: &Area<'_>, column: &Column<'_>, mut top: i32) -> Drawn {
        for panel in &column.panels {
            if let Some(title) = &panel.title {
                let title = fitted(&quoted(title), text_width(self.width), Type::PANEL);
                write(area, &title, (MARGIN, top + PANEL_TITLE / 2), Type::PANEL)?;
                top += PANEL_TITLE;
            }
            let size = (fine(self.width.cast_signed()), fine(panel.height));
            (panel.draw)(&area.clone().shrink((fine(0), fine(top)), size))?;
            top += panel.height;
        }
        Ok(())
    }
}

/// The text with quotation marks where a terminal has backticks.
fn quoted(text: &str) -> String {
    if text.matches('`').count() % 2 == 1 {
        return text.to_owned();
    }
    let marks = ["\u{201c}", "\u{201d}"].into_iter().cycle();
    let mut parts = text.split('`');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.zip(marks).fold(first, |text, (part, mark)| text + mark + part)
}

const LEGEND_LINE: i32 = 24;
/// The widest sign, with the space to its label.
const SIGN: i32 = 54;

fn legend_height(legend: &[Vec<Key>]) -> i32 {
    if legend.is_empty() { 0 } else { as_i32(legend.len()) * LEGEND_LINE + 10 }
}

fn draw_legend(area: &Area<'_>, legend: &[Vec<Key>], top: i32, room: u32) -> Drawn {
    const KEY: i32 = 104;
    for (line, row) in legend.iter().zip(0..) {
        let middle = top + 14 + row * LEGEND_LINE;
        for (key, place) in line.iter().zip(0..) {
            let label = fitted(&key.label, room - SIGN.unsigned_abs(), Type::LABEL);
            let key = Key { sign: key.sign, label };
            draw_key(area, &key, (MARGIN + place * KEY, middle), Type::LABEL)?;
        }
    }
    Ok(())
}

/// Draws a sign with its label, its left end at that height.
pub(super) fn draw_key(area: &Area<'_>, key: &Key, (left, middle): (i32, i32), face: Type) -> Drawn {
    const LENGTH: i32 = SIGN - 10;
    let indent = match key.sign {
        Sign::Square(colour) => {
            let corners = [(fine(left), fine(middle - 8)), (fine(left + 16), fine(middle + 8))];
            area.draw(&Rectangle::new(corners, colour.filled())).map_err(failed)?;
            23
        }
        Sign::Dot(colour) => {
            let dot = Circle::new((fine(left + 6), fine(middle)), fine(6), colour.filled());
            area.draw(&dot).map_err(failed)?;
            22
        }
        Sign::Line(stroke) => {
            let (dash, gap) = stroke.dash.unwrap_or((LENGTH, 0));
            let (mut from, end) = (left, left + LENGTH);
            while from < end {
                let ends = [from, (from + dash).min(end)].map(|x| (fine(x), fine(middle)));
                area.draw(&PathElement::new(ends.to_vec(), stroke.style())).map_err(failed)?;
                from += dash + gap;
            }
            SIGN
        }
    };
    write(area, &key.label, (left + indent, middle), face)
}
