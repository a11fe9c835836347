//! How a game swings, and a player that tracks it.

use num_rational::BigRational;

use tali_core::exact::{Missing, Swings, chances_to_win, solve_swings};
use tali_core::monte_carlo::Trajectories;
use tali_core::process::{ChainError, MarkovChain, Process};

/// The largest chain, in moves, for which swings are solved.
const MOST_SOLVED: usize = 300_000;

/// The largest chain, in moves, for which each seat's probability is listed and the chain itself is solved and played.
pub const MOST_LISTED: usize = 4_000_000;

/// How a game swings, and trajectories with each seat's probability in every state.
pub struct Dynamics {
    /// The solved swings; missing where solving would take too long.
    pub swings: Swings,
    /// What each seat pays before the first throw, if the game is for coins.
    pub stake: Option<BigRational>,
    /// Plays the game and tracks the probabilities.
    pub trajectories: Option<Trajectories>,
}

impl Dynamics {
    /// Creates the dynamics from a chain, or unknown ones for this number of seats and stake if there is none.
    pub(crate) fn new(chain: Result<MarkovChain, ChainError>, seats: usize, stake: Option<u64>) -> Self {
        match chain {
            Ok(chain) => Self::of_chain(&chain),
            Err(_) => Self::unknown(seats, stake),
        }
    }

    /// Creates the dynamics of a chain.
    fn of_chain(chain: &MarkovChain) -> Self {
        let solved = chain.size() <= MOST_SOLVED;
        let unknown = Self::unknown(chain.seats(), chain.ante());
        let swings = if solved { solve_swings(chain) } else { unknown.swings };
        // A game that may never end is not tracked.
        let followed = !chain.may_never_end();
        let trajectories = followed.then(|| Trajectories::new(chain.clone(), &chances_to_win(chain)));
        Self { swings, trajectories, ..unknown }
    }

    /// Unknown dynamics for this number of seats.
    pub(crate) fn unknown(seats: usize, stake: Option<u64>) -> Self {
        Self {
            swings: Swings::missing(seats, Missing::TooLong, stake.is_some()),
            stake: stake.map(|stake| BigRational::from_integer(stake.into())),
            trajectories: None,
        }
    }
}
