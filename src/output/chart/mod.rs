//! Answers as charts.
//!
//! Every chart is drawn once, on a [scene] of lines, areas, dots and texts, which becomes an SVG, a part of a page, or
//! pixels. An SVG keeps texts as text, with all their letters, for searching, editing and reading aloud; in a PNG they are
//! outlines of the bundled font, with stand-ins for letters that it lacks.

mod backend;
mod balance;
mod board;
mod canvas;
mod casts;
mod casts_by;
mod cells;
mod colour;
mod curves;
mod dots;
mod fit;
mod games;
mod legend;
mod letters;
mod odds;
mod panels;
#[cfg(feature = "cli")]
mod pixels;
mod plot;
mod scene;
mod strategy;
#[cfg(test)]
mod tests;
mod tune;

pub(crate) use balance::{has_picture, layout as balance_layout};
pub(super) use balance::{over_by, story};
pub(super) use board::squares;
pub(super) use panels::{Content, Panel};
pub(crate) use scene::Screen;
pub(super) use scene::{Scene, Type, number};

use panels::Layout;

/// The file format of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChartFormat {
    /// Pixels.
    Png,
    /// Lines and shapes.
    Svg,
}

/// The most sets of bones, or lines, that one chart compares.
pub(crate) const MOST_COMPARED: usize = 8;

/// Why there is no chart.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum ChartError {
    /// More series than a chart can distinguish.
    #[error("a chart compares at most {MOST_COMPARED} {what}, and you asked for {found}")]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// Their number.
        found: usize,
    },
    /// The answer has nothing to draw.
    #[error("there is nothing to draw: {0}")]
    Nothing(&'static str),
    /// Drawing failed.
    #[error("the chart could not be drawn: {0}")]
    Drawing(String),
}

/// An answer with a chart.
pub(crate) trait Picture {
    /// The content of the chart, for any screen.
    fn layout(&self) -> Result<Layout, ChartError>;

    /// The chart for a screen, as a complete file of that format.
    fn picture(&self, format: ChartFormat, screen: Screen) -> Result<Vec<u8>, ChartError> {
        self.layout()?.draw(screen).encode(format)
    }
}

const fn at_most(found: usize, what: &'static str) -> Result<(), ChartError> {
    if found > MOST_COMPARED { Err(ChartError::TooMany { what, found }) } else { Ok(()) }
}
