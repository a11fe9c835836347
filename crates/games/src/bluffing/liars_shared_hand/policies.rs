//! How seats play, if not their best.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::calls::Rank;
use crate::bluffing::table::best_of_many;
use crate::kit::rules::{Play, PolicyInfo};

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

    /// How likely it challenges a call that an honest thrower would make truly so often.
    pub(super) fn challenges(&self, call: Rank, is_true: impl FnOnce() -> BigRational) -> f64 {
        let half = || BigRational::new(1.into(), 2.into());
        let is_certain = match self {
            _ if call == Rank::VENUS || call == Rank::VOID => call == Rank::VENUS,
            Self::Honest => false,
            Self::Random => return 0.5,
            Self::Cautious(least) => is_true() < *least,
            Self::Best | Self::Bluffing(_) => is_true() < half(),
        };
        f64::from(u8::from(is_certain))
    }

    /// What it calls on a hand of this rank, with how likely, if it may call these.
    pub(super) fn calls(&self, has: Rank, mut may: impl Iterator<Item = Rank> + Clone) -> Vec<(Rank, f64)> {
        if *self == Self::Random {
            let each = f64::from(u32::try_from(may.clone().count()).unwrap_or(1)).recip();
            return may.map(|call| (call, each)).collect();
        }
        let honest = may.clone().find(|call| *call == has).or_else(|| may.next()).unwrap_or(Rank::VENUS);
        let bluff = honest.raised(2);
        match self {
            Self::Bluffing(chance) if bluff != honest => {
                let two = [(honest, chance_of(&(BigRational::one() - chance))), (bluff, chance_of(chance))];
                two.into_iter().filter(|(_, chance)| *chance > 0.0).collect()
            }
            _ => vec![(honest, 1.0)],
        }
    }
}

/// A probability as a double.
pub(super) fn chance_of(chance: &BigRational) -> f64 {
    chance.to_f64().unwrap_or(0.0)
}
