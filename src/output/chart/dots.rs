//! Rows of dots or bars on one axis; for several things side by side, each row has a dot for each.

use num_rational::BigRational;
use num_traits::{FromPrimitive, ToPrimitive};

use super::colour::{Colour, FAINT_INK, GRID, INK, PALETTE};
use super::plot::{Axes, Axis, Plot, tick};
use super::scene::{Anchor, Area, Screen, Stroke, Type, number};
use crate::analysis::{Compared, Figure};
use crate::output::number::{duration, percent, signed};

/// Heights: of a dot alone in its row, of one among several, between rows of several, and of the axis.
const ROW: f64 = 32.0;
const LOW_ROW: f64 = 24.0;
const BAR_ROW: f64 = 21.0;
const GAP: f64 = 18.0;
const AXIS: f64 = 54.0;

/// The height of a line in a label with several lines, and of a label above its row.
const LABEL_LINE: f64 = 19.0;

/// The greatest width of labels, and of figures.
const WIDEST_LABEL: f64 = 300.0;
const WIDEST_FIGURE: f64 = 220.0;

/// The distance of figures from the axis, and from the end of a bar.
const ASIDE: f64 = 14.0;
const ASIDE_OF_BAR: f64 = 7.0;

/// Space at the left of labels for the colours of their bars.
const SPOT: f64 = 20.0;

/// Rows of dots.
pub(crate) struct Dots {
    pub rows: Vec<Row>,
    pub unit: &'static str,
    /// A reference line for all rows.
    pub reference: Option<Reference>,
    /// Whether bars are drawn from 0.
    pub bars: bool,
    /// The least end of the axis.
    pub most: f64,
}

/// A row: a dot for each of the things side by side that has one.
pub(crate) struct Row {
    pub label: String,
    pub dots: Vec<Option<Dot>>,
    /// A reference mark for this row.
    pub against: Option<f64>,
}

/// A value, if it is finite, with its text and its interval.
pub(crate) struct Dot {
    pub value: Option<f64>,
    pub shown: String,
    pub interval: Option<[f64; 2]>,
    /// A colour of its own, also shown before its row.
    pub colour: Option<Colour>,
}

/// A line at a number, with its label.
#[derive(Clone)]
pub(crate) struct Reference {
    pub at: f64,
    pub label: String,
}

/// The layout of rows, from the top down, and the room left at both sides.
struct Lie {
    rows: Vec<Lain>,
    /// The bottom of the last row.
    foot: f64,
    left: f64,
    right: f64,
    /// The height of each dot, and the gap between rows.
    each: f64,
    gap: f64,
    /// Whether labels are above their rows, and whether figures are on the lines of the labels.
    above: bool,
    on_label: bool,
}

/// The top and bottom of a row, the top of its dots, and its label line by line.
struct Lain {
    label: Vec<String>,
    top: f64,
    first: f64,
    foot: f64,
}

/// A dot with its label.
pub(crate) type Labelled = (String, Dot);

/// Merges several series into rows by label. New labels of later series keep their order within their own series.
pub(super) fn beside(series: Vec<Vec<Labelled>>) -> Vec<Row> {
    let number = series.len();
    let mut rows: Vec<Row> = Vec::new();
    for (index, dots) in series.into_iter().enumerate() {
        let mut next = 0;
        for (label, dot) in dots {
            let known = rows.iter().position(|row| row.label == label && row.dots[index].is_none());
            let at = known.unwrap_or(next);
            if known.is_none() {
                rows.insert(at, Row { label, dots: (0..number).map(|_| None).collect(), against: None });
            }
            rows[at].dots[index] = Some(dot);
            next = at + 1;
        }
    }
    rows
}

impl Dot {
    /// A dot for a figure, in percent if it is a chance.
    pub(super) fn new(figure: &Figure, chance: bool, interval: Option<[f64; 2]>) -> Self {
        let scale = if chance { 100.0 } else { 1.0 };
        // Numbers too small for a double are drawn at 0.
        let value = figure.rational().and_then(|value| value.to_f64()).map(|value| value * scale);
        let shown = if chance { percent(figure) } else { signed(figure) };
        // A figure shown as 0 is drawn at 0.
        let value = if shown == "0" { Some(0.0) } else { value };
        let interval = interval.filter(|ends| ends.iter().all(|end| end.is_finite()));
        Self {
            value: value.filter(|value| value.is_finite()),
            shown,
            interval: interval.map(|ends| ends.map(|end| end * scale)),
            colour: None,
        }
    }

    /// A dot for a figure with its credible interval, or else with its own interval if it is not solved.
    pub(super) fn compared(beside: &Compared, chance: bool) -> Self {
        let credible = beside.credible().map(|credible| credible.ends());
        let own = || beside.solved.interval().map(|(ends, _)| ends);
        Self::new(&beside.solved, chance, credible.or_else(own))
    }

