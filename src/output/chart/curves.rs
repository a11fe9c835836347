//! Curves, points and bars on two axes.

use num_traits::ToPrimitive;

use super::colour::{Colour, INK, PALETTE};
use super::dots::Reference;
use super::legend::{Legend, Sign};
use super::plot::{Axes, Axis, Index, Plot, ticks};
use super::scene::{Anchor, Area, MARGIN, Scene, Screen, Stroke, Type};

/// Space at the left of the axes, above and below them.
const SPACE: [f64; 3] = [88.0, 14.0, 54.0];

/// The height among other panels and alone; on narrow screens, always the same.
const HEIGHT: f64 = 300.0;
const HEIGHT_ALONE: f64 = 420.0;
const HEIGHT_NARROW: f64 = 260.0;

/// The height of the vertical axis title, where it is above the axis.
const AXIS_TITLE: f64 = 18.0;

/// The most labels of the vertical axis.
const LABELS: usize = 6;

/// The greatest width of a curve's name, and its distance from the end of the curve.
const WIDEST: f64 = 220.0;
const ASIDE: f64 = 10.0;

/// The distance of a label from its point.
const MARKED: f64 = 12.0;

/// Series on common axes.
pub(crate) struct Curves {
    pub series: Vec<Curve>,
    pub mark: Mark,
    pub x: String,
    pub y: &'static str,
    /// A reference line.
    pub reference: Option<Reference>,
    /// The best point, with its label.
    pub marked: Option<(Index, String)>,
    /// Whether the chart has a legend that names the series.
    pub named_above: bool,
}

/// The layout of axes within a panel, with the texts above them.
struct Lie {
    legend: Legend,
    /// Free space at the left, right, top and bottom.
    space: [f64; 4],
}

/// The style of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Values at single positions, such as laps, with nothing between them.
    Points,
    /// Values that hold until the next position.
    Steps,
    /// Values joined by a line.
    Line,
    /// Chances at single positions, as bars; those of several series are side by side.
    Bars,
}

/// A series with its label.
pub(crate) struct Curve {
    pub label: String,
    pub points: Vec<Index>,
    /// The ends of the interval around some of the points.
    pub around: Vec<(f64, [f64; 2])>,
}

impl Curve {
    pub(super) const fn new(label: String, points: Vec<Index>) -> Self {
        Self { label, points, around: Vec::new() }
    }
}

/// The corners of steps, for points that hold until the next one.
pub(super) fn corners(points: &[Index]) -> Vec<Index> {
    let mut corners: Vec<Index> = Vec::with_capacity(2 * points.len());
    for &(x, y) in points {
        if let Some(&(before, reached)) = corners.last()
            && before < x
            && (reached - y).abs() > 0.0
        {
            corners.push((x, reached));
        }
        corners.push((x, y));
    }
    corners
}

/// The least and the greatest of some numbers.
fn ends_of(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], number| [low.min(number), high.max(number)])
}

impl Curves {
    fn points(&self) -> impl Iterator<Item = Index> {
        self.series.iter().flat_map(|curve| curve.points.iter().copied())
    }

    /// The ranges of the axes, and the number of labels from left to right.
    fn ends(&self) -> ([f64; 2], [f64; 2], usize) {
        let [left, right] = ends_of(self.points().map(|point| point.0));
        let most = self.series.iter().map(|curve| curve.points.len()).max().unwrap_or(0);
        let step = (right - left) / most.saturating_sub(1).max(1).to_f64().unwrap_or(1.0);
        let from = match self.mark {
            Mark::Bars => left - step / 2.0,
            // Single positions that do not begin near 0 keep a distance from the axis.
            Mark::Points if left > 2.0 * step => left - step / 2.0,
            _ if left >= 0.0 && left < 0.25 * right => 0.0,
            _ => left,
        };
        let to = if self.mark == Mark::Bars { right + step / 2.0 } else { right };
        // No ticks between whole numbers, if there are no values.
        let is_whole = self.points().all(|point| point.0.fract().abs() < 1e-9);
        let labels = match (right - left).floor().to_usize() {
            // A label for every bar, while there is room.
            Some(steps @ 0..=16) if is_whole && self.mark == Mark::Bars => steps + 2,
            Some(steps) if is_whole => steps.clamp(1, 8),
            _ => 8,
        };
        let around = self.series.iter().flat_map(|curve| curve.around.iter().flat_map(|(_, ends)| *ends));
        let heights = self.points().map(|point| point.1).chain(around);
        let [low, high] = ends_of(heights.chain(self.reference.iter().map(|line| line.at)).chain([0.0]));
        let high = if high > low { high * 1.06 } else { 1.0 };
        ([from, to.max(from + 1.0)], [low * 1.06, high], labels)
    }

    pub(super) fn height(&self, screen: Screen, width: f64, alone: bool) -> f64 {
        let height = match alone {
            _ if screen.is_narrow() => HEIGHT_NARROW,
            true => HEIGHT_ALONE,
            false => HEIGHT,
        };
        let [_, _, top, _] = self.lie(screen, width).space;
        height + top - SPACE[1]
    }

