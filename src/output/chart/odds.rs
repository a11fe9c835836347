//! The chance that an event has happened within n casts, as a curve with its median.

use num_rational::BigRational;
use num_traits::{FromPrimitive, One};
use plotters::prelude::*;

use super::ChartError;
use super::canvas::{
    Area, BAND, CAPTION_LINE, Canvas, INK, MARGIN, PALETTE, Type, as_i32, failed, fine, fine_size, fitted,
    outline, plain_axes, wrapped, write, write_lines,
};
use crate::analysis::{EventOdds, Figure, SetOdds};
use crate::output::bones;
use crate::output::number::{decimal, grouped, whole};
use crate::output::odds::{headline, title as event_title};
use crate::output::posterior::column;

const WIDTH: u32 = 960;
const PLOT: u32 = 430;
const TEXT_WIDTH: u32 = WIDTH - 2 * MARGIN.unsigned_abs();
const LEGEND_WIDTH: u32 = TEXT_WIDTH - 54;
const TITLE_LINE: i32 = 32;
const MOST_TITLE_LINES: u32 = 4;
const LEGEND_LINE: i32 = 24;
/// Up to so many casts each of them has a dot of its own.
const FEW: f64 = 40.0;
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
    let title = title(sets);
    let heading =
        wrapped(&fitted(&title, MOST_TITLE_LINES * TEXT_WIDTH, Type::TITLE), TEXT_WIDTH, Type::TITLE);
    let broken = |line: &str| wrapped(line, TEXT_WIDTH, Type::CAPTION);
    let mut caption: Vec<String> = sets.iter().flat_map(|set| bones::caption(&set.bones, broken)).collect();
    let credible = sets.iter().flat_map(|set| &set.events).find_map(|event| event.credible_within(1.0));
    caption.extend(credible.iter().flat_map(|credible| {
        let column = column(credible.level).title;
        broken(&format!("The line is for the mean weights, the band around it the {column} of those that the counts leave possible"))
    }));
    let legend_top = 20 + as_i32(heading.len()) * TITLE_LINE;
    let head = legend_top + as_i32(lines.len()) * LEGEND_LINE + 12;
    let foot = as_i32(caption.len()) * CAPTION_LINE + 20;
    let size = (WIDTH, PLOT + head.unsigned_abs() + foot.unsigned_abs());
    Canvas::draw(size, &title, description(&lines), |area| {
        write_lines(area, &heading, 30, TITLE_LINE, Type::TITLE)?;
        match lines.as_slice() {
            [line] => write(area, &line.label, (MARGIN, legend_top + 10), Type::SUBTITLE)?,
            lines => draw_legend(area, lines, legend_top + 12)?,
        }
        let (_, below) = area.split_vertically(fine(head));
        let (plot, foot) = below.split_vertically(fine_size(PLOT));
        draw_curves(&plot, &lines)?;
        write_lines(&foot, &caption, 12, CAPTION_LINE, Type::CAPTION)
    })
}

fn title(sets: &[SetOdds]) -> String {
    match sets.first().map(|set| set.events.as_slice()) {
        Some([event]) => format!("{}: the chance of it within so many casts", event_title(event)),
        Some([EventOdds { given: Some(given), .. }, ..]) => {
            format!("The chance of an event within so many casts, given {given}")
        }
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
            let bones = (sets.len() > 1).then(|| set.bones.name());
            let name = bones.into_iter().chain(several_events.then(|| event.subject.name()));
            let name = name.collect::<Vec<_>>().join(", ");
            let figures = figures(event);
            let label = if name.is_empty() {
                figures
            } else {
                // The name gives way to the figures where both are too long.
                let room = LEGEND_WIDTH - Type::LABEL.width_of(&figures).min(LEGEND_WIDTH / 2);
                format!("{}: {figures}", fitted(&name, room, Type::LABEL))
            };
            Line { event, label, colour, dash }
        })
        .collect()
}

const DASHES: [(i32, i32); 8] = [(1, 0), (12, 5), (4, 4), (18, 4), (8, 8), (2, 3), (14, 10), (6, 2)];

/// `24/625 = 3.84 %, 1 in 26; median wait 18 casts`.
fn figures(event: &EventOdds) -> String {
    let chance = &event.probability;
    let median = &event.quantiles[0].casts;
    if matches!(chance, Figure::None(_)) {
        return headline(chance);
    }
    match median {
        Ok(casts) if casts.is_one() => format!("{}; median wait 1 cast", headline(chance)),
        Ok(_) => format!("{}; median wait {} casts", headline(chance), whole(median)),
        Err(_) => headline(chance),
    }
}

fn draw_legend(area: &Area<'_>, lines: &[Line<'_>], top: i32) -> Result<(), ChartError> {
    for (line, place) in lines.iter().zip(0..) {
        let middle = top + place * LEGEND_LINE;
        draw_stroke(area, [(MARGIN, middle), (MARGIN + 44, middle)], line)?;
        write(area, &line.label, (MARGIN + 54, middle), Type::LABEL)?;
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
    let given = lines.iter().any(|line| line.event.given.is_some());
    plain_axes(&mut chart.configure_mesh(), 16.0)
        .x_labels(11)
        .y_labels(6)
        .x_label_formatter(&|casts| axis_label(*casts))
        .y_label_formatter(&|percent| format!("{percent:.0} %"))
        .x_desc(if given { "number of casts on which what is given holds" } else { "number of casts" })
        .y_desc("chance of at least one")
        .draw()
        .map_err(failed)?;
    let drawn = || lines.iter().filter(|line| !matches!(line.event.probability, Figure::None(_)));
    for line in drawn() {
        let ends = places(longest).filter_map(|casts| {
            let credible = line.event.credible_within(casts)?;
            Some((casts, [credible.low, credible.high].map(|end| 100.0 * end)))
        });
        if let Some(outline) = outline(&ends.collect::<Vec<_>>()) {
            chart.draw_series([Polygon::new(outline, line.colour.mix(BAND))]).map_err(failed)?;
        }
    }
    for line in drawn() {
        let stroke = line.colour.stroke_width(fine_size(3));
        let points = curve(line.event, longest);
        if longest <= FEW {
            let dots = points.iter().skip(1).map(|point| Circle::new(*point, fine(3), line.colour.filled()));
            chart.draw_series(dots).map_err(failed)?;
        }
        if line.dash.1 == 0 {
            chart.draw_series(LineSeries::new(points, stroke)).map_err(failed)?;
        } else {
            chart
                .draw_series(DashedLineSeries::new(points, fine(line.dash.0), fine(line.dash.1), stroke))
                .map_err(failed)?;
        }
    }
    for line in drawn() {
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

/// Whole numbers of casts, as many as are seen apart.
fn places(longest: f64) -> impl Iterator<Item = f64> {
    let step = (longest / f64::from(POINTS)).ceil().max(1.0);
    let places = (0..=POINTS).map(move |place| f64::from(place) * step);
    places.take_while(move |casts| *casts < longest).chain([longest])
}

fn curve(event: &EventOdds, longest: f64) -> Vec<(f64, f64)> {
    places(longest).map(|casts| (casts, 100.0 * event.chance_within(casts))).collect()
}

fn axis_label(casts: f64) -> String {
    if casts < 1e15 {
        return grouped(&format!("{casts:.0}"));
    }
    BigRational::from_f64(casts).map_or_else(String::new, |casts| decimal(&casts, 4))
}
