//! Reads positions and moves with a cursor that knows its text and column, and reports errors there.

use std::fmt::{self, Display};
use std::ops::RangeBounds;
use std::str::FromStr;

use tali_core::messages::{abridged, did_you_mean};
use tali_core::tali::Face;

#[cfg(test)]
pub(crate) mod tests;

/// An error in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct PositionError {
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what is allowed.
    pub problem: String,
}

/// The result of reading a part.
pub(crate) type Read<T> = Result<T, PositionError>;

/// Returns an error at a cursor: always, `if` a condition holds, or `unless` an option has a value, which becomes the result.
macro_rules! refuse {
    ($at:ident if $wrong:expr, $($problem:tt)+) => { if $wrong { refuse!($at, $($problem)+) } };
    ($at:ident unless $read:expr, $($problem:tt)+) => {
        match $read {
            Some(read) => read,
            None => refuse!($at, $($problem)+),
        }
    };
    ($at:expr, $($problem:tt)+) => { return Err($at.refused(format_args!($($problem)+))) };
}
pub(crate) use refuse;

/// A part of the typed text with its start column: the unread rest, a word or a character. Messages quote it as what was
/// found.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'t> {
    pub text: &'t str,
    pub column: usize,
}

/// Splits `seat=2 after="6431,hold on"` into names and values; a name alone has an empty value.
pub(crate) fn pairs(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut at = Cursor::new(text);
    loop {
        at.skip(char::is_whitespace);
        if at.is_empty() {
            return pairs;
        }
        let name = at.until(&['=', ' ']).text.to_owned();
        at.skips('=');
        let value = if at.skips('"') {
            let value = at.until(&['"']);
            at.skips('"');
            value
        } else {
            at.until(&[' '])
        };
        pairs.push((name, value.text.to_owned()));
    }
}

/// Whether the character separates words.
fn parts_words(sign: char) -> bool {
    sign.is_whitespace() || sign == ','
}

impl Display for Cursor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", abridged(self.text))
    }
}

impl<'t> Cursor<'t> {
    /// Creates a cursor at the beginning of a text.
    pub(crate) const fn new(text: &'t str) -> Self {
        Self { text, column: 1 }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// The empty cursor at the end.
    pub(crate) fn end(self) -> Self {
        Self { text: "", column: self.column + self.text.chars().count() }
    }

    /// Removes spaces at the end.
    pub(crate) fn trim_end(self) -> Self {
        Self { text: self.text.trim_end(), ..self }
    }

    /// Advances by a number of bytes, and returns them.
    fn take(&mut self, bytes: usize) -> Self {
        let (text, rest) = self.text.split_at(bytes);
        let taken = Self { text, ..*self };
        *self = Self { text: rest, ..taken.end() };
        taken
    }

    /// Advances to the first of these characters or to the end, and returns what was passed.
    pub(crate) fn until(&mut self, signs: &[char]) -> Self {
        self.take(self.text.find(signs).unwrap_or(self.text.len()))
    }

    /// Skips all characters that fulfil the condition.
    pub(crate) fn skip(&mut self, are: impl Fn(char) -> bool) {
        self.take(self.text.len() - self.text.trim_start_matches(are).len());
    }

    /// Skips this text, if it is next.
    pub(crate) fn skip_text(&mut self, text: &str) {
        self.take(if self.text.starts_with(text) { text.len() } else { 0 });
    }

    /// Skips this character, if it is next, and returns whether it was.
    pub(crate) fn skips(&mut self, sign: char) -> bool {
        let is_next = self.text.starts_with(sign);
        self.take(if is_next { sign.len_utf8() } else { 0 });
        is_next
    }

    /// Returns the next word, if there is one.
    pub(crate) fn word(&mut self) -> Option<Self> {
        let mut rest = *self;
        rest.skip(parts_words);
        let word = rest.take(rest.text.find(parts_words).unwrap_or(rest.text.len()));
        (!word.is_empty()).then(|| {
            *self = rest;
            word
        })
    }

    /// Returns all words, separated by spaces or commas.
    pub(crate) fn words(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || self.word())
    }

    /// Returns an error if another word follows.
    pub(crate) fn ends_after(mut self, what: &str) -> Read<()> {
        match self.word() {
            None => Ok(()),
            Some(word) => refuse!(word, "nothing comes after {what}, not {word}"),
        }
    }

    /// Returns the characters one by one.
    pub(crate) fn signs(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || self.text.chars().next().map(|sign| self.take(sign.len_utf8())))
    }

    /// Splits at such characters.
    pub(crate) fn split(mut self, at: impl FnMut(char) -> bool) -> impl Iterator<Item = Self> {
        self.text.split(at).map(move |text| {
            let part = Self { text, ..self };
            self.column = part.end().column + 1;
            part
        })
    }

    /// Splits at the first of these characters, if there is one.
    pub(crate) fn cut(mut self, signs: &[char]) -> (Self, Option<Self>) {
        let before = self.until(signs);
        let is_cut = self.text.chars().next().is_some_and(|sign| self.skips(sign));
        (before, is_cut.then_some(self))
    }

    /// Reads two values with a separator, such as `10-4`.
    pub(crate) fn pair<T>(self, sign: char, read: impl Fn(Self) -> Option<T>) -> Option<[T; 2]> {
        let (one, other) = self.cut(&[sign]);
        Some([read(one)?, read(other?)?])
    }

    /// Reads a number in the range.
    pub(crate) fn number<N: FromStr + PartialOrd>(self, of: impl RangeBounds<N>) -> Option<N> {
        self.text.parse().ok().filter(|number| of.contains(number))
    }

    /// Reads a number in the range, written in digits only.
    pub(crate) fn digits<N: FromStr + PartialOrd>(self, of: impl RangeBounds<N>) -> Option<N> {
        self.number(of).filter(|_| self.text.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Reads a face by its number.
    pub(crate) fn shown(self) -> Option<Face> {
        self.number(..).and_then(Face::from_value)
    }

    /// Reads a face of a hand.
    pub(crate) fn face(self) -> Read<Face> {
        let (found, all) = (self.text, Face::ALLOWED);
        Ok(refuse!(self unless self.shown(), "`{found}` is not a face; the faces of a hand are {all}"))
    }

    /// Reads which side is to move.
    pub(crate) fn side(self, [one, other]: [&str; 2]) -> Read<u8> {
        refuse!(self if ![one, other].contains(&self.text), "the side to move is {one} or {other}, not {self}");
        Ok(u8::from(self.text == other))
    }

    /// `; did you mean …?` with the closest allowed word, if there is one.
    pub(crate) fn hint<'a>(self, allowed: impl IntoIterator<Item = &'a str>) -> String {
        did_you_mean(self.text, allowed)
    }

    /// Creates an error here.
    pub(crate) fn refused(self, problem: impl Display) -> PositionError {
        PositionError { column: self.column, problem: problem.to_string() }
    }
}
