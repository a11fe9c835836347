//! The exact test of counts against given weights.
//!
//! Its p-value is the probability, if the weights are true, of counts that are no likelier than those observed:
//! the sum of `n!/Π x[f]! · Π w[f]^x[f]` over all x with `Σ x = n` for which it does not exceed that of the counts.
//! Source: R. Radlow, E. F. Alf, "An alternate multinomial assessment of the accuracy of the χ² test of
//! goodness of fit", *Journal of the American Statistical Association* 70 (1975).

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use rand_distr::{Binomial, Distribution};

use super::saddle::ln_poisson;
use crate::monte_carlo::{Draws, Generator, draw};
use crate::tali::{Face, Talus};

/// Up to this number of throws the test is always exact; for more if the weights are short numbers.
pub const MOST_EXACT: u64 = 100;
const MOST_EXACT_SHORT: u64 = 400;
const SHORT_BITS: u64 = 16;

/// A p-value, exact or estimated.
#[derive(Clone, Debug, PartialEq)]
pub enum PValue {
    /// The exact probability.
    Exact(BigRational),
    /// An estimate from counts drawn at random.
    Drawn {
        /// The number of draws that were no likelier than the counts observed.
        hits: u64,
        /// The number of draws.
        draws: u64,
    },
}

/// Tests counts of the faces 1, 3, 4, 6 against weights: exactly up to [`MOST_EXACT`] throws (or 400, if the
/// weights are numbers of few digits), else by random draws.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::inference::{PValue, multinomial_test};
/// use tali_odds::monte_carlo::Draws;
/// use tali_odds::tali::presets;
///
/// // Three throws, all 1, of a fair die: the four outcomes of three equal faces are the least likely, 4/64.
/// let p = multinomial_test([3, 0, 0, 0], &presets::UNIFORM.talus(), &Draws::default());
/// assert_eq!(p, PValue::Exact(num_rational::BigRational::new(1.into(), 16.into())));
/// ```
pub fn multinomial_test(counts: [u64; 4], weights: &Talus, draws: &Draws) -> PValue {
    let throws = counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
    let impossible =
        Face::ALL.into_iter().any(|face| counts[face.index()] > 0 && weights.weight(face).is_zero());
    if impossible {
        return PValue::Exact(BigRational::zero());
    }
    let short = weights.total().bits() <= SHORT_BITS && throws <= MOST_EXACT_SHORT;
    if short || throws <= MOST_EXACT {
        PValue::Exact(exactly(counts, weights))
    } else {
        by_chance(counts, weights, draws)
    }
}

/// The terms `C(n, k)·aᵏ·bⁿ⁻ᵏ` of (a + b)ⁿ.
fn terms(a: &BigUint, b: &BigUint, n: usize) -> Vec<BigUint> {
    let power = |base: &BigUint, exponent: usize| base.pow(u32::try_from(exponent).unwrap_or(u32::MAX));
    let mut choose = BigUint::one();
    (0..=n)
        .map(|k| {
            if k > 0 {
                choose = &choose * (n - k + 1) / k;
            }
            &choose * power(a, k) * power(b, n - k)
        })
        .collect()
}

/// The exact p-value. With m throws of the faces 1 and 3, the weight of counts is `C(n, m)·t·u` with a term t of
/// (w₁ + w₃)ᵐ and a term u of (w₄ + w₆)ⁿ⁻ᵐ. For each t, the sorted terms u are searched for those that are small enough.
fn exactly(counts: [u64; 4], weights: &Talus) -> BigRational {
    let counts = counts.map(|count| usize::try_from(count).unwrap_or(usize::MAX));
    let throws: usize = counts.iter().sum();
    let [one, three, four, six] = Face::ALL.map(|face| weights.weight(face));
    let binomials = terms(&BigUint::one(), &BigUint::one(), throws);
    let first = counts[0] + counts[1];
    let observed = &binomials[first]
        * &terms(one, three, first)[counts[0]]
        * &terms(four, six, throws - first)[counts[2]];
    let mut sum = BigUint::zero();
    for (m, choose) in binomials.iter().enumerate() {
        let mut others = terms(four, six, throws - m);
        others.sort_unstable();
        let mut up_to = vec![BigUint::zero()];
        for term in &others {
            up_to.push(&up_to[up_to.len() - 1] + term);
        }
        for term in terms(one, three, m).iter().filter(|term| !term.is_zero()) {
            let outer = choose * term;
            let most = &observed / &outer;
            sum += outer * &up_to[others.partition_point(|other| *other <= most)];
        }
    }
    let total = weights.total().pow(u32::try_from(throws).unwrap_or(u32::MAX));
    BigRational::new(sum.into(), total.into())
}

/// Estimates the p-value from drawn counts, compared by `Π Poisson(x; np)`, which is proportional to their
/// probability.
fn by_chance(counts: [u64; 4], weights: &Talus, draws: &Draws) -> PValue {
    // Rounding must not lose counts that are exactly as likely as those observed.
    const SLACK: f64 = 1e-9;
    let throws: u64 = counts.iter().sum();
    let chances = Face::ALL.map(|face| weights.probability(face).to_f64().unwrap_or(0.0));
    #[expect(clippy::cast_precision_loss, reason = "counts are below 2^53")]
    let ln = |counts: [u64; 4]| -> f64 {
        let each = counts.iter().zip(chances).filter(|(_, chance)| *chance > 0.0);
        each.map(|(count, chance)| ln_poisson(*count as f64, throws as f64 * chance)).sum()
    };
    let observed = ln(counts);
    let series = Series::new(throws, chances);
    let hits =
        draw(draws, |generator| ln(series.draw(generator)) <= observed + SLACK * observed.abs().max(1.0));
    PValue::Drawn { hits: hits.iter().filter(|hit| **hit).count() as u64, draws: hits.len() as u64 }
}

/// A series of throws of a bone whose faces have these chances.
pub(super) struct Series {
    throws: u64,
    chances: [f64; 4],
}

impl Series {
    pub(super) const fn new(throws: u64, chances: [f64; 4]) -> Self {
        Self { throws, chances }
    }

    /// Draws how often each face shows, face by face from binomial distributions.
    pub(super) fn draw(&self, generator: &mut Generator) -> [u64; 4] {
        let (mut left, mut rest) = (self.throws, 1.0);
        self.chances.map(|chance| {
            // The last possible face takes what is left, regardless of rounding.
            let part = if rest <= chance { 1.0 } else { chance / rest };
            let count = Binomial::new(left, part)
                .map_or(left, |distribution| distribution.sample(generator.source()));
            left -= count;
            rest -= chance;
            count
        })
    }
}
