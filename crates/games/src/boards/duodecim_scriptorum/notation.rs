//! Positions as they are typed: `MOVER/OTHER[ THROW]`, such as `6x4,9,12x2+5/3x2,7x2,20+4 641`.

use super::position::{BOARD, HAND, LAST, OFF, Position, SHARED, Side, spaces};
use super::settings::Settings;
use crate::kit::notation::{Cursor, Read, refuse};

/// A position with the index of what has been thrown, if anything has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Typed {
    pub position: Position,
    pub thrown: Option<usize>,
}

impl Typed {
    /// Reads a position.
    pub(super) fn read(text: &str, settings: &Settings) -> Read<Self> {
        Self::read_parts(text, settings).map(|(typed, _)| typed)
    }

    /// Reads a position from which games are played: before a throw.
    pub(super) fn read_before_throw(text: &str, settings: &Settings) -> Read<Position> {
        let (typed, thrown) = Self::read_parts(text, settings)?;
        if let Some(thrown) = thrown {
            refuse!(
                thrown,
                "games are played from before a throw, and here is {thrown}; `advise` takes a throw"
            );
        }
        Ok(typed.position)
    }

    /// Reads a position, and tells where its throw stands, if it has one.
    fn read_parts<'t>(text: &'t str, settings: &Settings) -> Read<(Self, Option<Cursor<'t>>)> {
        let mut whole = Cursor::new(text.trim_end());
        whole.skip(char::is_whitespace);
        let (sides, rest) = whole.cut(&[' ', '\t']);
        let (own, other) = sides.cut(&['/']);
        let other = refuse!(sides unless other,
            "a position is the spaces of the player to move, `/`, and those of the other, such as 6x3,4/-; `-` stands for none");
        let (other, more) = other.cut(&['/']);
        if let Some(more) = more {
            refuse!(more, "one `/` parts the two sides, and here stands a third: {more}");
        }
        let position = Position { own: read_side(own, settings)?, other: read_side(other, settings)? };
        for (space, sign) in spaces_of(other) {
            refuse!(sign if SHARED >> space & 1 == 1 && position.own.count(space) > 0,
                "both seats have pieces on space {space}, which they share; a space holds those of one");
        }
        refuse!(sides if position.own.is_gone() && position.other.is_gone(), "all pieces of both seats are off");
        let mut rest = rest.unwrap_or_else(|| whole.end());
        let throw = rest.word();
        let thrown = throw.map(|throw| read_throw(throw, settings)).transpose()?;
        rest.ends_after("the throw")?;
        Ok((Self { position, thrown }, throw))
    }

    /// The position as it is typed.
    pub(super) fn text(&self, settings: &Settings) -> String {
        let throw =
            self.thrown.map_or_else(String::new, |throw| format!(" {}", settings.throws[throw].text()));
        format!("{}{throw}", self.position)
    }
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.own, self.other)
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut on: Vec<u8> = spaces(self.held() & BOARD).collect();
        on.reverse();
        let named = |space: &u8| match self.count(*space) {
            1 => space.to_string(),
            pieces => format!("{space}x{pieces}"),
        };
        let on: Vec<String> = on.iter().map(named).collect();
        write!(f, "{}", if on.is_empty() { "-".to_owned() } else { on.join(",") })?;
        match self.count(OFF) {
            0 => Ok(()),
            off => write!(f, "+{off}"),
        }
    }
}

/// The spaces of a side with where they stand, as far as they are numbers.
fn spaces_of(side: Cursor<'_>) -> impl Iterator<Item = (u8, Cursor<'_>)> {
    let named = side.cut(&['+']).0.split(|sign| sign == ',').map(|named| named.cut(&['x']).0);
    named.filter_map(|space| Some((space.digits(1..=LAST)?, space)))
}

/// Reads the spaces of a side and how many of its pieces are off; those that are not named are in hand.
fn read_side(side: Cursor<'_>, settings: &Settings) -> Read<Side> {
    let pieces = settings.pieces;
    let (on, off) = side.cut(&['+']);
    let mut read = Side::default();
    let mut all = 0;
    if on.text != "-" {
        for named in on.split(|sign| sign == ',') {
            let (space, count) = named.cut(&['x']);
            let number = refuse!(space unless space.digits(1..=LAST),
                "here stands a space from 1 to {LAST}, or `-` for no piece on the board, not {space}");
            refuse!(space if read.count(number) > 0, "space {number} is named twice; `{number}x2` is two pieces on it");
            let count = match count {
                None => 1,
                Some(count) => refuse!(count unless count.digits(1..=pieces),
                    "after `x` stands how many pieces are on the space, 1 to {pieces}, not {count}"),
            };
            all += u32::from(count);
            refuse!(side if all > pieces.into(), "each seat has {pieces} pieces, and here are {all} or more, on the board and off");
            read = read.with(number, count);
        }
    }
    if let Some(off) = off {
        let count = refuse!(off unless off.digits(1..=pieces),
            "after `+` stands how many pieces are off, 1 to {pieces}, not {off}");
        all += u32::from(count);
        refuse!(side if all > pieces.into(), "each seat has {pieces} pieces, and here are {all}, on the board and off");
        read = read.with(OFF, count);
    }
    Ok(read.with(HAND, u8::try_from(u32::from(pieces) - all).unwrap_or(0)))
}

/// Reads what three dice show, in any order.
fn read_throw(thrown: Cursor<'_>, settings: &Settings) -> Read<usize> {
    let faces: Option<Vec<u8>> = thrown.signs().map(|sign| sign.number(1..=6)).collect();
    let faces: Option<[u8; 3]> = faces.and_then(|faces| faces.try_into().ok());
    let mut faces = refuse!(thrown unless faces, "a throw is what three dice show, each 1 to 6, such as 641, not {thrown}");
    faces.sort_unstable_by(|one, other| other.cmp(one));
    Ok(refuse!(thrown unless settings.index_of(faces), "these dice never show {thrown}: see the rule `die`"))
}
