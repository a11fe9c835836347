//! The sheet of `casts`: the list of all casts.

use std::collections::HashMap;

use serde::Serialize;

use super::csv::{Record, Records};
use super::intervals::signed_percent;
use super::json::Compared;
use super::number::{one_in, percent};
use super::sheet::{Cell, Column, Rows, Section, Sheet};
use super::words::{listed, text};
use super::{Answer, bones, posterior};
use crate::analysis::{CastCount, CastList, CastRow, Credible, Figure, OverPosterior, Sensitivity};
use crate::tali::{Face, Kind};

impl Answer for [CastList] {
    fn sheets(&self) -> Vec<Sheet> {
        let plain = self.iter().flat_map(|list| &list.casts).all(|row| row.sensitivity.is_none());
        if self.len() > 1 && plain { vec![compared(self)] } else { self.iter().map(sheet).collect() }
    }

    fn records(&self) -> Records {
        Records::of(self.iter().map(|list| (Record::of_bones(list.bones.name()), list)))
    }

    fn json(&self) -> impl Serialize {
        Compared::of("sets", self)
    }
}

/// Any interval in the lists, if bones were counted.
fn credible(lists: &[CastList]) -> Option<Credible> {
    let rows = lists.iter().flat_map(|list| &list.casts);
    rows.filter_map(|row| row.posterior.as_ref()).find_map(|posterior| posterior.credible)
}

fn sheet(list: &CastList) -> Sheet {
    let mut heading = vec![title(list)];
    heading.extend(bones::lines(&list.bones));
    let mut sections = vec![rows(list)];
    if !list.kinds.is_empty() {
        sections.push(kinds(list));
    }
    let mut notes = vec![count_note(&list.count)];
    notes.extend(reading_note(list));
    notes.extend(list.casts.iter().any(|row| row.sensitivity.is_some()).then(|| MORE.to_owned()));
    notes.extend(posterior::note_of_casts(credible(std::slice::from_ref(list)).as_ref(), false));
    notes.extend(bones::notes(std::slice::from_ref(&list.bones)));
    Sheet { heading, sections, notes }
}

/// Several sets side by side, the casts in the order of the first set.
fn compared(lists: &[CastList]) -> Sheet {
    let Some(first) = lists.first() else {
        return Sheet::default();
    };
    let mut heading = vec![title(first)];
    heading.extend(lists.iter().flat_map(|list| bones::lines(&list.bones)));
    let bones: Vec<_> = lists.iter().map(|list| list.bones.clone()).collect();
    let casts = lists.iter().fold(row_columns(first), |table, list| {
        // Sets of equally many bones have the same casts.
        let rows: HashMap<_, &CastRow> = list.casts.iter().map(|row| (row.cast, row)).collect();
        chance_columns(table, list, |row| {
            let row = rows[&row.cast];
            (&row.probability, row.posterior.as_ref())
        })
    });
    let mut sections = vec![casts.section];
    if !first.kinds.is_empty() {
        let kinds = Rows::of(first.kinds.iter().enumerate())
            .titled("Kinds")
            .words("Kind", |(_, row)| Cell::of_kind(row.kind.title(), Some(row.kind)));
        let kinds = lists.iter().fold(kinds, |table, list| {
            chance_columns(table, list, |(slot, _)| {
                (&list.kinds[*slot].probability, list.kinds[*slot].posterior.as_ref())
            })
        });
        sections.push(kinds.section);
    }
    let mut notes = vec![count_note(&first.count)];
    notes.extend(reading_note(first));
    notes.extend(posterior::note_of_casts(credible(lists).as_ref(), false));
    notes.push(format!("The casts are in the order of {}.", first.bones.name()));
    notes.extend(bones::notes(&bones));
    Sheet { heading, sections, notes }
}

/// The credible level of a list, if its bones were counted.
fn level(list: &CastList) -> Option<f64> {
    credible(std::slice::from_ref(list)).map(|credible| credible.level)
}

/// Adds the columns of chances for one of several sets.
fn chance_columns<'a, R>(
    table: Rows<R>,
    list: &CastList,
    chance: impl Fn(&R) -> (&'a Figure, Option<&'a OverPosterior>),
) -> Rows<R> {
    table
        .numbers(list.bones.name(), |row| percent(chance(row).0))
        .column(level(list).map(|level| posterior::column(level).spare(4)), |row| {
            posterior::interval_of(chance(row).1)
        })
        .column(Column::numbers("One in").spare(3), |row| one_in(chance(row).0))
}

