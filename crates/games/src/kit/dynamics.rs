//! How a game swings, and who follows it.

use num_rational::BigRational;

use tali_core::exact::{Missing, Swings, chances_to_win, solve_swings};
use tali_core::monte_carlo::Trajectories;
use tali_core::process::{ChainError, MarkovChain, Process};

/// Swings are solved for on chains of so few moves.
const MOST_SOLVED: usize = 300_000;

/// On chains of so few moves each seat's chance is listed, and the chain itself is solved and played.
pub const MOST_LISTED: usize = 4_000_000;

/// How a game swings, and someone who can play it with every seat's chance known at each state.
pub struct Dynamics {
    /// What is solved for; missing where that would take too long.
    pub swings: Swings,
    /// What every seat pays before the first throw, where coins are played for.
    pub stake: Option<BigRational>,
    /// Someone who plays it so.
    pub trajectories: Option<Trajectories>,
}

impl Dynamics {
    /// Of a game whose states are numbered, or of which no more is known than how many seats play it for what stake.
    pub(crate) fn new(chain: Result<MarkovChain, ChainError>, seats: usize, stake: Option<u64>) -> Self {
        match chain {
            Ok(chain) => Self::of_chain(&chain),
            Err(_) => Self::unknown(seats, stake),
        }
    }

    /// Of numbered states.
    fn of_chain(chain: &MarkovChain) -> Self {
        let solved = chain.size() <= MOST_SOLVED;
        let unknown = Self::unknown(chain.seats(), chain.ante());
        let swings = if solved { solve_swings(chain) } else { unknown.swings };
        // Nobody follows a game to an end that it does not have.
        let followed = !chain.may_never_end();
        let trajectories = followed.then(|| Trajectories::new(chain.clone(), &chances_to_win(chain)));
        Self { swings, trajectories, ..unknown }
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
