//! Processes whose positions and moves have names.

use std::sync::Arc;

use super::advice::AdviceError;
use super::position_form::PositionForm;
use tali_core::process::{Evaluated, Policy};

/// A process in which nothing is hidden, with what its positions and moves are called.
pub trait Described: Evaluated + Send + 'static {
    /// A position, as it is typed.
    fn position(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }

    /// The position that somebody typed.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if there is no such position, or positions of this game are not typed.
    fn read(&self, _position: &str) -> Result<Self::State, AdviceError> {
        Err(AdviceError::NotKnown("positions of this game are not typed"))
    }

    /// How a position is entered part by part: one that was typed, as far as it can be read, or else the first; nothing where that
    /// is not known.
    fn form(&self, _position: Option<&str>) -> Option<PositionForm> {
        None
    }

    /// The first position at which something is thrown or chosen.
    fn opening(&self, start: &Self::State) -> Self::State {
        start.clone()
    }

    /// What somebody does, or what is thrown.
    fn called(&self, _state: &Self::State, made: Self::Move) -> String {
        format!("{made:?}")
    }

    /// The seat that throws at a state in which something is thrown, if it is known; else who chooses next.
    fn thrower(&self, _state: &Self::State) -> Option<usize> {
        None
    }

    /// How many things a seat can do at most.
    fn most_actions(&self) -> usize {
        64
    }

    /// Among how many moves best play is looked for.
    fn most_moves(&self) -> usize {
        4_000_000
    }

    /// Whether it has an opinion of its positions, so that whoever should play best where that is not known looks ahead.
    fn has_opinion(&self) -> bool {
        true
    }

    /// Whether positions are typed before something is thrown as well.
    fn tells_before_throws(&self) -> bool {
        false
    }

    /// How many parts of what [`Step::gains`](tali_core::process::Step::gains) counts make a coin.
    fn gains_in_a_coin(&self) -> u64 {
        1
    }

    /// Which policies are played against one another to measure skill: the better first.
    fn ladder(&self) -> &'static [[&'static str; 2]] {
        &[["best", "random"], ["search:2", "greedy"], ["greedy", "random"]]
    }

    /// A policy of the game's own, by its index.
    fn own_policy(_game: &Arc<Self>, _index: usize) -> Policy<Self::State> {
        Policy::first()
    }

    /// The position that follows when something is done at one that was typed; as it is typed by itself, if nothing
    /// else is known.
    fn position_after(&self, _typed: Option<&str>, state: &Self::State, made: Self::Move) -> String {
        self.position(&self.next(state, made).to)
    }
}
