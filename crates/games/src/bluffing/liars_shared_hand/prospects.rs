//! The value of a turn to who throws, whatever comes of it.

use rustc_hash::FxHashMap;

use super::calls::Rank;
use super::cup::{Cup, Hand};
use super::shape::{Payment, Shape, TurnGame};
use super::turns::{Announced, Called};

/// What a seat wins of the match from here on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    /// What it keeps by its strategy, whatever the other does, and what it can have at most against the other's strategy: the
    /// value of the game is between them.
    pub low: f64,
    pub high: f64,
    /// What best play wins against the opponent for whom it is sharpened: if it is this seat that plays its best, and if it
    /// is the other.
    pub against_random: [f64; 2],
}

impl Prospect {
    /// Of a match that is over.
    pub(super) const fn sure(has_won: bool) -> Self {
        let share = if has_won { 1.0 } else { 0.0 };
        Self { low: share, high: share, against_random: [share, 1.0 - share] }
    }

    /// The same as the other seat sees it.
    pub(super) const fn of_other(self) -> Self {
        let [own, others] = self.against_random;
        Self { low: 1.0 - self.high, high: 1.0 - self.low, against_random: [others, own] }
    }

    pub(super) const fn value(&self) -> f64 {
        f64::midpoint(self.low, self.high)
    }
}

/// A number of a prospect.
pub(super) type Of = fn(&Prospect) -> f64;

/// What a turn can lead to.
pub(super) struct Scene<'s> {
    pub cup: &'s Cup,
    /// The value to the thrower of a challenge after a true call, and after a lie.
    pub challenged: [Prospect; 2],
    /// And when a call on a hand is accepted.
    pub accepted: &'s (dyn Fn(Hand, Rank) -> Prospect + Sync),
}

impl Scene<'_> {
    /// What a call on a hand comes to, by the number that is asked for.
    pub(super) fn payment(&self, hand: Hand, call: Rank, of: Of) -> Payment {
        let challenged = of(&self.challenged[usize::from(!self.cup.is_true(hand, call))]);
        // Venus is challenged.
        let accepted = if call == Rank::VENUS { challenged } else { of(&(self.accepted)(hand, call)) };
        Payment { challenged, accepted }
    }

    /// The most that who throws can have from every node of a turn on, against replies that are known.
    pub(super) fn most(
        &self,
        shape: &Shape,
        may_call: &[Rank],
        challenges: &dyn Fn(Announced, Rank) -> f64,
        of: Of,
    ) -> Vec<f64> {
        let mut values = vec![0.0f64; shape.nodes.len()];
        for (index, node) in shape.nodes.iter().enumerate().rev() {
            let mut most = 0.0f64;
            if node.may_call {
                for call in may_call {
                    let paid = self.payment(node.on_table.hand, *call, of);
                    most = most.max(paid.mean(challenges(shape.announced[node.announced], *call)));
                }
            }
            for (_, outcomes) in &node.throws {
                let mean: f64 = outcomes.iter().map(|(node, chance)| values[*node] * chance).sum();
                most = most.max(mean);
            }
            values[index] = most;
        }
        values
    }

    /// What it comes to if who throws follows a distribution, and who replies, who knows it, does to every call what it likes better:
    /// the least, by the number that is asked for, or the most.
    pub(super) fn answered(
        &self,
        distribution: &[(Called, f64)],
        of: Of,
        better: fn(f64, f64) -> f64,
    ) -> f64 {
        let mut announced: FxHashMap<(Announced, Rank), Payment> = FxHashMap::default();
        for ((of_throws, hand, call), chance) in distribution {
            let paid = self.payment(*hand, *call, of);
            let sums =
                announced.entry((*of_throws, *call)).or_insert(Payment { challenged: 0.0, accepted: 0.0 });
            sums.challenged += chance * paid.challenged;
            sums.accepted += chance * paid.accepted;
        }
        let mut announced: Vec<((Announced, Rank), Payment)> = announced.into_iter().collect();
        // Always added in the same order.
        announced.sort_unstable_by_key(|(key, _)| *key);
        let replied = announced.into_iter().map(|((_, call), paid)| match *TurnGame::replies(call) {
            [true] => paid.challenged,
            [false] => paid.accepted,
            _ => better(paid.challenged, paid.accepted),
        });
        replied.sum()
    }

    /// What it comes to if both follow what is known of them.
    pub(super) fn mean(
        &self,
        distribution: &[(Called, f64)],
        challenges: &dyn Fn(Announced, Rank) -> f64,
        of: Of,
    ) -> f64 {
        let each = distribution.iter().map(|((announced, hand, call), chance)| {
            chance * self.payment(*hand, *call, of).mean(challenges(*announced, *call))
        });
        each.sum()
    }
}

/// By how much a sum of so many parts of 1 can be rounded, and what follows from it.
#[expect(clippy::cast_precision_loss, reason = "sums are short")]
pub(super) fn roundings(parts: usize) -> f64 {
    (parts + 8) as f64 * f64::EPSILON
}
