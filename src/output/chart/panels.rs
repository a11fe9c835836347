//! Panels of a picture below one another: bars, curves, bands, and a map.

use num_traits::ToPrimitive;
use plotters::style::RGBColor;
use plotters::style::text_anchor::HPos;

use super::canvas::{Area, Canvas, Drawn, INK, PALETTE, Type, as_i32, fitted, write};
use super::layout::{Column, Key, Layout, Panel as Part, Sign, WIDTH, draw_key, text_width};
use super::map::Map;
use super::plot::{Axes, Axis, Place, Plot, Stroke, trimmed};
use super::{ChartError, board};
use crate::analysis::{Cumulative, Figure, SpreadFigures};
use crate::games::BoardView;
use crate::output::number::{percent, signed};

const HEIGHT: i32 = 300;

/// One panel of a picture, as high as all others.
pub(crate) struct Panel {
    pub title: String,
    pub content: Content,
}

pub(crate) enum Content {
    Bars {
        bars: Vec<Bar>,
        unit: &'static str,
    },
    Curves {
        curves: Vec<Curve>,
        x: String,
        y: &'static str,
    },
    /// A value in each cell.
    Map(Map),
    /// What lies on a board.
    Board(BoardView),
    /// The chances of steps on top of one another, the highest at the bottom.
    Bands(Vec<(f64, Vec<f64>)>),
}

/// A bar with its label, and the interval on it.
pub(crate) struct Bar {
    pub label: String,
    pub value: f64,
    pub shown: String,
    pub interval: Option<[f64; 2]>,
}

/// A line with its label; a band where it has two edges.
pub(crate) struct Curve {
    pub label: String,
    pub points: Vec<(f64, f64)>,
    /// The ends of the interval around some of the points, where bones were counted.
    pub around: Vec<(f64, [f64; 2])>,
}

impl Bar {
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
        let shown = if chance { percent(figure) } else { signed(figure).replace('−', "-") };
        Some(Self { label, value, shown, interval: interval.map(|ends| ends.map(|end| end * scale)) })
    }

    /// The ends of the interval, or the end of the bar.
    fn ends(&self) -> [f64; 2] {
        self.interval.unwrap_or([self.value; 2])
    }
}

impl Curve {
    pub(super) const fn new(label: String, points: Vec<(f64, f64)>) -> Self {
        Self { label, points, around: Vec::new() }
    }
}

/// The chance of at most so many, from the law of a number, in a unit of which so many make one of those of the law.
pub(super) fn law_panel(title: &str, unit: &str, spread: &SpreadFigures, factor: f64) -> Option<Panel> {
    let line = Cumulative::new(spread.pmf.as_ref().or(spread.counted.as_ref())?, factor)?;
    let points = line.points.into_iter().map(|(number, chance)| (number, 100.0 * chance));
    let curve = Curve::new("chance so far".to_owned(), points.collect());
    let title = match spread.pmf {
        Some(_) => title.to_owned(),
        None => format!("{title}, in the games played by chance"),
    };
    Some(Panel::curves(title, vec![curve], unit, "percent"))
}

/// Draws the panels under the first of the lines, and the others below them.
pub(super) fn draw(lines: &[String], panels: &[Panel]) -> Result<Canvas, ChartError> {
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
    pub(super) fn bars(title: impl Into<String>, bars: Vec<Bar>, unit: &'static str) -> Self {
        Self { title: title.into(), content: Content::Bars { bars, unit } }
    }

    pub(super) fn curves(
        title: impl Into<String>,
        curves: Vec<Curve>,
        x: impl Into<String>,
        y: &'static str,
    ) -> Self {
        Self { title: title.into(), content: Content::Curves { curves, x: x.into(), y } }
    }

    fn placed(&self) -> Part<'_> {
        let height = if let Content::Board(view) = &self.content { board::height(view) } else { HEIGHT };
        Part { title: Some(self.title.clone()), height, draw: Box::new(|area| self.draw(area)) }
    }

    fn draw(&self, area: &Area<'_>) -> Drawn {
        match &self.content {
            Content::Bars { bars, unit } => draw_bars(area, bars, unit),
            Content::Curves { curves, x, y } => draw_curves(area, curves, x, y),
            Content::Bands(points) => draw_bands(area, points),
            Content::Board(view) => board::draw(area, view),
            Content::Map(map) => map.draw(area, (WIDTH.cast_signed(), HEIGHT)),
        }
    }

    /// What it says to those who cannot see it.
    fn told(&self) -> String {
        let Content::Bars { bars, .. } = &self.content else { return format!("{}.", self.title) };
        let bars = bars.iter().map(|bar| format!("{} {}", bar.label, bar.shown));
        format!("{}: {}.", self.title, bars.collect::<Vec<_>>().join(", "))
    }
}

/// An axis with its title, its numbers as short as they are.
const fn axis(title: &str, labels: usize) -> Axis<'_> {
    Axis { title, labels, format: &trimmed }
}

