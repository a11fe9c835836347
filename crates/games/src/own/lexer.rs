//! The tokens of a game file, with lines and indentation.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::problem::{Problem, Span, quoted};
use tali_core::messages::steers;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Name(String),
    Number(BigRational),
    Text(String),
    Sign(&'static str),
    /// The end of a line that is not empty.
    Newline,
    /// The following lines are indented further.
    Indent,
    /// The indentation ends.
    Dedent,
    /// The end of the file.
    End,
}

impl Token {
    /// How an error names the token.
    pub(super) fn found(&self) -> String {
        match self {
            Self::Name(name) => quoted(name),
            Self::Number(number) => format!("`{number}`"),
            Self::Text(text) => format!("text {}", quoted(&format!("\"{text}\""))),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::Newline => "end of the line".to_owned(),
            Self::Indent => "indented line".to_owned(),
            Self::Dedent => "end of the block".to_owned(),
            Self::End => "end of the file".to_owned(),
        }
    }
}

/// The signs, longer ones first.
const SIGNS: [&str; 25] = [
    "+=", "-=", "!=", "<=", ">=", "..", "(", ")", "[", "]", ":", ";", ",", ".", "+", "-", "*", "/", "=", "<",
    ">", "≤", "≥", "≠", "×",
];

/// After these a line must continue, on the next line if not on this one.
const GOES_ON: [&str; 11] = [",", "+", "-", "*", "/", "=", "!=", "<", "<=", ">", ">="];

