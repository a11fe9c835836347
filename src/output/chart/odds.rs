//! The chance that an event has happened within n casts, as a curve with its median.

use plotters::prelude::*;

use super::ChartError;
use super::canvas::{
    Area, Canvas, FAINT_INK, GRID, INK, PALETTE, Type, failed, fine, fine_size, wrapped, write,
};
use crate::analysis::{EventOdds, SetOdds};
use crate::output::bones;
use crate::output::number::{fraction, grouped, one_in, percent, whole};
use crate::output::odds::title as event_title;

const WIDTH: u32 = 960;
const PLOT: u32 = 430;
const MARGIN: i32 = 24;
const LEGEND_LINE: i32 = 24;
const CAPTION_LINE: i32 = 19;
/// How many points a curve has at most.
const POINTS: u32 = 400;

struct Line<'a> {
    event: &'a EventOdds,
    label: String,
    colour: RGBColor,
    /// Lengths of dash and gap, so that lines stay apart without their colours; no gap is solid.
    dash: (i32, i32),
}

pub(super) fn draw(sets: &[SetOdds]) -> Result<Canvas, ChartError> {
    let lines = lines(sets);
    let caption: Vec<String> = sets
        .iter()
        .flat_map(|set| {
            wrapped(&bones::lines(&set.bones).join(" "), WIDTH - 2 * MARGIN.unsigned_abs(), Type::CAPTION)
        })
        .collect();
    let legend = if lines.len() > 1 { as_i32(lines.len()) } else { 1 };
    let head = 52 + legend * LEGEND_LINE + 12;
    let foot = as_i32(caption.len()) * CAPTION_LINE + 20;
    let title = title(sets);
    let size = (WIDTH, PLOT + head.unsigned_abs() + foot.unsigned_abs());
    Canvas::draw(size, &title, description(&lines), |area| {
        let heading = wrapped(&title, WIDTH, Type::TITLE).into_iter().next().unwrap_or_default();
        write(area, &heading, (MARGIN, 30), Type::TITLE)?;
        match lines.as_slice() {
            [line] => write(area, &line.label, (MARGIN, 62), Type::SUBTITLE)?,
            lines => draw_legend(area, lines)?,
        }
        let (_, below) = area.split_vertically(fine(head));
        let (plot, foot) = below.split_vertically(fine_size(PLOT));
        draw_curves(&plot, &lines)?;
        for (line, place) in caption.iter().zip(0..) {
            write(&foot, line, (MARGIN, 12 + place * CAPTION_LINE), Type::CAPTION)?;
        }
        Ok(())
    })
}

fn title(sets: &[SetOdds]) -> String {
    match sets.first().map(|set| set.events.as_slice()) {
        Some([event]) => format!("{}: the chance of it within so many casts", event_title(event)),
        _ => "The chance of an event within so many casts".to_owned(),
    }
}

fn description(lines: &[Line<'_>]) -> String {
    let labels: Vec<&str> = lines.iter().map(|line| line.label.as_str()).collect();
    format!("The chance in percent against the number of casts, rising from 0. {}.", labels.join(". "))
}

fn lines(sets: &[SetOdds]) -> Vec<Line<'_>> {
    let several_events = sets.iter().any(|set| set.events.len() > 1);
    let each = sets.iter().flat_map(|set| set.events.iter().map(move |event| (set, event)));
    each.zip(PALETTE.into_iter().zip(DASHES))
        .map(|((set, event), (colour, dash))| {
            let mut name = Vec::new();
            if sets.len() > 1 {
                name.push(set.bones.name().to_owned());
            }
            if several_events {
                name.push(event_title(event));
            }
            let name = if name.is_empty() { String::new() } else { name.join(", ") + ": " };
            Line { event, label: name + &figures(event), colour, dash }
        })
        .collect()
}

const DASHES: [(i32, i32); 8] = [(1, 0), (12, 5), (4, 4), (18, 4), (8, 8), (2, 3), (14, 10), (6, 2)];

/// `24/625 = 3.84 %, 1 in 26; median 18 casts`.
fn figures(event: &EventOdds) -> String {
    let median = &event.quantiles[0].casts;
    let unit = if median.as_ref().is_ok_and(|casts| *casts == num_bigint::BigUint::from(1u32)) {
        "cast"
    } else {
        "casts"
    };
    match median {
        Ok(_) => {
            let chance = &event.probability;
            format!(
                "{} = {}, {}; median wait {} {unit}",
                fraction(chance),
                percent(chance),
                one_in(chance),
                whole(median)
            )
        }
        Err(absence) => absence.why().to_owned(),
    }
}

