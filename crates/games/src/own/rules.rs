//! The rules of a game file: their defaults, the values that they take, and those at a table.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::compiler::{RuleValue, constant};
use super::number::{LARGEST, Num};
use super::problem::{Problem, Read};
use super::syntax::{
    Asked, At, Each, Expr, ExprKind, File, Holds, Over, Pair, RuleLine, RuleTakes, StmtKind, Who,
};
use super::{lasting, lasting_all};
use crate::kit::{Key, Rules, Takes, Value};
use tali_core::tali::{Cast, Face, TaliSet, USUAL_TALI};

/// The keys of a file, with their defaults.
pub(super) fn keys(file: &File, seats: usize) -> Result<(&'static [Key], Vec<RuleValue>), Vec<Problem>> {
    let (mut keys, mut defaults, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    for rule in &file.rules {
        match key(file, rule, seats, &defaults) {
            Ok((key, default)) => {
                keys.push(key);
                defaults.push(default);
            }
            Err(problem) => {
                problems.push(problem);
                // The rules below it can still be checked.
                defaults.push(RuleValue::Number(Num::Whole(1)));
            }
        }
    }
    if problems.is_empty() { Ok((lasting_all(keys), defaults)) } else { Err(problems) }
}

fn key(file: &File, rule: &RuleLine, seats: usize, known: &[RuleValue]) -> Read<(Key, RuleValue)> {
    let number = |expr: &Expr| constant(file, seats, known, expr);
    let (takes, default, value) = match &rule.takes {
        RuleTakes::Casts => {
            let (default, value) = list(rule, number, "for instance: [1111, 6431]")?;
            if !Takes::Casts.takes(&value, seats) {
                return Err(Problem::new(&rule.default.at, "casts are needed", "of four tali: [1111, 6431]"));
            }
            (Takes::Casts, default, value)
        }
        RuleTakes::List => {
            let (default, value) = list(rule, number, "for instance: [8, 12, 16]")?;
            (Takes::Numbers, default, value)
        }
        RuleTakes::OneOf(all) => one_of(rule, all, number)?,
        RuleTakes::Any if word(&rule.default).is_some() => {
            let title = format!("the other values of `{}` are missing", rule.name.it);
            return Err(Problem::new(&rule.default.at, title, "write for instance: in [\"hold\", \"lose\"]"));
        }
        RuleTakes::Any => {
            let default = number(&rule.default)?;
            let takes = if default.whole().is_some() && is_whole(file, &rule.name.it) {
                Takes::Whole(-LARGEST, LARGEST)
            } else {
                Takes::Number(lasting_ends(
                    [-LARGEST, LARGEST].map(|end| BigRational::from_integer(end.into())),
                ))
            };
            (takes, RuleValue::Number(default), Value::Number(default.rational()))
        }
        RuleTakes::Range { low, high, of_each } => {
            let (takes, default) = range(file, rule, [low, high], *of_each, number)?;
            let value = if *of_each {
                RuleValue::OfSeats(vec![default; seats].into())
            } else {
                RuleValue::Number(default)
            };
            (takes, value, Value::Number(default.rational()))
        }
    };
    let meaning = if rule.meaning.is_empty() { rule.name.it.replace('_', " ") } else { rule.meaning.clone() };
    // Inside a text, words can only be in single quotes.
    let meaning = match takes {
        Takes::Word(words) => words
            .iter()
            .fold(meaning, |meaning, word| meaning.replace(&format!("'{word}':"), &format!("\"{word}\":"))),
        _ => meaning,
    };
    let key =
        Key::of_file(lasting(rule.name.it.clone()), lasting(value.to_string()), takes, lasting(meaning));
    Ok((key, default))
}

/// A rule whose value is a list of numbers.
fn list(
    rule: &RuleLine,
    number: impl Fn(&Expr) -> Read<Num>,
    for_instance: &str,
) -> Read<(RuleValue, Value)> {
    let ExprKind::List(numbers) = &rule.default.it else {
        return Err(Problem::new(&rule.default.at, "a list is needed", for_instance));
    };
    let numbers: Vec<Num> = numbers.iter().map(number).collect::<Read<_>>()?;
    let value = Value::List(numbers.iter().map(|number| Value::Number(number.rational())).collect());
    Ok((RuleValue::List(numbers.into()), value))
}

/// A rule that takes one of several words or numbers.
fn one_of(
    rule: &RuleLine,
    all: &[Expr],
    number: impl Fn(&Expr) -> Read<Num>,
) -> Read<(Takes, RuleValue, Value)> {
    let words: Option<Vec<&str>> = all.iter().map(word).collect();
    match (word(&rule.default), words) {
        (Some(default), Some(words)) if words.contains(&default) => {
            let takes = Takes::Word(lasting_all(words.into_iter().map(lasting).collect()));
            Ok((takes, RuleValue::Text(default.to_owned()), Value::Word(default.to_owned())))
        }
        (None, None) => {
            let all: Vec<Num> = all.iter().map(&number).collect::<Read<_>>()?;
            let default = number(&rule.default)?;
            if !all.contains(&default) {
                return Err(not_among(rule));
            }
            let takes = Takes::OneOf(lasting_all(all.into_iter().map(Num::rational).collect()));
            Ok((takes, RuleValue::Number(default), Value::Number(default.rational())))
        }
        _ => Err(not_among(rule)),
    }
}

/// The values and the default of a rule that has a range.
fn range(
    file: &File,
    rule: &RuleLine,
    [low, high]: [&Expr; 2],
    of_each: bool,
    number: impl Fn(&Expr) -> Read<Num>,
) -> Read<(Takes, Num)> {
    let name = &rule.name.it;
    let (low_is, high_is, default) = (number(low)?, number(high)?, number(&rule.default)?);
    if high_is < low_is {
        let at = low.at.start..high.at.end;
        let title = format!("`{name}` has no value from {low_is} to {high_is}");
        return Err(Problem::new(&at, title, "give the lower end first"));
    }
    if !(low_is <= default && default <= high_is) {
        let title = format!("`{name}` is {default}, but goes from {low_is} to {high_is}");
        return Err(Problem::new(&rule.default.at, title, "the default must be in the range"));
    }
    let takes = match ([low_is, high_is, default].map(Num::whole), of_each) {
        ([Some(low), Some(high), Some(_)], true) if is_whole(file, name) => Takes::WholeOfSeats(low, high),
        ([Some(low), Some(high), Some(_)], false) if is_whole(file, name) => Takes::Whole(low, high),
        _ => {
            let ends = lasting_ends([low_is.rational(), high_is.rational()]);
            match of_each {
                true => Takes::NumberOfSeats(ends),
                false if is_coins(file, name) => Takes::Coins(ends),
                false => Takes::Number(ends),
            }
        }
    };
    Ok((takes, default))
}

/// Two numbers that last as long as the program.
fn lasting_ends(ends: [BigRational; 2]) -> &'static [BigRational; 2] {
    Box::leak(Box::new(ends))
}

