//! Reads an [`Event`] from text, by recursive descent.

use std::cmp::Ordering::{Equal, Greater, Less};

use unicode_width::UnicodeWidthStr;

use super::{Comparison, Event, Quantity};
use crate::messages::{abridged, did_you_mean, steers};
use crate::tali::set::USUAL_TALI;
use crate::tali::{Cast, CastError, Face, Kind};

/// The deepest nesting of brackets and `not`s, so that no text can exhaust the stack.
const DEEPEST: usize = 100;

/// The most words and signs in an event: long chains of `or` nest as well.
const LONGEST: usize = 2000;

const CONNECTIVES: [&str; 3] = ["and", "or", "not"];

/// Why a text is not an event, and where the problem is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct EventError {
    message: String,
    text: String,
    at: usize,
}

impl EventError {
    /// The offending character's position in the text, in characters from 0; the text's length if
    /// something is missing at its end.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The text with a caret below the offending character, on two lines.
    ///
    /// ```
    /// # use tali_core as tali_odds;
    /// use tali_odds::tali::Event;
    ///
    /// let error = Event::parse("sum>=14 and 5=1", 4).unwrap_err();
    /// assert_eq!(error.pointed(), "sum>=14 and 5=1\n            ^");
    /// ```
    pub fn pointed(&self) -> String {
        // Only the part around the position is shown of a long text.
        const AROUND: usize = 40;
        let start = self.at.saturating_sub(AROUND);
        let shown: String =
            self.text.chars().skip(start).take(2 * AROUND).map(|c| if steers(c) { ' ' } else { c }).collect();
        let before: String = shown.chars().take(self.at - start).collect();
        format!("{shown}\n{}^", " ".repeat(before.width()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Sign(String),
    Open,
    Close,
}

pub(super) fn event(text: &str, tali: usize) -> Result<Event, EventError> {
    let tokens = tokens(text)?;
    let end = text.trim_end().chars().count();
    let mut parser = Parser { text, tali, tokens, next: 0, end };
    if parser.tokens.len() > LONGEST {
        let message = format!("the event has more than {LONGEST} words and signs");
        return Err(parser.error(parser.tokens[LONGEST].0, message));
    }
    let event = parser.any(0)?;
    match parser.peek() {
        None => Ok(event),
        Some((at, Token::Close)) => Err(parser.error(*at, "this bracket was never opened")),
        Some((at, token)) => {
            let hint = match token {
                Token::Word(word) => did_you_mean(word, CONNECTIVES),
                _ => String::new(),
            };
            Err(parser.error(*at, format!("expected `and`, `or` or the end here{hint}")))
        }
    }
}

/// Splits the text into words (letters, digits), signs of comparison and brackets.
fn tokens(text: &str) -> Result<Vec<(usize, Token)>, EventError> {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let run = |belongs: fn(char) -> bool| -> String {
            characters[at..].iter().copied().take_while(|c| belongs(*c)).collect()
        };
        let (length, token) = match characters[at] {
            c if c.is_whitespace() => (1, None),
            '(' => (1, Some(Token::Open)),
            ')' => (1, Some(Token::Close)),
            '≤' => (1, Some(Token::Sign("<=".into()))),
            '≥' => (1, Some(Token::Sign(">=".into()))),
            '≠' => (1, Some(Token::Sign("!=".into()))),
            '=' | '!' | '<' | '>' => {
                let sign = run(|c| matches!(c, '=' | '!' | '<' | '>'));
                (sign.len(), Some(Token::Sign(sign)))
            }
            c if c.is_alphanumeric() => {
                let word = run(char::is_alphanumeric);
                (word.chars().count(), Some(Token::Word(word)))
            }
            c => {
                let message = format!("`{}` has no meaning in an event", c.escape_debug());
                return Err(EventError { message, text: text.to_owned(), at });
            }
        };
        tokens.extend(token.map(|token| (at, token)));
        at += length;
    }
    Ok(tokens)
}

/// The quantity that a word names.
fn quantity(word: &str) -> Option<Quantity> {
    match word.to_ascii_lowercase().as_str() {
        "sum" => Some(Quantity::Sum),
        "rank" => Some(Quantity::Rank),
        face => face.parse().ok().map(Quantity::Count),
    }
}

struct Parser<'a> {
    text: &'a str,
    tali: usize,
    tokens: Vec<(usize, Token)>,
    next: usize,
    /// The end of the text, where something may be missing.
    end: usize,
}

impl Parser<'_> {
    fn error(&self, at: usize, message: impl Into<String>) -> EventError {
        EventError { message: message.into(), text: self.text.to_owned(), at }
    }

    fn peek(&self) -> Option<&(usize, Token)> {
        self.tokens.get(self.next)
    }

