//! Positions as they are typed: `seat=2 score=10,23 after=6,roll`.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::evaluate::to_number;
use super::machine::{Effects, Made, Reached};
use super::process::OwnGame;
use super::program::{DONE, Declared, FORGOTTEN, MOVER, OUT};
use super::spot::Spot;
use super::syntax::{File, Scope};
use super::throws::{NO_DICE, Thrown};
use crate::kit::notation::{Cursor, Read, refuse};
use tali_core::messages::{abridged, did_you_mean};
use tali_core::process::{Process, Turn};

/// The position before the first turn, if the file has a `start`.
pub(super) const START: &str = "start";

/// Whose turn it is, in what a seat knows.
const TURN: &str = "turn";

/// Describes how positions of a file are written.
pub(super) fn described(file: &File) -> String {
    let mut declared = "`seat=1`, whose turn it is".to_owned();
    for variable in &file.variables {
        let name = &variable.name.it;
        let one = if variable.indices.is_some() { "[…]" } else { "…" };
        let _ = match variable.scope {
            Scope::Seat => write!(declared, ", `{name}={one},{one}` with one value for each seat"),
            Scope::Table => write!(declared, ", `{name}={one}`"),
            Scope::Turn => write!(declared, ", `{name}={one}` if a turn has begun again"),
        };
    }
    if file.after_round.is_some() {
        declared.push_str(", `done=1,2` with the seats that have had a turn in this round");
    }
    declared.push_str(
        "; anything left out is as at the start. `after=6431,hold` lists what was thrown and chosen since the turn began, in order, \
         in quotation marks if it contains spaces: `after=\"6431,hold on\"`",
    );
    declared
}

/// The number of players of a position, if some part has one value for each seat.
pub(super) fn players_in(text: &str) -> Option<usize> {
    let values = |part: &str| {
        let (name, values) = part.split_once('=')?;
        let lists = values.matches('[').count();
        let number = if lists > 0 { lists } else { values.split(',').count() };
        (number > 1 && !["after", "out", "done"].contains(&name)).then_some(number)
    };
    text.split_whitespace().find_map(values)
}

/// The first position.
pub(super) fn first(game: &OwnGame) -> String {
    if game.machine.program.code.start.is_some() {
        return START.to_owned();
    }
    let mut slots = game.machine.first();
    slots[MOVER] = 1;
    position(game, &slots)
}

/// A position at the beginning of a turn.
pub(super) fn position(game: &OwnGame, slots: &[i64]) -> String {
    let code = &game.machine.program.code;
    let mut declared = String::new();
    if code.seats > 1 {
        let _ = write!(declared, "seat={}", slots[MOVER]);
    }
    for variable in &code.declared {
        let values = as_listed(game, variable, slots);
        let is_first =
            variable.scope == Scope::Turn && values == as_listed(game, variable, &game.machine.first());
        if !is_first {
            let _ = write!(
                declared,
                "{}{}={values}",
                if declared.is_empty() { "" } else { " " },
                variable.list.name
            );
        }
    }
    for (name, slot) in [("out", OUT), ("done", DONE)] {
        let seats = seats_shown(code.seats, slots[slot]);
        if !seats.is_empty() {
            let _ = write!(declared, " {name}={seats}");
        }
    }
    if declared.is_empty() { "seat=1".to_owned() } else { declared }
}

/// What everybody knows about the start of a stage, where it differs from the start of the game.
pub(super) fn open_parts(game: &OwnGame, slots: &[i64], first: &[i64]) -> Vec<(String, String)> {
    let code = &game.machine.program.code;
    let mut parts = Vec::new();
    // Before the first turn, it is nobody's turn.
    if slots[MOVER] != first[MOVER].max(1) && slots[MOVER] > 0 && code.seats > 1 {
        parts.push((TURN.to_owned(), slots[MOVER].to_string()));
    }
    for variable in code.declared.iter().filter(|declared| !declared.hidden) {
        let declared = as_listed(game, variable, slots);
        if declared != as_listed(game, variable, first) {
            parts.push((variable.list.name.clone(), declared));
        }
    }
    for (name, slot) in [("out", OUT), ("done", DONE)] {
        if slots[slot] != first[slot] {
            parts.push((name.to_owned(), seats_shown(code.seats, slots[slot])));
        }
    }
    parts
}

