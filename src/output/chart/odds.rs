//! The chance that an event has happened within n casts, as a curve with its median.

use num_traits::One;

use super::canvas::{Area, Canvas, Drawn, PALETTE, Type, fitted};
use super::curves::corners;
use super::layout::{Column, Key, Layout, Panel, Sign, WIDTH, text_width};
use super::plot::{Axes, Axis, Place, Plot, Stroke, tick};
use super::{ChartError, Picture, at_most};
use crate::analysis::{EventOdds, Figure, SetOdds};
use crate::output::bones;
use crate::output::number::whole;
use crate::output::odds::{headline, title as event_title};
use crate::output::posterior::column;

const HEIGHT: i32 = 430;
const LEGEND_WIDTH: u32 = text_width(WIDTH) - 54;
/// How many points a curve has at most.
const POINTS: u32 = 400;

struct Line<'a> {
    event: &'a EventOdds,
    label: String,
    /// Dashes keep lines apart without their colours.
    stroke: Stroke,
}

impl Picture for [SetOdds] {
    fn draw(&self) -> Result<Canvas, ChartError> {
        at_most(self.iter().map(|set| set.events.len()).sum(), "lines")?;
        let lines = lines(self);
        let credible = self.iter().flat_map(|set| &set.events).find_map(|event| event.credible_within(1.0));
        let band = credible.map(|credible| {
            let column = column(credible.level).title;
            format!("The line is for the mean weights, the band around it the {column} of those that the counts leave possible")
        });
        let key = |line: &Line<'_>| vec![Key { sign: Sign::Line(line.stroke), label: line.label.clone() }];
        let (subtitle, legend) = match lines.as_slice() {
            [line] => (Some(line.label.clone()), Vec::new()),
            lines => (None, lines.iter().map(key).collect()),
        };
        let panel = Panel { title: None, height: HEIGHT, draw: Box::new(|area| draw_curves(area, &lines)) };
        let bones = self.iter().flat_map(|set| bones::lines(&set.bones));
        let layout = Layout {
            title: title(self),
            subtitle,
            legend,
            width: WIDTH,
            columns: vec![Column { panels: vec![panel], notes: bones.chain(band).collect() }],
            description: description(&lines),
        };
        layout.draw()
    }
}

fn title(sets: &[SetOdds]) -> String {
    match sets.first().map(|set| set.events.as_slice()) {
        Some([event]) => format!("{}: the chance to see it within n casts", event_title(event)),
        Some([EventOdds { given: Some(given), .. }, ..]) => {
            format!("The chance of an event within n casts, given {given}")
        }
        _ => "The chance of an event within n casts".to_owned(),
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
            Line { event, label, stroke: Stroke { colour, width: 3, dash } }
        })
        .collect()
}

/// The lengths of dash and gap; the first line is solid.
const DASHES: [Option<(i32, i32)>; 8] = [
    None,
    Some((12, 5)),
    Some((4, 4)),
    Some((18, 4)),
    Some((8, 8)),
    Some((2, 3)),
    Some((14, 10)),
    Some((6, 2)),
];

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

fn draw_curves(area: &Area<'_>, lines: &[Line<'_>]) -> Drawn {
    let longest = horizon(lines);
    let given = lines.iter().any(|line| line.event.given.is_some());
    let casts = if given { "number of casts on which what is given holds" } else { "number of casts" };
    let axes = Axes {
        across: 0.0..longest,
        upward: 0.0..100.0,
        space: [88, 40, 8, 48],
        below: Some(Axis { title: casts, labels: 11 }),
        beside: Some(Axis { title: "chance of at least one in percent", labels: 6 }),
        lines: true,
    };
    let mut plot = Plot::new(area, &axes)?;
    let drawn = || lines.iter().filter(|line| !matches!(line.event.probability, Figure::None(_)));
    for line in drawn() {
        let ends = places(longest).filter_map(|casts| {
            let credible = line.event.credible_within(casts)?;
            Some((casts, [credible.low, credible.high].map(|end| 100.0 * end)))
        });
        plot.band(&ends.collect::<Vec<_>>(), line.stroke.colour)?;
    }
    for line in drawn() {
        // Nothing is between one cast and the next.
        plot.line(corners(&curve(line.event, longest)), line.stroke)?;
    }
    for line in drawn() {
        let Some(median) = line.event.median().filter(|median| *median <= longest) else {
            continue;
        };
        let reached = 100.0 * line.event.chance_within(median);
        let drop = Stroke { width: 1, dash: Some((4, 4)), ..line.stroke };
        plot.line(vec![(median, reached), (median, 0.0)], drop)?;
        plot.dots(&[(median, reached)], 6, line.stroke.colour)?;
        if lines.len() == 1 {
            plot.text(
                (median, reached),
                (12, 14),
                &format!("median: {}", tick(median, longest)),
                Type::LABEL,
            )?;
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

fn curve(event: &EventOdds, longest: f64) -> Vec<Place> {
    places(longest).map(|casts| (casts, 100.0 * event.chance_within(casts))).collect()
}
