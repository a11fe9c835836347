//! The sheet of `odds`: the odds of events on one cast.

use serde::Serialize;

use super::casts::{MORE, changed_most_by, relative_change};
use super::csv::{Record, Records};
use super::intervals::{signed_percent, signed_points};
use super::json::Compared;
use super::number::{
    ALMOST_ALL, fraction, grouped, is_elided, odds, odds_exactly, one_in, percent, quantity, whole,
};
use super::sheet::{Column, Rows, Section, Sheet};
use super::words::text;
use super::{Answer, bones, posterior};
use crate::analysis::{Credible, EventOdds, FaceSensitivity, Figure, SetOdds, Subject, Within};
use crate::tali::Face;

impl Answer for [SetOdds] {
    fn sheets(&self) -> Vec<Sheet> {
        match self {
            [SetOdds { bones, events }] if events.len() == 1 => vec![of_one(bones, &events[0])],
            several => vec![of_many(several)],
        }
    }

    fn records(&self) -> Records {
        Records::of(self.iter().map(|set| (Record::of_bones(set.bones.name()), set)))
    }

    fn json(&self) -> impl Serialize {
        Compared::of("sets", self)
    }
}

/// Every event with its set.
fn each(sets: &[SetOdds]) -> impl Iterator<Item = (&SetOdds, &EventOdds)> {
    sets.iter().flat_map(|set| set.events.iter().map(move |event| (set, event)))
}

/// The name of the event, for a heading.
pub(super) fn title(event: &EventOdds) -> String {
    let name = match &event.subject {
        Subject::Kind(kind) => kind.title().to_owned(),
        Subject::Event(text, _) => text.clone(),
    };
    match &event.given {
        Some(given) => format!("{name}, given {given}"),
        None => name,
    }
}

/// `24/625, 3.84 %, 1 in 26`, or why there is no chance.
pub(super) fn headline(chance: &Figure) -> String {
    match chance {
        Figure::None(absence) => absence.why().to_owned(),
        // For 0 % and 100 % a fraction adds nothing.
        Figure::Exact(certain) if certain.is_integer() => format!("{}, {}", percent(chance), one_in(chance)),
        chance => {
            let fraction = Some(fraction(chance)).filter(|fraction| !fraction.is_empty());
            let fraction = fraction.map_or_else(String::new, |fraction| format!("{fraction} = "));
            format!("{fraction}{}, {}", percent(chance), one_in(chance))
        }
    }
}

fn of_one(bones: &crate::analysis::NamedSet, event: &EventOdds) -> Sheet {
    let mut heading = vec![format!("{}: {}", title(event), headline(&event.probability))];
    heading.extend(bones::lines(bones));
    let mut sections = vec![on_one_cast(event)];
    let posterior = event.posterior.as_ref().and_then(|posterior| posterior.probability.credible);
    let level = posterior.map(|credible| credible.level);
    if !event.within.is_empty() {
        let table = Rows::of(&event.within)
            .titled("Within n casts")
            .numbers("Casts", |within| grouped(&within.casts))
            .numbers("Chance", |within| percent_within(event, within))
            .column(level.map(posterior::column), |within| {
                if rounds_to_one(event, within) {
                    percent_within(event, within)
                } else {
                    posterior::interval_of(within.posterior.as_ref())
                }
            })
            .numbers("One in", |within| one_in(&within.probability))
            .mean_weights(level, 2, |within| within.posterior.as_ref())
            .exactly(1, |within| &within.probability);
        sections.push(table.section);
    }
    if !event.running.is_empty() {
        let table = Rows::of(&event.running)
            .titled("Times in a row")
            .numbers("Times", |run| run.times.to_string())
            .numbers("Chance", |run| percent(&run.probability))
            .intervals(level, |run| run.posterior.as_ref())
            .numbers("One in", |run| one_in(&run.probability))
            .mean_weights(level, 2, |run| run.posterior.as_ref())
            .exactly(1, |run| &run.probability)
            .numbers("Mean wait", |run| in_casts(&quantity(&run.mean_wait, "")));
        sections.push(table.section);
    }
    sections.extend(sensitivity(event));
    let mut notes = sensitivity_notes(event);
    notes.extend(event.given.as_deref().map(given_note));
    notes.extend(posterior::note_of_casts(posterior.as_ref(), true));
    notes.extend(bones::notes(std::slice::from_ref(bones)));
    Sheet { heading, sections, notes }
}

