//! Compiles values: what names refer to, and of which kind they are.

use std::sync::Arc;

use super::{Bound, Compiler, MOST_WITHIN, RuleValue};
use crate::own::number::{LARGEST, Num};
use crate::own::problem::{Problem, Read, Span, quoted};
use crate::own::program::{
    Address, Binary, Declared, Domain, Is, LAST, ListValue, Loop, ME, MOVER, Question, Reading, Reduction,
    Unary, Value,
};
use crate::own::syntax::{At, Each, Expr, ExprKind, Name, Operator, Over, Scope};
use tali_core::tali::Kind;

/// Words with a fixed meaning in values.
pub(super) const WORDS: [&str; 35] = [
    "abs", "me", "mover", "left", "right", "seats", "others", "pot", "dice", "size", "highest", "lowest",
    "sum", "high", "low", "distinct", "rank", "cast", "venus", "canis", "senio", "vultures", "void", "count",
    "any", "every", "max", "min", "down", "up", "not", "and", "or", "mod", "if",
];

/// A value and its kind.
pub(super) enum Typed {
    Number(Value),
    Truth(Value),
    Text(String),
    List(ListValue),
    /// A throw, by its slot.
    Throw(usize),
}

impl Typed {
    const fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Truth(_) => "true or false",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Throw(_) => "a throw",
        }
    }
}

pub(super) fn mismatch(found: &Typed, wanted: &str, at: &Span) -> Problem {
    Problem::new(
        at,
        format!("{} where {wanted} is needed", found.kind()),
        format!("this is {}", found.kind()),
    )
}

/// The reading of a throw with that name.
fn reading(word: &str) -> Option<Reading> {
    Some(match word {
        "sum" => Reading::Sum,
        "high" => Reading::High,
        "low" => Reading::Low,
        "distinct" => Reading::Distinct,
        "rank" => Reading::Rank,
        "cast" => Reading::Cast,
        "venus" => Reading::Kind(Kind::Venus),
        "canis" => Reading::Kind(Kind::Canis),
        "senio" => Reading::Kind(Kind::Senio),
        "vultures" => Reading::Kind(Kind::Vultures),
        "void" => Reading::Kind(Kind::Void),
        _ => return None,
    })
}

/// What can be asked of a throw.
const OF_THROWS: &str = "a throw has sum, high, low, cast, rank, count(F), highest(N), lowest(N), …";

fn of_throw(slot: usize, reading: Reading) -> Typed {
    let value = Value::Thrown(slot, reading);
    if matches!(reading, Reading::Kind(_)) { Typed::Truth(value) } else { Typed::Number(value) }
}

