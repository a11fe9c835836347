//! Expectiminimax: search where dice are thrown between choices.
//!
//! D. Michie, "Game-playing and game-learning automata", in *Advances in Programming and Non-Numerical Computation* (1966).
//! At a throw, the mean over its outcomes replaces the maximum. The most that the remaining outcomes can add decides
//! whether they have to be searched: B. W. Ballard, "The *-minimax search procedure for trees containing chance nodes",
//! *Artificial Intelligence* 21 (1983), where it is called Star1.

use std::sync::Arc;

use crate::process::{Evaluated, Policy, Seats, Turn};

/// A search with a depth in choices; throws in between do not count. It finds the values of plain expectiminimax: pruning
/// changes nothing but the time.
///
/// Values are the expected result of the first of one or two seats, from 0 to 1. Two seats share what nobody wins.
pub struct Expectiminimax<P: Evaluated> {
    process: P,
    /// The probabilities of the outcomes of each distribution.
    chances: Vec<Vec<f64>>,
}

/// The range in which a value matters; beyond it, the exact value need not be known.
type Window = [f64; 2];

/// The window that contains all values.
const ALL: Window = [0.0, 1.0];

impl<P: Evaluated> Expectiminimax<P> {
    /// A search in this game.
    pub fn new(process: P) -> Self {
        let chances = process.distributions().iter().map(crate::process::Distribution::chances).collect();
        Self { process, chances }
    }

    /// The value of a state by a search of `depth` choices.
    pub fn value(&self, state: &P::State, depth: u32) -> f64 {
        self.search(state, depth, ALL)
    }

    /// The value of every action by a search of `depth` choices, including this one; empty where nobody decides.
    pub fn options(&self, state: &P::State, depth: u32) -> Vec<f64> {
        let mut actions = Vec::new();
        if let Turn::Choose { .. } = self.process.turn(state) {
            self.process.actions(state, &mut actions);
        }
        let utility =
            |action: &P::Move| self.value(&self.process.next(state, *action).to, depth.saturating_sub(1));
        actions.iter().map(utility).collect()
    }

    /// The index of the best action for the seat that decides; the first if several are.
    pub fn choice(&self, state: &P::State, depth: u32) -> usize {
        let Turn::Choose { seat, .. } = self.process.turn(state) else { return 0 };
        let options = self.options(state, depth);
        let better = |one: f64, other: f64| if seat == 0 { one > other } else { one < other };
        (1..options.len())
            .fold(0, |best, other| if better(options[other], options[best]) { other } else { best })
    }

    fn over(&self, winners: Seats) -> f64 {
        let second = if self.process.seats() == 2 { 1.0 - winners.share(1) } else { winners.share(0) };
        f64::midpoint(winners.share(0), second)
    }

    /// The value of a state or, if it is outside the window, a bound on it on the same side.
    fn search(&self, state: &P::State, depth: u32, window: Window) -> f64 {
        match self.process.turn(state) {
            Turn::End(winners) => self.over(winners),
            Turn::Chance(_) if depth == 0 && self.process.is_judged_before_throws() => {
                self.process.evaluate(state).clamp(0.0, 1.0)
            }
            Turn::Chance(distribution) => self.mean(state, distribution, depth, window),
            Turn::Choose { .. } if depth == 0 => self.process.evaluate(state).clamp(0.0, 1.0),
            Turn::Choose { seat, .. } => {
                let mut actions = Vec::new();
                self.process.actions(state, &mut actions);
                let [mut low, mut high] = window;
                let mut best = if seat == 0 { f64::NEG_INFINITY } else { f64::INFINITY };
                for action in actions {
                    let utility = self.search(&self.process.next(state, action).to, depth - 1, [low, high]);
                    if seat == 0 {
                        best = best.max(utility);
                        low = low.max(best);
                    } else {
                        best = best.min(utility);
                        high = high.min(best);
                    }
                    if low >= high {
                        break;
                    }
                }
                best
            }
        }
    }

