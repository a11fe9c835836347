//! Panels of a picture below one another: dots, curves, bands, a map and a board.

use super::canvas::{Area, Canvas, Drawn, PALETTE};
use super::curves::{Curve, Curves, Mark};
use super::dots::{Dots, Labelled, Reference, beside};
use super::layout::{Column, HEIGHT, Key, Layout, Panel as Part, Sign, WIDTH};
use super::map::Map;
use super::{ChartError, board};
use crate::analysis::{Cumulative, SpreadFigures};
use crate::games::BoardView;

/// One panel of a picture.
pub(crate) struct Panel {
    pub title: String,
    pub content: Content,
}

pub(crate) enum Content {
    /// A dot in each row, with its interval, and a line to hold them against.
    Dots(Dots),
    Curves(Curves),
    /// A value in each cell.
    Map(Map),
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

/// A panel of such chances, of one thing or of several; nothing where all is always the same number.
pub(super) fn law_panel(title: &str, unit: &str, curves: Vec<Curve>, simulated: bool) -> Option<Panel> {
    let title = if simulated { format!("{title}, simulated") } else { title.to_owned() };
    let varies = curves.iter().any(|curve| curve.points.len() > 2);
    varies.then(|| Panel::curves(title, curves, Mark::Steps, unit, "percent of the games"))
}

/// Draws the panels under the first of the lines, and the others below them; what is side by side in them has these names.
pub(super) fn draw(lines: &[String], names: &[String], panels: &[Panel]) -> Result<Canvas, ChartError> {
    if panels.is_empty() {
        return Err(ChartError::Nothing("none of its figures is one that a chart shows"));
    }
    let keys = names.iter().zip(PALETTE);
    let keys = keys.map(|(name, colour)| vec![Key { sign: Sign::Dot(colour), label: name.clone() }]);
    let names = if names.len() > 1 { names } else { &[] };
    let layout = Layout {
        title: lines.first().cloned().unwrap_or_default(),
        subtitle: None,
        legend: if names.is_empty() { Vec::new() } else { keys.collect() },
        width: WIDTH,
        columns: vec![Column {
            panels: panels.iter().map(Panel::placed).collect(),
            notes: lines.iter().skip(1).cloned().collect(),
        }],
        description: panels.iter().map(|panel| panel.told(names)).collect::<Vec<_>>().join(" "),
    };
    layout.draw()
}

impl Panel {
    /// Rows of dots of one thing, or of several side by side.
    pub(super) fn dots(
        title: impl Into<String>,
        series: Vec<Vec<Labelled>>,
        unit: &'static str,
        reference: Option<Reference>,
    ) -> Self {
        let dots = Dots { rows: beside(series), unit, reference, bars: false };
        Self { title: title.into(), content: Content::Dots(dots) }
    }

    /// Parts of a whole, in percent.
    pub(super) fn bars(title: impl Into<String>, bars: Vec<Labelled>) -> Self {
        let dots = Dots { rows: beside(vec![bars]), unit: "percent", reference: None, bars: true };
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

    fn height(&self) -> i32 {
        match &self.content {
            Content::Board(view) => board::height(view),
            Content::Dots(dots) => dots.height(),
            _ => HEIGHT,
        }
    }

    fn placed(&self) -> Part<'_> {
        Part {
            title: Some(self.title.clone()),
            height: self.height(),
            draw: Box::new(|area| self.draw(area)),
        }
    }

    fn draw(&self, area: &Area<'_>) -> Drawn {
        match &self.content {
            Content::Dots(dots) => dots.draw(area),
            Content::Curves(curves) => curves.draw(area),
            Content::Board(view) => board::draw(area, view),
            Content::Map(map) => map.draw(area, (WIDTH.cast_signed(), HEIGHT)),
        }
    }

    /// What it says to those who cannot see it.
    fn told(&self, names: &[String]) -> String {
        match &self.content {
            Content::Dots(dots) => format!("{}: {}.", self.title, dots.told(names)),
            _ => format!("{}.", self.title),
        }
    }
}
