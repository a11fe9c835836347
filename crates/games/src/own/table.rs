//! A game file in which nobody chooses, at a table.
//!
//! It is numbered as a whole where that is soon done: then figures are fractions. Else seats that are independent of one another
//! are solved one by one, and what neither holds for is numbered up to four million moves, and played state by state beyond.

use std::sync::OnceLock;

use super::independent::{is_independent, seats};
use super::process::OwnGame;
use super::season;
use crate::kit::{Dynamics, Playable, ProcessGame, Simulated, Solvable, Workload};
use tali_core::exact::{Detail, IndependentSeats, Missing, Number, Solution, StatisticNumbers, Wanted};
use tali_core::monte_carlo::{BankrollPlayer, Player, SeatsPlayer};
use tali_core::process::{ChainError, MarkovChain, Process, Statistic};

/// A game of chance, from a file.
pub(super) struct ChanceGame {
    whole: ProcessGame<OwnGame>,
    /// Whether it is solved as a whole.
    is_small: bool,
    is_independent: bool,
    seats: OnceLock<Option<IndependentSeats>>,
    /// The figure of a season, and how many wins make one.
    season: Option<(&'static Statistic, u32)>,
    /// The product of the seats, solved.
    solution: OnceLock<Solution>,
}

impl ChanceGame {
    /// A game that is small enough to be solved as a whole at once, or not.
    pub(super) fn new(game: OwnGame, is_small: bool, season: Option<(&'static Statistic, u32)>) -> Self {
        let is_independent = is_independent(&game.machine.program.code);
        Self {
            whole: ProcessGame::new(game),
            is_small,
            is_independent,
            seats: OnceLock::new(),
            season,
            solution: OnceLock::new(),
        }
    }

    /// The seats by themselves, where they are independent.
    fn seats(&self) -> Option<&IndependentSeats> {
        let found = self.seats.get_or_init(|| seats(self.whole.process()));
        found.as_ref().filter(|_| self.is_independent)
    }

    /// The product of the seats, where the game is not solved as a whole.
    fn product(&self) -> Option<&Solution> {
        let seats = if self.is_small || !self.is_independent { None } else { self.seats() }?;
        Some(self.solution.get_or_init(|| {
            let unknown = || Solution::unknown_of(self.whole.process(), Wanted::ALL);
            seats.solve().unwrap_or_else(unknown)
        }))
    }
}

impl Solvable for ChanceGame {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        let mut solution = match self.product() {
            Some(solution) => wanted.part_of(solution.clone()),
            None => self.whole.solve_to(wanted),
        };
        if self.is_independent
            && let Some(seats) = self.seats()
        {
            let is_open = |number: &Number| *number == Err(Missing::TooLong);
            if wanted.detail == Detail::Whole && solution.length.quantiles.iter().all(is_open) {
                solution.length.quantiles = seats.quantiles().unwrap_or(solution.length.quantiles);
            }
            solution.statistics.push(seats.alone());
        }
        if let Some((of, wins)) = self.season {
            let games = season::games(&solution.shares[0], &solution.nobody.plus(&solution.never), wins);
            solution.statistics.push(StatisticNumbers::one(of, games));
        }
        solution
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        match self.product() {
            Some(_) => Err(ChainError::TooLarge),
            None => self.whole.chain(most_moves),
        }
    }

    fn dynamics(&self) -> Dynamics<'_> {
        match self.product() {
            Some(_) => Dynamics::unknown(self.whole.process().seats(), self.whole.process().ante()),
            None => self.whole.dynamics(),
        }
    }

    fn is_never_shared(&self) -> bool {
        self.is_independent || self.whole.is_never_shared()
    }
}

impl Simulated for ChanceGame {
    fn player(&self) -> Box<dyn Player + '_> {
        match self.seats().filter(|_| self.is_independent) {
            Some(seats) => Box::new(SeatsPlayer::new(seats)),
            None => self.whole.player(),
        }
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        self.whole.process().ante()?;
        match self.seats().filter(|_| self.is_independent) {
            Some(seats) => Some(Box::new(SeatsPlayer::new(seats))),
            None => self.whole.bankroll_player(),
        }
    }
}

impl Workload for ChanceGame {
    fn cost_of_any(&self) -> f64 {
        if self.is_independent && self.seats().is_some() { DRAWS } else { self.whole.cost_of_any() }
    }

    fn cost(&self, length: f64) -> f64 {
        if self.is_independent && self.seats().is_some() {
            length.min(DRAWS)
        } else {
            self.whole.cost(length)
        }
    }
}

/// A seat that is played by itself takes so many draws, roughly and rather too many: what changes nothing is jumped over.
const DRAWS: f64 = 100.0;

impl Playable for ChanceGame {
    fn workload(&self) -> &dyn Workload {
        self
    }
}
