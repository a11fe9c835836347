//! Games with bones of uncertain weights, solved for each draw of the weights.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

use super::posterior::drawn_average;
use super::{Averaging, Credible, NamedSet, OverPosterior};
use crate::exact::{Enclosure, Missing, Number, Solution, StatisticNumbers, Wanted};
use crate::figures::nearest_double;
use crate::games::{Game, Rules};
use crate::monte_carlo::{Watch, WeightSampler, draw_watched};
use crate::tali::TaliSet;

/// The figures of a game over the posterior of the weights.
#[derive(Clone, Debug)]
pub struct GamePosterior {
    /// The number of draws of the weights.
    pub draws: u64,
    /// The seed.
    pub seed: u64,
    /// The level of the credible intervals.
    pub level: f64,
    /// The value of each number for each draw.
    columns: BTreeMap<Of, Vec<f64>>,
}

/// A number of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Of {
    /// The share of a seat, from 0.
    Share(usize),
    Nobody,
    Never,
    Length,
    /// A figure of the game itself: its name, and the index in its list.
    Statistic(&'static str, usize),
    Pot,
    Paid(usize),
    Taken(usize),
    Net(usize),
}

impl GamePosterior {
    /// The default number of draws for a table that takes `effort` milliseconds to solve.
    pub fn usual_draws(effort: f64) -> u64 {
        const MOST_EFFORT: f64 = 3_000.0;
        /// The longest total time in milliseconds, even if the draws are few.
        const LONGEST: f64 = 60_000.0;
        const LEAST: u64 = 20;
        let within = |milliseconds: f64| (milliseconds / effort).to_u64().unwrap_or(0);
        let usual = within(MOST_EFFORT).clamp(Averaging::FEWEST, Averaging::OF_GAMES);
        usual.min(within(LONGEST).max(LEAST))
    }

    /// Solves the game, with its `coins` if wanted, for each draw of the weights; `None` if no estimated weights matter.
    ///
    /// Seats with bones of the same name, source and weights use the same bones, and so the same unknown weights.
    pub fn new(
        game: &Game,
        rules: &Rules,
        bones: &[NamedSet],
        coins: bool,
        averaging: &Averaging,
        watch: &Watch<'_>,
    ) -> Option<Self> {
        if !game.faces(rules) || bones.iter().all(|bones| !bones.set().is_estimated()) {
            return None;
        }
        let sets: Vec<TaliSet> = bones.iter().map(|bones| bones.set().clone()).collect();
        // The effort is only computed if the number of draws depends on it.
        let usual = match averaging.draws {
            Some(draws) => draws,
            None => Self::usual_draws(game.table(rules.clone(), &sets).ok()?.workload().effort()),
        };
        let mut different: Vec<&NamedSet> = Vec::new();
        let indices = bones.iter().map(|set| {
            different.iter().position(|known| *known == set).unwrap_or_else(|| {
                different.push(set);
                different.len() - 1
            })
        });
        let indices: Vec<usize> = indices.collect();
        let samplers: Vec<WeightSampler> =
            different.iter().map(|bones| WeightSampler::new(bones.set())).collect();
        let solved = draw_watched(&averaging.plan(usual), watch, |generator| {
            let drawn = samplers.iter().map(|sampler| sampler.set(&sampler.draw(generator)));
            let drawn: Vec<TaliSet> = drawn.collect::<Option<_>>()?;
            let sets: Vec<TaliSet> = indices.iter().map(|index| drawn[*index].clone()).collect();
            let solution = game.table(rules.clone(), &sets).ok()?.solve_to(Wanted { coins, ..Wanted::MEANS });
            Some(numbers(&solution))
        });
        let solved: Vec<Vec<(Of, f64)>> = solved.into_iter().collect::<Option<_>>()?;
        let mut columns: BTreeMap<Of, Vec<f64>> = BTreeMap::new();
        for (of, number) in solved.iter().flatten() {
            columns.entry(*of).or_default().push(*number);
        }
        let draws = solved.len() as u64;
        (draws > 0).then_some(Self { draws, seed: averaging.seed, level: averaging.level, columns })
    }

    /// The uncertainty of a chance.
    pub(super) fn chance(&self, of: Of) -> Option<OverPosterior> {
        let average = drawn_average(self.columns.get(&of)?.iter().copied(), self.level);
        Some(OverPosterior { average, ..self.mean(of)? })
    }

    /// The uncertainty of a mean, without its average, which may be infinite.
    pub(super) fn mean(&self, of: Of) -> Option<OverPosterior> {
        let credible = Credible::of(&mut self.columns.get(&of)?.clone(), self.level)?;
        Some(OverPosterior { average: None, plug_in: None, credible: Some(credible) })
    }
}

/// The known numbers of a solution.
fn numbers(solution: &Solution) -> Vec<(Of, f64)> {
    let shares = solution.shares.iter().enumerate().map(|(seat, share)| (Of::Share(seat), middle(share)));
    let mut all: Vec<(Of, f64)> = shares.collect();
    all.extend([(Of::Nobody, middle(&solution.nobody)), (Of::Never, middle(&solution.never))]);
    all.push((Of::Length, double(&solution.length.mean)));
    for StatisticNumbers { of, numbers, .. } in &solution.statistics {
        let numbers = numbers.iter().enumerate();
        all.extend(numbers.map(|(index, number)| (Of::Statistic(of.name, index), double(number))));
    }
    if let Some(pot) = &solution.pot {
        all.push((Of::Pot, double(&pot.coins.mean)));
        for (seat, account) in pot.accounts.iter().enumerate() {
            all.push((Of::Paid(seat), double(&account.paid)));
            all.push((Of::Taken(seat), double(&account.taken)));
            all.push((Of::Net(seat), double(&account.net)));
        }
    }
    all
}

/// The middle of bounds, unless they are too wide: wider than 10⁻⁴ of it and than 10⁻⁹, the tolerance of solvers.
fn middle(bounds: &Enclosure) -> f64 {
    if let Some(exact) = bounds.as_exact() {
        return nearest_double(exact).unwrap_or(f64::INFINITY);
    }
    let one_in = |number: u32| BigRational::new(1.into(), number.into());
    let size = bounds.low().abs().max(bounds.high().abs());
    let widest = (size * one_in(10_000)).max(one_in(1_000_000_000));
    if bounds.high() - bounds.low() <= widest { bounds.to_f64() } else { f64::NAN }
}

/// A number as a double: infinite if it is infinite, NaN if it is missing.
fn double(number: &Number) -> f64 {
    match number {
        Ok(bounds) => middle(bounds),
        Err(Missing::Endless | Missing::Diverges) => f64::INFINITY,
        Err(Missing::EndlessLoss | Missing::DivergingLoss) => f64::NEG_INFINITY,
        Err(_) => f64::NAN,
    }
}
