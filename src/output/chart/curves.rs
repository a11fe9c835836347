//! Curves, points and bars by the numbers that they belong to.

use num_traits::ToPrimitive;

use super::dots::Reference;
use super::plot::{Axes, Axis, Place, Plot};
use super::scene::{Anchor, Area, Colour, INK, PALETTE, Scene, Stroke, Type};

/// Space at the left of the axes, above and below them.
const SPACE: [f64; 3] = [88.0, 14.0, 54.0];

/// The widest that the name of a curve is.
const WIDEST: f64 = 220.0;

/// Series along the same axis.
pub(crate) struct Curves {
    pub series: Vec<Curve>,
    pub mark: Mark,
    pub x: String,
    pub y: &'static str,
    /// A line to hold them against.
    pub reference: Option<Reference>,
    /// The point to take, with what it is.
    pub marked: Option<(Place, String)>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Numbers that belong to single places, such as laps: nothing is between them.
    Points,
    /// Numbers that hold until the next place.
    Steps,
    /// Numbers along a line.
    Line,
    /// Chances of single places, each as a bar; those of several series stand side by side.
    Bars,
}

/// A series with its label.
pub(crate) struct Curve {
    pub label: String,
    pub points: Vec<Place>,
    /// The ends of the interval around some of the points.
    pub around: Vec<(f64, [f64; 2])>,
}

impl Curve {
    pub(super) const fn new(label: String, points: Vec<Place>) -> Self {
        Self { label, points, around: Vec::new() }
    }
}

/// Points that hold until the next one, as the corners of steps.
pub(super) fn corners(points: &[Place]) -> Vec<Place> {
    let mut corners: Vec<Place> = Vec::with_capacity(2 * points.len());
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

/// The least and the most of some numbers.
fn ends_of(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], number| [low.min(number), high.max(number)])
}

impl Curves {
    fn points(&self) -> impl Iterator<Item = Place> {
        self.series.iter().flat_map(|curve| curve.points.iter().copied())
    }

