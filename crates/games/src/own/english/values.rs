//! Values and conditions in words.

use super::{Words, spoken};
use crate::own::compiler::RuleValue;
use crate::own::syntax::{Expr, ExprKind, Operator, Scope, Variable};
use tali_core::messages::plain;

impl Words<'_> {
    /// What something is worth.
    pub(super) fn value(&self, expr: &Expr) -> String {
        if let Some(number) = self.number(expr) {
            return number.to_string();
        }
        match &expr.it {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Text(text) => format!("\"{}\"", plain(text)),
            ExprKind::Name(name) => self.named(name),
            ExprKind::List(all) => format!("one of {}", self.listed(all)),
            ExprKind::Index(list, index) => format!("{} {}", self.value(list), self.value(index)),
            ExprKind::Of(owner, name) => match reading(&name.it) {
                Some(reading) if self.variable_called(&name.it).is_none() => {
                    format!("{reading} of {}", self.value(owner))
                }
                _ => format!("{} {}", self.whose(owner), spoken(&name.it)),
            },
            ExprKind::CallOf(owner, _, arguments) => {
                format!("the number of dice of {} that show {}", self.value(owner), self.listed(arguments))
            }
            ExprKind::Call(name, arguments) => self.call(&name.it, arguments),
            ExprKind::Not(inside) => format!("it is not so that {}", self.value(inside)),
            ExprKind::Minus(inside) => format!("minus {}", self.value(inside)),
            ExprKind::Binary(operator, one, other) => self.binary(*operator, one, other),
            ExprKind::Over(name, each, body) => {
                let (each, body) = (self.each(each), self.value(body));
                match name.it.as_str() {
                    "any" => format!("{body} for some {}", each.trim_start_matches("every ")),
                    "every" => format!("{body} for {each}"),
                    "count" => format!("the number of cases, for {each}, in which {body}"),
                    "sum" => format!("the sum, for {each}, of {body}"),
                    "max" => format!("the greatest, for {each}, of {body}"),
                    _ => format!("the least, for {each}, of {body}"),
                }
            }
        }
    }

    /// A variable of that name.
    fn variable_called(&self, name: &str) -> Option<&Variable> {
        self.file.variables.iter().find(|variable| variable.name.it == name)
    }

    fn named(&self, name: &str) -> String {
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
            "pot" => "the pot".to_owned(),
            "venus" => "the cast is Venus".to_owned(),
            "canis" => "the cast is Canis".to_owned(),
            "senio" => "the cast is a Senio".to_owned(),
            "vultures" => "the cast is Vultures".to_owned(),
            "void" => "the cast is void".to_owned(),
            name => reading(name).map_or_else(|| spoken(name), |reading| format!("{reading} of the throw")),
        }
    }

    fn listed(&self, all: &[Expr]) -> String {
        all.iter().map(|expr| self.value(expr)).collect::<Vec<_>>().join(", ")
    }

    fn call(&self, name: &str, arguments: &[Expr]) -> String {
        match (name, arguments) {
            ("count", [list]) if matches!(&list.it, ExprKind::Name(name) if matches!(self.rule(name), Some(RuleValue::List(_))) || self.variable_called(name).is_some_and(|variable| variable.indices.is_some())) =>
            {
                format!("the length of {}", self.value(list))
            }
            ("count", [face]) => format!("the number of dice that show {}", self.value(face)),
            ("any", [list, value]) => format!("{} is among {}", self.value(value), self.value(list)),
            ("every", [list, value]) => format!("all of {} are {}", self.value(list), self.value(value)),
            ("min", _) => format!("the least of {}", self.listed(arguments)),
            ("max", _) => format!("the greatest of {}", self.listed(arguments)),
            ("down", [inside]) => format!("{}, rounded down", self.value(inside)),
            ("up", [inside]) => format!("{}, rounded up", self.value(inside)),
            _ => {
                let is_map = self.file.maps.iter().any(|map| map.name.it == name);
                let asked = self.listed(arguments);
                if is_map {
                    format!("what {} makes of {asked}", spoken(name))
                } else if arguments.is_empty() {
                    spoken(name)
                } else {
                    format!("{} ({asked})", spoken(name))
                }
            }
        }
    }

    fn binary(&self, operator: Operator, one: &Expr, other: &Expr) -> String {
        // What the rules decide is not said.
        if matches!(operator, Operator::And | Operator::Or) {
            match (self.decided(one), self.decided(other)) {
                (Some(_), None) => return self.value(other),
                (None, Some(_)) => return self.value(one),
                _ => {}
            }
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

/// What is read of a throw.
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
