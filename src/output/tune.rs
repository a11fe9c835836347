//! The sheet of `tune`: which value of a rule gives the wanted figure.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Answer;
use super::csv::{BETWEEN, Record, Records};
use super::intervals::shown;
use super::number::{duration, quantity, signed};
use super::sheet::{Column, Rows, Sheet};
use super::wins::{heading, notes};
use crate::analysis::{Choice, Figure, Metric, Relation, Sweep, Trend, TuneAnswer, TunePoint, Unit, Want};
use crate::games::{LengthUnit, Value};
use crate::process::Swing;

/// A figure in its unit.
pub(super) fn counted(figure: &Figure, unit: Unit) -> String {
    match unit {
        Unit::Chance => shown(figure, true),
        Unit::Minutes => match figure.rational() {
            Some(minutes) if !matches!(figure, Figure::Simulated(_)) => {
                if minutes < num_rational::BigRational::from_integer(100.into()) {
                    quantity(figure, " min")
                } else {
                    duration(&minutes)
                }
            }
            Some(_) => format!("{} min", shown(figure, false)),
            None => shown(figure, false),
        },
        Unit::Gain if !matches!(figure, Figure::Simulated(_)) => signed(figure),
        Unit::Coins | Unit::Gain | Unit::Casts | Unit::Plain => shown(figure, false),
    }
}

/// A want as it is typed: `win:seat1 = 50.00 %`.
pub(super) fn wanted(answer: &TuneAnswer, want: &Want) -> String {
    let relation = if want.relation == Relation::Equal { "= " } else { "" };
    format!("{} {relation}{}", want.metric.name(), target(answer, want))
}

/// The target of a want: `50.00 %`, `at most 30 min`.
pub(super) fn target(answer: &TuneAnswer, want: &Want) -> String {
    let relation = match want.relation {
        Relation::Equal => "",
        Relation::AtMost => "at most ",
        Relation::AtLeast => "at least ",
    };
    let target = Figure::Exact(want.target.clone());
    let target = match want.unit {
        Unit::Casts => quantity(&target, &format!(" {}", answer.setting.counted_in().name())),
        Unit::Coins | Unit::Gain => quantity(&target, &format!(" {}", answer.setting.money())),
        unit => counted(&target, unit),
    };
    relation.to_owned() + &target
}

/// A figure in words: `games won by seat 1`.
pub(super) fn in_words(metric: &Metric) -> String {
    match metric {
        Metric::Win(seat) => format!("games won by seat {seat}"),
        Metric::Advantage(seat) => format!("games won by seat {seat} beyond an even share"),
        Metric::Gap => "the largest difference between two seats".to_owned(),
        Metric::Nobody => "games that nobody wins".to_owned(),
        Metric::Never => "games that never end".to_owned(),
        Metric::Length(None) => "the mean length of a game".to_owned(),
        Metric::Length(Some(percent)) => format!("the length within which {percent} % of the games end"),
        Metric::Net(seat) => format!("what seat {seat} gains in a game"),
        Metric::Risk => "the largest part of its stakes that a seat gains or loses".to_owned(),
        Metric::Pot(None) => "the mean pot when it is taken".to_owned(),
        Metric::Pot(Some(percent)) => format!("the pot that {percent} % of the pots taken do not exceed"),
        Metric::Named(name, at) => {
            let title =
                Swing::named(name).map_or_else(|| name.replace('_', " "), |swing| swing.title().to_owned());
            if *at > 1 { format!("{title}, {at}") } else { title }
        }
        Metric::Skill(policy) => format!("what best play gains over the policy {policy}"),
    }
}

/// All wants that fulfil a condition: `gap at most 2 % and length:p95 at most 30 min`.
fn all_wanted(answer: &TuneAnswer, is_shown: impl Fn(&Want) -> bool) -> String {
    let wants = answer.question.wants.iter().filter(|want| is_shown(want));
    wants.map(|want| wanted(answer, want)).collect::<Vec<_>>().join(" and ")
}

