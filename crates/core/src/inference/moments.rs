//! Averages of powers of a probability over the uncertainty of the weights.
//!
//! The probability P of an event on one cast is a polynomial in the weights θ of the bones, one variable for
//! each face of each kind of bone. Where the weights of a kind have a Dirichlet distribution with the shapes a (sum A),
//! `E[Π θ[f]^e[f]] = Π a[f]⁽ᵉ⁾ / A⁽ⁿ⁾` with the rising powers `a⁽ᵉ⁾ = a·(a + 1)⋯(a + e − 1)` and n = Σ e, so
//! that the averages of polynomials in P are rational and can be computed: `E[Pᵏ]` for k times running, and
//! `1 − E[(1 − P)ⁿ]` for once within n casts, computed as `1 − Σ C(n, k)·(−1)ᵏ·E[Pᵏ]` if P has fewer terms than
//! 1 − P.

use std::collections::HashMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::tali::{Cast, Face, Posterior, TaliSet};

/// The most products of terms that an average may take.
const MOST_PRODUCTS: usize = 30_000;

/// The largest power that is computed.
const MOST_CASTS: u64 = 1_000;

/// Exponents of the faces 1, 3, 4, 6 of each kind of bone with uncertain weights.
type Exponents = Vec<u16>;

type Polynomial = HashMap<Exponents, BigUint>;

/// The probability of an event on one cast as a polynomial in the uncertain weights.
pub struct PosteriorMoments<'a> {
    urns: Vec<(&'a Posterior, usize)>,
    /// The common denominator of the bones with known weights in one cast.
    known: BigUint,
    holds: Polynomial,
    fails: Polynomial,
}

impl<'a> PosteriorMoments<'a> {
    /// For an event on one cast of `set`.
    pub fn new(set: &'a TaliSet, event: impl Fn(&Cast) -> bool) -> Self {
        let urns: Vec<(&Posterior, usize)> =
            set.kinds().filter_map(|(talus, number)| Some((talus.posterior()?, number))).collect();
        let mut outcomes: HashMap<(Cast, Exponents), BigUint> = HashMap::new();
        outcomes.insert((Cast::from_faces(&[]), vec![0; 4 * urns.len()]), BigUint::one());
        let (mut urn, mut known) = (0, BigUint::one());
        for (talus, number) in set.kinds() {
            for _ in 0..number {
                let mut longer: HashMap<(Cast, Exponents), BigUint> = HashMap::new();
                for ((cast, exponents), weight) in &outcomes {
                    for face in Face::ALL {
                        let mut exponents = exponents.clone();
                        let weight = if talus.posterior().is_some() {
                            exponents[4 * urn + face.index()] += 1;
                            weight.clone()
                        } else {
                            weight * talus.weight(face)
                        };
                        *longer.entry((cast.with(face), exponents)).or_default() += weight;
                    }
                }
                outcomes = longer;
                if talus.posterior().is_none() {
                    known *= talus.total();
                }
            }
            urn += usize::from(talus.posterior().is_some());
        }
        let (mut holds, mut fails) = (Polynomial::new(), Polynomial::new());
        for ((cast, exponents), weight) in outcomes.into_iter().filter(|(_, weight)| !weight.is_zero()) {
            let side = if event(&cast) { &mut holds } else { &mut fails };
            *side.entry(exponents).or_default() += weight;
        }
        Self { urns, known, holds, fails }
    }

    /// `E[Pᵏ]`, the probability that the event happens on all of the next k casts; `None` if that takes too long.
    pub fn running(&self, times: u32) -> Option<BigRational> {
        if let Some(certain) = self.certain() {
            return Some(certain);
        }
        self.average(&self.holds, u64::from(times))
    }

