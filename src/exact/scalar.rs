//! The two kinds of number that the solvers compute in: rationals and intervals.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::linear::{self, System};
use super::{Enclosure, Interval};

/// A number of 0 or more that can be added, multiplied and divided, and never subtracted.
pub(super) trait Scalar: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn ratio(numerator: &BigUint, denominator: &BigUint) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    /// The quotient by a number that is not 0.
    fn over(&self, other: &Self) -> Self;
    fn is_zero(&self) -> bool;
    /// 1 minus a probability.
    fn complement(&self) -> Self;
    /// 1 / (1 − x) for any x of 0 or more, where x is surely below 1.
    fn geometric(&self) -> Option<Self>;
    /// Whether it is so small that it may be left out with a bound; never in rationals.
    fn is_negligible(&self) -> bool {
        false
    }
    /// Bounds in rationals; `None` where there are none.
    fn enclosure(&self) -> Option<Enclosure>;
    /// Solves X = P·X + gain for each of the gains.
    fn solve(system: &System, gains: &[Vec<Self>]) -> Vec<Vec<Self>>;

    fn rational(value: &BigRational) -> Self {
        Self::ratio(value.numer().magnitude(), value.denom().magnitude())
    }

    fn whole(number: u64) -> Self {
        Self::ratio(&number.into(), &BigUint::from(1u32))
    }

    fn sum(numbers: impl IntoIterator<Item = Self>) -> Self {
        numbers.into_iter().fold(Self::zero(), |sum, number| sum.plus(&number))
    }

    fn product(numbers: impl IntoIterator<Item = Self>) -> Self {
        numbers.into_iter().fold(Self::one(), |product, number| product.times(&number))
    }
}

impl Scalar for BigRational {
    fn zero() -> Self {
        Zero::zero()
    }

    fn one() -> Self {
        One::one()
    }

    fn ratio(numerator: &BigUint, denominator: &BigUint) -> Self {
        Self::new(numerator.clone().into(), denominator.clone().into())
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn is_zero(&self) -> bool {
        Zero::is_zero(self)
    }

    fn complement(&self) -> Self {
        <Self as One>::one() - self
    }

    fn geometric(&self) -> Option<Self> {
        (self.numer() < self.denom()).then(|| Self::complement(self).recip())
    }

    fn enclosure(&self) -> Option<Enclosure> {
        Some(Enclosure::exact(self.clone()))
    }

    fn solve(system: &System, gains: &[Vec<Self>]) -> Vec<Vec<Self>> {
        linear::solve_exactly(system, gains)
    }
}

impl Scalar for Interval {
    fn zero() -> Self {
        Self::ZERO
    }

    fn one() -> Self {
        Self::ONE
    }

    fn ratio(numerator: &BigUint, denominator: &BigUint) -> Self {
        Self::ratio(numerator, denominator)
    }

    fn plus(&self, other: &Self) -> Self {
        Self::plus(self, other)
    }

    fn times(&self, other: &Self) -> Self {
        Self::times(self, other)
    }

    fn over(&self, other: &Self) -> Self {
        Self::over(self, other)
    }

    fn is_zero(&self) -> bool {
        Self::is_zero(self)
    }

    fn complement(&self) -> Self {
        Self::complement(*self)
    }

    fn is_negligible(&self) -> bool {
        self.high < 1e-100
    }

    fn geometric(&self) -> Option<Self> {
        let rest = (self.high < 1.0).then(|| Self::complement(*self))?;
        (rest.low > 0.0).then(|| Self::ONE.over(rest))
    }

    fn enclosure(&self) -> Option<Enclosure> {
        Self::enclosure(*self)
    }

    fn solve(system: &System, gains: &[Vec<Self>]) -> Vec<Vec<Self>> {
        linear::solve_in_intervals(system, gains)
    }
}

/// What counts can be weighed in: whole numbers over one denominator, or chances.
pub(super) trait Weight: Clone {
    /// What the weights become in the end.
    type Number: Scalar;

    fn zero() -> Self;
    fn one() -> Self;
    fn whole(number: u64) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn is_zero(&self) -> bool;
    /// The weight of something that weighs `weight` of `total`, and that of the total.
    fn of(weight: &BigUint, total: &BigUint) -> Self;
    fn of_all(total: &BigUint) -> Self;
    fn over(&self, total: &Self) -> Self::Number;

    fn power(&self, exponent: usize) -> Self {
        (0..exponent).fold(Self::one(), |power, _| power.times(self))
    }
}

impl Weight for BigUint {
    type Number = BigRational;

    fn zero() -> Self {
        Zero::zero()
    }

    fn one() -> Self {
        One::one()
    }

    fn whole(number: u64) -> Self {
        number.into()
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn is_zero(&self) -> bool {
        Zero::is_zero(self)
    }

    fn of(weight: &BigUint, _total: &BigUint) -> Self {
        weight.clone()
    }

    fn of_all(total: &BigUint) -> Self {
        total.clone()
    }

    fn over(&self, total: &Self) -> BigRational {
        BigRational::new(self.clone().into(), total.clone().into())
    }
}

impl Weight for Interval {
    type Number = Self;

    fn zero() -> Self {
        Self::ZERO
    }

    fn one() -> Self {
        Self::ONE
    }

    fn whole(number: u64) -> Self {
        Self::whole(number)
    }

    fn plus(&self, other: &Self) -> Self {
        Self::plus(self, other)
    }

    fn times(&self, other: &Self) -> Self {
        Self::times(self, other)
    }

    fn is_zero(&self) -> bool {
        Self::is_zero(self)
    }

    fn of(weight: &BigUint, total: &BigUint) -> Self {
        Self::ratio(weight, total)
    }

    fn of_all(_total: &BigUint) -> Self {
        Self::ONE
    }

    fn over(&self, _total: &Self) -> Self {
        *self
    }
}