/// The start of a stage, as everybody knows it.
pub(super) fn root(game: &OwnGame, spot: &Spot) -> String {
    let slots = |spot: &Spot| game.slots(spot).map(|(slots, _)| slots).unwrap_or_default();
    let parts = open_parts(game, &slots(spot), &slots(&game.start()));
    let parts: Vec<String> = parts.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if parts.is_empty() { "the start of the game".to_owned() } else { parts.join(" ") }
}

/// What a seat has seen of a variable: its own, or that of another seat under its number. Unknown entries of a list are question
/// marks.
pub(super) fn seen_parts(
    game: &OwnGame,
    variable: &Declared,
    seat: usize,
    root: &[i64],
    held: &BTreeMap<u32, i64>,
) -> Vec<(String, String)> {
    let code = &game.machine.program.code;
    let list = &variable.list;
    let number = if variable.scope == Scope::Seat { code.seats } else { 1 };
    let mut parts = Vec::new();
    for whose in 0..number {
        let slots = list.base + whose * list.len..list.base + (whose + 1) * list.len;
        let is_others = variable.scope == Scope::Seat && whose != seat;
        let seen = |slot: usize| u32::try_from(slot).ok().and_then(|slot| held.get(&slot).copied());
        if slots.clone().all(|slot| seen(slot).is_none()) {
            continue;
        }
        // Unchanged entries of its own list are still what they were.
        let was = |slot: usize| Some(*root.get(slot)?).filter(|was| *was != FORGOTTEN && !is_others);
        let known: Vec<Option<i64>> = slots.map(|slot| seen(slot).or_else(|| was(slot))).collect();
        let typed = |held: &Option<i64>| match (held, &variable.dice) {
            (None, _) => "?".to_owned(),
            (Some(held), None) => held.to_string(),
            (Some(held), Some(_)) => {
                let dice = usize::try_from(held - 1).ok();
                let dice = dice.and_then(|thrown| game.machine.program.throws.thrown.get(thrown));
                dice.map_or_else(String::new, Thrown::typed)
            }
        };
        let values = known.iter().map(typed).collect::<Vec<_>>().join(",");
        let values = if variable.is_list { format!("[{values}]") } else { values };
        let name = if is_others { format!("{}.{}", whose + 1, list.name) } else { list.name.clone() };
        parts.push((name, values));
    }
    parts
}

/// Seats, separated by commas.
pub(super) fn seats_shown(seats: usize, set: i64) -> String {
    let seats = (1..=seats).filter(|seat| set >> seat & 1 == 1).map(|seat| seat.to_string());
    seats.collect::<Vec<_>>().join(",")
}

/// The values of a variable, one for each seat if it belongs to seats.
pub(super) fn as_listed(game: &OwnGame, variable: &Declared, slots: &[i64]) -> String {
    let program = &game.machine.program;
    let number = if variable.scope == Scope::Seat { program.code.seats } else { 1 };
    let list = &variable.list;
    if variable.dice.is_some() {
        let dice = usize::try_from(slots[list.base] - 1).ok();
        return dice
            .and_then(|thrown| program.throws.thrown.get(thrown))
            .map_or_else(String::new, Thrown::typed);
    }
    let one = |seat: usize| {
        let slots = &slots[list.base + seat * list.len..list.base + (seat + 1) * list.len];
        let values: Vec<String> = slots.iter().map(ToString::to_string).collect();
        if variable.is_list { format!("[{}]", values.join(",")) } else { values.join(",") }
    };
    (0..number).map(one).collect::<Vec<_>>().join(",")
}

/// The position that follows when something is done at a spot that was reached as `typed` says.
pub(super) fn after(game: &OwnGame, typed: &str, spot: &Spot, made: Made) -> String {
    let mut entered = None;
    let (reached, _, _) = game.made(spot, made, &mut |slots| entered = Some(position(game, slots)));
    if let (Some(entered), Ok(_)) = (entered, reached) {
        return entered;
    }
    let Some((slots, at)) = game.slots(spot).filter(|(_, at)| *at != game.machine.pause()) else {
        return typed.to_owned();
    };
    let called = game.called_at(&slots, at, made);
    let (before, done) = match typed.split_once("after=") {
        Some((before, done)) => (before.trim_end(), format!("{},{called}", done.trim_matches('"'))),
        None => (typed, called),
    };
    let quote = if done.contains(' ') { "\"" } else { "" };
    format!("{before} after={quote}{done}{quote}")
}

