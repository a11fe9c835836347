//! Iterative solution of sparse chains that elimination would fill in.
//!
//! Gauss–Seidel iteration sets X(s) = Σ P(s, t)·X(t) + g(s) for one state after the other, with the current values of the
//! others. As no number is negative, values that start from 0 rise to the solution. R. S. Varga, *Matrix Iterative Analysis*
//! (1962), §3.

use super::gth::Row;

/// The number of solutions computed at once: reading a row takes the same time for all of them as for one.
const TOGETHER: usize = 8;

/// The most moves followed for these solutions: a few seconds.
const MOST_WORK: usize = 2_000_000_000;

/// The moves of a chain in contiguous memory.
#[derive(Clone, Debug)]
pub(super) struct GaussSeidel {
    starts: Vec<usize>,
    moves: Vec<(u32, f64)>,
    leaving: Vec<f64>,
}

impl GaussSeidel {
    /// A chain with these moves to other states and chances of leaving the chain.
    pub(super) fn new(rows: &[Row], exits: &[f64]) -> Self {
        let mut all = Self { starts: vec![0], moves: Vec::new(), leaving: Vec::new() };
        for (row, exit) in rows.iter().zip(exits) {
            all.moves
                .extend(row.iter().map(|(to, chance)| (u32::try_from(*to).unwrap_or(u32::MAX), *chance)));
            all.starts.push(all.moves.len());
            all.leaving.push(row.iter().map(|(_, chance)| chance).sum::<f64>() + exit);
        }
        all
    }

    /// Whether the iteration converges in time: the solution for a gain of 1 everywhere is the slowest.
    pub(super) fn is_soon_solved(&self) -> bool {
        self.solve(&mut [vec![1.0; self.leaving.len()]])
    }

    /// Replaces each of the gains with its solution; returns whether all of them converged.
    pub(super) fn solve(&self, gains: &mut [Vec<f64>]) -> bool {
        let solved = gains.chunks_mut(TOGETHER).map(|gains| self.solve_together(gains));
        // Solves all of them, even if one does not converge.
        solved.filter(|is_still| !is_still).count() == 0
    }

    fn solve_together(&self, gains: &mut [Vec<f64>]) -> bool {
        let states = self.leaving.len();
        let gain_of = |state: usize| -> [f64; TOGETHER] {
            std::array::from_fn(|which| gains.get(which).map_or(0.0, |gain| gain[state]))
        };
        let gained: Vec<_> = (0..states).map(gain_of).collect();
        let mut values = vec![[0.0; TOGETHER]; states];
        let most_sweeps = MOST_WORK / (self.moves.len() + states);
        let is_still = (0..most_sweeps).any(|sweep| {
            let mut is_still = true;
            for step in 0..states {
                // In alternating directions, so that progress depends less on the order of the states.
                let state = if sweep % 2 == 0 { states - 1 - step } else { step };
                let mut sums = gained[state];
                for (to, chance) in &self.moves[self.starts[state]..self.starts[state + 1]] {
                    for (sum, value) in sums.iter_mut().zip(&values[*to as usize]) {
                        *sum += chance * value;
                    }
                }
                for (value, sum) in values[state].iter_mut().zip(sums) {
                    let new = sum / self.leaving[state];
                    is_still &= new - *value <= 2.0 * f64::EPSILON * new;
                    *value = new;
                }
            }
            is_still
        });
        for (which, gain) in gains.iter_mut().enumerate() {
            gain.iter_mut().zip(&values).for_each(|(gain, values)| *gain = values[which]);
        }
        is_still
    }
}

#[cfg(test)]
mod tests {
    use super::super::gth::Gth;
    use super::*;

    #[test]
    fn sweeps_agree_with_elimination() {
        // A walk on a ring with drift, left from one state only.
        const STATES: usize = 50;
        let row = |from: usize| {
            let mut row = vec![((from + 1) % STATES, 0.6), ((from + STATES - 1) % STATES, 0.3)];
            row.sort_unstable_by_key(|(to, _)| *to);
            row
        };
        let rows: Vec<Row> = (0..STATES).map(row).collect();
        let exits: Vec<f64> = (0..STATES).map(|state| if state == 7 { 0.1 } else { 0.0 }).collect();
        let gains: Vec<Vec<f64>> = (0..10)
            .map(|which| (0..STATES).map(|state| if state % 10 == which { 1.0 } else { 0.0 }).collect())
            .collect();
        let [mut swept, mut eliminated] = [gains.clone(), gains];
        assert!(GaussSeidel::new(&rows, &exits).solve(&mut swept));
        Gth::new(rows, exits).solve(&mut eliminated);
        for (swept, eliminated) in swept.iter().flatten().zip(eliminated.iter().flatten()) {
            assert!((swept - eliminated).abs() <= 1e-12 * eliminated, "{swept} {eliminated}");
        }
    }
}
