//! Intervals of signed numbers, for differences; [`Interval`] holds only numbers of 0 or more.

use super::Interval;

/// An interval whose bounds can be negative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signed {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl From<Interval> for Signed {
    fn from(interval: Interval) -> Self {
        Self { low: interval.low, high: interval.high }
    }
}

impl Signed {
    pub(super) fn plus(self, other: Self) -> Self {
        Self { low: (self.low + other.low).next_down(), high: (self.high + other.high).next_up() }
    }

    pub(super) fn minus(self, other: Self) -> Self {
        self.plus(Self { low: -other.high, high: -other.low })
    }

    /// The absolute value.
    pub(super) fn magnitude(self) -> Interval {
        Interval { low: self.low.max(-self.high).max(0.0), high: self.high.max(-self.low) }
    }

    pub(super) fn times(self, other: Self) -> Self {
        let products =
            [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        let low = products.iter().copied().fold(f64::INFINITY, f64::min);
        let high = products.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low == 0.0 && high == 0.0 {
            return Self { low, high };
        }
        Self { low: low.next_down(), high: high.next_up() }
    }
}