fn draw_legend(area: &Area<'_>, lines: &[Line<'_>]) -> Result<(), ChartError> {
    for (line, place) in lines.iter().zip(0..) {
        let middle = 64 + place * LEGEND_LINE;
        let stroke = [(MARGIN, middle), (MARGIN + 44, middle)];
        draw_stroke(area, stroke, line)?;
        let label = wrapped(&line.label, WIDTH - 100, Type::LABEL).into_iter().next().unwrap_or_default();
        write(area, &label, (MARGIN + 54, middle), Type::LABEL)?;
    }
    Ok(())
}

fn draw_stroke(area: &Area<'_>, [from, to]: [(i32, i32); 2], line: &Line<'_>) -> Result<(), ChartError> {
    let (dash, gap) = line.dash;
    let mut left = from.0;
    while left < to.0 {
        let right = if gap == 0 { to.0 } else { (left + dash).min(to.0) };
        area.draw(&PathElement::new(
            vec![(fine(left), fine(from.1)), (fine(right), fine(to.1))],
            line.colour.stroke_width(fine_size(3)),
        ))
        .map_err(failed)?;
        left = right + gap;
    }
    Ok(())
}

fn draw_curves(area: &Area<'_>, lines: &[Line<'_>]) -> Result<(), ChartError> {
    let longest = horizon(lines);
    let mut chart = ChartBuilder::on(area)
        .margin_right(fine(40))
        .margin_left(fine(MARGIN))
        .margin_top(fine(8))
        .x_label_area_size(fine_size(48))
        .y_label_area_size(fine_size(66))
        .build_cartesian_2d(0.0..longest, 0.0..100.0)
        .map_err(failed)?;
    let axis_type = Type { size: 16.0, ..Type::SUBTITLE };
    chart
        .configure_mesh()
        .x_labels(11)
        .y_labels(6)
        .x_label_formatter(&|casts| axis_label(*casts))
        .y_label_formatter(&|percent| format!("{percent:.0} %"))
        .label_style(axis_type.style())
        .axis_desc_style(axis_type.style())
        .x_desc("number of casts")
        .y_desc("chance of at least one")
        .bold_line_style(GRID.stroke_width(fine_size(1)))
        .light_line_style(TRANSPARENT)
        .axis_style(FAINT_INK.stroke_width(fine_size(1)))
        .set_all_tick_mark_size(fine_size(5))
        .draw()
        .map_err(failed)?;
    for line in lines {
        let stroke = line.colour.stroke_width(fine_size(3));
        let points = curve(line.event, longest);
        if line.dash.1 == 0 {
            chart.draw_series(LineSeries::new(points, stroke)).map_err(failed)?;
        } else {
            chart
                .draw_series(DashedLineSeries::new(points, fine(line.dash.0), fine(line.dash.1), stroke))
                .map_err(failed)?;
        }
    }
    for line in lines {
        let Some(median) = line.event.median().filter(|median| *median <= longest) else {
            continue;
        };
        let reached = 100.0 * line.event.chance_within(median);
        let drop = DashedLineSeries::new(
            [(median, reached), (median, 0.0)],
            fine(4),
            fine(4),
            line.colour.stroke_width(fine_size(1)),
        );
        chart.draw_series(drop).map_err(failed)?;
        let dot = Circle::new((median, reached), fine(6), line.colour.filled());
        chart.draw_series(std::iter::once(dot)).map_err(failed)?;
        if lines.len() == 1 {
            let note = Text::new(
                format!("median: {}", axis_label(median)),
                (fine(12), fine(14)),
                Type { colour: INK, ..Type::LABEL }.style(),
            );
            chart.draw_series(std::iter::once(EmptyElement::at((median, reached)) + note)).map_err(failed)?;
        }
    }
    Ok(())
}

/// Where the picture ends: where the slowest line is at 95 percent, but not so far that the quickest
/// one becomes a wall.
fn horizon(lines: &[Line<'_>]) -> f64 {
    const STEEPEST: f64 = 20.0;
    let ends = lines.iter().filter_map(|line| {
        let chance = line.event.probability.approximate().filter(|chance| *chance > 0.0)?;
        Some((0.05f64.ln() / (-chance).ln_1p()).ceil().max(10.0)).filter(|end| end.is_finite())
    });
    let (quickest, slowest) =
        ends.fold((f64::INFINITY, 0.0f64), |(low, high), end| (low.min(end), high.max(end)));
    if slowest > 0.0 { slowest.min(quickest * STEEPEST) } else { 100.0 }
}

/// The curve at whole numbers of casts, as many as are seen apart.
fn curve(event: &EventOdds, longest: f64) -> Vec<(f64, f64)> {
    let step = (longest / f64::from(POINTS)).ceil().max(1.0);
    let places = (0..=POINTS).map(|place| f64::from(place) * step).take_while(|casts| *casts < longest);
    places.chain([longest]).map(|casts| (casts, 100.0 * event.chance_within(casts))).collect()
}

fn axis_label(casts: f64) -> String {
    if casts < 1e15 { grouped(&format!("{casts:.0}")) } else { format!("{casts:.1e}") }
}

fn as_i32(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
