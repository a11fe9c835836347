//! The sheet of two sets of house rules side by side.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Answer;
use super::balance::{all_notes, verdict_table};
use super::csv::{Record, Records};
use super::intervals::{shown_as, shown_signed, signed_percent};
use super::sheet::{Rows, Section, Sheet};
use super::verdicts::{BalanceRecord, Names};
use super::wins::heading;
use super::words::uncapitalised;
use crate::analysis::{BalanceAnswer, Difference, Figure, Item, Setting, SideBySide, record};
use crate::games::Shown;

/// The names of the two sets.
pub(super) const SETS: [&str; 2] = ["A", "B"];

/// The house rules of a table in one line.
pub(super) fn rules(setting: &Setting) -> String {
    let changed = setting.rules.changed();
    if changed.is_empty() {
        return "the usual rules".to_owned();
    }
    changed.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

/// The name of a figure: `Seat 1: wins`, `Minutes, 95 %`.
fn title(item: &Item) -> String {
    match item.seat {
        Some(seat) => format!("{}: {}", Names::default().of(seat), uncapitalised(&item.title)),
        None => item.title.clone(),
    }
}

/// A difference with its sign, for chances in percentage points.
fn difference(found: &Difference) -> String {
    if matches!(found.of.shown, Shown::Percent | Shown::SignedPercent) {
        signed_percent(&found.difference).replace('%', "points")
    } else {
        shown_signed(&found.difference)
    }
}

impl Answer for SideBySide {
    fn sheets(&self) -> Vec<Sheet> {
        let [first, second] = &self.games;
        let mut heading = heading(&first.setting, "two sets of house rules side by side");
        heading.retain(|line| !line.starts_with("House rules: "));
        for (set, answer) in SETS.into_iter().zip(&self.games).rev() {
            heading.insert(1, format!("{set}: {}", rules(&answer.setting)));
        }
        let is_shown = |found: &&Difference| found.figures.iter().any(Figure::is_number);
        let table = Rows::of(self.differences.iter().filter(is_shown))
            .words("", |found| title(&found.of))
            .numbers(SETS[0], |found| shown_as(&found.figures[0], found.of.shown))
            .numbers(SETS[1], |found| shown_as(&found.figures[1], found.of.shown))
            .numbers(format!("{} − {}", SETS[1], SETS[0]), |found| difference(found));
        let verdicts = SETS.into_iter().zip(&self.games).map(|(set, answer)| Section {
            title: Some(format!("{set}: {}", rules(&answer.setting))),
            ..verdict_table(answer, Names::default())
        });
        let mut all = all_notes(first);
        for note in all_notes(second) {
            if !all.contains(&note) {
                all.push(note);
            }
        }
        vec![Sheet {
            heading,
            sections: std::iter::once(table.section).chain(verdicts).collect(),
            notes: all,
        }]
    }

    fn records(&self) -> Records {
        let about = |answer: &BalanceAnswer| Record::of_table(&answer.setting);
        let mut records =
            Records::of(self.games.iter().map(|answer| (about(answer), answer.without_verdicts())));
        records.add(&about(&self.games[1]), BTreeMap::from([("differences", &self.differences)]));
        records
    }

    fn json(&self) -> impl Serialize {
        Document(self)
    }
}

struct Document<'a>(&'a SideBySide);

record!(Document<'_>, Self(answer) =>
    "games": answer.games.iter().map(|answer| BalanceRecord { answer, names: Names::default() }).collect::<Vec<_>>(),
    "differences": answer.differences,
);
