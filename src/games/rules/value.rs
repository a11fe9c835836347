//! What a rule can be set to, as it is written.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde::ser::{Serialize, Serializer};

use super::RuleError;
use crate::messages::abridged;
use crate::tali::parse_weight;
use crate::toml_text::{self, Content, Item};

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
        let document = format!("value = {text}");
        match toml_text::parse(&document).as_ref().map(|table| table.entries.as_slice()) {
            Ok([(_, value)]) => Self::of(value).ok_or_else(unreadable),
            // A fraction without quotes.
            _ => parse_weight(text).map(Self::Number).map_err(|_| unreadable()),
        }
    }

    /// Reads a value of a file, numbers as exactly as they are written.
    pub(super) fn read(item: &Item<'_>) -> Result<Self, RuleError> {
        Self::of(item).ok_or_else(|| RuleError::Unreadable(abridged(item.written)))
    }

    fn of(item: &Item<'_>) -> Option<Self> {
        match &item.content {
            Content::Number(digits) => number(digits).map(Self::Number),
            Content::Text(text) if text.starts_with(|c: char| c.is_ascii_digit()) => {
                parse_weight(text).ok().map(Self::Number)
            }
            Content::Text(text) => Some(Self::Word(text.to_string())),
            Content::List(values) => values.iter().map(Self::of).collect::<Option<_>>().map(Self::List),
            Content::Table(_) | Content::Other => None,
        }
    }

    pub(super) fn number(&self) -> Option<&BigRational> {
        let Self::Number(number) = self else { return None };
        Some(number)
    }

    pub(super) fn whole(&self) -> Option<i64> {
        self.number().filter(|number| number.is_integer())?.to_integer().to_i64()
    }

    pub(in crate::games) fn word(&self) -> Option<&str> {
        let Self::Word(word) = self else { return None };
        Some(word)
    }

    pub(super) fn list(&self) -> Option<&[Self]> {
        let Self::List(values) = self else { return None };
        Some(values)
    }
}

/// A number of a file, which can be below 0.
fn number(digits: &str) -> Option<BigRational> {
    // A whole number is one however long it is; the key says that it is too large.
    if let Ok(whole) = digits.parse::<BigInt>() {
        return Some(whole.into());
    }
    match digits.strip_prefix('-') {
        Some(size) => parse_weight(size).ok().map(|size| -size),
        None => parse_weight(digits).ok(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_as_exact_as_they_are_written() {
        for (text, shown) in [
            ("0.10000000000000000001", "\"10000000000000000001/100000000000000000000\""),
            ("-1.50", "\"-3/2\""),
            ("1_000", "1000"),
            ("3/2", "\"3/2\""),
            ("\"3/2\"", "\"3/2\""),
            ("sudden-death", "\"sudden-death\""),
            ("[0.5, [6431, 'x']]", "[\"1/2\", [6431, \"x\"]]"),
        ] {
            assert_eq!(Value::parse(text).unwrap().to_string(), shown, "{text}");
        }
        for text in ["", "1979-05-27", "{ a = 1 }", "1 2", "1\nb = 2", "1/0", "[true]"] {
            assert!(matches!(Value::parse(text), Err(RuleError::Unreadable(_))), "{text}");
        }
    }
}
