//! Intervals like [`Interval`], of numbers that doubles cannot hold.
//!
//! A bone that shows a face once in 10⁴⁰⁰ throws is as good as any other, but its chances lie below the smallest double.
//! Here a number is a double from 1 to 2 times a power of two that has no end; it is added, multiplied and divided as
//! doubles are, and rounded outwards.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::scalar::{Scalar, Semiring, Weight, bounded_weight};
use super::{Enclosure, Interval};

/// A number of 0 or more, m·2ᵉ with 1 ≤ m < 2.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scaled {
    /// 0 for the number 0.
    mantissa: f64,
    exponent: i64,
}

/// Which way a number is rounded.
#[derive(Clone, Copy)]
enum Rounded {
    Down,
    Up,
}

impl Scaled {
    const ZERO: Self = Self { mantissa: 0.0, exponent: 0 };

    /// A result that may be half a place off, and is at least 1/4 and below 4, or 0.
    fn new(mantissa: f64, exponent: i64, rounded: Rounded) -> Self {
        if mantissa == 0.0 {
            return Self::ZERO;
        }
        let mantissa = match rounded {
            Rounded::Down => mantissa.next_down(),
            Rounded::Up => mantissa.next_up(),
        };
        match mantissa {
            small if small < 0.5 => Self { mantissa: 4.0 * small, exponent: exponent - 2 },
            small if small < 1.0 => Self { mantissa: 2.0 * small, exponent: exponent - 1 },
            large if large >= 2.0 => Self { mantissa: large / 2.0, exponent: exponent + 1 },
            normal => Self { mantissa: normal, exponent },
        }
    }

    fn of(number: &BigUint, rounded: Rounded) -> Self {
        const PLACES: u64 = 53;
        let bits = number.bits();
        if bits <= PLACES {
            let Some(exact) = number.to_f64().filter(|number| *number > 0.0) else { return Self::ZERO };
            let scale = 2f64.powi(i32::try_from(bits).unwrap_or(1) - 1);
            return Self { mantissa: exact / scale, exponent: as_signed(bits) - 1 };
        }
        let top = (number >> (bits - PLACES)).to_f64().unwrap_or(0.0) / 2f64.powi(52);
        let whole = Self { mantissa: top, exponent: as_signed(bits) - 1 };
        // What was cut off makes it larger.
        match rounded {
            Rounded::Down => whole,
            Rounded::Up => Self::new(top, whole.exponent, Rounded::Up),
        }
    }

    fn times(self, other: Self, rounded: Rounded) -> Self {
        Self::new(self.mantissa * other.mantissa, self.exponent + other.exponent, rounded)
    }

    fn over(self, other: Self, rounded: Rounded) -> Self {
        Self::new(self.mantissa / other.mantissa, self.exponent - other.exponent, rounded)
    }

    fn plus(self, other: Self, rounded: Rounded) -> Self {
        /// So much smaller that only the rounding is left of it.
        const FAR: i64 = 64;
        let (large, small) = if self.exceeds(other) { (self, other) } else { (other, self) };
        if small.mantissa == 0.0 {
            return large;
        }
        let apart = i32::try_from((large.exponent - small.exponent).min(FAR)).unwrap_or(0);
        Self::new(large.mantissa + small.mantissa * 2f64.powi(-apart), large.exponent, rounded)
    }

    fn exceeds(self, other: Self) -> bool {
        match (self.mantissa == 0.0, other.mantissa == 0.0) {
            (true, _) => false,
            (false, true) => true,
            (false, false) => (self.exponent, self.mantissa) > (other.exponent, other.mantissa),
        }
    }

    fn rational(self) -> Option<BigRational> {
        let mantissa = BigRational::from_float(self.mantissa)?;
        let power = BigInt::from(1) << self.exponent.unsigned_abs();
        Some(if self.exponent < 0 { mantissa / power } else { mantissa * power })
    }
}

fn as_signed(bits: u64) -> i64 {
    i64::try_from(bits).unwrap_or(i64::MAX)
}

/// A number between two, both included and neither negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wide {
    low: Scaled,
    high: Scaled,
}

