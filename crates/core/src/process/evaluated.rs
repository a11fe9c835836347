//! Heuristic values of states.

use std::sync::Arc;

use super::{Process, StartingAt};

/// A process with perfect information and a heuristic evaluation of its states, which searches use at their horizon.
pub trait Evaluated: Process<Information = <Self as Process>::State> {
    /// The estimated value for the first seat of a state in which a seat decides, from 0 to 1.
    fn evaluate(&self, state: &Self::State) -> f64;

    /// Whether states before a throw can be evaluated as well, so that a search need not look at the throw.
    fn is_judged_before_throws(&self) -> bool {
        false
    }
}

/// Forwards to the borrowed game.
impl<P: Evaluated> Evaluated for &P {
    fn evaluate(&self, state: &P::State) -> f64 {
        (**self).evaluate(state)
    }

    fn is_judged_before_throws(&self) -> bool {
        (**self).is_judged_before_throws()
    }
}

/// Forwards to the shared game.
impl<P: Evaluated + Send> Evaluated for Arc<P> {
    fn evaluate(&self, state: &P::State) -> f64 {
        (**self).evaluate(state)
    }

    fn is_judged_before_throws(&self) -> bool {
        (**self).is_judged_before_throws()
    }
}

/// The evaluation does not depend on where the game starts.
impl<P: Evaluated> Evaluated for StartingAt<P> {
    fn evaluate(&self, state: &P::State) -> f64 {
        self.process.evaluate(state)
    }

    fn is_judged_before_throws(&self) -> bool {
        self.process.is_judged_before_throws()
    }
}
