//! Expected values on a chain that is surely left: the linear equations X(s) = Σ P(s, t)·X(t) + g(s).
//!
//! In rationals by elimination in whole numbers, where every division is exact: E. H. Bareiss,
//! "Sylvester's identity and multistep integer-preserving Gaussian elimination", *Mathematics of
//! Computation* 22 (1968). In intervals by eliminating state after state without any subtraction:
//! W. K. Grassmann, M. I. Taksar, D. P. Heyman, "Regenerative analysis and steady state distributions
//! for Markov chains", *Operations Research* 33 (1985), and the solution is enclosed
//! by what is left of the equations: S. M. Rump, "Verification methods: rigorous results using
//! floating-point arithmetic", *Acta Numerica* 19 (2010), §10.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::Interval;

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

/// One row of the matrix total·I − W, with the gains at its end, as it stands after so many steps.
struct Row {
    entries: BTreeMap<usize, BigInt>,
    gains: Vec<BigInt>,
    steps: usize,
}

impl Row {
    /// Brings a row that no step since then has touched up to date: each multiplied it by its pivot
    /// and divided it by the pivot before.
    fn after(&mut self, steps: usize, pivots: &[BigInt]) {
        if self.steps == steps {
            return;
        }
        let (to, from) = (&pivots[steps], &pivots[self.steps]);
        for value in self.entries.values_mut().chain(&mut self.gains) {
            *value = &*value * to / from;
        }
        self.steps = steps;
    }
}

/// Solves the equations in rationals for each of the gains.
pub(super) fn solve_exactly(system: &System, gains: &[Vec<BigRational>]) -> Vec<Vec<BigRational>> {
    let states = system.totals.len();
    let common = gains.iter().flatten().fold(BigInt::one(), |common, gain| common.lcm(gain.denom()));
    let mut rows: Vec<Row> = (0..states)
        .map(|state| {
            let total = BigInt::from(system.totals[state].clone());
            let mut entries = BTreeMap::from([(state, total.clone())]);
            for (to, weight) in &system.moves[state] {
                *entries.entry(*to).or_default() -= BigInt::from(weight.clone());
            }
            let scaled = |gain: &BigRational| gain.numer() * (&common / gain.denom()) * &total;
            Row { entries, gains: gains.iter().map(|gain| scaled(&gain[state])).collect(), steps: 0 }
        })
        .collect();
    let mut below = predecessors(system);
    let mut pivots = vec![BigInt::one()];
    for state in 0..states {
        rows[state].after(state, &pivots);
        let pivot = rows[state].entries.get(&state).cloned().unwrap_or_default();
        let (upper, lower) = rows.split_at_mut(state + 1);
        let eliminated = &upper[state];
        for from in std::mem::take(&mut below[state]) {
            let row = &mut lower[from - state - 1];
            row.after(state, &pivots);
            let Some(factor) = row.entries.remove(&state) else { continue };
            for value in row.entries.values_mut().chain(&mut row.gains) {
                *value *= &pivot;
            }
            for (to, value) in eliminated.entries.range(state + 1..) {
                let entry = row.entries.entry(*to).or_default();
                *entry -= &factor * value;
                if *to < from {
                    below[*to].insert(from);
                }
            }
            for (gain, value) in row.gains.iter_mut().zip(&eliminated.gains) {
                *gain -= &factor * value;
            }
            for value in row.entries.values_mut().chain(&mut row.gains) {
                *value = &*value / &pivots[state];
            }
            row.steps = state + 1;
        }
        pivots.push(pivot);
    }
    back_substituted(&rows, &pivots, &common, gains.len())
}

