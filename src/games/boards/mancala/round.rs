//! A round as it is played.

use std::ops::AddAssign;

use super::notation::Standing;
use super::play::{Action, After, Position};
use super::settings::Settings;

/// After so many turns running that take nothing the round is over, and what is left belongs to nobody.
pub(super) const LONGEST_QUIET: u8 = 100;

/// A round that is on, or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Round {
    pub position: Position,
    /// Who decides, from 0.
    pub seat: usize,
    pub kept: [u32; 2],
    /// How many turns running have taken nothing.
    pub quiet: u8,
    /// Whether the turn that is on has taken something.
    pub took: bool,
}

/// A round that was played to its end.
pub(super) struct Played {
    pub end: Round,
    pub sown: Sown,
    /// What the first mover took in its first turn.
    pub first_turn: u32,
}

/// How many sowings there were, how many of them took something, and how many laps they had.
#[derive(Clone, Copy, Default)]
pub(super) struct Sown {
    pub sowings: u64,
    pub captures: u64,
    pub laps: u64,
}

impl AddAssign for Sown {
    fn add_assign(&mut self, other: Self) {
        self.sowings += other.sowings;
        self.captures += other.captures;
        self.laps += other.laps;
    }
}

impl Round {
    /// A round that goes on from a position, in which nothing is known of the turns before.
    pub(super) fn from(standing: &Standing) -> Self {
        let position = Position::at_turn(standing.board);
        let seat = if position.gives { 1 - standing.seat } else { standing.seat };
        Self { position, seat, kept: standing.kept, quiet: 0, took: false }
    }

    /// Whether nothing of the turns before it matters to how the round goes on.
    pub(super) const fn is_at_rest(&self) -> bool {
        self.quiet == 0 && !self.took
    }

    /// The position with who has the turn, which is not who decides where a pebble is to be given.
    pub(super) fn standing(&self) -> Standing {
        let (board, seat) = if self.position.gives {
            (self.position.board.turned(), 1 - self.seat)
        } else {
            (self.position.board, self.seat)
        };
        Standing { board, seat, kept: self.kept }
    }

    /// Whether it was ended, as nothing was taken for so long.
    pub(super) const fn is_endless(&self) -> bool {
        self.quiet >= LONGEST_QUIET
    }

    pub(super) const fn is_over(&self) -> bool {
        self.is_endless() || self.position.is_over()
    }

    /// The round after an action, and what that came to.
    pub(super) fn after(&self, action: Action, settings: &Settings) -> (Self, After) {
        let after = self.position.after(action, settings);
        let mut round = *self;
        round.position = after.position;
        round.seat = if after.again { self.seat } else { 1 - self.seat };
        if after.takes > 0 {
            round.kept[self.seat] += after.takes;
            (round.quiet, round.took) = (0, true);
        }
        if after.turn_over {
            round.quiet = if round.took { 0 } else { round.quiet + 1 };
            round.took = false;
        }
        (round, after)
    }

    /// Plays the round to its end with what is chosen, unless nothing is at some point.
    pub(super) fn play(
        self,
        settings: &Settings,
        mut choose: impl FnMut(&Self) -> Option<Action>,
    ) -> Option<Played> {
        let first = self.standing().seat;
        let mut round = self;
        let (mut sown, mut first_turn) = (Sown::default(), None);
        while !round.is_over() {
            let (next, after) = round.after(choose(&round)?, settings);
            if after.laps > 0 {
                let captures = u64::from(after.takes > 0);
                sown += Sown { sowings: 1, captures, laps: after.laps.into() };
            }
            round = next;
            if after.turn_over && first_turn.is_none() && !round.is_over() {
                first_turn = Some(round.kept[first]);
            }
        }
        let first_turn = first_turn.unwrap_or(round.result()[first]) - self.kept[first];
        Some(Played { end: round, sown, first_turn })
    }

    /// What both seats have at the end: a last pebble belongs to the side on which it lies.
    pub(super) const fn result(&self) -> [u32; 2] {
        let mut kept = self.kept;
        if !self.is_endless() {
            match self.position.last_pebble() {
                1 => kept[self.seat] += 1,
                -1 => kept[1 - self.seat] += 1,
                _ => {}
            }
        }
        kept
    }

    /// How many pebbles nobody has at the end.
    pub(super) fn left(&self) -> u32 {
        let before: u32 = self.kept.iter().sum();
        self.position.board.pebbles() + before - self.result().iter().sum::<u32>()
    }
}