impl Compiler<'_> {
    pub(super) fn number(&mut self, expr: &Expr) -> Read<Value> {
        match self.typed(expr)? {
            Typed::Number(value) => Ok(value),
            other => Err(mismatch(&other, "a number", &expr.at)),
        }
    }

    pub(super) fn truth(&mut self, expr: &Expr) -> Read<Value> {
        match self.typed(expr)? {
            Typed::Truth(value) => Ok(value),
            other => Err(mismatch(&other, "a condition", &expr.at)),
        }
    }

    fn list(&mut self, expr: &Expr) -> Read<ListValue> {
        match self.typed(expr)? {
            Typed::List(list) => Ok(list),
            other => Err(mismatch(&other, "a list", &expr.at)),
        }
    }

    /// Folds constants.
    fn folded(&self, value: Value, at: &Span) -> Read<Value> {
        let is_const = |value: &Value| matches!(value, Value::Const(_));
        let known = match &value {
            Value::Unary(_, inside) | Value::Listed(_, inside) | Value::Mapped(_, inside) => is_const(inside),
            Value::OfSeat(_, seat) => is_const(seat),
            Value::Binary(Binary::And, one, _) if matches!(**one, Value::Const(Num::Whole(0))) => true,
            Value::Binary(Binary::Or, one, _) if matches!(**one, Value::Const(Num::Whole(1))) => true,
            Value::Binary(Binary::And | Binary::Or, one, other) if is_const(one) && !is_const(other) => {
                // Only the other side remains.
                let Value::Binary(_, _, other) = value else { return Ok(value) };
                return Ok(*other);
            }
            Value::Binary(_, one, other) => is_const(one) && is_const(other),
            _ => false,
        };
        if !known {
            return Ok(value);
        }
        let worked = self.tables.value(&value, &mut vec![0; self.code.slots]);
        worked.map(Value::Const).map_err(|fault| Problem::new(at, fault.0, "worked out here"))
    }

    pub(super) fn typed(&mut self, expr: &Expr) -> Read<Typed> {
        self.grows(&expr.at)?;
        let at = &expr.at;
        Ok(match &expr.it {
            ExprKind::Number(number) => {
                let number = Num::of(number).ok_or_else(|| {
                    Problem::new(
                        at,
                        "a number that is too large",
                        "numbers are between -1,000,000,000 and 1,000,000,000",
                    )
                })?;
                Typed::Number(Value::Const(number))
            }
            ExprKind::Text(text) => Typed::Text(text.clone()),
            ExprKind::List(values) => {
                let numbers: Vec<Num> =
                    values.iter().map(|value| self.constant(value, None)).collect::<Read<_>>()?;
                Typed::List(ListValue::Numbers(numbers.into()))
            }
            ExprKind::Name(name) => self.name(name, at)?,
            ExprKind::Not(inside) => {
                let inside = Value::Unary(Unary::Not, Box::new(self.truth(inside)?));
                Typed::Truth(self.folded(inside, at)?)
            }
            ExprKind::Minus(inside) => {
                let inside = Value::Unary(Unary::Minus, Box::new(self.number(inside)?));
                Typed::Number(self.folded(inside, at)?)
            }
            ExprKind::Binary(operator, one, other) => self.binary(*operator, one, other, at)?,
            ExprKind::Index(list, index) => {
                let index = self.number(index)?;
                Typed::Number(match self.typed(list)? {
                    Typed::Throw(slot) => Value::Asked(slot, Question::Nth, Box::new(index)),
                    Typed::List(ListValue::Numbers(numbers)) => {
                        self.folded(Value::Listed(numbers, Box::new(index)), at)?
                    }
                    Typed::List(ListValue::Of(address)) => {
                        self.may_be_index(&address, &index, at)?;
                        Value::At(Box::new(Address { index: Some(index), ..*address }))
                    }
                    other => return Err(mismatch(&other, "a list", &list.at)),
                })
            }
            ExprKind::Of(owner, name) => self.of(owner, name, at)?,
            ExprKind::CallOf(owner, name, arguments) => {
                let slot = self.throw(owner)?;
                self.asked(slot, name, arguments)?
            }
            ExprKind::Call(name, arguments) => self.call(name, arguments, at)?,
            ExprKind::Over(name, each, body) => self.over(name, each, body)?,
            ExprKind::Between(..) => {
                let label = "ranges are allowed in `count(5..6)`, loops, dice and maps";
                return Err(Problem::new(at, "a range where one value is needed", label));
            }
        })
    }

    pub(super) fn throw(&mut self, owner: &Expr) -> Read<usize> {
        match self.typed(owner)? {
            Typed::Throw(slot) => Ok(slot),
            other => Err(mismatch(&other, "a throw with a name", &owner.at)),
        }
    }

    /// Compiles a question to a throw that takes a number.
    fn asked(&mut self, slot: usize, name: &Name, arguments: &[Expr]) -> Read<Typed> {
        let question = match name.it.as_str() {
            "count" => Question::Count,
            "highest" => Question::Highest,
            "lowest" => Question::Lowest,
            _ => {
                let title = format!("a throw has no {}", quoted(&name.it));
                return Err(Problem::new(&name.at, title, OF_THROWS));
            }
        };
        if let (Question::Count, [At { it: ExprKind::Between(from, to), .. }]) = (question, arguments) {
            let (low, high) = (self.whole_constant(from, None)?, self.whole_constant(to, None)?);
            if high < low {
                let title = format!("no numbers from {low} to {high}");
                return Err(Problem::new(&from.at, title, "give the lower end first"));
            }
            return Ok(of_throw(slot, Reading::Within(low, high)));
        }
        let [number] = arguments else {
            let label = format!("write for instance: {}(3)", name.it);
            return Err(Problem::new(&name.at, "this takes one number", label));
        };
        Ok(Typed::Number(Value::Asked(slot, question, Box::new(self.number(number)?))))
    }

    /// Rejects an index that is stored across turns into a list that is sorted between turns.
    fn may_be_index(&self, address: &Address, index: &Value, at: &Span) -> Read<()> {
        let declared = self.code.declared.iter().find(|declared| declared.list.base == address.list.base);
        if !declared.is_some_and(|declared| declared.unordered && declared.scope != Scope::Turn) {
            return Ok(());
        }
        let mut held = None;
        super::walk::each_slot(index, &mut |slot| {
            if (super::FIRST_FREE..self.code.of_turn.start).contains(&slot) {
                held = held.or(Some(slot));
            }
        });
        let name = |slot: usize| self.code.declared.iter().rfind(|declared| declared.list.base <= slot);
        match held.and_then(name) {
            None => Ok(()),
            Some(held) => {
                let title = format!(
                    "`{}` is stored across turns and used as an index of `{}`",
                    held.list.name, address.list.name
                );
                let label = "an unordered list is sorted after every turn: leave out `unordered`, or search for the index";
                Err(Problem::new(at, title, label))
            }
        }
    }

    fn me(&self, at: &Span) -> Read<Value> {
        if self.has_me {
            return Ok(Value::Slot(ME));
        }
        Err(Problem::new(at, "nobody is `me` here", "say whose it is: s.score, or by s: …"))
    }

    fn name(&mut self, name: &str, at: &Span) -> Read<Typed> {
        if let Some((_, bound)) = self.scopes.iter().rev().find(|(known, _)| known == name) {
            return Ok(match bound.clone() {
                Bound::Slot(slot) => Typed::Number(Value::Slot(slot)),
                Bound::Value(value) => Typed::Number(value),
                Bound::Truth(value) => Typed::Truth(value),
                Bound::Throw(slot) => Typed::Throw(slot),
            });
        }
        if let Some(declared) = self.variable_called(name) {
            return self.variable_of(&declared, None, at);
        }
        if let Some(index) = self.file.rules.iter().position(|rule| rule.name.it == name) {
            return self.rule(index, None, at);
        }
        if let Some((_, slot)) = self.code.named_throws.iter().find(|(known, _)| known == name) {
            return Ok(Typed::Throw(*slot));
        }
        if self.formula(name).is_some_and(|formula| formula.arguments.is_empty()) {
            return self.formula_of(&At { it: name.to_owned(), at: at.clone() }, &[], at);
        }
        let other = [("me", ME), ("mover", MOVER)].into_iter().find(|(word, _)| *word == name);
        if let Some((_, slot)) = other {
            self.me(at)?;
            return Ok(Typed::Number(Value::Slot(slot)));
        }
        match name {
            "left" | "right" => {
                self.me(at)?;
                return Ok(Typed::Number(Value::Neighbour(name == "left")));
            }
            "seats" => return Ok(Typed::Number(Value::Const(Num::Whole(super::to_number(self.seats))))),
            "dice" if !self.in_headers => return Ok(Typed::Throw(LAST)),
            "pot" => return Ok(Typed::Number(self.code.pot.map_or(Value::Pot, Value::Slot))),
            _ => {}
        }
        if let Some(reading) = reading(name) {
            if self.in_headers {
                return Err(Problem::new(
                    at,
                    "nothing is thrown here",
                    "only numbers, rules and `seats` are allowed here",
                ));
            }
            return Ok(of_throw(LAST, reading));
        }
        Err(self.unknown(name, at, "no variable, rule or word has that name"))
    }

    pub(super) fn variable_called(&self, name: &str) -> Option<Declared> {
        self.variables.iter().find(|(known, _)| known.it == name).map(|(_, declared)| declared.clone())
    }

    /// A variable, for a seat if it belongs to one.
    fn variable_of(&mut self, declared: &Declared, seat: Option<Value>, at: &Span) -> Read<Typed> {
        let list = Arc::clone(&declared.list);
        let seat = match (declared.scope, seat) {
            (Scope::Seat, seat) => Some(seat.map_or_else(|| self.me(at), Ok)?),
            (_, Some(_)) => {
                let title = format!("{} belongs to no seat", quoted(&list.name));
                return Err(Problem::new(at, title, "write it without a seat"));
            }
            (_, None) => None,
        };
        Ok(match seat {
            None if declared.dice.is_some() => Typed::Throw(list.base),
            None if !declared.is_list => Typed::Number(Value::Slot(list.base)),
            seat => {
                let address = Box::new(Address { list, seat, index: None });
                if declared.is_list {
                    Typed::List(ListValue::Of(address))
                } else {
                    Typed::Number(Value::At(address))
                }
            }
        })
    }

    fn rule(&mut self, index: usize, seat: Option<Value>, at: &Span) -> Read<Typed> {
        let Some(value) = self.rules.get(index).cloned() else {
            return Err(Problem::new(
                at,
                "a rule that is defined further down",
                "a rule must come before those that use it",
            ));
        };
        Ok(match value {
            RuleValue::Number(number) => Typed::Number(Value::Const(number)),
            RuleValue::Text(text) => Typed::Text(text),
            RuleValue::List(numbers) => Typed::List(ListValue::Numbers(numbers)),
            RuleValue::OfSeats(numbers) => match numbers.first() {
                Some(first) if numbers.iter().all(|number| number == first) => {
                    Typed::Number(Value::Const(*first))
                }
                _ => {
                    let me = |problem: Problem| Problem {
                        title: format!(
                            "{} differs from seat to seat",
                            quoted(&self.file.rules[index].name.it)
                        ),
                        label: "one number is needed for all seats: leave out `, each`, or say whose it is"
                            .to_owned(),
                        ..problem
                    };
                    let seat = Box::new(seat.map_or_else(|| self.me(at).map_err(me), Ok)?);
                    Typed::Number(self.folded(Value::OfSeat(numbers, seat), at)?)
                }
            },
        })
    }

    fn of(&mut self, owner: &Expr, name: &Name, at: &Span) -> Read<Typed> {
        let owned = match self.typed(owner)? {
            Typed::Throw(slot) => {
                let reading = reading(&name.it).ok_or_else(|| {
                    Problem::new(&name.at, format!("a throw has no {}", quoted(&name.it)), OF_THROWS)
                })?;
                return Ok(of_throw(slot, reading));
            }
            Typed::Number(seat) => seat,
            other => return Err(mismatch(&other, "a seat or a throw", &owner.at)),
        };
        let seat = self.is_seat(owned, &owner.at)?;
        if let Some(declared) = self.variable_called(&name.it) {
            return self.variable_of(&declared, Some(seat), at);
        }
        if let Some(index) = self.file.rules.iter().position(|rule| rule.name.it == name.it) {
            return self.rule(index, Some(seat), at);
        }
        Err(self.unknown(&name.it, &name.at, "no variable of a seat has that name"))
    }

    /// Compiles a seat; a constant must be the number of a seat at the table.
    pub(super) fn seat(&mut self, expr: &Expr) -> Read<Value> {
        let value = self.number(expr)?;
        self.is_seat(value, &expr.at)
    }

    fn is_seat(&self, value: Value, at: &Span) -> Read<Value> {
        if let Value::Const(number) = value {
            let is_seat =
                number.whole().is_some_and(|seat| (1..=super::to_number(self.seats)).contains(&seat));
            if !is_seat {
                let title = format!("there is no seat {number}");
                return Err(Problem::new(at, title, format!("the seats are 1 to {}", self.seats)));
            }
        }
        Ok(value)
    }

    fn binary(&mut self, operator: Operator, one: &Expr, other: &Expr, at: &Span) -> Read<Typed> {
        let (binary, swapped) = match operator {
            Operator::Or => (Binary::Or, false),
            Operator::And => (Binary::And, false),
            Operator::Equal => (Binary::Equal, false),
            Operator::Unequal => (Binary::Unequal, false),
            Operator::Less => (Binary::Less, false),
            Operator::More => (Binary::Less, true),
            Operator::AtMost => (Binary::AtMost, false),
            Operator::AtLeast => (Binary::AtMost, true),
            Operator::Add => (Binary::Add, false),
            Operator::Subtract => (Binary::Subtract, false),
            Operator::Multiply => (Binary::Multiply, false),
            Operator::Divide => (Binary::Divide, false),
            Operator::Modulo => (Binary::Modulo, false),
        };
        let make = |compiler: &Self, one: Value, other: Value| {
            let (one, other) = if swapped { (other, one) } else { (one, other) };
            compiler.folded(Value::Binary(binary, Box::new(one), Box::new(other)), at)
        };
        if matches!(binary, Binary::Or | Binary::And) {
            let first = self.truth(one)?;
            // If rules alone decide the first side, the other is not looked at.
            if let Value::Const(known) = first
                && known.is_true() == (binary == Binary::Or)
            {
                return Ok(Typed::Truth(first));
            }
            let second = self.truth(other)?;
            return Ok(Typed::Truth(make(self, first, second)?));
        }
        let (first, second) = (self.typed(one)?, self.typed(other)?);
        let equality = matches!(binary, Binary::Equal | Binary::Unequal);
        let compares = equality || matches!(binary, Binary::Less | Binary::AtMost);
        match (first, second) {
            (Typed::Text(first), Typed::Text(second)) if equality => {
                let is_so = (first == second) == (binary == Binary::Equal);
                Ok(Typed::Truth(Value::Const(Num::truth(is_so))))
            }
            (Typed::Number(first), Typed::Number(second)) => {
                let value = make(self, first, second)?;
                if compares && self.within.is_empty() {
                    self.compared.push((at.clone(), value.clone()));
                }
                Ok(if compares { Typed::Truth(value) } else { Typed::Number(value) })
            }
            (Typed::Number(_), found) => Err(mismatch(&found, "a number", &other.at)),
            (found @ Typed::Text(_), Typed::Text(_)) => Err(Problem::new(
                at,
                format!("{} can only be compared by = or !=", found.kind()),
                "compared here",
            )),
            (Typed::Text(_), found) => Err(mismatch(&found, "a text", &other.at)),
            (found, _) => Err(mismatch(&found, "a number", &one.at)),
        }
    }

    fn call(&mut self, name: &Name, arguments: &[Expr], at: &Span) -> Read<Typed> {
        let file = self.file;
        if let Some(index) = file.maps.iter().position(|map| map.name.it == name.it) {
            let [argument] = arguments else {
                return Err(Problem::new(
                    at,
                    format!("{} takes one number", quoted(&name.it)),
                    "write one between the brackets",
                ));
            };
            let argument = Box::new(self.number(argument)?);
            let Some(table) = self.maps.get(index).map(Arc::clone) else {
                return Err(Problem::new(
                    at,
                    "a map that is defined further down",
                    "a map must come before its use",
                ));
            };
            return Ok(Typed::Number(self.folded(Value::Mapped(table, argument), at)?));
        }
        if self.formula(&name.it).is_some() {
            return self.formula_of(name, arguments, at);
        }
        match (name.it.as_str(), arguments) {
            ("count", [list]) if self.is_list(list) => {
                let length = match self.list(list)? {
                    ListValue::Numbers(numbers) => numbers.len(),
                    ListValue::Of(address) => address.list.len,
                };
                Ok(Typed::Number(Value::Const(Num::Whole(super::to_number(length)))))
            }
            ("abs", [inside]) => {
                let inside = self.number(inside)?;
                let minus = Value::Unary(Unary::Minus, Box::new(inside.clone()));
                let larger = Value::Binary(Binary::Max, Box::new(inside), Box::new(minus));
                Ok(Typed::Number(self.folded(larger, at)?))
            }
            ("size", [throw]) => Ok(of_throw(self.throw(throw)?, Reading::Size)),
            ("count" | "highest" | "lowest", [_]) if !self.in_headers => self.asked(LAST, name, arguments),
            ("if", [condition, one, other]) => {
                let condition = self.truth(condition)?;
                // A branch that the rules exclude need not compile.
                if let Value::Const(known) = condition {
                    return self.typed(if known.is_true() { one } else { other });
                }
                let (typed, other) = (self.typed(one)?, self.typed(other)?);
                let either = |one, other| Value::If(Box::new([condition, one, other]));
                match (typed, other) {
                    (Typed::Number(one), Typed::Number(other)) => Ok(Typed::Number(either(one, other))),
                    (Typed::Truth(one), Typed::Truth(other)) => Ok(Typed::Truth(either(one, other))),
                    _ => {
                        let title = "an `if` that gives neither two numbers nor two conditions";
                        Err(Problem::new(at, title, "both results must be of the same kind"))
                    }
                }
            }
            ("any" | "every", [list, value]) => {
                let (list, value) = (self.list(list)?, Box::new(self.number(value)?));
                let every = name.it == "every";
                if let (ListValue::Numbers(_), Value::Const(_)) = (&list, &*value) {
                    let any = Value::Any { list, value, every };
                    let known = self.tables.value(&any, &mut vec![0; self.code.slots]);
                    return Ok(Typed::Truth(known.map_or(any, Value::Const)));
                }
                Ok(Typed::Truth(Value::Any { list, value, every }))
            }
            ("min" | "max", [first, others @ ..]) => {
                let which = if name.it == "min" { Binary::Min } else { Binary::Max };
                let mut best = self.number(first)?;
                for other in others {
                    let other = self.number(other)?;
                    best = self.folded(Value::Binary(which, Box::new(best), Box::new(other)), at)?;
                }
                Ok(Typed::Number(best))
            }
            ("down" | "up", [inside]) => {
                let which = if name.it == "down" { Unary::Down } else { Unary::Up };
                let inside = self.number(inside)?;
                Ok(Typed::Number(self.folded(Value::Unary(which, Box::new(inside)), at)?))
            }
            (
                "count" | "highest" | "lowest" | "size" | "any" | "every" | "min" | "max" | "down" | "up"
                | "sum" | "if" | "abs",
                _,
            ) => {
                let label = "count(F), count(LIST), highest(N), lowest(N), size(THROW), any(LIST, x), every(LIST, x), min(a, b, …), max(a, b, …), down(x), up(x), abs(x), if(c, a, b), sum(s in seats: …)";
                Err(Problem::new(at, format!("{} is not used like this", quoted(&name.it)), label))
            }
            _ => Err(self.unknown(&name.it, &name.at, "no map, formula or function has that name")),
        }
    }

    /// Whether an expression is recognisably a list.
    fn is_list(&self, expr: &Expr) -> bool {
        match &expr.it {
            ExprKind::List(_) => true,
            ExprKind::Name(name) if self.scopes.iter().any(|(known, _)| known == name) => false,
            ExprKind::Name(name) => match self.variable_called(name) {
                Some(declared) => declared.is_list,
                None => self
                    .file
                    .rules
                    .iter()
                    .zip(self.rules)
                    .any(|(rule, value)| rule.name.it == *name && matches!(value, RuleValue::List(_))),
            },
            ExprKind::Of(_, name) => self.variable_called(&name.it).is_some_and(|declared| declared.is_list),
            _ => false,
        }
    }

    /// Expands a formula with its arguments.
    fn formula_of(&mut self, name: &Name, arguments: &[Expr], at: &Span) -> Read<Typed> {
        let Some(define) = self.formula(&name.it).cloned() else {
            return Err(self.unknown(&name.it, &name.at, "no formula has that name"));
        };
        if define.arguments.len() != arguments.len() {
            let title = format!(
                "{} takes {} values, not {}",
                quoted(&name.it),
                define.arguments.len(),
                arguments.len()
            );
            return Err(Problem::new(at, title, "used here"));
        }
        if self.within.len() > MOST_WITHIN {
            return Err(Problem::new(at, "formulas nested too deeply", "at most 50 levels"));
        }
        if self.within.contains(&name.it) {
            return Err(Problem::new(
                at,
                format!("{} calls itself", quoted(&name.it)),
                "a formula cannot call itself, even indirectly",
            ));
        }
        let mut bound = Vec::new();
        let mut held = Vec::new();
        for (argument, value) in define.arguments.iter().zip(arguments) {
            let stands_for = match self.typed(value)? {
                Typed::Number(value @ (Value::Const(_) | Value::Slot(_))) => Bound::Value(value),
                // Like a rule for all seats, a rule for each seat need not be whole.
                Typed::Number(Value::OfSeat(numbers, seat))
                    if matches!(*seat, Value::Const(_) | Value::Slot(_)) =>
                {
                    Bound::Value(Value::OfSeat(numbers, seat))
                }
                // It is evaluated once, however often the formula uses it.
                Typed::Number(value) => {
                    let slot = self.slot_for(&value);
                    held.push((slot, value));
                    Bound::Slot(slot)
                }
                Typed::Truth(value) => Bound::Truth(value),
                Typed::Throw(slot) => Bound::Throw(slot),
                other => return Err(mismatch(&other, "a number", &value.at)),
            };
            bound.push((argument.it.clone(), stands_for));
        }
        // A formula does not see its caller's names.
        let outside = std::mem::replace(&mut self.scopes, bound);
        self.within.push(name.it.clone());
        let body = self.typed(&define.body);
        self.within.pop();
        self.scopes = outside;
        let within = |body: Value| {
            held.into_iter().rev().fold(body, |body, (slot, value)| Value::Let {
                slot,
                value: Box::new(value),
                body: Box::new(body),
            })
        };
        Ok(match body? {
            Typed::Number(body) => Typed::Number(within(body)),
            Typed::Truth(body) => Typed::Truth(within(body)),
            other => return Err(mismatch(&other, "a number or a condition", &define.body.at)),
        })
    }

    /// Compiles a loop, with the slot for its variable.
    pub(super) fn each(&mut self, each: &Each, constant: bool) -> Read<Loop> {
        let domain = match &each.over.it {
            Over::Seats => Domain::Seats { with_me: true },
            Over::Others => {
                self.me(&each.over.at)?;
                Domain::Seats { with_me: false }
            }
            Over::Numbers(low, high) => {
                let (from, to) = (self.number(low)?, self.number(high)?);
                for (value, expr) in [(&from, low), (&to, high)] {
                    if constant && !self.is_fixed(value) {
                        let label =
                            "only numbers, rules, `seats` and names of enclosing loops are allowed here";
                        return Err(Problem::new(&expr.at, "a loop whose length can change", label)
                            .helped("put what changes after `if`: for i in 1..6 if i <= need: …"));
                    }
                }
                Domain::Numbers(from, to)
            }
        };
        let slot = self.slot(LARGEST);
        let known = match &domain {
            Domain::Seats { .. } => Some((1, super::to_number(self.seats))),
            Domain::Numbers(Value::Const(Num::Whole(low)), Value::Const(Num::Whole(high))) => {
                Some((*low, *high))
            }
            Domain::Numbers(..) => None,
        };
        if let Some((low, high)) = known {
            let range = &mut self.code.ranges[slot];
            (range.low, range.high) = (low, high.max(low));
            range.is = if matches!(domain, Domain::Seats { .. }) { Is::Seat } else { Is::Number };
        }
        self.scopes.push((each.name.it.clone(), Bound::Slot(slot)));
        let condition = each.condition.as_ref().map(|condition| self.truth(condition)).transpose();
        if condition.is_err() {
            self.scopes.pop();
        }
        Ok(Loop { slot, domain, condition: condition? })
    }

    /// Whether a value is constant, apart from the names of loops.
    pub(super) fn is_fixed(&self, value: &Value) -> bool {
        let first_free = self.code.declared.last().map_or(super::FIRST_FREE, |_| self.code.of_turn.end);
        // `me` is allowed if it only picks one's own number of a rule that differs between seats.
        let (mut fixed, mut read, mut of_rules) = (true, 0, 0);
        super::walk::each_slot(value, &mut |slot| {
            fixed &= slot == ME || slot >= first_free;
            read += usize::from(slot == ME);
        });
        super::walk::visit(value, &mut |value| {
            of_rules +=
                usize::from(matches!(value, Value::OfSeat(_, seat) if matches!(**seat, Value::Slot(ME))));
        });
        fixed && read == of_rules && !super::walk::reads_throws(value)
    }

    fn over(&mut self, name: &Name, each: &Each, body: &Expr) -> Read<Typed> {
        let what = match name.it.as_str() {
            "any" => Reduction::Any,
            "every" => Reduction::Every,
            "count" => Reduction::Count,
            "sum" => Reduction::Sum,
            "max" => Reduction::Max,
            "min" => Reduction::Min,
            _ => {
                let label = "only any, every, count, sum, max and min go over seats or numbers";
                return Err(Problem::new(
                    &name.at,
                    format!("{} cannot go over anything", quoted(&name.it)),
                    label,
                ));
            }
        };
        let each = Box::new(self.each(each, true)?);
        let body = match what {
            Reduction::Any | Reduction::Every | Reduction::Count => self.truth(body),
            Reduction::Sum | Reduction::Max | Reduction::Min => self.number(body),
        };
        self.scopes.pop();
        let value = Value::Over { what, each, body: Box::new(body?) };
        Ok(if matches!(what, Reduction::Any | Reduction::Every) {
            Typed::Truth(value)
        } else {
            Typed::Number(value)
        })
    }

    /// The variable to which a number is assigned.
    pub(super) fn target(&mut self, target: &Expr) -> Read<Box<Address>> {
        let no_target = || Problem::new(&target.at, "this cannot be set", "write a variable before the =");
        match self.typed(target)? {
            Typed::Number(Value::At(address)) => Ok(address),
            Typed::Number(Value::Slot(slot)) => {
                let declared = self
                    .code
                    .declared
                    .iter()
                    .find(|declared| declared.list.base == slot)
                    .ok_or_else(no_target)?;
                Ok(Box::new(Address { list: Arc::clone(&declared.list), seat: None, index: None }))
            }
            Typed::List(_) => Err(Problem::new(
                &target.at,
                "a whole list cannot be set at once",
                "say which: piece[1], or use a `for` loop",
            )),
            _ => Err(no_target()),
        }
    }
}