fn word(expr: &Expr) -> Option<&str> {
    if let ExprKind::Text(text) = &expr.it { Some(text) } else { None }
}

fn not_among(rule: &RuleLine) -> Problem {
    Problem::new(
        &rule.default.at,
        "not among the values of the rule",
        "it must be one of them, and all are texts or all are numbers",
    )
}

/// Whether a rule must be whole, as it is used as a [`Used::Value`].
fn is_whole(file: &File, rule: &str) -> bool {
    uses(file, rule).contains(&Used::Value)
}

/// Whether a rule only changes payments.
fn is_coins(file: &File, rule: &str) -> bool {
    let used = uses(file, rule);
    !used.is_empty() && used.iter().all(|used| *used == Used::Amount)
}

/// Whether a rule only changes how likely the faces of dice are.
pub(super) fn is_weight(file: &File, rule: &str) -> bool {
    let used = uses(file, rule);
    !used.is_empty() && used.iter().all(|used| *used == Used::Weight)
}

/// What a rule is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Used {
    /// What is paid or taken.
    Amount,
    /// The weight of a face.
    Weight,
    /// An entry of a map, the value of a figure, or a chance.
    Table,
    /// A condition: one on money can be on any number.
    Condition,
    /// A number that is counted, stored or compared.
    Value,
}