    /// Whether a legend replaces the labels beside the curves, for lack of room.
    fn has_legend(&self, screen: Screen, width: f64) -> bool {
        let names = self.names();
        let widest = names.iter().map(|(label, ..)| Type::FIGURES.width_of(label)).fold(0.0, f64::max);
        // The label of a point must fit between the axis and the edge.
        let marked = || {
            let (point, shown) = self.marked.as_ref()?;
            let ([left, right], ..) = self.ends();
            let room = width - SPACE[0] - widest - ASIDE - screen.margin();
            let before = (point.0 - left) / (right - left) * room;
            let room = if self.rises() { before } else { room - before };
            Some(Type::LABEL.width_of(shown) + MARKED > room)
        };
        !screen.is_sheet() && (screen.is_narrow() || widest > WIDEST || marked().unwrap_or(false))
    }

    fn lie(&self, screen: Screen, width: f64) -> Lie {
        let margin = screen.margin();
        let mut rows: Vec<(Sign, String)> = Vec::new();
        let names = self.names();
        let [mut left, mut top, bottom] = SPACE;
        let widest = names.iter().map(|(label, ..)| Type::FIGURES.width_of(label)).fold(16.0, f64::max);
        let mut right = widest.min(WIDEST) + ASIDE + MARGIN;
        if self.has_legend(screen, width) {
            let series = self.names_of_series().filter(|_| !self.named_above);
            rows.extend(series.map(|(label, _, colour)| (Sign::Dot(colour), label)));
            rows.extend(self.reference.iter().map(|line| (Sign::Dashes, line.label.clone())));
            rows.extend(self.marked.iter().map(|(_, shown)| (Sign::Dot(INK), shown.clone())));
            right = 2.0 * margin;
        }
        let rows = if rows.is_empty() { Vec::new() } else { vec![rows] };
        let legend = Legend::new(screen, &rows, width - 2.0 * margin);
        top += legend.height();
        if screen.is_narrow() {
            let (_, [low, high], _) = self.ends();
            let labels = ticks(&(low..high), LABELS).into_iter();
            let face = screen.face(Type::CAPTION);
            left = labels.map(|(_, label)| face.width_of(&label)).fold(0.0, f64::max) + 2.0 * margin;
            top += AXIS_TITLE;
        }
        Lie { legend, space: [left, right, top, bottom] }
    }

    /// Whether the first curve ends higher than it begins.
    fn rises(&self) -> bool {
        let ends = self.series.first().and_then(|curve| curve.points.first().zip(curve.points.last()));
        ends.is_some_and(|(first, last)| last.1 > first.1)
    }

    pub(super) fn draw(&self, area: &mut Area<'_>) {
        let screen = area.screen;
        let ([left, right], [low, high], labels) = self.ends();
        let Lie { legend, space } = self.lie(screen, area.size.0);
        let [_, _, top, bottom] = space;
        let height = area.size.1 - top - bottom;
        let has_legend = self.has_legend(screen, area.size.0);
        if has_legend {
            legend.draw(area, 0.0);
        }
        if screen.is_narrow() {
            let title = (screen.margin(), top - SPACE[1] - AXIS_TITLE / 2.0 + 4.0);
            area.write(self.y, title, screen.face(Type::CAPTION));
        }
        let axes = Axes {
            across: left..right,
            upward: low..high,
            space,
            below: Some(Axis { title: &self.x, labels }),
            beside: Some(Axis { title: if screen.is_narrow() { "" } else { self.y }, labels: LABELS }),
            lines: true,
        };
        let mut plot = Plot::new(area, &axes);
        if let Some(line) = &self.reference {
            plot.dashed([(left, line.at), (right, line.at)]);
        }
        for (index, (curve, colour)) in (0u32..).zip(self.keys()) {
            self.draw_curve(&mut plot, curve, index, colour);
        }
        if let Some((point, shown)) = &self.marked {
            plot.dots(&[*point], 7.0, INK);
            // On the left above a rising curve, on the right above a falling one.
            let (anchor, aside) = if self.rises() { (Anchor::End, -MARKED) } else { (Anchor::Start, MARKED) };
            if !has_legend {
                plot.text(*point, (aside, -14.0), shown, Type::LABEL.anchored(anchor));
            }
        }
        if has_legend {
            return;
        }
        // Each label is beside the end of its curve, and at least a line below the previous one.
        let names = self.names();
        let pixel = |value: f64| height * (high - value) / (high - low);
        let wanted: Vec<f64> = names.iter().map(|(_, at, _)| pixel(*at)).collect();
        for ((label, at, colour), index) in names.iter().zip(spread_out(&wanted, 19.0, height)) {
            let face = Type { colour: *colour, ..Type::FIGURES };
            plot.text((right, *at), (ASIDE, index - pixel(*at)), &face.fitted(label, WIDEST), face);
        }
    }

