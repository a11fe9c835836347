//! Expected values on large chains that hang together loosely.
//!
//! The states fall into components within which each can be reached from every other; seen component by component, the
//! chain never comes back. R. E. Tarjan, "Depth-first search and linear graph algorithms", *SIAM Journal on
//! Computing* 1 (1972), finds the components, those first that lead to no other, and each is solved by
//! elimination from what is known of those before it.

use super::Interval;
use super::linear::{Gth, Row, add, verified_solve};

/// The matrix of a chain, row by row.
#[derive(Clone, Debug)]
pub(super) struct Sparse {
    starts: Vec<usize>,
    moves: Vec<(usize, Interval)>,
    /// The chance of leaving the chain from each state.
    pub exits: Vec<f64>,
}

impl Sparse {
    pub(super) fn new() -> Self {
        Self { starts: vec![0], moves: Vec::new(), exits: Vec::new() }
    }

    /// Adds a state: its moves, and the chance to leave the chain from it.
    pub(super) fn row(&mut self, moves: impl IntoIterator<Item = (usize, Interval)>, exit: f64) {
        self.moves.extend(moves);
        self.starts.push(self.moves.len());
        self.exits.push(exit);
    }

    pub(super) fn states(&self) -> usize {
        self.exits.len()
    }

    /// Where it goes from a state.
    pub(super) fn moves(&self, state: usize) -> &[(usize, Interval)] {
        &self.moves[self.starts[state]..self.starts[state + 1]]
    }

    /// Solves X(s) = Σ P(s, t)·X(t) + g(s) in intervals for each of the gains.
    pub(super) fn solve(&self, gains: &[Vec<Interval>]) -> Vec<Vec<Interval>> {
        if gains.iter().flatten().all(Interval::is_zero) {
            return gains.to_vec();
        }
        verified_solve(self, gains, |wanted| self.solve_nearly(wanted))
    }

    /// The same in floating point, without bounds.
    pub(super) fn solve_nearly(&self, gains: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let mut solved = vec![vec![0.0; self.states()]; gains.len()];
        let mut place = vec![usize::MAX; self.states()];
        for component in self.components() {
            for (local, state) in component.iter().enumerate() {
                place[*state] = local;
            }
            self.solve_component(&component, &place, gains, &mut solved);
            for state in &component {
                place[*state] = usize::MAX;
            }
        }
        solved
    }

    /// Solves one component, all components that it leads to being solved; `place` says where each of its states
    /// stands in it.
    fn solve_component(
        &self,
        component: &[usize],
        place: &[usize],
        gains: &[Vec<f64>],
        solved: &mut [Vec<f64>],
    ) {
        let mut exits: Vec<f64> = component.iter().map(|state| self.exits[*state]).collect();
        let local = |gain: &Vec<f64>| component.iter().map(|state| gain[*state]).collect();
        let mut sums: Vec<Vec<f64>> = gains.iter().map(local).collect();
        let mut within = vec![Row::new(); component.len()];
        for (from, state) in component.iter().enumerate() {
            for (to, chance) in self.moves(*state) {
                let (to, chance) = (*to, chance.middle());
                match place[to] {
                    usize::MAX => {
                        exits[from] += chance;
                        for (sum, values) in sums.iter_mut().zip(&*solved) {
                            sum[from] += chance * values[to];
                        }
                    }
                    to => {
                        add(&mut within[from], to, chance);
                    }
                }
            }
        }
        let found = Gth::new(within, exits).solve(sums);
        for (values, found) in solved.iter_mut().zip(found) {
            for (state, value) in component.iter().zip(found) {
                values[*state] = value;
            }
        }
    }

    /// The components, each after all those that it leads to.
    fn components(&self) -> Vec<Vec<usize>> {
        const UNSEEN: usize = usize::MAX;
        let states = self.states();
        let mut order = vec![UNSEEN; states];
        let mut lowest = vec![0; states];
        let mut open = vec![false; states];
        let (mut stack, mut path) = (Vec::new(), Vec::new());
        let mut components = Vec::new();
        let mut next = 0;
        for root in 0..states {
            if order[root] != UNSEEN {
                continue;
            }
            path.push((root, 0));
            while let Some((state, branch)) = path.last_mut() {
                let at = *state;
                if *branch == 0 && order[at] == UNSEEN {
                    (order[at], lowest[at], open[at]) = (next, next, true);
                    next += 1;
                    stack.push(at);
                }
                if let Some(&(to, _)) = self.moves(at).get(*branch) {
                    *branch += 1;
                    if order[to] == UNSEEN {
                        path.push((to, 0));
                    } else if open[to] {
                        lowest[at] = lowest[at].min(order[to]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(before, _)) = path.last() {
                    lowest[before] = lowest[before].min(lowest[at]);
                }
                if lowest[at] == order[at] {
                    let first = stack.iter().rposition(|member| *member == at).unwrap_or(0);
                    // In the order of their numbers, neighbours stand near one another, and elimination stays narrow.
                    let mut component = stack.split_off(first);
                    component.sort_unstable();
                    for member in &component {
                        open[*member] = false;
                    }
                    components.push(component);
                }
            }
        }
        components
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_large_and_small_are_solved_alike() {
        // A ring of so many states that is left from each with 1/4: the expected number of states seen is 4.
        for size in [1, 2, 24, 100] {
            let mut ring = Sparse::new();
            let chance = Interval { low: 0.75, high: 0.75 };
            for state in 0..size {
                ring.row([((state + 1) % size, chance)], 0.25);
            }
            let solved = ring.solve(&[vec![Interval::ONE; size]]);
            for value in &solved[0] {
                assert!(value.low <= 4.0 && value.high >= 4.0 && value.error() < 1e-12, "{size}: {value:?}");
            }
        }
    }

    #[test]
    fn what_comes_after_a_block_counts_in_it() {
        // Two states back and forth, then one that pays 3: 0 ↔ 1 → 2 → out.
        let half = Interval { low: 0.5, high: 0.5 };
        let mut chain = Sparse::new();
        chain.row([(1, Interval::ONE)], 0.0);
        chain.row([(0, half), (2, half)], 0.0);
        chain.row([], 1.0);
        let pays = vec![Interval::ZERO, Interval::ZERO, Interval::whole(3)];
        let solved = chain.solve(&[pays, vec![Interval::ONE; 3]]);
        assert!((solved[0][0].middle() - 3.0).abs() < 1e-12);
        // Four moves between the two, and one out.
        assert!((solved[1][0].middle() - 5.0).abs() < 1e-12);
    }
}
