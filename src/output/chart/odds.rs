//! The chart of `odds`: the chance to see an event within n casts, as a curve with its median.

use num_traits::One;

use super::curves::{Curve, Mark};
use super::panels::{Content, Layout, Panel, layout};
use super::plot::tick;
use super::scene::Type;
use super::{ChartError, Picture, at_most};
use crate::analysis::{EventOdds, Figure, SetOdds};
use crate::output::bones;
use crate::output::number::whole;
use crate::output::odds::{headline, title as event_title};
use crate::output::posterior::column;

/// The most points of a curve.
const POINTS: u32 = 400;
/// The greatest width of a line's name before its figures.
const WIDEST: f64 = 420.0;

impl Picture for [SetOdds] {
    fn layout(&self) -> Result<Layout, ChartError> {
        let lines: Vec<Line<'_>> = lines(self);
        at_most(lines.len(), "lines")?;
        let longest = horizon(&lines);
        let curves = lines.iter().map(|line| line.curve(longest)).collect();
        let given = lines.iter().any(|line| line.event.given.is_some());
        let casts = if given { "casts that meet the condition" } else { "casts" };
        // The figures of a single line are its title.
        let above = if let [line] = lines.as_slice() { figures(line.event) } else { String::new() };
        let mut panel = Panel::curves(above, curves, Mark::Steps, casts, "percent");
        if let ([line], Content::Curves(curves)) = (lines.as_slice(), &mut panel.content) {
            let median = line.event.median().filter(|median| *median <= longest);
            curves.marked = median.map(|median| {
                (
                    (median, 100.0 * line.event.chance_within(median)),
                    format!("median: {}", tick(median, longest)),
                )
            });
        }
        let credible = lines.iter().find_map(|line| line.event.credible_within(1.0));
        let band = credible.map(|credible| {
            let column = column(credible.level).title;
            format!("The line is for the mean weights; the band covers {column}, given the counts")
        });
        let named =
            |line: &Line<'_>| format!("{}: {}", Type::LABEL.fitted(&line.name, WIDEST), figures(line.event));
        let names: Vec<String> = lines.iter().map(named).collect();
        let bones = self.iter().flat_map(|set| bones::lines(&set.bones));
        let notes: Vec<String> = std::iter::once(title(self)).chain(bones).chain(band).collect();
        layout(&notes, &names, vec![panel])
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

/// An event with a set of bones.
struct Line<'a> {
    event: &'a EventOdds,
    name: String,
}

fn lines(sets: &[SetOdds]) -> Vec<Line<'_>> {
    let several_events = sets.iter().any(|set| set.events.len() > 1);
    let each = sets.iter().flat_map(|set| set.events.iter().map(move |event| (set, event)));
    let line = |(set, event): (&SetOdds, &'_ EventOdds)| {
        let bones = (sets.len() > 1).then(|| set.bones.name());
        let name = bones.into_iter().chain(several_events.then(|| event.subject.name()));
        name.collect::<Vec<_>>().join(", ")
    };
    each.map(|(set, event)| Line { event, name: line((set, event)) }).collect()
}

impl Line<'_> {
    /// The chance by number of casts, with its interval.
    fn curve(&self, longest: f64) -> Curve {
        // If the condition cannot hold, there is no chance.
        let longest = if matches!(self.event.probability, Figure::None(_)) { 0.0 } else { longest };
        let points = indices(longest).map(|casts| (casts, 100.0 * self.event.chance_within(casts)));
        let around = indices(longest).filter_map(|casts| {
            let credible = self.event.credible_within(casts)?;
            Some((casts, [credible.low, credible.high].map(|end| 100.0 * end)))
        });
        Curve { around: around.collect(), ..Curve::new(self.name.clone(), points.collect()) }
    }
}

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

/// The end of the axis: where the slowest line reaches 95 percent, unless that would make the fastest one a vertical wall.
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

/// Whole numbers of casts, at most [`POINTS`].
fn indices(longest: f64) -> impl Iterator<Item = f64> {
    let step = (longest / f64::from(POINTS)).ceil().max(1.0);
    let indices = (0..=POINTS).map(move |index| f64::from(index) * step);
    indices.take_while(move |casts| *casts < longest).chain([longest])
}