    fn take(&mut self) -> Option<(usize, Token)> {
        let token = self.peek().cloned();
        self.next += 1;
        token
    }

    /// Takes the next word if it is this one.
    fn takes_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some((_, Token::Word(next))) if next.eq_ignore_ascii_case(word));
        self.next += usize::from(found);
        found
    }

    fn any(&mut self, depth: usize) -> Result<Event, EventError> {
        let mut event = self.all(depth)?;
        while self.takes_word("or") {
            event = Event::Or(Box::new(event), Box::new(self.all(depth)?));
        }
        Ok(event)
    }

    fn all(&mut self, depth: usize) -> Result<Event, EventError> {
        let mut event = self.one(depth)?;
        while self.takes_word("and") {
            event = Event::And(Box::new(event), Box::new(self.one(depth)?));
        }
        Ok(event)
    }

    fn one(&mut self, depth: usize) -> Result<Event, EventError> {
        const EXPECTED: &str = "expected a cast (6643), a kind (venus), a sum (sum>=14) or faces (6>=2)";
        let Some((at, token)) = self.take() else {
            return Err(self.error(self.end, format!("{EXPECTED} here")));
        };
        if depth > DEEPEST {
            return Err(self.error(at, format!("brackets and `not`s are nested more than {DEEPEST} deep")));
        }
        match token {
            Token::Word(word) if word.eq_ignore_ascii_case("not") => {
                Ok(Event::Not(Box::new(self.one(depth + 1)?)))
            }
            Token::Open => {
                let event = self.any(depth + 1)?;
                match self.take() {
                    Some((_, Token::Close)) => Ok(event),
                    Some((other, _)) => Err(self.error(other, "expected `and`, `or` or `)` here")),
                    None => Err(self.error(at, "this bracket is never closed")),
                }
            }
            Token::Word(word) => self.atom(at, &word),
            Token::Sign(_) | Token::Close => Err(self.error(at, format!("{EXPECTED}, not this sign"))),
        }
    }

    fn atom(&mut self, at: usize, word: &str) -> Result<Event, EventError> {
        if let Some((sign_at, Token::Sign(sign))) = self.peek().cloned() {
            self.next += 1;
            let quantity = self.quantity(at, word, &sign)?;
            let comparison = self.comparison(sign_at, &sign)?;
            let number = self.number(sign_at, &sign)?;
            return Ok(Event::Number(quantity, comparison, number));
        }
        if let Ok(kind) = word.parse::<Kind>() {
            self.needs_four(at, kind.name())?;
            return Ok(Event::Kind(kind));
        }
        if word.bytes().all(|b| b.is_ascii_digit()) {
            return Cast::parse(word, self.tali).map(Event::Cast).map_err(|error| {
                let offset = match &error {
                    CastError::NoSuchFace { at, .. } => *at,
                    CastError::WrongNumber { .. } => 0,
                };
                self.error(at + offset, error.to_string())
            });
        }
        if quantity(word).is_some() {
            let after = at + word.chars().count();
            return Err(
                self.error(after, format!("expected a comparison after `{word}`, such as `{word}>=2`"))
            );
        }
        if CONNECTIVES.iter().any(|connective| word.eq_ignore_ascii_case(connective)) {
            return Err(self.error(at, format!("`{word}` joins two events, and one is missing here")));
        }
        let known: Vec<&str> =
            Kind::ALL.map(Kind::name).into_iter().chain(["sum", "rank"]).chain(CONNECTIVES).collect();
        let (hint, word) = (did_you_mean(word, known), abridged(word));
        Err(self.error(
            at,
            format!(
                "`{word}` is not an event{hint}; an event is a kind (venus, senio, vultures, canis, void), a cast \
                 (6431), or a comparison of `sum`, `rank` or a face (6>=2)"
            ),
        ))
    }

    /// Reads the quantity before a comparison.
    fn quantity(&self, at: usize, word: &str, sign: &str) -> Result<Quantity, EventError> {
        let found = quantity(word).ok_or_else(|| {
            let (shown, sign) = (abridged(word), abridged(sign));
            let expected = format!("expected `sum`, `rank` or a face before `{sign}`");
            if word.bytes().all(|b| b.is_ascii_digit()) {
                let faces = Face::ALLOWED;
                return self.error(at, format!("{expected}, not `{shown}`; the faces are {faces}"));
            }
            let hint = did_you_mean(word, ["sum", "rank", "flat", "concave", "convex", "sinuous"]);
            self.error(at, format!("{expected}, not `{shown}`{hint}"))
        })?;
        if found == Quantity::Rank {
            self.needs_four(at, "rank")?;
        }
        Ok(found)
    }

    fn needs_four(&self, at: usize, word: &str) -> Result<(), EventError> {
        if self.tali == USUAL_TALI {
            return Ok(());
        }
        let message = format!("`{word}` needs {USUAL_TALI} tali, but {} are cast", self.tali);
        Err(self.error(at, message))
    }

    fn comparison(&self, at: usize, sign: &str) -> Result<Comparison, EventError> {
        Ok(Comparison(match sign {
            "=" | "==" => &[Equal],
            "!=" => &[Less, Greater],
            "<" => &[Less],
            "<=" => &[Less, Equal],
            ">" => &[Greater],
            ">=" => &[Greater, Equal],
            _ => {
                let sign = abridged(sign);
                return Err(self.error(at, format!("`{sign}` is not a comparison; use = != < <= > >=")));
            }
        }))
    }

    fn number(&mut self, sign_at: usize, sign: &str) -> Result<u32, EventError> {
        let expected = format!("expected a whole number after `{}`", abridged(sign));
        match self.take() {
            // A number beyond all sums and counts compares like the largest number.
            Some((_, Token::Word(word))) if word.bytes().all(|b| b.is_ascii_digit()) => {
                Ok(word.parse().unwrap_or(u32::MAX))
            }
            Some((at, _)) => Err(self.error(at, expected)),
            None => Err(self.error(sign_at + sign.chars().count(), expected)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn fails(text: &str, at: usize, says: &str) {
        let error = Event::parse(text, 4).expect_err(text);
        assert_eq!(error.at(), at, "{text}: {error}");
        assert!(error.to_string().contains(says), "{text}: {error}");
    }

    #[track_caller]
    fn same(left: &str, right: &str) {
        assert_eq!(Event::parse(left, 4), Event::parse(right, 4), "{left} and {right}");
        assert!(Event::parse(left, 4).is_ok(), "{left}");
    }

    #[test]
    fn not_binds_closest_then_and_then_or() {
        same("venus or senio and 6>=2", "venus or (senio and (6>=2))");
        same("not venus and senio", "(not venus) and senio");
        same("not 6>=1", "not (6>=1)");
        same("NOT Venus Or 3466", "not venus or 6643");
        same("flat=0 and sinuous≥2", "1 = 0 and 6 >= 2");
        same("sum==9 or sum≠9", "sum=9 or sum!=9");
        same("Rank > 4", "rank>4");
    }

    #[test]
    fn errors_point_at_the_wrong_character() {
        fails("", 0, "expected a cast");
        fails("venus and", 9, "expected a cast");
        fails("venus and   ", 9, "expected a cast");
        fails("venus senio", 6, "expected `and`, `or`");
        fails("venus adn senio", 6, "did you mean `and`");
        fails("vneus", 0, "did you mean `venus`");
        fails("6643 or 6653", 10, "no face `5`");
        fails("664", 0, "3 tali");
        fails("5>=2", 0, "faces are 1 (flat)");
        fails("smu>=2", 0, "did you mean `sum`");
        fails("14<=sum", 0, "a face before `<=`, not `14`");
        fails("and venus", 0, "joins two events");
        fails("venus or or canis", 9, "joins two events");
        fails("6>=", 3, "whole number");
        fails("6>=two", 3, "whole number");
        fails("6=>2", 1, "not a comparison");
        fails("sum", 3, "expected a comparison");
        fails("(venus", 0, "never closed");
        fails("venus)", 5, "never opened");
        fails("(venus senio)", 7, "`)`");
        fails("sum>=-1", 5, "`-` has no meaning");
        fails("ἀ or venus", 0, "not an event");
        fails("venus & senio", 6, "`&` has no meaning");
        fails(">=2", 0, "expected a cast");
    }

    #[test]
    fn no_text_exhausts_the_stack() {
        fails(&"(".repeat(100_000), LONGEST, "words and signs");
        fails(&"not ".repeat(1500), 404, "nested more than");
        fails(&"venus or ".repeat(100_000), 9 * 1000, "words and signs");
        assert!(Event::parse(&("venus or ".repeat(900) + "venus"), 4).is_ok());
    }

    #[test]
    fn numbers_out_of_reach_make_certain_or_impossible_events() {
        let event = Event::parse("sum<99999999999999999999", 4).unwrap();
        assert!(Cast::all(4).iter().all(|cast| event.holds(cast)));
    }

    #[test]
    fn only_kinds_and_ranks_need_four_tali() {
        let error = Event::parse("6>=2 or venus", 5).unwrap_err();
        assert_eq!(error.at(), 8);
        assert_eq!(Event::parse("rank>=17", 5).unwrap_err().at(), 0);
        assert!(Event::parse("66431 or sum>=20", 5).is_ok());
        assert_eq!(Event::parse("6", 1).unwrap(), Event::Cast(Cast::parse("6", 1).unwrap()));
    }
}
