//! Games of chance made from a process, state by state.

use std::sync::OnceLock;

use super::dynamics::{Dynamics, MOST_LISTED};
use super::playable::{Playable, Simulated, Solvable, Workload};
use tali_core::exact::{Solution, Wanted, solve_chain};
use tali_core::monte_carlo::{BankrollPlayer, ChainPlayer, Player, ProcessPlayer};
use tali_core::process::{ChainError, MarkovChain, PoliciesError, Policy, Process, WithPolicies};

/// A game of chance that is solved and played state by state, for any [`Process`].
///
/// Games with up to four million moves between states are solved; larger games are only simulated. A game with choices first
/// needs policies ([`ProcessGame::with_policies`]): without them nothing is known, and no game ends. For best play see
/// [`BestPlay`](tali_core::exact::BestPlay).
///
/// ```no_run
/// # mod tali_odds { pub use tali_core::{exact, process, tali}; pub use tali_games as games; }
/// # use tali_odds::process::Process;
/// # fn of<P: Process + Send>(process: P) {
/// use tali_odds::games::{ProcessGame, Solvable};
///
/// let game = ProcessGame::new(process);
/// let solution = game.solve();
/// let swings = game.dynamics().swings;
/// # }
/// ```
pub struct ProcessGame<P> {
    process: P,
    /// The numbered states, computed on first use.
    chain: OnceLock<Result<MarkovChain, ChainError>>,
}

impl<P: Process> ProcessGame<P> {
    /// Creates the game of this process.
    pub const fn new(process: P) -> Self {
        Self { process, chain: OnceLock::new() }
    }
}

impl<P: Process> ProcessGame<WithPolicies<P>> {
    /// Creates the game of a process with choices: one policy for each seat, or one for all.
    ///
    /// # Errors
    ///
    /// [`PoliciesError`], if the number of policies is neither one nor that of the seats.
    pub fn with_policies(process: P, policies: Vec<Policy<P::Information>>) -> Result<Self, PoliciesError> {
        WithPolicies::new(process, policies).map(Self::new)
    }
}

impl<P: Process> ProcessGame<P> {
    /// The process.
    pub(crate) const fn process(&self) -> &P {
        &self.process
    }

    /// Numbers the states with this function, if they have no numbers yet.
    pub(crate) fn number(&self, number: impl FnOnce(&P) -> Result<MarkovChain, ChainError>) {
        self.chain.get_or_init(|| number(&self.process));
    }

    fn numbered(&self) -> Result<&MarkovChain, ChainError> {
        let chain = self.chain.get_or_init(|| MarkovChain::new(&self.process, MOST_LISTED));
        chain.as_ref().map_err(|error| *error)
    }
}

impl<P: Process + Send> Solvable for ProcessGame<P> {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        match self.numbered() {
            Ok(chain) => solve_chain(chain, wanted),
            Err(_) => Solution::unknown_of(&self.process, wanted),
        }
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        let chain = self.numbered()?;
        if chain.size() <= most_moves { Ok(chain.clone()) } else { Err(ChainError::TooLarge) }
    }

    fn dynamics(&self) -> Dynamics {
        Dynamics::new(self.numbered().cloned(), self.process.seats(), self.process.ante())
    }

    fn is_never_shared(&self) -> bool {
        self.numbered().is_ok_and(MarkovChain::is_never_shared)
    }
}

impl<P: Process + Send> Simulated for ProcessGame<P> {
    fn player(&self) -> Box<dyn Player + '_> {
        match self.numbered() {
            Ok(chain) => Box::new(ChainPlayer::new(chain)),
            Err(_) => Box::new(ProcessPlayer::new(&self.process)),
        }
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        self.process.ante()?;
        Some(Box::new(ProcessPlayer::new(&self.process)))
    }
}

/// Computing a move during a simulation takes as long as drawing this many casts.
const DRAWS_IN_A_MOVE: f64 = 30.0;

impl<P: Process + Send> Workload for ProcessGame<P> {
    fn cost_of_any(&self) -> f64 {
        match self.numbered() {
            Ok(chain) => ProcessPlayer::new(chain).trial(),
            Err(_) => DRAWS_IN_A_MOVE * ProcessPlayer::new(&self.process).trial(),
        }
    }
}

impl<P: Process + Send> Playable for ProcessGame<P> {
    fn workload(&self) -> &dyn Workload {
        self
    }
}
