//! Panels of a picture below one another: dots, curves, bands, and a map.

use std::ops::Range;

use num_rational::BigRational;
use num_traits::{FromPrimitive, ToPrimitive};
use plotters::style::text_anchor::HPos;
use plotters::style::{RGBColor, WHITE};

use super::canvas::{
    Area, Canvas, Drawn, FAINT_INK, GRID, INK, PALETTE, Type, as_i32, fitted, ink_on, shade,
};
use super::layout::{Column, Layout, Panel as Part, WIDTH};
use super::map::Map;
use super::plot::{Axes, Axis, Place, Plot, Stroke, trimmed};
use super::{ChartError, board};
use crate::analysis::{Compared, Cumulative, Figure, SpreadFigures};
use crate::games::BoardView;
use crate::output::number::{duration, percent, signed};

const HEIGHT: i32 = 300;

/// The height of a row of dots, and of their axis.
const ROW: i32 = 32;
const AXIS: i32 = 54;

/// The widest that the labels of dots are.
const WIDEST_LABEL: u32 = 300;

/// One panel of a picture.
pub(crate) struct Panel {
    pub title: String,
    pub content: Content,
}

pub(crate) enum Content {
    /// A dot in each row, with its interval, and a line to hold them against.
    Dots {
        dots: Vec<Dot>,
        unit: &'static str,
        reference: Option<Reference>,
        /// What the axis has to show besides, so that panels can be compared.
        shared: Option<[f64; 2]>,
        /// Whether a bar leads to each from 0.
        bars: bool,
    },
    Curves {
        curves: Vec<Curve>,
        mark: Mark,
        x: String,
        y: &'static str,
        reference: Option<Reference>,
        /// The point to take.
        marked: Option<Place>,
    },
    /// A value in each cell.
    Map(Map),
    /// What lies on a board.
    Board(BoardView),
    /// The chances of steps on top of one another, the highest at the bottom.
    Bands(Vec<(f64, Vec<f64>)>),
}

/// A value in its row, with the interval around it.
pub(crate) struct Dot {
    pub label: String,
    pub value: f64,
    pub shown: String,
    pub interval: Option<[f64; 2]>,
}

/// A line at a number, with what it stands for.
#[derive(Clone)]
pub(crate) struct Reference {
    pub at: f64,
    pub label: String,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Numbers that belong to single places, such as casts: nothing is between them.
    Points,
    /// Numbers that hold until the next place.
    Steps,
}

/// A series with its label.
pub(crate) struct Curve {
    pub label: String,
    pub points: Vec<(f64, f64)>,
    /// The ends of the interval around some of the points, where bones were counted.
    pub around: Vec<(f64, [f64; 2])>,
}

impl Dot {
    /// Of a figure, in percent if it is a chance.
    pub(super) fn new(
        label: String,
        figure: &Figure,
        chance: bool,
        interval: Option<[f64; 2]>,
    ) -> Option<Self> {
        let scale = if chance { 100.0 } else { 1.0 };
        // What is too small for a double is 0 in a picture.
        let value = figure.rational()?.to_f64()? * scale;
        let shown = if chance { percent(figure) } else { signed(figure) };
        Some(Self { label, value, shown, interval: interval.map(|ends| ends.map(|end| end * scale)) })
    }

    /// Of a figure with what stands beside it: the interval of the weights that counts leave possible, or else of the
    /// games that were simulated.
    pub(super) fn compared(label: String, beside: &Compared, chance: bool) -> Option<Self> {
        let credible = beside.posterior.as_ref().map(|posterior| posterior.credible.ends());
        let simulated = || beside.simulated.iter().chain([&beside.solved]).find_map(Figure::interval);
        let interval = credible.or_else(|| simulated().map(|(ends, _)| ends));
        Self::new(label, &beside.solved, chance, interval.filter(|[_, high]| high.is_finite()))
    }

    /// The ends of the interval, or the dot.
    fn ends(&self) -> [f64; 2] {
        let [low, high] = self.interval.unwrap_or([self.value; 2]);
        [low.min(self.value), high.max(self.value)]
    }
}

impl Curve {
    pub(super) const fn new(label: String, points: Vec<(f64, f64)>) -> Self {
        Self { label, points, around: Vec::new() }
    }
}

