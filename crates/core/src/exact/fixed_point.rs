//! Powers of a probability in fixed-point arithmetic that is rounded both ways.
//!
//! A number x in [0, 1] is stored as two integers with ⌊x·2^F⌋ ≥ low and ⌈x·2^F⌉ ≤ high. A product
//! rounds low down and high up, so the true value always stays inside.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// A number in [0, 1] between `low`·2^−F and `high`·2^−F; the caller stores the number F of bits.
#[derive(Clone, Debug)]
pub(super) struct FixedPoint {
    low: BigUint,
    high: BigUint,
}

impl FixedPoint {
    pub(super) fn one(bits: u64) -> Self {
        let one = BigUint::one() << bits;
        Self { low: one.clone(), high: one }
    }

    /// The fraction `numerator`/`denominator`, which is at most 1.
    pub(super) fn fraction(numerator: &BigUint, denominator: &BigUint, bits: u64) -> Self {
        let scaled = numerator << bits;
        let low = &scaled / denominator;
        let high = scaled.div_ceil(denominator);
        Self { low, high }
    }

    pub(super) fn times(&self, other: &Self, bits: u64) -> Self {
        let low = (&self.low * &other.low) >> bits;
        let high = &self.high * &other.high;
        let rounded = &high >> bits;
        let high = if &rounded << bits == high { rounded } else { rounded + 1u32 };
        Self { low, high }
    }

    /// The `exponent`-th power by repeated squaring.
    pub(super) fn power(&self, exponent: u64, bits: u64) -> Self {
        let mut power = Self::one(bits);
        for index in (0..u64::BITS - exponent.leading_zeros()).rev() {
            power = power.times(&power, bits);
            if exponent >> index & 1 == 1 {
                power = power.times(self, bits);
            }
        }
        power
    }

    /// Both bounds of 1 − x.
    pub(super) fn complement(&self, bits: u64) -> (BigRational, BigRational) {
        let one = BigUint::one() << bits;
        let over = |numerator: BigUint| BigRational::new(numerator.into(), one.clone().into());
        // The true value is at most 1, even if rounding took the upper bound beyond.
        let low = if self.high >= one { BigUint::zero() } else { &one - &self.high };
        (over(low), over(&one - &self.low))
    }

    /// Whether it is greater than another number; `None` if their bounds overlap.
    pub(super) fn exceeds(&self, other: &Self) -> Option<bool> {
        if self.low > other.high {
            Some(true)
        } else if self.high <= other.low {
            Some(false)
        } else {
            None
        }
    }
}

/// Bounds of −ln(1 − x) = Σ xᵏ/k for a fraction 0 < x < 1, in units of 2^−`bits`.
pub(super) fn minus_ln_one_minus(
    numerator: &BigUint,
    denominator: &BigUint,
    bits: u64,
) -> (BigUint, BigUint) {
    let x = FixedPoint::fraction(numerator, denominator, bits);
    let (mut low, mut high) = (x.low.clone(), x.high.clone());
    let mut power = x;
    let mut k = 2u32;
    while power.low > BigUint::zero() {
        power.low = &power.low * numerator / denominator;
        power.high = (&power.high * numerator).div_ceil(denominator);
        low += &power.low / k;
        high += power.high.div_ceil(&k.into());
        k += 1;
    }
    // The remaining terms are at most the geometric series that starts with the last power.
    high += (&power.high * denominator).div_ceil(&(denominator - numerator));
    (low, high)
}
