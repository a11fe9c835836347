//! How positions and moves are read: by a cursor that knows its text and its column, and says what is wrong there.

use std::fmt::{self, Display};
use std::ops::RangeBounds;
use std::str::FromStr;

use tali_core::messages::{abridged, did_you_mean};
use tali_core::tali::Face;

#[cfg(test)]
pub(crate) mod tests;

/// Where a position is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct PositionError {
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what is allowed.
    pub problem: String,
}

/// What is read, or what is wrong with it.
pub(crate) type Read<T> = Result<T, PositionError>;

/// Leaves a reader with what is wrong at a cursor: always, `if` something is so, or `unless` there is something, which is
/// handed back.
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

/// A part of what is typed, with the column where it begins: what is still to be read, a word, a sign. Messages show it as
/// what was found.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'t> {
    pub text: &'t str,
    pub column: usize,
}

/// Names and values, as of `seat=2 after="6431,hold on"`: a name alone has no value.
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

/// What parts words.
fn parts_words(sign: char) -> bool {
    sign.is_whitespace() || sign == ','
}

impl Display for Cursor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", abridged(self.text))
    }
}

impl<'t> Cursor<'t> {
    /// At the beginning of a text.
    pub(crate) const fn new(text: &'t str) -> Self {
        Self { text, column: 1 }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// Where it ends, with nothing left.
    pub(crate) fn end(self) -> Self {
        Self { text: "", column: self.column + self.text.chars().count() }
    }

    /// Without the spaces at its end.
    pub(crate) fn trim_end(self) -> Self {
        Self { text: self.text.trim_end(), ..self }
    }

    /// Goes on by so many bytes, and tells what they are.
    fn take(&mut self, bytes: usize) -> Self {
        let (text, rest) = self.text.split_at(bytes);
        let taken = Self { text, ..*self };
        *self = Self { text: rest, ..taken.end() };
        taken
    }

    /// Goes on to where one of these signs stands, or to the end.
    pub(crate) fn until(&mut self, signs: &[char]) -> Self {
        self.take(self.text.find(signs).unwrap_or(self.text.len()))
    }

    /// Goes on over such signs, if any stand here.
    pub(crate) fn skip(&mut self, are: impl Fn(char) -> bool) {
        self.take(self.text.len() - self.text.trim_start_matches(are).len());
    }

    /// Goes on over a text, if it stands here.
    pub(crate) fn skip_text(&mut self, text: &str) {
        self.take(if self.text.starts_with(text) { text.len() } else { 0 });
    }

    /// Goes on over one sign, if it stands here.
    pub(crate) fn skips(&mut self, sign: char) -> bool {
        let stands = self.text.starts_with(sign);
        self.take(if stands { sign.len_utf8() } else { 0 });
        stands
    }

    /// Goes on to the end of the next word, if there is one.
    pub(crate) fn word(&mut self) -> Option<Self> {
        let mut rest = *self;
        rest.skip(parts_words);
        let word = rest.take(rest.text.find(parts_words).unwrap_or(rest.text.len()));
        (!word.is_empty()).then(|| {
            *self = rest;
            word
        })
    }

    /// All words, which are parted by spaces or commas.
    pub(crate) fn words(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || self.word())
    }

    /// That there is no word more.
    pub(crate) fn ends_after(mut self, what: &str) -> Read<()> {
        match self.word() {
            None => Ok(()),
            Some(word) => refuse!(word, "nothing comes after {what}, and here is {word}"),
        }
    }

    /// Sign by sign.
    pub(crate) fn signs(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || self.text.chars().next().map(|sign| self.take(sign.len_utf8())))
    }

    /// The parts between such signs.
    pub(crate) fn split(mut self, at: impl FnMut(char) -> bool) -> impl Iterator<Item = Self> {
        self.text.split(at).map(move |text| {
            let part = Self { text, ..self };
            self.column = part.end().column + 1;
            part
        })
    }

    /// What stands before the first of these signs, and what after it, if there is one.
    pub(crate) fn cut(mut self, signs: &[char]) -> (Self, Option<Self>) {
        let before = self.until(signs);
        let is_cut = self.text.chars().next().is_some_and(|sign| self.skips(sign));
        (before, is_cut.then_some(self))
    }

    /// Two of something with a sign between, such as `10-4`.
    pub(crate) fn pair<T>(self, sign: char, read: impl Fn(Self) -> Option<T>) -> Option<[T; 2]> {
        let (one, other) = self.cut(&[sign]);
        Some([read(one)?, read(other?)?])
    }

    /// A number, if it is one of these.
    pub(crate) fn number<N: FromStr + PartialOrd>(self, of: impl RangeBounds<N>) -> Option<N> {
        self.text.parse().ok().filter(|number| of.contains(number))
    }

    /// The same, written with digits and nothing else.
    pub(crate) fn digits<N: FromStr + PartialOrd>(self, of: impl RangeBounds<N>) -> Option<N> {
        self.number(of).filter(|_| self.text.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// The face with this number.
    pub(crate) fn shown(self) -> Option<Face> {
        self.number(..).and_then(Face::from_value)
    }

    /// A face of a hand.
    pub(crate) fn face(self) -> Read<Face> {
        let (found, all) = (self.text, Face::ALLOWED);
        Ok(refuse!(self unless self.shown(), "`{found}` is no face; a hand lists its faces, of {all}"))
    }

    /// Which of two sides is to move.
    pub(crate) fn side(self, [one, other]: [&str; 2]) -> Read<u8> {
        refuse!(self if ![one, other].contains(&self.text), "the side to move is {one} or {other}, not {self}");
        Ok(u8::from(self.text == other))
    }

    /// `; did you mean …?` for what is nearest to it of what is allowed, if anything is.
    pub(crate) fn hint<'a>(self, allowed: impl IntoIterator<Item = &'a str>) -> String {
        did_you_mean(self.text, allowed)
    }

    /// What is wrong here.
    pub(crate) fn refused(self, problem: impl Display) -> PositionError {
        PositionError { column: self.column, problem: problem.to_string() }
    }
}