    /// `1 − E[(1 − P)ⁿ]`, the probability that the event happens on any of the next n casts, for each n; `None` if
    /// that takes too long.
    pub fn within(&self, casts: &[u64]) -> Vec<Option<BigRational>> {
        if let Some(certain) = self.certain() {
            return vec![Some(certain); casts.len()];
        }
        let one = BigRational::one();
        if self.holds.len() > self.fails.len() {
            return casts.iter().map(|n| Some(&one - self.average(&self.fails, *n)?)).collect();
        }
        let most = casts.iter().copied().filter(|n| *n <= MOST_CASTS).max().unwrap_or(0);
        let powers = self.powers(&self.holds, most);
        let numerators: Vec<BigInt> = powers.iter().map(|power| self.numerator(power).into()).collect();
        let within = |&n: &u64| {
            let terms = numerators.get(..=usize::try_from(n).ok()?)?;
            let (mut sum, mut scale, mut choose) = (BigInt::zero(), BigInt::one(), BigInt::one());
            // Adds from the last term to the first, each over the denominator of the last.
            for (k, numerator) in terms.iter().enumerate().rev() {
                let k = k as u64;
                let term = numerator * &choose * &scale;
                sum += if k.is_multiple_of(2) { term } else { -term };
                if k > 0 {
                    choose = choose * k / (n - k + 1);
                    scale *= BigInt::from(self.step(k - 1));
                }
            }
            Some(&one - BigRational::new(sum, self.denominator(n).into()))
        };
        casts.iter().map(within).collect()
    }

    /// 1 or 0, if the event is certain or impossible for all weights.
    fn certain(&self) -> Option<BigRational> {
        match (self.holds.is_empty(), self.fails.is_empty()) {
            (true, _) => Some(BigRational::zero()),
            (_, true) => Some(BigRational::one()),
            _ => None,
        }
    }

    /// The average of the nth power.
    fn average(&self, polynomial: &Polynomial, n: u64) -> Option<BigRational> {
        if n > MOST_CASTS {
            return None;
        }
        let powers = self.powers(polynomial, n);
        let power = powers.get(usize::try_from(n).ok()?)?;
        Some(BigRational::new(self.numerator(power).into(), self.denominator(n).into()))
    }

    /// The powers from the 0th to the nth, or fewer if they take too long.
    fn powers(&self, polynomial: &Polynomial, n: u64) -> Vec<Polynomial> {
        let one = Polynomial::from([(vec![0; 4 * self.urns.len()], BigUint::one())]);
        let mut powers = vec![one];
        let mut products = 0;
        for _ in 0..n {
            let last = &powers[powers.len() - 1];
            products += last.len() * polynomial.len();
            if products > MOST_PRODUCTS {
                break;
            }
            let mut next = Polynomial::with_capacity(2 * last.len());
            for (exponents, weight) in last {
                for (others, factor) in polynomial {
                    let sum = exponents.iter().zip(others).map(|(one, other)| one + other).collect();
                    *next.entry(sum).or_default() += weight * factor;
                }
            }
            powers.push(next);
        }
        powers
    }

    /// The average of a polynomial over [`PosteriorMoments::denominator`].
    fn numerator(&self, polynomial: &Polynomial) -> BigUint {
        let longest =
            |variable: usize| polynomial.keys().map(|exponents| exponents[variable]).max().unwrap_or(0);
        let tables = self.urns.iter().enumerate().map(|(urn, (posterior, _))| {
            Face::ALL
                .map(|face| rising(posterior.shape(face), &posterior.unit, longest(4 * urn + face.index())))
        });
        let tables: Vec<Vec<BigUint>> = tables.flatten().collect();
        let average = |(exponents, weight): (&Exponents, &BigUint)| {
            let powers =
                exponents.iter().zip(&tables).map(|(exponent, table)| &table[usize::from(*exponent)]);
            powers.fold(weight.clone(), |product, power| product * power)
        };
        polynomial.iter().map(average).sum()
    }

    /// The common denominator of averages over `casts` casts.
    fn denominator(&self, casts: u64) -> BigUint {
        (0..casts).map(|cast| self.step(cast)).product()
    }

    /// The factor by which one more cast multiplies the denominator.
    fn step(&self, casts: u64) -> BigUint {
        self.urns.iter().fold(self.known.clone(), |product, (posterior, bones)| {
            let first = casts * *bones as u64;
            let total = posterior.total();
            (first..first + *bones as u64)
                .fold(product, |product, draw| product * (&total + &posterior.unit * draw))
        })
    }
}

/// The rising powers of a shape, from the 0th to order `most`.
fn rising(shape: &BigUint, unit: &BigUint, most: u16) -> Vec<BigUint> {
    let mut powers = vec![BigUint::one()];
    for exponent in 0..most {
        powers.push(&powers[usize::from(exponent)] * (shape + unit * exponent));
    }
    powers
}
