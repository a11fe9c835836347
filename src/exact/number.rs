//! Numbers of a solution, or why they are missing.

use super::Enclosure;

/// Why a number of a solution is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// It is infinite, as the game may never end.
    Endless,
    /// It is an infinite mean of something that is finite every time.
    Diverges,
    /// It is taken given something that cannot happen.
    Impossible,
    /// It would take too long to compute.
    TooLong,
    /// It depends on chances too small for floating point, or is beyond all doubles.
    OutOfRange,
    /// It depends on which of two chances is the better, and they are too close to tell.
    Undecided,
}

/// A number of a solution.
pub type Number = Result<Enclosure, Missing>;