/// A note on how to read ranks.
fn reading_note(list: &CastList) -> Option<String> {
    let note = "Ranks run from 18, the best, down to 0; casts of equal rank tie.";
    list.count.ranked.map(|_| note.to_owned())
}

fn title(list: &CastList) -> String {
    format!("Every cast of {}", bones::tali(list.bones.set().len()))
}

/// The columns that do not depend on the bones.
fn row_columns(list: &CastList) -> Rows<&CastRow> {
    let kinds = list.count.ranked.is_some();
    let title = |row: &CastRow| row.kind.map_or("", Kind::title);
    Rows::of(&list.casts)
        .words("Cast", |row| Cell::of_kind(row.cast.to_string(), row.kind))
        .column(kinds.then(|| Column::words("Kind").spare(1)), |row| Cell::of_kind(title(row), row.kind))
        .column(kinds.then(|| Column::numbers("Rank").spare(4)), |row| text(row.rank))
        .column(Column::numbers("Sum").spare(2), |row| row.sum.to_string())
        .column(Column::numbers("Ways").spare(6), |row| row.ways.to_string())
}

fn rows(list: &CastList) -> Section {
    let level = level(list);
    let table = row_columns(list)
        .exactly(5, |row| &row.probability)
        .numbers("Percent", |row| percent(&row.probability))
        .intervals(level, |row| row.posterior.as_ref())
        .mean_weights(level, 6, |row| row.posterior.as_ref())
        .column(Column::numbers("One in").spare(3), |row| one_in(&row.probability))
        .column(Column::numbers("Cumulative").spare(7), |row| percent(&row.cumulative));
    if list.casts.iter().all(|row| row.sensitivity.is_none()) {
        return table.section;
    }
    let changes = Face::ALL.into_iter().fold(table, |table, face| {
        table.numbers(format!("More {face}s"), |row| relative_change(row.sensitivity.as_ref(), face))
    });
    let most = |row: &&CastRow| text(row.sensitivity.as_ref().map(changed_most_by));
    changes.column(Column::words("Most by").spare(2), most).section
}

/// The effect of more of a face on a probability, in percent of it; empty for probability 0.
pub(super) fn relative_change(sensitivity: Option<&Sensitivity>, face: Face) -> String {
    let change = sensitivity.map(|sensitivity| &sensitivity.faces[face.index()].relative_change);
    text(change.filter(|change| change.is_number()).map(signed_percent))
}

/// A note on how to read sensitivity.
pub(super) const MORE: &str = "More of a face: it comes up 1 percent more often (10.1 % instead of 10 %), and the others less \
                               often in proportion.";

fn kinds(list: &CastList) -> Section {
    let level = level(list);
    Rows::of(&list.kinds)
        .titled("Kinds")
        .words("Kind", |row| Cell::of_kind(row.kind.title(), Some(row.kind)))
        .numbers("Casts", |row| row.casts.to_string())
        .numbers("Ways", |row| row.ways.to_string())
        .exactly(0, |row| &row.probability)
        .numbers("Percent", |row| percent(&row.probability))
        .intervals(level, |row| row.posterior.as_ref())
        .mean_weights(level, 1, |row| row.posterior.as_ref())
        .numbers("One in", |row| one_in(&row.probability))
        .section
}

/// The faces that change it most, as words: `1 and 6`.
pub(super) fn changed_most_by(sensitivity: &Sensitivity) -> String {
    let faces: Vec<String> = sensitivity.most.iter().map(u32::to_string).collect();
    if faces.is_empty() { "none".to_owned() } else { listed(&faces) }
}

fn count_note(count: &CastCount) -> String {
    let mut parts = vec![format!("{} casts", count.casts)];
    parts.extend(count.ranked.map(|ranked| format!("{ranked} that rank")));
    parts.extend(count.senios.map(|senios| format!("{senios} Senios")));
    let mut clauses = vec![parts.join(", "), format!("{} ordered outcomes", count.outcomes)];
    if count.possible < count.casts {
        clauses.push(format!("these bones can show {} of the casts", count.possible));
    }
    clauses.join("; ") + "."
}