/// Whether an average over draws is below 1, but too close to it for a double.
fn rounds_to_one(event: &EventOdds, within: &Within) -> bool {
    let is_certain = matches!(&event.probability, Figure::Exact(chance) if chance.is_integer());
    !is_certain && matches!(&within.probability, Figure::Simulated(average) if average.value >= 1.0)
}

/// The chance within a number of casts.
fn percent_within(event: &EventOdds, within: &Within) -> String {
    if rounds_to_one(event, within) { format!("{ALMOST_ALL} %") } else { percent(&within.probability) }
}

fn on_one_cast(event: &EventOdds) -> Section {
    let posterior = event.posterior.as_ref();
    let beside = posterior.map(|posterior| &posterior.probability);
    let interval = |credible: Option<&Credible>| posterior::interval(credible, false);
    let against = interval(posterior.and_then(|posterior| posterior.odds_against.as_ref()));
    let wait = interval(posterior.and_then(|posterior| posterior.mean_wait.as_ref()));
    let within = |index: usize| {
        let credible = event.quantiles[index].posterior.as_ref();
        (in_casts(&whole(&event.quantiles[index].casts)), interval(credible), String::new())
    };
    let (chance, odds_against, mean_wait) = (&event.probability, &event.odds_against, &event.mean_wait);
    let rows = [
        ("Probability", (percent(chance), posterior::interval_of(beside), fraction(chance))),
        ("Odds", (odds(odds_against), against, odds_exactly(odds_against))),
        ("Mean wait", (in_casts(&quantity(mean_wait, "")), wait, fraction(mean_wait))),
        ("Median wait", within(0)),
        ("90 % within", within(1)),
    ];
    let level = beside.and_then(|beside| beside.credible).map(|credible| credible.level);
    let fractions = rows.iter().any(|(_, (.., exactly))| !exactly.is_empty());
    let mut section = Rows::of(rows)
        .words("On one cast", |(name, _)| *name)
        .numbers("", |(_, (value, ..))| value.clone())
        .column(level.map(posterior::column), |(_, (_, interval, _))| interval.clone())
        .mean_weights(level, 2, |(name, _)| beside.filter(|_| *name == "Probability"))
        .column(fractions.then(|| Column::numbers("Exact fraction")), |(_, (.., exactly))| exactly.clone())
        .section;
    section.elided = [chance, odds_against, mean_wait].into_iter().any(is_elided);
    section
}

fn given_note(given: &str) -> String {
    format!("Waits and runs count only casts where this holds: {given}")
}

pub(super) fn in_casts(text: &str) -> String {
    match text {
        "1" => "1 cast".to_owned(),
        number if number.starts_with(|c: char| c.is_ascii_digit()) => format!("{number} casts"),
        word => word.to_owned(),
    }
}

fn sensitivity(event: &EventOdds) -> Vec<Section> {
    let Some(sensitivity) = &event.sensitivity else {
        return Vec::new();
    };
    let table = |title: String, faces: &[FaceSensitivity; 4]| {
        Rows::of(faces)
            .titled(title)
            .words("Face", |face| face.face.to_string())
            .numbers("Change", |face| signed_points(&face.change))
            .numbers("Relative change", |face| signed_percent(&face.relative_change))
            .exactly(0, |face| &face.change)
            .section
    };
    let all = table("With more of a face on every bone".to_owned(), &sensitivity.faces);
    let bones = sensitivity.bones.iter().map(|bone| {
        let name = bone.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
        table(format!("On bone {}{name} alone", bone.bone), &bone.faces)
    });
    std::iter::once(all).chain(bones).collect()
}