/// All uses of a rule.
fn uses(file: &File, rule: &str) -> Vec<Used> {
    let mut found = Vec::new();
    let mut look = |used: Used, expr: &Expr| {
        if names(expr, rule, &mut Vec::new(), file) {
            found.push(used);
        }
    };
    for variable in &file.variables {
        let indices = variable.indices.iter().flat_map(|(first, last)| [first, last]);
        let range = match &variable.holds {
            Holds::Numbers(low, high) => vec![low, high],
            Holds::Seat => Vec::new(),
            Holds::Dice(_, most) => vec![most],
        };
        indices.chain(range).chain(&variable.first).for_each(|expr| look(Used::Value, expr));
    }
    for Pair { from, to, value } in file.dice.iter().flat_map(|die| &die.faces) {
        std::iter::once(from).chain(to).for_each(|face| look(Used::Value, face));
        look(Used::Weight, value);
    }
    for map in &file.maps {
        for Pair { from, to, value } in &map.entries {
            std::iter::once(from).chain(to).for_each(|number| look(Used::Value, number));
            look(Used::Table, value);
        }
        map.otherwise.iter().for_each(|to| look(Used::Table, to));
    }
    file.ante.iter().for_each(|ante| look(Used::Amount, ante));
    for figure in &file.figures {
        look(Used::Table, &figure.value);
        figure.condition.iter().for_each(|condition| look(Used::Condition, condition));
    }
    file.season.iter().for_each(|season| look(Used::Value, &season.wins));
    let each = |each: &Each, look: &mut dyn FnMut(Used, &Expr)| {
        if let Over::Numbers(low, high) = &each.over.it {
            look(Used::Value, low);
            look(Used::Value, high);
        }
        each.condition.iter().for_each(|condition| look(Used::Condition, condition));
    };
    file.each(&mut |stmt| match stmt {
        StmtKind::If { asked: Asked::If(condition), .. } => look(Used::Condition, condition),
        StmtKind::If { asked: Asked::Chance(chance), .. } => look(Used::Table, chance),
        StmtKind::Do { arguments, .. } => {
            for argument in arguments {
                look(Used::Value, argument);
            }
        }
        StmtKind::For { each: over, .. }
        | StmtKind::ChooseEach { each: over, .. }
        | StmtKind::Out(Who::Each(over))
        | StmtKind::Win(Who::Each(over)) => each(over, &mut look),
        StmtKind::Choose { choices, .. } => choices
            .iter()
            .filter_map(|choice| choice.condition.as_ref())
            .for_each(|condition| look(Used::Condition, condition)),
        StmtKind::By { seat: value, .. } | StmtKind::Assign { value, .. } => look(Used::Value, value),
        StmtKind::Roll { dice, .. } => {
            dice.iter().filter_map(|dice| dice.number.as_ref()).for_each(|number| look(Used::Value, number));
        }
        StmtKind::RerollAny { least, most } => {
            look(Used::Value, least);
            look(Used::Value, most);
        }
        StmtKind::Keep { least, most, condition, .. } => {
            look(Used::Value, least);
            look(Used::Value, most);
            if let Some(condition) = condition {
                look(Used::Condition, condition);
            }
        }
        StmtKind::Pay { amount, .. } | StmtKind::Take { amount, .. } => look(Used::Amount, amount),
        _ => {}
    });
    found
}

/// Whether an expression, or a formula that it uses, contains a rule.
fn names(expr: &Expr, rule: &str, within: &mut Vec<String>, file: &File) -> bool {
    let mut found = match &expr.it {
        ExprKind::Name(name) if name == rule => true,
        ExprKind::Of(_, name) => name.it == rule,
        ExprKind::Name(name) | ExprKind::Call(At { it: name, .. }, _) if !within.contains(name) => {
            within.push(name.clone());
            let formula = file.defines.iter().find(|define| define.name.it == *name);
            formula.is_some_and(|define| names(&define.body, rule, within, file))
        }
        _ => false,
    };
    expr.each_part(&mut |part| found = found || names(part, rule, within, file));
    found
}

