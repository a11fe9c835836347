//! How a game swings, and who follows it.

use std::borrow::Borrow;

use num_rational::BigRational;
use num_traits::ToPrimitive;

use tali_core::exact::{Missing, Swings, chances_to_win, solve_swings};
use tali_core::monte_carlo::{ListedValues, Trajectories, TrajectorySimulator};
use tali_core::process::{MarkovChain, Process, To};

/// Swings are solved for on chains of so few moves.
const MOST_SOLVED: usize = 300_000;

/// On chains of so few moves each seat's chance is listed, and the chain itself is solved and played.
pub const MOST_LISTED: usize = 4_000_000;

/// How a game swings, and someone who can play it with every seat's chance known at each state.
pub struct Dynamics<'a> {
    /// What is solved for; missing where that would take too long.
    pub swings: Swings,
    /// What every seat pays before the first throw, where coins are played for.
    pub stake: Option<BigRational>,
    /// Someone who plays it so.
    pub trajectories: Option<Box<dyn Trajectories + 'a>>,
}

impl<'a> Dynamics<'a> {
    /// Of a process whose states are numbered if they are few, else of what its value function says.
    pub(crate) fn new<P: Process + 'a>(
        process: P,
        with_values: impl FnOnce(P) -> Option<Box<dyn Trajectories + 'a>>,
    ) -> Self {
        let few = process.estimated_states() <= MOST_LISTED.to_f64().unwrap_or(f64::MAX);
        if let Some(Ok(chain)) = few.then(|| MarkovChain::new(&process, MOST_LISTED)) {
            return Self::of_chain(chain);
        }
        let unknown = Self::unknown(process.seats(), process.ante());
        Self { trajectories: with_values(process), ..unknown }
    }

    /// Of numbered states, owned or borrowed.
    pub(crate) fn of_chain<C: Process<State = To> + Borrow<MarkovChain> + 'a>(process: C) -> Self {
        const NANOSECONDS: f64 = 300.0;
        let chain: &MarkovChain = process.borrow();
        let stake = chain.ante().map(|stake| BigRational::from_integer(stake.into()));
        let missing = |why| Swings::missing(chain.seats(), why, stake.is_some());
        let solved = chain.size() <= MOST_SOLVED;
        let swings = if solved { solve_swings(chain) } else { missing(Missing::TooLong) };
        // Nobody follows a game to an end that it does not have.
        if chain.may_never_end() {
            return Self { swings, stake, trajectories: None };
        }
        let values = ListedValues::new(&chances_to_win(chain));
        let simulator = TrajectorySimulator::new(process, values, 1, NANOSECONDS);
        Self { swings, stake, trajectories: Some(Box::new(simulator)) }
    }

    /// Nothing is known of so many seats.
    pub(crate) fn unknown(seats: usize, stake: Option<u64>) -> Self {
        Self {
            swings: Swings::missing(seats, Missing::TooLong, stake.is_some()),
            stake: stake.map(|stake| BigRational::from_integer(stake.into())),
            trajectories: None,
        }
    }
}
