//! What it is worth to play well, to start, and to know how the other plays.

use num_rational::BigRational;
use num_traits::One;

use crate::kit::rules::Play;
use crate::kit::skill::{above_half, mean};
use crate::kit::{AgainstPolicy, Measured, PolicyInfo, Skill};
use tali_core::exact::{Enclosure, Missing, Number};

/// A match of two seats, one of which may play its best and the other by a policy: what is won in either seat.
pub(super) trait TwoSeats {
    /// The policies of the game.
    const POLICIES: &'static [PolicyInfo];

    /// Whether best play is known, or can be.
    fn is_known(&self) -> bool;

    /// What seat 1 wins at best play of both.
    fn even(&self) -> Number;

    /// By best play, as it is shown.
    fn best(&self, policy: &Play) -> [Number; 2];

    /// All of this against every simpler policy; of more than two seats nothing.
    fn skill(&self, solved: &dyn Fn()) -> Skill {
        if !self.is_known() {
            return Skill::default();
        }
        // What is solved for this is known to all that is asked next.
        let first_move = above_half(self.even());
        solved();
        let against = simpler(Self::POLICIES).map(|info| {
            let policy = &Play::usual(info);
            let best = self.best(policy);
            let against = AgainstPolicy {
                policy: policy.to_string(),
                mean: Measured::Solved(mean(&best)),
                best: best.map(Measured::Solved),
            };
            solved();
            against
        });
        Skill { first_move: Some(first_move), shares: against.collect(), ..Skill::default() }
    }

    /// How many tables are solved for [`TwoSeats::skill`].
    fn skill_tables(&self) -> u64 {
        if self.is_known() { 1 + simpler(Self::POLICIES).count() as u64 } else { 0 }
    }

    /// What best play wins against a policy on average over both seats.
    fn mean_against(&self, policy: &Play) -> Number {
        if self.is_known() { mean(&self.best(policy)) } else { Err(Missing::TooLong) }
    }
}

/// What both seats win of a match, of which the first wins so much.
pub(super) fn shares(first: Enclosure) -> Vec<Enclosure> {
    let one = BigRational::one();
    let second = Enclosure::between(&one - first.high(), &one - first.low());
    vec![first, second]
}

fn simpler(policies: &'static [PolicyInfo]) -> impl Iterator<Item = &'static PolicyInfo> {
    policies.iter().filter(|info| info.name != "best")
}
