//! The equations of a chain, and what they are solved for.

use super::super::linear::Elimination;
use super::super::number::{Missing, Number};
use super::super::scalar::Scalar;
use super::super::solvable::Solvable;
use super::Solver;
use crate::process::{Move, Seats, To};

/// The equations of a chain, to be solved for any gains.
pub(super) struct Equations<'s, S: Solvable> {
    solver: &'s Solver<'s>,
    /// Every chance that a move has.
    chances: Vec<S>,
    eliminated: S::Elimination,
}

impl<'s, S: Solvable> Equations<'s, S> {
    /// Those of the moves that are `kept`; all others leave the chain.
    pub(super) fn new(solver: &'s Solver<'s>, kept: impl Fn(&Move) -> bool) -> Self {
        let chances = solver.chances();
        let eliminated = S::Elimination::new(&solver.system(&chances, kept));
        Self { solver, chances, eliminated }
    }

    pub(super) fn solve(&self, gains: &[Vec<S>]) -> Vec<Vec<S>> {
        self.eliminated.solve(gains)
    }

    /// From each state the expected value of the next move.
    pub(super) fn gain(&self, value: impl Fn(&Move) -> S) -> Vec<S> {
        let part = |step: &Move| {
            let value = value(step);
            if value.is_zero() { value } else { value.times(&self.chances[step.chance as usize]) }
        };
        self.solver.rows().map(|row| S::sum(row.iter().map(part))).collect()
    }

    /// E[X·1], where every move adds to X, and 1 is what has that chance: its gains are r·P(1 from there).
    pub(super) fn given(&self, chance: &Chance<S>, adds: impl Fn(&Move) -> u64) -> Vec<S> {
        let gain = self.gain(|step| S::whole(adds(step)).times(&chance.after(step.to)));
        self.solve(&[gain]).pop().unwrap_or_default()
    }

    /// E[X²·1], of which the means E[X·1] are known: its gains are r²·P(1 from there) + 2r·E[X·1 from there].
    pub(super) fn square(&self, mean: &[S], chance: &Chance<S>, adds: impl Fn(&Move) -> u64) -> Vec<S> {
        let gain = self.gain(|step| {
            let added = S::whole(adds(step));
            let later = match step.to {
                To::State(state) => mean[state as usize].plus(&mean[state as usize]),
                _ => S::zero(),
            };
            added.times(&added.times(&chance.after(step.to)).plus(&later))
        });
        self.solve(&[gain]).pop().unwrap_or_default()
    }
}

/// How likely the game ends in some way from each state.
pub(super) struct Chance<S> {
    pub(super) at: Vec<S>,
    /// Whether it is that way if these seats win.
    pub(super) holds: fn(Seats) -> bool,
}

impl<S: Scalar> Chance<S> {
    /// Of an end that comes in any case.
    pub(super) fn certain(states: usize) -> Self {
        Self { at: vec![S::one(); states], holds: |_| true }
    }

    /// The same after a move.
    pub(super) fn after(&self, to: To) -> S {
        match to {
            To::State(state) => self.at[state as usize].clone(),
            To::End(winners) if (self.holds)(winners) => S::one(),
            To::End(_) | To::Never => S::zero(),
        }
    }

    /// E[X | the end is so], of which E[X·1] is known from each state.
    pub(super) fn mean(&self, solved: &[S], start: usize) -> Number {
        let chance = &self.at[start];
        if chance.is_zero() {
            return Err(Missing::Impossible);
        }
        // Division by 1 would only round.
        if *chance == S::one() { solved[start].number() } else { solved[start].over(chance).number() }
    }
}
