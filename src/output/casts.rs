//! The list of casts, laid out.

use std::collections::HashMap;

use super::csv::{CREDIBLE, Records, ends, value_and_exact};
use super::number::{fraction, one_in, percent, signed};
use super::sheet::{Cell, Column, Section, Sheet};
use super::{Answer, bones, json, posterior};
use crate::analysis::{Averaged, CastCount, CastList, CastRow, Credible, Figure, Sensitivity};
use crate::tali::Face;

impl Answer for [CastList] {
    fn sheets(&self) -> Vec<Sheet> {
        let plain = self.iter().flat_map(|list| &list.casts).all(|row| row.sensitivity.is_none());
        if self.len() > 1 && plain { vec![compared(self)] } else { self.iter().map(sheet).collect() }
    }

    fn records(&self) -> Records {
        let first = self.iter().flat_map(|list| &list.casts).next();
        let outcomes = first.is_some_and(|row| row.outcome.is_some());
        let slopes = first.is_some_and(|row| row.sensitivity.is_some());
        let mut header: Vec<String> = vec!["bones".into()];
        header.extend(outcomes.then(|| "outcome".into()));
        header.extend(["cast", "kind", "rank", "sum", "ways"].map(String::from));
        let mut figures: Vec<String> = vec!["probability".into(), "cumulative".into()];
        let uncertain = credible(self).is_some();
        figures.extend(uncertain.then(|| "plug_in".to_owned()));
        figures
            .extend(slopes.then(|| Face::ALL.map(|face| format!("derivative_{face}"))).into_iter().flatten());
        header.extend(figures.into_iter().flat_map(|figure| [figure.clone(), figure + "_exact"]));
        header.extend(CREDIBLE.into_iter().filter(|_| uncertain).map(String::from));
        let mut records = Records::new(header);
        for (list, row) in self.iter().flat_map(|list| list.casts.iter().map(move |row| (list, row))) {
            let mut fields = vec![list.bones.name().to_owned()];
            fields.extend(row.outcome.clone());
            fields.extend([
                row.cast.to_string(),
                kind_name(row),
                rank(row),
                row.sum.to_string(),
                row.ways.to_string(),
            ]);
            let slopes = row
                .sensitivity
                .iter()
                .flat_map(|sensitivity| &sensitivity.faces)
                .map(|face| &face.derivative);
            let posterior = row.posterior.as_ref();
            let plug_in =
                posterior.and_then(|posterior| posterior.plug_in.as_ref()).unwrap_or(&row.probability);
            let figures = [&row.probability, &row.cumulative].into_iter().chain(uncertain.then_some(plug_in));
            fields.extend(figures.chain(slopes).flat_map(value_and_exact));
            fields.extend(
                ends(posterior.and_then(|posterior| posterior.credible)).into_iter().filter(|_| uncertain),
            );
            records.row(fields);
        }
        records
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        json::render(&json::Compared::of(self))
    }
}

/// An interval of a row of the lists, if bones were counted.
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
    notes.extend(reading_notes(list));
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
    let chances = || {
        lists.iter().flat_map(|list| {
            let interval = credible(std::slice::from_ref(list))
                .map(|credible| posterior::column(credible.level).spare(4));
            let chance = [Column::numbers(list.bones.name())].into_iter().chain(interval);
            chance.chain([Column::numbers("One in").spare(3)])
        })
    };
    let chance = |list: &CastList, chance: &Figure, posterior: Option<&Averaged>| {
        let interval = credible(std::slice::from_ref(list)).map(|_| posterior::interval_of(posterior));
        let cells = [percent(chance)].into_iter().chain(interval).chain([one_in(chance)]);
        cells.map(Cell::from).collect::<Vec<_>>()
    };
    let mut section = Section::new(row_columns(first).into_iter().chain(chances()).collect());
    let key = |row: &CastRow| (row.outcome.clone(), row.cast);
    let others: Vec<HashMap<_, &CastRow>> =
        lists.iter().map(|list| list.casts.iter().map(|row| (key(row), row)).collect()).collect();
    for row in &first.casts {
        let same = lists.iter().zip(&others).filter_map(|(list, rows)| Some((list, rows.get(&key(row))?)));
        let chances = same.flat_map(|(list, row)| chance(list, &row.probability, row.posterior.as_ref()));
        section.row(row_cells(row).into_iter().chain(chances));
    }
    let mut sections = vec![section];
    if !first.kinds.is_empty() {
        let mut section =
            Section::titled("Kinds", [Column::words("Kind")].into_iter().chain(chances()).collect());
        for (place, row) in first.kinds.iter().enumerate() {
            let chances = lists.iter().flat_map(|list| {
                chance(list, &list.kinds[place].probability, list.kinds[place].posterior.as_ref())
            });
            section.row([Cell::of_kind(row.kind.title(), Some(row.kind))].into_iter().chain(chances));
        }
        sections.push(section);
    }
    let mut notes = vec![count_note(&first.count)];
    notes.extend(reading_notes(first));
    notes.extend(posterior::note_of_casts(credible(lists).as_ref(), false));
    notes.push(format!("The casts are in the order in which they stand for {}.", first.bones.name()));
    notes.extend(bones::notes(&bones));
    Sheet { heading, sections, notes }
}

