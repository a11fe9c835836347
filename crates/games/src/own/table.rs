//! A game file without choices, at a table.
//!
//! It is numbered as a whole if that is fast: then figures are fractions. Otherwise independent seats are solved one by one, and
//! other games are numbered up to four million moves, and played state by state beyond.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use num_traits::ToPrimitive;

use super::compiler::RuleValue;
use super::independent::{SeatPlans, is_independent};
use super::process::OwnGame;
use super::season;
use super::throws::Thrown;
use crate::kit::{Dynamics, MOST_LISTED, Playable, ProcessGame, Simulated, Solvable, Workload};
use tali_core::exact::{Detail, Interval, Missing, Solution, StatisticNumbers, Wanted};
use tali_core::monte_carlo::{BankrollPlayer, Player, SeatsPlayer};
use tali_core::process::{ChainError, Distribution, IndependentSeats, MarkovChain, Process, Statistic};

/// What does not depend on the weights of bones and dice.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape {
    seats: usize,
    /// The values of the rules, without those that are only weights.
    rules: Vec<RuleValue>,
    /// The outcomes of each distribution, and the distributions of each throw.
    outcomes: Vec<Vec<u32>>,
    sites: Vec<Vec<usize>>,
    thrown: Vec<Thrown>,
}

impl Shape {
    /// The shape of a game by these rules.
    pub(super) fn of(game: &OwnGame, rules: Vec<RuleValue>) -> Self {
        let program = &game.machine.program;
        let numbers = |distribution: &Distribution<u32>| {
            distribution.outcomes().iter().map(|(thrown, _)| *thrown).collect()
        };
        Self {
            seats: game.seats(),
            rules,
            outcomes: program.distributions.iter().map(numbers).collect(),
            sites: program.code.sites.iter().map(|site| site.distributions.clone()).collect(),
            thrown: program.throws.thrown.clone(),
        }
    }
}

/// What is already numbered, by the shape of the table: other weights do not change it.
#[derive(Debug, Default)]
pub(super) struct Numbered {
    /// That there are too many moves is cached, too.
    chains: Mutex<Vec<(Shape, Result<MarkovChain, ChainError>)>>,
    plans: Mutex<Vec<(Shape, Option<Arc<SeatPlans>>)>>,
}

/// The most shapes to cache, and the most moves in all: those of one large chain.
const MOST_SHAPES: usize = 16;
const MOST_REMEMBERED: usize = MOST_LISTED;

/// Returns what is cached for a shape, or makes it, and caches it for as long as there is room.
fn remembered<T: Clone>(
    known: &Mutex<Vec<(Shape, T)>>,
    shape: &Shape,
    make: impl FnOnce() -> T,
    moves: impl Fn(&T) -> usize,
) -> T {
    let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, found)) = lock().iter().find(|(known, _)| known == shape) {
        return found.clone();
    }
    let made = make();
    let mut known = lock();
    // Another thread may have been faster.
    if known.iter().all(|(known, _)| known != shape) {
        known.push((shape.clone(), made.clone()));
    }
    let is_full = |known: &[(Shape, T)]| {
        let all: usize = known.iter().map(|(_, made)| moves(made)).sum();
        known.len() > MOST_SHAPES || all > MOST_REMEMBERED
    };
    while known.len() > 1 && is_full(&known) {
        known.remove(0);
    }
    made
}