/// With the determinant as common denominator, the solutions are whole numbers.
fn back_substituted(
    rows: &[Row],
    pivots: &[BigInt],
    common: &BigInt,
    solutions: usize,
) -> Vec<Vec<BigRational>> {
    let determinant = &pivots[rows.len()];
    let mut scaled = vec![vec![BigInt::zero(); rows.len()]; solutions];
    for (state, row) in rows.iter().enumerate().rev() {
        for (solution, gain) in scaled.iter_mut().zip(&row.gains) {
            let mut sum = determinant * gain;
            for (to, value) in row.entries.range(state + 1..) {
                sum -= value * &solution[*to];
            }
            solution[state] = sum / &pivots[state + 1];
        }
    }
    let denominator = determinant * common;
    let reduced = |value: BigInt| BigRational::new(value, denominator.clone());
    scaled.into_iter().map(|solution| solution.into_iter().map(reduced).collect()).collect()
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

/// Solves the equations in intervals for each of the gains.
pub(super) fn solve_in_intervals(system: &System, gains: &[Vec<Interval>]) -> Vec<Vec<Interval>> {
    let rows = system.moves.iter().zip(&system.totals).map(|(row, total)| {
        row.iter().map(move |(to, weight)| (*to, Interval::ratio(weight, total))).collect()
    });
    let rows: Vec<Vec<(usize, Interval)>> = rows.collect();
    let exits = system.exits.iter().zip(&system.totals);
    let exits = exits.map(|(exit, total)| Interval::ratio(exit, total).middle()).collect();
    let moved = |values: &[f64], state: usize| -> Interval {
        rows[state].iter().map(|(to, chance)| chance.times(exactly(values[*to]))).sum()
    };
    enclosed(rows.len(), gains, moved, |wanted| {
        let middle =
            |row: &Vec<(usize, Interval)>| row.iter().map(|(to, chance)| (*to, chance.middle())).collect();
        eliminated(rows.iter().map(middle).collect(), exits, wanted)
    })
}

const fn exactly(value: f64) -> Interval {
    Interval { low: value, high: value }
}

/// Bounds on what the equations have for solutions, for each of the gains. `moved` is (P·x)(s), with bounds, and
/// `solved` what floating point finds.
///
/// It is held against the equations: with the residual r = P·x + g − x, and with
/// times y for which y − P·y ≥ c > 0, the error is (I − P)⁻¹·r, of which no component exceeds max|r|/c
/// times that of y. All of this is evaluated with bounds.
pub(super) fn enclosed(
    states: usize,
    gains: &[Vec<Interval>],
    moved: impl Fn(&[f64], usize) -> Interval,
    solved: impl FnOnce(&[Vec<f64>]) -> Vec<Vec<f64>>,
) -> Vec<Vec<Interval>> {
    // More gain anywhere is never less anywhere, so that the ends of the gains give those of the solutions.
    let ends = gains.iter().flat_map(|gain| {
        let [low, high]: [fn(&Interval) -> f64; 2] = [|gain| gain.low, |gain| gain.high];
        [low, high].map(|end| gain.iter().map(end).collect::<Vec<f64>>())
    });
    let mut wanted: Vec<Vec<f64>> = ends.collect();
    wanted.push(vec![1.0; states]);
    let mut found = solved(&wanted);
    let times = found.pop().unwrap_or_default();
    let least = (0..states).map(|state| (times[state] - moved(&times, state).high).next_down());
    let least = least.fold(f64::INFINITY, f64::min);
    // How far the solution for these gains can be off, by the time that belongs to each state.
    let off = |values: &[f64], gain: &[f64]| -> f64 {
        let residual = (0..states).map(|state| {
            let right = moved(values, state).plus(exactly(gain[state]));
            (right.high - values[state]).abs().max((values[state] - right.low).abs()).next_up()
        });
        (residual.fold(0.0, f64::max) / least).next_up()
    };
    let around = |(values, ends): (&[Vec<f64>], &[Vec<f64>])| -> Vec<Interval> {
        if ends[1].iter().all(|gain| *gain == 0.0) {
            return vec![Interval::ZERO; states];
        }
        let errors = [0, 1].map(|end| off(&values[end], &ends[end]));
        let around = |state: usize| {
            let [below, above] = errors.map(|error| (error * times[state]).next_up());
            if least > 0.0 && below.is_finite() && above.is_finite() {
                let low = (values[0][state] - below).next_down().max(0.0);
                Interval { low, high: (values[1][state] + above).next_up() }
            } else {
                Interval { low: 0.0, high: f64::INFINITY }
            }
        };
        (0..states).map(around).collect()
    };
    found.chunks(2).zip(wanted.chunks(2)).map(around).collect()
}

/// The solutions in floating point. From the last state to the first, each is taken out: whoever would
/// move there moves to where it is left for instead, and gains what is gained meanwhile.
pub(super) fn eliminated(
    mut moves: Vec<BTreeMap<usize, f64>>,
    mut exits: Vec<f64>,
    gains: &[Vec<f64>],
) -> Vec<Vec<f64>> {
    let states = moves.len();
    let mut gains: Vec<Vec<f64>> =
        (0..states).map(|state| gains.iter().map(|gain| gain[state]).collect()).collect();
    let mut above = vec![BTreeSet::new(); states];
    for (from, row) in moves.iter().enumerate() {
        for to in row.keys().filter(|to| from < **to) {
            above[*to].insert(from);
        }
    }
    for state in (0..states).rev() {
        let leaving = moves[state].range(..state).map(|(_, chance)| chance).sum::<f64>() + exits[state];
        let mut row = std::mem::take(&mut moves[state]);
        row.retain(|to, _| *to < state);
        for chance in row.values_mut() {
            *chance /= leaving;
        }
        exits[state] /= leaving;
        gains[state].iter_mut().for_each(|gain| *gain /= leaving);
        for from in std::mem::take(&mut above[state]) {
            let Some(there) = moves[from].remove(&state) else { continue };
            for (to, chance) in &row {
                *moves[from].entry(*to).or_default() += there * chance;
                if from < *to {
                    above[*to].insert(from);
                }
            }
            exits[from] += there * exits[state];
            let (before, after) = gains.split_at_mut(state);
            for (gain, gained) in before[from].iter_mut().zip(&after[0]) {
                *gain += there * gained;
            }
        }
        moves[state] = row;
    }
    let mut solutions: Vec<Vec<f64>> = vec![Vec::with_capacity(states); gains.first().map_or(0, Vec::len)];
    for (row, gain) in moves.iter().zip(&gains) {
        for (solution, gained) in solutions.iter_mut().zip(gain) {
            let further: f64 = row.iter().map(|(to, chance)| chance * solution[*to]).sum();
            solution.push(gained + further);
        }
    }
    solutions
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let mut gain = vec![BigRational::zero(); states];
        gain[states - 1] = BigRational::new(2.into(), 3.into());
        let right = &solve_exactly(&system, &[gain])[0];
        for (state, found) in right.iter().enumerate() {
            let part =
                |power: usize| BigRational::one() - BigRational::new(BigInt::one(), BigInt::one() << power);
            assert_eq!(*found, part(state + 1) / part(states + 1), "{state}");
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
            let exactly = solve_exactly(&system, &[vec![BigRational::one(); 7]]);
            let nearly = solve_in_intervals(&system, &[vec![Interval::ONE; 7]]);
            for (exact, near) in exactly[0].iter().zip(&nearly[0]) {
                let near = near.enclosure().unwrap();
                prop_assert!(near.low() <= exact && exact <= near.high());
                prop_assert!((near.high() - near.low()) / exact < BigRational::new(1.into(), 1_000_000_000_000i64.into()));
            }
        }
    }
}
