//! How every picture is laid out: a title, what its colours stand for, panels below one another in one column or several,
//! and notes at the foot.

use super::ChartError;
use super::board;
use super::canvas::Canvas;
use super::cells::Cells;
use super::curves::{Curve, Curves, Mark};
use super::dots::{Dots, Labelled, Reference, beside};
use super::scene::{Area, CAPTION_LINE, Colour, MARGIN, PALETTE, Scene, Type, WIDTH, number};
use crate::analysis::{Cumulative, SpreadFigures};
use crate::games::BoardView;

/// The height of curves among other panels and alone, and of a panel's title.
const HEIGHT: f64 = 300.0;
const HEIGHT_ALONE: f64 = 420.0;
const PANEL_TITLE: f64 = 26.0;

/// A picture.
pub(super) struct Layout {
    pub title: String,
    /// What the colours stand for, line by line.
    pub legend: Vec<Vec<(Colour, String)>>,
    /// The width of each of the columns.
    pub width: f64,
    pub columns: Vec<Column>,
    /// What the picture says, for those who cannot see it.
    pub description: String,
}

/// Panels below one another, and what is noted below them.
pub(super) struct Column {
    pub panels: Vec<Panel>,
    pub notes: Vec<String>,
}

/// One panel of a picture, which has a title unless it is the only one.
pub(crate) struct Panel {
    pub title: String,
    pub content: Content,
}

pub(crate) enum Content {
    /// A dot in each row, with its interval, and a line to hold them against.
    Dots(Dots),
    Curves(Curves),
    Cells(Cells),
    /// What lies on a board.
    Board(BoardView),
}

/// The chance of at most so many, from the distribution of a number, in a unit of which so many make one of those of the
/// distribution; without a point where that is not known.
pub(super) fn law(label: String, spread: &SpreadFigures, factor: f64) -> Curve {
    let known = spread.pmf.as_ref().or(spread.counted.as_ref());
    let points = known.map_or_else(Vec::new, |pmf| Cumulative::new(pmf, factor).points);
    Curve::new(label, points.into_iter().map(|(number, chance)| (number, 100.0 * chance)).collect())
}

/// In what chances of games are told.
pub(super) const OF_THE_GAMES: &str = "percent of the games";

/// A panel of such chances, of one thing or of several, in percent of what `percent` says; nothing where all is always the same
/// number.
pub(super) fn law_panel(
    title: &str,
    unit: &str,
    percent: &'static str,
    curves: Vec<Curve>,
    simulated: bool,
) -> Option<Panel> {
    let title = if simulated { format!("{title}, simulated") } else { title.to_owned() };
    let varies = curves.iter().any(|curve| curve.points.len() > 2);
    varies.then(|| Panel::curves(title, curves, Mark::Steps, unit, percent))
}

/// Draws the panels under the first of the lines, and the others below them; what is side by side in them has these names.
pub(super) fn draw(lines: &[String], names: &[String], panels: Vec<Panel>) -> Result<Canvas, ChartError> {
    if panels.is_empty() {
        return Err(ChartError::Nothing("none of its figures is one that a chart shows"));
    }
    let names = if names.len() > 1 { names } else { &[] };
    let layout = Layout {
        title: lines.first().cloned().unwrap_or_default(),
        legend: names.iter().zip(PALETTE).map(|(name, colour)| vec![(colour, name.clone())]).collect(),
        width: WIDTH,
        description: panels.iter().map(|panel| panel.told(names)).collect::<Vec<_>>().join(" "),
        columns: vec![Column { panels, notes: lines.iter().skip(1).cloned().collect() }],
    };
    Ok(layout.draw())
}

impl Column {
    fn height(&self) -> f64 {
        let number = self.panels.len();
        self.panels.iter().map(|panel| panel.height(number) + panel.title_height()).sum()
    }

    fn draw_at(&self, area: &mut Area<'_>, mut top: f64) {
        for panel in &self.panels {
            let height = panel.height(self.panels.len());
            panel.draw_at(area, top, height);
            top += height + panel.title_height();
        }
    }
}

