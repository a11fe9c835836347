//! Rule keys: what each takes, how it is written, and what a table has agreed on.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde::ser::{Serialize, SerializeMap, Serializer};
use toml::de::{DeTable, DeValue};

use crate::messages::{abridged, did_you_mean};
use crate::tali::{Cast, USUAL_TALI, parse_weight};

/// The most coins that a rule can name.
pub const MOST_COINS: i64 = 1_000_000;

/// The smallest part of a coin that a rule can name, as so many make one.
const MOST_PARTS: i64 = 100;

/// The longest ladder.
const LONGEST_LADDER: usize = 64;

/// What a rule key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A whole number from the first to the second.
    Whole(i64, i64),
    /// An amount of coins, which can be a fraction.
    Coins,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A probability.
    Chance,
    /// A probability for all seats, or a list with one for each seat.
    ChanceOfSeats,
    /// Three probabilities that add up to at most 1, or a list with three for each seat.
    RingChances,
    /// Three whole numbers from 0 to 100.
    Rings,
    /// A list of casts of four tali.
    Casts,
}

impl Takes {
    /// What is allowed, in words.
    #[must_use]
    pub fn allowed(self) -> String {
        match self {
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Self::Coins => {
                format!("an amount of coins from 0 to {MOST_COINS}, in parts of 1/{MOST_PARTS} or more")
            }
            Self::Word(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                quoted.join(" or ")
            }
            Self::Chance => {
                "a probability from 0 to 1, as a decimal or a fraction such as \"1/2\"".to_owned()
            }
            Self::ChanceOfSeats => {
                "a probability from 0 to 1, such as 0.5 or \"1/2\", or a list with one for each seat"
                    .to_owned()
            }
            Self::RingChances => {
                "a list of three probabilities that add up to at most 1, or a list with three for each seat"
                    .to_owned()
            }
            Self::Rings => "a list of three whole numbers from 0 to 100".to_owned(),
            Self::Casts => {
                format!("a list of 1 to {LONGEST_LADDER} casts of four tali, such as [3333, 6431]")
            }
        }
    }

    fn accepts(self, value: &Value, seats: usize) -> bool {
        let chance = |value: &Value| value.chance().is_some();
        match (self, value) {
            (Self::Whole(least, most), value) => {
                value.whole().is_some_and(|number| (least..=most).contains(&number))
            }
            (Self::Coins, Value::Number(amount)) => {
                let most = BigRational::from_integer(MOST_COINS.into());
                !amount.is_negative() && *amount <= most && *amount.denom() <= MOST_PARTS.into()
            }
            (Self::Word(words), Value::Word(word)) => words.contains(&word.as_str()),
            (Self::ChanceOfSeats, Value::List(each)) => each.len() == seats && each.iter().all(chance),
            (Self::Chance | Self::ChanceOfSeats, value) => chance(value),
            (Self::RingChances, Value::List(each)) => {
                is_ring(value) || (each.len() == seats && each.iter().all(is_ring))
            }
            (Self::Rings, Value::List(each)) => {
                each.len() == 3
                    && each.iter().all(|ring| ring.whole().is_some_and(|ring| (0..=100).contains(&ring)))
            }
            (Self::Casts, Value::List(each)) => {
                (1..=LONGEST_LADDER).contains(&each.len()) && each.iter().all(|cast| cast.cast().is_some())
            }
            _ => false,
        }
    }
}

fn is_ring(value: &Value) -> bool {
    let Value::List(chances) = value else { return false };
    let sum: Option<BigRational> = chances.iter().map(Value::chance).sum();
    chances.len() == 3 && sum.is_some_and(|sum| sum <= BigRational::one())
}

/// A rule that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What stands for it if nobody says otherwise, in TOML.
    pub default: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it means.
    pub reading: &'static str,
}

/// The value of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number: `4`, `0.1` or `"1/10"`.
    Number(BigRational),
    /// A word.
    Word(String),
    /// A list.
    List(Vec<Value>),
}