/// The plain form of a sign.
fn plain(sign: &'static str) -> &'static str {
    match sign {
        "≤" => "<=",
        "≥" => ">=",
        "≠" => "!=",
        "×" => "*",
        sign => sign,
    }
}

/// The longest number, in digits.
const LONGEST: usize = 40;

/// Splits a text into tokens.
pub(super) fn lex(text: &str) -> (Vec<(Token, Span)>, Vec<Problem>) {
    let mut lexer =
        Lexer { text, at: 0, open: Vec::new(), depths: vec![0], tokens: Vec::new(), problems: Vec::new() };
    if text.starts_with('\u{feff}') {
        lexer.at = '\u{feff}'.len_utf8();
    }
    while lexer.at < text.len() {
        lexer.line();
    }
    let end = text.len()..text.len();
    lexer.depths.drain(1..).for_each(|_| lexer.tokens.push((Token::Dedent, end.clone())));
    lexer.tokens.push((Token::End, end));
    (lexer.tokens, lexer.problems)
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// Where the open brackets are, across lines.
    open: Vec<usize>,
    /// The indentation of each open block.
    depths: Vec<usize>,
    tokens: Vec<(Token, Span)>,
    problems: Vec<Problem>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn wrong(&mut self, at: Span, title: &str, label: &str) {
        self.problems.push(Problem::new(&at, title, label));
    }

    /// Reads one line with its end.
    fn line(&mut self) {
        let first = self.tokens.len();
        let start = self.at;
        while self.rest().starts_with([' ', '\t']) {
            if self.rest().starts_with('\t') {
                let at = self.at..self.at + 1;
                self.wrong(at, "a tab", "indent lines by spaces, since the width of tabs varies");
            }
            self.at += 1;
        }
        let depth = self.at - start;
        let is_empty = self.rest().starts_with(['\n', '\r', '#']) || self.rest().is_empty();
        if !is_empty && self.open.is_empty() && !self.goes_on() {
            self.indent(depth);
        }
        let words = self.tokens.len();
        while !self.rest().is_empty() && !self.rest().starts_with('\n') {
            self.token();
        }
        let end = self.at..self.at;
        self.at = (self.at + 1).min(self.text.len());
        if self.goes_on() && self.at < self.text.len() {
            return;
        }
        if self.open.is_empty() && (self.tokens.len() > words || self.tokens.len() > first && !is_empty) {
            self.tokens.push((Token::Newline, end));
        } else if self.at == self.text.len() && !self.open.is_empty() {
            let open = self.open[0];
            self.wrong(open..open + 1, "a bracket that is never closed", "it opens here");
            self.open.clear();
            self.tokens.push((Token::Newline, end));
        }
    }

    /// Whether the line continues, as it does after a comma or an operator.
    fn goes_on(&self) -> bool {
        match self.tokens.last() {
            Some((Token::Sign(sign), _)) => GOES_ON.contains(sign),
            Some((Token::Name(word), _)) => ["and", "or", "mod"].contains(&word.as_str()),
            _ => false,
        }
    }

    fn indent(&mut self, depth: usize) {
        let at = self.at - depth..self.at;
        if depth > *self.depths.last().unwrap_or(&0) {
            self.depths.push(depth);
            self.tokens.push((Token::Indent, at));
            return;
        }
        while depth < *self.depths.last().unwrap_or(&0) {
            self.depths.pop();
            self.tokens.push((Token::Dedent, at.clone()));
        }
        if depth != *self.depths.last().unwrap_or(&0) {
            self.wrong(
                at,
                "a line that is not aligned with any line above",
                "begin it exactly under a line of the same block",
            );
        }
    }

    fn token(&mut self) {
        let start = self.at;
        let Some(first) = self.rest().chars().next() else { return };
        match first {
            ' ' | '\r' => self.at += 1,
            '\t' => {
                self.at += 1;
                self.wrong(start..self.at, "a tab", "write a space");
            }
            '#' => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
            '"' => self.text_in_quotes(),
            '“' | '”' | '„' | '\'' | '‘' | '’' => {
                self.at += first.len_utf8();
                self.wrong(start..self.at, "another kind of quotation mark", "write texts between \" and \"");
            }
            _ if first.is_ascii_digit() => self.number(),
            _ if first.is_alphabetic() || first == '_' => {
                let length = self.rest().find(|c: char| !c.is_alphanumeric() && c != '_');
                self.at += length.unwrap_or(self.rest().len());
                let name = self.text[start..self.at].to_owned();
                self.tokens.push((Token::Name(name), start..self.at));
            }
            _ => {
                let meant = [
                    ("&&", "and"),
                    ("||", "or"),
                    ("==", "="),
                    (":=", "="),
                    ("++", "+= 1"),
                    ("--", "-= 1"),
                    ("&", "and"),
                    ("|", "or"),
                    ("!", "not"),
                ];
                let other = meant
                    .iter()
                    .find(|(sign, _)| self.rest().starts_with(sign) && !self.rest().starts_with("!="));
                if let Some((sign, word)) = other {
                    self.at += sign.len();
                    let title = format!("`{sign}` means nothing here");
                    self.wrong(start..self.at, &title, &format!("write `{word}`"));
                    self.tokens.push((Token::Sign("="), start..self.at));
                    return;
                }
                if first.is_whitespace() {
                    self.at += first.len_utf8();
                    self.wrong(start..self.at, "another kind of space", "write a normal space");
                    return;
                }
                let Some(sign) = SIGNS.iter().find(|sign| self.rest().starts_with(**sign)) else {
                    self.at += first.len_utf8();
                    let title = format!("{} means nothing here", quoted(&first.to_string()));
                    let instead = match first {
                        '%' => "write a chance as a number: 30/100",
                        '^' => "write it out: 6 * 6",
                        _ => "leave it out",
                    };
                    self.wrong(start..self.at, &title, instead);
                    return;
                };
                self.at += sign.len();
                match *sign {
                    "(" | "[" => self.open.push(start),
                    ")" | "]" => drop(self.open.pop()),
                    _ => {}
                }
                self.tokens.push((Token::Sign(plain(sign)), start..self.at));
            }
        }
    }

    fn text_in_quotes(&mut self) {
        let start = self.at;
        let inside = &self.text[start + 1..];
        let end = inside.find(['"', '\n']).filter(|end| inside[*end..].starts_with('"'));
        let Some(end) = end else {
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            self.wrong(
                start..start + 1,
                "a text that does not end on its line",
                "it begins here; close it with \"",
            );
            return;
        };
        self.at = start + end + 2;
        let text = inside[..end].to_owned();
        if text.chars().any(steers) {
            self.wrong(
                start..self.at,
                "a text with invisible characters",
                "write it with letters and spaces",
            );
        }
        self.tokens.push((Token::Text(text), start..self.at));
    }

    /// A whole number, or a decimal.
    fn number(&mut self) {
        let start = self.at;
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        self.at += digits(self.rest());
        let whole = self.text[start..self.at].to_owned();
        let mut decimals = String::new();
        if self.rest().starts_with('.') && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) {
            let length = digits(&self.rest()[1..]);
            self.text[self.at + 1..=self.at + length].clone_into(&mut decimals);
            self.at += length + 1;
        }
        let at = start..self.at;
        if whole.len() + decimals.len() > LONGEST {
            self.wrong(at.clone(), "a number that is too long", "numbers have up to 40 digits");
        }
        if self.rest().starts_with(|c: char| c.is_alphabetic()) {
            self.wrong(at.clone(), "a number joined to a word", "put a space between them");
        }
        let numerator: BigInt = format!("{whole}{decimals}").parse().unwrap_or_default();
        let ten = BigInt::from(10).pow(u32::try_from(decimals.len().min(LONGEST)).unwrap_or(0));
        self.tokens.push((Token::Number(BigRational::new(numerator, ten)), at));
    }
}
