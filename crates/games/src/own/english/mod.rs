//! The rules of a game file in English, as a table plays them.

mod values;

use super::capital;
use super::compiler::{RuleValue, constant, holds};
use super::number::Num;
use super::syntax::{
    Asked, Assign, Dice, DiceKind, Does, Each, Expr, ExprKind, File, Holds, Name, Operator, Over, Pair,
    Policy, Purse, Revealed, Scope, Stmt, StmtKind, Variable, Who,
};
use crate::kit::RulesCard;
use crate::kit::card::FOUR_TALI;
use tali_core::messages::plain;

/// Writes the rules card of the game at a table.
pub(super) fn card(file: &File, rules: &[RuleValue], seats: usize) -> RulesCard {
    let words = Words { file, rules, seats, bound: &[] };
    let mut set_up = Vec::new();
    if file.has_tali() {
        set_up.push(FOUR_TALI.to_owned());
    }
    set_up.extend(file.dice.iter().map(|die| words.die(die)));
    set_up.extend(file.maps.iter().map(|map| {
        let entries = map
            .entries
            .iter()
            .map(|pair| format!("{} leads to {}", words.numbers(pair), words.value(&pair.value)));
        let otherwise = map.otherwise.as_ref().map(|to| format!("anything else to {}", words.value(to)));
        format!(
            "{}: {}.",
            capital(&spoken(&map.name.it)),
            entries.chain(otherwise).collect::<Vec<_>>().join(", ")
        )
    }));
    if let Some(ante) = &file.ante
        && words.number(ante) != Some(Num::Whole(0))
    {
        set_up.push(format!("Everybody puts {} into the pot.", words.coins(ante)));
    }
    set_up.extend(
        file.variables
            .iter()
            .filter(|variable| variable.scope != Scope::Turn)
            .map(|variable| words.variable(variable)),
    );
    let in_turn = file.variables.iter().filter(|variable| variable.scope == Scope::Turn);
    set_up.extend(in_turn.map(|variable| words.variable(variable)));
    let mut begin = Vec::new();
    if let Some(start) = &file.start {
        words.lines(start, 0, &mut begin);
        set_up.push("Before the first turn:".to_owned());
        set_up.append(&mut begin);
    }
    let mut turn: Vec<String> = Vec::new();
    words.lines(file.turn.as_deref().unwrap_or(&[]), 0, &mut turn);
    for action in &file.actions {
        turn.push(format!("\"{}\" means:", called(&action.name.it, &action.arguments)));
        Words { bound: &action.arguments, ..words }.lines(&action.body, 1, &mut turn);
    }
    for define in &file.defines {
        let called = called(&define.name.it, &define.arguments);
        let words = Words { bound: &define.arguments, ..words };
        turn.push(format!("\"{called}\" means: {}.", words.formula(&define.body)));
    }
    let mut end = Vec::new();
    if let Some(round) = &file.after_round {
        end.push("When everybody has had a turn:".to_owned());
        words.lines(round, 0, &mut end);
    }
    if end.is_empty() && file.seats.as_ref().is_none_or(|seats| seats.most > 1) {
        end.push(if file.variables.is_empty() {
            "It is the next player's turn, to the left.".to_owned()
        } else {
            "Everything noted stays, and it is the next player's turn, to the left.".to_owned()
        });
    }
    end.extend(file.figures.iter().map(|figure| {
        let whose = if figure.of_each && seats > 1 { " of each player" } else { "" };
        let condition = figure.condition.as_ref();
        let condition =
            condition.map_or_else(String::new, |condition| format!(", if {}", words.value(condition)));
        let (name, value) = (plain(&figure.name.it), words.formula(&figure.value));
        format!("\"{name}\"{whose} is recorded at the end{condition}: {value}.")
    }));
    RulesCard { set_up, turn, end, ..RulesCard::default() }
}

/// Describes a policy.
pub(super) fn policy(policy: &Policy) -> String {
    let words = Words { file: &File::default(), rules: &[], seats: 1, bound: &[] };
    let lines = policy.lines.iter().map(|line| {
        let does = match &line.does {
            Does::Option(text) => format!("\"{}\"", plain(&text.it)),
            Does::Best { name, highest, of } => {
                format!(
                    "the {} with the {} {}",
                    spoken(&name.it),
                    if *highest { "highest" } else { "lowest" },
                    words.value(of)
                )
            }
        };
        match &line.condition {
            Some(condition) => format!("{does} if {}", words.value(condition)),
            None => does,
        }
    });
    lines.collect::<Vec<_>>().join("; else ")
}