/// Parses a position.
pub(super) fn read(game: &OwnGame, text: &str) -> Read<Spot> {
    let code = &game.machine.program.code;
    let mut slots = game.machine.first();
    slots[MOVER] = 1;
    let mut at = Cursor::new(text);
    let (mut history, mut is_start) = (None, code.start.is_some() && text.trim().is_empty());
    let mut seen: Vec<String> = Vec::new();
    loop {
        at.skip(char::is_whitespace);
        if at.is_empty() {
            break;
        }
        let name = at.until(&['=', ' ']);
        if name.text == START && code.start.is_some() {
            is_start = true;
            continue;
        }
        let names =
            || code.declared.iter().map(|declared| declared.list.name.as_str()).chain(super::IN_POSITIONS);
        refuse!(name if !at.skips('='), "a position is written as `{}`, not {name}{}", first(game), did_you_mean(name.text, names()));
        refuse!(name if seen.iter().any(|seen| seen == name.text), "{name} is given a second time");
        seen.push(name.text.to_owned());
        let value = if at.skips('"') {
            let value = at.until(&['"']);
            refuse!(at if !at.skips('"'), "a quotation mark is not closed");
            value
        } else {
            at.until(&[' '])
        };
        match name.text {
            "seat" => {
                slots[MOVER] = refuse!(value unless value.digits(1..=to_number(code.seats)), "the seats are 1 to {}, not {value}", code.seats);
            }
            "after" => history = Some(value),
            "out" | "done" => {
                let slot = if name.text == "out" { OUT } else { DONE };
                for seat in value.split(|c| c == ',') {
                    let number: i64 = refuse!(seat unless seat.digits(1..=to_number(code.seats)), "the seats are 1 to {}, not {seat}", code.seats);
                    slots[slot] |= 1 << number;
                }
            }
            other => {
                let Some(variable) = code.declared.iter().find(|declared| declared.list.name == other) else {
                    refuse!(name, "nothing is called {name}{}", did_you_mean(other, names()));
                };
                read_values(game, variable, value, &mut slots)?;
            }
        }
    }
    refuse!(at if slots[OUT] >> slots[MOVER] & 1 == 1, "seat {} is out, and cannot be to move", slots[MOVER]);
    let turn_values: Vec<i64> = slots[code.of_turn.clone()].to_vec();
    let mut effects = Effects::default();
    let reached = if is_start {
        slots = game.machine.first();
        game.machine.begin(&mut slots, &mut effects, &mut |_| {})
    } else {
        // A turn that has begun again keeps its variables.
        game.machine.enter_with(&mut slots, &turn_values, &mut effects)
    };
    let broken = |trouble: super::machine::Trouble| Cursor::new(text).refused(trouble.fault.0);
    let mut spot = match reached {
        Ok(Reached::Never) => refuse!(Cursor::new(text), "from here the game never ends"),
        reached => game.spot(&slots, &Ok(reached.map_err(broken)?)),
    };
    let whole = Cursor::new(text);
    let over = |spot: &Spot| matches!(game.turn(spot), Turn::End(_));
    let Some(mut history) = history else {
        refuse!(whole if over(&spot), "the game is over here");
        return Ok(spot);
    };
    while !history.is_empty() {
        let next = done(game, &spot, &mut history)?;
        let (reached, slots, _) = game.made(&spot, next, &mut |_| {});
        spot = game.spot(&slots, &Ok(reached.map_err(broken)?));
    }
    refuse!(whole if over(&spot), "the game is over here");
    Ok(spot)
}

/// What can be thrown or chosen at a spot.
pub(super) fn next(game: &OwnGame, spot: &Spot) -> Vec<Made> {
    let mut made = Vec::new();
    match game.turn(spot) {
        Turn::Chance(distribution) => {
            made.extend(game.distributions()[distribution].outcomes().iter().map(|(made, _)| *made));
        }
        Turn::Choose { .. } => game.actions(spot, &mut made),
        Turn::End(_) => {}
    }
    made
}

