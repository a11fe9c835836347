//! The power of Pearson's test, added up over all counts that it does not reject.
//!
//! The power of n throws is `1 − Σ n!/Π x[f]!·Π t[f]^x[f]` over all counts x with `Σ x = n` and `X²(x)` below the
//! critical value. In each direction X² is convex, so the counts are walked from the middle outwards; there are about
//! `(4/3)·π·c^{3/2}·n^{3/2}·√(Π w)` of them for four faces and the critical value c.

use num_rational::BigRational;
use num_traits::{FromPrimitive, ToPrimitive};

use super::Power;
use crate::inference::saddle::ln_poisson;

/// No more counts than this are added up.
const MOST_COUNTS: f64 = 2e7;

/// No more throws than this, for which the bound on the error holds.
const MOST_THROWS: u64 = 10_000;

/// A bound on the relative error of every term. Its logarithm is a sum of five that are each off by less than a few last
/// places of at most 745 (below is nothing), and by what a last place of a mean of up to 10⁴ does to it, 10⁻¹².
const TERM_ERROR: f64 = 1e-11;

/// Counts whose X² is so near to the critical value, as a part of it, might be on either side.
const NEAR: f64 = 1e-9;

/// The walk through the counts that the test does not reject.
struct Walk {
    /// Of each face that can be: its tested weight, those of it and of all after it together, and the logarithm of a
    /// Poisson probability of each number.
    faces: Vec<(f64, f64, Vec<f64>)>,
    throws: f64,
    critical: f64,
}

/// What is not rejected for certain, and what might be.
#[derive(Clone, Copy, Default)]
struct Mass {
    accepted: f64,
    near: f64,
}

impl Power {
    /// The probability that so many throws call the tested weights wrong, as the least and the most that it can
    /// be; `None` where too many counts would have to be added up: for more than 10,000 throws at most.
    ///
    /// ```
    /// # use tali_core as tali_odds;
    /// use tali_odds::inference::Power;
    /// use tali_odds::tali::presets;
    ///
    /// let power = Power::new(&presets::TRADITIONAL.talus(), &presets::UNIFORM.talus(), 0.05);
    /// // One throw is never enough: X² is 3 whatever it shows, and 7.815 is asked for.
    /// assert!(power.enumerated(1).unwrap()[1] < num_rational::BigRational::new(1.into(), 1_000_000.into()));
    /// ```
    pub fn enumerated(&self, throws: u64) -> Option<[BigRational; 2]> {
        let n = throws.to_f64()?;
        let possible = self.tested.iter().filter(|weight| **weight > 0.0);
        let spread = possible.clone().fold(1.0, |product: f64, weight| product * weight.sqrt());
        // The volume of an ellipsoid, and as much again for what is walked in vain.
        let counts = 4.2 * self.critical.max(1.0).powf(1.5) * (n + 10.0).powf(1.5) * spread;
        if throws > MOST_THROWS || counts > MOST_COUNTS || !self.critical.is_finite() {
            return None;
        }
        let number = usize::try_from(throws).ok()?;
        let mut rest = 0.0;
        let mut faces: Vec<(f64, f64, Vec<f64>)> = Vec::new();
        // What the tested weights never show is not shown in any counts that they are not rejected for.
        let mut unseen = 0.0;
        for (tested, truth) in self.tested.iter().zip(self.truth).rev() {
            if *tested > 0.0 {
                rest += tested;
                let ln = |count: usize| ln_of(count, n * truth);
                faces.push((*tested, rest, (0..=number).map(ln).collect()));
            } else {
                unseen += n * truth;
            }
        }
        faces.reverse();
        let walk = Walk { faces, throws: n, critical: self.critical };
        // The Poisson probability of the sum, which is given.
        let given = -unseen - ln_of(number, n);
        let mass = walk.from(0, number, 0.0, given);
        // The last is for the difference from 1.
        let error = TERM_ERROR * mass.accepted + mass.near + 4.0 * f64::EPSILON;
        let ends = [1.0 - mass.accepted - error, 1.0 - mass.accepted + error];
        let [low, high] = ends.map(|end| BigRational::from_f64(end.clamp(0.0, 1.0)));
        Some([low?, high?])
    }
}

/// The logarithm of a Poisson probability, also of the mean 0.
fn ln_of(count: usize, mean: f64) -> f64 {
    match (count, mean > 0.0) {
        (0, false) => 0.0,
        (_, false) => f64::NEG_INFINITY,
        (count, true) => ln_poisson(count.to_f64().unwrap_or(f64::INFINITY), mean),
    }
}

