//! The linear equations of a chain, and the expected values derived from them.

use super::super::linear::Elimination;
use super::super::number::{Missing, Number};
use super::super::scalar::Scalar;
use super::super::solvable::Solvable;
use super::Solver;
use crate::process::{Move, Seats, To};

/// The equations of a chain, which can be solved for any gains.
pub(super) struct Equations<'s, S: Solvable> {
    solver: &'s Solver<'s>,
    /// The chances that moves refer to.
    chances: Vec<S>,
    eliminated: S::Elimination,
}

impl<'s, S: Solvable> Equations<'s, S> {
    /// Sets up the equations of the moves for which `stored` holds; all others leave the chain.
    pub(super) fn new(solver: &'s Solver<'s>, stored: impl Fn(&Move) -> bool) -> Self {
        let chances = solver.chances();
        let eliminated = S::Elimination::new(&solver.system(&chances, stored));
        Self { solver, chances, eliminated }
    }

    pub(super) fn solve(&self, gains: &[Vec<S>]) -> Vec<Vec<S>> {
        self.eliminated.solve(gains)
    }

    /// For each state the expected value of the next move.
    pub(super) fn gain(&self, value: impl Fn(&Move) -> S) -> Vec<S> {
        let part = |step: &Move| {
            let value = value(step);
            if value.is_zero() { value } else { value.times(&self.chances[step.chance as usize]) }
        };
        self.solver.rows().map(|row| S::sum(row.iter().map(part))).collect()
    }

    /// E[X·1], where each move adds r to X, and 1 is the indicator of an end with this chance: its gains are
    /// r·P(1 from the next state).
    pub(super) fn given(&self, chance: &Chance<S>, adds: impl Fn(&Move) -> u64) -> Vec<S> {
        let gain = self.gain(|step| S::whole(adds(step)).times(&chance.after(step.to)));
        self.solve(&[gain]).pop().unwrap_or_default()
    }

    /// E[X²·1] from the means E[X·1]: its gains are r²·P(1 from the next state) + 2r·E[X·1 from the next state].
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

/// The chance of a kind of end from each state.
pub(super) struct Chance<S> {
    pub(super) at: Vec<S>,
    /// Whether an end with these winners is of that kind.
    pub(super) holds: fn(Seats) -> bool,
}

impl<S: Scalar> Chance<S> {
    /// The chance of an end of any kind, if it is certain.
    pub(super) fn certain(states: usize) -> Self {
        Self { at: vec![S::one(); states], holds: |_| true }
    }

    /// The chance after a move.
    pub(super) fn after(&self, to: To) -> S {
        match to {
            To::State(state) => self.at[state as usize].clone(),
            To::End(winners) if (self.holds)(winners) => S::one(),
            To::End(_) | To::Never => S::zero(),
        }
    }

    /// E[X | the end is of that kind], given E[X·1] from each state.
    pub(super) fn mean(&self, solved: &[S], start: usize) -> Number {
        let chance = &self.at[start];
        if chance.is_zero() {
            return Err(Missing::Impossible);
        }
        // Division by 1 would only round.
        if *chance == S::one() { solved[start].number() } else { solved[start].over(chance).number() }
    }
}
