//! Numbers known exactly, or within two rational bounds.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// A number between two rational bounds, both included; exact if they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    low: BigRational,
    high: BigRational,
}

impl Enclosure {
    /// Encloses this number exactly.
    pub fn exact(value: BigRational) -> Self {
        Self { low: value.clone(), high: value }
    }

    /// A number from `low` to `high`.
    pub fn between(low: BigRational, high: BigRational) -> Self {
        debug_assert!(low <= high, "the bounds of an enclosure are in order");
        Self { low, high }
    }

    /// A probability computed in doubles, with an absolute error of at most `off`.
    pub fn chance(value: f64, off: f64) -> Self {
        let rational = |value: f64| BigRational::from_float(value).unwrap_or_else(BigRational::zero);
        Self::between(rational((value - off).max(0.0)), rational((value + off).min(1.0)))
    }

    /// The number 0.
    pub fn zero() -> Self {
        Self::exact(BigRational::zero())
    }

    /// The number 1.
    pub fn one() -> Self {
        Self::exact(BigRational::one())
    }

    /// The probability of a known fact: 1 if it holds, else 0.
    pub fn certain(holds: bool) -> Self {
        if holds { Self::one() } else { Self::zero() }
    }

    /// Any probability: from 0 to 1.
    pub fn probability() -> Self {
        Self::between(BigRational::zero(), BigRational::one())
    }

    /// The sum of both.
    pub fn plus(&self, other: &Self) -> Self {
        // Adding fractions is costly, and many terms are 0.
        match (self.as_exact(), other.as_exact()) {
            (_, Some(part)) if part.is_zero() => return self.clone(),
            (Some(part), _) if part.is_zero() => return other.clone(),
            (Some(one), Some(part)) => return Self::exact(one + part),
            _ => {}
        }
        Self { low: &self.low + &other.low, high: &self.high + &other.high }
    }

    /// Limits both bounds to at most 1.
    pub fn at_most_one(self) -> Self {
        let one = BigRational::one();
        Self { low: self.low.min(one.clone()), high: self.high.min(one) }
    }

    /// Limits both bounds to at least 0.
    pub fn at_least_zero(self) -> Self {
        let zero = BigRational::zero();
        Self { low: self.low.max(zero.clone()), high: self.high.max(zero) }
    }

    /// The intersection of two enclosures of the same number.
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        let low = if other.low > self.low { &other.low } else { &self.low };
        let high = if other.high < self.high { &other.high } else { &self.high };
        Self::between(low.clone(), high.clone())
    }

    /// The product with a number of 0 or more.
    pub fn scaled(&self, factor: &BigRational) -> Self {
        if let Some(exact) = self.as_exact() {
            return Self::exact(exact * factor);
        }
        Self { low: &self.low * factor, high: &self.high * factor }
    }

    /// The product of two numbers of 0 or more.
    pub(crate) fn times(&self, other: &Self) -> Self {
        Self { low: &self.low * &other.low, high: &self.high * &other.high }
    }

    /// The quotient of two numbers of 0 or more; `None` if the divisor may be 0.
    pub fn over(&self, other: &Self) -> Option<Self> {
        let divisible = !other.low.is_zero();
        divisible.then(|| Self { low: &self.low / &other.high, high: &self.high / &other.low })
    }

    /// The lower bound.
    pub const fn low(&self) -> &BigRational {
        &self.low
    }

    /// The upper bound.
    pub const fn high(&self) -> &BigRational {
        &self.high
    }

    /// The midpoint as a double; infinite if it is out of range.
    pub fn to_f64(&self) -> f64 {
        let [low, high] = [&self.low, &self.high].map(|end| end.to_f64().unwrap_or(f64::INFINITY));
        f64::midpoint(low, high)
    }

    /// Whether the number may equal `value`.
    pub fn contains(&self, value: &BigRational) -> bool {
        self.low <= *value && *value <= self.high
    }

    /// The number itself, if it is known exactly.
    pub fn as_exact(&self) -> Option<&BigRational> {
        (self.low == self.high).then_some(&self.low)
    }
}

impl std::iter::Sum for Enclosure {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::zero(), |sum, number| sum.plus(&number))
    }
}