/// How ranks and outcomes are to be read.
fn reading_notes(list: &CastList) -> Vec<String> {
    let mut notes = Vec::new();
    if list.count.ranked.is_some() {
        notes.push("Ranks run from 18, the best, down to 0; casts of equal rank tie.".to_owned());
    }
    if list.casts.iter().any(|row| row.outcome.is_some()) {
        notes.push("The digits of an outcome are the bones in their order.".to_owned());
    }
    notes
}

fn title(list: &CastList) -> String {
    let what = if list.casts.iter().any(|row| row.outcome.is_some()) {
        "Every outcome, bone by bone, of"
    } else {
        "Every cast of"
    };
    format!("{what} {}", bones::tali(list.bones.set().len()))
}

/// What is said of a cast whatever the bones.
fn row_columns(list: &CastList) -> Vec<Column> {
    let outcomes = list.casts.iter().any(|row| row.outcome.is_some());
    let mut columns = Vec::new();
    columns.extend(outcomes.then(|| Column::words("Outcome")));
    columns.push(Column::words("Cast"));
    if list.count.ranked.is_some() {
        columns.extend([Column::words("Kind").spare(1), Column::numbers("Rank").spare(4)]);
    }
    columns.push(Column::numbers("Sum").spare(2));
    columns.extend((!outcomes).then(|| Column::numbers("Ways").spare(6)));
    columns
}

fn row_cells(row: &CastRow) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    cells.extend(row.outcome.clone().map(|outcome| Cell::of_kind(outcome, row.kind)));
    cells.push(Cell::of_kind(row.cast.to_string(), row.kind));
    if let Some(kind) = row.kind {
        cells.extend([Cell::of_kind(kind.title(), row.kind), rank(row).into()]);
    }
    cells.push(row.sum.to_string().into());
    cells.extend(row.outcome.is_none().then(|| Cell::from(row.ways.to_string())));
    cells
}

fn rows(list: &CastList) -> Section {
    let mut columns = row_columns(list);
    let level = credible(std::slice::from_ref(list)).map(|credible| credible.level);
    columns.extend([Column::numbers("Probability").spare(5), Column::numbers("Percent")]);
    columns.extend(level.map(posterior::column));
    columns.extend(level.map(|_| Column::numbers("Mean weights").spare(6)));
    columns.extend([Column::numbers("One in").spare(3), Column::numbers("Cumulative").spare(7)]);
    if list.casts.iter().any(|row| row.sensitivity.is_some()) {
        columns.extend(Face::ALL.map(|face| Column::numbers(format!("d/d{face}"))));
        columns.push(Column::words("Moved most by").spare(2));
    }
    let mut section = Section::new(columns);
    for row in &list.casts {
        let mut cells = row_cells(row);
        cells.extend([fraction(&row.probability), percent(&row.probability)].map(Cell::from));
        cells.extend(level.map(|_| Cell::from(posterior::interval_of(row.posterior.as_ref()))));
        cells.extend(level.map(|_| Cell::from(posterior::plug_in(row.posterior.as_ref()))));
        cells.push(one_in(&row.probability).into());
        cells.push(percent(&row.cumulative).into());
        if let Some(sensitivity) = &row.sensitivity {
            cells.extend(sensitivity.faces.iter().map(|face| Cell::from(signed(&face.derivative))));
            cells.push(moved_most_by(sensitivity).into());
        }
        section.row(cells);
    }
    section
}

fn kinds(list: &CastList) -> Section {
    let level = credible(std::slice::from_ref(list)).map(|credible| credible.level);
    let mut columns = vec![Column::words("Kind")];
    columns.extend(["Casts", "Ways", "Probability", "Percent"].map(Column::numbers));
    columns.extend(level.map(posterior::column));
    columns.extend(level.map(|_| Column::numbers("Mean weights").spare(1)));
    columns.push(Column::numbers("One in"));
    let mut section = Section::titled("Kinds", columns);
    for row in &list.kinds {
        let chance = &row.probability;
        let mut cells = vec![Cell::of_kind(row.kind.title(), Some(row.kind))];
        cells.extend(
            [row.casts.to_string(), row.ways.to_string(), fraction(chance), percent(chance)].map(Cell::from),
        );
        cells.extend(level.map(|_| Cell::from(posterior::interval_of(row.posterior.as_ref()))));
        cells.extend(level.map(|_| Cell::from(posterior::plug_in(row.posterior.as_ref()))));
        cells.push(one_in(chance).into());
        section.row(cells);
    }
    section
}

/// The faces that move it most, as words: `1 and 6`.
pub(super) fn moved_most_by(sensitivity: &Sensitivity) -> String {
    let faces: Vec<String> = sensitivity.most.iter().map(u32::to_string).collect();
    match faces.as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
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

fn kind_name(row: &CastRow) -> String {
    row.kind.map_or_else(String::new, |kind| kind.to_string())
}

fn rank(row: &CastRow) -> String {
    row.rank.map_or_else(String::new, |rank| rank.to_string())
}
