//! A number that is known exactly, or between two rationals.

use num_rational::BigRational;

/// A number that lies between two rationals, both included; known exactly where they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    low: BigRational,
    high: BigRational,
}

impl Enclosure {
    /// The number that is exactly this.
    #[must_use]
    pub fn exact(value: BigRational) -> Self {
        Self { low: value.clone(), high: value }
    }

    /// A number from `low` to `high`.
    pub(super) fn between(low: BigRational, high: BigRational) -> Self {
        debug_assert!(low <= high, "an enclosure has its bounds in order");
        Self { low, high }
    }

    /// The lower bound.
    #[must_use]
    pub const fn low(&self) -> &BigRational {
        &self.low
    }

    /// The upper bound.
    #[must_use]
    pub const fn high(&self) -> &BigRational {
        &self.high
    }

    /// The number itself, where it is known exactly.
    #[must_use]
    pub fn as_exact(&self) -> Option<&BigRational> {
        (self.low == self.high).then_some(&self.low)
    }
}