impl Walk {
    /// What is not rejected of all counts of the faces from this one on that add up to `left`.
    fn from(&self, face: usize, left: usize, chi: f64, ln: f64) -> Mass {
        let (weight, all, chances) = &self.faces[face];
        let slack = NEAR * (1.0 + self.critical);
        let part = |count: usize, weight: f64| {
            let expected = self.throws * weight;
            let difference = count.to_f64().unwrap_or(0.0) - expected;
            difference * difference / expected
        };
        if face + 1 == self.faces.len() {
            let chi = chi + part(left, *weight);
            let term = (ln + chances[left]).exp();
            return match chi - self.critical {
                beyond if beyond > slack => Mass::default(),
                beyond if beyond < -slack => Mass { accepted: term, near: 0.0 },
                _ => Mass { accepted: term, near: term },
            };
        }
        let others = self.faces[face + 1].1;
        let mut mass = Mass::default();
        let mut visit = |count: usize| -> bool {
            let so_far = chi + part(count, *weight);
            if so_far + part(left - count, others) > self.critical + slack {
                return false;
            }
            let found = self.from(face + 1, left - count, so_far, ln + chances[count]);
            mass.accepted += found.accepted;
            mass.near += found.near;
            true
        };
        let middle = (left.to_f64().unwrap_or(0.0) * weight / all).to_usize().unwrap_or(0).min(left);
        let below = (0..=middle).rev().take_while(|count| visit(*count)).count();
        // Where the middle is rounded down, only what is above it may be near enough.
        let above = (middle + 1..=left).take_while(|count| visit(*count)).count();
        debug_assert!(below + above <= left + 1, "every count is visited once");
        mass
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use num_traits::{One, Zero};

    use super::*;
    use crate::inference::goodness_of_fit;
    use crate::tali::{Face, Talus, presets};

    /// Every count, in rational numbers.
    fn by_hand(truth: &Talus, tested: &Talus, critical: f64, throws: u64) -> BigRational {
        let critical = BigRational::from_f64(critical).unwrap();
        let factorial = |n: u64| (1..=n).fold(BigInt::one(), |product, factor| product * factor);
        let mut power = BigRational::zero();
        for one in 0..=throws {
            for three in 0..=throws - one {
                for four in 0..=throws - one - three {
                    let counts = [one, three, four, throws - one - three - four];
                    if goodness_of_fit(counts, tested).pearson.is_some_and(|chi| chi < critical) {
                        continue;
                    }
                    let mut term = BigRational::from_integer(factorial(throws));
                    for (face, count) in Face::ALL.into_iter().zip(counts) {
                        let chance = truth.probability(face);
                        term *= num_traits::pow(chance, usize::try_from(count).unwrap());
                        term /= BigRational::from_integer(factorial(count));
                    }
                    power += term;
                }
            }
        }
        power
    }

    #[test]
    fn all_counts_are_added_up() {
        let [traditional, uniform] = [presets::TRADITIONAL.talus(), presets::UNIFORM.talus()];
        let talus = |weights: [u32; 4]| {
            let weights = weights.map(|weight| BigRational::from_integer(weight.into()));
            Talus::from_weights(weights).unwrap()
        };
        let three = talus([0, 1, 2, 1]);
        let two = talus([0, 1, 0, 3]);
        let one = talus([0, 0, 1, 0]);
        for (truth, tested) in [
            (&traditional, &uniform),
            (&uniform, &traditional),
            (&traditional, &traditional),
            (&traditional, &three),
            (&three, &uniform),
            (&three, &two),
            (&one, &uniform),
            (&traditional, &one),
        ] {
            for level in [0.05, 0.001] {
                let power = Power::new(truth, tested, level);
                for throws in [1, 2, 5, 11, 18] {
                    let found = power.enumerated(throws).unwrap();
                    let wanted = by_hand(truth, tested, power.critical, throws);
                    let [low, high] = &found;
                    assert!(*low <= wanted && wanted <= *high, "{throws}: {wanted} {found:?}");
                    assert!((high - low).to_f64().unwrap() <= 1e-9, "{found:?}");
                }
            }
        }
    }

    #[test]
    fn many_throws_follow_the_law_that_holds_in_the_end() {
        let [traditional, uniform] = [presets::TRADITIONAL.talus(), presets::UNIFORM.talus()];
        for (truth, tested) in [(&traditional, &traditional), (&uniform, &traditional)] {
            let power = Power::new(truth, tested, 0.05);
            let found = power.enumerated(5_000).unwrap();
            let distribution = power.of(5_000.0);
            assert!((found[0].to_f64().unwrap() - distribution).abs() < 2e-3, "{distribution} {found:?}");
        }
        assert_eq!(Power::new(&traditional, &uniform, 0.05).enumerated(10_001), None);
    }
}
