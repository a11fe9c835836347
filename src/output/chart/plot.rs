//! What is drawn within axes: lines, areas, dots, whiskers and texts, by the numbers that they stand for.

use std::ops::Range;

use num_traits::ToPrimitive;
use plotters::coord::types::RangedCoordf64;
use plotters::element::Drawable;
use plotters::prelude::*;

use super::ChartError;
use super::canvas::{Area, BAND, Drawn, FAINT_INK, GRID, Type, failed, fine, fine_size};
use super::letters::printable;
use crate::output::number::{double, grouped, quantity};

/// An axis with its title, and about so many labels.
pub(super) struct Axis<'a> {
    pub title: &'a str,
    pub labels: usize,
}

/// The part of the axes of an area: numbers from left to right and from the bottom to the top, and the free space
/// at the left, right, top and bottom, that for an axis included.
pub(super) struct Axes<'a> {
    pub across: Range<f64>,
    pub upward: Range<f64>,
    pub space: [i32; 4],
    pub below: Option<Axis<'a>>,
    pub beside: Option<Axis<'a>>,
    /// Whether there are lines at the labels.
    pub lines: bool,
}

/// How a line goes: its colour, its width, and the lengths of dash and gap, unless it is solid.
#[derive(Clone, Copy)]
pub(super) struct Stroke {
    pub colour: RGBColor,
    pub width: u32,
    pub dash: Option<(i32, i32)>,
}

impl Stroke {
    pub(super) const fn solid(colour: RGBColor, width: u32) -> Self {
        Self { colour, width, dash: None }
    }

    pub(super) fn style(self) -> ShapeStyle {
        self.colour.stroke_width(fine_size(self.width))
    }
}

/// Points by the numbers that they stand for.
pub(super) type Place = (f64, f64);

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Axes to draw within.
pub(super) struct Plot<'a, 'b> {
    chart: Chart<'a, 'b>,
}

impl<'a, 'b> Plot<'a, 'b> {
    /// With its axes, on which all else is drawn.
    pub(super) fn new(area: &'a Area<'b>, axes: &Axes<'_>) -> Result<Self, ChartError> {
        let mut plot = Self::without_axes(area, axes)?;
        plot.draw_axes(axes)?;
        Ok(plot)
    }

    /// Where what is drawn would cover the axes, they come last.
    pub(super) fn without_axes(area: &'a Area<'b>, axes: &Axes<'_>) -> Result<Self, ChartError> {
        // Free space beyond that for labels.
        const LABELS: (i32, i32) = (72, 48);
        let [left, right, top, bottom] = axes.space;
        let beside = axes.beside.as_ref().map_or(0, |_| LABELS.0.min(left));
        let below = axes.below.as_ref().map_or(0, |_| LABELS.1.min(bottom));
        let chart = ChartBuilder::on(area)
            .margin_left(fine(left - beside))
            .margin_right(fine(right))
            .margin_top(fine(top))
            .margin_bottom(fine(bottom - below))
            .x_label_area_size(fine(below))
            .y_label_area_size(fine(beside))
            .build_cartesian_2d(axes.across.clone(), axes.upward.clone())
            .map_err(failed)?;
        Ok(Self { chart })
    }

    pub(super) fn draw_axes(&mut self, axes: &Axes<'_>) -> Drawn {
        let written = |ends: &Range<f64>, value: f64| tick(value, (ends.end - ends.start).abs());
        let below = |value: &f64| written(&axes.across, *value);
        let beside = |value: &f64| written(&axes.upward, *value);
        let mut mesh = self.chart.configure_mesh();
        let labels = Type { size: 15.0, ..Type::SUBTITLE }.style();
        mesh.label_style(labels.clone()).axis_desc_style(labels);
        mesh.x_label_formatter(&below).y_label_formatter(&beside);
        mesh.bold_line_style(GRID.stroke_width(fine_size(1))).light_line_style(TRANSPARENT);
        mesh.axis_style(FAINT_INK.stroke_width(fine_size(1))).set_all_tick_mark_size(fine_size(5));
        match &axes.below {
            Some(axis) => mesh.x_labels(axis.labels).x_desc(axis.title),
            None => mesh.disable_x_mesh().disable_x_axis(),
        };
        match &axes.beside {
            Some(axis) => mesh.y_labels(axis.labels).y_desc(axis.title),
            None => mesh.disable_y_mesh().disable_y_axis(),
        };
        if !axes.lines {
            mesh.disable_mesh();
        }
        mesh.draw().map_err(failed)
    }

    fn draw<E>(&mut self, elements: impl IntoIterator<Item = E>) -> Drawn
    where
        for<'e> &'e E: plotters::element::PointCollection<'e, Place>,
        E: Drawable<SVGBackend<'b>>,
    {
        self.chart.draw_series(elements).map(drop).map_err(failed)
    }

    pub(super) fn line(&mut self, points: Vec<Place>, stroke: Stroke) -> Drawn {
        match stroke.dash {
            None => self.draw(LineSeries::new(points, stroke.style())),
            Some((dash, gap)) => {
                self.draw(DashedLineSeries::new(points, fine(dash), fine(gap), stroke.style()))
            }
        }
    }

    /// What is between two ends at each place, so that what is behind it is still seen.
    pub(super) fn band(&mut self, ends: &[(f64, [f64; 2])], colour: RGBColor) -> Drawn {
        if ends.is_empty() {
            return Ok(());
        }
        let upper = ends.iter().map(|(place, [_, high])| (*place, *high));
        let lower = ends.iter().rev().map(|(place, [low, _])| (*place, *low));
        self.draw([Polygon::new(upper.chain(lower).collect::<Vec<_>>(), colour.mix(BAND))])
    }

    pub(super) fn rectangle(&mut self, corners: [Place; 2], colour: RGBColor) -> Drawn {
        self.draw([Rectangle::new(corners, colour.filled())])
    }

    pub(super) fn dots(&mut self, points: &[Place], radius: i32, colour: RGBColor) -> Drawn {
        self.draw(points.iter().map(|point| Circle::new(*point, fine(radius), colour.filled())))
    }

    /// An interval between two ends, with caps that reach so far to the right and up.
    pub(super) fn whisker(&mut self, ends: [Place; 2], (right, up): Place, stroke: Stroke) -> Drawn {
        let caps = ends.map(|(x, y)| [(x - right, y - up), (x + right, y + up)]);
        let strokes = std::iter::once(ends).chain(caps);
        self.draw(strokes.map(|ends| PathElement::new(ends.to_vec(), stroke.style())))
    }

    /// A text that begins so far to the right of a place and below it.
    pub(super) fn text(&mut self, at: Place, (right, down): (i32, i32), text: &str, face: Type) -> Drawn {
        let text = Text::new(printable(text), (fine(right), fine(down)), face.style());
        self.draw([EmptyElement::at(at) + text])
    }

    /// A dot so far to the right of a place.
    pub(super) fn spot(&mut self, at: Place, right: i32, radius: i32, colour: RGBColor) -> Drawn {
        self.draw([EmptyElement::at(at) + Circle::new((fine(right), 0), fine(radius), colour.filled())])
    }
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
    use super::tick;

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
}
