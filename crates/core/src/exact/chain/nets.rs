//! The distribution of a seat's net, what it takes minus what it pays, in games with payments to and from the bank alone.
//!
//! If play returns to no state except directly, the expected visits of a state with each amount follow state by state, as its
//! predecessors are done before it. J. G. Kemeny, J. L. Snell, *Finite Markov Chains* (1960), chapter III.

use std::collections::BTreeMap;

use num_rational::BigRational;

use super::super::Enclosure;
use super::super::scalar::Scalar;
use super::super::solution::Spread;
use super::Solver;
use crate::process::To;

/// The most different nets, and the most times that one is carried over a move.
const MOST_AMOUNTS: usize = 4_096;
const MOST_HELD: usize = 500_000;

impl Solver<'_> {
    /// The distribution of a seat's net; `None` if coins go through a pot, if play can return to a state, other than
    /// directly and without payment, if it may never end, or if there are too many amounts.
    pub(super) fn net<S: Scalar>(&self, seat: usize, start: usize) -> Option<Spread> {
        let is_settled =
            |coins: &super::Coins| !coins.unknown && coins.into_pot == 0 && coins.out_of_pot == 0;
        if self.ante != Some(0) || !self.coins.iter().all(is_settled) {
            return None;
        }
        let components = self.components();
        if components.iter().any(|states| states.len() > 1) {
            return None;
        }
        let gain = |step| {
            let coins = self.coins(step);
            Some(i64::try_from(coins.received[seat]).ok()? - i64::try_from(coins.paid[seat]).ok()?)
        };
        let rows: Vec<_> = self.rows().collect();
        let mut come: Vec<BTreeMap<i64, S>> = vec![BTreeMap::new(); rows.len()];
        come[start].insert(0, S::one());
        let mut ends: BTreeMap<i64, Vec<S>> = BTreeMap::new();
        let mut held = 0;
        for states in components.iter().rev() {
            let state = states[0];
            let arrived = std::mem::take(&mut come[state]);
            if arrived.is_empty() {
                continue;
            }
            let leaves = self.leaves(state);
            held += arrived.len() * rows[state].len();
            if held > MOST_HELD || ends.len() > MOST_AMOUNTS {
                return None;
            }
            for step in rows[state] {
                let part = S::ratio(self.weight(step), &leaves);
                for (amount, chance) in &arrived {
                    let (amount, chance) = (amount + gain(step)?, chance.times(&part));
                    match step.to {
                        To::State(to) if to as usize == state && gain(step)? != 0 => return None,
                        To::State(to) if to as usize == state => {}
                        To::State(to) => {
                            let known = come[to as usize].entry(amount).or_insert_with(S::zero);
                            *known = known.plus(&chance);
                        }
                        To::End(_) => ends.entry(amount).or_default().push(chance),
                        To::Never => return None,
                    }
                }
            }
        }
        let distribution = ends.into_iter().map(|(amount, chances)| {
            let chance = S::sum(chances).at_most_one().enclosure().unwrap_or_else(Enclosure::probability);
            (BigRational::from_integer(amount.into()), chance)
        });
        Some(Spread::of_distribution(distribution))
    }
}