impl Value {
    /// Reads a value as it stands in TOML; a bare word needs no quotes.
    ///
    /// # Errors
    ///
    /// [`RuleError::Unreadable`], if it is none.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let text = text.trim();
        let unreadable = || RuleError::Unreadable(abridged(text));
        if !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic() || c == '-') {
            return Ok(Self::Word(text.to_owned()));
        }
        let number = |text: &str| parse_weight(text).ok().map(Self::Number);
        let document = format!("value = {text}");
        match DeTable::parse(&document) {
            Ok(table) if table.get_ref().len() == 1 => {
                let value = table.get_ref().iter().next().map(|(_, value)| value.get_ref());
                value.and_then(Self::of).ok_or_else(unreadable)
            }
            // A fraction without quotes.
            _ => number(text).ok_or_else(unreadable),
        }
    }

    fn of(value: &DeValue<'_>) -> Option<Self> {
        match value {
            DeValue::Integer(number) => {
                let digits = BigInt::parse_bytes(number.as_str().as_bytes(), number.radix())?;
                Some(Self::Number(BigRational::from_integer(digits)))
            }
            DeValue::Float(number) => parse_weight(number.as_str()).ok().map(Self::Number),
            DeValue::String(text) if text.starts_with(|c: char| c.is_ascii_digit()) => {
                parse_weight(text).ok().map(Self::Number)
            }
            DeValue::String(text) => Some(Self::Word(text.to_string())),
            DeValue::Array(values) => {
                values.iter().map(|value| Self::of(value.get_ref())).collect::<Option<_>>().map(Self::List)
            }
            _ => None,
        }
    }

    fn whole(&self) -> Option<i64> {
        match self {
            Self::Number(number) if number.is_integer() => number.to_integer().to_i64(),
            _ => None,
        }
    }

    fn chance(&self) -> Option<BigRational> {
        match self {
            Self::Number(number) if !number.is_negative() && *number <= BigRational::one() => {
                Some(number.clone())
            }
            _ => None,
        }
    }

    fn cast(&self) -> Option<Cast> {
        self.whole().and_then(|number| Cast::parse(&number.to_string(), USUAL_TALI).ok())
    }
}

impl std::fmt::Display for Value {
    /// As it would stand in TOML.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) if number.is_integer() => write!(f, "{number}"),
            Self::Number(number) => write!(f, "\"{number}\""),
            Self::Word(word) => write!(f, "\"{word}\""),
            Self::List(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", values.join(", "))
            }
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => match self.whole() {
                Some(whole) => serializer.serialize_i64(whole),
                None => serializer.serialize_str(&number.to_string()),
            },
            Self::Word(word) => serializer.serialize_str(word),
            Self::List(values) => serializer.collect_seq(values),
        }
    }
}

/// What can be wrong with house rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// Neither a number, nor a word, nor a list.
    #[error(
        "`{0}` is no value; write a whole number, a decimal, a fraction such as \"3/2\", a word or a list"
    )]
    Unreadable(String),
    /// A key that the game does not have.
    #[error("{game} has no rule `{key}`; its rules are {allowed}{hint}")]
    UnknownKey {
        /// The game.
        game: &'static str,
        /// The key.
        key: String,
        /// The keys there are.
        allowed: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// A value that the key does not take.
    #[error("`{key}` is {allowed}, not {found}{hint}")]
    WrongValue {
        /// The key.
        key: &'static str,
        /// What it takes.
        allowed: String,
        /// What was found.
        found: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// The weights of the bones are too long for this game.
    #[error("with weights of so many digits this game cannot be computed; round them")]
    TooLong,
}

/// Where a file of rules is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesFileError {
    /// It is not TOML.
    #[error("line {line}: this is not TOML: {problem}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// A rule.
    #[error("line {line}: {error}")]
    Rule {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: RuleError,
    },
    /// The rules of another game.
    #[error("line {line}: these are rules of `{found}`, not of {game}")]
    OtherGame {
        /// The line, from 1.
        line: usize,
        /// The game that the file names.
        found: String,
        /// The game that is played.
        game: &'static str,
    },
}

/// Reads a file of rules, one `KEY = VALUE` a line, and changes them. It may name its `game`.
///
/// # Errors
///
/// [`RulesFileError`], with the line.
pub fn read_rules(text: &str, game: &super::Game, rules: &mut Rules) -> Result<(), RulesFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let line = |place: usize| 1 + text.bytes().take(place).filter(|byte| *byte == b'\n').count();
    let document = DeTable::parse(text).map_err(|error| RulesFileError::Syntax {
        line: line(error.span().map_or(0, |span| span.start)),
        problem: error.message().replace('\n', ", "),
    })?;
    for (key, value) in document.get_ref() {
        let line = line(key.span().start);
        let name: &str = key.get_ref();
        let found = abridged(text.get(value.span()).unwrap_or_default());
        if name == "game" {
            let found = abridged(value.get_ref().as_str().unwrap_or_default());
            if value.get_ref().as_str() != Some(game.name) {
                return Err(RulesFileError::OtherGame { line, found, game: game.name });
            }
            continue;
        }
        let value = Value::of(value.get_ref()).ok_or(RuleError::Unreadable(found));
        value
            .and_then(|value| rules.set(name, value))
            .map_err(|error| RulesFileError::Rule { line, error })?;
    }
    Ok(())
}

/// The rules of one game as a table plays them: a value for every key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    game: &'static str,
    keys: &'static [Key],
    values: BTreeMap<&'static str, Value>,
    seats: usize,
}

