//! The equations of a chain, and what they are solved for.

use super::super::linear::Elimination;
use super::super::number::{Missing, Number};
use super::super::scalar::{Scalar, Semiring, Solvable, Weight};
use super::{Move, Solver};
use crate::process::{Seats, To};

/// The equations of a chain, to be solved for any gains.
pub(super) struct Equations<'s, W: Solvable> {
    solver: &'s Solver,
    /// What each fraction weighs.
    weights: Vec<W>,
    eliminated: W::Elimination,
}

impl<'s, W: Solvable> Equations<'s, W> {
    /// Those of the moves that are `kept`; all others leave the chain.
    pub(super) fn new(solver: &'s Solver, kept: impl Fn(&Move) -> bool) -> Self {
        let weights = solver.fractions.iter().map(|(weight, total)| W::of(weight, total)).collect();
        Self { solver, weights, eliminated: W::Elimination::new(&solver.system(kept)) }
    }

    /// What the solutions weigh that are 1.
    pub(super) fn one(&self) -> W {
        self.eliminated.denominator()
    }

    pub(super) fn solve(&self, gains: &[Vec<W>]) -> Vec<Vec<W>> {
        self.eliminated.solve(gains)
    }

    /// From each state the expected value of the next move, times the total of the state in whole numbers.
    pub(super) fn gain(&self, value: impl Fn(&Move) -> W) -> Vec<W> {
        let part = |step: &Move| value(step).times(&self.weights[step.chance as usize]);
        self.solver.moves.iter().map(|row| W::sum(row.iter().map(part))).collect()
    }

    /// E[X·1], where every move adds to X, and 1 is what has that chance: its gains are r·P(1 from there).
    pub(super) fn given(&self, chance: &Chance<W>, adds: impl Fn(&Move) -> u64) -> Vec<W> {
        let gain = self.gain(|step| W::whole(adds(step)).times(&chance.after(step.to)));
        self.solve(&[gain]).pop().unwrap_or_default()
    }

    /// E[X²·1], of which the means E[X·1] are known: its gains are r²·P(1 from there) + 2r·E[X·1 from there].
    pub(super) fn square(&self, mean: &[W], chance: &Chance<W>, adds: impl Fn(&Move) -> u64) -> Vec<W> {
        let one = self.one();
        let gain = self.gain(|step| {
            let added = W::whole(adds(step));
            let later = match step.to {
                To::State(state) => mean[state as usize].plus(&mean[state as usize]),
                _ => W::zero(),
            };
            added.times(&added.times(&chance.after(step.to)).times(&one).plus(&later))
        });
        self.solve(&[gain]).pop().unwrap_or_default()
    }
}

/// How likely the game ends in some way from each state.
pub(super) struct Chance<W> {
    pub(super) at: Vec<W>,
    /// What it weighs if it is certain.
    pub(super) whole: W,
    /// Whether it is that way if these seats win.
    pub(super) holds: fn(Seats) -> bool,
}

impl<W: Weight> Chance<W> {
    /// Of an end that comes in any case.
    pub(super) fn certain(states: usize) -> Self {
        Self { at: vec![W::one(); states], whole: W::one(), holds: |_| true }
    }

    /// The same after a move.
    pub(super) fn after(&self, to: To) -> W {
        match to {
            To::State(state) => self.at[state as usize].clone(),
            To::End(winners) if (self.holds)(winners) => self.whole.clone(),
            To::End(_) | To::Never => W::zero(),
        }
    }

    /// E[X | the end is so], where E[X·1] weighs so much, and 1 as much as `one` times the whole.
    pub(super) fn mean(&self, weighed: &[W], start: usize, one: &W) -> Number {
        let (chance, weighed) =
            (self.at[start].over(&self.whole), weighed[start].over(&self.whole.times(one)));
        if chance.is_zero() {
            return Err(Missing::Impossible);
        }
        // Division by 1 would only round.
        if chance == W::Number::one() { weighed.number() } else { weighed.over(&chance).number() }
    }
}

/// The parts of the win that seats get who share it, as weights.
pub(super) struct Splits<W> {
    /// Where so many share it.
    parts: Vec<W>,
    /// What the win weighs.
    pub(super) whole: W,
}

impl<W: Weight> Splits<W> {
    pub(super) fn new(seats: usize) -> Self {
        let among = |winners: usize| W::Number::one().over(&W::Number::whole(winners as u64));
        let parts: Vec<W::Number> = (1..=seats).map(among).collect();
        let whole = W::whole_of(&parts);
        Self { parts: parts.iter().map(|part| W::part(part, &whole)).collect(), whole }
    }

    /// The part of the win that a move brings a seat at once.
    pub(super) fn part(&self, to: To, seat: usize) -> W {
        match to {
            To::End(winners) if winners.has(seat) => self.parts[winners.number() as usize - 1].clone(),
            _ => W::zero(),
        }
    }
}
