//! Games in which all seats share one state.

use std::fmt::Debug;
use std::hash::Hash;

use super::Law;

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The seat, counted from 0, wins and takes the pot.
    Won(usize),
    /// Nobody wins.
    Nobody,
}

/// What a throw leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<S> {
    /// The game goes on from this state.
    To(S),
    /// The game is over, with this score where the game keeps one.
    End(Ending, u32),
}

/// Coins that a seat puts into the pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Payment {
    /// The seat, counted from 0.
    pub seat: usize,
    /// The coins.
    pub coins: u64,
}

/// A game as a walk from state to state: in each state one law is thrown, and the effect of what it
/// shows leads on.
pub trait Walk: Sync {
    /// Where the game stands.
    type State: Copy + Eq + Hash + Ord + Debug + Send + Sync;
    /// What of a throw matters.
    type Effect: Copy + Ord + Debug + Send + Sync;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// Where the game starts.
    fn start(&self) -> Self::State;

    /// Everything that is ever thrown.
    fn laws(&self) -> &[Law<Self::Effect>];

    /// Which of [`Walk::laws`] is thrown in a state.
    fn thrown(&self, state: Self::State) -> usize;

    /// What a throw leads to.
    fn step(&self, state: Self::State, effect: Self::Effect) -> Step<Self::State>;

    /// What the throw costs whom.
    fn payment(&self, _state: Self::State, _effect: Self::Effect) -> Option<Payment> {
        None
    }

    /// Whose throw it is.
    fn seat(&self, _state: Self::State) -> usize {
        0
    }

    /// The same state, with the turn passed on: where the game goes on if a throw changes nothing, or if that
    /// seat is no longer there.
    fn pass(&self, state: Self::State) -> Self::State {
        state
    }

    /// What every seat pays before the first throw; `None` where no coins are played for.
    fn ante(&self) -> Option<u64> {
        None
    }

    /// How many casts one throw counts as.
    fn casts(&self) -> u64 {
        1
    }

    /// After how many throws the game is over, won by nobody.
    fn deadline(&self) -> Option<u64> {
        None
    }

    /// The score of a state, where the game keeps one.
    fn score(&self, _state: Self::State) -> u32 {
        0
    }
}
