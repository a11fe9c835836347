//! The sheet of `casts --by`: the distribution of a number or kind over casts.

use serde::Serialize;

use super::csv::{Record, Records};
use super::json::Compared;
use super::number::{one_in, percent, quantity};
use super::sheet::{Column, Rows, Section, Sheet};
use super::words::text;
use super::{Answer, bones, posterior};
use crate::analysis::{By, CastValue, CastsBy, CastsByRow, Credible};

/// The heading of the values.
pub(super) fn heading(by: By) -> String {
    match by {
        By::Sum => "Sum".to_owned(),
        By::Kind => "Kind".to_owned(),
        By::Count(face) => format!("Bones with a {face}"),
    }
}

/// The subject of the distribution.
pub(super) fn title(spread: &CastsBy) -> String {
    let tali = bones::tali(spread.bones.set().len());
    match spread.by {
        By::Sum => format!("The sum of a cast of {tali}"),
        By::Kind => format!("What {tali} can show"),
        By::Count(face) => format!("Bones that show a {face} in a cast of {tali}"),
    }
}

/// A value in words.
pub(super) fn value(value: CastValue) -> String {
    match value {
        CastValue::Number(number) => number.to_string(),
        CastValue::Kind(kind) => kind.title().to_owned(),
    }
}

fn credible(row: &CastsByRow) -> Option<Credible> {
    row.posterior.as_ref().and_then(|posterior| posterior.credible)
}

fn table(spread: &CastsBy) -> Section {
    let level = spread.rows.iter().find_map(credible).map(|credible| credible.level);
    let numbers = spread.by != By::Kind;
    let named = |title: String| if numbers { Column::numbers(title) } else { Column::words(title) };
    Rows::of(&spread.rows)
        .column(named(heading(spread.by)), |row| value(row.value))
        .numbers("Casts", |row| row.casts.to_string())
        .numbers("Ways", |row| row.ways.to_string())
        .exactly(3, |row| &row.probability)
        .numbers("Percent", |row| percent(&row.probability))
        .intervals(level, |row| row.posterior.as_ref())
        .mean_weights(level, 4, |row| row.posterior.as_ref())
        .numbers("One in", |row| one_in(&row.probability))
        .column(numbers.then(|| Column::numbers("At least")), |row| text(row.at_least.as_ref().map(percent)))
        .section
}

impl Answer for [CastsBy] {
    fn sheets(&self) -> Vec<Sheet> {
        let sheet = |spread: &CastsBy| {
            let mut heading = vec![title(spread)];
            heading.extend(bones::lines(&spread.bones));
            let mut notes = Vec::new();
            if let (Some(mean), Some(sd)) = (&spread.mean, &spread.sd) {
                notes.push(format!("Mean {}, standard deviation {}.", quantity(mean, ""), quantity(sd, "")));
            }
            let counted = spread.rows.iter().find_map(credible);
            notes.extend(posterior::note_of_casts(counted.as_ref(), false));
            notes.extend(bones::notes(std::slice::from_ref(&spread.bones)));
            Sheet { heading, sections: vec![table(spread)], notes }
        };
        self.iter().map(sheet).collect()
    }

    fn records(&self) -> Records {
        Records::of(self.iter().map(|spread| (Record::of_bones(spread.bones.name()), spread)))
    }

    fn json(&self) -> impl Serialize {
        Compared::of("sets", self)
    }
}
