//! Answers as pictures.
//!
//! Every picture is drawn once, on a [scene] of lines, areas, dots and texts, which becomes an SVG, a part of a page, or
//! pixels. An SVG keeps texts as texts, whatever letters they have, for whoever searches it, edits it or has it read aloud; in
//! a PNG they are outlines of the font that this crate carries, with stand-ins for letters that it lacks.

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

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChartFormat {
    /// Pixels.
    Png,
    /// Lines and shapes.
    Svg,
}

/// The most sets of bones, or lines, that one picture compares.
pub(crate) const MOST_COMPARED: usize = 8;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum ChartError {
    /// More than a picture can hold apart.
    #[error("a chart compares at most {MOST_COMPARED} {what}, and {found} are asked for")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many.
        found: usize,
    },
    /// Nothing of the answer has a picture.
    #[error("there is nothing to draw: {0}")]
    Nothing(&'static str),
    /// There are no pixels.
    #[error("the chart could not be drawn: {0}")]
    Drawing(String),
}

/// An answer that has a picture.
pub(crate) trait Picture {
    /// What is in the picture, for whatever screen.
    fn layout(&self) -> Result<Layout, ChartError>;

    /// The picture for a screen, as a whole file of that format.
    fn picture(&self, format: ChartFormat, screen: Screen) -> Result<Vec<u8>, ChartError> {
        self.layout()?.draw(screen).encode(format)
    }
}

const fn at_most(found: usize, what: &'static str) -> Result<(), ChartError> {
    if found > MOST_COMPARED { Err(ChartError::TooMany { what, found }) } else { Ok(()) }
}
