//! What seats can expect, in doubles or in whole numbers over one denominator.

use std::ops::Range;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::round::{MOST_SEATS, Renaming};
use super::tree::Throw;
use tali_core::exact::Enclosure;

/// Options whose values differ by no more are equal, in doubles.
pub(super) const SLACK: f64 = 1e-9;

/// What every seat can expect in every measure.
pub(super) trait Payoffs: Clone + Send + Sync {
    /// What a leaf pays, and what follows it.
    fn of_leaf(payoffs: &[i64], seats: usize, follows: Option<(&Self, Renaming)>) -> Self;

    /// The mean of the values of nodes.
    fn mean(throw: &Throw, width: usize, values: &[Self]) -> Self;

    /// Whether the number at an index is better than that of another, by more than [`SLACK`] where numbers are rounded.
    fn exceeds(&self, other: &Self, index: usize) -> bool;

    /// The number at an index, which in doubles can be off by so much.
    fn at(&self, index: usize, error: f64) -> Option<Enclosure>;

    /// The largest of the numbers at these indices without its sign.
    fn largest(&self, indices: Range<usize>) -> f64;

    /// By how much a number can be off after so many roundings of numbers up to the largest.
    fn error(roundings: f64, largest: f64) -> f64;
}

/// So many doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Doubles<const WIDTH: usize>([f64; WIDTH]);

/// The gain of every seat.
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
        // Sums of chances are off by as much again, and so is this bound.
        roundings * f64::EPSILON * (largest + 1.0)
    }
}

/// Whole numbers over one denominator, which is never reduced: that would take most of the time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rationals {
    numerators: Vec<BigInt>,
    denominator: BigUint,
}

impl Rationals {
    /// By how much the numerators grow over a larger denominator.
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