/// The chance of at most so many, from the distribution of a number, in a unit of which so many make one of those of the distribution.
pub(super) fn law_panel(title: &str, unit: &str, spread: &SpreadFigures, factor: f64) -> Option<Panel> {
    let line = Cumulative::new(spread.pmf.as_ref().or(spread.counted.as_ref())?, factor)?;
    let points = line.points.into_iter().map(|(number, chance)| (number, 100.0 * chance));
    let curve = Curve::new("chance so far".to_owned(), points.collect());
    let title = match spread.pmf {
        Some(_) => title.to_owned(),
        None => format!("{title}, simulated"),
    };
    Some(Panel::curves(title, vec![curve], Mark::Steps, unit, "percent of the games"))
}

/// Draws the panels under the first of the lines, and the others below them.
pub(super) fn draw(lines: &[String], panels: &[Panel]) -> Result<Canvas, ChartError> {
    if panels.is_empty() {
        return Err(ChartError::Nothing("none of its figures is one that a chart shows"));
    }
    let layout = Layout {
        title: lines.first().cloned().unwrap_or_default(),
        subtitle: None,
        legend: Vec::new(),
        width: WIDTH,
        columns: vec![Column {
            panels: panels.iter().map(Panel::placed).collect(),
            notes: lines.iter().skip(1).cloned().collect(),
        }],
        description: panels.iter().map(Panel::told).collect::<Vec<_>>().join(" "),
    };
    layout.draw()
}

impl Panel {
    pub(super) fn dots(
        title: impl Into<String>,
        dots: Vec<Dot>,
        unit: &'static str,
        reference: Option<Reference>,
    ) -> Self {
        let content = Content::Dots { dots, unit, reference, shared: None, bars: false };
        Self { title: title.into(), content }
    }

    /// Parts of a whole, in percent.
    pub(super) fn bars(title: impl Into<String>, bars: Vec<Dot>) -> Self {
        let content =
            Content::Dots { dots: bars, unit: "percent", reference: None, shared: None, bars: true };
        Self { title: title.into(), content }
    }

    /// Whether it has any dots, or bars.
    pub(super) const fn has_dots(&self) -> bool {
        matches!(&self.content, Content::Dots { dots, .. } if !dots.is_empty())
    }

    /// The same with one axis for all these panels of dots.
    pub(super) fn sharing_axis(mut panels: Vec<Self>) -> Vec<Self> {
        let dots = panels.iter().flat_map(|panel| match &panel.content {
            Content::Dots { dots, .. } => dots.as_slice(),
            _ => &[],
        });
        let [low, high] = ends_of(dots, None);
        for panel in &mut panels {
            if let Content::Dots { shared, .. } = &mut panel.content {
                *shared = Some([low, high]);
            }
        }
        panels
    }

    pub(super) fn curves(
        title: impl Into<String>,
        curves: Vec<Curve>,
        mark: Mark,
        x: impl Into<String>,
        y: &'static str,
    ) -> Self {
        let content = Content::Curves { curves, mark, x: x.into(), y, reference: None, marked: None };
        Self { title: title.into(), content }
    }

    fn height(&self) -> i32 {
        match &self.content {
            Content::Board(view) => board::height(view),
            Content::Dots { dots, reference, .. } => {
                as_i32(dots.len()) * ROW + AXIS + top_of(reference.as_ref()) + 8
            }
            _ => HEIGHT,
        }
    }

    fn placed(&self) -> Part<'_> {
        Part {
            title: Some(self.title.clone()),
            height: self.height(),
            draw: Box::new(|area| self.draw(area)),
        }
    }

    fn draw(&self, area: &Area<'_>) -> Drawn {
        match &self.content {
            Content::Dots { dots, unit, reference, shared, bars } => {
                draw_dots(area, dots, unit, reference.as_ref(), *shared, *bars)
            }
            Content::Curves { curves, mark, x, y, reference, marked } => {
                draw_curves(area, curves, *mark, [x, y], reference.as_ref(), *marked)
            }
            Content::Bands(points) => draw_bands(area, points),
            Content::Board(view) => board::draw(area, view),
            Content::Map(map) => map.draw(area, (WIDTH.cast_signed(), HEIGHT)),
        }
    }

    /// What it says to those who cannot see it.
    fn told(&self) -> String {
        let Content::Dots { dots, .. } = &self.content else { return format!("{}.", self.title) };
        let dots = dots.iter().map(|dot| format!("{} {}", dot.label, dot.shown));
        format!("{}: {}.", self.title, dots.collect::<Vec<_>>().join(", "))
    }
}

