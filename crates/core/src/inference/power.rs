//! How many throws it takes to distinguish bones from given weights.
//!
//! If the weights are t and are tested against w, Pearson's X² of n throws has approximately the χ² distribution with
//! k − 1 degrees of freedom and the noncentrality `λ = n·Σ (t − w)²/w`, a Poisson mixture of central ones:
//! `P(X² ≥ x) = Σ_j Poisson(j; λ/2)·P(χ²_{k−1+2j} ≥ x)`. Sources: P. B. Patnaik, *Biometrika* 36 (1949);
//! W. G. Cochran, "The χ² test of goodness of fit", *Annals of Mathematical Statistics* 23 (1952). For few throws this
//! approximation is poor, so the reported power is that of simulated series of throws.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use statrs::distribution::{ChiSquared, Continuous, ContinuousCDF};

use super::chi_squared::chi_squared_tail;
use super::multinomial::Series;
use super::saddle::ln_poisson;
use crate::monte_carlo::{Draws, draw};
use crate::tali::{Face, Talus};

/// Pearson's test of some weights, when others are true.
///
/// A face that the tested weights never show refutes them at once. It is seen in n throws with the probability
/// `1 − (1 − q)ⁿ`; if it is not seen, the other faces are tested.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::inference::Power;
/// use tali_odds::monte_carlo::Draws;
/// use tali_odds::tali::presets;
///
/// let power = Power::new(&presets::TRADITIONAL.talus(), &presets::UNIFORM.talus(), 0.05);
/// // By the approximation for many throws.
/// assert!((power.of(30.0) - 0.795_851_093_283).abs() < 1e-9);
/// // One throw is never enough: X² is 3 for every face, and 7.815 is needed.
/// assert_eq!(power.simulated(1, &Draws::default()), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Power {
    freedom: u32,
    level: f64,
    critical: f64,
    /// The noncentrality per throw.
    each: f64,
    /// The probability that a throw shows a face that the tested weights never show.
    impossible: f64,
    /// The true weights, and the tested ones.
    truth: [f64; 4],
    tested: [f64; 4],
}

impl Power {
    /// The power of a test that rejects the weights `tested` with probability `level` when they are true, if the weights of
    /// `truth` are true.
    pub fn new(truth: &Talus, tested: &Talus, level: f64) -> Self {
        let possible = || Face::ALL.into_iter().filter(|face| !tested.weight(*face).is_zero());
        let shown: BigRational = possible().map(|face| truth.probability(face)).sum();
        let part = |face| {
            // Given that no impossible face is shown.
            let difference = truth.probability(face) / &shown - tested.probability(face);
            &difference * &difference / tested.probability(face)
        };
        let each: BigRational =
            if shown.is_zero() { BigRational::zero() } else { possible().map(part).sum() };
        let freedom = u32::try_from(possible().count()).unwrap_or(4).saturating_sub(1);
        let critical = chi_squared_critical(freedom.max(1), level);
        let double = |value: &BigRational| value.to_f64().unwrap_or(0.0);
        Self {
            freedom,
            level,
            critical,
            each: double(&each),
            impossible: double(&(BigRational::one() - shown)),
            truth: Face::ALL.map(|face| double(&truth.probability(face))),
            tested: Face::ALL.map(|face| double(&tested.probability(face))),
        }
    }

    /// The probability that this number of throws rejects the tested weights, by the approximation for many throws.
    pub fn of(&self, throws: f64) -> f64 {
        let unseen = (throws * (-self.impossible).ln_1p()).exp();
        // 1 − (1 − q)ⁿ·(1 − power), without losing small powers.
        unseen.mul_add(self.of_possible(throws), 1.0 - unseen).min(1.0)
    }