/// The task, for the heading: `choosing target`, `choosing target and casts`.
pub(super) fn choosing(answer: &TuneAnswer) -> String {
    let keys: Vec<&str> = answer.question.vary.iter().map(|sweep| sweep.key).collect();
    format!("choosing {}", keys.join(" and "))
}

/// A value as it is typed, without quotes.
pub(super) fn bare(value: &impl ToString) -> String {
    value.to_string().replace('"', "")
}

/// The values of a point with their keys: `target = 70`.
pub(super) fn values(answer: &TuneAnswer, point: &TunePoint) -> String {
    let keys = answer.question.vary.iter().map(|sweep| sweep.key);
    let pairs = keys.zip(&point.values).map(|(key, value)| format!("{key} = {value}"));
    pairs.collect::<Vec<_>>().join(", ")
}

/// The figures of a point: for one want the figure alone, for several each with its name.
pub(super) fn figures(answer: &TuneAnswer, point: &TunePoint) -> String {
    let wants = answer.question.wants.iter().zip(&point.figures);
    let titles: Vec<String> = match answer.question.wants.as_slice() {
        [_] => wants.map(|(want, figure)| counted(figure, want.unit)).collect(),
        _ => distinct(answer)
            .map(|(want, index)| {
                format!("{} {}", want.metric.name(), counted(&point.figures[index], want.unit))
            })
            .collect(),
    };
    titles.join(", ")
}

/// The wants with their indices; a figure with two bounds appears once.
pub(super) fn distinct(answer: &TuneAnswer) -> impl Iterator<Item = (&Want, usize)> {
    let wants = &answer.question.wants;
    let is_new = |(index, want): &(usize, &Want)| {
        !wants[..*index].iter().any(|other| (&other.metric, other.unit) == (&want.metric, want.unit))
    };
    wants.iter().enumerate().filter(is_new).map(|(index, want)| (want, index))
}

fn found(answer: &TuneAnswer) -> String {
    let Some(point) = answer.closest() else { return "No value gives such a figure.".to_owned() };
    let [want] = answer.question.wants.as_slice() else { return found_of_several(answer, point) };
    let (values, figure) = (values(answer, point), figures(answer, point));
    if answer.is_constant() {
        let name = want.metric.name();
        let unstaked = answer.points.iter().any(|point| !point.figures.iter().all(Figure::is_number));
        let unless = if unstaked { ", if anything is staked" } else { "" };
        return format!("{name} is {figure} for all values of {}{unless}.", answer.question.vary[0].key);
    }
    let at_end = answer.best == Some(0) || answer.best == Some(answer.points.len() - 1);
    let beyond = if at_end && !point.holds && matches!(answer.trends[..], [Trend::Rises | Trend::Falls]) {
        " That is one end of the range: values beyond it may come closer."
    } else {
        ""
    };
    let [of_tried, tried] = of_tried(answer);
    match (answer.choice, want.relation, point.holds) {
        (Choice::LeastChange, ..) => {
            format!("{of_tried}{values} is the smallest change that {}: {figure}.", spare(want))
        }
        (Choice::MostRoom, ..) => {
            format!("{of_tried}{values} meets the limit with a larger margin than any other value: {figure}.")
        }
        (Choice::Nearest, _, true) => format!("{values} gives exactly that: {figure}."),
        (Choice::Nearest, Relation::Equal, false) => {
            format!("{of_tried}{values} comes closest: {figure}.{beyond}")
        }
        (Choice::Nearest, _, false) => {
            format!("No value meets the limit{tried}; {values} comes closest: {figure}.{beyond}")
        }
    }
}

/// The margin of a limit that is kept with room ([`Want::holds_with_room`]).
pub(super) fn spare(want: &Want) -> &'static str {
    match want.relation {
        Relation::AtLeast if want.unit == Unit::Chance => {
            "covers a fifth of the distance from the limit to 100 %"
        }
        Relation::AtLeast | Relation::AtMost | Relation::Equal => "leaves a 20 % margin",
    }
}

