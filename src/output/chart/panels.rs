//! Panels of a picture below one another: bars, curves, bands, and a map.

use num_traits::ToPrimitive;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::ChartError;
use super::canvas::{
    Area, BAND, CAPTION_LINE, Canvas, INK, MARGIN, PALETTE, Type, as_i32, failed, fine, fine_size, fitted,
    outline, plain_axes, wrapped, write, write_finely, write_lines,
};
use crate::analysis::SpreadFigures;
use crate::exact::{Pmf, Support};

const WIDTH: u32 = 960;
const TEXT_WIDTH: u32 = WIDTH - 2 * MARGIN.unsigned_abs();
const TITLE_LINE: i32 = 34;
const PANEL: i32 = 300;
const PANEL_TITLE: i32 = 26;
/// How many points a line has at most.
const MOST_POINTS: usize = 600;
/// Laws of so few numbers are drawn as steps.
const FEW_STEPS: usize = 80;

/// One panel of a picture, as high as all others.
pub(super) enum Panel {
    Bars {
        title: String,
        bars: Vec<Bar>,
        unit: &'static str,
    },
    Curves {
        title: String,
        curves: Vec<Curve>,
        x: String,
        y: &'static str,
    },
    /// A value in each cell, row by row, from light to dark; the best is framed.
    Map {
        title: String,
        /// What the rows and the columns are.
        keys: [String; 2],
        rows: Vec<String>,
        columns: Vec<String>,
        cells: Vec<Option<f64>>,
        best: Option<usize>,
        unit: &'static str,
    },
    /// The chances of steps on top of one another, the highest at the bottom.
    Bands {
        title: String,
        points: Vec<(f64, Vec<f64>)>,
    },
}

/// A bar with its label, and the interval on it.
pub(super) struct Bar {
    pub label: String,
    pub value: f64,
    pub shown: String,
    pub interval: Option<(f64, f64)>,
}

/// A line with its label; a band where it has two edges.
pub(super) struct Curve {
    pub label: String,
    pub points: Vec<(f64, f64)>,
    /// The ends of the interval around some of the points, where bones were counted.
    pub around: Vec<(f64, [f64; 2])>,
}

impl Curve {
    pub(super) const fn new(label: String, points: Vec<(f64, f64)>) -> Self {
        Self { label, points, around: Vec::new() }
    }
}

/// The chance of at most so many, from the law of a number.
pub(super) fn law_panel(title: &str, unit: &str, spread: &SpreadFigures) -> Option<Panel> {
    scaled_law_panel(title, unit, spread, 1.0)
}

/// The same in a unit of which so many make one of those of the law.
pub(super) fn scaled_law_panel(
    title: &str,
    unit: &str,
    spread: &SpreadFigures,
    factor: f64,
) -> Option<Panel> {
    let pmf = spread.pmf.as_ref().filter(|pmf| pmf.chances.len() > 1)?;
    let points = cumulated(pmf).into_iter().map(|(number, sum)| (number * factor, sum));
    let curve = Curve::new("chance so far".to_owned(), points.collect());
    Some(Panel::Curves { title: title.to_owned(), curves: vec![curve], x: unit.to_owned(), y: "percent" })
}

/// Points of the distribution function in percent, thinned out where there are many.
fn cumulated(pmf: &Pmf) -> Vec<(f64, f64)> {
    // Beyond, the line is at the top.
    const TOP: f64 = 99.5;
    let mut sum = 0.0;
    let sums = pmf.chances.iter().map(|chance| {
        sum += 100.0 * chance.middle();
        sum
    });
    let mut sums: Vec<f64> = sums.collect();
    sums.truncate(sums.iter().position(|sum| *sum > TOP).map_or(sums.len(), |last| last + 1));
    let every = sums.len().div_ceil(MOST_POINTS).max(1);
    let at = |place: usize| match &pmf.support {
        #[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
        Support::Steps { first, step } => (first + step * place as u64) as f64,
        Support::Listed(numbers) => numbers.get(place).and_then(ToPrimitive::to_f64).unwrap_or(0.0),
    };
    let last = sums.len() - 1;
    let shown = sums.into_iter().enumerate().filter(|(place, _)| place % every == 0 || *place == last);
    let shown: Vec<(f64, f64)> = shown.map(|(place, sum)| (at(place), sum)).collect();
    if shown.len() > FEW_STEPS {
        return shown;
    }
    // Few numbers are told apart as steps.
    let mut steps = vec![(shown[0].0, 0.0)];
    for (place, (number, sum)) in shown.iter().enumerate() {
        steps.push((*number, *sum));
        if let Some((next, _)) = shown.get(place + 1) {
            steps.push((*next, *sum));
        }
    }
    steps
}

