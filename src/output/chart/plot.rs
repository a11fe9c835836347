//! Drawing within axes: lines, areas, dots, whiskers and texts, in data coordinates.

use std::ops::Range;

use num_traits::ToPrimitive;
use plotters::coord::ranged1d::{BoldPoints, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::backend::{Backend, fine};
use super::colour::{Colour, FAINT_INK, GRID, INK};
use super::scene::{Anchor, Area, Point, Screen, Stroke, Type};
use crate::output::number::{double, grouped, quantity};

/// An axis with its title and its most labels.
pub(super) struct Axis<'a> {
    pub title: &'a str,
    pub labels: usize,
}

/// The axes of an area: the ranges from left to right and from bottom to top, and the free space at the left, right, top and
/// bottom, including that for the axis labels.
pub(super) struct Axes<'a> {
    pub across: Range<f64>,
    pub upward: Range<f64>,
    pub space: [f64; 4],
    pub below: Option<Axis<'a>>,
    pub beside: Option<Axis<'a>>,
    /// Whether there are grid lines at the labels.
    pub lines: bool,
}

/// The opacity of a band around a line.
const BAND: f64 = 0.18;

/// A point in data coordinates.
pub(super) type Index = (f64, f64);

type Chart<'a, 'b> = ChartContext<'a, Backend<'a, 'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Axes to draw within. Errors of plotters are ignored, because drawing on a scene never fails.
pub(super) struct Plot<'a, 'b> {
    chart: Option<Chart<'a, 'b>>,
    screen: Screen,
    /// The left and right end of the axis within the area, and the width of the area.
    ends: [f64; 2],
    width: f64,
}

impl From<Colour> for RGBColor {
    fn from(Colour(red, green, blue): Colour) -> Self {
        Self(red, green, blue)
    }
}

impl From<Stroke> for ShapeStyle {
    fn from(stroke: Stroke) -> Self {
        RGBColor::from(stroke.colour).stroke_width(fine(stroke.width).unsigned_abs())
    }
}

impl From<Type> for TextStyle<'static> {
    fn from(face: Type) -> Self {
        let style = if face.bold { FontStyle::Bold } else { FontStyle::Normal };
        let side = match face.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let font = FontDesc::new(FontFamily::SansSerif, face.size, style);
        let color = RGBColor::from(face.colour).to_backend_color();
        Self { font, color, pos: Pos::new(side, VPos::Center) }
    }
}

impl<'a, 'b> Plot<'a, 'b> {
    /// Draws the axes.
    pub(super) fn new(area: &'a mut Area<'b>, axes: &Axes<'_>) -> Self {
        // The space for labels, and for the axis title beyond them.
        const LABELS: (f64, f64) = (74.4, 47.4);
        let (screen, width) = (area.screen, area.size.0);
        let [left, right, top, bottom] = axes.space;
        let beside = axes.beside.as_ref().map_or(0.0, |_| LABELS.0.min(left));
        let below = axes.below.as_ref().map_or(0.0, |_| LABELS.1.min(bottom));
        let chart = ChartBuilder::on(&Backend(area).into_drawing_area())
            .margin_left(fine(left - beside))
            .margin_right(fine(right))
            .margin_top(fine(top))
            .margin_bottom(fine(bottom - below))
            .x_label_area_size(fine(below))
            .y_label_area_size(fine(beside))
            .build_cartesian_2d(axes.across.clone(), axes.upward.clone());
        let mut plot = Self { chart: chart.ok(), screen, ends: [left, width - right], width };
        plot.draw_axes(axes);
        plot
    }

    /// The horizontal position of a number on an axis with these ends.
    pub(super) fn across(&self, ends: &Range<f64>, value: f64) -> f64 {
        let [left, right] = self.ends;
        left + (value - ends.start) / (ends.end - ends.start) * (right - left)
    }

    /// Whether a label between two positions fits in the area and clears the one that ends at `last`; on a sheet always.
    pub(super) fn has_room(&self, last: f64, from: f64, to: f64) -> bool {
        const GAP: f64 = 8.0;
        self.screen.is_sheet() || from >= (last + GAP).max(0.0) && to <= self.width
    }

    pub(super) fn label_face(&self) -> Type {
        self.screen.face(Type::CAPTION)
    }

    /// The left and right end of a number's label.
    fn reach(&self, ends: &Range<f64>, value: f64, label: &str) -> [f64; 2] {
        let (middle, half) = (self.across(ends, value), self.label_face().width_of(label) / 2.0);
        [middle - half, middle + half]
    }

    /// The number of labels that fit side by side, at most `most`. One at the edge may be dropped.
    fn labels_below(&self, ends: &Range<f64>, most: usize) -> usize {
        let fits = |labels: &usize| {
            let reach = |(value, label): (f64, String)| self.reach(ends, value, &label);
            let mut reaches = ticks(ends, *labels).into_iter().map(reach).collect::<Vec<_>>();
            reaches.retain(|[from, to]| self.has_room(f64::NEG_INFINITY, *from, *to));
            reaches.windows(2).all(|pair| self.has_room(pair[0][1], pair[1][0], pair[1][1]))
        };
        (1..=most).rev().find(fits).unwrap_or(most.min(1))
    }

