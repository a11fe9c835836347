//! The list of casts, laid out.

use super::csv::{Records, value_and_exact};
use super::number::{fraction, one_in, percent, signed};
use super::sheet::{Cell, Column, Section, Sheet};
use super::{Answer, bones, json};
use crate::analysis::{CastCount, CastList, CastRow, Sensitivity};
use crate::tali::Face;

impl Answer for [CastList] {
    fn sheets(&self) -> Vec<Sheet> {
        self.iter().map(sheet).collect()
    }

    fn records(&self) -> Records {
        let first = self.iter().flat_map(|list| &list.casts).next();
        let outcomes = first.is_some_and(|row| row.outcome.is_some());
        let slopes = first.is_some_and(|row| row.sensitivity.is_some());
        let mut header = vec!["bones"];
        header.extend(outcomes.then_some("outcome"));
        header.extend([
            "cast",
            "kind",
            "rank",
            "sum",
            "ways",
            "probability",
            "probability_exact",
            "cumulative",
            "cumulative_exact",
        ]);
        if slopes {
            header.extend(["derivative_1", "derivative_3", "derivative_4", "derivative_6"]);
        }
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
            fields.extend(value_and_exact(&row.probability));
            fields.extend(value_and_exact(&row.cumulative));
            let faces = row.sensitivity.iter().flat_map(|sensitivity| &sensitivity.faces);
            fields.extend(faces.map(|face| value_and_exact(&face.derivative)[1].clone()));
            records.row(fields);
        }
        records
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        json::render(&json::Compared::of(self))
    }
}

fn sheet(list: &CastList) -> Sheet {
    let mut heading = vec![title(list)];
    heading.extend(bones::lines(&list.bones));
    let mut sections = vec![rows(list)];
    if !list.kinds.is_empty() {
        sections.push(kinds(list));
    }
    let mut notes = vec![count_note(&list.count)];
    notes.extend(bones::notes(&list.bones));
    Sheet { heading, sections, notes }
}

fn title(list: &CastList) -> String {
    let tali = list.bones.set().len();
    let bones = if tali == 1 { "1 talus".to_owned() } else { format!("{tali} tali") };
    let what = if list.casts.iter().any(|row| row.outcome.is_some()) {
        "Every outcome, bone by bone, of"
    } else {
        "Every cast of"
    };
    format!("{what} {bones}")
}

fn rows(list: &CastList) -> Section {
    let outcomes = list.casts.iter().any(|row| row.outcome.is_some());
    let slopes = list.casts.iter().any(|row| row.sensitivity.is_some());
    let kinds = list.count.ranked.is_some();
    let mut columns = Vec::new();
    columns.extend(outcomes.then(|| Column::words("Outcome")));
    columns.push(Column::words("Cast"));
    if kinds {
        columns.extend([Column::words("Kind"), Column::numbers("Rank")]);
    }
    columns.extend(["Sum", "Ways", "Probability", "Percent", "", "Cumulative"].map(Column::numbers));
    if slopes {
        columns.extend(Face::ALL.map(|face| Column::numbers(format!("d/d{face}"))));
        columns.push(Column::words("Moved most by"));
    }
    let mut section = Section::new(columns);
    for row in &list.casts {
        let mut cells: Vec<Cell> = Vec::new();
        cells.extend(row.outcome.clone().map(|outcome| Cell::of_kind(outcome, row.kind)));
        cells.push(Cell::of_kind(row.cast.to_string(), row.kind));
        if let Some(kind) = row.kind {
            cells.extend([Cell::of_kind(kind.title(), row.kind), rank(row).into()]);
        }
        cells.extend([row.sum.to_string(), row.ways.to_string()].map(Cell::from));
        cells.extend(
            [fraction(&row.probability), percent(&row.probability), one_in(&row.probability)].map(Cell::from),
        );
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
    let mut columns = vec![Column::words("Kind")];
    columns.extend(["Casts", "Ways", "Probability", "Percent", ""].map(Column::numbers));
    let mut section = Section::titled("Kinds", columns);
    for row in &list.kinds {
        let chance = &row.probability;
        section.row([
            Cell::of_kind(row.kind.title(), Some(row.kind)),
            row.casts.to_string().into(),
            row.ways.to_string().into(),
            fraction(chance).into(),
            percent(chance).into(),
            one_in(chance).into(),
        ]);
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
