//! Positions as they are typed: `MOVER/OTHER[ THROW]`, such as `6x4,9,12x2+5/3x2,7x2,20+4 641`.

use super::settings::{LAST, SHARED, Settings};
use crate::boards::race::{State, Track, as_typed};
use crate::kit::notation::{Cursor, Read, refuse};

/// Parses a position, as the seat to move sees it, which is the first.
pub(super) fn read(text: &str, settings: &Settings) -> Read<State> {
    let pieces = settings.pieces;
    let track =
        Track { last: LAST, shared: SHARED, pieces, holds: pieces, space: "space", example: "6x3,4/-" };
    let mut whole = Cursor::new(text.trim_end());
    whole.skip(char::is_whitespace);
    let (sides, rest) = whole.cut(&[' ', '\t']);
    let position = track.read(sides)?;
    let mut rest = rest.unwrap_or_else(|| whole.end());
    let thrown = rest.word().map(|throw| read_throw(throw, settings)).transpose()?;
    rest.ends_after("the throw")?;
    Ok(State { thrown, ..State::of(position, 0) })
}

/// A position as it is typed.
pub(super) fn text(state: &State, settings: &Settings) -> String {
    let throw = state
        .thrown
        .map_or_else(String::new, |throw| format!(" {}", settings.throws[usize::from(throw)].text()));
    format!("{}{throw}", as_typed(&state.position))
}

/// Parses what three dice show, in any order.
fn read_throw(thrown: Cursor<'_>, settings: &Settings) -> Read<u8> {
    let faces: Option<Vec<u8>> = thrown.signs().map(|sign| sign.number(1..=6)).collect();
    let faces: Option<[u8; 3]> = faces.and_then(|faces| faces.try_into().ok());
    let mut faces = refuse!(thrown unless faces, "a throw is what three dice show, each 1 to 6, such as 641, not {thrown}");
    faces.sort_unstable_by(|one, other| other.cmp(one));
    Ok(refuse!(thrown unless settings.index_of(faces), "these dice never show {thrown}: see the rule `die`"))
}
