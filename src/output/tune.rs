//! Which value of a rule gives what is wanted, laid out.

use serde::Serialize;

use super::Answer;
use super::balance::shown;
use super::csv::{BETWEEN, Record, Records};
use super::number::{duration, quantity, signed};
use super::sheet::{Column, Rows, Sheet};
use super::wins::{heading, notes};
use crate::analysis::{Choice, Figure, Relation, Sweep, Trend, TuneAnswer, TunePoint, Unit};
use crate::games::{LengthUnit, Value};

/// A figure as it is counted.
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

/// What is wanted, as a person reads it: `win:seat1 = 50.00 %`.
pub(super) fn wanted(answer: &TuneAnswer) -> String {
    let want = &answer.question.want;
    let relation = match want.relation {
        Relation::Equal => "=",
        Relation::AtMost => "at most",
        Relation::AtLeast => "at least",
    };
    let target = Figure::Exact(want.target.clone());
    let target = match want.unit {
        Unit::Casts => quantity(&target, &format!(" {}", answer.setting.counted_in().name())),
        Unit::Coins | Unit::Gain => quantity(&target, " coins"),
        unit => counted(&target, unit),
    };
    format!("{} {relation} {target}", want.metric.name())
}

/// What is done: `choosing target`, `choosing target and casts`.
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

fn found(answer: &TuneAnswer) -> String {
    let want = &answer.question.want;
    let Some(point) = answer.closest() else { return "No value gives such a figure.".to_owned() };
    let (values, figure) = (values(answer, point), counted(&point.figure, want.unit));
    if answer.trend == Some(Trend::Constant) {
        let name = want.metric.name();
        let unstaked = answer.points.iter().any(|point| !point.figure.is_number());
        let unless = if unstaked { ", if anything is staked" } else { "" };
        return format!("{name} is {figure}, whatever {} is{unless}.", answer.question.vary[0].key);
    }
    let at_end = answer.best == Some(0) || answer.best == Some(answer.points.len() - 1);
    let beyond = if at_end && !point.holds && matches!(answer.trend, Some(Trend::Rises | Trend::Falls)) {
        " That is an end of the range: values beyond it may come closer."
    } else {
        ""
    };
    match (answer.choice, want.relation, point.holds) {
        (Choice::LeastChange, ..) => {
            format!("{values} is the least change that does it with a fifth of the bound to spare: {figure}.")
        }
        (Choice::MostRoom, ..) => {
            format!("{values} does it with more room to spare than any other value: {figure}.")
        }
        (Choice::Nearest, _, true) => format!("{values} gives exactly that: {figure}."),
        (Choice::Nearest, Relation::Equal, false) => format!("{values} comes closest: {figure}.{beyond}"),
        (Choice::Nearest, _, false) => format!("No value does it; {values} comes closest: {figure}.{beyond}"),
    }
}

/// What marks the value to take.
const fn mark(choice: Choice) -> &'static str {
    match choice {
        Choice::LeastChange => "← least change",
        Choice::MostRoom => "← most room",
        Choice::Nearest => "← closest",
    }
}

/// Whether nothing is left out between the values.
fn is_every_whole_number(answer: &TuneAnswer) -> bool {
    let numbers = answer.points.iter().map(|point| match &point.values[..] {
        [Value::Number(number)] if number.is_integer() => Some(number.to_integer()),
        _ => None,
    });
    let numbers: Option<Vec<_>> = numbers.collect();
    numbers.is_some_and(|numbers| numbers.windows(2).all(|pair| &pair[1] - &pair[0] == 1.into()))
}

/// Whether the rules do it already as they are, if other values are better.
fn as_it_is(answer: &TuneAnswer) -> Option<String> {
    let now = |point: &&TunePoint| {
        let pairs = answer.question.vary.iter().zip(&point.values);
        pairs.into_iter().all(|(sweep, value)| answer.setting.rules.value(sweep.key) == value.to_string())
    };
    let point = answer.points.iter().find(now).filter(|point| point.holds)?;
    let other = answer.closest().is_some_and(|best| best.values != point.values);
    let (values, figure) = (values(answer, point), counted(&point.figure, answer.question.want.unit));
    (other && answer.trend != Some(Trend::Constant))
        .then(|| format!("As it is, {values} does it already, with less to spare: {figure}."))
}

fn trend(answer: &TuneAnswer) -> Option<String> {
    let key = answer.question.vary.first()?.key;
    let name = answer.question.want.metric.name();
    Some(match answer.trend? {
        Trend::Rises => format!("The higher {key}, the higher {name}, all the way."),
        Trend::Falls => format!("The higher {key}, the lower {name}, all the way."),
        Trend::Neither if is_every_whole_number(answer) => format!("{name} goes up and down with {key}."),
        Trend::Neither => format!("{name} goes up and down with {key}: there may be better values between."),
        Trend::Constant | Trend::Unknown => return None,
    })
}

impl Answer for TuneAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let want = &self.question.want;
        let mut heading = heading(&self.setting, &choosing(self));
        heading.push(format!("Wanted: {}", wanted(self)));
        heading.push(found(self));
        let column = |sweep: &Sweep| {
            let numbers = sweep.values.iter().all(|value| matches!(value, Value::Number(_)));
            if numbers { Column::numbers(sweep.key) } else { Column::words(sweep.key) }
        };
        let table = Rows::of(self.points.iter().enumerate());
        let table = self.question.vary.iter().enumerate().fold(table, |table, (place, sweep)| {
            table.column(column(sweep), |(_, point)| bare(&point.values[place]))
        });
        let table = table
            .numbers(want.metric.name(), |(_, point)| counted(&point.figure, want.unit))
            .exactly(1, |(_, point)| &point.figure)
            .words("", |(place, point)| match point.holds {
                // Where all are alike none is to be preferred.
                _ if self.best == Some(*place) && self.trend != Some(Trend::Constant) => mark(self.choice),
                true => "yes",
                false => "",
            });
        let mut all: Vec<String> = as_it_is(self).into_iter().chain(trend(self)).collect();
        if self.setting.bones.iter().any(|bones| bones.set().is_estimated()) {
            all.push("These bones were counted: every value is tried with their mean weights.".to_owned());
        }
        all.extend(notes(&self.setting, None, None));
        if want.unit == Unit::Minutes {
            let pace = quantity(&Figure::Exact(self.question.pace.clone()), "");
            let each = match self.setting.counted_in() {
                LengthUnit::Rounds => {
                    "cast, and of rounds with about as many casts as the first has on average"
                }
                unit => unit.one(),
            };
            all.push(format!("Minutes are those of {pace} seconds a {each}."));
        }
        vec![Sheet { heading, sections: vec![table.section], notes: all }]
    }

    fn records(&self) -> Records {
        let mut records = Records::of_figures();
        let keys = self.question.vary.iter().map(|sweep| sweep.key).collect::<Vec<_>>().join(BETWEEN);
        for (place, point) in self.points.iter().enumerate() {
            let values = point.values.iter().map(bare).collect::<Vec<_>>().join(BETWEEN);
            let table = self.with_value(place).as_ref().map(Record::of_table).unwrap_or_default();
            let table = table.of(&keys).at(values);
            records.add(table.named(self.question.want.metric.name()).figure(&point.figure));
            records.add(table.named("holds").count(u8::from(point.holds)));
            records.add(table.named("closest").count(u8::from(self.best == Some(place))));
        }
        records
    }

    fn json(&self) -> impl Serialize {
        self
    }
}