/// Draws the panels under the first of the lines, and the others below them.
pub(super) fn draw(lines: &[String], panels: &[Panel]) -> Result<Canvas, ChartError> {
    let (title, rest) =
        lines.split_first().map_or((String::new(), &[][..]), |(first, rest)| (first.clone(), rest));
    let caption: Vec<String> =
        rest.iter().flat_map(|line| wrapped(line, TEXT_WIDTH, Type::CAPTION)).collect();
    let head = 20 + TITLE_LINE;
    let foot = as_i32(caption.len()) * CAPTION_LINE + 24;
    let height = head + as_i32(panels.len()) * (PANEL + PANEL_TITLE) + foot;
    let description = describe(panels);
    let size = (WIDTH, u32::try_from(height).unwrap_or(u32::MAX));
    Canvas::draw(size, &title, description, |area| {
        write(area, &fitted(&title, TEXT_WIDTH, Type::TITLE), (MARGIN, 34), Type::TITLE)?;
        for (panel, place) in panels.iter().zip(0..) {
            let top = head + place * (PANEL + PANEL_TITLE);
            let name = match panel {
                Panel::Bars { title, .. }
                | Panel::Curves { title, .. }
                | Panel::Map { title, .. }
                | Panel::Bands { title, .. } => title,
            };
            write(area, name, (MARGIN, top + PANEL_TITLE / 2), Type::PANEL)?;
            let part = area.clone().shrink(
                (fine(0), fine(top + PANEL_TITLE)),
                (fine_size(WIDTH), fine_size(PANEL.unsigned_abs())),
            );
            match panel {
                Panel::Bars { bars, unit, .. } => draw_bars(&part, bars, unit)?,
                Panel::Curves { curves, x, y, .. } => draw_curves(&part, curves, x, y)?,
                Panel::Bands { points, .. } => draw_bands(&part, points)?,
                Panel::Map { keys, rows, columns, cells, best, unit, .. } => {
                    draw_map(&part, keys, [rows, columns], cells, *best, unit)?;
                }
            }
        }
        write_lines(area, &caption, height - foot + 18, CAPTION_LINE, Type::CAPTION)
    })
}

/// What the picture says, for those who cannot see it.
fn describe(panels: &[Panel]) -> String {
    let mut said = Vec::new();
    for panel in panels {
        match panel {
            Panel::Bars { title, bars, .. } => {
                let bars: Vec<String> =
                    bars.iter().map(|bar| format!("{} {}", bar.label, bar.shown)).collect();
                said.push(format!("{title}: {}.", bars.join(", ")));
            }
            Panel::Curves { title, .. } | Panel::Bands { title, .. } | Panel::Map { title, .. } => {
                said.push(format!("{title}."));
            }
        }
    }
    said.join(" ")
}