/// The values of the rules at a table.
pub(super) fn values(rules: &Rules) -> Vec<RuleValue> {
    let seats = rules.seats();
    let number = |number: &BigRational| Num::of(number).unwrap_or(Num::Whole(0));
    let of_each = |value: &Value| matches!(value, Value::Number(_));
    let read = |(key, value): (&Key, &Value)| match (key.takes, value) {
        (Takes::WholeOfSeats(..) | Takes::NumberOfSeats(_), Value::Number(one)) => {
            RuleValue::OfSeats(vec![number(one); seats].into())
        }
        (Takes::WholeOfSeats(..) | Takes::NumberOfSeats(_), Value::List(all)) if all.iter().all(of_each) => {
            RuleValue::OfSeats(all.iter().filter_map(|value| value.number().map(number)).collect())
        }
        (_, Value::Number(one)) => RuleValue::Number(number(one)),
        (Takes::Casts, Value::List(all)) => {
            // The faces can be typed in any order.
            let cast = |value: &Value| {
                Cast::parse(&value.number()?.to_string(), USUAL_TALI).ok()?.to_string().parse().ok()
            };
            RuleValue::List(all.iter().filter_map(cast).map(Num::Whole).collect())
        }
        (_, Value::List(all)) => {
            let numbers: Arc<[Num]> = all.iter().filter_map(|value| value.number().map(number)).collect();
            RuleValue::List(numbers)
        }
        (_, value) => RuleValue::Text(value.word().unwrap_or_default().to_owned()),
    };
    rules.keys().iter().zip(rules.values()).map(read).collect()
}

/// The rules of a table with one of them changed, and a description of the change: to each end of its range, to each word or
/// number that it takes, and to a list if it may differ from seat to seat.
pub(super) fn variants(rules: &Rules) -> Vec<(String, Rules)> {
    let number = |number: &BigRational| Value::Number(number.clone());
    let whole = |number: i64| BigRational::from_integer(number.into());
    let mut variants = Vec::new();
    for (key, now) in rules.keys().iter().zip(rules.values()) {
        let of_range = |low: &BigRational, high: &BigRational, step: Option<BigRational>| {
            let mut values = vec![number(low), number(high)];
            if let (Some(step), Some(now)) = (step, now.number()) {
                let other = now + &step;
                let other = if other <= *high { other } else { now - step };
                let list = (0..rules.seats()).map(|seat| number(if seat % 2 == 0 { now } else { &other }));
                values.extend((rules.seats() > 1).then(|| Value::List(list.collect())));
            }
            values
        };
        let values = match key.takes {
            Takes::Whole(low, high) if high < LARGEST => of_range(&whole(low), &whole(high), None),
            Takes::WholeOfSeats(low, high) => of_range(&whole(low), &whole(high), Some(whole(1))),
            Takes::Number([low, high]) if *high < whole(LARGEST) => of_range(low, high, None),
            Takes::NumberOfSeats([low, high]) => {
                let nearer = now.number().map(|now| (low - now) / whole(2));
                of_range(low, high, nearer)
            }
            Takes::Word(words) => words.iter().map(|word| Value::Word((*word).to_owned())).collect(),
            Takes::OneOf(numbers) => numbers.iter().map(number).collect(),
            _ => Vec::new(),
        };
        for value in values.into_iter().filter(|value| value != now) {
            let mut changed = rules.clone();
            let variant = format!("{}={value}", key.name);
            if changed.set(key.name, value).is_ok() {
                variants.push((variant, changed));
            }
        }
    }
    variants
}

/// Whether bones can show the same faces, seat by seat and bone by bone.
pub(super) fn can_show_alike(one: &[TaliSet], other: &[TaliSet]) -> bool {
    let shows = |sets: &[TaliSet]| -> Vec<Vec<bool>> {
        let of_set = |set: &TaliSet| {
            let faces = set.tali().iter().flat_map(|talus| Face::ALL.map(|face| talus.probability(face)));
            faces.map(|chance| chance.to_f64() != Some(0.0)).collect()
        };
        sets.iter().map(of_set).collect()
    };
    one.len() == other.len() && shows(one) == shows(other)
}
