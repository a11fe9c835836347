//! Drawing from a finite distribution.

use std::hint::select_unpredictable;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rand_distr::{Distribution as _, Exp1};

use super::Generator;
use crate::process::Distribution;

/// The sum of all weights in the alias table.
const UNIT: u128 = 1 << 63;

/// Draws outcomes of a distribution from an alias table: one 64-bit number picks a cell, and one of the two
/// outcomes that share it.
///
/// Probabilities are rounded to 2⁻⁶³. Source: M. D. Vose, "A linear algorithm for generating random
/// numbers with a given distribution", *IEEE Transactions on Software Engineering* 17 (1991).
#[derive(Clone, Debug)]
pub struct Sampler<T> {
    /// The table of most distributions. Its size is fixed, so that indexing needs no bounds checks.
    small: Box<[Cell<T>; SMALL]>,
    /// The table of distributions with more outcomes, with a power of two of cells; empty for all others.
    large: Vec<Cell<T>>,
}

/// The number of cells in the table of most distributions.
const SMALL: usize = 1 << SMALL_BITS;
const SMALL_BITS: u32 = 6;

#[derive(Clone, Copy, Debug)]
struct Cell<T> {
    /// The first outcome is drawn if the bits that do not pick the cell, shifted to the top, are below this.
    threshold: u64,
    outcomes: [T; 2],
}

impl<T: Copy + Ord> Sampler<T> {
    /// A sampler of the distribution.
    pub fn new(distribution: &Distribution<T>) -> Self {
        let outcomes = distribution.outcomes();
        let cells = outcomes.len().next_power_of_two().max(SMALL);
        let mut weights: Vec<u128> = outcomes
            .iter()
            .map(|(_, weight)| ((weight << 63u32) / distribution.total()).to_u128().unwrap_or(0))
            .collect();
        weights.resize(cells, 0);
        let outcome = |index: usize| outcomes[index.min(outcomes.len() - 1)].0;
        let table: Vec<Cell<T>> = aliases(weights)
            .into_iter()
            .map(|(threshold, indices)| Cell { threshold, outcomes: indices.map(outcome) })
            .collect();
        let full = Cell { threshold: u64::MAX, outcomes: [outcome(0); 2] };
        match <[Cell<T>; SMALL]>::try_from(table) {
            Ok(small) => Self { small: Box::new(small), large: Vec::new() },
            Err(large) => Self { small: Box::new([full; SMALL]), large },
        }
    }

    /// Draws one outcome.
    #[inline]
    pub fn draw(&self, generator: &mut Generator) -> T {
        let random = generator.bits();
        let (bits, cell) = if self.large.is_empty() {
            let index = (random >> (u64::BITS - SMALL_BITS)) as usize;
            (SMALL_BITS, &self.small[index])
        } else {
            let bits = self.large.len().trailing_zeros();
            #[expect(clippy::cast_possible_truncation, reason = "these bits pick an existing cell")]
            let index = (random >> (u64::BITS - bits)) as usize;
            (bits, &self.large[index])
        };
        select_unpredictable((random << bits) < cell.threshold, cell.outcomes[0], cell.outcomes[1])
    }
}

/// Builds the cells of an alias table from a power of two of weights, in parts of [`UNIT`]. Each cell has a threshold, below
/// which the bits that do not pick the cell draw the first of two outcomes, and the indices of both.
fn aliases(mut weights: Vec<u128>) -> Vec<(u64, [usize; 2])> {
    let cells = weights.len();
    let bits = cells.trailing_zeros();
    let capacity = UNIT >> bits;
    // The rounding remainder goes to the largest weight, which it changes least.
    let missing = UNIT - weights.iter().sum::<u128>();
    if let Some(likeliest) = weights.iter_mut().max() {
        *likeliest += missing;
    }
    let (mut small, mut large): (Vec<usize>, Vec<usize>) =
        (0..cells).partition(|index| weights[*index] < capacity);
    let mut table: Vec<(u64, [usize; 2])> = (0..cells).map(|index| (u64::MAX, [index; 2])).collect();
    while let (Some(poor), Some(rich)) = (small.pop(), large.last().copied()) {
        // As a part of the capacity, in units of 2⁻⁶⁴.
        let threshold = u64::try_from(weights[poor] << (bits + 1)).unwrap_or(u64::MAX);
        table[poor] = (threshold, [poor, rich]);
        weights[rich] -= capacity - weights[poor];
        if weights[rich] < capacity {
            large.pop();
            small.push(rich);
        }
    }
    table
}

/// Alias tables of many small distributions over one list of outcomes.
#[derive(Clone, Debug, Default)]
pub(super) struct Samplers {
    cells: Vec<Cell<u32>>,
    /// For each distribution, the index of its first cell, and how many bits pick a cell.
    rows: Vec<(usize, u32)>,
}

