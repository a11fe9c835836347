//! Walks, throw by throw.

use super::{Chances, Fraction, Move, Next, Purse, Thrown, Unfolding, Winners};
use crate::process::{Ending, Step, Walk};

/// A walk; a position is its state, and with a deadline the number of throws so far.
pub struct WalkUnfolding<'a, W: Walk> {
    walk: &'a W,
    chances: Vec<Fraction>,
    /// Of each law the effects with their chances.
    laws: Vec<Vec<(W::Effect, u32)>>,
}

impl<'a, W: Walk> WalkUnfolding<'a, W> {
    /// This walk.
    pub fn new(walk: &'a W) -> Self {
        let mut chances = Chances::default();
        let laws = walk.laws().iter().map(|law| chances.of(law)).collect();
        Self { walk, chances: chances.0, laws }
    }
}

impl<W: Walk> Unfolding for WalkUnfolding<'_, W> {
    type Position = (W::State, u64);

    fn seats(&self) -> usize {
        self.walk.seats()
    }

    fn start(&self) -> Self::Position {
        (self.walk.start(), 0)
    }

    fn chances(&self) -> &[Fraction] {
        &self.chances
    }

    fn moves(&self, (state, thrown): Self::Position, found: &mut Vec<Move<Self::Position>>) {
        found.clear();
        let deadline = self.walk.deadline();
        for (effect, chance) in &self.laws[self.walk.thrown(state)] {
            let payment = self.walk.payment(state, *effect).filter(|payment| payment.coins > 0);
            let step = self.walk.step(state, *effect);
            let same = matches!(step, Step::To(next) if next == state || next == self.walk.pass(state));
            let next = match step {
                Step::To(_) if deadline == Some(thrown + 1) => Next::End(Winners::NOBODY),
                Step::To(next) => Next::To((next, if deadline.is_some() { thrown + 1 } else { 0 })),
                Step::End(Ending::Won(seat), _) => Next::End(Winners::one(seat)),
                Step::End(Ending::Nobody, _) => Next::End(Winners::NOBODY),
            };
            let throw = if same && payment.is_none() { Thrown::Dead } else { Thrown::Live };
            found.push(Move { chance: *chance, next, throw, payment });
        }
    }

    fn purse(&self) -> Purse {
        self.walk.ante().map_or(Purse::None, Purse::Paid)
    }
}
