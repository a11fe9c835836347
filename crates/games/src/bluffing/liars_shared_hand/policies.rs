//! The policies other than best play.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::calls::Rank;
use crate::bluffing::table::best_of_many;
use crate::kit::rules::{Play, PolicyInfo};

pub(super) const POLICIES: [PolicyInfo; 5] = [
    PolicyInfo::new(
        "best",
        "best play for two seats: of all unbeatable strategies, the one that gains most against `random`. With more seats it \
         plays like `cautious` until two are left",
    )
    .with_stand_in(best_of_many),
    PolicyInfo::new(
        "honest",
        "throws for the lowest rank that it may call, calls what it has or, if that is too low, that lowest rank, and \
         believes everything but Venus",
    ),
    PolicyInfo::with_number(
        "cautious",
        "1/2",
        "plays like `honest`, but challenges a call that an honest thrower would have with less than a given probability",
    ),
    PolicyInfo::with_number(
        "bluffing",
        "1/4",
        "plays like `cautious`, but with a given probability calls two ranks more than `honest`",
    ),
    PolicyInfo::new(
        "random",
        "throws and calls anything legal, all equally likely, and challenges half of the time",
    ),
];

/// The policy of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Policy {
    Best,
    Honest,
    /// Challenges calls that are true less often than this.
    Cautious(BigRational),
    /// Calls two ranks more with this probability.
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

    /// The policy that replaces it where best play is unknown.
    pub(super) fn without_solution(&self) -> Self {
        if *self == Self::Best { Self::Cautious(BigRational::new(1.into(), 2.into())) } else { self.clone() }
    }

    /// The probability to challenge a call, given how often an honest thrower would make it truly.
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

    /// The probabilities of its calls with a hand of this rank, among the allowed calls.
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

/// Converts a probability to a double.
pub(super) fn chance_of(chance: &BigRational) -> f64 {
    chance.to_f64().unwrap_or(0.0)
}