/// An axis with its title, its numbers as short as they are.
const fn axis(title: &str, labels: usize) -> Axis<'_> {
    Axis { title, labels, format: &trimmed }
}

/// Room above the rows for what a line stands for.
fn top_of(reference: Option<&Reference>) -> i32 {
    if reference.is_some() { 24 } else { 4 }
}

/// The least and the most of dots with their intervals, and of a line.
fn ends_of<'a>(dots: impl IntoIterator<Item = &'a Dot>, reference: Option<&Reference>) -> [f64; 2] {
    let ends = dots.into_iter().flat_map(Dot::ends).chain(reference.map(|reference| reference.at));
    ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], end| [low.min(end), high.max(end)])
}

/// Where the axis of dots begins and ends: around all that is shown, and not so near that a hair looks like a mile.
fn range([low, high]: [f64; 2], unit: &str) -> (f64, f64) {
    let least = if unit == "percent" { 4.0 } else { (high.abs().max(low.abs()) * 0.1).max(1e-9) };
    let spare = ((least - (high - low)) / 2.0).max((high - low) * 0.06);
    let (from, to) = (low - spare, high + spare);
    match unit {
        "percent" => (if low >= 0.0 { from.max(0.0) } else { from }, to),
        _ => (if low >= 0.0 && from < 0.35 * high { 0.0 } else { from }, to),
    }
}

/// From so many times the smallest on, lengths share a logarithmic axis.
const FAR_APART: f64 = 30.0;

fn draw_dots(
    area: &Area<'_>,
    dots: &[Dot],
    unit: &str,
    reference: Option<&Reference>,
    shared: Option<[f64; 2]>,
    bars: bool,
) -> Drawn {
    const BAR: u32 = 12;
    let all = || dots.iter().map(|dot| dot.value).chain(reference.map(|reference| reference.at));
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    let is_far = matches!(unit, "minutes" | "casts") && least > 0.0 && most > FAR_APART * least;
    let scaled = |value: f64| if is_far { value.max(least / 2.0).log10() } else { value };
    let (from, to) = if is_far {
        ((least / 1.6).log10(), (most * 1.6).log10())
    } else {
        let [low, high] = shared.unwrap_or_else(|| ends_of(dots, reference));
        range([if bars { low.min(0.0) } else { low }, high], unit)
    };
    let widest = dots.iter().map(|dot| Type::LABEL.width_of(&dot.label)).max().unwrap_or(0).min(WIDEST_LABEL);
    let figures = dots.iter().map(|dot| Type::FIGURES.width_of(&dot.shown)).max().unwrap_or(0);
    let rows = f64::from(as_i32(dots.len()));
    let top = top_of(reference);
    let axes = Axes {
        across: from..to,
        upward: rows..0.0,
        space: [widest.cast_signed() + 50, figures.cast_signed() + 44, top, AXIS],
        below: (!is_far).then(|| axis(unit, 8)),
        beside: None,
        lines: true,
    };
    let mut plot = Plot::new(area, &axes)?;
    if is_far {
        draw_powers(&mut plot, (from, to), rows, unit)?;
    }
    if let Some(Reference { at, label }) = reference {
        let at = scaled(*at);
        let dashed = Stroke { colour: INK, width: 2, dash: Some((5, 4)) };
        plot.line(vec![(at, 0.0), (at, rows)], dashed)?;
        let anchor = if at > f64::midpoint(from, to) { HPos::Right } else { HPos::Left };
        plot.text((at, 0.0), (0, -12), label, Type::CAPTION.anchored(anchor))?;
    }
    for (dot, place) in dots.iter().zip(0u32..) {
        let middle = f64::from(place) + 0.5;
        if let Some(ends) = dot.interval {
            plot.whisker(ends.map(|end| (scaled(end), middle)), (0.0, 0.16), Stroke::solid(FAINT_INK, 2))?;
        }
        if bars {
            plot.line(vec![(from, middle), (dot.value, middle)], Stroke::solid(PALETTE[0], BAR))?;
        } else {
            plot.dots(&[(scaled(dot.value), middle)], 6, PALETTE[0])?;
        }
        let label = fitted(&dot.label, WIDEST_LABEL, Type::LABEL);
        plot.text((from, middle), (-14, 0), &label, Type::LABEL.anchored(HPos::Right))?;
        plot.text((to, middle), (14, 0), &dot.shown, Type::FIGURES)?;
    }
    Ok(())
}

