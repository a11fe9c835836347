//! Numbers of a solution, or why they are missing.

use num_traits::Zero;

use super::Enclosure;

/// Why a number of a solution is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// It is infinite, as the game may never end.
    Endless,
    /// It is infinite below 0, as the game may never end.
    EndlessLoss,
    /// It is an infinite mean of something that is finite every time.
    Diverges,
    /// The same below 0.
    DivergingLoss,
    /// It is made of two infinite numbers that take each other off.
    Unbalanced,
    /// It is taken given something that cannot happen.
    Impossible,
    /// It would take too long to compute.
    TooLong,
    /// It depends on chances too small for floating point, or is beyond all doubles.
    OutOfRange,
    /// It depends on which of two chances is the better, and they are too close to tell.
    Undecided,
}

impl Missing {
    /// Whether the number is known to be infinite, on either side.
    pub const fn is_infinite(self) -> bool {
        matches!(self, Self::Endless | Self::EndlessLoss | Self::Diverges | Self::DivergingLoss)
    }

    /// Why the same number without its sign is missing.
    pub const fn magnitude(self) -> Self {
        match self {
            Self::EndlessLoss | Self::DivergingLoss => self.negated(),
            other => other,
        }
    }

    /// Why the same number with the other sign is missing.
    pub const fn negated(self) -> Self {
        match self {
            Self::Endless => Self::EndlessLoss,
            Self::EndlessLoss => Self::Endless,
            Self::Diverges => Self::DivergingLoss,
            Self::DivergingLoss => Self::Diverges,
            other => other,
        }
    }
}

/// The difference of two numbers. What is infinite outweighs what is not; of two infinite numbers nothing is known.
///
/// # Errors
///
/// Why there is no number: one of both has none, or both are infinite.
pub fn minus(number: Number, part: Number) -> Number {
    match (number, part) {
        (Err(one), Err(other)) if one.is_infinite() && other.is_infinite() => Err(Missing::Unbalanced),
        (Err(why), Err(_) | Ok(_)) => Err(why),
        (Ok(_), Err(why)) => Err(why.negated()),
        (Ok(number), Ok(part)) if part.as_exact().is_some_and(Zero::is_zero) => Ok(number),
        (Ok(number), Ok(part)) => {
            Ok(Enclosure::between(number.low() - part.high(), number.high() - part.low()))
        }
    }
}

/// The quotient of two numbers of 0 or more; nothing can be said of one that is divided by what cannot happen, or by what is
/// infinite.
///
/// # Errors
///
/// Why there is no number: one of both has none, or the whole can be 0.
pub fn quotient(part: Number, whole: &Number) -> Number {
    let whole = match whole {
        Err(why) if why.is_infinite() => return Err(Missing::Unbalanced),
        whole => whole.as_ref().map_err(|why| *why)?,
    };
    if whole.high().is_zero() {
        return Err(Missing::Impossible);
    }
    if whole.low().is_zero() {
        return Err(Missing::OutOfRange);
    }
    let part = part?;
    Ok(Enclosure::between(part.low() / whole.high(), part.high() / whole.low()))
}

/// A number of a solution.
pub type Number = Result<Enclosure, Missing>;
