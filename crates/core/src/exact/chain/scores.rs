//! The distributions of numbers that are read off when a game ends.
//!
//! The expected visits v of the states solve v = e + Pᵀ·v, where e is 1 at the start. A number x is read off with probability
//! Σ v(s)·P(s ends with x). J. G. Kemeny, J. L. Snell, *Finite Markov Chains* (1960), chapter III.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::super::Enclosure;
use super::super::number::Missing;
use super::super::scalar::Scalar;
use super::super::solution::{ScoreSpread, Spread};
use super::super::solvable::Solvable;
use super::equations::Equations;
use super::{Solver, minus};
use crate::process::{MarkovChain, Statistic, To};

/// The most different numbers; and, if play returns to states, the most numbers times states.
const MOST_VALUES: usize = 4_096;
const MOST_SOLVED: usize = 2_000_000;

/// A figure that is read off at the end, with the weight of each of its values with the next move of each state.
pub(super) struct Scores {
    of: &'static Statistic,
    values: Vec<BigRational>,
    /// For each state, the indices of values with their weights.
    read: Vec<Vec<(u32, BigUint)>>,
}

impl Scores {
    /// The scores of a chain.
    pub(super) fn all(chain: &MarkovChain) -> Vec<Self> {
        let number = chain.scored().len();
        let of_figure = |(index, scored): (usize, &crate::process::Scored)| {
            let of_state = |state: usize| {
                let mut read: BTreeMap<u32, BigUint> = BTreeMap::new();
                for edge in chain.moves(state).iter().filter(|edge| edge.counts > 0) {
                    let counts = &chain.counts()[edge.counts as usize];
                    if let Some(value) = counts[counts.len() - number + index].checked_sub(1) {
                        *read.entry(value).or_default() += &chain.chances()[edge.chance as usize].0;
                    }
                }
                read.into_iter().collect()
            };
            let read = (0..chain.states()).map(of_state).collect();
            Self { of: scored.of, values: scored.values.clone(), read }
        };
        chain.scored().iter().enumerate().map(of_figure).collect()
    }

    /// The chance of each value, from the expected visits of the states.
    fn read_with<S: Scalar>(&self, visits: &[S]) -> Vec<S> {
        let mut terms: Vec<Vec<(&BigUint, &S)>> = vec![Vec::new(); self.values.len()];
        for (read, visits) in self.read.iter().zip(visits) {
            for (value, weight) in read {
                terms[*value as usize].push((weight, visits));
            }
        }
        terms.into_iter().map(|terms| S::weighted(terms.into_iter())).collect()
    }
}

impl Solver<'_> {
    /// The distributions of the figures that are read off at the end, over the games that have them.
    pub(super) fn scores<S: Solvable>(&self, equations: &Equations<'_, S>, start: usize) -> Vec<ScoreSpread> {
        let visits = if self.scores.is_empty() { None } else { self.visits::<S>(start) };
        let of_figure = |scores: &Scores| {
            let chances = match &visits {
                Some(visits) => Some(scores.read_with(visits)),
                None => self.solved_for(scores, equations, start),
            };
            match chances {
                Some(chances) => spread(scores, &chances),
                None => self.means(scores, equations, start),
            }
        };
        self.scores.iter().map(of_figure).collect()
    }

    /// The expected visits of each state, over its total weight; `None` if play can return to a state other than directly.
    fn visits<S: Solvable>(&self, start: usize) -> Option<Vec<S>> {
        let components = self.components();
        if components.iter().any(|states| states.len() > 1) {
            return None;
        }
        let mut before: Vec<Vec<(usize, &BigUint)>> = vec![Vec::new(); self.states()];
        for (state, moves) in self.rows().enumerate() {
            for step in moves {
                match step.to {
                    To::State(to) if to as usize != state => {
                        before[to as usize].push((state, self.weight(step)));
                    }
                    _ => {}
                }
            }
        }
        let mut visits = vec![S::zero(); self.states()];
        for states in components.iter().rev() {
            let state = states[0];
            let come = before[state].iter().map(|(from, weight)| (*weight, &visits[*from]));
            let come = S::weighted(come);
            let come = if state == start { come.plus(&S::one()) } else { come };
            if !come.is_zero() {
                visits[state] = come.times(&S::ratio(&BigUint::one(), &self.leaves(state)));
            }
        }
        Some(visits)
    }

    /// The chance of each value, solved for one by one; `None` if that takes too long.
    fn solved_for<S: Solvable>(
        &self,
        scores: &Scores,
        equations: &Equations<'_, S>,
        start: usize,
    ) -> Option<Vec<S>> {
        if scores.values.len().saturating_mul(self.states()) > MOST_SOLVED {
            return None;
        }
        let chance = |value: u32| {
            let of_state = |(read, total): (&Vec<(u32, BigUint)>, &BigUint)| {
                read.iter()
                    .find(|(other, _)| *other == value)
                    .map_or_else(S::zero, |(_, weight)| S::ratio(weight, total))
            };
            let gain: Vec<S> = scores.read.iter().zip(self.totals()).map(of_state).collect();
            Some(equations.solve(&[gain]).pop()?.swap_remove(start))
        };
        (0..u32::try_from(scores.values.len()).ok()?).map(chance).collect()
    }

    /// The chance that the figure is read off, and its mean.
    fn means<S: Solvable>(&self, scores: &Scores, equations: &Equations<'_, S>, start: usize) -> ScoreSpread {
        let part = |value: &dyn Fn(&BigRational) -> BigRational| -> S {
            let of_state = |(read, total): (&Vec<(u32, BigUint)>, &BigUint)| {
                let parts = read.iter().map(|(index, weight)| {
                    S::ratio(weight, total).times(&S::rational(&value(&scores.values[*index as usize])))
                });
                S::sum(parts)
            };
            let gain: Vec<S> = scores.read.iter().zip(self.totals()).map(of_state).collect();
            equations.solve(&[gain]).pop().map_or_else(S::zero, |mut solved| solved.swap_remove(start))
        };
        let zero = BigRational::zero;
        let chance = part(&|_| BigRational::one());
        let [above, below] = [part(&|value| value.max(&zero()).clone()), part(&|value| (-value).max(zero()))];
        let over =
            |part: &S| if chance.is_zero() { Err(Missing::Impossible) } else { part.over(&chance).number() };
        let spread = Spread { mean: minus(over(&above), over(&below)), ..Spread::missing(Missing::TooLong) };
        ScoreSpread { of: scores.of, chance: chance.number(), spread }
    }
}

/// The distribution of a figure whose values have these chances.
fn spread<S: Scalar>(scores: &Scores, chances: &[S]) -> ScoreSpread {
    let whole = S::sum(chances.iter().cloned()).at_most_one();
    let missing = |why| ScoreSpread { of: scores.of, chance: whole.number(), spread: Spread::missing(why) };
    if whole.is_zero() {
        return missing(Missing::Impossible);
    }
    if chances.len() > MOST_VALUES {
        return missing(Missing::TooLong);
    }
    let mut values: Vec<(&BigRational, S)> =
        scores.values.iter().zip(chances.iter().map(|chance| chance.over(&whole).at_most_one())).collect();
    values.sort_by_key(|(number, _)| *number);
    let values = values
        .into_iter()
        .map(|(number, chance)| (number.clone(), chance.enclosure().unwrap_or_else(Enclosure::probability)));
    let spread = Spread::of_distribution(values);
    ScoreSpread { of: scores.of, chance: whole.number(), spread }
}
