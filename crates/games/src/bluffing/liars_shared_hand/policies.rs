//! How seats play, if not their best.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::calls::Rank;
use crate::kit::rules::{Play, PolicyInfo};
use crate::kit::skill::best_of_many;

pub(super) const POLICIES: [PolicyInfo; 5] = [
    PolicyInfo::new(
        "best",
        "best play of two seats: of all the strategies that nobody can beat, the one that gains most against `random`. Of more \
         seats it plays as `cautious` until two are left",
    )
    .with_stand_in(best_of_many),
    PolicyInfo::new(
        "honest",
        "throws for the lowest rank that it may call, calls what it has if that is enough and that lowest rank if not, and \
         believes everything but Venus",
    ),
    PolicyInfo::with_number(
        "cautious",
        "1/2",
        "as `honest`, but challenges what an honest thrower would have less often than with this probability",
    ),
    PolicyInfo::with_number(
        "bluffing",
        "1/4",
        "as `cautious`, and with this probability calls two ranks more than `honest` would",
    ),
    PolicyInfo::new(
        "random",
        "throws and calls anything that is allowed, each as likely as another, and challenges half of the time",
    ),
];

/// How a seat plays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Policy {
    Best,
    Honest,
    /// Challenges what is true less often than this.
    Cautious(BigRational),
    /// Calls two ranks more as often as this.
    Bluffing(BigRational),
    Random,
}

impl Policy {
    pub(super) fn of(play: &Play) -> Self {
        let number = || play.number().cloned().unwrap_or_default();
        match play.name() {
            "honest" => Self::Honest,
            "cautious" => Self::Cautious(number()),
            "bluffing" => Self::Bluffing(number()),
            "random" => Self::Random,
            _ => Self::Best,
        }
    }

    /// As what it plays where nobody knows what is best.
    pub(super) fn without_solution(&self) -> Self {
        if *self == Self::Best { Self::Cautious(BigRational::new(1.into(), 2.into())) } else { self.clone() }
    }

    /// How likely it challenges a call that an honest thrower would make truly as often as is told.
    pub(super) fn challenges(&self, call: Rank, is_true: impl FnOnce() -> BigRational) -> BigRational {
        if call == Rank::VENUS || call == Rank::VOID {
            return certainly(call == Rank::VENUS);
        }
        let half = || BigRational::new(1.into(), 2.into());
        match self {
            Self::Honest => certainly(false),
            Self::Random => half(),
            Self::Cautious(least) => certainly(is_true() < *least),
            Self::Best | Self::Bluffing(_) => certainly(is_true() < half()),
        }
    }

    /// What it calls on a hand of this rank, with how likely, if it may call these.
    pub(super) fn calls(
        &self,
        has: Rank,
        mut may: impl Iterator<Item = Rank> + Clone,
    ) -> Vec<(Rank, BigRational)> {
        if *self == Self::Random {
            let calls: Vec<Rank> = may.collect();
            let each = BigRational::new(1.into(), calls.len().max(1).into());
            return calls.into_iter().map(|call| (call, each.clone())).collect();
        }
        let lowest = may.clone().next().unwrap_or(Rank::VENUS);
        let honest = may.find(|call| *call == has).unwrap_or(lowest);
        let bluff = honest.raised(2);
        match self {
            Self::Bluffing(chance) if bluff != honest => {
                let two = [(honest, BigRational::one() - chance), (bluff, chance.clone())];
                two.into_iter().filter(|(_, chance)| !chance.is_zero()).collect()
            }
            _ => vec![(honest, BigRational::one())],
        }
    }
}

/// How likely something is that is certain to be so, or not to be.
pub(super) fn certainly(is: bool) -> BigRational {
    if is { BigRational::one() } else { BigRational::zero() }
}
