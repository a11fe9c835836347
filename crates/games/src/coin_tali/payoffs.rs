//! Expected values of seats, as doubles or as integers over a common denominator.

use std::ops::Range;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::round::{MOST_SEATS, Renaming};
use super::tree::Throw;
use tali_core::exact::Enclosure;

/// Options whose values differ by at most this much are equal, in doubles.
pub(super) const SLACK: f64 = 1e-9;

/// The expected values of all seats in all measures.
pub(super) trait Payoffs: Clone + Send + Sync {
    /// The payoffs of a leaf plus the values after it.
    fn of_leaf(payoffs: &[i64], seats: usize, follows: Option<(&Self, Renaming)>) -> Self;

    /// The weighted mean of the values of nodes.
    fn mean(throw: &Throw, width: usize, values: &[Self]) -> Self;

    /// Whether the value at an index is larger than the other's, by more than [`SLACK`] if values are rounded.
    fn exceeds(&self, other: &Self, index: usize) -> bool;

    /// The value at an index, with this error in doubles.
    fn at(&self, index: usize, error: f64) -> Option<Enclosure>;

    /// The largest absolute value at these indices.
    fn largest(&self, indices: Range<usize>) -> f64;

    /// The error of a value after this many roundings of numbers up to the largest.
    fn error(roundings: f64, largest: f64) -> f64;
}

/// A fixed number of doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Doubles<const WIDTH: usize>([f64; WIDTH]);

/// The gains of all seats.
pub(super) type Gains = Doubles<MOST_SEATS>;

impl<const WIDTH: usize> Payoffs for Doubles<WIDTH> {
    #[expect(clippy::cast_precision_loss, reason = "payoffs are far below 2⁵³")]
    fn of_leaf(payoffs: &[i64], seats: usize, follows: Option<(&Self, Renaming)>) -> Self {
        let mut numbers = [0.0; WIDTH];
        for (number, payoff) in numbers.iter_mut().zip(payoffs) {
            *number = *payoff as f64;
        }
        if let Some((follows, renaming)) = follows {
            let mut index = 0;
            while index + seats <= payoffs.len() {
                for seat in 0..seats {
                    numbers[index + seat] += follows.0[index + renaming.of(seat)];
                }
                index += seats;
            }
        }
        Self(numbers)
    }

    fn mean(throw: &Throw, _: usize, values: &[Self]) -> Self {
        let mut sum = [0.0; WIDTH];
        for ((to, _), chance) in throw.outcomes.outcomes().iter().zip(&throw.chances) {
            for (sum, number) in sum.iter_mut().zip(&values[*to].0) {
                *sum += chance * number;
            }
        }
        Self(sum)
    }

    fn exceeds(&self, other: &Self, index: usize) -> bool {
        self.0[index] > other.0[index] + SLACK
    }

    fn at(&self, index: usize, error: f64) -> Option<Enclosure> {
        let end = |shift: f64| BigRational::from_float(self.0[index] + shift);
        Some(Enclosure::between(end(-error)?, end(error)?))
    }

    fn largest(&self, indices: Range<usize>) -> f64 {
        self.0[indices].iter().fold(0.0, |largest, number| largest.max(number.abs()))
    }

    fn error(roundings: f64, largest: f64) -> f64 {
        // The probabilities have an error of the same size, and so does this bound.
        roundings * f64::EPSILON * (largest + 1.0)
    }
}

/// Integers over a common denominator, which is never reduced: reducing would take most of the time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rationals {
    numerators: Vec<BigInt>,
    denominator: BigUint,
}

impl Rationals {
    /// The factor to a larger denominator.
    fn factor(&self, denominator: &BigUint) -> BigInt {
        BigInt::from(denominator / &self.denominator)
    }
}

impl Payoffs for Rationals {
    fn of_leaf(payoffs: &[i64], seats: usize, follows: Option<(&Self, Renaming)>) -> Self {
        let Some((follows, renaming)) = follows else {
            let numerators = payoffs.iter().map(|payoff| BigInt::from(*payoff)).collect();
            return Self { numerators, denominator: BigUint::one() };
        };
        let unit = BigInt::from(follows.denominator.clone());
        let number = |(index, payoff): (usize, &i64)| {
            let (measure, seat) = (index / seats * seats, index % seats);
            let after = &follows.numerators[measure + renaming.of(seat)];
            if *payoff == 0 { after.clone() } else { after + &unit * *payoff }
        };
        let numerators = payoffs.iter().enumerate().map(number).collect();
        Self { numerators, denominator: follows.denominator.clone() }
    }

    fn mean(throw: &Throw, width: usize, values: &[Self]) -> Self {
        let outcomes = throw.outcomes.outcomes();
        let mut denominator = BigUint::one();
        for (to, _) in outcomes {
            let other = &values[*to].denominator;
            if *other != denominator && !denominator.is_multiple_of(other) {
                denominator = denominator.lcm(other);
            }
        }
        let mut numerators = vec![BigInt::zero(); width];
        for (to, weight) in outcomes {
            let value = &values[*to];
            let mut weight = BigInt::from(weight.clone());
            if value.denominator != denominator {
                weight *= value.factor(&denominator);
            }
            for (sum, number) in numerators.iter_mut().zip(&value.numerators) {
                if !number.is_zero() {
                    *sum += &weight * number;
                }
            }
        }
        Self { numerators, denominator: denominator * throw.outcomes.total() }
    }

    fn exceeds(&self, other: &Self, index: usize) -> bool {
        let (one, two) = (&self.numerators[index], &other.numerators[index]);
        if self.denominator == other.denominator {
            return one > two;
        }
        one * BigInt::from(other.denominator.clone()) > two * BigInt::from(self.denominator.clone())
    }

    fn at(&self, index: usize, _: f64) -> Option<Enclosure> {
        let denominator = self.denominator.clone().into();
        Some(Enclosure::exact(BigRational::new(self.numerators[index].clone(), denominator)))
    }

    fn largest(&self, _: Range<usize>) -> f64 {
        0.0
    }

    fn error(_: f64, _: f64) -> f64 {
        0.0
    }
}
