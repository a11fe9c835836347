//! The values tried for a rule.

use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use serde::Serialize;

use super::TuneError;
use crate::analysis::Setting;
use crate::games::{Key, Takes, Value};
use crate::messages::abridged;
use crate::tali::{CastTable, parse_weight};

/// The most combinations of values.
pub(super) const MOST_VALUES: usize = 2_000;

/// The default number of values of a rule.
const USUAL: i64 = 20;

/// A rule with the values to try.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sweep {
    /// The key.
    pub key: &'static str,
    /// The values, in the order of trial.
    pub values: Vec<Value>,
}

impl Sweep {
    /// Reads `KEY=LO..HI`, `KEY=LO..HI:STEP`, `KEY=A|B|C`, or `KEY` alone for values around the default, for a table.
    ///
    /// # Errors
    ///
    /// [`TuneError`], if there is no such key, or it does not take such values.
    pub fn parse(text: &str, setting: &Setting) -> Result<Self, TuneError> {
        let (name, values) = text.split_once('=').map_or((text, None), |(name, values)| (name, Some(values)));
        let name = name.trim();
        let Some(key) = setting.game.key(name) else {
            // The error of the rules suggests the nearest spelling.
            setting.rules.clone().set(name, Value::Word(String::new())).map_err(TuneError::Rule)?;
            return Err(TuneError::Sweep(name.to_owned(), "there is no such key".to_owned()));
        };
        let values = match values {
            None => match around(key, setting) {
                values if values.len() > 1 => values,
                _ => {
                    return Err(TuneError::Sweep(
                        name.to_owned(),
                        format!("name its values, such as {name}=A|B"),
                    ));
                }
            },
            Some(values) => {
                let listed = listed(values.trim());
                in_order(listed.map_err(|problem| TuneError::Sweep(abridged(text), problem))?)
            }
        };
        let mut rules = setting.rules.clone();
        for value in &values {
            rules.set(key.name, value.clone()).map_err(TuneError::Rule)?;
        }
        Ok(Self { key: key.name, values })
    }

    /// The size of the change to a value: 0 for the present value and the default, small for another word, larger the farther
    /// another number is, and larger the more steps of a list differ.
    pub(in crate::analysis) fn change(&self, value: &Value, setting: &Setting) -> f64 {
        let now = setting.rules.value(self.key);
        let key = setting.game.key(self.key);
        if value.to_string() == now || key.is_some_and(|key| value.to_string() == key.default) {
            return 0.0;
        }
        match (value, Value::parse(&now).ok()) {
            (Value::Number(after), Some(Value::Number(before))) => {
                let size = |number: &BigRational| number.to_f64().unwrap_or(0.0).abs() + 1.0;
                1.0 + (size(after) / size(&before)).ln().abs()
            }
            (Value::List(after), Some(Value::List(before))) => {
                let missing =
                    |from: &[Value], of: &[Value]| of.iter().filter(|step| !from.contains(step)).count();
                1.0 + (missing(&before, after) + missing(after, &before)).to_f64().unwrap_or(f64::INFINITY)
            }
            _ => 1.0,
        }
    }

    /// Whether its values are the default ones for a table, apart from the one in force.
    pub fn is_usual(&self, setting: &Setting) -> bool {
        let key = setting.game.key(self.key);
        key.is_some_and(|key| {
            let now = setting.rules.value(key.name);
            let mut usual = around(key, setting);
            usual.retain(|value| value.to_string() != now);
            now == key.default && usual == self.values
        })
    }

    /// Whether its values are consecutive whole numbers.
    pub fn is_every_whole_number(&self) -> bool {
        let whole = |value: &Value| match value {
            Value::Number(number) if number.is_integer() => Some(number.to_integer()),
            _ => None,
        };
        let numbers: Option<Vec<_>> = self.values.iter().map(whole).collect();
        numbers.is_some_and(|numbers| numbers.windows(2).all(|pair| &pair[1] - &pair[0] == 1.into()))
    }

    /// Values around the default of a key.
    pub fn around(key: &'static Key, setting: &Setting) -> Self {
        Self { key: key.name, values: around(key, setting) }
    }
}

