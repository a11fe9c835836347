//! Tests whether throws fit given weights.
//!
//! For counts `o[f]` of n throws, the assumed probabilities `p[f]` and the expected counts `e = n·p`, Pearson's statistic
//! is `X² = Σ (o − e)²/e`. If the weights are true, it approximately follows the χ² distribution with one degree of
//! freedom less than there are possible faces. Sources: K. Pearson, *Philosophical Magazine* 50
//! (1900); on small expected counts W. G. Cochran, "Some methods for strengthening the common χ² tests", *Biometrics* 10
//! (1954).

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::chi_squared::chi_squared_tail;
use crate::tali::{Face, Talus};

/// Expected counts below this can make the χ² distribution a poor approximation.
pub const SMALLEST_EXPECTED: f64 = 5.0;

/// The statistic of one comparison and its p-value by the χ² distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct ChiSquare {
    /// Pearson's X², exactly; `None` if something impossible was seen.
    pub pearson: Option<BigRational>,
    /// The degrees of freedom.
    pub freedom: u32,
    /// P(χ² ≥ X²).
    pub p_pearson: f64,
    /// The smallest expected count of what is possible.
    pub smallest_expected: f64,
}

impl ChiSquare {
    /// Compares counts with expected counts. Cells in which both are 0 are ignored.
    pub(super) fn of(cells: &[(u64, BigRational)], freedom: u32) -> Self {
        let mut pearson = Some(BigRational::zero());
        let mut smallest = f64::INFINITY;
        for (count, expected) in cells {
            if expected.is_zero() {
                pearson = pearson.filter(|_| *count == 0);
                continue;
            }
            smallest = smallest.min(expected.to_f64().unwrap_or(f64::MAX));
            let difference = BigRational::from_integer((*count).into()) - expected;
            pearson = pearson.map(|sum| sum + &difference * &difference / expected);
        }
        let chi = pearson.as_ref().map_or(f64::INFINITY, |sum| sum.to_f64().unwrap_or(f64::INFINITY));
        Self { p_pearson: chi_squared_tail(chi, freedom), pearson, freedom, smallest_expected: smallest }
    }

    /// Whether the χ² distribution is a good approximation: no expected count is below [`SMALLEST_EXPECTED`].
    pub fn is_sound(&self) -> bool {
        self.smallest_expected >= SMALLEST_EXPECTED
    }
}

/// Compares counts of the faces 1, 3, 4, 6 with the weights of a talus.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::inference::goodness_of_fit;
/// use tali_odds::tali::presets;
///
/// let fit = goodness_of_fit([30, 20, 30, 20], &presets::UNIFORM.talus());
/// assert_eq!((fit.pearson.unwrap().to_string(), fit.freedom), ("4".into(), 3));
/// assert!((fit.p_pearson - 0.261_464_129_949_110_6).abs() < 1e-12);
/// ```
pub fn goodness_of_fit(counts: [u64; 4], weights: &Talus) -> ChiSquare {
    let throws: u128 = counts.iter().copied().map(u128::from).sum();
    let expected = |face| weights.probability(face) * BigRational::from_integer(throws.into());
    let cells = Face::ALL.map(|face| (counts[face.index()], expected(face)));
    let possible = cells.iter().filter(|(_, expected)| !expected.is_zero()).count();
    ChiSquare::of(&cells, u32::try_from(possible).unwrap_or(4).saturating_sub(1))
}