    /// The ends of the interval, and the value.
    fn ends(&self) -> impl Iterator<Item = f64> {
        self.interval.into_iter().flatten().chain(self.value)
    }
}

/// The range of the axis: around everything shown, but wide enough that tiny differences look tiny.
fn range([low, high]: [f64; 2], unit: &str) -> (f64, f64) {
    const POINTS: f64 = 4.0;
    let size = high.abs().max(low.abs());
    let least = match unit {
        "percent" => POINTS,
        _ if size > 0.0 => size * 0.1,
        _ => 1.0,
    };
    let spare = ((least - (high - low)) / 2.0).max((high - low) * 0.06);
    let (from, to) = (low - spare, high + spare);
    (if low >= 0.0 && from < 0.35 * high { 0.0 } else { from }, to)
}

/// The ratio of largest to smallest from which lengths get a logarithmic axis.
const FAR_APART: f64 = 30.0;

/// An axis: its range, and whether it is logarithmic.
#[derive(Clone, Copy)]
struct Scale {
    ends: (f64, f64),
    least: Option<f64>,
}

impl Scale {
    /// The position of a value.
    fn at(self, value: f64) -> f64 {
        self.least.map_or(value, |least| value.max(least / 2.0).log10())
    }
}

impl Dots {
    fn dots(&self) -> impl Iterator<Item = &Dot> {
        self.rows.iter().flat_map(|row| row.dots.iter().flatten())
    }

    /// Whether there is a number to draw.
    fn has_numbers(&self) -> bool {
        self.dots().any(|dot| dot.value.is_some())
    }

    /// The number of series side by side.
    fn series(&self) -> usize {
        self.rows.iter().map(|row| row.dots.len()).max().unwrap_or(1)
    }

    /// The type of figures, and the width of the widest.
    fn figures(&self, screen: Screen) -> (Type, f64) {
        let face = screen.face(Type::FIGURES);
        let most = if screen.is_sheet() { WIDEST_FIGURE } else { f64::INFINITY };
        (face, self.dots().map(|dot| face.width_of(&dot.shown)).fold(0.0, f64::max).min(most))
    }

    /// Lays out the rows within a width: labels at the left and figures at the right, or both above the rows if the axis would be
    /// too short.
    fn lie(&self, screen: Screen, width: f64) -> Lie {
        const SHORTEST: f64 = 88.0;
        let labels = |width: f64| -> Vec<Vec<String>> {
            self.rows.iter().map(|row| screen.lines(Type::LABEL, &row.label, width)).collect()
        };
        let margin = screen.margin();
        let (_, figures) = self.figures(screen);
        let most = if screen.is_sheet() { WIDEST_LABEL } else { WIDEST_LABEL.min(width / 2.0) };
        let widest = self.rows.iter().map(|row| Type::LABEL.width_of(&row.label));
        let widest = widest.fold(0.0, f64::max).min(most);
        let spot = if self.dots().any(|dot| dot.colour.is_some()) { SPOT } else { 0.0 };
        let [left, right] = if screen.is_narrow() {
            [widest + margin + spot + ASIDE, figures + margin + ASIDE]
        } else {
            [widest + 50.0, figures + 44.0]
        };
        let above = screen.is_narrow() && width - left - right < SHORTEST;
        let (labels, left, right, on_label) = if above {
            let alone = self.series() <= 1;
            let room = width - 2.0 * margin - spot;
            // With a single series, figures are at the end of the label's line, or below it.
            let right = if alone { 2.0 * margin } else { figures + margin + ASIDE };
            let beside_figures =
                if alone && room - figures - ASIDE > SHORTEST { figures + ASIDE } else { 0.0 };
            (labels(room - beside_figures), margin + spot, right, beside_figures > 0.0)
        } else {
            (labels(most), left, right, false)
        };
        let (each, gap) = match self.series() {
            0 | 1 => (if self.bars { BAR_ROW } else { ROW }, 0.0),
            _ => (LOW_ROW, GAP),
        };
        let mut foot = 0.0;
        let rows = self.rows.iter().zip(labels).map(|(row, label)| {
            let top = foot;
            let dots = number(row.dots.iter().flatten().count()) * each + gap;
            let mut lines = number(label.len()) * LABEL_LINE;
            let first = if above {
                lines += if self.series() <= 1 && !on_label { LABEL_LINE } else { 0.0 };
                foot += lines + dots;
                top + lines
            } else {
                // A label with several lines may be higher than its dots.
                let height = if label.len() > 1 { dots.max(lines + 4.0) } else { dots };
                foot += height;
                top + (height - dots) / 2.0
            };
            Lain { label, top, first, foot }
        });
        let rows = rows.collect();
        Lie { rows, foot, left, right, each, gap, above, on_label }
    }

