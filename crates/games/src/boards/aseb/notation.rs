//! Positions as they are typed: `OWN/OTHER[:THROW][ @SEAT]`, such as `2,3,4+2/4,5,7,8,16:3`.

use super::settings::{OFF, ON_SHARED, Settings};
use crate::boards::race::{State, Track, as_typed};
use crate::kit::notation::{Cursor, Read, refuse};

/// The track of a game.
const fn track(settings: &Settings) -> Track {
    Track {
        last: OFF - 1,
        shared: ON_SHARED,
        pieces: settings.pieces,
        holds: 1,
        space: "square",
        example: "3,4,7/4,6",
    }
}

/// Parses a position.
pub(super) fn read(text: &str, settings: &Settings) -> Read<State> {
    let whole = Cursor::new(text.trim_end());
    // The throw may be added to a position that says whose turn it is.
    let (sides, seat) = whole.cut(&['@']);
    let (seat, thrown) = seat.map_or((None, None), |seat| {
        let (seat, thrown) = seat.cut(&[':']);
        (Some(seat), thrown)
    });
    let seat = match seat {
        None => 0,
        Some(seat) => seat.side(["1", "2"])?,
    };
    let (sides, thrown_before) = sides.trim_end().cut(&[':']);
    let position = track(settings).read(sides)?;
    let thrown =
        thrown_before.or(thrown).map(|thrown| read_throw(thrown, settings, seat.into())).transpose()?;
    Ok(State { position, seat, thrown })
}

/// The position as it is typed, without parts that are understood.
pub(super) fn text(state: &State, settings: &Settings) -> String {
    let thrown = state.thrown.map_or_else(String::new, |thrown| format!(":{thrown}"));
    let seat = if state.seat == 1 && settings.distributions.len() > 1 { " @2" } else { "" };
    format!("{}{thrown}{seat}", as_typed(&state.position))
}

fn read_throw(thrown: Cursor<'_>, settings: &Settings, seat: usize) -> Read<u8> {
    let all: Vec<u8> = settings.distribution(seat).throws.iter().map(|(squares, _)| *squares).collect();
    let allowed = all.iter().map(|squares| settings.thrown(*squares)).collect::<Vec<_>>().join(", ");
    Ok(refuse!(thrown unless thrown.digits(..).filter(|squares| all.contains(squares)),
        "after `:` comes the number of squares thrown, one of {allowed}, not {thrown}"))
}