/// Parses what was done next.
pub(super) fn done(game: &OwnGame, spot: &Spot, history: &mut Cursor<'_>) -> Read<Made> {
    history.skip(|c| c == ',');
    let made = next(game, spot);
    let stands_for = match game.turn(spot) {
        Turn::Chance(distribution) => game.machine.program.stands_for.get(distribution),
        Turn::Choose { .. } => None,
        Turn::End(_) => refuse!(history, "the game is over before this: {history}"),
    };
    let Some((slots, at)) = game.slots(spot) else {
        refuse!(history, "the game is over before this: {history}")
    };
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(',');
    let found = made
        .iter()
        .map(|made| (*made, game.called_at(&slots, at, *made)))
        .filter(|(_, called)| history.text.strip_prefix(called.as_str()).is_some_and(ends))
        .max_by_key(|(_, called)| called.len());
    if let Some((made, called)) = found {
        history.skip_text(&called);
        return Ok(made);
    }
    // A throw that was merged with others, its faces in any order; one of them is enough.
    let mut typed = history.until(&[',']);
    if stands_for.is_some() {
        typed = typed.cut(&['/']).0;
    }
    if let Some(stands_for) = stands_for {
        let faces = faces_of(typed.text);
        let thrown = &game.machine.program.throws.thrown;
        let of_faces = |faces: &Vec<i64>| {
            stands_for.keys().filter(|number| thrown[**number as usize].faces() == *faces).min().copied()
        };
        let single = |number: i64| {
            stands_for.keys().filter(|of| thrown[**of as usize].faces() == [number]).min().copied()
        };
        let found = faces.as_ref().and_then(of_faces).or_else(|| typed.text.parse().ok().and_then(single));
        if let Some(stands) = found.and_then(|number| stands_for.get(&number)) {
            return Ok(Made::Thrown(*stands));
        }
    }
    let called: Vec<String> = made.iter().map(|made| game.called_at(&slots, at, *made)).collect();
    let some = called.iter().take(8).map(|called| format!("`{called}`")).collect::<Vec<_>>().join(", ");
    let hint = did_you_mean(typed.text, called.iter().map(String::as_str));
    let what = if stands_for.is_some() { "thrown" } else { "chosen" };
    refuse!(
        typed,
        "{typed} cannot be {what} here; possible: {some}{}{hint}",
        if called.len() > 8 { ", …" } else { "" }
    )
}

/// The faces of a throw as it is typed, high to low.
fn faces_of(typed: &str) -> Option<Vec<i64>> {
    let mut faces: Vec<i64> = if typed.contains('+') {
        typed.split('+').map(|face| face.parse().ok()).collect::<Option<_>>()?
    } else {
        let digits = typed.chars().map(|digit| digit.to_digit(10).map(i64::from));
        digits.collect::<Option<Vec<i64>>>().filter(|_| !typed.is_empty())?
    };
    faces.sort_unstable_by(|one, other| other.cmp(one));
    Some(faces)
}

fn read_values(game: &OwnGame, variable: &Declared, value: Cursor<'_>, slots: &mut [i64]) -> Read<()> {
    let code = &game.machine.program.code;
    let list = &variable.list;
    if let Some((most, faces)) = &variable.dice {
        let dice = if value.text == NO_DICE { Some(Vec::new()) } else { faces_of(value.text) };
        let held = dice.map(|dice| {
            let mut dice: Vec<(u16, i64)> = dice.into_iter().map(|face| (0, face)).collect();
            dice.sort_unstable();
            Thrown(dice)
        });
        let held = held.filter(|held| held.0.len() <= *most);
        let held = held.and_then(|held| game.machine.program.throws.known(&held));
        let faces = faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let held = refuse!(value unless held, "`{}` holds up to {most} dice that show {faces}, or `{NO_DICE}`, not {value}", list.name);
        slots[list.base] = i64::from(held) + 1;
        return Ok(());
    }
    let number = if variable.scope == Scope::Seat { code.seats } else { 1 };
    let plain = value.text.replace(['[', ']'], "");
    let values: Vec<&str> = plain.split(',').collect();
    let all = list.len * number;
    refuse!(value if values.len() != all, "`{}` has {all} {}, not {}", list.name, if all == 1 { "value" } else { "values" }, values.len());
    let range = &code.ranges[list.base];
    for (index, text) in values.iter().enumerate() {
        let number = text.parse().ok().filter(|number| (range.low..=range.high).contains(number));
        let found = abridged(text);
        slots[list.base + index] = refuse!(value unless number, "`{}` is from {} to {}, not `{found}`", list.name, range.low, range.high);
    }
    Ok(())
}
