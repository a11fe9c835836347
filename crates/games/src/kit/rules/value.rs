//! The values of rules, and how they are written.

use std::borrow::Cow;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde::ser::{Serialize, Serializer};

use super::RuleError;
use tali_core::messages::abridged;
use tali_core::tali::parse_weight;
use tali_core::toml_text::{self, Content, Item};

/// The value of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number: `4`, `0.1` or `"1/10"`.
    Number(BigRational),
    /// A word.
    Word(String),
    /// Yes or no.
    Truth(bool),
    /// A list.
    List(Vec<Value>),
    /// Named values, in their written order.
    Table(Vec<(String, Value)>),
}

impl Value {
    /// Reads a value in TOML syntax; words need no quotes, not even in lists.
    ///
    /// # Errors
    ///
    /// [`RuleError::Unreadable`], if the text is not a value.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let text = text.trim();
        let unreadable = || RuleError::Unreadable(abridged(text));
        if !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic() || "- ".contains(c)) {
            return Ok(truth(text).map_or_else(|| Self::Word(text.to_owned()), Self::Truth));
        }
        Self::in_toml(text)
            // A fraction without quotes.
            .or_else(|| number(text).map(Self::Number))
            .or_else(|| Self::in_toml(&quoted(text)))
            .or_else(|| is_own(text).then(|| Self::Word(text.to_owned())))
            .ok_or_else(unreadable)
    }

    /// Reads a value in strict TOML syntax.
    fn in_toml(text: &str) -> Option<Self> {
        let document = format!("value = {text}");
        match toml_text::parse(&document).as_ref().map(|table| table.entries.as_slice()) {
            Ok([(_, value)]) => Self::of(value),
            _ => None,
        }
    }

    /// Reads a value of a file, with numbers exactly as written.
    pub(super) fn read(item: &Item<'_>) -> Result<Self, RuleError> {
        Self::of(item).ok_or_else(|| RuleError::Unreadable(abridged(item.written)))
    }

    fn of(item: &Item<'_>) -> Option<Self> {
        match &item.content {
            Content::Number(digits) => number(digits).map(Self::Number),
            Content::Text(text)
                if text.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit())
                    && !is_own(text) =>
            {
                number(text).map(Self::Number)
            }
            Content::Text(text) => Some(Self::Word(text.to_string())),
            Content::List(values) => values.iter().map(Self::of).collect::<Option<_>>().map(Self::List),
            Content::Table(table) => {
                let entry = |(name, item): &(toml_text::Name<'_>, Item<'_>)| {
                    Some((name.text.to_string(), Self::of(item)?))
                };
                table.entries.iter().map(entry).collect::<Option<_>>().map(Self::Table)
            }
            Content::Other => truth(item.written).map(Self::Truth),
        }
    }

    /// The value as quoted in error messages.
    pub(crate) fn found(&self) -> String {
        abridged(self.to_string().trim_matches('"'))
    }

    pub(crate) fn number(&self) -> Option<&BigRational> {
        let Self::Number(number) = self else { return None };
        Some(number)
    }

    pub(crate) fn whole(&self) -> Option<i64> {
        self.number().filter(|number| number.is_integer())?.to_integer().to_i64()
    }

    pub(crate) fn word(&self) -> Option<&str> {
        let Self::Word(word) = self else { return None };
        Some(word)
    }

    pub(crate) fn list(&self) -> Option<&[Self]> {
        let Self::List(values) = self else { return None };
        Some(values)
    }

    pub(crate) const fn truth(&self) -> Option<bool> {
        if let Self::Truth(truth) = self { Some(*truth) } else { None }
    }

    pub(crate) fn table(&self) -> Option<&[(String, Self)]> {
        let Self::Table(entries) = self else { return None };
        Some(entries)
    }
}

/// Whether the text combines several numbers in a format specific to a game: `9,9,9,9`, `12x8`.
fn is_own(text: &str) -> bool {
    let is_of_numbers = text.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | 'x' | '/' | ' '));
    is_of_numbers && text.starts_with(|c: char| c.is_ascii_digit()) && text.contains([',', 'x'])
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// Puts quotes around unquoted words that are not keys.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            _ if first.is_ascii_alphabetic() => {
                rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(rest.len())
            }
            _ => first.len_utf8(),
        };
        let (piece, after) = rest.split_at(length);
        let is_key = after.trim_start().starts_with('=');
        if first.is_ascii_alphabetic() && !is_key && truth(piece).is_none() {
            quoted.extend(["\"", piece, "\""]);
        } else {
            quoted.push_str(piece);
        }
        rest = after;
    }
    quoted
}

/// Reads a number of a file, possibly negative.
fn number(digits: &str) -> Option<BigRational> {
    // Whole numbers of any length are accepted here; the key rejects those that are too large.
    if let Ok(whole) = digits.parse::<BigInt>() {
        return Some(whole.into());
    }
    match digits.strip_prefix('-') {
        Some(size) => parse_weight(size).ok().map(|size| -size),
        None => parse_weight(digits).ok(),
    }
}

impl std::fmt::Display for Value {
    /// Writes the value in TOML syntax.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) if number.is_integer() => write!(f, "{number}"),
            Self::Number(number) => write!(f, "\"{number}\""),
            Self::Word(word) => write!(f, "{word:?}"),
            Self::List(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", values.join(", "))
            }
            Self::Truth(truth) => write!(f, "{truth}"),
            Self::Table(entries) => {
                let entries: Vec<String> =
                    entries.iter().map(|(name, value)| format!("{} = {value}", key(name))).collect();
                write!(f, "{{{}}}", entries.join(", "))
            }
        }
    }
}

/// A key in TOML syntax.
fn key(name: &str) -> Cow<'_, str> {
    let bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if bare { Cow::Borrowed(name) } else { Cow::Owned(format!("{name:?}")) }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => match self.whole() {
                Some(whole) => serializer.serialize_i64(whole),
                None => serializer.serialize_str(&number.to_string()),
            },
            Self::Word(word) => serializer.serialize_str(word),
            Self::Truth(truth) => serializer.serialize_bool(*truth),
            Self::List(values) => serializer.collect_seq(values),
            Self::Table(entries) => serializer.collect_map(entries.iter().map(|(name, value)| (name, value))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_exact() {
        for (text, shown) in [
            ("0.10000000000000000001", "\"10000000000000000001/100000000000000000000\""),
            ("-1.50", "\"-3/2\""),
            ("1_000", "1000"),
            ("3/2", "\"3/2\""),
            ("\"3/2\"", "\"3/2\""),
            ("sudden-death", "\"sudden-death\""),
            ("[0.5, [6431, 'x']]", "[\"1/2\", [6431, \"x\"]]"),
            ("true", "true"),
            ("[etiam, true]", "[\"etiam\", true]"),
            ("{gold = 2, name=Aulus}", "{gold = 2, name = \"Aulus\"}"),
        ] {
            assert_eq!(Value::parse(text).unwrap().to_string(), shown, "{text}");
        }
        for text in ["", "1979-05-27", "{ a = }", "1 2", "1\nb = 2", "1/0", "[1979-05-27]", "[ä]"] {
            assert!(matches!(Value::parse(text), Err(RuleError::Unreadable(_))), "{text}");
        }
    }
}
