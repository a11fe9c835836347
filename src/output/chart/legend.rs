//! The legend of colours and lines.

use super::colour::{Colour, INK};
use super::scene::{Area, Point, Screen, Stroke, Type, number};

/// The height of a line, and the width of a sign before its text.
const LINE: f64 = 24.0;
const SIGN: f64 = 22.0;

/// A sign in the legend.
#[derive(Clone, Copy)]
pub(super) enum Sign {
    Dot(Colour),
    Dashes,
}

/// Signs with their texts and positions.
pub(super) struct Legend {
    keys: Vec<(Point, Sign, Vec<String>)>,
    height: f64,
}

impl Legend {
    /// Lays out rows of keys within a width; rows that are too long continue below.
    pub(super) fn new(screen: Screen, rows: &[Vec<(Sign, String)>], width: f64) -> Self {
        /// The step from key to key on a sheet, and the gap between keys elsewhere.
        const STEP: f64 = 104.0;
        const GAP: f64 = 18.0;
        let mut keys = Vec::new();
        let mut height = 0.0;
        for row in rows {
            let (mut left, mut top, mut foot) = (0.0, height, height + LINE);
            for (sign, label) in row {
                let lines = screen.lines(Type::LABEL, label, width - SIGN);
                let widest = lines.iter().map(|line| Type::LABEL.width_of(line)).fold(0.0, f64::max);
                if !screen.is_sheet() && left > 0.0 && left + SIGN + widest > width {
                    (left, top) = (0.0, foot);
                }
                foot = f64::max(foot, top + number(lines.len()) * LINE);
                keys.push(((left, top), *sign, lines));
                left += if screen.is_sheet() { STEP } else { SIGN + widest + GAP };
            }
            height = foot;
        }
        Self { keys, height }
    }

    pub(super) const fn height(&self) -> f64 {
        self.height
    }

    pub(super) fn draw(&self, area: &mut Area<'_>, top: f64) {
        let margin = area.screen.margin();
        for ((left, down), sign, lines) in &self.keys {
            let (left, middle) = (margin + left, top + 14.0 + down);
            match sign {
                Sign::Dot(colour) => area.circle((left + 6.0, middle), 6.0, *colour),
                Sign::Dashes => {
                    for dash in [0.0, 9.0] {
                        let ends = [(left + dash, middle), (left + dash + 5.0, middle)];
                        area.path(ends, Stroke::new(INK, 2.0));
                    }
                }
            }
            for (line, index) in lines.iter().zip(0u32..) {
                area.write(line, (left + SIGN, middle + f64::from(index) * LINE), Type::LABEL);
            }
        }
    }
}
