//! The numbers that solvers compute in, rationals and intervals, and the whole weights that rationals come from.
//!
//! All of them are of 0 or more and are never subtracted where that loses precision.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::components::Eliminated;
use super::linear::{Bareiss, Elimination};
use super::number::{Missing, Number};
use super::{Enclosure, Interval};

/// What can be added and multiplied.
pub(super) trait Semiring: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn whole(number: u64) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn is_zero(&self) -> bool;

    fn sum(numbers: impl IntoIterator<Item = Self>) -> Self {
        numbers.into_iter().fold(Self::zero(), |sum, number| sum.plus(&number))
    }

    fn product(numbers: impl IntoIterator<Item = Self>) -> Self {
        numbers.into_iter().fold(Self::one(), |product, number| product.times(&number))
    }

    fn power(&self, exponent: usize) -> Self {
        Self::product(std::iter::repeat_n(self.clone(), exponent))
    }
}

/// The product of two series, the coefficient of the power 0 first, up to so many coefficients.
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

/// A number that can be divided too.
pub(super) trait Scalar: Semiring + PartialEq {
    fn ratio(numerator: &BigUint, denominator: &BigUint) -> Self;
    /// The quotient by a number that is not 0.
    fn over(&self, other: &Self) -> Self;
    /// Whether it is so small that it may be left out with a bound; never in rationals.
    fn is_negligible(&self) -> bool {
        false
    }
    /// The number of which it is known that it is at most 1, whatever rounding says.
    fn at_most_one(self) -> Self {
        self
    }
    /// Bounds in rationals; `None` where there are none.
    fn enclosure(&self) -> Option<Enclosure>;
    fn number(&self) -> Number {
        self.enclosure().ok_or(Missing::OutOfRange)
    }
    fn rational(value: &BigRational) -> Self {
        Self::ratio(value.numer().magnitude(), value.denom().magnitude())
    }
}

/// What equations are solved in.
pub(super) trait Solvable: Weight {
    /// How X = P·X + gain is solved.
    type Elimination: Elimination<Self>;
}

impl Solvable for BigUint {
    type Elimination = Bareiss;
}

impl Solvable for Interval {
    type Elimination = Eliminated;
}

/// A chance that is reduced at the end only: a whole number over a denominator that is kept elsewhere, or an interval.
///
/// A greatest common divisor at every step would take most of the time.
pub(super) trait Weight: Semiring {
    /// What the weights become in the end.
    type Number: Scalar;

    /// Something that weighs `weight` of `total`; whole numbers leave the total to whoever reads them.
    fn of(weight: &BigUint, total: &BigUint) -> Self;
    /// What everything weighs together.
    fn of_all(total: &BigUint) -> Self;
    /// What a whole weighs of which these numbers are parts.
    fn whole_of<'a>(numbers: impl IntoIterator<Item = &'a Self::Number>) -> Self
    where
        Self::Number: 'a;
    /// What that part of such a whole weighs.
    fn part(number: &Self::Number, whole: &Self) -> Self;
    /// What chances start from, so that each can be divided by all of these in turn.
    fn divisible(divisors: impl Iterator<Item = Self>) -> Self;
    /// The quotient by a number that is not 0, and that divides it.
    fn quotient(&self, divisor: &Self) -> Self;
    /// The difference, where it is surely positive.
    fn less(&self, part: &Self) -> Option<Self>;
    fn over(&self, total: &Self) -> Self::Number;
}

/// Numbers of libraries, which have the operations already.
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

semiring!(BigRational, |number: u64| Self::from_integer(number.into()));
semiring!(BigUint, Self::from);

impl Scalar for BigRational {
    fn ratio(numerator: &BigUint, denominator: &BigUint) -> Self {
        Self::new(numerator.clone().into(), denominator.clone().into())
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn enclosure(&self) -> Option<Enclosure> {
        Some(Enclosure::exact(self.clone()))
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

    fn is_negligible(&self) -> bool {
        self.high < 1e-100
    }

    fn at_most_one(self) -> Self {
        Self::at_most_one(self)
    }

    fn enclosure(&self) -> Option<Enclosure> {
        Self::enclosure(*self)
    }
}

impl Weight for BigUint {
    type Number = BigRational;

    fn of(weight: &BigUint, _total: &BigUint) -> Self {
        weight.clone()
    }

    fn of_all(total: &BigUint) -> Self {
        total.clone()
    }

    fn whole_of<'a>(numbers: impl IntoIterator<Item = &'a BigRational>) -> Self {
        numbers.into_iter().fold(One::one(), |whole: Self, number| whole.lcm(number.denom().magnitude()))
    }

    fn part(number: &BigRational, whole: &Self) -> Self {
        debug_assert!(whole.is_multiple_of(number.denom().magnitude()), "it is a part of this whole");
        number.numer().magnitude() * (whole / number.denom().magnitude())
    }

    fn divisible(divisors: impl Iterator<Item = Self>) -> Self {
        divisors.product()
    }

    fn quotient(&self, divisor: &Self) -> Self {
        debug_assert!(self.is_multiple_of(divisor), "a weight is divided by what divides it");
        self / divisor
    }

    fn less(&self, part: &Self) -> Option<Self> {
        (self > part).then(|| self - part)
    }

    fn over(&self, total: &Self) -> BigRational {
        BigRational::new(self.clone().into(), total.clone().into())
    }
}

/// Numbers between bounds, which can be divided at once. `less` is the difference, where it is surely positive.
macro_rules! bounded_weight {
    ($number:ty, $less:expr) => {
        impl Weight for $number {
            type Number = Self;

            fn of(weight: &BigUint, total: &BigUint) -> Self {
                Scalar::ratio(weight, total)
            }

            fn of_all(_total: &BigUint) -> Self {
                Semiring::one()
            }

            fn whole_of<'a>(_numbers: impl IntoIterator<Item = &'a Self>) -> Self {
                Semiring::one()
            }

            fn part(number: &Self, _whole: &Self) -> Self {
                *number
            }

            fn divisible(_divisors: impl Iterator<Item = Self>) -> Self {
                Semiring::one()
            }

            fn quotient(&self, divisor: &Self) -> Self {
                Scalar::over(self, divisor)
            }

            fn less(&self, part: &Self) -> Option<Self> {
                if part.is_zero() { Some(*self) } else { $less(self, part) }
            }

            fn over(&self, _total: &Self) -> Self {
                *self
            }
        }
    };
}

pub(super) use bounded_weight;

bounded_weight!(Interval, |whole: &Interval, part: &Interval| {
    Some(whole.minus(*part)).filter(|rest| rest.low > 0.0)
});
