//! Positions as they are typed: `OWN/OTHER`, each the spaces of a side with commas, such as `6x4,9,12x2+5/3x2,7x2,20+4`.

use super::position::{BOARD, HAND, OFF, Position, Side, spaces};
use crate::kit::notation::{Cursor, Read, refuse};

/// What is needed of a board to parse a position.
#[derive(Clone, Copy, Debug)]
pub(in crate::boards) struct Track {
    /// Its last space.
    pub last: u8,
    /// The spaces that both seats walk over, one bit each.
    pub shared: u32,
    /// The number of pieces of a seat, and how many of them a space holds.
    pub pieces: u8,
    pub holds: u8,
    /// The word for a space.
    pub space: &'static str,
    /// An example of a position.
    pub example: &'static str,
}

impl Track {
    /// Parses the spaces of both sides.
    pub(in crate::boards) fn read(&self, sides: Cursor<'_>) -> Read<Position> {
        let Self { space, example, .. } = self;
        let (own, other) = sides.cut(&['/']);
        let other = refuse!(sides unless other,
            "a position is the {space}s of the player to move, `/`, and those of the other, such as {example}; `-` stands for none");
        let (other, more) = other.cut(&['/']);
        if let Some(more) = more {
            refuse!(more, "one `/` separates the two sides, but here is a third: {more}");
        }
        let position = Position { own: self.read_side(own)?, other: self.read_side(other)? };
        for (number, sign) in self.named_in(other) {
            refuse!(sign if self.shared >> number & 1 == 1 && position.own.count(number) > 0,
                "both seats have pieces on {space} {number}, which they share; a {space} holds those of only one");
        }
        refuse!(sides if position.own.is_gone() && position.other.is_gone(), "all pieces of both seats are off");
        Ok(position)
    }

    /// The spaces that are named in a side, as far as they are numbers, each with its place in the text.
    fn named_in<'t>(&self, side: Cursor<'t>) -> impl Iterator<Item = (u8, Cursor<'t>)> {
        let last = self.last;
        let named = side.cut(&['+']).0.split(|sign| sign == ',').map(|named| named.cut(&['x']).0);
        named.filter_map(move |space| Some((space.digits(1..=last)?, space)))
    }

    /// Parses the spaces of a side and how many of its pieces are off; the others are in hand.
    fn read_side(&self, side: Cursor<'_>) -> Read<Side> {
        let Self { last, pieces, holds, space, .. } = *self;
        let (on, off) = side.cut(&['+']);
        let (mut read, mut all) = (Side::default(), 0);
        if on.text != "-" {
            for named in on.split(|sign| sign == ',') {
                let (sign, count) = named.cut(&['x']);
                let number = refuse!(sign unless sign.digits(1..=last),
                    "a {space} from 1 to {last} is expected here, or `-` for no piece on the board, not {sign}");
                if read.count(number) > 0 {
                    let more = match holds {
                        1 => format!("a {space} holds one piece of a seat at most"),
                        _ => format!("`{number}x2` is two pieces on it"),
                    };
                    refuse!(sign, "{space} {number} is named twice; {more}");
                }
                let most = holds.min(pieces);
                let count = match count {
                    None => 1,
                    Some(count) => refuse!(count unless count.digits(1..=most),
                        "after `x` comes the number of pieces on the {space}, 1 to {most}, not {count}"),
                };
                all += u32::from(count);
                refuse!(side if all > pieces.into(), "each seat has {pieces} pieces, but here are {all} or more, on the board and off");
                read = read.with(number, count);
            }
        }
        if let Some(off) = off {
            let count = refuse!(off unless off.digits(1..=pieces),
                "after `+` comes the number of pieces off, 1 to {pieces}, not {off}");
            all += u32::from(count);
            refuse!(side if all > pieces.into(), "each seat has {pieces} pieces, but here are {all}, on the board and off");
            read = read.with(OFF, count);
        }
        Ok(read.with(HAND, u8::try_from(u32::from(pieces) - all).unwrap_or(0)))
    }
}

/// A position as it is typed.
pub(in crate::boards) fn as_typed(position: &Position) -> String {
    let side = |side: Side| {
        let mut on: Vec<u8> = spaces(side.held() & BOARD).collect();
        on.reverse();
        let named = |space: &u8| match side.count(*space) {
            1 => space.to_string(),
            pieces => format!("{space}x{pieces}"),
        };
        let on: Vec<String> = on.iter().map(named).collect();
        let on = if on.is_empty() { "-".to_owned() } else { on.join(",") };
        match side.count(OFF) {
            0 => on,
            off => format!("{on}+{off}"),
        }
    };
    format!("{}/{}", side(position.own), side(position.other))
}