    /// The series, each with its colour.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&Curve, Colour)> {
        self.series.iter().zip(PALETTE.into_iter().cycle())
    }

    /// The curves alone, for a page that names them.
    pub(crate) fn small(&self) -> Scene {
        const SIZE: (f64, f64) = (400.0, 212.0);
        let ([left, right], [low, high], labels) = self.ends();
        let axes = Axes {
            across: left..right,
            upward: low..high,
            space: [40.0, 10.0, 10.0, 50.0],
            below: Some(Axis { title: &self.x, labels: labels.min(5) }),
            beside: Some(Axis { title: "", labels: LABELS }),
            lines: true,
        };
        Scene::drawn(Screen::default(), SIZE, |area| {
            let mut plot = Plot::new(area, &axes);
            for (index, (curve, colour)) in (0u32..).zip(self.keys()) {
                self.draw_curve(&mut plot, curve, index, colour);
            }
        })
    }

    /// The labels beside the ends of curves and of the reference line: name, height and colour.
    fn names(&self) -> Vec<(String, f64, Colour)> {
        let line = self.reference.iter().map(|line| (line.label.clone(), line.at, INK));
        self.names_of_series().chain(line).collect()
    }

    fn names_of_series(&self) -> impl Iterator<Item = (String, f64, Colour)> {
        let named = self
            .keys()
            .filter_map(|(curve, colour)| Some((curve.label.clone(), curve.points.last()?.1, colour)));
        // The title names a single series, and bars are named above.
        named.filter(|_| self.series.len() > 1 && self.mark != Mark::Bars)
    }

    fn draw_curve(&self, plot: &mut Plot<'_, '_>, curve: &Curve, index: u32, colour: Colour) {
        const WIDE: f64 = 0.8;
        match self.mark {
            Mark::Bars => {
                let step = WIDE / self.series.len().max(1).to_f64().unwrap_or(1.0);
                let left = |x: f64| x - WIDE / 2.0 + step * f64::from(index);
                for (x, y) in &curve.points {
                    plot.rectangle([(left(*x), 0.0), (left(*x) + step, *y)], colour);
                }
                for (x, ends) in &curve.around {
                    let middle = left(*x) + step / 2.0;
                    plot.whisker(ends.map(|end| (middle, end)), (step / 4.0, 0.0), Stroke::new(INK, 1.0));
                }
            }
            Mark::Points => {
                for (x, ends) in &curve.around {
                    plot.whisker(ends.map(|end| (*x, end)), (0.0, 0.0), Stroke::new(colour, 2.0));
                }
                plot.dots(&curve.points, if curve.points.len() > 40 { 3.0 } else { 5.0 }, colour);
            }
            Mark::Steps | Mark::Line => {
                plot.band(&curve.around, colour);
                let steps = self.mark == Mark::Steps;
                let points = if steps { corners(&curve.points) } else { curve.points.clone() };
                plot.line(&points, Stroke::new(colour, 3.0));
            }
        }
    }
}

/// Positions as near as possible to the wanted ones and at least `apart` from each other, from 0 to `height`.
fn spread_out(wanted: &[f64], apart: f64, height: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
    let mut indices = wanted.to_vec();
    // First push down from the top, then up from the bottom.
    let mut least = f64::NEG_INFINITY;
    for &index in &order {
        indices[index] = indices[index].max(least);
        least = indices[index] + apart;
    }
    let mut most = height;
    for &index in order.iter().rev() {
        indices[index] = indices[index].min(most);
        most = indices[index] - apart;
    }
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stay_apart_and_in_order() {
        for wanted in [vec![10.0, 11.0, 12.0, 200.0], vec![199.0, 200.0, 200.0], vec![5.0], vec![50.0; 8]] {
            let indices = spread_out(&wanted, 19.0, 236.0);
            let mut sorted = indices.clone();
            sorted.sort_by(f64::total_cmp);
            assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= 19.0 - 1e-9), "{indices:?}");
            assert!(sorted.last().is_some_and(|last| *last <= 236.0), "{indices:?}");
        }
    }

    #[test]
    fn corners_of_steps() {
        let points = [(0.0, 1.0), (1.0, 3.0), (2.0, 3.0)];
        assert_eq!(corners(&points), [(0.0, 1.0), (1.0, 1.0), (1.0, 3.0), (2.0, 3.0)]);
    }

    #[test]
    fn all_zero_heights_have_an_axis() {
        let curve = Curve::new(String::new(), vec![(1.0, 0.0), (2.0, 0.0)]);
        let curves = Curves {
            series: vec![curve],
            mark: Mark::Points,
            x: String::new(),
            y: "percent",
            reference: None,
            marked: None,
            named_above: false,
        };
        assert_eq!(curves.ends(), ([1.0, 2.0], [0.0, 1.0], 1));
    }
}
