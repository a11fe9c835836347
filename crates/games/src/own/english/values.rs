//! Values and conditions in words.

use super::{Words, spoken};
use crate::own::compiler::RuleValue;
use crate::own::number::Num;
use crate::own::syntax::{Expr, ExprKind, Holds, Operator, Scope, Variable};
use tali_core::messages::plain;

impl Words<'_> {
    /// Describes a value.
    pub(super) fn value(&self, expr: &Expr) -> String {
        if let Some(number) = self.number(expr) {
            return number.to_string();
        }
        match &expr.it {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Text(text) => format!("\"{}\"", plain(text)),
            ExprKind::Name(name) => self.named(name),
            ExprKind::List(all) => format!("one of {}", self.listed(all)),
            ExprKind::Index(list, index) if self.is_throw(list) => {
                let of = if matches!(&list.it, ExprKind::Name(name) if name == "dice") {
                    String::new()
                } else {
                    format!(" of {}", self.value(list))
                };
                match self.number(index) {
                    Some(Num::Whole(1)) => format!("the highest die{of}"),
                    Some(Num::Whole(2)) => format!("the second highest die{of}"),
                    Some(Num::Whole(3)) => format!("the third highest die{of}"),
                    _ => format!("the {}-th highest die{of}", self.formula(index)),
                }
            }
            ExprKind::Index(list, index) => {
                // A list given by a rule is named, not spelled out.
                let list = match &list.it {
                    ExprKind::Name(name) if self.rule(name).is_some() => spoken(name),
                    _ => self.value(list),
                };
                let is_simple = self.number(index).is_some()
                    || matches!(&index.it, ExprKind::Name(name) if reading(name).is_none());
                if is_simple {
                    format!("{list} {}", self.value(index))
                } else {
                    format!("{list}[{}]", self.formula(index))
                }
            }
            ExprKind::Of(owner, name) => match reading(&name.it) {
                Some(reading) if self.variable_called(&name.it).is_none() => {
                    format!("{reading} of {}", self.value(owner))
                }
                _ => format!("{} {}", self.whose(owner), spoken(&name.it)),
            },
            ExprKind::CallOf(owner, name, arguments) => {
                self.of_dice(&name.it, arguments, &format!(" of {}", self.value(owner)))
            }
            ExprKind::Call(name, arguments) => self.call(&name.it, arguments),
            ExprKind::Between(from, to) => format!("{} to {}", self.value(from), self.value(to)),
            ExprKind::Not(inside) if matches!(&inside.it, ExprKind::Over(name, ..) if name.it == "any") => {
                let said = self.value(inside);
                // `any` is worded as: … for some b from 1 to 9.
                let (body, each) = said.rsplit_once(" for some ").unwrap_or((&said, "number"));
                format!("there is no {each} for which {body}")
            }
            ExprKind::Not(inside) => format!("it is not true that {}", self.value(inside)),
            ExprKind::Minus(inside) => format!("minus {}", self.value(inside)),
            ExprKind::Binary(operator, one, other) => self.binary(*operator, one, other),
            ExprKind::Over(name, each, body) => {
                let (each, body) = (self.each(each), self.value(body));
                match name.it.as_str() {
                    "any" => format!("{body} for some {}", each.trim_start_matches("every ")),
                    "every" => format!("{body} for {each}"),
                    "count" if each.starts_with("every ") => {
                        let each = each.trim_start_matches("every ").replacen("player", "players", 1);
                        let which = if each.contains(" for which ") { "and" } else { "for which" };
                        format!("the number of {each} {which} {body}")
                    }
                    "count" => format!("the number of cases, for {each}, in which {body}"),
                    "sum" => format!("the sum, for {each}, of {body}"),
                    "max" => format!("the greatest, for {each}, of {body}"),
                    _ => format!("the least, for {each}, of {body}"),
                }
            }
        }
    }

    /// A value in symbols, as in brackets: 3 − serving.
    pub(super) fn formula(&self, expr: &Expr) -> String {
        if let ExprKind::Call(name, arguments) = &expr.it
            && ["down", "up", "min", "max"].contains(&name.it.as_str())
            && self.number(expr).is_none()
        {
            let arguments: Vec<String> = arguments.iter().map(|argument| self.formula(argument)).collect();
            return format!("{}({})", name.it, arguments.join(", "));
        }
        let ExprKind::Binary(operator, one, other) = &expr.it else { return self.value(expr) };
        let sign = match operator {
            _ if self.number(expr).is_some() => return self.value(expr),
            Operator::Add => "+",
            Operator::Subtract => "−",
            Operator::Multiply => "×",
            Operator::Divide => "/",
            _ => return self.value(expr),
        };
        let part = |part: &Expr, binds: u8| match &part.it {
            ExprKind::Binary(inside, ..) if inside.strength() < binds && self.number(part).is_none() => {
                format!("({})", self.formula(part))
            }
            _ => self.formula(part),
        };
        // 8 − (3 − 1) is not 8 − 3 − 1.
        let tighter =
            operator.strength() + u8::from(matches!(operator, Operator::Subtract | Operator::Divide));
        format!("{} {sign} {}", part(one, operator.strength()), part(other, tighter))
    }

    /// Whether an expression is a throw, or dice put aside.
    fn is_throw(&self, expr: &Expr) -> bool {
        let ExprKind::Name(name) = &expr.it else { return false };
        match self.variable_called(name) {
            Some(variable) => matches!(variable.holds, Holds::Dice(..)),
            None => self.rule(name).is_none(),
        }
    }

    fn of_dice(&self, name: &str, arguments: &[Expr], of: &str) -> String {
        let number = self.listed(arguments);
        match name {
            "highest" | "lowest" if number == "1" => format!("the {name} die{of}"),
            "highest" | "lowest" => format!("the sum of the {name} {number} dice{of}"),
            _ => format!("the number of dice{of} that show {number}"),
        }
    }

    /// A variable of that name.
    fn variable_called(&self, name: &str) -> Option<&Variable> {
        self.file.variables.iter().find(|variable| variable.name.it == name)
    }

    fn named(&self, name: &str) -> String {
        if self.bound.iter().any(|bound| bound.it == name) {
            return spoken(name);
        }
        if let Some(variable) = self.variable_called(name) {
            return if variable.scope == Scope::Seat {
                format!("your {}", spoken(name))
            } else {
                spoken(name)
            };
        }
        if let Some(rule) = self.rule(name) {
            return match rule {
                RuleValue::Number(number) => number.to_string(),
                RuleValue::Text(text) => format!("\"{}\"", plain(text)),
                RuleValue::List(numbers) => {
                    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                    if numbers.is_empty() { "nothing".to_owned() } else { numbers.join(", ") }
                }
                RuleValue::OfSeats(_) => format!("your {}", spoken(name)),
            };
        }
        match name {
            "me" => "you".to_owned(),
            "mover" => "the player whose turn it is".to_owned(),
            "left" => "the player to your left".to_owned(),
            "right" => "the player to your right".to_owned(),
            "seats" => "the number of players".to_owned(),
            "dice" => "the throw".to_owned(),
            "pot" => "the pot".to_owned(),
            "venus" => "the cast is Venus".to_owned(),
            "canis" => "the cast is Canis".to_owned(),
            "senio" => "the cast is a Senio".to_owned(),
            "vultures" => "the cast is Vultures".to_owned(),
            "void" => "the cast is void".to_owned(),
            name => reading(name).map_or_else(|| spoken(name), |reading| format!("{reading} of the throw")),
        }
    }

    pub(super) fn listed(&self, all: &[Expr]) -> String {
        all.iter().map(|expr| self.value(expr)).collect::<Vec<_>>().join(", ")
    }

    fn call(&self, name: &str, arguments: &[Expr]) -> String {
        match (name, arguments) {
            ("count", [list]) if matches!(&list.it, ExprKind::Name(name) if matches!(self.rule(name), Some(RuleValue::List(_))) || self.variable_called(name).is_some_and(|variable| variable.indices.is_some())) =>
            {
                format!("the length of {}", self.value(list))
            }
            ("count" | "highest" | "lowest", [_]) => self.of_dice(name, arguments, ""),
            ("size", [dice]) => format!("the number of dice in {}", self.value(dice)),
            ("if", [condition, one, other]) => {
                if let Some(holds) = self.decided(condition) {
                    return self.value(if holds { one } else { other });
                }
                let (one, other) = (self.value(one), self.value(other));
                format!("({one} if {}, else {other})", self.value(condition))
            }
            ("any", [list, value]) => format!("{} is among {}", self.value(value), self.value(list)),
            ("every", [list, value]) => format!("all of {} are {}", self.value(list), self.value(value)),
            ("min" | "max", [all @ .., last]) => {
                let which = if name == "min" { "least" } else { "greatest" };
                let all: Vec<String> = all.iter().map(|argument| self.formula(argument)).collect();
                format!("the {which} of {} and {}", all.join(", "), self.formula(last))
            }
            ("down" | "up", [inside]) => match &inside.it {
                ExprKind::Binary(..) => format!("({}, rounded {name})", self.formula(inside)),
                _ => format!("{}, rounded {name}", self.value(inside)),
            },
            ("abs", [inside]) => format!("the absolute value of {}", self.value(inside)),
            _ => {
                let is_map = self.file.maps.iter().any(|map| map.name.it == name);
                let asked = self.listed(arguments);
                if is_map {
                    format!("the {} entry for {asked}", spoken(name))
                } else if arguments.is_empty() {
                    spoken(name)
                } else {
                    format!("{} ({asked})", spoken(name))
                }
            }
        }
    }

    fn binary(&self, operator: Operator, one: &Expr, other: &Expr) -> String {
        // Conditions that the rules decide are left out.
        if matches!(operator, Operator::And | Operator::Or) {
            match (self.decided(one), self.decided(other)) {
                (Some(_), None) => return self.value(other),
                (None, Some(_)) => return self.value(one),
                _ => {}
            }
        }
        let named = |expr: &Expr, word: &str| matches!(&expr.it, ExprKind::Name(name) if name == word);
        let is_own = |expr: &Expr| named(expr, "me") && self.variable_called("me").is_none();
        if let (Operator::Equal | Operator::Unequal, Some(seat)) =
            (operator, if is_own(one) { Some(other) } else { Some(one).filter(|_| is_own(other)) })
        {
            let not = if operator == Operator::Equal { "" } else { "not " };
            return match self.number(seat) {
                Some(seat) => format!("you are {not}seat {seat}"),
                None if named(seat, "mover") => format!("it is {not}your turn"),
                None => format!("you are {not}{}", self.value(seat)),
            };
        }
        let (left, right) = (self.value(one), self.value(other));
        let bracketed = |text: String, expr: &Expr| {
            let is_looser =
                matches!(&expr.it, ExprKind::Binary(inside, ..) if inside.strength() < operator.strength());
            if is_looser && self.number(expr).is_none() { format!("({text})") } else { text }
        };
        let (left, right) = (bracketed(left, one), bracketed(right, other));
        let sign = match operator {
            Operator::Or => "or",
            Operator::And => "and",
            Operator::Equal => "is",
            Operator::Unequal => "is not",
            Operator::Less => "is less than",
            Operator::AtMost => "is at most",
            Operator::More => "is more than",
            Operator::AtLeast => "is at least",
            Operator::Add => "plus",
            Operator::Subtract => "minus",
            Operator::Multiply => "times",
            Operator::Divide => "divided by",
            Operator::Modulo => return format!("the remainder of {left} divided by {right}"),
        };
        format!("{left} {sign} {right}")
    }
}

/// The wording of a reading.
fn reading(name: &str) -> Option<&'static str> {
    Some(match name {
        "sum" => "the sum",
        "high" => "the highest face",
        "low" => "the lowest face",
        "distinct" => "the number of different faces",
        "rank" => "the rank",
        "cast" => "the cast",
        _ => return None,
    })
}
