//! A round as it is played.

use super::board::{Board, CELLS, OWN};
use super::notation::read;
use super::play::{Action, After, Position};
use super::settings::Settings;
use super::statistics::{End, Event};
use crate::kit::notation::Read;

/// After so many turns running that take nothing the round is over, and what is left belongs to nobody.
pub(super) const LONGEST_QUIET: u8 = 100;

/// A round that is on, or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Round {
    pub position: Position,
    /// Who decides, from 0.
    pub seat: usize,
    pub captured: [u32; 2],
    /// How many turns running have taken nothing.
    pub quiet: u8,
    /// Whether the turn that is on has taken something.
    pub took: bool,
    /// Who moved first, and whether its first turn is still on, or was the last.
    pub first: u8,
    pub is_first_turn: bool,
}

impl Round {
    /// A round that goes on from a board, seen by the seat whose turn it is, after both have taken so many; nothing is known of
    /// the turns before.
    pub(super) fn new(board: Board, turn: usize, captured: [u32; 2]) -> Self {
        let position = Position::at_turn(board);
        let seat = if position.gives { 1 - turn } else { turn };
        let first = u8::from(turn == 1);
        Self { position, seat, captured, quiet: 0, took: false, first, is_first_turn: true }
    }

    /// The round that somebody typed: [`read`].
    pub(super) fn read(text: &str) -> Read<Self> {
        read(text).map(|(board, turn, captured)| Self::new(board, turn, captured))
    }

    /// The round as it is typed.
    pub(super) fn text(&self) -> String {
        let cells = self.cells().map(|cell| cell.to_string());
        let (own, other) = cells.split_at(OWN);
        let [one, two] = self.captured;
        format!("{}/{} {} {one}-{two}", own.join(","), other.join(","), self.turn().1 + 1)
    }

    /// The same round, of which who has the turn is taken for the first mover.
    pub(super) fn begun_here(self) -> Self {
        Self { first: u8::from(self.turn().1 == 1), is_first_turn: true, ..self }
    }

    /// Whether nothing of the turns before it matters to how the round goes on.
    pub(super) const fn is_at_rest(&self) -> bool {
        self.quiet == 0 && !self.took
    }

    /// The board as the seat sees it whose turn it is, and that seat: where a pebble is to be given, the other decides.
    pub(super) fn turn(&self) -> (Board, usize) {
        let Self { position: Position { board, gives }, seat, .. } = *self;
        if gives { (board.turned(), 1 - seat) } else { (board, seat) }
    }

    /// The pebbles in cells 1 to 12.
    pub(super) fn cells(&self) -> [u8; CELLS] {
        let (board, seat) = self.turn();
        if seat == 0 { board.cells() } else { board.turned().cells() }
    }

    /// Whether it was ended, as nothing was taken for so long.
    pub(super) const fn is_endless(&self) -> bool {
        self.quiet >= LONGEST_QUIET
    }

    pub(super) const fn is_over(&self) -> bool {
        self.is_endless() || self.position.is_over()
    }

    /// The round after an action, and what that came to.
    pub(super) fn after(mut self, action: Action, settings: &Settings) -> (Self, After) {
        let after = self.go_on(action, settings);
        (self, after)
    }

    /// Goes on with an action: what that comes to.
    #[inline]
    fn go_on(&mut self, action: Action, settings: &Settings) -> After {
        let after = self.position.after(action, settings);
        self.position = after.position;
        if after.takes > 0 {
            self.captured[self.seat] += after.takes;
            (self.quiet, self.took) = (0, true);
        }
        if !after.again {
            self.seat = 1 - self.seat;
        }
        if after.turn_over {
            self.quiet = if self.took { 0 } else { self.quiet + 1 };
            self.took = false;
            self.is_first_turn = self.is_first_turn && self.is_over();
        }
        after
    }

    /// Does something, and adds what happens with it.
    #[inline]
    pub(super) fn make(&mut self, action: Action, settings: &Settings, event: &mut Event) {
        let was_first_turn = self.is_first_turn;
        let after = self.go_on(action, settings);
        if after.laps > 0 {
            event.sowings += 1;
            event.captures += u32::from(after.takes > 0);
            event.laps += after.laps;
        }
        if was_first_turn {
            event.first_turn += after.takes;
        }
    }

    /// Adds how the round has ended, if it has.
    pub(super) fn end(&self, event: &mut Event) {
        if self.is_over() {
            let (captured, first) = (self.result(), usize::from(self.first));
            if self.is_first_turn {
                event.first_turn += captured[first] - self.captured[first];
            }
            event.end = Some(End { captured, left: self.left(), first, is_endless: self.is_endless() });
        }
    }

    /// The round at its end, played with what is chosen, unless nothing is at some point; what happens is added.
    pub(super) fn play(
        mut self,
        settings: &Settings,
        mut choose: impl FnMut(&Self) -> Option<Action>,
        event: &mut Event,
    ) -> Option<Self> {
        while !self.is_over() {
            self.make(choose(&self)?, settings, event);
        }
        self.end(event);
        Some(self)
    }

    /// What both seats have at the end: a last pebble belongs to the side on which it is.
    pub(super) const fn result(&self) -> [u32; 2] {
        let mut captured = self.captured;
        if !self.is_endless() {
            match self.position.last_pebble() {
                1 => captured[self.seat] += 1,
                -1 => captured[1 - self.seat] += 1,
                _ => {}
            }
        }
        captured
    }

    /// How many pebbles nobody has at the end.
    fn left(&self) -> u32 {
        let before: u32 = self.captured.iter().sum();
        self.position.board.pebbles() + before - self.result().iter().sum::<u32>()
    }
}