fn draw_bars(area: &Area<'_>, bars: &[Bar], unit: &str) -> Drawn {
    let ends = bars.iter().flat_map(|bar| {
        let [low, high] = bar.ends();
        [low.min(bar.value), high.max(bar.value)]
    });
    let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), value| (low.min(value), high.max(value)));
    let room = if high > low { (high - low) * 0.14 } else { 1.0 };
    let bottom = if low < 0.0 { low - room } else { 0.0 };
    let number = as_i32(bars.len()).max(1);
    let axes = Axes {
        across: 0.0..f64::from(number),
        upward: bottom..(high + room),
        space: [88, 24, 10, 34],
        below: None,
        beside: Some(axis(unit, 6)),
        lines: true,
    };
    let mut plot = Plot::new(area, &axes)?;
    let text = Type::LABEL.anchored(HPos::Center);
    for (bar, place) in bars.iter().zip(0..) {
        let middle = f64::from(place) + 0.5;
        let colour = PALETTE[0];
        plot.rectangle([(middle - 0.3, 0.0), (middle + 0.3, bar.value)], colour)?;
        if let Some(ends) = bar.interval {
            plot.whisker(ends.map(|end| (middle, end)), (0.08, 0.0), Stroke::solid(INK, 2))?;
        }
        let [low, high] = bar.ends();
        let down = bar.value < 0.0;
        let (end, away) = if down { (low.min(bar.value), 15) } else { (high.max(bar.value), -13) };
        plot.text((middle, end), (0, away), &bar.shown, text)?;
        let label = fitted(&bar.label, text_width(WIDTH) / number.unsigned_abs(), Type::LABEL);
        plot.text((middle, bottom), (0, 16), &label, text)?;
    }
    Ok(())
}

fn draw_curves(area: &Area<'_>, curves: &[Curve], x: &str, y: &str) -> Drawn {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let left = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
    let right = points().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
    let ends = curves.iter().flat_map(|curve| curve.around.iter().map(|(_, [_, high])| *high));
    let top = points().map(|point| point.1).chain(ends).fold(0.0, f64::max);
    let bottom = points().map(|point| point.1).fold(f64::INFINITY, f64::min).min(0.0);
    let left = if left >= 0.0 && left < 0.25 * right { 0.0 } else { left };
    let axes = Axes {
        across: left..right.max(left + 1.0),
        upward: bottom..(top * 1.06).max(1e-9),
        space: [88, 40, 10, 54],
        below: Some(axis(x, 8)),
        beside: Some(axis(y, 6)),
        lines: true,
    };
    let mut plot = Plot::new(area, &axes)?;
    for (curve, colour) in curves.iter().zip(PALETTE.into_iter().cycle()) {
        plot.band(&curve.around, colour)?;
        plot.line(curve.points.clone(), Stroke::solid(colour, 3))?;
    }
    if curves.len() > 1 {
        for (curve, place) in curves.iter().zip(0..) {
            let text = Type { colour: PALETTE[place % PALETTE.len()], ..Type::LABEL };
            // Eight below one another, then the next column.
            let (column, row) = (as_i32(place / PALETTE.len()), as_i32(place % PALETTE.len()));
            write(area, &curve.label, (110 + 200 * column, 24 + 22 * row), text)?;
        }
    }
    Ok(())
}

/// One band for each step, the end at the bottom, from light to dark.
fn draw_bands(area: &Area<'_>, points: &[(f64, Vec<f64>)]) -> Drawn {
    const KEYS: i32 = 138;
    let right = points.last().map_or(1.0, |(throws, _)| *throws).max(1.0);
    let axes = Axes {
        across: 0.0..right,
        upward: 0.0..100.0,
        space: [88, 150, 10, 54],
        below: Some(axis("casts of one seat", 8)),
        beside: Some(axis("percent", 6)),
        lines: false,
    };
    let mut plot = Plot::without_axes(area, &axes)?;
    let steps = points.first().map_or(0, |(_, chances)| chances.len());
    let edge = |step: usize| -> Vec<Place> {
        let sum = |chances: &[f64]| 100.0 * chances[step..].iter().sum::<f64>();
        points.iter().map(|(throws, chances)| (*throws, sum(chances))).collect()
    };
    for step in 0..steps {
        let foot = [(right, 0.0), (0.0, 0.0)];
        plot.polygon(edge(step).into_iter().chain(foot).collect(), shade(step, steps))?;
        if steps <= 12 {
            plot.line(edge(step), Stroke::solid(RGBColor(255, 255, 255), 1))?;
        }
    }
    plot.draw_axes(&axes)?;
    // The steps at the right, as many as there is room for.
    let every = steps.div_ceil(10);
    let shown = (0..steps).rev().filter(|step| (steps - 1 - step).is_multiple_of(every));
    for (step, line) in shown.zip(0..) {
        let label = match step {
            0 => "none yet".to_owned(),
            step if step + 1 == steps => "all made".to_owned(),
            step => format!("{step} made"),
        };
        let key = Key { sign: Sign::Square(shade(step, steps)), label };
        draw_key(area, &key, (WIDTH.cast_signed() - KEYS, 26 + 22 * line), Type::CAPTION)?;
    }
    Ok(())
}

/// From light to the dark blue of the palette.
pub(super) fn shade(step: usize, steps: usize) -> RGBColor {
    let mixed = |light: u8, dark: u8| {
        let (light, dark) = (usize::from(light), usize::from(dark));
        let part = (light * (steps - 1 - step) + dark * step) / (steps - 1).max(1);
        u8::try_from(part).unwrap_or(u8::MAX)
    };
    let RGBColor(red, green, blue) = PALETTE[0];
    RGBColor(mixed(238, red), mixed(232, green), mixed(213, blue))
}
