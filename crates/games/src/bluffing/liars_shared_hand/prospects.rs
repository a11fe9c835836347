//! The value of a turn to the thrower.

use rustc_hash::FxHashMap;

use super::calls::Rank;
use super::cup::{Cup, Hand};
use super::shape::{Payment, Shape, TurnGame};
use super::turns::{Announced, Called};

/// What a seat wins of the match from here on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    /// Bounds of the game's value: what the seat's strategy guarantees, and the most that the other's strategy allows.
    pub low: f64,
    pub high: f64,
    /// What best play wins against the opponent used for sharpening: if this seat plays best, and if the other does.
    pub against_random: [f64; 2],
}

impl Prospect {
    /// The prospect after the end of a match.
    pub(super) const fn sure(has_won: bool) -> Self {
        let share = if has_won { 1.0 } else { 0.0 };
        Self { low: share, high: share, against_random: [share, 1.0 - share] }
    }

    /// The prospect of the other seat.
    pub(super) const fn of_other(self) -> Self {
        let [own, others] = self.against_random;
        Self { low: 1.0 - self.high, high: 1.0 - self.low, against_random: [others, own] }
    }

    pub(super) const fn value(&self) -> f64 {
        f64::midpoint(self.low, self.high)
    }
}

/// A selector of one number of a prospect.
pub(super) type Of = fn(&Prospect) -> f64;

/// The consequences of a turn.
pub(super) struct Scene<'s> {
    pub cup: &'s Cup,
    /// The value of a challenge to the thrower, after a true call and after a lie.
    pub challenged: [Prospect; 2],
    /// The value to the thrower of an accepted call on a hand.
    pub accepted: &'s (dyn Fn(Hand, Rank) -> Prospect + Sync),
}

impl Scene<'_> {
    /// The payments for a call on a hand, for the selected number.
    pub(super) fn payment(&self, hand: Hand, call: Rank, of: Of) -> Payment {
        let challenged = of(&self.challenged[usize::from(!self.cup.is_true(hand, call))]);
        // Venus must be challenged.
        let accepted = if call == Rank::VENUS { challenged } else { of(&(self.accepted)(hand, call)) };
        Payment { challenged, accepted }
    }

    /// The most that the thrower can get from every node of a turn on, against known replies.
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

    /// The value of a thrower's distribution if the replying seat knows it and picks its better reply to every call: the smaller
    /// or the larger number, by `better`.
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
        // Adds in a fixed order, so results are reproducible.
        announced.sort_unstable_by_key(|(key, _)| *key);
        let replied = announced.into_iter().map(|((_, call), paid)| match *TurnGame::replies(call) {
            [true] => paid.challenged,
            [false] => paid.accepted,
            _ => better(paid.challenged, paid.accepted),
        });
        replied.sum()
    }

    /// The value if both follow known strategies.
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

/// The rounding error of a sum of `parts` numbers up to 1, and of what follows from it.
#[expect(clippy::cast_precision_loss, reason = "sums are short")]
pub(super) fn roundings(parts: usize) -> f64 {
    (parts + 8) as f64 * f64::EPSILON
}
