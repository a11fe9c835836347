//! Positions, and what can be done in them with a throw.

#![expect(clippy::cast_possible_truncation, reason = "pieces are few")]

use super::settings::{OFF, SHARED, Settings};

/// Where the pieces of both seats are, the player to move first. Pieces that are neither on the board nor off wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Position {
    /// One bit for each square of the own path, from bit 1 on.
    pub on: [u32; 2],
    /// How many pieces are off.
    pub off: [u8; 2],
}

/// What is done with a throw: one piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Move {
    /// The square it comes from; 0 if it waited.
    pub from: u8,
    /// The square it comes to; [`OFF`] if it leaves the board.
    pub to: u8,
    pub captures: bool,
    /// Whether the same player throws again.
    pub again: bool,
}

impl Position {
    /// Whether a seat has a piece on a square: 0 is the player to move.
    pub(super) const fn has(&self, side: usize, square: u8) -> bool {
        self.on[side] >> square & 1 == 1
    }

    /// How many pieces of a seat wait.
    pub(super) const fn waiting(&self, side: usize, settings: &Settings) -> u8 {
        settings.pieces - self.off[side] - self.on[side].count_ones() as u8
    }

    /// As the other seat sees it.
    pub(super) const fn mirrored(&self) -> Self {
        Self { on: [self.on[1], self.on[0]], off: [self.off[1], self.off[0]] }
    }

    /// Which side has won: 0 the player to move.
    pub(super) fn winner(&self, settings: &Settings) -> Option<usize> {
        (0..2).find(|side| self.off[*side] == settings.pieces)
    }

    /// The move of the piece on a square, or of one that waits, with a throw, if it is legal.
    pub(super) fn legal(&self, from: u8, squares: u8, settings: &Settings) -> Option<Move> {
        let is_there = if from == 0 { self.waiting(0, settings) > 0 } else { self.has(0, from) };
        let to = from + squares;
        if !is_there || to > OFF && !settings.over {
            return None;
        }
        if to >= OFF {
            return Some(Move { from, to: OFF, captures: false, again: false });
        }
        let captures = to >= SHARED && self.has(1, to);
        let is_closed = self.has(0, to) || captures && !settings.is_open(to);
        (!is_closed).then(|| Move { from, to, captures, again: settings.again >> to & 1 == 1 })
    }

    /// The legal moves with a throw, the foremost piece first.
    pub(super) fn moves(&self, squares: u8, settings: &Settings) -> impl Iterator<Item = Move> {
        (0..OFF).rev().filter_map(move |from| self.legal(from, squares, settings))
    }

    /// What a move leads to, still seen by who has made it.
    pub(super) const fn after(&self, made: Move) -> Self {
        let mut next = *self;
        if made.from > 0 {
            next.on[0] &= !(1 << made.from);
        }
        if made.to == OFF {
            next.off[0] += 1;
        } else {
            next.on[0] |= 1 << made.to;
        }
        if made.captures {
            next.on[1] &= !(1 << made.to);
        }
        next
    }

    /// Whether a piece of the player to move can be captured by one throw of the other: nobody asks whether that throws again
    /// or would pass.
    pub(super) fn is_exposed(&self, square: u8, seat: usize, settings: &Settings) -> bool {
        let comes = |(squares, _): &(u8, f64)| match square.checked_sub(*squares) {
            Some(0) => self.waiting(1, settings) > 0,
            Some(from) => self.has(1, from),
            None => false,
        };
        square > 0 && settings.is_open(square) && settings.law(1 - seat).throws.iter().any(comes)
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { from, to, captures, .. } = self;
        if *to == OFF {
            return write!(f, "{from}-off");
        }
        write!(f, "{from}-{to}{}", if *captures { "x" } else { "" })
    }
}
