//! What races of two seats along a track, by throws, have in common.

mod advice;
mod notation;
mod picture;
mod position;
mod solving;
mod value_table;

use num_rational::BigRational;

pub(in crate::boards) use self::advice::{Choices, advise, over, searched};
pub(in crate::boards) use self::notation::{Track, as_typed};
pub(in crate::boards) use self::picture::{Picture, Spaces, steps};
pub(in crate::boards) use self::position::{BOARD, HAND, OFF, Position, Side, spaces};
pub(in crate::boards) use self::solving::Solving;
pub(in crate::boards) use self::value_table::{TableOf, ValueTable};
use super::game::{BoardGame, Playing};
use crate::kit::{AdviceError, Thrown};
use tali_core::exact::{Enclosure, Number};
use tali_core::process::Statistic;

/// Whose turn it is, and what was thrown, if anything was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::boards) struct State {
    /// As the seat whose turn it is sees it.
    pub position: Position,
    /// That seat, from 0.
    pub seat: u8,
    /// The throw, by its number in the game.
    pub thrown: Option<u8>,
}

impl State {
    /// The state before the throw of a seat.
    pub(in crate::boards) const fn of(position: Position, seat: u8) -> Self {
        Self { position, seat, thrown: None }
    }

    /// The other's turn, after the result of this seat's turn, as this seat sees it.
    pub(in crate::boards) const fn after(&self, result: &Position) -> Self {
        Self::of(result.flipped(), 1 - self.seat)
    }

    /// Which seat has won.
    pub(in crate::boards) fn winner(&self) -> Option<usize> {
        self.position.winner().map(|side| side ^ usize::from(self.seat))
    }
}

/// A race with advice throw by throw.
pub(in crate::boards) trait Race: BoardGame<State = State> {
    /// Whether advice before a throw lists all options of every throw, or only what is done with it.
    const LISTS: bool;

    /// The throws of a seat, with their probabilities.
    fn throws(&self, seat: usize) -> Vec<(u8, Thrown, BigRational)>;

    /// The options after a throw, the best first, and the value of the throw to a seat with this policy.
    fn choices(&self, state: &State, playing: Playing<Self>) -> Result<Choices<Self::Move>, AdviceError>;

    /// The value of a position before a throw, if it is known better than as the mean over throws.
    fn before(&self, state: &State, playing: Playing<Self>) -> Result<Option<Enclosure>, AdviceError>;

    /// Other figures of a position, such as those of the throws to come.
    fn said(&self, _state: &State) -> Vec<(&'static Statistic, Vec<Number>)> {
        Vec::new()
    }
}