impl Rules {
    /// The rules that stand if nobody says otherwise.
    pub(super) fn new(game: &'static str, keys: &'static [Key], seats: usize) -> Self {
        let default = |key: &Key| Value::parse(key.default).ok().map(|value| (key.name, value));
        Self { game, keys, values: keys.iter().filter_map(default).collect(), seats }
    }

    /// Changes a rule.
    ///
    /// # Errors
    ///
    /// [`RuleError`], if the game has no such key or it does not take this value.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), RuleError> {
        let Some(known) = self.keys.iter().find(|known| known.name == key) else {
            let names = || self.keys.iter().map(|key| key.name);
            let allowed = names().collect::<Vec<_>>().join(", ");
            let hint = did_you_mean(key, names());
            return Err(RuleError::UnknownKey { game: self.game, key: abridged(key), allowed, hint });
        };
        if !known.takes.accepts(&value, self.seats) {
            let hint = match (known.takes, &value) {
                (Takes::Word(words), Value::Word(word)) => did_you_mean(word, words.iter().copied()),
                _ => String::new(),
            };
            let found = abridged(value.to_string().trim_matches('"'));
            return Err(RuleError::WrongValue {
                key: known.name,
                allowed: known.takes.allowed(),
                found,
                hint,
            });
        }
        self.values.insert(known.name, value);
        Ok(())
    }

    /// The keys of the game.
    #[must_use]
    pub const fn keys(&self) -> &'static [Key] {
        self.keys
    }

    /// The value of a key, in TOML; empty for an unknown one.
    #[must_use]
    pub fn value(&self, key: &str) -> String {
        self.values.get(key).map_or_else(String::new, ToString::to_string)
    }

    /// The keys whose values are not the defaults, with them.
    #[must_use]
    pub fn changed(&self) -> Vec<(&'static str, &Value)> {
        let changed = |key: &&Key| Value::parse(key.default).ok().as_ref() != self.values.get(key.name);
        self.keys
            .iter()
            .filter(changed)
            .filter_map(|key| Some((key.name, self.values.get(key.name)?)))
            .collect()
    }

    /// How many seats the rules are for.
    pub(super) const fn seats(&self) -> usize {
        self.seats
    }

    pub(super) fn integer(&self, key: &str) -> i64 {
        self.values.get(key).and_then(Value::whole).unwrap_or_default()
    }

    pub(super) fn whole(&self, key: &str) -> u64 {
        self.integer(key).unsigned_abs()
    }

    pub(super) fn small(&self, key: &str) -> u32 {
        u32::try_from(self.whole(key)).unwrap_or(u32::MAX)
    }

    pub(super) fn is(&self, key: &str, word: &str) -> bool {
        matches!(self.values.get(key), Some(Value::Word(value)) if value == word)
    }

    pub(super) fn amount(&self, key: &str) -> BigRational {
        match self.values.get(key) {
            Some(Value::Number(amount)) => amount.clone(),
            _ => BigRational::zero(),
        }
    }

    pub(super) fn chance(&self, key: &str) -> BigRational {
        self.values.get(key).and_then(Value::chance).unwrap_or_else(BigRational::zero)
    }

    /// The probability of each seat.
    pub(super) fn chances(&self, key: &str) -> Vec<BigRational> {
        match self.values.get(key) {
            Some(Value::List(each)) => each.iter().filter_map(Value::chance).collect(),
            _ => vec![self.chance(key); self.seats],
        }
    }

    fn list(&self, key: &str) -> &[Value] {
        match self.values.get(key) {
            Some(Value::List(each)) => each,
            _ => &[],
        }
    }

    pub(super) fn numbers(&self, key: &str) -> Vec<u32> {
        self.list(key)
            .iter()
            .filter_map(|value| value.whole().and_then(|number| u32::try_from(number).ok()))
            .collect()
    }

    /// The three probabilities of each seat.
    pub(super) fn ring_chances(&self, key: &str) -> Vec<Vec<BigRational>> {
        let of = |each: &[Value]| each.iter().filter_map(Value::chance).collect::<Vec<_>>();
        let each = self.list(key);
        let per_seat =
            each.iter().map(|value| if let Value::List(ring) = value { of(ring) } else { Vec::new() });
        if each.iter().any(|value| matches!(value, Value::List(_))) {
            per_seat.collect()
        } else {
            vec![of(each); self.seats]
        }
    }

    pub(super) fn casts(&self, key: &str) -> Vec<Cast> {
        self.list(key).iter().filter_map(Value::cast).collect()
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for key in self.keys {
            map.serialize_entry(key.name, &self.values.get(key.name))?;
        }
        map.end()
    }
}
