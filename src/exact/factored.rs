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

    /// (constant + Σ weight·value) / divisor.
    fn combined(terms: &[(W, &Self)], constant: &W, divisor: &W, factors: &mut Self::Factors) -> Self;

    fn multiplied(&self, other: &Self) -> Self;

    /// Σ weight·value.
    fn total(terms: &[(W, &Self)], factors: &mut Self::Factors) -> Option<Enclosure>;
}

impl Value<Self> for Interval {
    type Factors = ();

    fn combined(terms: &[(Self, &Self)], constant: &Self, divisor: &Self, (): &mut ()) -> Self {
        let sum: Self = terms.iter().map(|(weight, value)| weight.times(**value)).sum();
        sum.plus(*constant).over(*divisor)
    }

    fn multiplied(&self, other: &Self) -> Self {
        self.times(*other)
    }

    fn total(terms: &[(Self, &Self)], (): &mut ()) -> Option<Enclosure> {
        Self::combined(terms, &Self::ZERO, &Self::ONE, &mut ()).enclosure()
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

    fn combined(
        terms: &[(BigRational, &Self)],
        constant: &BigRational,
        divisor: &BigRational,
        factors: &mut Factors,
    ) -> Self {
        let weights = terms.iter().map(|(weight, _)| weight).chain([constant, divisor]);
        let common = weights.fold(BigInt::one(), |common, weight| common.lcm(weight.denom()));
        let whole = |weight: &BigRational| (weight.numer() * (&common / weight.denom())).magnitude().clone();
        let terms = || terms.iter().filter(|(weight, _)| !weight.is_zero());
        let mut exponents: Vec<u16> = Vec::new();
        for (_, value) in terms() {
            exponents.resize(exponents.len().max(value.exponents.len()), 0);
            for (most, exponent) in exponents.iter_mut().zip(&value.exponents) {
                *most = (*most).max(*exponent);
            }
        }
        let mut numerator = BigUint::zero();
        for (weight, value) in terms() {
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

    fn total(terms: &[(BigRational, &Self)], factors: &mut Factors) -> Option<Enclosure> {
        let sum = Self::combined(terms, &BigRational::zero(), &BigRational::one(), factors);
        let denominator = factors.product(sum.exponents.iter().copied());
        Some(Enclosure::exact(BigRational::new(sum.numerator.into(), denominator.into())))
    }
}
