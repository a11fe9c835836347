//! The actions on a board, and where they lead.

use super::board::{Board, OWN, Sowing};
use super::settings::{Again, Choice, Settings};

/// A position of a round, seen by the seat that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Position {
    pub board: Board,
    /// Whether a pebble is to be given: it is the turn of the other, whose side is empty.
    pub gives: bool,
}

/// An action, with cells from 0 as the seat sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Action {
    /// Sow from a cell.
    Sow(u8),
    /// Give a pebble from a cell.
    Give(u8),
    /// Pass, as nothing else is possible.
    Pass,
}

/// What an action leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct After {
    pub position: Position,
    /// How many pebbles it takes, and in how many laps; both are 0 if it is not a sowing.
    pub takes: u32,
    pub laps: u32,
    /// Whether the same seat decides again.
    pub again: bool,
    /// Whether a turn is over.
    pub turn_over: bool,
}

impl Position {
    /// A position in which it is the turn of the seat that sees this board, or of the other to give.
    pub(super) fn at_turn(board: Board) -> Self {
        let other = board.turned();
        // A seat with an empty side gets a pebble from the other, if that can spare one.
        let gives = board.has_empty_side() && board.pebbles() > 1 && can_give(other);
        if gives { Self { board: other, gives } } else { Self { board, gives } }
    }

    /// Whether there is nothing left to play for: no pebble, or a single one.
    pub(super) const fn is_over(self) -> bool {
        self.board.pebbles() <= 1
    }

    /// The value of the end to the seat that decides: a single pebble belongs to the side on which it is.
    pub(super) const fn last_pebble(self) -> i32 {
        match (self.board.pebbles(), self.board.has_empty_side()) {
            (1, false) => 1,
            (1, true) => -1,
            _ => 0,
        }
    }

    /// The possible actions, by cells; none if the round is over.
    pub(super) fn actions(self, settings: &Settings) -> impl Iterator<Item = Action> + Clone + use<> {
        let mut actions = [None; OWN];
        #[expect(clippy::cast_possible_truncation, reason = "there are twelve cells")]
        for (cell, action) in actions.iter_mut().enumerate().filter(|_| !self.is_over()) {
            let own = self.board.cell(cell);
            if self.gives && own >= 2 {
                *action = Some(Action::Give(cell as u8));
            } else if !self.gives && own >= 1 && self.board.sow(cell).is_some() {
                *action = Some(Action::Sow(cell as u8));
            }
        }
        match actions.iter().rposition(Option::is_some) {
            None => actions[0] = Some(Action::Pass).filter(|_| !self.is_over()),
            // Only from the last of the possible cells.
            Some(last) if settings.choice == Choice::Forced => actions[..last].fill(None),
            Some(_) => {}
        }
        actions.into_iter().flatten()
    }

    /// Where an action leads.
    pub(super) fn after(self, action: Action, settings: &Settings) -> After {
        match action {
            Action::Pass => After::of_turn(self.board.turned(), false),
            // The receiver of a pebble sows it.
            Action::Give(cell) => {
                let position = Self { board: self.board.given(usize::from(cell)).turned(), gives: false };
                After { position, takes: 0, laps: 0, again: false, turn_over: false }
            }
            Action::Sow(cell) => match self.board.sow(usize::from(cell)) {
                Some(Sowing { board, takes, laps }) => {
                    let goes_on = takes > 0 && settings.again == Again::Scored;
                    let board = if goes_on { board } else { board.turned() };
                    After { takes, laps, ..After::of_turn(board, goes_on) }
                }
                // A sowing that never ends cannot be chosen.
                None => After::of_turn(self.board, true),
            },
        }
    }
}

impl After {
    /// The next turn, of the seat that sees this board: the same seat as before, if it goes on.
    fn of_turn(board: Board, goes_on: bool) -> Self {
        let position = Position::at_turn(board);
        // If a pebble is to be given, the other decides.
        Self { position, takes: 0, laps: 0, again: goes_on != position.gives, turn_over: !goes_on }
    }
}

fn can_give(giver: Board) -> bool {
    (0..OWN).any(|cell| giver.cell(cell) >= 2)
}
