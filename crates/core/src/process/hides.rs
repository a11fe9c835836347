//! Games in which seats hide something from each other.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use super::{Process, Step};

/// A process that defines what each seat sees of it.
///
/// A seat knows all that it has seen since the beginning, in order (perfect recall). So wherever a seat has seen the same,
/// the same [`Hides::question`] must be asked with the same actions; solvers check this.
pub trait Hides: Process {
    /// What one seat sees of one step.
    type Sight: Clone + Ord + Hash + Debug + Send + Sync;

    /// What a seat, from 0, sees when a move leads from one state to another.
    fn sight(
        &self,
        seat: usize,
        from: &Self::State,
        made: Self::Move,
        step: &Step<Self::State, Self::Event>,
    ) -> Self::Sight;

    /// The state without all that anybody hides; `None` where that still matters. From such a state on, the rest is a game of
    /// its own.
    fn open(&self, state: &Self::State) -> Option<Self::State>;

    /// A number that says what is thrown or asked in a state, and of whom; all seats know it.
    fn question(&self, state: &Self::State) -> u64;
}

/// Forwards to the shared game.
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
