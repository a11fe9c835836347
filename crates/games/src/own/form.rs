//! The form in which a position is entered part by part.

use super::evaluate::to_number;
use super::notation::{START, as_listed, done, next, read};
use super::process::OwnGame;
use super::program::Declared;
use super::syntax::Scope;
use super::throws::NO_DICE;
use crate::kit::notation::{Cursor, pairs};
use crate::kit::{Field, FieldKind, PositionForm};
use tali_core::process::{Process, Turn};

/// The most options to list; if there are more, the user types one.
const MOST_OPTIONS: usize = 300;

/// The fields of a position, filled in as far as a text gives them.
pub(super) fn form(game: &OwnGame, text: Option<&str>) -> PositionForm {
    let code = &game.machine.program.code;
    let all = text.map(pairs).unwrap_or_default();
    let typed = |name: &str| all.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let mut fields = Vec::new();
    let is_start = code.start.is_some() && (all.is_empty() || typed(START).is_some());
    if code.start.is_some() {
        let start = Field::new(START, "The start of the game", FieldKind::Choice, "");
        fields.push(start.is(is_start.then_some(START)).of([START]).or_nothing());
    }
    let seats = to_number(code.seats);
    if !is_start && code.seats > 1 {
        let seat = typed("seat").and_then(|seat| seat.parse().ok()).filter(|seat| (1..=seats).contains(seat));
        let whose = Field::new("seat", "Whose turn", FieldKind::Count, " seat=");
        fields.push(whose.is([seat.unwrap_or(1)]).within(1, seats));
    }
    if !is_start {
        fields.extend(
            code.declared.iter().map(|variable| of_variable(game, variable, typed(&variable.list.name))),
        );
        for (name, title) in [("out", "Who is out"), ("done", "Who has had a turn")] {
            if typed(name).is_some() || name == "done" && code.round.is_some() {
                let of: Vec<i64> = typed(name)
                    .into_iter()
                    .flat_map(|list| list.split(','))
                    .filter_map(|seat| seat.parse().ok())
                    .collect();
                let others = (1..=seats).filter(|seat| !of.contains(seat));
                let field = Field::new(name, title, FieldKind::Choice, &format!(" {name}=")).of(others);
                fields.push(field.is(of).several([1, code.seats], ",").or_nothing());
            }
        }
    }
    let mut form = PositionForm(fields);
    form.0.extend(since(game, &form.text(), typed("after")));
    form
}

/// The field of a variable.
fn of_variable(game: &OwnGame, variable: &Declared, typed: Option<&str>) -> Field {
    let code = &game.machine.program.code;
    let list = &variable.list;
    let (before, title) = (format!(" {}=", list.name), list.name.replace('_', " "));
    if let Some((most, faces)) = &variable.dice {
        let throws = &game.machine.program.throws;
        let can_lie = throws.thrown.iter().filter(|thrown| {
            thrown.0.len() <= *most && thrown.0.iter().all(|(die, face)| *die == 0 && faces.contains(face))
        });
        let mut options: Vec<String> = can_lie.map(super::throws::Thrown::typed).collect();
        options.sort_by(|one, other| (other.len(), other).cmp(&(one.len(), one)));
        let value = typed.map(str::to_owned).filter(|typed| options.contains(typed));
        let first = as_listed(game, variable, &game.machine.first());
        let value = value.or_else(|| Some(first).filter(|first| !first.is_empty() && first != NO_DICE));
        let field = Field::new(&*list.name, title, FieldKind::Cast, &before).is(value).or_nothing();
        return if options.len() <= MOST_OPTIONS { field.of(options) } else { field };
    }
    let number = if variable.scope == Scope::Seat { code.seats } else { 1 };
    let range = &code.ranges[list.base];
    let read = |text: &str| -> Option<Vec<i64>> {
        let plain = text.replace(['[', ']'], "");
        let values: Vec<i64> = plain.split(',').map(|value| value.parse().ok()).collect::<Option<_>>()?;
        let fits = values.len() == number * list.len;
        (fits && values.iter().all(|value| (range.low..=range.high).contains(value))).then_some(values)
    };
    let values = typed.and_then(read).or_else(|| read(&as_listed(game, variable, &game.machine.first())));
    let all = number * list.len;
    let kind = if all == 1 { FieldKind::Count } else { FieldKind::Counts };
    let field = Field::new(&*list.name, title, kind, &before).is(values.into_iter().flatten());
    field.several([all, all], ",").within(range.low, range.high).or_nothing()
}

/// What was thrown and chosen since the turn began, as far as it was typed, with what can come next.
fn since(game: &OwnGame, position: &str, typed: Option<&str>) -> Option<Field> {
    let mut spot = read(game, position).ok()?;
    let mut history = Cursor::new(typed.unwrap_or_default());
    let mut made = Vec::new();
    // Nothing is asked once the game is over.
    let goes_on = |spot: &super::spot::Spot| !matches!(game.turn(spot), Turn::End(_));
    while !history.is_empty() {
        let Ok(next) = done(game, &spot, &mut history) else { break };
        let Some((slots, at)) = game.slots(&spot) else { break };
        let then = game.next(&spot, next).to;
        if !goes_on(&then) {
            break;
        }
        made.push(game.called_at(&slots, at, next));
        spot = then;
    }
    let (slots, at) = game.slots(&spot)?;
    let next = next(game, &spot).into_iter().filter(|made| goes_on(&game.next(&spot, *made).to));
    let options: Vec<String> = next.map(|made| game.called_at(&slots, at, made)).collect();
    let most = made.len() + usize::from(!options.is_empty());
    let field =
        Field { behind: "\"", ..Field::new("after", "Since the turn began", FieldKind::Choice, " after=\"") };
    let field = field.is(made).several([1, most.max(1)], ",").or_nothing();
    Some(if options.len() <= MOST_OPTIONS { field.of(options) } else { field })
}