impl Wide {
    /// Around a number between two rationals of 0 or more.
    pub(super) fn around(number: &Enclosure) -> Self {
        Self { low: Self::rational(number.low()).low, high: Self::rational(number.high()).high }
    }
}

impl Semiring for Wide {
    fn zero() -> Self {
        Self { low: Scaled::ZERO, high: Scaled::ZERO }
    }

    fn one() -> Self {
        Self::whole(1)
    }

    fn whole(number: u64) -> Self {
        let of = |rounded| Scaled::of(&number.into(), rounded);
        Self { low: of(Rounded::Down), high: of(Rounded::Up) }
    }

    fn plus(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return if self.is_zero() { *other } else { *self };
        }
        Self { low: self.low.plus(other.low, Rounded::Down), high: self.high.plus(other.high, Rounded::Up) }
    }

    fn times(&self, other: &Self) -> Self {
        if *self == Self::one() || *other == Self::one() {
            return if *self == Self::one() { *other } else { *self };
        }
        Self { low: self.low.times(other.low, Rounded::Down), high: self.high.times(other.high, Rounded::Up) }
    }

    fn is_zero(&self) -> bool {
        self.high.mantissa == 0.0
    }
}

impl Scalar for Wide {
    fn ratio(numerator: &BigUint, denominator: &BigUint) -> Self {
        if numerator.bits() == 0 {
            return Self::zero();
        }
        if numerator == denominator {
            return Self::one();
        }
        let low =
            Scaled::of(numerator, Rounded::Down).over(Scaled::of(denominator, Rounded::Up), Rounded::Down);
        let high =
            Scaled::of(numerator, Rounded::Up).over(Scaled::of(denominator, Rounded::Down), Rounded::Up);
        Self { low, high }
    }

    fn over(&self, other: &Self) -> Self {
        if self.is_zero() || *other == Self::one() {
            return *self;
        }
        Self { low: self.low.over(other.high, Rounded::Down), high: self.high.over(other.low, Rounded::Up) }
    }

    /// As rare as in [`Interval`], so that tracks are as long.
    fn is_negligible(&self) -> bool {
        self.high.mantissa > 0.0 && self.high.exponent < -332
    }

    fn enclosure(&self) -> Option<Enclosure> {
        let (low, high) = (self.low.rational()?, self.high.rational()?);
        (low <= high).then(|| Enclosure::between(low, high))
    }
}

/// Whether a double is too small for what is to be multiplied with it.
pub(super) fn is_tiny(chance: &Interval) -> bool {
    const LEAST: f64 = 1e-60;
    chance.low < LEAST && chance.high > 0.0
}

// Of rare chances, what is left of a number is not known.
bounded_weight!(Wide, |_: &Wide, _: &Wide| None);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn holds(interval: Wide, value: &BigRational) -> bool {
        let enclosure = interval.enclosure().unwrap();
        let fine = BigRational::new(1.into(), (1i64 << 48).into());
        enclosure.contains(value) && enclosure.high() - enclosure.low() <= value * fine
    }

    proptest! {
        #[test]
        fn the_true_number_stays_inside(a in 0u64.., b in 1u64.., c in 1u64.., d in 1u64.., far in 0u64..3000) {
            let far = |number: u64| BigUint::from(number) << far;
            let exact = |n: &BigUint, d: &BigUint| BigRational::new(n.clone().into(), d.clone().into());
            let (x, y) = (exact(&a.into(), &far(b)), exact(&far(c), &d.into()));
            let (i, j) = (Wide::ratio(&a.into(), &far(b)), Wide::ratio(&far(c), &d.into()));
            prop_assert!(holds(i, &x) && holds(j, &y));
            prop_assert!(holds(i.plus(&j), &(&x + &y)));
            prop_assert!(holds(i.times(&j), &(&x * &y)));
            prop_assert!(holds(Scalar::over(&i, &j), &(&x / &y)));
        }
    }

    #[test]
    fn whole_numbers_are_exact() {
        assert_eq!(
            Wide::whole(12).enclosure().unwrap().as_exact(),
            Some(&BigRational::from_integer(12.into()))
        );
        assert_eq!(Wide::zero().enclosure(), Some(Enclosure::zero()));
    }
}
