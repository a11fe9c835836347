//! Processes with names for their positions and moves.

use std::sync::Arc;

use super::advice::AdviceError;
use super::position_form::PositionForm;
use tali_core::process::{Evaluated, Policy};

/// A process without hidden information that names its positions and moves.
pub trait Described: Evaluated + Send + 'static {
    /// The notation of a position.
    fn position(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if there is no such position, or the game has no notation for positions.
    fn read(&self, _position: &str) -> Result<Self::State, AdviceError> {
        Err(AdviceError::NotKnown("you cannot enter positions in this game"))
    }

    /// The parts of a position for an input form: of the given notation as far as it can be read, else of the first position.
    /// `None` if the game has no form.
    fn form(&self, _position: Option<&str>) -> Option<PositionForm> {
        None
    }

    /// The first position with a throw or a choice.
    fn opening(&self, start: &Self::State) -> Self::State {
        start.clone()
    }

    /// The name of a move or a throw.
    fn called(&self, _state: &Self::State, made: Self::Move) -> String {
        format!("{made:?}")
    }

    /// The seat that throws in this state, if known; else `None`, and the thrower is the seat that chooses next.
    fn thrower(&self, _state: &Self::State) -> Option<usize> {
        None
    }

    /// The largest number of options in a position.
    fn most_actions(&self) -> usize {
        64
    }

    /// The largest number of moves for which best play is solved.
    fn most_moves(&self) -> usize {
        4_000_000
    }

    /// Whether the game has an evaluation for positions, so that search can replace unknown best play.
    fn has_opinion(&self) -> bool {
        true
    }

    /// Whether positions before a throw have a notation too.
    fn tells_before_throws(&self) -> bool {
        false
    }

    /// How many units of [`Step::gains`](tali_core::process::Step::gains) make a coin.
    fn gains_in_a_coin(&self) -> u64 {
        1
    }

    /// The pairs of policies that measure skill against each other, the better first.
    fn ladder(&self) -> &'static [[&'static str; 2]] {
        &[["best", "random"], ["search:2", "greedy"], ["greedy", "random"]]
    }

    /// Returns a policy specific to the game, by its index.
    fn own_policy(_game: &Arc<Self>, _index: usize) -> Policy<Self::State> {
        Policy::first()
    }

    /// The notation of the position after a move from a typed position; by default, that of the next state.
    fn position_after(&self, _typed: Option<&str>, state: &Self::State, made: Self::Move) -> String {
        self.position(&self.next(state, made).to)
    }
}
