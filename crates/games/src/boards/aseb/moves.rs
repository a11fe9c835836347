//! The legal moves in a position with a throw.

use super::settings::{OFF, SHARED, Settings, has};
use crate::boards::race::{HAND, OFF as AWAY, Position, State};

/// A move of one piece with a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Move {
    /// The square that it leaves; 0 if it waited.
    pub from: u8,
    /// The square on which it lands; [`OFF`] if it leaves the board.
    pub to: u8,
    pub captures: bool,
    /// Whether the same player throws again.
    pub again: bool,
}

impl Move {
    /// The state after the move.
    pub(super) const fn after(self, state: &State) -> State {
        let Position { own, other } = state.position;
        let own = own.moved(self.from, if self.to == OFF { AWAY } else { self.to });
        let other = if self.captures { other.moved(self.to, HAND) } else { other };
        let position = Position { own, other };
        if self.again { State::of(position, state.seat) } else { state.after(&position) }
    }
}

/// The other seat's turn, after a pass.
pub(super) const fn passed(state: &State) -> State {
    state.after(&state.position)
}

impl Settings {
    /// The move of a piece on a square, or of a waiting one, with a throw, if it is legal.
    pub(super) fn legal(&self, position: &Position, from: u8, squares: u8) -> Option<Move> {
        let Position { own, other } = position;
        let to = from + squares;
        if own.count(from) == 0 || squares == 0 || to > OFF && !self.over {
            return None;
        }
        if to >= OFF {
            return Some(Move { from, to: OFF, captures: false, again: false });
        }
        let captures = to >= SHARED && other.count(to) > 0;
        let is_closed = own.count(to) > 0 || captures && !self.is_open(to);
        (!is_closed).then(|| Move { from, to, captures, again: has(self.again, to) })
    }

    /// The legal moves with a throw, the foremost piece first.
    pub(super) fn moves(&self, position: &Position, squares: u8) -> impl Iterator<Item = Move> {
        (0..OFF).rev().filter_map(move |from| self.legal(position, from, squares))
    }

    /// The legal moves with the throw of a state.
    pub(super) fn moves_in(&self, state: &State) -> Vec<Move> {
        self.moves(&state.position, state.thrown.unwrap_or(0)).collect()
    }

    /// Whether a piece of the player to move can be captured by one throw of the other, apart from additional throws and passes.
    pub(super) fn is_exposed(&self, state: &State, square: u8) -> bool {
        let comes = |(squares, _): &(u8, f64)| {
            square.checked_sub(*squares).is_some_and(|from| state.position.other.count(from) > 0)
        };
        let throws = &self.distribution(1 - usize::from(state.seat)).throws;
        square > 0 && self.is_open(square) && throws.iter().any(comes)
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
