//! Expectiminimax: looking ahead where dice are thrown between the choices.
//!
//! D. Michie, "Game-playing and game-learning automata", in *Advances in Programming and Non-Numerical Computation* (1966).
//! At a throw the mean over its outcomes takes the place of the maximum; what the outcomes still to come can add at most
//! settles whether the rest need be looked at: B. W. Ballard, "The *-minimax search procedure for trees containing chance
//! nodes", *Artificial Intelligence* 21 (1983), there Star1.

use std::sync::Arc;

use crate::process::{Evaluated, Policy, Seats, Turn};

/// A search that looks so many choices ahead, throws in between not counted. It finds what plain expectiminimax finds:
/// what is left out changes nothing but the time.
///
/// Values are what the first of one or two seats can expect, from 0 to 1; of two seats what nobody wins is shared.
pub struct Expectiminimax<P: Evaluated> {
    process: P,
    /// For each distribution the probabilities of its outcomes.
    chances: Vec<Vec<f64>>,
}

/// Between what and what a value matters: what lies beyond need not be known.
type Window = [f64; 2];

/// Nothing lies beyond.
const ALL: Window = [0.0, 1.0];

impl<P: Evaluated> Expectiminimax<P> {
    /// A search in this game.
    pub fn new(process: P) -> Self {
        let chances = process.distributions().iter().map(crate::process::Distribution::chances).collect();
        Self { process, chances }
    }

    /// What a state is worth if so many choices are looked ahead.
    pub fn value(&self, state: &P::State, depth: u32) -> f64 {
        self.search(state, depth, ALL)
    }

    /// What every action is worth if so many choices are looked ahead, that between them counted; nothing where nobody
    /// decides.
    pub fn options(&self, state: &P::State, depth: u32) -> Vec<f64> {
        let mut actions = Vec::new();
        if let Turn::Choose { .. } = self.process.turn(state) {
            self.process.actions(state, &mut actions);
        }
        let worth =
            |action: &P::Move| self.value(&self.process.next(state, *action).to, depth.saturating_sub(1));
        actions.iter().map(worth).collect()
    }

    /// The index of the action that is worth most to the seat that decides: the first of those that are.
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

    /// What a state is worth, or, beyond the window, a bound of it on the same side.
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
                    let worth = self.search(&self.process.next(state, action).to, depth - 1, [low, high]);
                    if seat == 0 {
                        best = best.max(worth);
                        low = low.max(best);
                    } else {
                        best = best.min(worth);
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

    /// The mean of what a throw leads to.
    fn mean(&self, state: &P::State, distribution: usize, depth: u32, [low, high]: Window) -> f64 {
        let (mut sum, mut left) = (0.0, 1.0);
        let outcomes = self.process.distributions()[distribution].outcomes();
        for ((outcome, _), chance) in
            outcomes.iter().zip(&self.chances[distribution]).filter(|(_, chance)| **chance > 0.0)
        {
            left -= chance;
            // What this outcome has to be worth for the mean to come into the window, whatever the others are.
            let needed = [(low - sum - left.max(0.0)) / chance, (high - sum) / chance];
            let within = needed.map(|needed| needed.clamp(0.0, 1.0));
            let worth = self.search(&self.process.next(state, *outcome).to, depth, within);
            sum += chance * worth;
            if needed[0] > 0.0 && worth <= needed[0] {
                return low.min(sum + left.max(0.0));
            }
            if needed[1] < 1.0 && worth >= needed[1] {
                return high.max(sum);
            }
        }
        sum
    }
}

impl<P: Evaluated + Send + 'static> Expectiminimax<P> {
    /// The policy that looks so many choices ahead, with one at least, in which it is greedy; among at most so many actions.
    pub fn policy(self: Arc<Self>, depth: u32, most_actions: usize) -> Policy<P::State> {
        Policy::pure(most_actions, move |state: &P::State, _| self.choice(state, depth.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{Distribution, Process, Step};
    use proptest::prelude::*;

    /// A tree of throws and choices, level by level, with what its leaves are worth in hundredths.
    struct Tree {
        leaves: Vec<u8>,
        halves: [Distribution<usize>; 1],
    }

    impl Process for Tree {
        /// The level, and where in it.
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
        fn what_is_left_out_changes_nothing(
            leaves in prop::collection::vec(0..=100u8, 5..60),
            weights in prop::array::uniform3(1..9u32),
            depth in 0..5u32,
        ) {
            let law = weights.iter().enumerate().map(|(branch, weight)| (branch, (*weight).into()));
            let tree = Tree { leaves, halves: [Distribution::new(law).unwrap()] };
            let wanted = tree.plain((0, 0), depth);
            let found = Expectiminimax::new(&tree).value(&(0, 0), depth);
            prop_assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
        }
    }
}