    /// The same, given that no impossible face is shown.
    fn of_possible(&self, throws: f64) -> f64 {
        // Beyond this, the first terms vanish, and all others are 1 to a double's precision.
        const CERTAIN: f64 = 4_000.0;
        let noncentrality = throws * self.each;
        if self.freedom == 0 {
            return 0.0;
        }
        if noncentrality <= 0.0 {
            return self.level;
        }
        if noncentrality > CERTAIN {
            return 1.0;
        }
        let half = noncentrality / 2.0;
        let mut tail = chi_squared_tail(self.critical, self.freedom);
        let (mut sum, mut order) = (0.0, f64::from(self.freedom) / 2.0);
        let mut mixed = 0.0;
        let mut j = 0.0;
        while j < half || 1.0 - mixed > 1e-17 && j < half + 60.0 * (half.sqrt() + 1.0) {
            let weight = ln_poisson(j, half).exp();
            sum += weight * tail;
            mixed += weight;
            // P(χ²_{k+2} ≥ x) = P(χ²_k ≥ x) + (x/2)^{k/2}·e^{−x/2}/Γ(k/2 + 1)
            tail += ln_poisson(order, self.critical / 2.0).exp();
            order += 1.0;
            j += 1.0;
        }
        sum.min(1.0)
    }

    /// The number of simulated series of `throws` throws that reject the tested weights.
    pub fn simulated(&self, throws: u64, draws: &Draws) -> u64 {
        let series = Series::new(throws, self.truth);
        let expected = self.tested.map(|weight| weight * throws.to_f64().unwrap_or(f64::INFINITY));
        let rejects = draw(draws, |generator| {
            let part = |(count, expected): (u64, f64)| match count {
                0 => expected,
                _ if expected > 0.0 => {
                    (count.to_f64().unwrap_or(f64::INFINITY) - expected).powi(2) / expected
                }
                // An impossible face was seen.
                _ => f64::INFINITY,
            };
            series.draw(generator).into_iter().zip(expected).map(part).sum::<f64>() >= self.critical
        });
        rejects.into_iter().map(u64::from).sum()
    }

    /// About the fewest throws with at least that power, by simulated series, to 2 %. The search starts at the approximation
    /// for many throws. `None` if no number of throws below 10¹⁸ has it.
    pub fn fewest(&self, power: f64, draws: &Draws) -> Option<u64> {
        let wanted = power * draws.draws.to_f64()?;
        let reaches = |throws| self.simulated(throws, draws).to_f64().is_some_and(|hits| hits >= wanted);
        Some(two_digits(first(self.throws(power)?, 50, reaches)?))
    }

    /// The fewest throws with at least that power, by the approximation for many throws; `None` if no number of throws below
    /// 10¹⁸ has it.
    pub fn throws(&self, power: f64) -> Option<u64> {
        first(1, u64::MAX, |throws| throws.to_f64().is_some_and(|throws| self.of(throws) >= power))
    }
}

/// The first number from which on `reaches` holds, searched around `start`; too large by at most one part in `part`.
fn first(start: u64, part: u64, reaches: impl Fn(u64) -> bool) -> Option<u64> {
    const MOST: u64 = 1_000_000_000_000_000_000;
    let mut high = start;
    while !reaches(high) {
        high = if high < MOST { high * 2 } else { return None };
    }
    let mut low = high / 2;
    while low > 0 && reaches(low) {
        (high, low) = (low, low / 2);
    }
    while high - low > (high / part).max(1) {
        let middle = low.midpoint(high);
        *(if reaches(middle) { &mut high } else { &mut low }) = middle;
    }
    Some(high)
}

/// The value that χ² exceeds with the probability `level`.
pub fn chi_squared_critical(freedom: u32, level: f64) -> f64 {
    const STEPS: usize = 4;
    let Ok(distribution) = ChiSquared::new(f64::from(freedom)) else { return f64::NAN };
    // The start is near enough for Newton's steps, which refine it to nearly the last place.
    (0..STEPS).fold(distribution.inverse_cdf(1.0 - level), |x, _| {
        let next = x + (distribution.sf(x) - level) / distribution.pdf(x);
        if next.is_finite() && next > 0.0 { next } else { x }
    })
}

/// Rounds up to two digits, as more are not known.
pub fn two_digits(number: u64) -> u64 {
    let unit = 10u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number.div_ceil(unit).saturating_mul(unit)
}
