//! Expected values on a chain that is surely left: the linear equations X(s) = Σ P(s, t)·X(t) + g(s).
//!
//! In rationals by elimination in whole numbers, where every division is exact: E. H. Bareiss,
//! "Sylvester's identity and multistep integer-preserving Gaussian elimination", *Mathematics of
//! Computation* 22 (1968). In intervals see [`super::components`].

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::{BigInt, BigUint};
use num_traits::One;

/// A chain of states that is left from every one of them, sooner or later.
#[derive(Clone, Debug)]
pub(super) struct System {
    /// From each state: the sum of all weights.
    pub totals: Vec<BigUint>,
    /// From each state the weights of its moves to states, each state at most once.
    pub moves: Vec<Vec<(usize, BigUint)>>,
    /// From each state the weight of leaving the chain.
    pub exits: Vec<BigUint>,
}

/// The equations of a system, eliminated once to be solved for any gains.
///
/// Gains and solutions are [`Weight`](super::scalar::Weight)s: in whole numbers the gain of a state is multiplied by its
/// total, as a sum over its moves comes out by itself, and the solutions are over [`Elimination::denominator`].
pub(super) trait Elimination<W> {
    fn new(system: &System) -> Self;

    /// What the solutions weigh that are 1.
    fn denominator(&self) -> W;

    /// The solutions for each of the gains.
    fn solve(&self, gains: &[Vec<W>]) -> Vec<Vec<W>>;
}

/// The equations in whole numbers, from the first state to the last.
#[derive(Clone, Debug)]
pub(super) struct Bareiss {
    /// What is left of each row of the matrix total·I − W, from the diagonal on.
    rows: Vec<BTreeMap<usize, BigInt>>,
    /// The later rows from which each row was taken, and how often.
    taken: Vec<Vec<(usize, BigInt)>>,
    /// 1 and the pivots, of which the last is the determinant.
    pivots: Vec<BigInt>,
}

/// Brings numbers of a row that no step has touched since `from` up to date: each step multiplied them by its pivot and
/// divided them by the pivot before.
fn update<'a>(numbers: impl IntoIterator<Item = &'a mut BigInt>, pivots: &[BigInt], from: usize, to: usize) {
    if from < to {
        for number in numbers {
            *number = &*number * &pivots[to] / &pivots[from];
        }
    }
}

impl Elimination<BigUint> for Bareiss {
    fn new(system: &System) -> Self {
        let states = system.totals.len();
        let row = |state: usize| {
            let mut row = BTreeMap::from([(state, BigInt::from(system.totals[state].clone()))]);
            for (to, weight) in &system.moves[state] {
                *row.entry(*to).or_default() -= BigInt::from(weight.clone());
            }
            row
        };
        let mut rows: Vec<BTreeMap<usize, BigInt>> = (0..states).map(row).collect();
        let mut steps = vec![0; states];
        let mut below = predecessors(system);
        let mut pivots = vec![BigInt::one()];
        let mut taken = Vec::with_capacity(states);
        for state in 0..states {
            update(rows[state].values_mut(), &pivots, steps[state], state);
            let pivot = rows[state].get(&state).cloned().unwrap_or_default();
            let (upper, lower) = rows.split_at_mut(state + 1);
            let eliminated = &upper[state];
            let mut factors = Vec::new();
            for from in std::mem::take(&mut below[state]) {
                let row = &mut lower[from - state - 1];
                update(row.values_mut(), &pivots, steps[from], state);
                steps[from] = state;
                let Some(factor) = row.remove(&state) else { continue };
                for value in row.values_mut() {
                    *value *= &pivot;
                }
                for (to, value) in eliminated.range(state + 1..) {
                    *row.entry(*to).or_default() -= &factor * value;
                    if *to < from {
                        below[*to].insert(from);
                    }
                }
                for value in row.values_mut() {
                    *value = &*value / &pivots[state];
                }
                steps[from] = state + 1;
                factors.push((from, factor));
            }
            taken.push(factors);
            pivots.push(pivot);
        }
        Self { rows, taken, pivots }
    }

    fn denominator(&self) -> BigUint {
        self.determinant().magnitude().clone()
    }

    fn solve(&self, gains: &[Vec<BigUint>]) -> Vec<Vec<BigUint>> {
        gains.iter().map(|gain| self.solve_for(gain)).collect()
    }
}

impl Bareiss {
    fn determinant(&self) -> &BigInt {
        &self.pivots[self.rows.len()]
    }