    /// The mean value of the outcomes of a throw.
    fn mean(&self, state: &P::State, distribution: usize, depth: u32, [low, high]: Window) -> f64 {
        let (mut sum, mut left) = (0.0, 1.0);
        let outcomes = self.process.distributions()[distribution].outcomes();
        for ((outcome, _), chance) in
            outcomes.iter().zip(&self.chances[distribution]).filter(|(_, chance)| **chance > 0.0)
        {
            left -= chance;
            // The values of this outcome beyond which the mean is outside the window, whatever the others are.
            let needed = [(low - sum - left.max(0.0)) / chance, (high - sum) / chance];
            let within = needed.map(|needed| needed.clamp(0.0, 1.0));
            let utility = self.search(&self.process.next(state, *outcome).to, depth, within);
            sum += chance * utility;
            if needed[0] > 0.0 && utility <= needed[0] {
                return low.min(sum + left.max(0.0));
            }
            if needed[1] < 1.0 && utility >= needed[1] {
                return high.max(sum);
            }
        }
        sum
    }
}

impl<P: Evaluated + Send + 'static> Expectiminimax<P> {
    /// The policy that searches `depth` choices, at least one, which makes it greedy; with at most `most_actions` actions.
    pub fn policy(self: Arc<Self>, depth: u32, most_actions: usize) -> Policy<P::State> {
        Policy::pure(most_actions, move |state: &P::State, _| self.choice(state, depth.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{Distribution, Process, Step};
    use proptest::prelude::*;

    /// A tree of throws and choices, level by level, with the values of its leaves in hundredths.
    struct Tree {
        leaves: Vec<u8>,
        halves: [Distribution<usize>; 1],
    }

    impl Process for Tree {
        /// The level, and the index in it.
        type State = (u32, usize);
        type Move = usize;
        type Information = (u32, usize);
        type Event = ();

        fn seats(&self) -> usize {
            2
        }
        fn start(&self) -> (u32, usize) {
            (0, 0)
        }
        fn distributions(&self) -> &[Distribution<usize>] {
            &self.halves
        }
        fn turn(&self, state: &(u32, usize)) -> Turn<(u32, usize)> {
            match state.0 % 3 {
                0 => Turn::Chance(0),
                level => Turn::Choose { seat: level as usize - 1, information: *state },
            }
        }
        fn actions(&self, _: &(u32, usize), actions: &mut Vec<usize>) {
            actions.extend(0..3);
        }
        fn next(&self, (level, at): &(u32, usize), branch: usize) -> Step<(u32, usize)> {
            Step::to((level + 1, at * 3 + branch))
        }
    }

    impl Evaluated for Tree {
        fn evaluate(&self, (level, at): &(u32, usize)) -> f64 {
            f64::from(self.leaves[(at * 7 + *level as usize) % self.leaves.len()]) / 100.0
        }
    }

    impl Tree {
        fn plain(&self, state: (u32, usize), depth: u32) -> f64 {
            let next = |branch| (state.0 + 1, state.1 * 3 + branch);
            match self.turn(&state) {
                Turn::Chance(_) => {
                    let chances = self.halves[0].chances();
                    chances
                        .iter()
                        .zip(0..)
                        .map(|(chance, branch)| chance * self.plain(next(branch), depth))
                        .sum()
                }
                _ if depth == 0 => self.evaluate(&state),
                Turn::Choose { seat: 0, .. } => {
                    (0..3).map(|branch| self.plain(next(branch), depth - 1)).fold(0.0, f64::max)
                }
                _ => (0..3).map(|branch| self.plain(next(branch), depth - 1)).fold(1.0, f64::min),
            }
        }
    }

    proptest! {
        #[test]
        fn pruning_changes_no_values(
            leaves in prop::collection::vec(0..=100u8, 5..60),
            weights in prop::array::uniform3(1..9u32),
            depth in 0..5u32,
        ) {
            let throw_distribution = weights.iter().enumerate().map(|(branch, weight)| (branch, (*weight).into()));
            let tree = Tree { leaves, halves: [Distribution::new(throw_distribution).unwrap()] };
            let wanted = tree.plain((0, 0), depth);
            let found = Expectiminimax::new(&tree).value(&(0, 0), depth);
            prop_assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
        }
    }
}
