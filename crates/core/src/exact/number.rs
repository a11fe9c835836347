//! The numbers of a solution, and the reasons why one may be missing.

use num_traits::Zero;

use super::Enclosure;

/// The reason why a number of a solution is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// It is infinite because the game may never end.
    Endless,
    /// It is negative infinite because the game may never end.
    EndlessLoss,
    /// It is an infinite mean of values that are all finite.
    Diverges,
    /// It is a negative infinite mean of values that are all finite.
    DivergingLoss,
    /// It is a difference of two infinite numbers, or a quotient by one.
    Unbalanced,
    /// It is conditional on something that cannot happen.
    Impossible,
    /// It would take too long to compute.
    TooLong,
    /// It depends on chances too small for floating point, or is itself out of the range of a double.
    OutOfRange,
    /// It depends on which of two chances is greater, and they are too close to distinguish.
    Undecided,
}

impl Missing {
    /// Whether the number is known to be infinite, with either sign.
    pub const fn is_infinite(self) -> bool {
        matches!(self, Self::Endless | Self::EndlessLoss | Self::Diverges | Self::DivergingLoss)
    }

    /// The reason why the absolute value is missing.
    pub const fn magnitude(self) -> Self {
        match self {
            Self::EndlessLoss | Self::DivergingLoss => self.negated(),
            other => other,
        }
    }

    /// The reason why the negated number is missing.
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

/// The difference of two numbers. If one is infinite, so is the difference; if both are, it is unknown.
///
/// # Errors
///
/// The reason why there is no number: one of them is missing or infinite.
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

/// The quotient of two numbers of 0 or more.
///
/// # Errors
///
/// The reason why there is no number: one of them is missing or infinite, or the whole can be 0.
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

/// A number of a solution, or the reason why it is missing.
pub type Number = Result<Enclosure, Missing>;