    fn draw_axes(&mut self, axes: &Axes<'_>) {
        let Some(mut chart) = self.chart.take() else { return };
        // On an infinite axis plotters would look for labels forever.
        let most = |axis: &Option<Axis<'_>>, ends: &Range<f64>| {
            axis.as_ref().filter(|_| (ends.end - ends.start).is_finite()).map_or(0, |axis| axis.labels)
        };
        let labels_below = self.labels_below(&axes.across, most(&axes.below, &axes.across));
        let shown = |ends: &Range<f64>, value: f64| tick(value, (ends.end - ends.start).abs());
        let face = self.label_face();
        // A label that would leave the area is dropped.
        let below = |value: &f64| {
            let label = shown(&axes.across, *value);
            let [from, to] = self.reach(&axes.across, *value, &label);
            if self.has_room(f64::NEG_INFINITY, from, to) { label } else { String::new() }
        };
        let beside = |value: &f64| shown(&axes.upward, *value);
        let mut mesh = chart.configure_mesh();
        let labels = TextStyle::from(face);
        mesh.label_style(labels.clone()).axis_desc_style(labels);
        mesh.x_label_formatter(&below).y_label_formatter(&beside);
        mesh.bold_line_style(Stroke::new(GRID, 1.0)).light_line_style(TRANSPARENT).max_light_lines(1);
        mesh.axis_style(Stroke::new(FAINT_INK, 1.0)).set_all_tick_mark_size(fine(5.0));
        mesh.x_labels(labels_below).y_labels(most(&axes.beside, &axes.upward));
        if let Some(axis) = &axes.below {
            mesh.x_desc(axis.title);
        }
        if let Some(axis) = &axes.beside {
            mesh.y_desc(axis.title);
        }
        if !axes.lines {
            mesh.disable_mesh();
        }
        mesh.draw().ok();
        self.chart = Some(chart);
    }

    fn draw<E>(&mut self, elements: impl IntoIterator<Item = E>)
    where
        for<'e> &'e E: PointCollection<'e, Index>,
        E: Drawable<Backend<'a, 'b>>,
    {
        if let Some(chart) = &mut self.chart {
            chart.draw_series(elements).ok();
        }
    }

    pub(super) fn line(&mut self, points: &[Index], stroke: Stroke) {
        self.draw(LineSeries::new(points.to_vec(), stroke));
    }

    /// Draws a dashed reference line.
    pub(super) fn dashed(&mut self, ends: [Index; 2]) {
        const DASH_AND_GAP: [f64; 2] = [5.0, 4.0];
        let [dash, gap] = DASH_AND_GAP.map(fine);
        self.draw(DashedLineSeries::new(ends, dash, gap, Stroke::new(INK, 2.0).into()));
    }

    /// Draws a translucent band between two ends at each position.
    pub(super) fn band(&mut self, ends: &[(f64, [f64; 2])], colour: Colour) {
        if ends.is_empty() {
            return;
        }
        let upper = ends.iter().map(|(index, [_, high])| (*index, *high));
        let lower = ends.iter().rev().map(|(index, [low, _])| (*index, *low));
        self.draw([Polygon::new(upper.chain(lower).collect::<Vec<_>>(), RGBColor::from(colour).mix(BAND))]);
    }

    pub(super) fn rectangle(&mut self, corners: [Index; 2], colour: Colour) {
        self.draw([Rectangle::new(corners, RGBColor::from(colour).filled())]);
    }

    pub(super) fn dots(&mut self, points: &[Index], radius: f64, colour: Colour) {
        let style = RGBColor::from(colour).filled();
        self.draw(points.iter().map(|point| Circle::new(*point, fine(radius), style)));
    }

    /// Draws an interval with caps of the given half-width to the right and up.
    pub(super) fn whisker(&mut self, ends: [Index; 2], (right, up): Index, stroke: Stroke) {
        let caps = ends.map(|(x, y)| [(x - right, y - up), (x + right, y + up)]);
        self.draw(std::iter::once(ends).chain(caps).map(|ends| PathElement::new(ends, stroke)));
    }

    /// Writes a text at an offset from a point.
    pub(super) fn text(&mut self, at: Index, (right, down): Point, text: &str, face: Type) {
        self.draw([EmptyElement::at(at) + Text::new(text.to_owned(), (fine(right), fine(down)), face)]);
    }

    /// Draws a dot at an offset to the right of a point.
    pub(super) fn spot(&mut self, at: Index, right: f64, radius: f64, colour: Colour) {
        let dot = Circle::new((fine(right), 0), fine(radius), RGBColor::from(colour).filled());
        self.draw([EmptyElement::at(at) + dot]);
    }
}

/// The labelled numbers of an axis, at most `most`.
pub(super) fn ticks(ends: &Range<f64>, most: usize) -> Vec<(f64, String)> {
    let length = (ends.end - ends.start).abs();
    if !length.is_finite() {
        return Vec::new();
    }
    let numbers = RangedCoordf64::from(ends.clone()).key_points(BoldPoints(most));
    numbers.into_iter().map(|value| (value, tick(value, length))).collect()
}

/// A number on an axis of that length, with enough decimals to distinguish its labels.
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
    fn ticks_have_enough_decimals_for_their_axis() {
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
        for (value, length, shown) in ticks {
            assert_eq!(tick(value, length), shown);
        }
    }
}
