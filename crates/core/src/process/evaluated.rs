//! What a state is thought to be worth.

use std::sync::Arc;

use super::{Process, StartingAt};

/// A process in which nothing is hidden, and that has an opinion of its states: what whoever looks ahead takes them to be
/// worth where he looks no further.
pub trait Evaluated: Process<Information = <Self as Process>::State> {
    /// What the first seat can expect from a state in which somebody decides, from 0 to 1.
    fn evaluate(&self, state: &Self::State) -> f64;

    /// Whether it has an opinion of states before a throw as well: whoever looks no further does not look at the throw then.
    fn is_judged_before_throws(&self) -> bool {
        false
    }
}

/// Whoever borrows such a game can ask it as well.
impl<P: Evaluated> Evaluated for &P {
    fn evaluate(&self, state: &P::State) -> f64 {
        (**self).evaluate(state)
    }

    fn is_judged_before_throws(&self) -> bool {
        (**self).is_judged_before_throws()
    }
}

/// Whoever shares such a game can ask it as well.
impl<P: Evaluated + Send> Evaluated for Arc<P> {
    fn evaluate(&self, state: &P::State) -> f64 {
        (**self).evaluate(state)
    }

    fn is_judged_before_throws(&self) -> bool {
        (**self).is_judged_before_throws()
    }
}

/// Where it begins changes no opinion.
impl<P: Evaluated> Evaluated for StartingAt<P> {
    fn evaluate(&self, state: &P::State) -> f64 {
        self.process.evaluate(state)
    }

    fn is_judged_before_throws(&self) -> bool {
        self.process.is_judged_before_throws()
    }
}