    /// Room above the rows for the label of the reference line.
    const fn top(&self) -> f64 {
        if self.reference.is_some() { 24.0 } else { 4.0 }
    }

    /// Room below the rows for the axis, if there is one.
    fn foot(&self) -> f64 {
        if self.has_numbers() { AXIS } else { 0.0 }
    }

    pub(super) fn height(&self, screen: Screen, width: f64) -> f64 {
        self.lie(screen, width).foot + self.foot() + self.top() + 8.0
    }

    fn scale(&self) -> Scale {
        let line = || self.reference.iter().map(|line| line.at);
        let against = || self.rows.iter().filter_map(|row| row.against);
        let values = || self.dots().filter_map(|dot| dot.value).chain(line());
        let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
        if matches!(self.unit, "minutes" | "casts") && least > 0.0 && most > FAR_APART * least {
            return Scale { ends: ((least / 1.6).log10(), (most * 1.6).log10()), least: Some(least) };
        }
        let ends = self.dots().flat_map(Dot::ends).chain(line()).chain(against());
        let ends = ends.chain(self.bars.then_some([0.0, self.most]).into_iter().flatten());
        let [low, high] =
            ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], end| [low.min(end), high.max(end)]);
        Scale { ends: if low <= high { range([low, high], self.unit) } else { (0.0, 1.0) }, least: None }
    }

    pub(super) fn draw(&self, area: &mut Area<'_>) {
        let (screen, width) = (area.screen, area.size.0);
        let margin = screen.margin();
        let scale = self.scale();
        let (from, to) = scale.ends;
        let lie = self.lie(screen, width);
        let (foot, left) = (lie.foot, lie.left);
        let (figures, widest) = self.figures(screen);
        let axes = Axes {
            across: from..to,
            upward: foot..0.0,
            space: [left, lie.right, self.top(), self.foot()],
            below: (scale.least.is_none() && self.has_numbers())
                .then_some(Axis { title: self.unit, labels: 8 }),
            beside: None,
            // No grid lines through figures beside bars.
            lines: !self.bars,
        };
        let across = |at: f64| left + (at - from) / (to - from) * (width - left - lie.right);
        let mut plot = Plot::new(area, &axes);
        if scale.least.is_some() {
            draw_powers(&mut plot, (from, to), foot, self.unit);
        }
        if let Some(Reference { at, label }) = self.reference.as_ref().filter(|_| self.has_numbers()) {
            let at = scale.at(*at);
            plot.dashed([(at, 0.0), (at, foot)]);
            let face = screen.face(Type::CAPTION);
            let anchor = if at > f64::midpoint(from, to) { Anchor::End } else { Anchor::Start };
            // Shifted to stay within the width.
            let aside = match anchor {
                _ if screen.is_sheet() => 0.0,
                Anchor::End => (margin + face.width_of(label) - across(at)).max(0.0),
                _ => (width - margin - face.width_of(label) - across(at)).min(0.0),
            };
            plot.text((at, 0.0), (aside, -12.0), label, face.anchored(anchor));
        }
        let several = self.series() > 1;
        for (row, lain) in self.rows.iter().zip(&lie.rows) {
            let Lain { label, top, first, foot } = lain;
            let middle = f64::midpoint(*top, *foot);
            for (line, index) in label.iter().zip(0u32..) {
                let index = f64::from(index);
                if lie.above {
                    plot.text((from, *top), (0.0, LABEL_LINE * (index + 0.5)), line, Type::LABEL);
                } else {
                    let down = LABEL_LINE * (index - (number(label.len()) - 1.0) / 2.0);
                    plot.text((from, middle), (-ASIDE, down), line, Type::LABEL.anchored(Anchor::End));
                }
            }
            if let Some(at) = row.against.map(|at| scale.at(at)) {
                plot.dashed([(at, first + 6.0), (at, foot - 6.0)]);
            }
            let dots = row.dots.iter().zip(PALETTE.into_iter().cycle());
            let dots = dots.filter_map(|(dot, colour)| Some((dot.as_ref()?, colour)));
            let gap = if several { lie.gap / 2.0 } else { 0.0 };
            for ((dot, colour), number) in dots.zip(0u32..) {
                let middle = first + gap + lie.each * (f64::from(number) + 0.5);
                if let Some(colour) = dot.colour {
                    let spot = if screen.is_narrow() { margin + 5.0 } else { 16.0 };
                    plot.spot((from, middle), spot - left, 5.0, colour);
                }
                let whisker = if several { colour } else { FAINT_INK };
                self.draw_dot(&mut plot, dot, (scale, middle), (dot.colour.unwrap_or(colour), whisker));
                let shown = figures.fitted(&dot.shown, widest);
                let end = dot.ends().map(|end| scale.at(end)).fold(scale.at(0.0), f64::max);
                if lie.above && !several {
                    let (at, line, anchor) = if lie.on_label {
                        (to, *top + LABEL_LINE / 2.0, Anchor::End)
                    } else {
                        (from, first - LABEL_LINE / 2.0, Anchor::Start)
                    };
                    plot.text((at, line), (0.0, 0.0), &shown, figures.anchored(anchor));
                } else {
                    let (at, aside) = if self.bars { (end, ASIDE_OF_BAR) } else { (to, ASIDE) };
                    plot.text((at, middle), (aside, 0.0), &shown, figures);
                }
            }
        }
    }

    fn draw_dot(
        &self,
        plot: &mut Plot<'_, '_>,
        dot: &Dot,
        (scale, middle): (Scale, f64),
        (colour, whisker): (Colour, Colour),
    ) {
        const BAR: f64 = 14.0;
        let value = dot.value.map(|value| (scale.at(value), middle));
        if let Some(value) = value.filter(|_| self.bars) {
            plot.line(&[(scale.at(0.0), middle), value], Stroke::new(colour, BAR));
        }
        if let Some(ends) = dot.interval {
            let whisker = if self.bars { Stroke::new(INK, 1.0) } else { Stroke::new(whisker, 2.0) };
            plot.whisker(ends.map(|end| (scale.at(end), middle)), (0.0, 5.0), whisker);
        }
        if let Some(value) = value.filter(|_| !self.bars) {
            plot.dots(&[value], 6.0, colour);
        }
    }

    /// The text alternative; `names` are those of the series.
    pub(super) fn description(&self, names: &[String]) -> String {
        let texts = self.rows.iter().flat_map(|row| {
            row.dots.iter().enumerate().filter_map(|(index, dot)| {
                let name = names.get(index).map_or_else(String::new, |name| format!(" ({name})"));
                Some(format!("{}{name} {}", row.label, dot.as_ref()?.shown))
            })
        });
        texts.collect::<Vec<_>>().join(", ")
    }
}

