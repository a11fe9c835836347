//! Interval arithmetic for numbers of 0 or more, in floating point rounded outwards.
//!
//! The operations of IEEE 754 err by at most half a unit in the last place, so the next double below
//! and the next above the computed result enclose the true one. As only sums, products and quotients
//! are used, no subtraction, every step widens an interval by a relative 2⁻⁵² or so, and the total
//! width is about the number of steps times that.

use std::borrow::Borrow;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{FromPrimitive, One, ToPrimitive, Zero};

use super::Enclosure;

/// A number between two doubles, both included and neither negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Zero, exactly.
    pub const ZERO: Self = Self { low: 0.0, high: 0.0 };
    /// One, exactly.
    pub const ONE: Self = Self { low: 1.0, high: 1.0 };

    /// Encloses the quotient of two whole numbers.
    pub fn ratio(numerator: &BigUint, denominator: &BigUint) -> Self {
        if denominator.is_one() && numerator.bits() <= 53 {
            let whole = numerator.to_f64().unwrap_or(f64::INFINITY);
            return Self { low: whole, high: whole };
        }
        if numerator == denominator {
            return Self::ONE;
        }
        // The conversion of long integers promises only a near double, not the nearest; six
        // units in the last place are more than its error.
        let ratio = BigRational::new_raw(numerator.clone().into(), denominator.clone().into());
        let near = ratio.to_f64().unwrap_or(f64::NAN);
        // The smallest doubles have fewer significant bits.
        if near < f64::MIN_POSITIVE {
            let high = if numerator.is_zero() { 0.0 } else { f64::MIN_POSITIVE };
            return Self { low: 0.0, high };
        }
        if !near.is_finite() {
            return Self { low: 0.0, high: f64::INFINITY };
        }
        let wide = 1.0 + 3.0 * f64::EPSILON;
        Self { low: near / wide, high: (near * wide).next_up() }
    }

    /// Encloses a number between two rationals of 0 or more.
    pub(crate) fn around(number: &Enclosure) -> Self {
        let bounds = [number.low(), number.high()]
            .map(|bound| Self::ratio(bound.numer().magnitude(), bound.denom().magnitude()));
        Self { low: bounds[0].low, high: bounds[1].high }
    }

    /// Encloses a whole number, exactly if it fits in a double.
    pub(crate) fn whole(number: u64) -> Self {
        Self::ratio(&number.into(), &1u32.into())
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.high == 0.0
    }

    /// The sum of both, rounded outwards.
    pub fn plus(&self, other: impl Borrow<Self>) -> Self {
        let other = *other.borrow();
        if self.is_zero() {
            return other;
        }
        if other.is_zero() {
            return *self;
        }
        Self { low: below(self.low + other.low), high: (self.high + other.high).next_up() }
    }

    /// The product of both, rounded outwards.
    pub fn times(&self, other: impl Borrow<Self>) -> Self {
        let other = *other.borrow();
        if self.is_zero() || other.is_zero() {
            return Self::ZERO;
        }
        if *self == Self::ONE {
            return other;
        }
        if other == Self::ONE {
            return *self;
        }
        Self { low: below(self.low * other.low), high: (self.high * other.high).next_up() }
    }

    /// The quotient by a number that is not 0.
    pub(crate) fn over(&self, other: impl Borrow<Self>) -> Self {
        let other = *other.borrow();
        if self.is_zero() || other == Self::ONE {
            return *self;
        }
        Self { low: below(self.low / other.high), high: (self.high / other.low).next_up() }
    }

    /// The difference of 1 and a number of at most 1, which loses relative precision near 1.
    pub(crate) fn complement(self) -> Self {
        if self == Self::ZERO || self == Self::ONE {
            return if self == Self::ZERO { Self::ONE } else { Self::ZERO };
        }
        Self { low: below(1.0 - self.high), high: (1.0 - self.low).next_up().clamp(0.0, 1.0) }
    }

    /// Limits both bounds to at most 1.
    pub fn at_most_one(self) -> Self {
        Self { low: self.low.min(1.0), high: self.high.min(1.0) }
    }

    /// The intersection of two intervals that contain the same number.
    pub(crate) fn intersection(self, other: &Self) -> Self {
        debug_assert!(self.low <= other.high && other.low <= self.high, "{self:?} and {other:?} overlap");
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The width relative to the lower end.
    pub(crate) fn relative_width(&self) -> f64 {
        if self.low.to_bits() == self.high.to_bits() { 0.0 } else { (self.high - self.low) / self.low }
    }

    /// The midpoint.
    pub const fn middle(self) -> f64 {
        self.low.midpoint(self.high)
    }

    /// A bound on the distance between [`Interval::middle`] and the true number.
    pub const fn error(self) -> f64 {
        (self.high - self.low).next_up()
    }

    /// The same interval in rationals; `None` if it is unbounded.
    pub fn enclosure(self) -> Option<Enclosure> {
        let (low, high) = (BigRational::from_f64(self.low)?, BigRational::from_f64(self.high)?);
        (low <= high).then(|| Enclosure::between(low, high))
    }
}

/// The next double below, but at least 0.
fn below(value: f64) -> f64 {
    value.next_down().max(0.0)
}

impl From<Interval> for f64 {
    /// Returns the midpoint.
    fn from(interval: Interval) -> Self {
        interval.middle()
    }
}

impl std::iter::Sum for Interval {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, |sum, number| sum.plus(number))
    }
}

impl std::iter::Product for Interval {
    fn product<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ONE, |product, number| product.times(number))
    }
}

impl Enclosure {
    /// Encloses the number between two short fractions.
    pub fn shortened(&self) -> Self {
        Interval::around(self).enclosure().unwrap_or_else(|| self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn holds(interval: Interval, value: &BigRational) -> bool {
        let enclosure = interval.enclosure().unwrap();
        enclosure.low() <= value && value <= enclosure.high()
    }

    proptest! {
        #[test]
        fn the_true_number_stays_inside(a in 0u64.., b in 1u64.., c in 0u64.., d in 1u64..) {
            let exact = |n: u64, d: u64| BigRational::new(n.into(), d.into());
            let (x, y) = (exact(a, b), exact(c, d));
            let (i, j) = (Interval::ratio(&a.into(), &b.into()), Interval::ratio(&c.into(), &d.into()));
            prop_assert!(holds(i, &x) && holds(j, &y));
            prop_assert!(holds(i.plus(j), &(&x + &y)));
            prop_assert!(holds(i.times(j), &(&x * &y)));
            if c > 0 {
                prop_assert!(holds(i.over(j), &(&x / &y)));
            }
        }

        // Intervals of a single double have no width that could hide a missing rounding.
        #[test]
        fn every_operation_is_rounded_outwards(x in 1e-9..1.0, part in 1e-9..1.0) {
            let y = x * part;
            let exact = |double: f64| BigRational::from_float(double).unwrap();
            let alone = |double: f64| Interval { low: double, high: double };
            let (i, j) = (alone(x), alone(y));
            prop_assert!(holds(i.plus(j), &(exact(x) + exact(y))));
            prop_assert!(holds(i.times(j), &(exact(x) * exact(y))));
            prop_assert!(holds(i.over(j), &(exact(x) / exact(y))));
            prop_assert!(holds(i.complement(), &(BigRational::one() - exact(x))));
        }
    }
}
