//! What is worth what in a race that is solved, laid out.

use super::csv::{Record, Records};
use super::number::percent;
use super::sheet::{Column, Rows, Section};
use crate::analysis::{Figure, ThrowWorth, placing_worth};
use crate::exact::Number;
use crate::games::{DiceStrategy, Measured, RaceStrategy, RuleOfThumb};

/// What throws are worth.
pub(super) fn throws(throws: &[ThrowWorth]) -> Section {
    let any = |is: fn(&ThrowWorth) -> bool| throws.iter().any(is);
    let option = |worth: &ThrowWorth, part: usize| {
        worth.option().map_or_else(String::new, |option| option[part].clone())
    };
    Rows::of(throws)
        .words("Throw", |worth| worth.throw.to_string())
        .numbers("Probability", |worth| percent(&worth.probability))
        .column(any(|worth| worth.play.is_some()).then(|| Column::numbers("Results")), |worth| {
            worth.play.as_ref().map_or_else(String::new, |play| play.turns.to_string())
        })
        .numbers("Wins with it", |worth| percent(&worth.value))
        .column(any(|worth| worth.gain.is_some()).then(|| Column::numbers("Gain")), |worth| {
            worth.gain.as_ref().map_or_else(String::new, points)
        })
        .column(any(|worth| worth.option().is_some()).then(|| Column::words("Does")), |worth| {
            option(worth, 0)
        })
        .section
}

pub(super) fn add_throws(throws: &[ThrowWorth], about: &Record, records: &mut Records) {
    for worth in throws {
        let about = |name: &str| {
            let about = about.named(name).at(&worth.throw);
            worth.option().map_or_else(|| about.clone(), |[option, _]| about.clone().option(option))
        };
        records.add(about("throw_probability").figure(&worth.probability));
        records.add(about("throw_value").figure(&worth.value));
        if let Some(gain) = &worth.gain {
            records.add(about("throw_gain").figure(gain));
        }
        if let Some(play) = &worth.play {
            records.add(about("throw_turns").count(play.turns));
        }
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
    percent(&Figure::from(mean))
}

/// What is said of the opening and the rules of thumb of a race by three dice.
pub(super) const JUDGED_OF_DICE: &str = "The opening is what `search:2` likes best. Rules of thumb are looked for in the first 1,000 choices of `search:1` against \
     itself: it is no proof that they are good.";

/// What the first throw is worth.
pub(super) fn sections(race: &RaceStrategy) -> Vec<Section> {
    let mut throws = throws(&worth(race));
    throws.title = Some("The first throw".to_owned());
    vec![throws]
}

/// How often rules of thumb can be followed, and are.
fn rules_of_thumb(rules: &[RuleOfThumb]) -> Section {
    let mut section = Rows::of(rules)
        .words("Rule of thumb", |rule| rule.rule.to_owned())
        .numbers("Can be followed", |rule| measured(&rule.share))
        .numbers("Is followed", |rule| measured(&rule.holds))
        .section;
    section.title =
        Some("Rules of thumb: of all choices, and of those in which they can be followed".to_owned());
    section
}

/// The opening and the rules of thumb of a race by three dice.
pub(super) fn sections_of_dice(dice: &DiceStrategy) -> Vec<Section> {
    let mut opening = Rows::of(&dice.opening)
        .words("Throw", |line| line.throw.clone())
        .words("Do", |line| line.option[0].clone())
        .numbers("Wins", |line| percent(&placing_worth(line)[0]))
        .numbers("Better than the worst by", |line| percent(&placing_worth(line)[1]))
        .section;
    opening.title = Some("The first throw".to_owned());
    vec![rules_of_thumb(&dice.rules), opening]
}

pub(super) fn add_records_of_dice(dice: &DiceStrategy, table: &Record, records: &mut Records) {
    for hit in &dice.hits {
        let about = table.named("hit").at(hit.distance).of(format!("{} in hand", hit.in_hand));
        records.add(about.figure(&Figure::Exact(hit.probability.clone())));
    }
    for line in &dice.opening {
        let [value, better] = placing_worth(line);
        let about = |name: &str| table.named(name).of(&line.throw).option(&line.option[0]);
        records.add(about("opening_value").figure(&value));
        records.add(about("opening_better").figure(&better));
    }
    add_rules(&dice.rules, table, records);
}

fn add_rules(rules: &[RuleOfThumb], table: &Record, records: &mut Records) {
    for rule in rules {
        for (name, mean) in [("rule_share", &rule.share), ("rule_holds", &rule.holds)] {
            records.add(table.named(name).of(rule.rule).figure(&Figure::from(mean)));
        }
    }
}

pub(super) fn add_records(race: &RaceStrategy, table: &Record, records: &mut Records) {
    let figure = |number: &Number| Figure::from(number.clone());
    add_throws(&worth(race), table, records);
    for worth in &race.squares {
        let about = |name: &str| table.named(name).at(worth.square);
        records.add(about("to_move").figure(&figure(&worth.to_move)));
        records.add(about("to_wait").figure(&figure(&worth.to_wait)));
    }
}