/// A game of chance, from a file.
pub(super) struct ChanceGame {
    whole: ProcessGame<OwnGame>,
    shape: Shape,
    numbered: &'static Numbered,
    /// Whether it is solved as a whole.
    is_small: bool,
    is_independent: bool,
    seats: OnceLock<Option<(IndependentSeats<Interval>, Arc<SeatPlans>)>>,
    /// The figure of a season, and the wins that it takes.
    season: Option<(&'static Statistic, u32)>,
    /// The solution of the product of the seats.
    solution: OnceLock<Solution>,
}

impl ChanceGame {
    /// Creates a game; `is_small` if it can be solved as a whole at once.
    pub(super) fn new(
        game: OwnGame,
        shape: Shape,
        numbered: &'static Numbered,
        is_small: bool,
        season: Option<(&'static Statistic, u32)>,
    ) -> Self {
        let is_independent = is_independent(&game.machine.program.code);
        Self {
            whole: ProcessGame::new(game),
            shape,
            numbered,
            is_small,
            is_independent,
            seats: OnceLock::new(),
            season,
            solution: OnceLock::new(),
        }
    }

    /// The game as a whole, numbered from a cached chain of the same shape.
    fn whole(&self) -> &ProcessGame<OwnGame> {
        self.whole.number(|process| {
            let moves = |chain: &Result<MarkovChain, _>| chain.as_ref().map_or(0, MarkovChain::size);
            let number = || MarkovChain::new(process, MOST_LISTED);
            let chain = remembered(&self.numbered.chains, &self.shape, number, moves)?;
            match chain.reweighted(process.distributions()) {
                Some(chain) => Ok(chain),
                None => number(),
            }
        });
        &self.whole
    }

    /// The seats by themselves, if they are independent.
    fn seats(&self) -> Option<&IndependentSeats<Interval>> {
        if !self.is_independent {
            return None;
        }
        let found = self.seats.get_or_init(|| {
            let process = self.whole.process();
            let plan = || SeatPlans::new(process).map(Arc::new);
            let plans = remembered(&self.numbered.plans, &self.shape, plan, |_| 0)?;
            Some((plans.within_bounds(process.distributions(), process.ante())?, plans))
        });
        found.as_ref().map(|(seats, _)| seats)
    }

    /// The product of the seats, if the game is not solved as a whole.
    fn product(&self) -> Option<&Solution> {
        let seats = if self.is_small { None } else { self.seats() }?;
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
            None => self.whole().solve_to(wanted),
        };
        if let Some(seats) = self.seats() {
            // A chain with long waits is not stepped through, but its seats are, each by itself.
            if wanted.detail == Detail::Whole && solution.length.pmf.is_none() {
                let is_open = solution.length.quantiles.contains(&Err(Missing::TooLong));
                let quantiles = match seats.solve() {
                    Some(product) => {
                        solution.length.pmf = product.length.pmf;
                        Some(product.length.quantiles)
                    }
                    None if is_open => seats.quantiles(),
                    None => None,
                };
                if let Some(quantiles) = quantiles.filter(|_| is_open) {
                    solution.length.quantiles = quantiles;
                }
            }
            solution.statistics.push(match self.seats.get() {
                Some(Some((_, plans))) if wanted.detail == Detail::Whole => {
                    plans.alone(self.whole.process().distributions(), seats)
                }
                _ => seats.alone(),
            });
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
            None => self.whole().chain(most_moves),
        }
    }

    fn dynamics(&self) -> Dynamics {
        match self.product() {
            Some(_) => Dynamics::unknown(self.whole.process().seats(), self.whole.process().ante()),
            None => self.whole().dynamics(),
        }
    }

    fn is_never_shared(&self) -> bool {
        self.is_independent || self.whole().is_never_shared()
    }
}

impl Simulated for ChanceGame {
    fn player(&self) -> Box<dyn Player + '_> {
        match self.seats() {
            Some(seats) => Box::new(SeatsPlayer::new(seats)),
            None => self.whole().player(),
        }
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        self.whole.process().ante()?;
        match self.seats() {
            Some(seats) => Some(Box::new(SeatsPlayer::new(seats))),
            None => self.whole().bankroll_player(),
        }
    }
}

impl Workload for ChanceGame {
    fn effort(&self) -> f64 {
        // Measured: a chain of 40,000 moves takes about 10 ms.
        const MILLISECONDS: f64 = 2.5e-4;
        // A game that is solved seat by seat need not be numbered as a whole.
        if !self.is_small && self.seats().is_some() {
            return 1.0;
        }
        let chain = self.whole().chain(MOST_LISTED);
        chain.map_or(1.0, |chain| (chain.size().to_f64().unwrap_or(f64::MAX) * MILLISECONDS).max(1.0))
    }

    fn cost_of_any(&self) -> f64 {
        if self.seats().is_some() { DRAWS } else { self.whole().cost_of_any() }
    }

    fn cost(&self, length: f64) -> f64 {
        // Casts are counted, as far as an `f64` counts them.
        const COUNTED: f64 = 1e15;
        if self.seats().is_some() && length < COUNTED { length.min(DRAWS) } else { self.whole().cost(length) }
    }
}

/// The draws to play a seat by itself, rather too many: idle turns are skipped.
const DRAWS: f64 = 100.0;

impl Playable for ChanceGame {
    fn workload(&self) -> &dyn Workload {
        self
    }
}