/// The title of a formula or an action, with its arguments.
fn called(name: &str, arguments: &[Name]) -> String {
    let arguments: Vec<String> = arguments.iter().map(|name| spoken(&name.it)).collect();
    if arguments.is_empty() { spoken(name) } else { format!("{} ({})", spoken(name), arguments.join(", ")) }
}

/// Numbers of faces in words.
const SIDES: [(i64, &str); 6] =
    [(4, "four"), (6, "six"), (8, "eight"), (10, "ten"), (12, "twelve"), (20, "twenty")];

/// What to say of something hidden.
const fn unseen(is_hidden: bool, text: &'static str) -> &'static str {
    if is_hidden { text } else { "" }
}

/// A name as it is spoken, without underscores.
fn spoken(name: &str) -> String {
    name.replace('_', " ")
}

#[derive(Clone, Copy)]
struct Words<'a> {
    /// Names of arguments, whatever they mean elsewhere.
    bound: &'a [Name],
    file: &'a File,
    rules: &'a [RuleValue],
    seats: usize,
}

impl Words<'_> {
    /// The value of a rule.
    fn rule(&self, name: &str) -> Option<&RuleValue> {
        let index = self.file.rules.iter().position(|rule| rule.name.it == name)?;
        self.rules.get(index)
    }

    /// A number that the rules decide.
    fn number(&self, expr: &Expr) -> Option<Num> {
        constant(self.file, self.seats, self.rules, expr).ok()
    }

    /// Whether a condition holds, if the rules decide it.
    fn decided(&self, expr: &Expr) -> Option<bool> {
        match &expr.it {
            ExprKind::Not(inside) => self.decided(inside).map(|holds| !holds),
            ExprKind::Binary(joined @ (Operator::And | Operator::Or), one, other) => {
                // A side that holds decides `or`; one that does not decides `and`.
                let decides = *joined == Operator::Or;
                match (self.decided(one), self.decided(other)) {
                    (Some(holds), _) | (_, Some(holds)) if holds == decides => Some(decides),
                    (Some(_), Some(_)) => Some(!decides),
                    _ => None,
                }
            }
            _ => holds(self.file, self.seats, self.rules, expr),
        }
    }

    fn coins(&self, amount: &Expr) -> String {
        match self.number(amount) {
            Some(Num::Whole(1)) => "1 coin".to_owned(),
            Some(number) => format!("{number} coins"),
            None => format!("{} in coins", self.value(amount)),
        }
    }

    /// A number, or a range.
    fn numbers(&self, pair: &Pair) -> String {
        let from = self.value(&pair.from);
        pair.to.as_ref().map_or_else(|| from.clone(), |to| format!("{from} to {}", self.value(to)))
    }

    fn die(&self, die: &super::syntax::Die) -> String {
        let name = spoken(&die.name.it);
        let weight = |pair: &Pair| self.number(&pair.value);
        let first = die.faces.first().and_then(weight);
        if first.is_some() && die.faces.iter().all(|pair| weight(pair) == first) {
            let numbers: Vec<String> = die.faces.iter().map(|pair| self.numbers(pair)).collect();
            return format!("You need a die \"{name}\" that shows {}, equally likely.", numbers.join(", "));
        }
        let faces = die
            .faces
            .iter()
            .map(|pair| format!("{} with weight {}", self.numbers(pair), self.value(&pair.value)));
        format!("You need a die \"{}\" that shows {}.", name, faces.collect::<Vec<_>>().join(", "))
    }

    fn variable(&self, variable: &Variable) -> String {
        let name = spoken(&variable.name.it);
        let whose = match variable.scope {
            Scope::Table | Scope::Seat if self.seats == 1 => "Note",
            Scope::Table => "The table notes",
            Scope::Seat => "Each player notes",
            Scope::Turn => "In your turn you note",
        };
        let many = match &variable.indices {
            Some((first, last)) => format!("{name} {} to {}", self.value(first), self.value(last)),
            None => name,
        };
        let range = match &variable.holds {
            Holds::Numbers(low, high) => {
                let first = variable
                    .first
                    .as_ref()
                    .map_or_else(String::new, |first| format!(", {} at first", self.value(first)));
                let (low, high) = (self.value(low), self.value(high));
                let capped = if variable.capped {
                    format!("; it never goes below {low} or above {high}")
                } else {
                    String::new()
                };
                format!(", from {low} to {high}{first}{capped}")
            }
            Holds::Seat => ", which is a player or nobody".to_owned(),
            Holds::Dice(kind, most) => {
                let dice = Dice { number: Some(most.clone()), kind: kind.clone() };
                format!(": up to {} put aside", self.dice(&dice))
            }
        };
        let unseen = unseen(variable.hidden, self.unseen());
        format!("{whose} {many}{range}{unseen}.")
    }

    /// Who does not see something hidden.
    const fn unseen(&self) -> &'static str {
        if self.seats == 1 { ", unseen by you" } else { ", unseen by the others" }
    }

    fn lines(&self, block: &[Stmt], depth: usize, lines: &mut Vec<String>) {
        for stmt in block {
            self.line(stmt, depth, lines);
        }
    }

    fn line(&self, stmt: &Stmt, depth: usize, lines: &mut Vec<String>) {
        let indent = "– ".repeat(depth);
        let mut say = |text: String| lines.push(format!("{indent}{text}"));
        match &stmt.it {
            StmtKind::If { asked, then, otherwise } => match self.settled(asked) {
                Some(true) => self.lines(then, depth, lines),
                Some(false) => self.lines(otherwise, depth, lines),
                None => {
                    self.conditional(&capital(&self.asked(asked)), then, depth, lines);
                    self.otherwise(otherwise, depth, lines);
                }
            },
            StmtKind::For { each, body } => {
                let head = format!("For {}", self.each(each));
                self.conditional(&head, body, depth, lines);
            }
            StmtKind::By { seat, body } => {
                let head = format!("{} does the following", capital(&self.seat(seat)));
                self.conditional(&head, body, depth, lines);
            }
            StmtKind::Choose { choices, otherwise, hidden } => {
                say(format!("Choose one{}:", unseen(*hidden, ", unseen by the others")));
                for choice in choices.iter().filter(|choice| {
                    choice.condition.as_ref().is_none_or(|condition| self.decided(condition) != Some(false))
                }) {
                    let condition =
                        choice.condition.as_ref().filter(|condition| self.decided(condition).is_none());
                    let condition = condition
                        .map_or_else(String::new, |condition| format!(", if {}", self.value(condition)));
                    self.conditional(
                        &format!("\"{}\"{condition}", plain(&choice.text.it)),
                        &choice.body,
                        depth + 1,
                        lines,
                    );
                }
                self.unless(otherwise, depth, lines);
            }
            StmtKind::ChooseEach { each, body, otherwise, hidden } => {
                let unseen = unseen(*hidden, ", unseen by the others");
                let head = format!("Choose {}, if there is one{unseen}", self.each(each));
                self.conditional(&head, body, depth, lines);
                self.unless(otherwise, depth, lines);
            }
            StmtKind::Keep { least, most, name, condition, body, otherwise } => {
                let condition = condition.as_ref();
                let condition = condition
                    .map_or_else(String::new, |condition| format!(" for which {}", self.value(condition)));
                let (number, name) = (self.how_many(least, most), spoken(&name.it));
                let head = format!("Choose {number} of these dice, called {name},{condition} if you can");
                self.conditional(&head, body, depth, lines);
                self.unless(otherwise, depth, lines);
            }
            _ => say(format!("{}.", capital(&self.simple(stmt)))),
        }
    }

    /// Whether something happens, if the rules decide it.
    fn settled(&self, asked: &Asked) -> Option<bool> {
        match asked {
            Asked::If(condition) => self.decided(condition),
            Asked::Chance(chance) => match self.number(chance)? {
                Num::Whole(happens) => Some(happens == 1),
                Num::Part(..) => None,
            },
        }
    }

    fn asked(&self, asked: &Asked) -> String {
        match asked {
            Asked::If(condition) => format!("if {}", self.value(condition)),
            Asked::Chance(chance) => format!("with a chance of {}", self.formula(chance)),
        }
    }

    fn otherwise(&self, otherwise: &[Stmt], depth: usize, lines: &mut Vec<String>) {
        match otherwise {
            [] => {}
            [Stmt { it: StmtKind::If { asked, then, otherwise }, .. }] => match self.settled(asked) {
                Some(true) => self.conditional("Otherwise", then, depth, lines),
                Some(false) => self.otherwise(otherwise, depth, lines),
                None => {
                    let of_rest = if matches!(asked, Asked::Chance(_)) { " of what is left" } else { "" };
                    let head = format!("Otherwise, {}{of_rest}", self.asked(asked));
                    self.conditional(&head, then, depth, lines);
                    self.otherwise(otherwise, depth, lines);
                }
            },
            otherwise => self.conditional("Otherwise", otherwise, depth, lines),
        }
    }

    /// Writes what happens if there is nothing to choose.
    fn unless(&self, otherwise: &[Stmt], depth: usize, lines: &mut Vec<String>) {
        if !otherwise.is_empty() {
            self.conditional("If there is nothing to choose", otherwise, depth, lines);
        }
    }

    /// Writes something conditional, on one line if it is short.
    fn conditional(&self, head: &str, body: &[Stmt], depth: usize, lines: &mut Vec<String>) {
        let is_simple = |stmt: &Stmt| {
            !matches!(
                stmt.it,
                StmtKind::If { .. }
                    | StmtKind::For { .. }
                    | StmtKind::By { .. }
                    | StmtKind::Choose { .. }
                    | StmtKind::ChooseEach { .. }
                    | StmtKind::Keep { .. }
            )
        };
        let indent = "– ".repeat(depth);
        if body.iter().all(is_simple) && body.len() <= 3 {
            let done: Vec<String> = body.iter().map(|stmt| self.simple(stmt)).collect();
            lines.push(format!("{indent}{head}: {}.", done.join("; ")));
        } else {
            lines.push(format!("{indent}{head}:"));
            self.lines(body, depth + 1, lines);
        }
    }

    fn simple(&self, stmt: &Stmt) -> String {
        match &stmt.it {
            StmtKind::Roll { dice, name, hidden } => {
                let dice: Vec<String> = dice.iter().map(|dice| self.dice(dice)).collect();
                let name = name
                    .as_ref()
                    .map_or_else(String::new, |name| format!(" (the throw is called {})", spoken(&name.it)));
                let unseen = unseen(*hidden, self.unseen());
                format!("throw {}{name}{unseen}", dice.join(" and "))
            }
            StmtKind::RerollAll => "throw all these dice again".to_owned(),
            StmtKind::RerollAny { least, most } => {
                format!("choose {} of these dice and throw them again", self.how_many(least, most))
            }
            StmtKind::Do { name, arguments } if arguments.is_empty() => spoken(&name.it),
            StmtKind::Do { name, arguments } => format!("{} ({})", spoken(&name.it), self.listed(arguments)),
            StmtKind::Assign { target, how, value } => {
                let (target, value) = (self.value(target), self.value(value));
                match how {
                    Assign::Set => format!("set {target} to {value}"),
                    Assign::Add => format!("add {value} to {target}"),
                    Assign::Subtract => format!("subtract {value} from {target}"),
                }
            }
            StmtKind::Pay { amount, to } => match to {
                Purse::Pot => format!("pay {} into the pot", self.coins(amount)),
                Purse::Bank => format!("pay {} to the bank", self.coins(amount)),
                Purse::Seat(seat) => format!("pay {} to {}", self.coins(amount), self.seat(seat)),
            },
            StmtKind::Take { amount, from } => match from {
                Purse::Pot => format!("take {} from the pot", self.coins(amount)),
                Purse::Bank => format!("take {} from the bank", self.coins(amount)),
                Purse::Seat(seat) => format!("take {} from {}", self.coins(amount), self.seat(seat)),
            },
            StmtKind::Again => "begin your turn again, keeping what you noted in it".to_owned(),
            StmtKind::Pass(None) => "your turn is over".to_owned(),
            StmtKind::Pass(Some(seat)) => {
                let next = self.seat(seat);
                let is = if next == "you" { "are" } else { "is" };
                format!("your turn is over, and {next} {is} next")
            }
            StmtKind::First(seat) => format!("{} begins", self.seat(seat)),
            StmtKind::Out(who) => {
                format!("{} out of the game when this turn ends", self.who(who, "you are", "is", "are"))
            }
            StmtKind::Win(who) => {
                format!("{}, and the game is over", self.who(who, "you win", "wins", "win, in equal parts"))
            }
            StmtKind::Draw if self.seats == 1 => "the game is over, and you have lost".to_owned(),
            StmtKind::Draw => "the game is over, and nobody wins".to_owned(),
            StmtKind::Reveal(shown) => {
                let shown = shown.iter().map(|shown| match shown {
                    Revealed::One(shown) => self.value(shown),
                    Revealed::All(_) => "all that is hidden".to_owned(),
                });
                format!("show everybody {}", shown.collect::<Vec<_>>().join(" and "))
            }
            StmtKind::Note(text) => format!("count this as \"{}\"", plain(text)),
            _ => String::new(),
        }
    }

    fn how_many(&self, least: &Expr, most: &Expr) -> String {
        let (least, most) = (self.value(least), self.value(most));
        if least == most { least } else { format!("{least} to {most}") }
    }

    fn who(&self, who: &Who, me: &str, one: &str, all: &str) -> String {
        match who {
            Who::Me => me.to_owned(),
            Who::One(seat) if self.seat(seat) == "you" => me.to_owned(),
            Who::One(seat) => format!("{} {one}", self.seat(seat)),
            Who::Each(each) => {
                format!("{} {all}", self.each(each).replacen("every player", "all players", 1))
            }
        }
    }

    fn dice(&self, dice: &Dice) -> String {
        let number = dice.number.as_ref().map(|number| self.value(number));
        let number = number.as_deref().unwrap_or("1");
        // A number of several words follows its noun.
        let is_short = dice
            .number
            .as_ref()
            .is_none_or(|number| self.number(number).is_some() || matches!(number.it, ExprKind::Name(_)));
        let so_many = |one: String, more: String| match number {
            "1" => one,
            _ if is_short => format!("{number} {more}"),
            _ => format!("as many {more} as {number}"),
        };
        match &dice.kind.it {
            DiceKind::Tali => so_many("a knucklebone".to_owned(), "knucklebones".to_owned()),
            DiceKind::Bone { number, of } => {
                let of = of.as_ref().map_or_else(String::new, |of| format!(" of {}", self.seat(of)));
                format!("bone {}{of}", self.value(number))
            }
            DiceKind::Sides(sides) => {
                let known = SIDES.iter().find(|(known, _)| known == sides);
                let sided = known.map_or_else(|| sides.to_string(), |(_, word)| (*word).to_owned());
                let one = if sided.starts_with("eight") { "an" } else { "a" };
                so_many(format!("{one} {sided}-sided die"), format!("{sided}-sided dice"))
            }
            DiceKind::Own(name) => {
                let name = spoken(name);
                so_many(format!("the die \"{name}\""), format!("dice \"{name}\""))
            }
        }
    }

    fn each(&self, each: &Each) -> String {
        let name = spoken(&each.name.it);
        let over = match &each.over.it {
            Over::Seats => format!("every player {name}"),
            Over::Others => format!("every other player {name}"),
            Over::Numbers(low, high) => format!("{name} from {} to {}", self.value(low), self.value(high)),
        };
        match &each.condition {
            Some(condition) => format!("{over} for which {}", self.value(condition)),
            None => over,
        }
    }

    /// The wording of a seat.
    fn seat(&self, seat: &Expr) -> String {
        match &seat.it {
            ExprKind::Name(name) => match name.as_str() {
                "me" => "you".to_owned(),
                "mover" => "the player whose turn it is".to_owned(),
                "left" => "the player to your left".to_owned(),
                "right" => "the player to your right".to_owned(),
                name => format!("player {}", spoken(name)),
            },
            _ => format!("player {}", self.value(seat)),
        }
    }

    fn whose(&self, seat: &Expr) -> String {
        match &seat.it {
            ExprKind::Name(name) if name == "me" => "your".to_owned(),
            _ => format!("{}'s", self.seat(seat)),
        }
    }
}
