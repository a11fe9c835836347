//! What is worth what in a race that is solved, laid out.

use super::csv::{Record, Records};
use super::number::percent;
use super::sheet::{Column, Rows, Section};
use crate::analysis::{Figure, ThrowWorth};
use crate::exact::Number;
use crate::games::{Measured, RaceStrategy};

/// What throws are worth.
pub(super) fn throws(throws: &[ThrowWorth]) -> Section {
    Rows::of(throws)
        .words("Throw", |worth| worth.throw.to_string())
        .numbers("Probability", |worth| percent(&worth.probability))
        .numbers("Wins with it", |worth| percent(&worth.value))
        .numbers("Gain", |worth| points(&worth.gain))
        .section
}

pub(super) fn add_throws(throws: &[ThrowWorth], about: &Record, records: &mut Records) {
    for worth in throws {
        let about = |name: &str| about.named(name).at(worth.throw);
        records.add(about("throw_probability").figure(&worth.probability));
        records.add(about("throw_value").figure(&worth.value));
        records.add(about("throw_gain").figure(&worth.gain));
    }
}

/// What the throws of a card are worth.
fn worth(race: &RaceStrategy) -> Vec<ThrowWorth> {
    race.throws.iter().cloned().map(ThrowWorth::from).collect()
}

/// A difference of chances, as percent with its sign.
fn points(figure: &Figure) -> String {
    let sign = if figure.approximate().is_some_and(|value| value < 0.0) { "\u{2212}" } else { "+" };
    format!("{sign}{}", percent(figure).trim_start_matches(['+', '-', '\u{2212}']))
}

fn measured(mean: &Measured) -> String {
    percent(&mean.part())
}

/// Throws, rules of thumb, policies and the opening.
pub(super) fn sections(race: &RaceStrategy) -> Vec<Section> {
    let of = |number: &Number| percent(&Figure::from(number.clone()));
    let mut throws = throws(&worth(race));
    throws.title = Some("The first throw".to_owned());
    let mut rules = Rows::of(&race.rules)
        .words("Rule of thumb", |rule| rule.rule.to_owned())
        .numbers("Can be followed", |rule| measured(&rule.share))
        .numbers("Holds", |rule| measured(&rule.holds))
        .numbers("Costs", |rule| measured(&rule.cost))
        .section;
    rules.title =
        Some("Rules of thumb: of all choices, and of those in which they can be followed".to_owned());
    let mut policies = Rows::of(&race.policies)
        .words("Policy", |policy| policy.policy.to_owned())
        .numbers("Does what is best", |policy| measured(&policy.agreement))
        .numbers("Cost per choice", |policy| measured(&policy.cost))
        .section;
    policies.title = Some("Policies: of all choices".to_owned());
    let mut opening = Rows::of(&race.opening)
        .words("Throws", |line| line.throws.iter().map(u8::to_string).collect::<Vec<_>>().join(" "))
        .words("Best", |line| line.best.clone())
        .numbers("Wins", |line| of(&line.value))
        .words("Next best", |line| line.next.clone().unwrap_or_default())
        .column(Some(Column::numbers("Costs")), |line| {
            line.next.as_ref().map_or_else(String::new, |_| of(&line.cost))
        })
        .section;
    opening.title = Some("The opening: what is best with the last of these throws".to_owned());
    vec![throws, rules, policies, opening]
}

pub(super) fn add_records(race: &RaceStrategy, table: &Record, records: &mut Records) {
    let figure = |number: &Number| Figure::from(number.clone());
    add_throws(&worth(race), table, records);
    for line in &race.opening {
        let throws = line.throws.iter().map(u8::to_string).collect::<Vec<_>>().join("-");
        let about = |name: &str| table.named(name).of(&throws).option(&line.best);
        records.add(about("opening_value").figure(&figure(&line.value)));
        records.add(about("opening_cost").figure(&figure(&line.cost)));
    }
    for rule in &race.rules {
        for (name, mean) in
            [("rule_share", &rule.share), ("rule_holds", &rule.holds), ("rule_cost", &rule.cost)]
        {
            records.add(table.named(name).of(rule.rule).figure(&mean.part()));
        }
    }
    for policy in &race.policies {
        for (name, mean) in [("agreement", &policy.agreement), ("policy_cost", &policy.cost)] {
            records.add(table.named(name).of(policy.policy).figure(&mean.part()));
        }
    }
    for worth in &race.squares {
        let about = |name: &str| table.named(name).at(worth.square);
        records.add(about("to_move").figure(&figure(&worth.to_move)));
        records.add(about("to_wait").figure(&figure(&worth.to_wait)));
    }
}