/// The ticks of a logarithmic axis: powers of ten, of minutes hours and days as well.
fn draw_powers(plot: &mut Plot<'_, '_>, (from, to): (f64, f64), rows: f64, unit: &str) -> Drawn {
    const FIRST: [f64; 3] = [0.1, 1.0, 10.0];
    let hours = (0..9).map(|power| 60.0 * 10f64.powi(power));
    let powers: Vec<f64> = if unit == "minutes" {
        FIRST.into_iter().chain(hours).collect()
    } else {
        (-2..16).map(|power| 10f64.powi(power)).collect()
    };
    for value in powers {
        let at = value.log10();
        if at < from || at > to {
            continue;
        }
        plot.line(vec![(at, 0.0), (at, rows)], Stroke::solid(GRID, 1))?;
        let told = match BigRational::from_f64(value).filter(|_| unit == "minutes") {
            Some(minutes) => duration(&minutes),
            None => trimmed(value),
        };
        plot.text((at, rows), (0, 16), &told, Type::CAPTION.anchored(HPos::Center))?;
    }
    let title = if unit == "minutes" { "time, on a logarithmic scale" } else { unit };
    plot.text((f64::midpoint(from, to), rows), (0, 38), title, Type::CAPTION.anchored(HPos::Center))
}

/// Points that hold until the next one, as the corners of steps.
pub(in crate::output) fn corners(points: &[Place]) -> Vec<Place> {
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

/// So many points at most are drawn one by one.
const MOST_POINTS: usize = 120;

fn draw_curves(
    area: &Area<'_>,
    curves: &[Curve],
    mark: Mark,
    [x, y]: [&str; 2],
    reference: Option<&Reference>,
    marked: Option<Place>,
) -> Drawn {
    const SPACE: [i32; 3] = [88, 14, AXIS];
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let left = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
    let right = points().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
    let ends = curves.iter().flat_map(|curve| curve.around.iter().map(|(_, [_, high])| *high));
    let heights = || points().map(|point| point.1).chain(reference.map(|reference| reference.at));
    let top = heights().chain(ends).fold(0.0, f64::max);
    let bottom = heights().fold(f64::INFINITY, f64::min).min(0.0);
    let most = curves.iter().map(|curve| curve.points.len()).max().unwrap_or(0);
    let step = (right - left) / most.saturating_sub(1).max(1).to_f64().unwrap_or(1.0);
    let left = match mark {
        // The first of single places stands off the axis, if they do not begin near 0.
        Mark::Points if left > 2.0 * step => left - step / 2.0,
        _ if left >= 0.0 && left < 0.25 * right => 0.0,
        _ => left,
    };
    let ends: Vec<(String, f64, RGBColor)> = if curves.len() > 1 {
        let last = |curve: &Curve| curve.points.last().map_or(0.0, |point| point.1);
        let named = curves.iter().zip(PALETTE.into_iter().cycle());
        named.map(|(curve, colour)| (curve.label.clone(), last(curve), colour)).collect()
    } else {
        Vec::new()
    };
    let ends: Vec<_> =
        ends.into_iter().chain(reference.map(|line| (line.label.clone(), line.at, INK))).collect();
    let widest = ends.iter().map(|(label, ..)| Type::FIGURES.width_of(label)).max().unwrap_or(16).min(220);
    let upward = if bottom < 0.0 { bottom * 1.06 } else { 0.0 }..(top * 1.06).max(1e-9);
    // Where nothing is between whole numbers, no tick is.
    let is_whole = points().all(|point| point.0.fract().abs() < 1e-9);
    let labels = match (right - left).floor().to_usize() {
        Some(steps) if is_whole => steps.clamp(1, 8),
        _ => 8,
    };
    let axes = Axes {
        across: left..right.max(left + 1.0),
        upward: upward.clone(),
        space: [SPACE[0], widest.cast_signed() + 34, SPACE[1], SPACE[2]],
        below: Some(axis(x, labels)),
        beside: Some(axis(y, 6)),
        lines: true,
    };
    let mut plot = Plot::new(area, &axes)?;
    if let Some(line) = reference {
        let dashed = Stroke { colour: INK, width: 2, dash: Some((5, 4)) };
        plot.line(vec![(left, line.at), (right, line.at)], dashed)?;
    }
    if let Some(point) = marked {
        plot.dots(&[point], 9, INK)?;
    }
    for (curve, colour) in curves.iter().zip(PALETTE.into_iter().cycle()) {
        if mark == Mark::Points && curve.points.len() <= MOST_POINTS {
            for (x, ends) in &curve.around {
                plot.whisker(ends.map(|end| (*x, end)), (0.0, 0.0), Stroke::solid(colour, 2))?;
            }
            plot.dots(&curve.points, if curve.points.len() > 40 { 3 } else { 5 }, colour)?;
        } else {
            plot.band(&curve.around, colour)?;
            plot.line(corners(&curve.points), Stroke::solid(colour, 3))?;
        }
    }
    // Each label stands beside the end of its curve, a line below the one before at least.
    let height = f64::from(HEIGHT - SPACE[1] - SPACE[2]);
    let pixel = |value: f64| height * (upward.end - value) / (upward.end - upward.start);
    let wanted: Vec<f64> = ends.iter().map(|(_, at, _)| pixel(*at)).collect();
    let places = spread_out(&wanted, 19.0, height);
    for ((label, at, colour), place) in ends.iter().zip(places) {
        let down = (place - pixel(*at)).round().to_i32().unwrap_or(0);
        let text = Type { colour: *colour, ..Type::FIGURES };
        plot.text((axes.across.end, *at), (10, down), &fitted(label, 220, Type::FIGURES), text)?;
    }
    Ok(())
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

/// Bands of steps, the end at the bottom, from light to dark, each with its name: steps next to one another share a band
/// where there is no room for the names of all.
fn draw_bands(area: &Area<'_>, points: &[(f64, Vec<f64>)]) -> Drawn {
    const SPACE: [i32; 4] = [88, 44, 10, 54];
    const NAME: [f64; 2] = [48.0, 18.0];
    let right = points.last().map_or(1.0, |(throws, _)| *throws).max(1.0);
    let axes = Axes {
        across: 0.0..right,
        upward: 0.0..100.0,
        space: SPACE,
        below: Some(axis("casts of one seat", 8)),
        beside: Some(axis("percent of the games", 6)),
        lines: false,
    };
    let mut plot = Plot::without_axes(area, &axes)?;
    let [left_of, right_of, above, below] = SPACE.map(f64::from);
    let size = [f64::from(WIDTH) - left_of - right_of, f64::from(HEIGHT) - above - below];
    let edges = Edges::new(points, [right * NAME[0] / size[0], 100.0 * NAME[1] / size[1]]);
    let bands = edges.bands();
    for (number, band) in bands.iter().enumerate() {
        let edge: Vec<Place> = edges.of(band.start).collect();
        let foot = [(right, 0.0), (0.0, 0.0)];
        plot.polygon(edge.iter().copied().chain(foot).collect(), shade(number, bands.len()))?;
        plot.line(edge, Stroke::solid(WHITE, 1))?;
    }
    plot.draw_axes(&axes)?;
    let last = edges.steps() - 1;
    for (number, band) in bands.iter().enumerate() {
        let name = match (band.start, band.end - 1) {
            (0, _) => "none yet".to_owned(),
            (first, _) if first == last => "all made".to_owned(),
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}\u{2013}{last}"),
        };
        if let Some((_, place)) = edges.roomiest(band).filter(|(room, _)| *room >= edges.name[1]) {
            let colour = ink_on(shade(number, bands.len()));
            plot.text(place, (0, 0), &name, Type { colour, ..Type::FIGURES }.anchored(HPos::Center))?;
        }
    }
    Ok(())
}

/// Where the chances of steps lie that are stacked on one another, the highest at the bottom, in percent.
struct Edges {
    /// After so many throws the upper edge of each step.
    points: Vec<(f64, Vec<f64>)>,
    /// How wide and how high a name is in numbers.
    name: [f64; 2],
}

impl Edges {
    fn new(points: &[(f64, Vec<f64>)], name: [f64; 2]) -> Self {
        let edges = |chances: &[f64]| {
            let sum = |from: usize| 100.0 * chances[from..].iter().sum::<f64>();
            (0..chances.len()).map(sum).collect()
        };
        Self { points: points.iter().map(|(throws, chances)| (*throws, edges(chances))).collect(), name }
    }

    fn steps(&self) -> usize {
        self.points.first().map_or(1, |(_, edges)| edges.len().max(1))
    }

    /// The upper edge of a step.
    fn of(&self, step: usize) -> impl Iterator<Item = Place> + '_ {
        self.points.iter().map(move |(throws, edges)| (*throws, edges[step]))
    }

    /// Where a band has most room for a name, and how high that is: all edges rise to the right.
    fn roomiest(&self, band: &Range<usize>) -> Option<(f64, Place)> {
        // None and all are words, the others numbers.
        let in_words = band.start == 0 || band.end == self.steps();
        let half = if in_words { self.name[0] } else { self.name[0] / 2.0 };
        let lower = |edges: &[f64]| edges.get(band.end).copied().unwrap_or(0.0);
        let places = self.points.iter().filter_map(|(throws, _)| {
            let (_, left) = self.points.iter().rev().find(|(other, _)| *other <= throws - half)?;
            let (_, right) = self.points.iter().find(|(other, _)| *other >= throws + half)?;
            let (low, high) = (lower(right), left[band.start]);
            Some((high - low, (*throws, f64::midpoint(low, high))))
        });
        places.max_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// None, all, and the steps between them, of which so many next to one another share a band that each has room for
    /// its name.
    fn bands(&self) -> Vec<Range<usize>> {
        let room = |band: &Range<usize>| self.roomiest(band).map_or(0.0, |(room, _)| room);
        let less = |one: &(usize, f64), other: &(usize, f64)| one.1.total_cmp(&other.1);
        let last = self.steps() - 1;
        let mut between: Vec<Range<usize>> = (1..last).map(|step| step..step + 1).collect();
        while between.len() > 1 {
            let rooms: Vec<(usize, f64)> = between.iter().map(room).enumerate().collect();
            let Some((least, _)) =
                rooms.iter().copied().min_by(less).filter(|(_, room)| *room < self.name[1])
            else {
                break;
            };
            let beside = rooms.iter().copied().filter(|(place, _)| place.abs_diff(least) == 1).min_by(less);
            let first = beside.map_or(least, |(place, _)| place.min(least));
            between[first].end = between.remove(first + 1).end;
        }
        let all = (last > 0).then(|| last..last + 1);
        std::iter::once(0..1).chain(between).chain(all).collect()
    }
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
    fn steps_share_a_band_where_one_alone_has_no_room_for_its_name() {
        let early = vec![0.5, 0.01, 0.2, 0.04, 0.02, 0.04, 0.19];
        let late = vec![0.1, 0.02, 0.2, 0.05, 0.02, 0.04, 0.57];
        let bands = |name: [f64; 2]| Edges::new(&[(0.0, early.clone()), (9.0, late.clone())], name).bands();
        assert_eq!(bands([0.0, 10.0]), [0..1, 1..3, 3..6, 6..7]);
        assert_eq!(bands([0.0, 0.1]), [0..1, 1..2, 2..3, 3..4, 4..5, 5..6, 6..7]);
        assert_eq!(bands([0.0, 100.0]), [0..1, 1..6, 6..7]);
        // A long name has no room in what rises by more than its thickness along it.
        let rising = [(0.0, vec![0.9, 0.1, 0.0]), (1.0, vec![0.5, 0.3, 0.2]), (2.0, vec![0.0, 0.2, 0.8])];
        let [short, long] = [0.0, 2.0].map(|wide| Edges::new(&rising, [wide, 1.0]).roomiest(&(1..2)));
        assert!(
            short.is_some_and(|(room, place)| (room - 30.0).abs() < 1e-9 && (place.0 - 1.0).abs() < 1e-9),
            "{short:?}"
        );
        assert!(long.is_some_and(|(room, _)| (room + 70.0).abs() < 1e-9), "{long:?}");
        assert_eq!(Edges::new(&[(0.0, vec![0.5, 0.5])], [0.0, 10.0]).bands(), [0..1, 1..2]);
    }

    #[test]
    fn equal_shares_are_not_blown_up() {
        let dot = |value: f64| Dot { label: String::new(), value, shown: String::new(), interval: None };
        let (from, to) = range(ends_of(&[dot(25.0), dot(25.01)], None), "percent");
        assert!(to - from >= 4.0 && from < 25.0 && to > 25.01);
    }
}
