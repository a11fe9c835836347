//! Games in which every seat throws one hand and the best takes the pot.

use num_rational::BigRational;

use super::Law;

/// What a cast is worth as a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hand {
    /// No hand: the seat casts again.
    Again,
    /// A hand.
    Of {
        /// Its value, the highest wins; `None` for a hand that cannot win.
        value: Option<i32>,
        /// Whether its caster pays for it.
        pays: bool,
    },
}

/// Who takes a pot when the best hands tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tie {
    /// The tied seats cast again, until one is left.
    Recast,
    /// The tied seats share it.
    Split,
}

/// How a share of the pot becomes whole coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rounding {
    /// Not at all: coins are cut.
    None,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// What a hand that pays costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fee {
    /// So many coins.
    Coins(u64),
    /// A share of the pot as it stands, rounded to a multiple of so many coins.
    Share(BigRational, Rounding, u64),
}

impl Fee {
    /// The payment into a pot of so many coins.
    #[must_use]
    pub fn payment(&self, pot: &BigRational) -> BigRational {
        match self {
            Self::Coins(coins) => BigRational::from_integer((*coins).into()),
            Self::Share(share, rounding, unit) => {
                let unit = BigRational::from_integer((*unit).into());
                let payment = pot * share;
                match rounding {
                    Rounding::None => payment,
                    Rounding::Up => (payment / &unit).ceil() * unit,
                    Rounding::Down => (payment / &unit).floor() * unit,
                }
            }
        }
    }
}

/// The coins that are played for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// What every seat pays before the first cast.
    pub ante: u64,
    /// What a hand that pays costs.
    pub fee: Fee,
}

/// Every seat casts one hand in seat order, and the best takes the pot. Where no hand can win, all who
/// are still in cast again.
#[derive(Clone, Debug)]
pub struct Showdown {
    /// What each seat's casts are worth.
    pub hands: Vec<Law<Hand>>,
    /// What happens when the best hands tie.
    pub tie: Tie,
    /// The coins; `None` where none are played for.
    pub stakes: Option<Stakes>,
}
