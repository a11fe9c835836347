//! What is drawn within axes: lines, areas, dots, whiskers and texts, by the numbers that they stand for.

use std::ops::Range;

use num_traits::ToPrimitive;

use super::scene::{Anchor, Area, Colour, FAINT_INK, GRID, Look, Point, Stroke, Type};
use crate::output::number::{double, grouped, quantity};

/// An axis with its title, and at most this many labels.
pub(super) struct Axis<'a> {
    pub title: &'a str,
    pub labels: u32,
}

/// The part of the axes of an area: numbers from left to right and from the bottom to the top, and the free space
/// at the left, right, top and bottom, that for an axis included.
pub(super) struct Axes<'a> {
    pub across: Range<f64>,
    pub upward: Range<f64>,
    pub space: [f64; 4],
    pub below: Option<Axis<'a>>,
    pub beside: Option<Axis<'a>>,
    /// Whether there are lines at the labels.
    pub lines: bool,
}

/// How strong the colour of a band is, within which a line may lie.
const BAND: f64 = 0.18;

/// Points by the numbers that they stand for.
pub(super) type Place = (f64, f64);

/// Axes to draw within.
pub(super) struct Plot<'a, 'b> {
    area: &'a mut Area<'b>,
    across: Range<f64>,
    upward: Range<f64>,
    /// Where the axes end: at the left, right, top and bottom.
    ends: [f64; 4],
}

impl<'a, 'b> Plot<'a, 'b> {
    /// With its axes, on which all else is drawn.
    pub(super) fn new(area: &'a mut Area<'b>, axes: &Axes<'_>) -> Self {
        let [left, right, top, bottom] = axes.space;
        let ends = [left, area.size.0 - right, top, area.size.1 - bottom];
        let mut plot = Self { area, across: axes.across.clone(), upward: axes.upward.clone(), ends };
        plot.draw_axes(axes);
        plot
    }

    fn at(&self, (x, y): Place) -> Point {
        let [left, right, top, bottom] = self.ends;
        let part = |value: f64, ends: &Range<f64>| (value - ends.start) / (ends.end - ends.start);
        (left + (right - left) * part(x, &self.across), bottom - (bottom - top) * part(y, &self.upward))
    }

    fn draw_axes(&mut self, axes: &Axes<'_>) {
        const TICK: f64 = 5.0;
        let [left, right, top, bottom] = self.ends;
        let (line, grid) = (Stroke::solid(FAINT_INK, 1.0), Stroke::solid(GRID, 1.0));
        let told = |value: f64, ends: &Range<f64>| tick(value, (ends.end - ends.start).abs());
        let values = |axis: &Option<Axis<'_>>, ends: &Range<f64>| {
            axis.as_ref().map_or_else(Vec::new, |axis| ticks(ends, axis.labels))
        };
        let across = values(&axes.below, &axes.across).into_iter();
        let across: Vec<(f64, f64)> =
            across.map(|value| (self.at((value, axes.upward.start)).0, value)).collect();
        let upward = values(&axes.beside, &axes.upward).into_iter();
        let upward: Vec<(f64, f64)> =
            upward.map(|value| (self.at((axes.across.start, value)).1, value)).collect();
        if axes.lines {
            for (x, _) in &across {
                self.area.path([(*x, top), (*x, bottom)], grid);
            }
            for (y, _) in &upward {
                self.area.path([(left, *y), (right, *y)], grid);
            }
        }
        if let Some(axis) = &axes.below {
            self.area.path([(left, bottom), (right, bottom)], line);
            for (x, value) in across {
                self.area.path([(x, bottom), (x, bottom + TICK)], line);
                let label = Type::CAPTION.anchored(Anchor::Middle);
                self.area.write(&told(value, &axes.across), (x, bottom + 16.0), label);
            }
            let middle = (f64::midpoint(left, right), bottom + 41.0);
            self.area.write(axis.title, middle, Type::CAPTION.anchored(Anchor::Middle));
        }
        if let Some(axis) = &axes.beside {
            self.area.path([(left, top), (left, bottom)], line);
            for (y, value) in upward {
                self.area.path([(left - TICK, y), (left, y)], line);
                self.area.write(
                    &told(value, &axes.upward),
                    (left - 10.0, y),
                    Type::CAPTION.anchored(Anchor::End),
                );
            }
            let middle = (left - 68.0, f64::midpoint(top, bottom));
            self.area.write_upwards(axis.title, middle, Type::CAPTION.anchored(Anchor::Middle));
        }
    }

    pub(super) fn line(&mut self, points: &[Place], stroke: Stroke) {
        let points: Vec<Point> = points.iter().map(|point| self.at(*point)).collect();
        self.area.path(points, stroke);
    }

    /// What is between two ends at each place, so that what is behind it is still seen.
    pub(super) fn band(&mut self, ends: &[(f64, [f64; 2])], colour: Colour) {
        if ends.is_empty() {
            return;
        }
        let upper = ends.iter().map(|(place, [_, high])| (*place, *high));
        let lower = ends.iter().rev().map(|(place, [low, _])| (*place, *low));
        let points: Vec<Point> = upper.chain(lower).map(|point| self.at(point)).collect();
        self.area.path(points, Look { fill: Some((colour, BAND)), stroke: None });
    }

    pub(super) fn rectangle(&mut self, corners: [Place; 2], colour: Colour) {
        self.area.rectangle(corners.map(|corner| self.at(corner)), colour);
    }

    pub(super) fn dots(&mut self, points: &[Place], radius: f64, colour: Colour) {
        for point in points {
            self.area.circle(self.at(*point), radius, colour);
        }
    }

    /// An interval between two ends, with caps that reach so far to the right and up.
    pub(super) fn whisker(&mut self, ends: [Place; 2], (right, up): Place, stroke: Stroke) {
        let caps = ends.map(|(x, y)| [(x - right, y - up), (x + right, y + up)]);
        for [from, to] in std::iter::once(ends).chain(caps) {
            self.line(&[from, to], stroke);
        }
    }

    /// A text that begins so far to the right of a place and below it.
    pub(super) fn text(&mut self, at: Place, (right, down): Point, text: &str, face: Type) {
        let (x, y) = self.at(at);
        self.area.write(text, (x + right, y + down), face);
    }

    /// A dot so far to the right of a place.
    pub(super) fn spot(&mut self, at: Place, right: f64, radius: f64, colour: Colour) {
        let (x, y) = self.at(at);
        self.area.circle((x + right, y), radius, colour);
    }
}

