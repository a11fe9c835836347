//! Fractions whose denominators are products of a few known factors.
//!
//! Solving a large chain upwards divides by one factor for each state, and many states share theirs.
//! Numerators over powers of these factors add up without a greatest common divisor; only the last
//! result is reduced.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};

use super::{Enclosure, Interval};

/// A value of a chain that is solved state by state, from probabilities of the kind `W`.
pub(super) trait Value<W>: Clone {
    /// The factors that denominators are made of.
    type Factors: Default;

    /// A sum of weighted values that is still being added up.
    type Sum: Clone + Default;

    /// Adds weight·value.
    fn add(sum: &mut Self::Sum, weight: &W, value: &Self);

    /// (constant + sum) / divisor.
    fn finish(sum: &Self::Sum, constant: &W, divisor: &W, factors: &mut Self::Factors) -> Self;

    fn multiplied(&self, other: &Self) -> Self;

    /// The value as a number.
    fn number(&self, factors: &Self::Factors) -> Option<Enclosure>;
}

/// A sum of intervals, from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unfinished(Interval);

impl Default for Unfinished {
    fn default() -> Self {
        Self(Interval::ZERO)
    }
}

impl Value<Self> for Interval {
    type Factors = ();
    type Sum = Unfinished;

    fn add(sum: &mut Unfinished, weight: &Self, value: &Self) {
        sum.0 = sum.0.plus(weight.times(*value));
    }

    fn finish(sum: &Unfinished, constant: &Self, divisor: &Self, (): &mut ()) -> Self {
        sum.0.plus(*constant).over(*divisor)
    }

    fn multiplied(&self, other: &Self) -> Self {
        self.times(*other)
    }

    fn number(&self, (): &()) -> Option<Enclosure> {
        self.enclosure()
    }
}

/// The different divisors, each with the powers of it that were needed.
#[derive(Clone, Debug, Default)]
pub(super) struct Factors {
    factors: Vec<BigUint>,
}

impl Factors {
    fn place(&mut self, factor: &BigUint) -> Option<usize> {
        if factor.is_one() {
            return None;
        }
        Some(self.factors.iter().position(|known| known == factor).unwrap_or_else(|| {
            self.factors.push(factor.clone());
            self.factors.len() - 1
        }))
    }

    /// Π fᵏ over the factors.
    fn product(&self, exponents: impl Iterator<Item = u16>) -> BigUint {
        let powers = self.factors.iter().zip(exponents).filter(|(_, exponent)| *exponent > 0);
        // Balanced, as products of long numbers are cheapest when both are as long.
        let mut powers: Vec<BigUint> = powers.map(|(factor, exponent)| Pow::pow(factor, exponent)).collect();
        while powers.len() > 1 {
            powers = powers.chunks(2).map(|pair| pair.iter().product()).collect();
        }
        powers.pop().unwrap_or_else(BigUint::one)
    }
}

/// A numerator over a product of powers of [`Factors`].
#[derive(Clone, Debug)]
pub(super) struct Factored {
    numerator: BigUint,
    exponents: Vec<u16>,
}

/// What must be added to `exponents` to make them `wanted`.
fn missing<'a>(wanted: &'a [u16], exponents: &'a [u16]) -> impl Iterator<Item = u16> + 'a {
    wanted.iter().enumerate().map(|(place, wanted)| wanted - exponents.get(place).copied().unwrap_or(0))
}

impl Value<BigRational> for Factored {
    type Factors = Factors;
    type Sum = Vec<(BigRational, Self)>;

    fn add(sum: &mut Self::Sum, weight: &BigRational, value: &Self) {
        if !weight.is_zero() && !value.numerator.is_zero() {
            sum.push((weight.clone(), value.clone()));
        }
    }

    fn finish(
        terms: &Self::Sum,
        constant: &BigRational,
        divisor: &BigRational,
        factors: &mut Factors,
    ) -> Self {
        let weights = terms.iter().map(|(weight, _)| weight).chain([constant, divisor]);
        let common = weights.fold(BigInt::one(), |common, weight| common.lcm(weight.denom()));
        let whole = |weight: &BigRational| (weight.numer() * (&common / weight.denom())).magnitude().clone();
        let mut exponents: Vec<u16> = Vec::new();
        for (_, value) in terms {
            exponents.resize(exponents.len().max(value.exponents.len()), 0);
            for (most, exponent) in exponents.iter_mut().zip(&value.exponents) {
                *most = (*most).max(*exponent);
            }
        }
        let mut numerator = BigUint::zero();
        for (weight, value) in terms {
            numerator +=
                whole(weight) * factors.product(missing(&exponents, &value.exponents)) * &value.numerator;
        }
        if !constant.is_zero() {
            numerator += whole(constant) * factors.product(exponents.iter().copied());
        }
        if let Some(place) = factors.place(&whole(divisor)) {
            exponents.resize(exponents.len().max(place + 1), 0);
            exponents[place] += 1;
        }
        Self { numerator, exponents }
    }

    fn multiplied(&self, other: &Self) -> Self {
        let places = self.exponents.len().max(other.exponents.len());
        let at = |exponents: &[u16], place: usize| exponents.get(place).copied().unwrap_or(0);
        Self {
            numerator: &self.numerator * &other.numerator,
            exponents: (0..places)
                .map(|place| at(&self.exponents, place) + at(&other.exponents, place))
                .collect(),
        }
    }

    fn number(&self, factors: &Factors) -> Option<Enclosure> {
        let denominator = factors.product(self.exponents.iter().copied());
        Some(Enclosure::exact(BigRational::new(self.numerator.clone().into(), denominator.into())))
    }
}
