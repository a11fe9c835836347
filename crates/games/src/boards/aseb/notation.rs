//! Positions as they are typed: `OWN/OTHER[:THROW][ @SEAT]`, such as `2,3,4+2/4,5,7,8,16:3`.

use super::position::Position;
use super::settings::{OFF, SHARED, Settings};
use crate::kit::notation::{Cursor, Read, refuse};

/// A position with who is to move and what has been thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct GameState {
    pub position: Position,
    /// The seat of the player to move, from 0.
    pub seat: u8,
    /// How many squares, if there was a throw that leaves a choice.
    pub thrown: Option<u8>,
}

impl GameState {
    /// The first position.
    pub(super) const FIRST: Self =
        Self { position: Position { on: [0; 2], off: [0; 2] }, seat: 0, thrown: None };

    /// Reads a position.
    pub(super) fn read(text: &str, settings: &Settings) -> Read<Self> {
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
        let thrown = thrown_before.or(thrown);
        let (own, other) = sides.cut(&['/']);
        let other = refuse!(whole unless other,
            "a position is the squares of the player to move, `/`, and those of the other, such as 3,4,7/4,6; `-` stands for none");
        let ((one, one_off), (two, two_off)) = (read_side(own, settings)?, read_side(other, settings)?);
        let position = Position { on: [one, two], off: [one_off, two_off] };
        for (square, sign) in squares_of(other) {
            refuse!(sign if square >= SHARED && position.has(0, square), "both seats have a piece on square {square}, which they share");
        }
        refuse!(whole if position.off == [settings.pieces; 2], "all pieces of both seats are off");
        let thrown = match thrown {
            None => None,
            Some(thrown) => Some(read_throw(thrown, settings, seat.into())?),
        };
        Ok(Self { position, seat, thrown })
    }

    /// The position as it is typed, with no part that goes without saying.
    pub(super) fn text(&self, settings: &Settings) -> String {
        let side = |side: usize| {
            let squares: Vec<String> = (1..OFF)
                .filter(|square| self.position.has(side, *square))
                .map(|square| square.to_string())
                .collect();
            let on = if squares.is_empty() { "-".to_owned() } else { squares.join(",") };
            match self.position.off[side] {
                0 => on,
                off => format!("{on}+{off}"),
            }
        };
        let thrown = self.thrown.map_or_else(String::new, |thrown| format!(":{thrown}"));
        let seat = if self.seat == 1 && settings.laws.len() > 1 { " @2" } else { "" };
        format!("{}/{}{thrown}{seat}", side(0), side(1))
    }
}

/// The squares of a side with where they stand, as far as they are numbers.
fn squares_of(side: Cursor<'_>) -> impl Iterator<Item = (u8, Cursor<'_>)> {
    side.cut(&['+']).0.split(|sign| sign == ',').filter_map(|square| Some((square.digits(1..OFF)?, square)))
}

/// Reads the squares of a side and how many of its pieces are off.
fn read_side(side: Cursor<'_>, settings: &Settings) -> Read<(u32, u8)> {
    let (on, off) = side.cut(&['+']);
    let pieces = settings.pieces;
    let mut squares = 0u32;
    if on.text != "-" {
        for square in on.split(|sign| sign == ',') {
            let number = refuse!(square unless square.digits(1..OFF),
                "here stands a square from 1 to 16, or `-` for no piece on the board, not {square}");
            refuse!(square if squares >> number & 1 == 1, "square {number} is named twice, and holds one piece of a seat at most");
            squares |= 1 << number;
        }
    }
    let off = match off {
        None => 0,
        Some(off) => {
            refuse!(off unless off.digits(1..=pieces), "after `+` stands how many pieces are off, 1 to {pieces}, not {off}")
        }
    };
    let all = squares.count_ones() + u32::from(off);
    refuse!(side if all > pieces.into(), "each seat has {pieces} pieces, and here are {all}, on the board and off");
    Ok((squares, off))
}

fn read_throw(thrown: Cursor<'_>, settings: &Settings, seat: usize) -> Read<u8> {
    let all: Vec<u8> = settings.law(seat).throws.iter().map(|(squares, _)| *squares).collect();
    let allowed = all.iter().map(|squares| settings.thrown(*squares)).collect::<Vec<_>>().join(", ");
    Ok(refuse!(thrown unless thrown.digits(..).filter(|squares| all.contains(squares)),
        "after `:` stands how many squares have been thrown, of {allowed}, not {thrown}"))
}
