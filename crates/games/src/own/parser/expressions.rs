//! Parses values: operators have the usual precedence, and comparisons are not chained.

use super::Parser;
use crate::own::lexer::Token;
use crate::own::problem::{Problem, Read};
use crate::own::syntax::{At, Expr, ExprKind, Name, Operator};

/// The most operators of a line.
const MOST_OPERATORS: usize = 300;

/// The precedence of `not`.
const NOT: u8 = 2;

impl Parser {
    pub(super) fn expression(&mut self) -> Read<Expr> {
        self.deeper(|parser| parser.operators(0))
    }

    /// Parses operators of this precedence or a higher one.
    fn operators(&mut self, least: u8) -> Read<Expr> {
        let start = self.span().start;
        let mut left = if least <= NOT && self.is_word("not") {
            self.take();
            let inside = self.deeper(|parser| parser.operators(NOT))?;
            At { it: ExprKind::Not(Box::new(inside)), at: start..self.end() }
        } else {
            self.unary()?
        };
        while let Some(operator) = self.operator().filter(|operator| operator.strength() >= least) {
            let at = self.take().1;
            self.operators_read += 1;
            if self.operators_read > MOST_OPERATORS {
                let label = format!("a line has up to {MOST_OPERATORS} operators; use formulas and loops");
                return Err(Problem::new(&at, "too long", label));
            }
            let strength = operator.strength();
            let right = self.deeper(|parser| parser.operators(strength + 1))?;
            let compares = strength == Operator::Equal.strength();
            if compares && self.operator().is_some_and(|next| next.strength() == strength) {
                let label = "join two comparisons by `and`";
                return Err(Problem::new(&at, "comparisons are not chained", label));
            }
            let it = ExprKind::Binary(operator, Box::new(left), Box::new(right));
            left = At { it, at: start..self.end() };
        }
        Ok(left)
    }

    fn operator(&self) -> Option<Operator> {
        Some(match self.peek() {
            Token::Name(word) => match word.as_str() {
                "or" => Operator::Or,
                "and" => Operator::And,
                "mod" => Operator::Modulo,
                _ => return None,
            },
            Token::Sign(sign) => match *sign {
                "=" => Operator::Equal,
                "!=" => Operator::Unequal,
                "<" => Operator::Less,
                "<=" => Operator::AtMost,
                ">" => Operator::More,
                ">=" => Operator::AtLeast,
                "+" => Operator::Add,
                "-" => Operator::Subtract,
                "*" => Operator::Multiply,
                "/" => Operator::Divide,
                _ => return None,
            },
            _ => return None,
        })
    }

    fn unary(&mut self) -> Read<Expr> {
        let start = self.span().start;
        if self.skips("-") {
            let inside = self.deeper(Self::unary)?;
            return Ok(At { it: ExprKind::Minus(Box::new(inside)), at: start..self.end() });
        }
        self.postfix()
    }

    /// A value with its suffixes: `s.piece[q]`.
    pub(super) fn postfix(&mut self) -> Read<Expr> {
        let start = self.span().start;
        let mut value = self.primary()?;
        loop {
            let it = if self.skips("[") {
                let index = self.expression()?;
                self.sign("]")?;
                ExprKind::Index(Box::new(value), Box::new(index))
            } else if self.skips(".") {
                let Token::Name(it) = self.peek().clone() else { return Err(self.expected("a name")) };
                let name = At { it, at: self.take().1 };
                if self.is_sign("(") {
                    ExprKind::CallOf(Box::new(value), name, self.arguments()?)
                } else {
                    ExprKind::Of(Box::new(value), name)
                }
            } else {
                return Ok(value);
            };
            value = At { it, at: start..self.end() };
        }
    }

    fn primary(&mut self) -> Read<Expr> {
        let start = self.span().start;
        let it = match self.peek().clone() {
            Token::Number(number) => {
                self.take();
                ExprKind::Number(number)
            }
            Token::Text(text) => {
                self.take();
                ExprKind::Text(text)
            }
            Token::Sign("(") => {
                self.take();
                let inside = self.expression()?;
                self.sign(")")?;
                return Ok(At { at: start..self.end(), ..inside });
            }
            Token::Sign("[") => ExprKind::List(self.list()?),
            Token::Name(word)
                if ["and", "or", "mod", "in", "if"].contains(&word.as_str())
                    && !(word == "if" && matches!(self.peek_after(), Token::Sign("("))) =>
            {
                return Err(self.expected("a value"));
            }
            Token::Name(word) => {
                let name = At { it: word, at: self.take().1 };
                if self.is_sign("(") {
                    return self.call(name, start);
                }
                ExprKind::Name(name.it)
            }
            _ => return Err(self.expected("a value")),
        };
        Ok(At { it, at: start..self.end() })
    }

    /// Values between square brackets.
    pub(super) fn list(&mut self) -> Read<Vec<Expr>> {
        self.sign("[")?;
        let mut values = Vec::new();
        while !self.skips("]") {
            if !values.is_empty() {
                self.sign(",")?;
            }
            values.push(self.expression()?);
        }
        Ok(values)
    }

    fn call(&mut self, name: Name, start: usize) -> Read<Expr> {
        let after = &self.tokens[(self.next + 1)..];
        let is_each = matches!(after, [(Token::Name(_), _), (Token::Name(word), _), ..] if word == "in");
        let it = if is_each {
            self.sign("(")?;
            let each = self.each()?;
            self.sign(":")?;
            let body = self.expression()?;
            self.sign(")")?;
            ExprKind::Over(name, Box::new(each), Box::new(body))
        } else {
            let arguments = self.arguments()?;
            ExprKind::Call(name, arguments)
        };
        Ok(At { it, at: start..self.end() })
    }

    fn arguments(&mut self) -> Read<Vec<Expr>> {
        self.sign("(")?;
        let mut arguments = Vec::new();
        while !self.skips(")") {
            if !arguments.is_empty() {
                self.sign(",")?;
            }
            let start = self.span().start;
            let from = self.expression()?;
            arguments.push(if self.skips("..") {
                let to = self.expression()?;
                At { it: ExprKind::Between(Box::new(from), Box::new(to)), at: start..self.end() }
            } else {
                from
            });
        }
        Ok(arguments)
    }
}