impl Samplers {
    /// Adds a distribution over the outcomes from index `first` on. The weights need not add up to 1.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "parts of 2⁶³"
    )]
    pub(super) fn add(&mut self, first: u32, weights: &[f64]) {
        let all: f64 = weights.iter().sum();
        // Slightly less than `UNIT`, so that rounding leaves a remainder; longer sums have larger rounding errors.
        let unit = UNIT as f64 * (1.0 - (weights.len() as f64 * f64::EPSILON).max(1e-15));
        let mut parts: Vec<u128> = weights.iter().map(|weight| (weight / all * unit) as u128).collect();
        parts.resize(weights.len().next_power_of_two(), 0);
        let last = weights.len() - 1;
        let outcome = |index: usize| first + index.min(last) as u32;
        self.rows.push((self.cells.len(), parts.len().trailing_zeros()));
        let cells = aliases(parts).into_iter();
        self.cells
            .extend(cells.map(|(threshold, indices)| Cell { threshold, outcomes: indices.map(outcome) }));
    }

    /// Draws an outcome of the distribution at this index.
    #[inline]
    pub(super) fn draw(&self, row: usize, generator: &mut Generator) -> usize {
        let (first, bits) = self.rows[row];
        let random = generator.bits();
        #[expect(clippy::cast_possible_truncation, reason = "these bits pick an existing cell")]
        let index = random.unbounded_shr(u64::BITS - bits) as usize;
        let cell = &self.cells[first + index];
        select_unpredictable((random << bits) < cell.threshold, cell.outcomes[0], cell.outcomes[1]) as usize
    }
}

/// The number of tries up to and including the first success, all equally likely: the geometric distribution as the integer
/// part of an exponential one, 1 + ⌊E / −ln(1 − p)⌋.
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    per_log: f64,
}

impl Wait {
    /// The wait for something with the probability `weight`/`total`; `None` if it is impossible.
    pub fn new(weight: &BigUint, total: &BigUint) -> Option<Self> {
        if weight.is_zero() {
            return None;
        }
        let chance = num_rational::BigRational::new(weight.clone().into(), total.clone().into());
        Some(Self::of_chance(chance.to_f64().unwrap_or(0.0).max(f64::MIN_POSITIVE)))
    }

    /// The wait for something with this chance, which must be above 0.
    pub(super) fn of_chance(chance: f64) -> Self {
        // A certain success comes at once: E / ∞ is 0.
        Self { per_log: -(-chance).ln_1p().recip() }
    }

    /// Draws a wait of any length.
    #[inline]
    pub(super) fn drawn(self, generator: &mut Generator) -> f64 {
        let exponential: f64 = Exp1.sample(generator.source());
        (exponential * self.per_log).floor() + 1.0
    }

    /// Draws a wait, limited to [`u64::MAX`].
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number above 0")]
    pub fn draw(self, generator: &mut Generator) -> u64 {
        self.drawn(generator) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The probability with which each outcome is drawn, added up over the cells.
    fn drawn(sampler: &Sampler<usize>, outcomes: usize) -> Vec<f64> {
        let cells = if sampler.large.is_empty() { &sampler.small[..] } else { &sampler.large };
        let mut sums = vec![0.0; outcomes];
        for cell in cells {
            #[expect(clippy::cast_precision_loss, reason = "to a double's precision")]
            let first = cell.threshold as f64 / 2f64.powi(64);
            #[expect(clippy::cast_precision_loss, reason = "cells are few")]
            let all = cells.len() as f64;
            sums[cell.outcomes[0]] += first / all;
            sums[cell.outcomes[1]] += (1.0 - first) / all;
        }
        sums
    }

    proptest! {
        #[test]
        fn the_table_reproduces_the_distribution(weights in proptest::collection::vec(0u32..1000, 1..200)) {
            prop_assume!(weights.iter().any(|weight| *weight > 0));
            let distribution = Distribution::new(weights.iter().enumerate().map(|(index, weight)| (index, BigUint::from(*weight)))).unwrap();
            let total: u32 = weights.iter().sum();
            for (drawn, weight) in drawn(&Sampler::new(&distribution), weights.len()).iter().zip(&weights) {
                prop_assert!((drawn - f64::from(*weight) / f64::from(total)).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn waits_are_geometric() {
        let wait = Wait::new(&1u32.into(), &4u32.into()).unwrap();
        let mut generator = Generator::new(5, 0);
        let waits: Vec<u64> = (0..400_000).map(|_| wait.draw(&mut generator)).collect();
        // P(more than n) = (3/4)ⁿ, within five standard errors.
        for n in [0u64, 1, 2, 5, 10, 20] {
            #[expect(clippy::cast_precision_loss, reason = "waits are few")]
            let longer = waits.iter().filter(|wait| **wait > n).count() as f64 / 400_000.0;
            let chance = 0.75f64.powi(i32::try_from(n).unwrap());
            assert!(
                (longer - chance).abs() < 5.0 * (chance * (1.0 - chance) / 400_000.0).sqrt() + 1e-12,
                "{n}"
            );
        }
        assert!(Wait::new(&0u32.into(), &4u32.into()).is_none());
        let always = Wait::new(&4u32.into(), &4u32.into()).unwrap();
        assert!((0..100).all(|_| always.draw(&mut generator) == 1));
    }
}