/// The words that restrict a statement to the values tried, if values between them might be better.
fn of_tried(answer: &TuneAnswer) -> [&'static str; 2] {
    if answer.may_be_between() { ["Of the values tried, ", " tried"] } else { ["", ""] }
}

/// The value that meets all wants, or the wants that fail if none does.
fn found_of_several(answer: &TuneAnswer, point: &TunePoint) -> String {
    let (values, figures) = (values(answer, point), figures(answer, point));
    let wants = &answer.question.wants;
    let [of_tried, tried] = of_tried(answer);
    let broken = broken(answer, point);
    if !broken.is_empty() {
        let is_met = |want: &Want| {
            let index = wants.iter().position(|other| other == want);
            answer.points.iter().any(|point| index.is_some_and(|index| want.holds(&point.figures[index])))
        };
        let never = wants.iter().filter(|want| want.is_bound() && !is_met(want));
        let never = never.map(|want| wanted(answer, want)).collect::<Vec<_>>().join(", and none ");
        let why = if never.is_empty() {
            "each limit is met by some value, but no value meets all of them".to_owned()
        } else {
            format!("no value gives {never}")
        };
        let broken = broken.into_iter().map(|want| want.metric.name()).collect::<Vec<_>>().join(" and ");
        return format!(
            "None of the values{tried} meets every limit: {why}. {values} comes closest: {figures}; it fails {broken}."
        );
    }
    match answer.choice {
        Choice::LeastChange => {
            format!(
                "{of_tried}{values} is the smallest change that meets every limit with 20 % to spare: {figures}."
            )
        }
        Choice::MostRoom => {
            format!(
                "{of_tried}{values} meets all limits with a larger margin than any other value: {figures}."
            )
        }
        Choice::Nearest if point.holds => format!("{values} gives exactly that: {figures}."),
        Choice::Nearest if wants.iter().any(Want::is_bound) => format!(
            "Of the values that give {}{tried}, {values} comes closest to {}: {figures}.",
            all_wanted(answer, Want::is_bound),
            all_wanted(answer, |want| !want.is_bound())
        ),
        Choice::Nearest => format!("{of_tried}{values} comes closest to all of them: {figures}."),
    }
}

/// The bounds that a point breaks.
fn broken<'a>(answer: &'a TuneAnswer, point: &TunePoint) -> Vec<&'a Want> {
    let wants = answer.question.wants.iter().zip(&point.figures);
    wants.filter(|(want, figure)| want.is_broken(figure)).map(|(want, _)| want).collect()
}

/// The mark at the value to take.
const fn mark(choice: Choice) -> &'static str {
    match choice {
        Choice::LeastChange => "← smallest change",
        Choice::MostRoom => "← most room",
        Choice::Nearest => "← closest",
    }
}

/// The wants that a value fails, if there are several wants.
fn fails(answer: &TuneAnswer, point: &TunePoint) -> String {
    let broken = if answer.question.wants.len() > 1 { broken(answer, point) } else { Vec::new() };
    let names: Vec<String> = broken.iter().map(|want| want.metric.name()).collect();
    if names.is_empty() { String::new() } else { format!("fails {}", names.join(", ")) }
}

/// A note that the present rules already meet the limits, if another value is better.
fn as_it_is(answer: &TuneAnswer) -> Option<String> {
    let now = |point: &&TunePoint| {
        let pairs = answer.question.vary.iter().zip(&point.values);
        pairs.into_iter().all(|(sweep, value)| answer.setting.rules.value(sweep.key) == value.to_string())
    };
    let point = answer.points.iter().find(now).filter(|point| point.holds)?;
    let other = answer.closest().is_some_and(|best| best.values != point.values);
    let (values, figures) = (values(answer, point), figures(answer, point));
    (other && !answer.is_constant())
        .then(|| format!("The present {values} also works, with a smaller margin: {figures}."))
}