    /// From where to where the axes go, and how many labels there are from left to right.
    fn ends(&self) -> ([f64; 2], [f64; 2], usize) {
        let [left, right] = ends_of(self.points().map(|point| point.0));
        let most = self.series.iter().map(|curve| curve.points.len()).max().unwrap_or(0);
        let step = (right - left) / most.saturating_sub(1).max(1).to_f64().unwrap_or(1.0);
        let from = match self.mark {
            Mark::Bars => left - step / 2.0,
            // The first of single places stands off the axis, if they do not begin near 0.
            Mark::Points if left > 2.0 * step => left - step / 2.0,
            _ if left >= 0.0 && left < 0.25 * right => 0.0,
            _ => left,
        };
        let to = if self.mark == Mark::Bars { right + step / 2.0 } else { right };
        // Where nothing is between whole numbers, no tick is.
        let is_whole = self.points().all(|point| point.0.fract().abs() < 1e-9);
        let labels = match (right - left).floor().to_usize() {
            // Under every bar stands its number, while there is room.
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

    pub(super) fn draw(&self, area: &mut Area<'_>) {
        let ([left, right], [low, high], labels) = self.ends();
        let height = area.size.1 - SPACE[1] - SPACE[2];
        let names = self.names();
        let widest = names.iter().map(|(label, ..)| Type::FIGURES.width_of(label)).fold(16.0, f64::max);
        let axes = Axes {
            across: left..right,
            upward: low..high,
            space: [SPACE[0], widest.min(WIDEST) + 34.0, SPACE[1], SPACE[2]],
            below: Some(Axis { title: &self.x, labels }),
            beside: Some(Axis { title: self.y, labels: 6 }),
            lines: true,
        };
        let mut plot = Plot::new(area, &axes);
        if let Some(line) = &self.reference {
            plot.dashed([(left, line.at), (right, line.at)]);
        }
        for (place, (curve, colour)) in (0u32..).zip(self.keys()) {
            self.draw_curve(&mut plot, curve, place, colour);
        }
        if let Some((point, told)) = &self.marked {
            plot.dots(&[*point], 7.0, INK);
            let ends = self.series.first().and_then(|curve| curve.points.first().zip(curve.points.last()));
            let rises = ends.is_some_and(|(first, last)| last.1 > first.1);
            // Above a curve that rises on the left, and above one that falls on the right.
            let (anchor, aside) = if rises { (Anchor::End, -12.0) } else { (Anchor::Start, 12.0) };
            plot.text(*point, (aside, -14.0), told, Type::LABEL.anchored(anchor));
        }
        // Each label stands beside the end of its curve, a line below the one before at least.
        let pixel = |value: f64| height * (high - value) / (high - low);
        let wanted: Vec<f64> = names.iter().map(|(_, at, _)| pixel(*at)).collect();
        for ((label, at, colour), place) in names.iter().zip(spread_out(&wanted, 19.0, height)) {
            let face = Type { colour: *colour, ..Type::FIGURES };
            plot.text((right, *at), (10.0, place - pixel(*at)), &face.fitted(label, WIDEST), face);
        }
    }

    /// Each with its colour.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&Curve, Colour)> {
        self.series.iter().zip(PALETTE.into_iter().cycle())
    }

    /// The curves alone, as a part of a page that names them.
    pub(crate) fn small(&self) -> Scene {
        const SIZE: (f64, f64) = (400.0, 212.0);
        let ([left, right], [low, high], labels) = self.ends();
        let axes = Axes {
            across: left..right,
            upward: low..high,
            space: [40.0, 10.0, 10.0, 50.0],
            below: Some(Axis { title: &self.x, labels: labels.min(5) }),
            beside: Some(Axis { title: "", labels: 6 }),
            lines: true,
        };
        Scene::drawn(SIZE, |area| {
            let mut plot = Plot::new(area, &axes);
            for (place, (curve, colour)) in (0u32..).zip(self.keys()) {
                self.draw_curve(&mut plot, curve, place, colour);
            }
        })
    }

    /// What is written beside the ends of curves and of the line: the name, the height, and the colour.
    fn names(&self) -> Vec<(String, f64, Colour)> {
        let named = self
            .keys()
            .filter_map(|(curve, colour)| Some((curve.label.clone(), curve.points.last()?.1, colour)));
        // One alone is what the title says, and bars are named above.
        let named = named.filter(|_| self.series.len() > 1 && self.mark != Mark::Bars);
        named.chain(self.reference.iter().map(|line| (line.label.clone(), line.at, INK))).collect()
    }

    fn draw_curve(&self, plot: &mut Plot<'_, '_>, curve: &Curve, place: u32, colour: Colour) {
        const WIDE: f64 = 0.8;
        match self.mark {
            Mark::Bars => {
                let step = WIDE / self.series.len().max(1).to_f64().unwrap_or(1.0);
                let left = |x: f64| x - WIDE / 2.0 + step * f64::from(place);
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

/// Places as near as can be to those that are wanted, and at least so far apart, from 0 to `height`.
fn spread_out(wanted: &[f64], apart: f64, height: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
    let mut places = wanted.to_vec();
    // Down from the top, then up again from the bottom.
    let mut least = f64::NEG_INFINITY;
    for &place in &order {
        places[place] = places[place].max(least);
        least = places[place] + apart;
    }
    let mut most = height;
    for &place in order.iter().rev() {
        places[place] = places[place].min(most);
        most = places[place] - apart;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stay_apart_and_in_order() {
        for wanted in [vec![10.0, 11.0, 12.0, 200.0], vec![199.0, 200.0, 200.0], vec![5.0], vec![50.0; 8]] {
            let places = spread_out(&wanted, 19.0, 236.0);
            let mut sorted = places.clone();
            sorted.sort_by(f64::total_cmp);
            assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= 19.0 - 1e-9), "{places:?}");
            assert!(sorted.last().is_some_and(|last| *last <= 236.0), "{places:?}");
        }
    }

    #[test]
    fn what_holds_until_the_next_place_goes_up_in_steps() {
        let points = [(0.0, 1.0), (1.0, 3.0), (2.0, 3.0)];
        assert_eq!(corners(&points), [(0.0, 1.0), (1.0, 1.0), (1.0, 3.0), (2.0, 3.0)]);
    }

    #[test]
    fn heights_that_are_all_0_have_an_axis() {
        let curve = Curve::new(String::new(), vec![(1.0, 0.0), (2.0, 0.0)]);
        let curves = Curves {
            series: vec![curve],
            mark: Mark::Points,
            x: String::new(),
            y: "percent",
            reference: None,
            marked: None,
        };
        assert_eq!(curves.ends(), ([1.0, 2.0], [0.0, 1.0], 1));
    }
}
