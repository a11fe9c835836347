//! What a hand that pays costs.

use num_rational::BigRational;

/// How a share of the pot becomes whole coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
