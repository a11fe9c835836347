//! Two sets of house rules side by side, laid out.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Answer;
use super::balance::{all_notes, swings, verdict_table};
use super::csv::{Record, Records};
use super::intervals::{shown, shown_signed, signed_percent};
use super::sheet::{Rows, Section, Sheet};
use super::verdicts::{BalanceRecord, Names};
use super::wins::{heading, quantity_or_whole};
use crate::analysis::{BalanceAnswer, Difference, Figure, Item, Setting, SideBySide, record};

/// What the two sets are called.
pub(super) const SETS: [&str; 2] = ["A", "B"];

/// The house rules of a table in one line.
pub(super) fn rules(setting: &Setting) -> String {
    let changed = setting.rules.changed();
    if changed.is_empty() {
        return "the usual rules".to_owned();
    }
    changed.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

/// What a figure is called: `Seat 1 wins`, `Minutes, 95 %`.
fn title(answer: &BalanceAnswer, item: &Item) -> String {
    let seat = item.seat.map(|seat| Names::default().of(seat)).unwrap_or_default();
    let at = item.at.map(|at| (at * 100.0).round());
    let unit = if item.name.starts_with("minutes") { "Minutes" } else { answer.setting.counted_in().title() };
    match item.name {
        "win_share" => format!("{seat} wins"),
        "net" => format!("{seat}: net"),
        "net_sd" => format!("{seat}: deviation of the net"),
        "element_of_risk" => format!("{seat}: net gain, % of coins paid"),
        "ruined" => format!("{seat} is ruined"),
        "suspense" => format!("{seat}: suspense"),
        "surprise" => format!("{seat}: surprise"),
        "nobody" => "Nobody wins".to_owned(),
        "balance" => "1 less the largest difference between two seats".to_owned(),
        "length_mean" | "minutes_mean" => format!("{unit}, mean"),
        "length_sd" | "minutes_sd" => format!("{unit}, deviation"),
        "length_quantile" | "minutes_quantile" => match at {
            Some(level) if (level - 50.0).abs() > 0.1 => format!("{unit}, {level} %"),
            _ => format!("{unit}, median"),
        },
        name => {
            let known = swings(answer).into_iter();
            let mut known = known.filter(|(key, of, ..)| {
                *key == name && item.at.map(|at| at.to_string()).unwrap_or_default() == *of
            });
            known.next().map_or_else(|| name.to_owned(), |(_, _, title, ..)| title)
        }
    }
}

/// A figure as the table of its own game shows it.
fn cell(item: &Item, figure: &Figure) -> String {
    match item.name {
        "length_quantile" | "minutes_quantile" => quantity_or_whole(figure),
        "net" => shown_signed(figure),
        "element_of_risk" => signed_percent(figure),
        _ => shown(figure, item.is_part),
    }
}

/// With its sign, a difference of chances in points.
fn difference(found: &Difference) -> String {
    if found.of.is_part {
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
        let is_told = |found: &&Difference| found.figures.iter().any(Figure::is_number);
        let table = Rows::of(self.differences.iter().filter(is_told))
            .words("", |found| title(first, &found.of))
            .numbers(SETS[0], |found| cell(&found.of, &found.figures[0]))
            .numbers(SETS[1], |found| cell(&found.of, &found.figures[1]))
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
