//! TOML with the line of every key and value, and the digits of every number.
//!
//! Faces files, rules files and night files all use this reader, so the same mistakes get the same
//! messages, and `0.1` is exactly one tenth in each of them.

use std::borrow::Cow;
use std::ops::Range;

use num_bigint::BigInt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::messages::{abridged, did_you_mean};

/// A problem in a file, with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct AtLine<P> {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, and what is allowed.
    pub problem: P,
}

impl<P> AtLine<P> {
    /// Reports a problem on a line.
    pub fn new(line: usize, problem: impl Into<P>) -> Self {
        Self { line, problem: problem.into() }
    }
}

/// A problem with the form of a file, with its line.
pub type TomlError = AtLine<TomlProblem>;

impl From<TomlError> for AtLine<String> {
    fn from(error: TomlError) -> Self {
        Self::new(error.line, error.problem.to_string())
    }
}

/// A problem with the form of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TomlProblem {
    /// Not TOML.
    #[error("this is not TOML: {0}")]
    Syntax(String),
    /// A duplicate key.
    #[error("{0} is given twice")]
    Twice(String),
    /// A required key is missing.
    #[error("`{key}` is missing; {table} needs one")]
    Missing {
        /// The key.
        key: &'static str,
        /// The table that needs it.
        table: String,
    },
    /// An unknown key.
    #[error("`{key}` means nothing here; {allowed}{hint}")]
    UnknownKey {
        /// The key.
        key: String,
        /// A phrase that lists the allowed keys.
        allowed: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// A value of the wrong type.
    #[error("`{key}` is {expected}, not {found}")]
    WrongType {
        /// The key.
        key: String,
        /// The expected type.
        expected: String,
        /// What was found.
        found: String,
    },
}

/// Keys and values, in file order.
#[derive(Clone, Debug)]
pub struct Table<'t> {
    /// The line on which the table begins, from 1.
    pub line: usize,
    /// Its keys and values.
    pub entries: Vec<(Name<'t>, Item<'t>)>,
}

/// A key and its line, from 1.
#[derive(Clone, Debug)]
pub struct Name<'t> {
    pub line: usize,
    pub text: Cow<'t, str>,
}

/// A value and its line, from 1.
#[derive(Clone, Debug)]
pub struct Item<'t> {
    pub line: usize,
    /// Its source text.
    pub written: &'t str,
    pub content: Content<'t>,
}

/// The content of a value.
#[derive(Clone, Debug)]
pub enum Content<'t> {
    /// A text in quotes.
    Text(Cow<'t, str>),
    /// The digits of a number, without separators; whole numbers are converted to decimal.
    Number(String),
    /// A list.
    List(Vec<Item<'t>>),
    /// A section or an inline table.
    Table(Table<'t>),
    /// A Boolean or a date; no file here uses them.
    Other,
}

/// Reads a whole file, ignoring a byte order mark.
pub fn parse(text: &str) -> Result<Table<'_>, TomlError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let newlines = text.bytes().zip(0..).filter(|(byte, _)| *byte == b'\n').map(|(_, index)| index).collect();
    let source = Source { text, newlines };
    match DeTable::parse(text) {
        Ok(document) => Ok(source.table(1, document.into_inner())),
        Err(error) => Err(source.syntax(&error)),
    }
}

/// The text with the offsets of its newlines.
struct Source<'t> {
    text: &'t str,
    newlines: Vec<usize>,
}

impl<'t> Source<'t> {
    /// The line, from 1, on which a span begins.
    fn line(&self, span: &Range<usize>) -> usize {
        1 + self.newlines.partition_point(|newline| *newline < span.start)
    }

    fn syntax(&self, error: &toml::de::Error) -> TomlError {
        let span = error.span().unwrap_or(0..0);
        let problem = match self.text.get(span.clone()) {
            Some(key) if error.message().contains("duplicate key") => {
                TomlProblem::Twice(format!("`{}`", abridged(key)))
            }
            _ => TomlProblem::Syntax(error.message().replace('\n', ", ")),
        };
        TomlError::new(self.line(&span), problem)
    }

    fn table(&self, line: usize, table: DeTable<'t>) -> Table<'t> {
        let entry = |(name, value): (Spanned<Cow<'t, str>>, _)| {
            let line = self.line(&name.span());
            (Name { line, text: name.into_inner() }, self.item(value))
        };
        Table { line, entries: table.into_iter().map(entry).collect() }
    }

    fn item(&self, value: Spanned<DeValue<'t>>) -> Item<'t> {
        let span = value.span();
        let line = self.line(&span);
        let content = match value.into_inner() {
            DeValue::String(text) => Content::Text(text),
            DeValue::Integer(number) if number.radix() != 10 => {
                let whole = BigInt::parse_bytes(number.as_str().as_bytes(), number.radix());
                whole.map_or(Content::Other, |whole| Content::Number(whole.to_string()))
            }
            DeValue::Integer(number) => Content::Number(number.as_str().to_owned()),
            DeValue::Float(number) => Content::Number(number.as_str().to_owned()),
            DeValue::Array(values) => {
                Content::List(values.into_iter().map(|value| self.item(value)).collect())
            }
            DeValue::Table(table) => Content::Table(self.table(line, table)),
            DeValue::Boolean(_) | DeValue::Datetime(_) => Content::Other,
        };
        Item { line, written: self.text.get(span).unwrap_or_default(), content }
    }
}

impl<'t> Table<'t> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Item<'t>> {
        self.entries.iter().find(|(name, _)| name.text == key).map(|(_, value)| value)
    }