fn draw_bars(area: &Area<'_>, bars: &[Bar], unit: &str) -> Result<(), ChartError> {
    let ends = bars.iter().flat_map(|bar| {
        [
            bar.value,
            bar.interval.map_or(bar.value, |(low, _)| low),
            bar.interval.map_or(bar.value, |(_, high)| high),
        ]
    });
    let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), value| (low.min(value), high.max(value)));
    let room = if high > low { (high - low) * 0.14 } else { 1.0 };
    let bottom = if low < 0.0 { low - room } else { 0.0 };
    let number = i32::try_from(bars.len()).unwrap_or(1).max(1);
    let mut chart = ChartBuilder::on(area)
        .margin_left(fine_size(16))
        .margin_right(fine_size(24))
        .margin_bottom(fine_size(34))
        .margin_top(fine_size(10))
        .y_label_area_size(fine_size(72))
        .build_cartesian_2d(0.0..f64::from(number), bottom..(high + room))
        .map_err(failed)?;
    plain_axes(&mut chart.configure_mesh(), 15.0)
        .disable_x_mesh()
        .disable_x_axis()
        .y_labels(6)
        .y_label_formatter(&|value| trimmed(*value))
        .y_desc(unit)
        .draw()
        .map_err(failed)?;
    for (bar, place) in bars.iter().zip(0..) {
        let (left, right) = (f64::from(place) + 0.2, f64::from(place) + 0.8);
        let middle = f64::from(place) + 0.5;
        chart
            .draw_series([Rectangle::new([(left, 0.0), (right, bar.value)], PALETTE[0].filled())])
            .map_err(failed)?;
        if let Some((low, high)) = bar.interval {
            let style = INK.stroke_width(fine_size(2));
            let whisker = [(middle, low), (middle, high)];
            let caps = [low, high].map(|end| [(middle - 0.08, end), (middle + 0.08, end)]);
            chart
                .draw_series(
                    std::iter::once(whisker).chain(caps).map(|ends| PathElement::new(ends.to_vec(), style)),
                )
                .map_err(failed)?;
        }
        let down = bar.value < 0.0;
        let (low, high) = bar.interval.unwrap_or((bar.value, bar.value));
        let end = if down { low.min(bar.value) } else { high.max(bar.value) };
        let (x, y) = chart.backend_coord(&(middle, end));
        let (left, upper) = area.get_pixel_range();
        let place = (x - left.start, y - upper.start);
        let text = Type::LABEL.anchored(HPos::Center);
        write_finely(area, &bar.shown, (place.0, place.1 + fine(if down { 15 } else { -13 })), text)?;
        let width = TEXT_WIDTH / number.unsigned_abs();
        let label = fitted(&bar.label, width, Type::LABEL);
        write_finely(area, &label, (place.0, fine(PANEL - 18)), text)?;
    }
    Ok(())
}

fn draw_curves(area: &Area<'_>, curves: &[Curve], x: &str, y: &str) -> Result<(), ChartError> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let left = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
    let right = points().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
    let ends = curves.iter().flat_map(|curve| curve.around.iter().map(|(_, [_, high])| *high));
    let top = points().map(|point| point.1).chain(ends).fold(0.0, f64::max);
    let bottom = points().map(|point| point.1).fold(f64::INFINITY, f64::min).min(0.0);
    let left = if left >= 0.0 && left < 0.25 * right { 0.0 } else { left };
    let mut chart = ChartBuilder::on(area)
        .margin_left(fine_size(16))
        .margin_right(fine_size(40))
        .margin_top(fine_size(10))
        .margin_bottom(fine_size(6))
        .x_label_area_size(fine_size(48))
        .y_label_area_size(fine_size(72))
        .build_cartesian_2d(left..right.max(left + 1.0), bottom..(top * 1.06).max(1e-9))
        .map_err(failed)?;
    plain_axes(&mut chart.configure_mesh(), 15.0)
        .x_labels(8)
        .y_labels(6)
        .x_label_formatter(&|value| trimmed(*value))
        .y_label_formatter(&|value| trimmed(*value))
        .x_desc(x)
        .y_desc(y)
        .draw()
        .map_err(failed)?;
    for (curve, colour) in curves.iter().zip(PALETTE.into_iter().cycle()) {
        if let Some(outline) = outline(&curve.around) {
            chart.draw_series([Polygon::new(outline, colour.mix(BAND))]).map_err(failed)?;
        }
        chart
            .draw_series(LineSeries::new(curve.points.iter().copied(), colour.stroke_width(fine_size(3))))
            .map_err(failed)?;
    }
    if curves.len() > 1 {
        for (curve, place) in curves.iter().zip(0..) {
            let text = Type { colour: PALETTE[place % PALETTE.len()], ..Type::LABEL };
            // Eight below one another, then the next column.
            let (column, row) = (as_i32(place / PALETTE.len()), as_i32(place % PALETTE.len()));
            let at = (fine(110 + 200 * column), fine(24 + 22 * row));
            write_finely(area, &curve.label, at, text)?;
        }
    }
    Ok(())
}

