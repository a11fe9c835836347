//! Games in which seats hide something from each other.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use super::{Process, Step};

/// A process that says what each seat sees of it.
///
/// What a seat knows is all that it has seen since the beginning, in order: nobody forgets. So the same [`Hides::question`] is
/// asked, with the same actions, wherever a seat has seen the same; whoever solves the game checks it.
pub trait Hides: Process {
    /// What one seat sees of one step.
    type Sight: Clone + Ord + Hash + Debug + Send + Sync;

    /// What a seat, from 0, sees when a move leads from a state to another.
    fn sight(
        &self,
        seat: usize,
        from: &Self::State,
        made: Self::Move,
        step: &Step<Self::State, Self::Event>,
    ) -> Self::Sight;

    /// The same state with all forgotten that anybody hides; `None` where that still matters. From such a state on the game is
    /// one by itself.
    fn open(&self, state: &Self::State) -> Option<Self::State>;

    /// What is thrown or asked in a state, and of whom: as a number that all seats know.
    fn question(&self, state: &Self::State) -> u64;
}

/// Whoever shares a game can ask it as well.
impl<P: Hides + Send> Hides for Arc<P> {
    type Sight = P::Sight;

    fn sight(
        &self,
        seat: usize,
        from: &P::State,
        made: P::Move,
        step: &Step<P::State, P::Event>,
    ) -> P::Sight {
        (**self).sight(seat, from, made, step)
    }

    fn open(&self, state: &P::State) -> Option<P::State> {
        (**self).open(state)
    }

    fn question(&self, state: &P::State) -> u64 {
        (**self).question(state)
    }
}
