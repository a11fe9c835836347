//! What is drawn within axes: lines, areas, dots, whiskers and texts, by the numbers that they stand for.

use std::ops::Range;

use plotters::coord::types::RangedCoordf64;
use plotters::element::Drawable;
use plotters::prelude::*;

use super::ChartError;
use super::canvas::{Area, BAND, Drawn, FAINT_INK, GRID, Type, failed, fine, fine_size, printable};

/// An axis with its title, about so many labels, and how they are written.
pub(super) struct Axis<'a> {
    pub title: &'a str,
    pub labels: usize,
    pub format: &'a dyn Fn(f64) -> String,
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
        let written = |axis: &Option<Axis<'_>>, value: &f64| {
            axis.as_ref().map_or_else(String::new, |axis| (axis.format)(*value))
        };
        let below = |value: &f64| written(&axes.below, value);
        let beside = |value: &f64| written(&axes.beside, value);
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

    pub(super) fn polygon(&mut self, outline: Vec<Place>, colour: RGBColor) -> Drawn {
        self.draw([Polygon::new(outline, colour.filled())])
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

/// A number on an axis, with as many decimals as it takes.
pub(super) fn trimmed(value: f64) -> String {
    let decimals = match value.abs() {
        large if large >= 100.0 => 0,
        middling if middling >= 1.0 => 2,
        _ => 6,
    };
    let text = format!("{:.decimals$}", value.abs());
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let (whole, part) =
        text.split_once('.').map_or((text, String::new()), |(whole, part)| (whole, format!(".{part}")));
    let sign = if value < 0.0 && text != "0" { "\u{2212}" } else { "" };
    format!("{sign}{}{part}", crate::output::number::grouped(whole))
}