fn listed(text: &str) -> Result<Vec<Value>, String> {
    let Some((low, rest)) = text.split_once("..") else {
        let values = text.split('|').map(|value| Value::parse(value).map_err(|error| error.to_string()));
        return values.collect();
    };
    let (high, step) = rest.split_once(':').map_or((rest, None), |(high, step)| (high, Some(step)));
    let number = |text: &str| {
        let (sign, digits) = match text.trim().strip_prefix('-') {
            Some(digits) => (-BigRational::one(), digits),
            None => (BigRational::one(), text.trim()),
        };
        let number = parse_weight(digits.trim_matches('"')).map(|number| sign * number);
        number.map_err(|_| format!("`{}` is not a number", abridged(text)))
    };
    let (low, high) = (number(low)?, number(high)?);
    let step = match step {
        Some(step) => number(step)?,
        None if low.is_integer() && high.is_integer() => BigRational::one(),
        None => (&high - &low) / BigRational::from_integer(USUAL.into()),
    };
    if low > high {
        return Err(format!("{low} is more than {high}; put the smaller number first"));
    }
    if !step.is_positive() {
        return if low == high {
            Ok(vec![Value::Number(low)])
        } else {
            Err("a step must be above 0".to_owned())
        };
    }
    let steps = ((&high - &low) / &step).floor().to_integer().to_usize();
    let steps = steps.filter(|steps| *steps < MOST_VALUES);
    let steps = steps.ok_or_else(|| {
        format!("that is more than {MOST_VALUES} values; add a larger step after a colon, as in 1..9000:100")
    })?;
    let value = |index: usize| Value::Number(&low + BigRational::from_integer(index.into()) * &step);
    Ok((0..=steps).map(value).collect())
}

/// The values without duplicates, numbers in rising order.
fn in_order(values: Vec<Value>) -> Vec<Value> {
    let number = |value: &Value| if let Value::Number(number) = value { Some(number.clone()) } else { None };
    let mut stored: Vec<Value> = Vec::with_capacity(values.len());
    if let Some(mut numbers) = values.iter().map(number).collect::<Option<Vec<_>>>() {
        numbers.sort();
        numbers.dedup();
        return numbers.into_iter().map(Value::Number).collect();
    }
    for value in values {
        if !stored.contains(&value) {
            stored.push(value);
        }
    }
    stored
}

/// Values that a host might try, including the default and the present one: all words, numbers around the default, and
/// ladders with their rarest steps left out.
fn around(key: &Key, setting: &Setting) -> Vec<Value> {
    let default = Value::parse(key.default).unwrap_or_else(|_| Value::Word(String::new()));
    // Steps that include the default.
    let numbers = |low: BigRational, default: BigRational, high: BigRational| -> Vec<Value> {
        let step = ((&high - &low) / BigRational::from_integer(USUAL.into())).ceil().max(BigRational::one());
        let mut at = &default - ((&default - &low) / &step).floor() * &step;
        let mut values = vec![Value::Number(default)];
        while at <= high {
            values.push(Value::Number(at.clone()));
            at += &step;
        }
        values
    };
    let whole = |number: i64| BigRational::from_integer(number.into());
    let mut values = match (key.takes, default) {
        (Takes::Word(words), _) => words.iter().map(|word| Value::Word((*word).to_owned())).collect(),
        (Takes::Whole(least, most) | Takes::WholeOfSeats(least, most), Value::Number(default)) => {
            let low = whole(least.max(if default.is_positive() { 1 } else { -USUAL })).max(whole(least));
            let high = (&default * whole(2)).max(whole(USUAL)).min(whole(most));
            numbers(low, default, high)
        }
        (
            Takes::Number([least, most]) | Takes::Coins([least, most]) | Takes::NumberOfSeats([least, most]),
            Value::Number(default),
        ) if *most > least + whole(1) => {
            let high = (&default * whole(3)).max(whole(10)).min(most.clone());
            numbers(least.clone(), default, high)
        }
        (Takes::OneOf(numbers), _) => numbers.iter().cloned().map(Value::Number).collect(),
        (
            Takes::Number([least, most]) | Takes::Coins([least, most]) | Takes::NumberOfSeats([least, most]),
            _,
        ) => {
            let part = |part: i64| least + (most - least) * BigRational::new(part.into(), USUAL.into());
            (1..USUAL).map(|at| Value::Number(part(at))).collect()
        }
        (Takes::Casts, Value::List(ladder)) => without_rarest(&ladder, setting),
        (_, Value::Truth(_)) => vec![Value::Truth(false), Value::Truth(true)],
        (_, default) => vec![default],
    };
    values.extend(Value::parse(key.default));
    let mut values = in_order(values);
    values.extend(Value::parse(&setting.rules.value(key.name)));
    in_order(values)
}

/// A ladder with none, one, two, … of its rarest steps left out.
fn without_rarest(ladder: &[Value], setting: &Setting) -> Vec<Value> {
    let tables: Vec<CastTable> = setting.bones.iter().map(|bones| CastTable::new(bones.set())).collect();
    let chance = |index: &usize| {
        let step = ladder[*index].to_string();
        tables.iter().map(|table| table.probability_that(|cast| cast.to_string() == step)).min()
    };
    let mut rarest: Vec<usize> = (0..ladder.len()).collect();
    rarest.sort_by_cached_key(chance);
    let without = |number: usize| {
        let stored = ladder.iter().enumerate().filter(|(index, _)| !rarest[..number].contains(index));
        Value::List(stored.map(|(_, step)| step.clone()).collect())
    };
    (0..ladder.len()).map(without).collect()
}
