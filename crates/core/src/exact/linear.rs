//! Expected values on an absorbing chain: the linear equations X(s) = Σ P(s, t)·X(t) + g(s).
//!
//! In rationals they are solved component by component, each after all those it leads to, and within a component by elimination
//! in whole numbers, where every division is exact: E. H. Bareiss, "Sylvester's identity and multistep integer-preserving
//! Gaussian elimination", *Mathematics of Computation* 22 (1968). For intervals see [`super::components`].

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::{BigInt, BigUint};
use num_traits::One;

use super::scalar::{Ratio, Scalar, Semiring, multiple};
use crate::process::strong_components;

/// A chain of states that is left with certainty from every one of them.
#[derive(Clone, Debug)]
pub(super) struct System<'a, S> {
    /// The chances that moves refer to.
    pub chances: &'a [S],
    /// The index at which the moves of each state begin, and the number of all moves.
    pub rows: Vec<usize>,
    /// The state that a move leads to, or `None` if it leaves the chain, and the index of its chance.
    pub moves: Vec<(Option<u32>, u32)>,
}

impl<S> System<'_, S> {
    pub(super) fn states(&self) -> usize {
        self.rows.len() - 1
    }

    /// The moves from a state, including those out of the chain, with their chances.
    pub(super) fn moves(&self, state: usize) -> impl Iterator<Item = (Option<usize>, &S)> {
        let moves = &self.moves[self.rows[state]..self.rows[state + 1]];
        moves.iter().map(|(to, chance)| (to.map(|to| to as usize), &self.chances[*chance as usize]))
    }
}

/// The equations of a system, eliminated once and solved for any gains.
pub(super) trait Elimination<S> {
    fn new(system: &System<'_, S>) -> Self;

    /// The solutions for each of the gains.
    fn solve(&self, gains: &[Vec<S>]) -> Vec<Vec<S>>;
}

/// The equations in rationals, component by component.
#[derive(Clone, Debug)]
pub(super) struct Cascade {
    /// For each state the sum of all weights.
    totals: Vec<BigUint>,
    /// The components, each after all those it leads to.
    components: Vec<Component>,
}

#[derive(Clone, Debug)]
struct Component {
    states: Vec<usize>,
    /// For each of the states the moves to other components, with their weights.
    further: Vec<Vec<(usize, BigUint)>>,
    within: Within,
}

#[derive(Clone, Debug)]
enum Within {
    /// A single state, with the weight of leaving it.
    Alone(BigUint),
    Several(Bareiss),
}

impl Elimination<Ratio> for Cascade {
    fn new(system: &System<'_, Ratio>) -> Self {
        // All chances of one state have the same denominator.
        let total = |state: usize| {
            system.moves(state).next().map_or_else(One::one, |(_, chance)| chance.parts.clone())
        };
        let totals: Vec<BigUint> = (0..system.states()).map(total).collect();
        let mut index = vec![usize::MAX; totals.len()];
        let of_states = |states: Vec<usize>| {
            states.iter().enumerate().for_each(|(local, state)| index[*state] = local);
            let (mut further, mut inside) = (Vec::new(), Vec::new());
            for state in &states {
                let moves = system.moves(*state).filter_map(|(to, chance)| Some((to?, chance.whole.clone())));
                let (within, out): (Vec<_>, Vec<_>) = moves.partition(|(to, _)| index[*to] != usize::MAX);
                further.push(out);
                inside.push(within.into_iter().map(|(to, weight)| (index[to], weight)).collect::<Vec<_>>());
            }
            for state in &states {
                index[*state] = usize::MAX;
            }
            let of_states: Vec<BigUint> = states.iter().map(|state| totals[*state].clone()).collect();
            let within = match &inside[..] {
                [alone] => Within::Alone(
                    alone.iter().fold(of_states[0].clone(), |leaves, (_, stays)| leaves - stays),
                ),
                _ => Within::Several(Bareiss::new(&of_states, &inside)),
            };
            Component { states, further, within }
        };
        let components = strong_components(totals.len(), |state, branch| {
            system.moves(state).nth(branch).map(|(to, _)| to.unwrap_or(state))
        });
        let components = components.into_iter().map(of_states).collect();
        Self { totals, components }
    }

