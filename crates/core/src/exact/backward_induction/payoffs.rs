//! What seats can expect, in doubles or in whole numbers over one denominator.

use std::ops::Range;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use crate::exact::{Enclosure, Interval};
use crate::process::{Law, Renaming};

/// What every seat can expect in every measure.
pub trait Payoffs: Clone + Send + Sync {
    /// What a leaf pays, and what follows it.
    fn of_leaf(payoffs: &[i64], seats: usize, follows: Option<(&Self, Renaming)>) -> Self;

    /// The mean of the values of nodes.
    fn mean(distribution: &Law, width: usize, values: &[Self]) -> Self;

    /// Whether the number at an index is better than that of another, by more than the slack where numbers are rounded.
    fn exceeds(&self, other: &Self, index: usize, slack: f64) -> bool;

    /// The number at an index, which in doubles can be off by so much.
    fn at(&self, index: usize, error: f64) -> Option<Enclosure>;

    /// The number at an index, to a double's precision.
    fn approximate(&self, index: usize) -> f64;

    /// The largest of the numbers at these indices without its sign.
    fn largest(&self, indices: Range<usize>) -> f64;

    /// By how much a number can be off after so many roundings of numbers up to the largest.
    fn error(roundings: f64, largest: f64) -> f64;
}

/// So many doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubles<const WIDTH: usize>(pub [f64; WIDTH]);

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

    fn mean(distribution: &Law, _: usize, values: &[Self]) -> Self {
        let mut sum = [0.0; WIDTH];
        for ((to, _), chance) in distribution.outcomes.outcomes().iter().zip(&distribution.chances) {
            for (sum, number) in sum.iter_mut().zip(&values[*to].0) {
                *sum += chance * number;
            }
        }
        Self(sum)
    }

    fn exceeds(&self, other: &Self, index: usize, slack: f64) -> bool {
        self.0[index] > other.0[index] + slack
    }

    fn at(&self, index: usize, error: f64) -> Option<Enclosure> {
        let end = |shift: f64| BigRational::from_float(self.0[index] + shift);
        Some(Enclosure::between(end(-error)?, end(error)?))
    }

    fn approximate(&self, index: usize) -> f64 {
        self.0[index]
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
pub struct Rationals {
    pub(super) numerators: Vec<BigInt>,
    pub(super) denominator: BigUint,
}

impl Rationals {
    /// By how much the numerators grow over a larger denominator.
    fn factor(&self, denominator: &BigUint) -> BigInt {
        BigInt::from(denominator / &self.denominator)
    }

    /// One number as a fraction.
    pub fn fraction(&self, index: usize) -> BigRational {
        BigRational::new(self.numerators[index].clone(), self.denominator.clone().into())
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

    fn mean(distribution: &Law, width: usize, values: &[Self]) -> Self {
        let outcomes = distribution.outcomes.outcomes();
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
        Self { numerators, denominator: denominator * distribution.outcomes.total() }
    }

    fn exceeds(&self, other: &Self, index: usize, _: f64) -> bool {
        let (one, two) = (&self.numerators[index], &other.numerators[index]);
        if self.denominator == other.denominator {
            return one > two;
        }
        one * BigInt::from(other.denominator.clone()) > two * BigInt::from(self.denominator.clone())
    }

    fn at(&self, index: usize, _: f64) -> Option<Enclosure> {
        Some(Enclosure::exact(self.fraction(index)))
    }

    fn approximate(&self, index: usize) -> f64 {
        self.fraction(index).to_f64().unwrap_or(f64::NAN)
    }

    fn largest(&self, _: Range<usize>) -> f64 {
        0.0
    }

    fn error(_: f64, _: f64) -> f64 {
        0.0
    }
}

/// A number of 0 or more that is off by at most such a part of itself, and by so much besides.
pub(super) fn around(value: f64, relative: f64, lost: f64) -> Option<Enclosure> {
    if value <= 0.0 && lost <= 0.0 {
        return Some(Enclosure::zero());
    }
    let low = (value * (1.0 - relative)).next_down().max(0.0);
    Interval { low, high: (value * (1.0 + relative) + lost).next_up() }.enclosure()
}