/// One band for each step, the end at the bottom, from light to dark.
fn draw_bands(area: &Area<'_>, points: &[(f64, Vec<f64>)]) -> Result<(), ChartError> {
    let right = points.last().map_or(1.0, |(throws, _)| *throws).max(1.0);
    let mut chart = ChartBuilder::on(area)
        .margin_left(fine_size(16))
        .margin_right(fine_size(150))
        .margin_top(fine_size(10))
        .margin_bottom(fine_size(6))
        .x_label_area_size(fine_size(48))
        .y_label_area_size(fine_size(72))
        .build_cartesian_2d(0.0..right, 0.0..100.0)
        .map_err(failed)?;
    let steps = points.first().map_or(0, |(_, chances)| chances.len());
    let edge = |step: usize| -> Vec<(f64, f64)> {
        points
            .iter()
            .map(|(throws, chances)| (*throws, 100.0 * chances[step..].iter().sum::<f64>()))
            .collect()
    };
    for step in 0..steps {
        let mut outline = edge(step);
        outline.extend([(right, 0.0), (0.0, 0.0)]);
        let colour = shade(step, steps);
        chart.draw_series([Polygon::new(outline, colour.filled())]).map_err(failed)?;
        if steps <= 12 {
            chart
                .draw_series(LineSeries::new(edge(step), WHITE.stroke_width(fine_size(1))))
                .map_err(failed)?;
        }
    }
    plain_axes(&mut chart.configure_mesh(), 15.0)
        .disable_mesh()
        .x_labels(8)
        .y_labels(6)
        .x_label_formatter(&|value| trimmed(*value))
        .y_label_formatter(&|value| trimmed(*value))
        .x_desc("casts of one seat")
        .y_desc("percent")
        .draw()
        .map_err(failed)?;
    // The steps at the right, as many as there is room for.
    let every = steps.div_ceil(10);
    let (left, top) = (WIDTH - 138, 26);
    let shown = (0..steps).rev().filter(|step| (steps - 1 - step).is_multiple_of(every));
    for (step, line) in shown.zip(0..) {
        let label = match step {
            0 => "none yet".to_owned(),
            step if step + 1 == steps => "all made".to_owned(),
            step => format!("{step} made"),
        };
        let y = top + 22 * line;
        let corner = (fine(left.cast_signed()), fine(y - 7));
        let square =
            Rectangle::new([corner, (corner.0 + fine(14), corner.1 + fine(14))], shade(step, steps).filled());
        area.draw(&square).map_err(failed)?;
        write_finely(area, &label, (fine(left.cast_signed() + 20), fine(y)), Type::CAPTION)?;
    }
    Ok(())
}

