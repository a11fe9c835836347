//! The number types of the solvers: rationals, intervals, and whole numbers where nothing is divided.
//!
//! All numbers are 0 or more and are never subtracted where that loses precision.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::number::{Missing, Number};
use super::{Enclosure, Interval};

/// Numbers that can be added and multiplied.
pub trait Semiring: Clone {
    /// Zero, exactly.
    fn zero() -> Self;
    /// One, exactly.
    fn one() -> Self;
    /// A whole number, as exactly as the type allows.
    fn whole(number: u64) -> Self;
    /// The sum of both.
    fn plus(&self, other: &Self) -> Self;
    /// The product of both.
    fn times(&self, other: &Self) -> Self;
    /// Whether it is certainly 0.
    fn is_zero(&self) -> bool;

    /// The sum of all numbers; 0 if there are none.
    fn sum(numbers: impl IntoIterator<Item = Self>) -> Self {
        numbers.into_iter().fold(Self::zero(), |sum, number| sum.plus(&number))
    }

    /// The product of all numbers; 1 if there are none.
    fn product(numbers: impl IntoIterator<Item = Self>) -> Self {
        numbers.into_iter().fold(Self::one(), |product, number| product.times(&number))
    }
}

/// The product of two power series, the constant coefficient first, truncated to `order` coefficients.
pub(super) fn product<S: Semiring>(one: &[S], other: &[S], order: usize) -> Vec<S> {
    if one.is_empty() || other.is_empty() {
        return Vec::new();
    }
    let mut product = vec![S::zero(); (one.len() + other.len() - 1).min(order)];
    for (i, a) in one.iter().enumerate().filter(|(_, a)| !a.is_zero()) {
        for (sum, b) in product.iter_mut().skip(i).zip(other) {
            *sum = sum.plus(&a.times(b));
        }
    }
    product
}

/// Numbers that can also be divided.
pub trait Scalar: Semiring + PartialEq {
    /// The quotient of two whole numbers; the second is not 0.
    fn ratio(numerator: &BigUint, denominator: &BigUint) -> Self;
    /// The quotient by a number that is not 0.
    fn over(&self, other: &Self) -> Self;
    /// A sum of numbers with whole weights.
    fn weighted<'a>(terms: impl Iterator<Item = (&'a BigUint, &'a Self)>) -> Self
    where
        Self: 'a;
    /// Limits a number that is at most 1, except for rounding, to 1.
    fn at_most_one(self) -> Self {
        self
    }
    /// Bounds in rationals; `None` if there are none.
    fn enclosure(&self) -> Option<Enclosure>;
    /// The bounds as a number of a solution.
    ///
    /// # Errors
    ///
    /// [`Missing::OutOfRange`] if there are no bounds.
    fn number(&self) -> Number {
        self.enclosure().ok_or(Missing::OutOfRange)
    }
    /// Converts a rational of 0 or more.
    fn rational(value: &BigRational) -> Self {
        Self::ratio(value.numer().magnitude(), value.denom().magnitude())
    }
}

/// Implements [`Semiring`] for a library's number type by its own operations.
macro_rules! semiring {
    ($number:ty, $whole:expr) => {
        impl Semiring for $number {
            fn zero() -> Self {
                Zero::zero()
            }

            fn one() -> Self {
                One::one()
            }

            fn whole(number: u64) -> Self {
                $whole(number)
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
        }
    };
}

semiring!(BigUint, Self::from);

/// A rational of 0 or more that is reduced only for output: a greatest common divisor at every step would take most of the
/// time, and most sums have a common denominator already.
#[derive(Clone, Debug)]
pub struct Ratio {
    pub(super) whole: BigUint,
    pub(super) parts: BigUint,
}

impl Ratio {
    /// The number in lowest terms.
    fn reduced(&self) -> BigRational {
        BigRational::new(self.whole.clone().into(), self.parts.clone().into())
    }
}

/// The least common multiple; quick if one of the numbers divides the other.
pub(super) fn multiple(one: &BigUint, other: &BigUint) -> BigUint {
    let (more, less) = if one < other { (other, one) } else { (one, other) };
    if less.is_one() || more.is_multiple_of(less) { more.clone() } else { more.lcm(less) }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        &self.whole * &other.parts == &other.whole * &self.parts
    }
}

impl Semiring for Ratio {
    fn zero() -> Self {
        Self { whole: BigUint::ZERO, parts: One::one() }
    }

    fn one() -> Self {
        Self::whole(1)
    }

    fn whole(number: u64) -> Self {
        Self { whole: number.into(), parts: One::one() }
    }

    fn plus(&self, other: &Self) -> Self {
        let one = One::one();
        Self::weighted([(&one, self), (&one, other)].into_iter())
    }

    fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::zero();
        }
        Self { whole: &self.whole * &other.whole, parts: &self.parts * &other.parts }
    }

    fn is_zero(&self) -> bool {
        Zero::is_zero(&self.whole)
    }

    fn sum(numbers: impl IntoIterator<Item = Self>) -> Self {
        let numbers: Vec<Self> = numbers.into_iter().collect();
        let one = One::one();
        Self::weighted(numbers.iter().map(|number| (&one, number)))
    }
}

impl Scalar for Ratio {
    fn ratio(numerator: &BigUint, denominator: &BigUint) -> Self {
        Self { whole: numerator.clone(), parts: denominator.clone() }
    }

    fn over(&self, other: &Self) -> Self {
        Self { whole: &self.whole * &other.parts, parts: &self.parts * &other.whole }
    }

    fn weighted<'a>(terms: impl Iterator<Item = (&'a BigUint, &'a Self)>) -> Self {
        // First adds up the terms with equal denominators.
        let mut sums: Vec<(&BigUint, BigUint)> = Vec::new();
        for (times, number) in terms.filter(|(_, number)| !number.is_zero()) {
            let part = if One::is_one(times) { number.whole.clone() } else { times * &number.whole };
            match sums.iter_mut().rev().find(|(parts, _)| **parts == number.parts) {
                Some((_, sum)) => *sum += part,
                None => sums.push((&number.parts, part)),
            }
        }
        match &mut sums[..] {
            [] => Self::zero(),
            [(parts, sum)] => Self { whole: std::mem::take(sum), parts: parts.clone() },
            _ => {
                let first: BigUint = One::one();
                let common = sums.iter().fold(first, |common, (parts, _)| multiple(&common, parts));
                let whole = sums.iter().map(|(parts, sum)| sum * (&common / *parts)).sum();
                Self { whole, parts: common }
            }
        }
    }

    fn enclosure(&self) -> Option<Enclosure> {
        Some(Enclosure::exact(self.reduced()))
    }
}

impl Semiring for Interval {
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
}

impl Scalar for Interval {
    fn ratio(numerator: &BigUint, denominator: &BigUint) -> Self {
        Self::ratio(numerator, denominator)
    }

    fn over(&self, other: &Self) -> Self {
        Self::over(self, other)
    }

    fn weighted<'a>(terms: impl Iterator<Item = (&'a BigUint, &'a Self)>) -> Self {
        let one = BigUint::from(1u32);
        terms.map(|(weight, number)| number.times(Self::ratio(weight, &one))).sum()
    }

    fn at_most_one(self) -> Self {
        Self::at_most_one(self)
    }

    fn enclosure(&self) -> Option<Enclosure> {
        Self::enclosure(*self)
    }
}