    /// With the determinant as common denominator, the solutions are whole numbers.
    fn solve_for(&self, gains: &[BigUint]) -> Vec<BigUint> {
        let mut sums: Vec<BigInt> = gains.iter().map(|gain| gain.clone().into()).collect();
        let mut steps = vec![0; sums.len()];
        for (state, taken) in self.taken.iter().enumerate() {
            update([&mut sums[state]], &self.pivots, steps[state], state);
            for (from, factor) in taken {
                update([&mut sums[*from]], &self.pivots, steps[*from], state);
                let sum = &sums[*from] * &self.pivots[state + 1] - factor * &sums[state];
                sums[*from] = sum / &self.pivots[state];
                steps[*from] = state + 1;
            }
        }
        let determinant = self.determinant();
        for (state, row) in self.rows.iter().enumerate().rev() {
            let further = row.range(state + 1..).map(|(to, value)| value * &sums[*to]);
            sums[state] = (determinant * &sums[state] - further.sum::<BigInt>()) / &self.pivots[state + 1];
        }
        // Neither a solution nor the determinant is negative.
        sums.into_iter().map(|sum| sum.into_parts().1).collect()
    }
}

/// The states after each one from which it is reached in one move.
fn predecessors(system: &System) -> Vec<BTreeSet<usize>> {
    let mut predecessors = vec![BTreeSet::new(); system.totals.len()];
    for (from, moves) in system.moves.iter().enumerate() {
        for (to, _) in moves.iter().filter(|(to, _)| *to < from) {
            predecessors[*to].insert(from);
        }
    }
    predecessors
}

#[cfg(test)]
mod tests {
    use super::super::Interval;
    use super::super::components::Eliminated;
    use super::super::scalar::Weight;
    use super::*;
    use num_rational::BigRational;
    use num_traits::Zero;
    use proptest::prelude::*;

    /// A drunkard between two doors, in whole weights: to the left with 1, to the right with 2.
    fn drunkard(states: usize) -> System {
        let mut system = System {
            totals: vec![3u32.into(); states],
            moves: vec![Vec::new(); states],
            exits: vec![BigUint::zero(); states],
        };
        for state in 0..states {
            match state.checked_sub(1) {
                Some(left) => system.moves[state].push((left, 1u32.into())),
                None => system.exits[state] += 1u32,
            }
            match state + 1 {
                right if right < states => system.moves[state].push((right, 2u32.into())),
                _ => system.exits[state] += 2u32,
            }
        }
        system
    }

    #[test]
    fn the_drunkard_leaves_by_the_right_door_as_the_textbook_says() {
        // P(right | start at s + 1 of N) = (1 − 2^−(s+1)) / (1 − 2^−N): Feller I, §XIV.2.
        let states = 9;
        let system = drunkard(states);
        let mut gain = vec![BigUint::zero(); states];
        gain[states - 1] = 2u32.into();
        let equations = Bareiss::new(&system);
        let right = &equations.solve(&[gain])[0];
        for (state, found) in right.iter().enumerate() {
            let found = found.over(&equations.denominator());
            let part =
                |power: usize| BigRational::one() - BigRational::new(BigInt::one(), BigInt::one() << power);
            assert_eq!(found, part(state + 1) / part(states + 1), "{state}");
        }
    }

    proptest! {
        #[test]
        fn both_ways_agree(weights in proptest::collection::vec(0u32..5, 49), exits in proptest::collection::vec(1u32..4, 7)) {
            let moves: Vec<Vec<(usize, BigUint)>> = weights.chunks(7)
                .map(|row| row.iter().enumerate().filter(|(_, w)| **w > 0).map(|(to, w)| (to, (*w).into())).collect())
                .collect();
            let totals = weights.chunks(7).zip(&exits).map(|(row, exit)| (row.iter().sum::<u32>() + exit).into());
            let system = System { totals: totals.collect(), moves, exits: exits.iter().map(|e| (*e).into()).collect() };
            let equations = Bareiss::new(&system);
            let exactly = equations.solve(std::slice::from_ref(&system.totals));
            let nearly = Eliminated::new(&system).solve(&[vec![Interval::ONE; 7]]);
            for (exact, near) in exactly[0].iter().zip(&nearly[0]) {
                let exact = &exact.over(&equations.denominator());
                let near = near.enclosure().unwrap();
                prop_assert!(near.low() <= exact && exact <= near.high());
                prop_assert!((near.high() - near.low()) / exact < BigRational::new(1.into(), 1_000_000_000_000i64.into()));
            }
        }
    }
}