    /// Returns the value of a required key; `table` names the table.
    pub fn required(&self, key: &'static str, table: &str) -> Result<&Item<'t>, TomlError> {
        let missing = || TomlProblem::Missing { key, table: table.to_owned() };
        self.get(key).ok_or_else(|| TomlError::new(self.line, missing()))
    }

    /// Refuses all keys but the known ones; `table` names the table.
    pub fn only(&self, known: &[&str], table: &str) -> Result<(), TomlError> {
        match self.entries.iter().find(|(name, _)| !known.contains(&name.text.as_ref())) {
            None => Ok(()),
            Some((name, _)) => {
                Err(name.unknown(known, format!("the keys of {table} are {}", known.join(", "))))
            }
        }
    }
}

impl Name<'_> {
    /// Reports the key as unknown, with a suggestion from `known`.
    pub fn unknown(&self, known: &[&str], allowed: String) -> TomlError {
        let hint = did_you_mean(&self.text, known.iter().copied());
        TomlError::new(self.line, TomlProblem::UnknownKey { key: abridged(&self.text), allowed, hint })
    }
}

impl<'t> Item<'t> {
    /// The text, if the value is one.
    pub fn text(&self) -> Option<&str> {
        let Content::Text(text) = &self.content else { return None };
        Some(text)
    }

    /// The whole number, if the value is one and fits the type.
    pub fn whole<T: std::str::FromStr>(&self) -> Option<T> {
        let Content::Number(digits) = &self.content else { return None };
        digits.parse().ok()
    }

    /// The digits of a number, or a quoted text in place of one, such as `"1/10"`; for anything else, its
    /// description for an error message.
    pub fn digits(&self) -> Cow<'_, str> {
        match &self.content {
            Content::Number(digits) => digits.into(),
            Content::Text(text) => Cow::Borrowed(text),
            _ => self.described().into(),
        }
    }

    /// The list, if the value is one.
    pub fn list(&self) -> Option<&[Self]> {
        let Content::List(values) = &self.content else { return None };
        Some(values)
    }

    /// The table, if the value is one.
    pub fn table(&self) -> Option<&Table<'t>> {
        let Content::Table(table) = &self.content else { return None };
        Some(table)
    }

    /// Describes the value for an error message.
    pub fn described(&self) -> String {
        match &self.content {
            Content::Text(text) => format!("\"{}\"", abridged(text)),
            Content::List(_) => "a list".into(),
            Content::Table(_) => "a section".into(),
            Content::Number(_) | Content::Other => abridged(self.written),
        }
    }

    /// Reports that the value has the wrong type for its key.
    pub fn is_not(&self, key: &str, expected: impl Into<String>) -> TomlError {
        let (expected, found) = (expected.into(), self.described());
        TomlError::new(self.line, TomlProblem::WrongType { key: key.into(), expected, found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_digits_are_those_of_the_file() {
        let text = "\u{feff}a = 0.10000000000000000001\r\nb = [\n1_000,\n0x10,\n'x']\n[c]\nd = true\n";
        let file = parse(text).unwrap();
        assert_eq!(file.get("a").unwrap().digits(), "0.10000000000000000001");
        let list = file.get("b").unwrap().list().unwrap();
        assert_eq!(list.iter().map(|item| item.line).collect::<Vec<_>>(), [3, 4, 5]);
        assert_eq!(list.iter().map(Item::whole).collect::<Vec<_>>(), [Some(1000), Some(16), None]);
        let section = file.get("c").unwrap().table().unwrap();
        assert_eq!((section.line, section.entries[0].0.line), (6, 7));
        assert_eq!(
            file.get("b").unwrap().is_not("b", "a text").to_string(),
            "line 2: `b` is a text, not a list"
        );
        let unknown = section.only(&["e", "dd"], "[c]").unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "line 7: `d` means nothing here; the keys of [c] are e, dd; did you mean `e`?"
        );
    }

    #[test]
    fn invalid_toml_is_reported_with_its_line() {
        assert_eq!(parse("a = 1\na = 2").unwrap_err().to_string(), "line 2: `a` is given twice");
        assert!(parse("a = 1\nb = \n").unwrap_err().to_string().starts_with("line 2: this is not TOML"));
    }
}
