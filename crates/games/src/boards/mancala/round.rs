//! A round in play.

use super::board::{Board, CELLS, OWN};
use super::notation::read;
use super::play::{Action, After, Position};
use super::settings::Settings;
use super::statistics::{End, Event};
use crate::kit::notation::Read;

/// The number of consecutive turns without a capture after which the round is over, and what is left belongs to nobody.
pub(super) const LONGEST_QUIET: u8 = 100;

/// A round in play, or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Round {
    pub position: Position,
    /// The seat that decides, from 0.
    pub seat: usize,
    pub captured: [u32; 2],
    /// The number of consecutive turns that have taken nothing.
    pub quiet: u8,
    /// Whether the current turn has taken something.
    pub took: bool,
    /// The first player, and whether its first turn is still on, or was the last.
    pub first: u8,
    pub is_first_turn: bool,
}

impl Round {
    /// A round that goes on from a board, as the seat whose turn it is sees it, after both have taken this much; nothing is known
    /// about earlier turns.
    pub(super) fn new(board: Board, turn: usize, captured: [u32; 2]) -> Self {
        let position = Position::at_turn(board);
        let seat = if position.gives { 1 - turn } else { turn };
        let first = u8::from(turn == 1);
        Self { position, seat, captured, quiet: 0, took: false, first, is_first_turn: true }
    }

    /// Parses a round: [`read`].
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

    /// The same round, with the seat whose turn it is as the first player.
    pub(super) fn begun_here(self) -> Self {
        Self { first: u8::from(self.turn().1 == 1), is_first_turn: true, ..self }
    }

    /// Whether earlier turns do not matter for the rest of the round.
    pub(super) const fn is_at_rest(&self) -> bool {
        self.quiet == 0 && !self.took
    }

    /// The board as the seat whose turn it is sees it, and that seat; if a pebble is to be given, the other decides.
    pub(super) fn turn(&self) -> (Board, usize) {
        let Self { position: Position { board, gives }, seat, .. } = *self;
        if gives { (board.turned(), 1 - seat) } else { (board, seat) }
    }

    /// The pebbles in cells 1 to 12.
    pub(super) fn cells(&self) -> [u8; CELLS] {
        let (board, seat) = self.turn();
        if seat == 0 { board.cells() } else { board.turned().cells() }
    }

    /// Whether it was ended because nothing was taken for too long.
    pub(super) const fn is_endless(&self) -> bool {
        self.quiet >= LONGEST_QUIET
    }

    pub(super) const fn is_over(&self) -> bool {
        self.is_endless() || self.position.is_over()
    }

    /// The round after an action, and the result of the action.
    pub(super) fn after(mut self, action: Action, settings: &Settings) -> (Self, After) {
        let after = self.go_on(action, settings);
        (self, after)
    }

    /// Does an action, and returns its result.
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

    /// Does an action, and adds what happens.
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

    /// Adds the end of the round, if it is over.
    pub(super) fn end(&self, event: &mut Event) {
        if self.is_over() {
            let (captured, first) = (self.result(), usize::from(self.first));
            if self.is_first_turn {
                event.first_turn += captured[first] - self.captured[first];
            }
            event.end = Some(End { captured, left: self.left(), first, is_endless: self.is_endless() });
        }
    }

    /// Plays the round to its end with `choose`, and adds what happens; `None` if `choose` returns none.
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

    /// The pebbles that nobody has at the end.
    fn left(&self) -> u32 {
        let before: u32 = self.captured.iter().sum();
        self.position.board.pebbles() + before - self.result().iter().sum::<u32>()
    }
}
