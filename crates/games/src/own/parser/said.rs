//! Parses what a file says about its game: sentences with values in them.

use super::Parser;
use crate::own::lexer::{Token, lex};
use crate::own::problem::{Problem, Read, Span};
use crate::own::syntax::{About, At, Expr, Figure, Part, Said, Season, Sheet};

impl Parser {
    /// Parses a sentence, after a condition on rules if there is one.
    pub(super) fn said(&mut self) -> Read<Said> {
        let condition = self.skips_word("if").then(|| self.expression()).transpose()?;
        if condition.is_some() {
            self.skips(":");
        }
        let words = ["reading", "card", "throw"];
        let of = match self.peek() {
            Token::Name(word) if words.contains(&word.as_str()) => word.clone(),
            _ => return Err(self.expected_word("`reading`, `card` or `throw`, and a sentence", &words)),
        };
        self.take();
        let of = match of.as_str() {
            "reading" => About::Reading,
            "throw" => About::Throw,
            _ => {
                let part =
                    self.one_of(&[("setup", About::SetUp), ("turn", About::Turn), ("end", About::End)])?;
                self.sign(":")?;
                part
            }
        };
        if of != About::SetUp && of != About::Turn && of != About::End {
            self.skips(":");
        }
        let text = self.text("a sentence")?;
        Ok(Said { of, condition, text: At { it: parts(&text)?, at: text.at } })
    }

    pub(super) fn sheet(&mut self) -> Read<Sheet> {
        let row = self.text("what a row is for")?.it;
        self.one_of(&[("to", ()), ("in", ())])?;
        Ok(Sheet { row, rows: self.expression()? })
    }

    pub(super) fn season(&mut self) -> Read<Season> {
        let name = self.text("the name of the season")?;
        self.word("to")?;
        Ok(Season { name, wins: self.expression()? })
    }

    pub(super) fn figure(&mut self) -> Read<Figure> {
        let name = self.text("the name of the figure")?;
        let of_each = self.skips_word("each");
        if of_each {
            self.word("seat")?;
        }
        self.sign("=")?;
        let value = self.expression()?;
        let condition = self.skips_word("if").then(|| self.expression()).transpose()?;
        Ok(Figure { name, of_each, value, condition })
    }
}

/// The pieces of a sentence: `{fee}` is the value of a rule, and `{fee|coin|coins}` adds what it counts.
fn parts(text: &At<String>) -> Read<Vec<Part>> {
    // After the quotation mark.
    let first = text.at.start + 1;
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(open) = text.it[at..].find('{').map(|open| at + open) {
        let here = first + open..first + open + 1;
        let Some(close) = text.it[open..].find('}').map(|close| open + close) else {
            return Err(Problem::new(&here, "a bracket that is never closed", "it opens here"));
        };
        parts.push(Part::Words(text.it[at..open].to_owned()));
        let mut within = text.it[open + 1..close].split('|');
        let value = expression(within.next().unwrap_or_default(), first + open + 1)?;
        let forms = match (within.next(), within.next(), within.next()) {
            (None, ..) => None,
            (Some(one), Some(more), None) => Some([one.to_owned(), more.to_owned()]),
            _ => {
                let label = "for instance: {fee|coin|coins}";
                return Err(Problem::new(
                    &(here.start..first + close),
                    "a value has two forms, or none",
                    label,
                ));
            }
        };
        parts.push(Part::Value(value, forms));
        at = close + 1;
    }
    parts.push(Part::Words(text.it[at..].to_owned()));
    Ok(parts)
}

/// Parses a value in a sentence that begins at this position of the file.
fn expression(text: &str, first: usize) -> Read<Expr> {
    let moved = |at: Span| first + at.start..first + at.end;
    let (tokens, problems) = lex(text);
    if let Some(problem) = problems.into_iter().next() {
        return Err(Problem { at: moved(problem.at.clone()), ..problem });
    }
    let tokens = tokens.into_iter().map(|(token, at)| (token, moved(at))).collect();
    let mut parser = Parser { tokens, next: 0, depth: 0, operators_read: 0, level: 0, actions: Vec::new() };
    let value = parser.expression()?;
    match parser.peek() {
        Token::Newline | Token::End => Ok(value),
        _ => Err(parser.expected("the end of the value")),
    }
}