/// The ticks of a logarithmic axis: powers of ten, and for minutes also hours and days.
fn draw_powers(plot: &mut Plot<'_, '_>, (from, to): (f64, f64), foot: f64, unit: &str) {
    const FIRST: [f64; 3] = [0.1, 1.0, 10.0];
    let hours = (0..9).map(|power| 60.0 * 10f64.powi(power));
    let powers: Vec<f64> = if unit == "minutes" {
        FIRST.into_iter().chain(hours).collect()
    } else {
        (-2..16).map(|power| 10f64.powi(power)).collect()
    };
    let face = plot.label_face();
    let mut free = f64::NEG_INFINITY;
    for value in powers {
        let at = value.log10();
        if at < from || at > to {
            continue;
        }
        plot.line(&[(at, 0.0), (at, foot)], Stroke::new(GRID, 1.0));
        let label = match BigRational::from_f64(value).filter(|_| unit == "minutes") {
            Some(minutes) => duration(&minutes),
            None => tick(value, value),
        };
        let (middle, half) = (plot.across(&(from..to), at), face.width_of(&label) / 2.0);
        if plot.has_room(free, middle - half, middle + half) {
            plot.text((at, foot), (0.0, 16.0), &label, face.anchored(Anchor::Middle));
            free = middle + half;
        }
    }
    let title = if unit == "minutes" { "time, on a logarithmic scale" } else { unit };
    plot.text((f64::midpoint(from, to), foot), (0.0, 38.0), title, face.anchored(Anchor::Middle));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_an_axis_with_distinct_labels() {
        let (from, to) = range([25.0, 25.01], "percent");
        assert!(to - from >= 4.0 && from < 25.0 && to > 25.01);
        for (value, unit) in
            [(0.0, "coins"), (0.0, "percent"), (1e-9, "coins"), (-3e7, "coins"), (5.0, "minutes")]
        {
            let (from, to) = range([value, value], unit);
            let labels = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| tick(from + part * (to - from), to - from));
            assert!(labels.windows(2).all(|pair| pair[0] != pair[1]), "{value} {unit}: {labels:?}");
        }
    }

    #[test]
    fn series_side_by_side_share_rows() {
        let dot = |label: &str, value: f64| {
            (label.to_owned(), Dot { value: Some(value), shown: String::new(), interval: None, colour: None })
        };
        let rows = beside(vec![vec![dot("a", 1.0), dot("z", 2.0)], vec![dot("a", 3.0), dot("b", 4.0)]]);
        let values: Vec<(&str, Vec<Option<f64>>)> = rows
            .iter()
            .map(|row| (row.label.as_str(), row.dots.iter().map(|dot| dot.as_ref()?.value).collect()))
            .collect();
        assert_eq!(
            values,
            [("a", vec![Some(1.0), Some(3.0)]), ("b", vec![None, Some(4.0)]), ("z", vec![Some(2.0), None])]
        );
    }
}