fn sensitivity_notes(event: &EventOdds) -> Vec<String> {
    let Some(sensitivity) = &event.sensitivity else {
        return Vec::new();
    };
    if matches!(event.probability, Figure::None(_)) {
        return Vec::new();
    }
    let which = match sensitivity.most.as_slice() {
        [] => return vec!["No face changes the probability.".to_owned()],
        [_] => format!("Face {} matters most.", changed_most_by(sensitivity)),
        [..] => format!("Faces {} matter most, and equally.", changed_most_by(sensitivity)),
    };
    vec![which, MORE.to_owned()]
}

/// A comparison: one row for each event and each set.
fn of_many(sets: &[SetOdds]) -> Sheet {
    let first = sets.first().and_then(|set| set.events.first());
    let (many_sets, many_events) = (sets.len() > 1, sets.iter().any(|set| set.events.len() > 1));
    let labelled = || {
        Rows::of(each(sets))
            .column(many_sets.then(|| Column::words("Bones")), |(set, _)| set.bones.name())
            .column(many_events.then(|| Column::words("Event")), |(_, event)| event.subject.name())
    };
    let credible =
        |event: &EventOdds| event.posterior.as_ref().and_then(|posterior| posterior.probability.credible);
    let uncertain = each(sets).find_map(|(_, event)| credible(event));
    let interval = uncertain.map(|credible| posterior::column(credible.level));
    let table = labelled()
        .numbers("Chance", |(_, event)| percent(&event.probability))
        .column(interval, |(_, event)| posterior::interval(credible(event).as_ref(), true))
        .numbers("One in", |(_, event)| one_in(&event.probability))
        .exactly(4, |(_, event)| &event.probability)
        .column(Column::numbers("Odds").spare(3), |(_, event)| odds(&event.odds_against))
        .numbers("Mean wait", |(_, event)| quantity(&event.mean_wait, ""))
        .column(Column::numbers("Median wait").spare(1), |(_, event)| whole(&event.quantiles[0].casts))
        .column(Column::numbers("90 % within").spare(2), |(_, event)| whole(&event.quantiles[1].casts));
    let mut sections = vec![table.section];
    let (within, running) = first.map_or((&[][..], &[][..]), |first| (&first.within, &first.running));
    if !within.is_empty() {
        let table = labelled().titled("Chance within n casts");
        let table = within.iter().enumerate().fold(table, |table, (index, within)| {
            let title = grouped(&within.casts);
            table.numbers(title, |(_, event)| percent_within(event, &event.within[index]))
        });
        sections.push(table.section);
    }
    if !running.is_empty() {
        let table = labelled().titled("Chance of k times in a row");
        let table = running.iter().enumerate().fold(table, |table, (index, run)| {
            let title = format!("{} times", run.times);
            table.numbers(title, |(_, event)| one_in(&event.running[index].probability))
        });
        sections.push(table.section);
    }
    if first.is_some_and(|first| first.sensitivity.is_some()) {
        let table = labelled().titled("Change with more of each face, in percent of the chance");
        let table = Face::ALL.into_iter().fold(table, |table, face| {
            table.numbers(format!("Face {face}"), |(_, event)| {
                relative_change(event.sensitivity.as_ref(), face)
            })
        });
        let most = |event: &EventOdds| text(event.sensitivity.as_ref().map(changed_most_by));
        sections.push(table.words("Most by", |(_, event)| most(event)).section);
    }
    let mut heading: Vec<String> = match first {
        Some(first) if !many_events => vec![title(first)],
        Some(EventOdds { given: Some(given), .. }) => vec![format!("Given {given}")],
        _ => vec!["Events on one cast".to_owned()],
    };
    heading.extend(sets.iter().flat_map(|set| bones::lines(&set.bones)));
    let given = first.and_then(|first| first.given.as_deref());
    let mut notes = vec![given.map_or_else(|| "Waits are in casts.".to_owned(), given_note)];
    notes.extend(first.is_some_and(|first| first.sensitivity.is_some()).then(|| MORE.to_owned()));
    notes.extend(posterior::note_of_casts(uncertain.as_ref(), true));
    notes.extend(bones::notes(&sets.iter().map(|set| set.bones.clone()).collect::<Vec<_>>()));
    Sheet { heading, sections, notes }
}