impl Layout {
    pub(super) fn draw(&self) -> Canvas {
        const TITLE_LINE: f64 = 32.0;
        const MOST_TITLE_LINES: f64 = 4.0;
        let width = self.width * number(self.columns.len().max(1));
        let room = width - 2.0 * MARGIN;
        let title = Type::TITLE.fitted(&quoted(&self.title), MOST_TITLE_LINES * room);
        let title = Type::TITLE.wrapped(&title, room);
        let legend_top = 22.0 + number(title.len()) * TITLE_LINE;
        let legend_height =
            if self.legend.is_empty() { 0.0 } else { number(self.legend.len()) * LEGEND_LINE + 10.0 };
        let top = legend_top + legend_height;
        let broken = |column: &Column| -> Vec<String> {
            let lines = |note: &String| Type::CAPTION.wrapped(&quoted(note), self.width - 2.0 * MARGIN);
            column.notes.iter().flat_map(lines).collect()
        };
        let notes: Vec<Vec<String>> = self.columns.iter().map(broken).collect();
        let foot = self.columns.iter().map(|column| top + column.height()).fold(top, f64::max);
        let height = foot + number(notes.iter().map(Vec::len).max().unwrap_or(0)) * CAPTION_LINE + 24.0;
        let scene = Scene::drawn((width, height), |area| {
            area.write_lines(&title, 34.0, TITLE_LINE, Type::TITLE);
            draw_legend(area, &self.legend, legend_top, room);
            for ((column, notes), place) in self.columns.iter().zip(&notes).zip(0u32..) {
                let corner = (self.width * f64::from(place), 0.0);
                let mut area = area.part(corner, (self.width, height));
                column.draw_at(&mut area, top);
                area.write_lines(notes, foot + 18.0, CAPTION_LINE, Type::CAPTION);
            }
        });
        Canvas { scene, title: self.title.clone(), description: self.description.clone() }
    }
}

const LEGEND_LINE: f64 = 24.0;

fn draw_legend(area: &mut Area<'_>, legend: &[Vec<(Colour, String)>], top: f64, room: f64) {
    const KEY: f64 = 104.0;
    const SIGN: f64 = 22.0;
    for (line, row) in legend.iter().zip(0u32..) {
        let middle = top + 14.0 + f64::from(row) * LEGEND_LINE;
        for ((colour, label), place) in line.iter().zip(0u32..) {
            let left = MARGIN + f64::from(place) * KEY;
            area.circle((left + 6.0, middle), 6.0, *colour);
            area.write(&Type::LABEL.fitted(label, room - SIGN), (left + SIGN, middle), Type::LABEL);
        }
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

impl Panel {
    /// Rows of dots of one thing, or of several side by side.
    pub(super) fn dots(
        title: impl Into<String>,
        series: Vec<Vec<Labelled>>,
        unit: &'static str,
        reference: Option<Reference>,
    ) -> Self {
        let dots = Dots { rows: beside(series), unit, reference, bars: false, most: 0.0 };
        Self { title: title.into(), content: Content::Dots(dots) }
    }

    /// Parts of a whole, in percent, on an axis that reaches `most` at least.
    pub(super) fn bars(title: impl Into<String>, bars: Vec<Labelled>, most: f64) -> Self {
        let dots = Dots { rows: beside(vec![bars]), unit: "percent", reference: None, bars: true, most };
        Self { title: title.into(), content: Content::Dots(dots) }
    }

    pub(super) fn curves(
        title: impl Into<String>,
        curves: Vec<Curve>,
        mark: Mark,
        x: impl Into<String>,
        y: &'static str,
    ) -> Self {
        let curves = Curves { series: curves, mark, x: x.into(), y, reference: None, marked: None };
        Self { title: title.into(), content: Content::Curves(curves) }
    }

    /// Its height without its title, of so many below one another.
    fn height(&self, panels: usize) -> f64 {
        match &self.content {
            Content::Board(view) => board::height(view),
            Content::Dots(dots) => dots.height(),
            Content::Cells(cells) => cells.height(),
            Content::Curves(_) if panels == 1 => HEIGHT_ALONE,
            Content::Curves(_) => HEIGHT,
        }
    }

    const fn title_height(&self) -> f64 {
        if self.title.is_empty() { 0.0 } else { PANEL_TITLE }
    }

    /// Draws it as so high, without its title.
    fn draw_at(&self, area: &mut Area<'_>, top: f64, height: f64) {
        let width = area.size.0;
        if !self.title.is_empty() {
            let title = Type::PANEL.fitted(&quoted(&self.title), width - 2.0 * MARGIN);
            area.write(&title, (MARGIN, top + PANEL_TITLE / 2.0), Type::PANEL);
        }
        let mut area = area.part((0.0, top + self.title_height()), (width, height));
        match &self.content {
            Content::Dots(dots) => dots.draw(&mut area),
            Content::Curves(curves) => curves.draw(&mut area),
            Content::Cells(cells) => cells.draw(&mut area),
            Content::Board(view) => board::draw(&mut area, view),
        }
    }

    /// What it says to those who cannot see it.
    fn told(&self, names: &[String]) -> String {
        match &self.content {
            Content::Dots(dots) => format!("{}: {}.", self.title, dots.told(names)),
            Content::Curves(_) if !names.is_empty() => format!("{}: {}.", self.title, names.join(", ")),
            _ => format!("{}.", self.title),
        }
    }
}