    fn solve(&self, gains: &[Vec<Ratio>]) -> Vec<Vec<Ratio>> {
        gains.iter().map(|gain| self.solve_for(gain)).collect()
    }
}

impl Cascade {
    fn solve_for(&self, gain: &[Ratio]) -> Vec<Ratio> {
        let mut solved = vec![Ratio::zero(); gain.len()];
        for Component { states, further, within } in &self.components {
            let sums = states.iter().zip(further).map(|(state, further)| {
                let further = further.iter().map(|(to, weight)| (weight, &solved[*to]));
                Ratio::weighted([(&self.totals[*state], &gain[*state])].into_iter().chain(further))
            });
            let mut sums: Vec<Ratio> = sums.collect();
            match within {
                Within::Alone(leaves) => {
                    let Some(sum) = sums.pop().filter(|sum| !sum.is_zero()) else { continue };
                    solved[states[0]] = Ratio { parts: sum.parts * leaves, ..sum };
                }
                Within::Several(equations) => {
                    let common =
                        sums.iter().fold(BigUint::from(1u32), |common, sum| multiple(&common, &sum.parts));
                    let wholes = sums.iter().map(|sum| &sum.whole * (&common / &sum.parts));
                    let found = equations.solve_for(&wholes.collect::<Vec<_>>());
                    let parts = common * equations.determinant().magnitude();
                    for (state, whole) in states.iter().zip(found) {
                        solved[*state] = Ratio { whole, parts: parts.clone() };
                    }
                }
            }
        }
        solved
    }

    /// Whether the denominators of solutions have at most this many bits: a state's denominator divides a common multiple of
    /// those of the states it leads to, times the weight of leaving its component.
    pub(super) fn is_short(&self, bits: u64) -> bool {
        let mut denominators = vec![BigUint::from(1u32); self.totals.len()];
        for Component { states, further, within } in &self.components {
            // Most of them are equal.
            let mut different: Vec<&BigUint> = Vec::new();
            for parts in further.iter().flatten().map(|(to, _)| &denominators[*to]) {
                if !different.contains(&parts) {
                    different.push(parts);
                }
            }
            let common =
                different.into_iter().fold(BigUint::from(1u32), |common, parts| multiple(&common, parts));
            let parts = match within {
                Within::Alone(leaves) => common * leaves,
                Within::Several(equations) => common * equations.determinant().magnitude(),
            };
            if parts.bits() > bits {
                return false;
            }
            for state in states {
                denominators[*state].clone_from(&parts);
            }
        }
        true
    }
}

/// The equations in whole numbers, eliminated from the first state to the last.
#[derive(Clone, Debug)]
pub(super) struct Bareiss {
    /// The eliminated rows of the matrix total·I − W, from the diagonal on.
    rows: Vec<BTreeMap<usize, BigInt>>,
    /// For each row, the later rows from which it was subtracted, with the factor.
    taken: Vec<Vec<(usize, BigInt)>>,
    /// 1, and then the pivots; the last one is the determinant.
    pivots: Vec<BigInt>,
}

/// Updates numbers of a row that no step has touched since `from`: each step multiplies them by its pivot and
/// divides them by the pivot before.
fn update<'a>(numbers: impl IntoIterator<Item = &'a mut BigInt>, pivots: &[BigInt], from: usize, to: usize) {
    if from < to {
        for number in numbers {
            *number = &*number * &pivots[to] / &pivots[from];
        }
    }
}

impl Bareiss {
    /// Eliminates the equations of states with these totals and moves between them.
    fn new(totals: &[BigUint], moves: &[Vec<(usize, BigUint)>]) -> Self {
        let states = totals.len();
        let row = |state: usize| {
            let mut row = BTreeMap::from([(state, BigInt::from(totals[state].clone()))]);
            for (to, weight) in &moves[state] {
                *row.entry(*to).or_default() -= BigInt::from(weight.clone());
            }
            row
        };
        let mut rows: Vec<BTreeMap<usize, BigInt>> = (0..states).map(row).collect();
        let mut steps = vec![0; states];
        let mut below = predecessors(moves);
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

    fn determinant(&self) -> &BigInt {
        &self.pivots[self.rows.len()]
    }

    /// The numerators of the solutions, over the determinant as common denominator.
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

/// For each state, the later states that lead to it in one move.
fn predecessors(moves: &[Vec<(usize, BigUint)>]) -> Vec<BTreeSet<usize>> {
    let mut predecessors = vec![BTreeSet::new(); moves.len()];
    for (from, moves) in moves.iter().enumerate() {
        for (to, _) in moves.iter().filter(|(to, _)| *to < from) {
            predecessors[*to].insert(from);
        }
    }
    predecessors
}