/// Cells from light to dark with their numbers, the labels of the rows at the left and of the columns below.
fn draw_map(
    area: &Area<'_>,
    keys: &[String; 2],
    [rows, columns]: [&[String]; 2],
    cells: &[Option<f64>],
    best: Option<usize>,
    unit: &str,
) -> Result<(), ChartError> {
    const SHADES: usize = 100;
    const DARKEST: f64 = 99.0;
    let (left, top, right, bottom) = (110, 6, WIDTH.cast_signed() - MARGIN, PANEL - 46);
    let known = || cells.iter().flatten().copied();
    if known().next().is_none() {
        return Err(ChartError::Nothing("no cell has a number"));
    }
    let (least, most) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    let edge =
        |place: usize, of: usize, from: i32, to: i32| from + (to - from) * as_i32(place) / as_i32(of).max(1);
    // Labels and numbers where there is room for them, else every second, third, …
    let every = |of: usize, room: i32, each: i32| {
        of.div_ceil(usize::try_from(room / each).unwrap_or(1).max(1)).max(1)
    };
    let (every_row, every_column) =
        (every(rows.len(), bottom - top, 18), every(columns.len(), right - left, 52));
    let numbers = every_row == 1 && every_column == 1;
    let corner = |row: usize, column: usize| {
        (edge(column, columns.len(), left, right), edge(row, rows.len(), top, bottom))
    };
    for (place, cell) in cells.iter().enumerate() {
        let (row, column) = (place / columns.len().max(1), place % columns.len().max(1));
        let (from, to) = (corner(row, column), corner(row + 1, column + 1));
        let [from_fine, to_fine] = [from, to].map(|(x, y)| (fine(x), fine(y)));
        let part = cell.map(|value| if most > least { (value - least) / (most - least) } else { 0.0 });
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to SHADES")]
        let step = part.map(|part| (part * DARKEST) as usize);
        let colour = step.map_or(RGBColor(255, 255, 255), |step| shade(step, SHADES));
        area.draw(&Rectangle::new([from_fine, to_fine], colour.filled())).map_err(failed)?;
        if let Some(value) = cell.filter(|_| numbers) {
            let ink = if part > Some(0.6) { RGBColor(255, 255, 255) } else { INK };
            let text = Type { size: 13.0, colour: ink, ..Type::CAPTION }.anchored(HPos::Center);
            let middle = (i32::midpoint(from.0, to.0), i32::midpoint(from.1, to.1));
            write(area, &short(value), middle, text)?;
        }
    }
    if let Some(best) = best.filter(|_| !columns.is_empty()) {
        let (row, column) = (best / columns.len(), best % columns.len());
        let ((left, top), (right, bottom)) = (corner(row, column), corner(row + 1, column + 1));
        let frame = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top), (right, top)];
        let frame = frame.map(|(x, y)| (fine(x), fine(y))).to_vec();
        area.draw(&PathElement::new(frame, PALETTE[1].stroke_width(fine_size(4)))).map_err(failed)?;
    }
    let small = Type { size: 13.0, ..Type::CAPTION };
    for (row, label) in rows.iter().enumerate().step_by(every_row) {
        let middle = i32::midpoint(corner(row, 0).1, corner(row + 1, 0).1);
        let label = fitted(label, 60, small);
        write(area, &label, (left - 8, middle), small.anchored(HPos::Right))?;
    }
    for (column, label) in columns.iter().enumerate().step_by(every_column) {
        let middle = i32::midpoint(corner(0, column).0, corner(0, column + 1).0);
        write(area, &fitted(label, 60, small), (middle, bottom + 12), small.anchored(HPos::Center))?;
    }
    let unit = if unit.is_empty() { String::new() } else { format!("; {unit}") };
    let told = format!(
        "down: {}, across: {}; light {}, dark {}{unit}; the closest is framed",
        keys[0],
        keys[1],
        short(least),
        short(most)
    );
    write(area, &told, (left, bottom + 34), small)
}

/// Three digits that count, for a cell.
fn short(value: f64) -> String {
    let decimals = match value.abs() {
        large if large >= 99.95 => 0,
        middling if middling >= 9.995 => 1,
        small if small >= 0.9995 => 2,
        _ => 3,
    };
    format!("{value:.decimals$}")
}

/// From light to the dark blue of the palette.
fn shade(step: usize, steps: usize) -> RGBColor {
    let mixed = |light: u8, dark: u8| {
        let (light, dark) = (usize::from(light), usize::from(dark));
        let part = (light * (steps - 1 - step) + dark * step) / (steps - 1).max(1);
        u8::try_from(part).unwrap_or(u8::MAX)
    };
    let RGBColor(red, green, blue) = PALETTE[0];
    RGBColor(mixed(238, red), mixed(232, green), mixed(213, blue))
}

/// A number on an axis, with as many decimals as it takes.
fn trimmed(value: f64) -> String {
    let decimals = match value.abs() {
        large if large >= 100.0 => 0,
        middling if middling >= 1.0 => 2,
        _ => 6,
    };
    let text = format!("{:.decimals$}", value.abs());
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let (whole, part) =
        text.split_once('.').map_or((text, String::new()), |(whole, part)| (whole, format!(".{part}")));
    let sign = if value < 0.0 && text != "0" { "-" } else { "" };
    format!("{sign}{}{part}", crate::output::number::grouped(whole))
}