fn trend(answer: &TuneAnswer, want: &Want, trend: Trend) -> Option<String> {
    let sweep = answer.question.vary.first()?;
    let key = sweep.key;
    let name = want.metric.name();
    Some(match trend {
        Trend::Rises => format!("{name} rises steadily as {key} rises."),
        Trend::Falls => format!("{name} falls steadily as {key} rises."),
        Trend::Neither if sweep.is_every_whole_number() => format!("{name} goes up and down with {key}."),
        Trend::Neither => format!("{name} goes up and down with {key}: there may be better values between."),
        Trend::Constant if answer.question.wants.len() > 1 => {
            format!("{name} is the same for all values of {key}.")
        }
        Trend::Constant | Trend::Unknown => return None,
    })
}

impl Answer for TuneAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let mut heading = heading(&self.setting, &choosing(self));
        heading.push(format!("Wanted: {}", all_wanted(self, |_| true)));
        heading.push(found(self));
        let column = |sweep: &Sweep| {
            let numbers = sweep.values.iter().all(|value| matches!(value, Value::Number(_)));
            if numbers { Column::numbers(sweep.key) } else { Column::words(sweep.key) }
        };
        let table = Rows::of(self.points.iter().enumerate());
        let table = self.question.vary.iter().enumerate().fold(table, |table, (index, sweep)| {
            table.column(column(sweep), |(_, point)| bare(&point.values[index]))
        });
        let table = distinct(self).fold(table, |table, (want, index)| {
            table.numbers(want.metric.name(), |(_, point)| counted(&point.figures[index], want.unit))
        });
        // With several figures there is no room for their fractions.
        let table = if self.question.wants.len() == 1 {
            table.exactly(1, |(_, point)| &point.figures[0])
        } else {
            table
        };
        let table = table.words("", |(index, point)| match point.holds {
            // If all values give the same, none is marked.
            _ if self.best == Some(*index) && !self.is_constant() => mark(self.choice).to_owned(),
            true => "yes".to_owned(),
            false => fails(self, point),
        });
        let mut all: Vec<String> = as_it_is(self).into_iter().collect();
        let mut wants: Vec<(&Want, usize)> = distinct(self).collect();
        wants.retain(|(_, index)| *index < self.trends.len());
        all.extend(wants.into_iter().filter_map(|(want, index)| trend(self, want, self.trends[index])));
        if self.setting.bones.iter().any(|bones| bones.set().is_estimated()) {
            all.push("These bones were counted: every value is tried with their mean weights.".to_owned());
        }
        all.extend(notes(&self.setting, None, None));
        if self.question.wants.iter().any(|want| want.unit == Unit::Minutes) {
            let pace = quantity(&Figure::Exact(self.question.pace.clone()), "");
            let each = match self.setting.counted_in() {
                LengthUnit::Rounds => "cast, for rounds with about as many casts as the first has on average",
                unit => unit.one(),
            };
            all.push(format!("Minutes assume {pace} seconds a {each}."));
        }
        vec![Sheet { heading, sections: vec![table.section], notes: all }]
    }

    fn records(&self) -> Records {
        let keys = self.question.vary.iter().map(|sweep| sweep.key).collect::<Vec<_>>().join(BETWEEN);
        Records::of(self.points.iter().enumerate().map(|(index, point)| {
            let values = point.values.iter().map(bare).collect::<Vec<_>>().join(BETWEEN);
            let table = self.with_value(index).as_ref().map(Record::of_table).unwrap_or_default();
            let figures = distinct(self).map(|(want, index)| (want.metric.name(), &point.figures[index]));
            (table.with("of", &keys).with("at", &values), figures.collect::<BTreeMap<_, _>>())
        }))
    }

    fn json(&self) -> impl Serialize {
        self
    }
}