/// Round numbers between two ends, at most so many: in steps of 1, 2 or 5 times a power of ten.
fn ticks(ends: &Range<f64>, most: u32) -> Vec<f64> {
    let (low, high) = (ends.start.min(ends.end), ends.start.max(ends.end));
    let power = 10f64.powf(((high - low) / f64::from(most.max(1))).log10().floor());
    let within = |step: f64| {
        let first = (low / step - 1e-9).ceil();
        let number = (high / step + 1e-9).floor() - first;
        (0..=most)
            .map(f64::from)
            .filter(move |place| *place <= number)
            .map(move |place| (first + place) * step)
    };
    let few = |step: &f64| within(*step).count() <= most as usize;
    let step = [1.0, 2.0, 5.0, 10.0, 20.0].map(|part| part * power).into_iter().find(few);
    step.filter(|step| step.is_normal()).map_or_else(Vec::new, |step| within(step).collect())
}

/// A number on an axis of that length, with as many decimals as tell its labels apart.
pub(in crate::output) fn tick(value: f64, length: f64) -> String {
    const LARGE: f64 = 1e15;
    const SMALL: f64 = 1e-4;
    if value.abs() < 1e-9 * length {
        return "0".to_owned();
    }
    if value.abs() >= LARGE || length < SMALL {
        return double(value).map_or_else(String::new, |figure| quantity(&figure, ""));
    }
    let decimals = (2.0 - length.log10()).ceil().max(0.0).to_usize().unwrap_or(0);
    let text = format!("{:.decimals$}", value.abs());
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let part = part.trim_end_matches('0');
    let sign = if value < 0.0 { "\u{2212}" } else { "" };
    let point = if part.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{part}", grouped(whole))
}

#[cfg(test)]
mod tests {
    use super::{tick, ticks};

    #[test]
    fn ticks_have_the_decimals_that_their_axis_takes() {
        let ticks = [
            (25.0, 4.0, "25"),
            (48.5, 4.0, "48.5"),
            (-0.002, 0.01, "\u{2212}0.002"),
            (0.25, 1.0, "0.25"),
            (1e-20, 4.0, "0"),
            (60_000.0, 80_000.0, "60,000"),
            (2.5e-7, 1e-6, "2.500 × 10⁻⁷"),
            (3e20, 5e20, "3 × 10²⁰"),
        ];
        for (value, length, told) in ticks {
            assert_eq!(tick(value, length), told);
        }
    }

    #[test]
    fn labels_are_round_and_few() {
        for (ends, most, wanted) in [
            (0.0..252.0, 5, vec![0.0, 100.0, 200.0]),
            (0.0..7.0, 5, vec![0.0, 2.0, 4.0, 6.0]),
            (23.0..27.0, 8, vec![23.0, 24.0, 25.0, 26.0, 27.0]),
            (-38.0..38.0, 6, vec![-20.0, 0.0, 20.0]),
            (0.0..0.5, 6, vec![0.0, 0.1, 0.2, 0.3, 0.4, 0.5]),
        ] {
            let found = ticks(&ends, most);
            assert_eq!(found.len(), wanted.len(), "{found:?}");
            assert!(found.iter().zip(&wanted).all(|(one, other)| (one - other).abs() < 1e-9), "{found:?}");
        }
    }
}
