//! Intervals that hold the probabilities of all faces at once.

use statrs::distribution::{ContinuousCDF, Normal};

/// Simultaneous confidence intervals for the probabilities of k classes that were seen `counts` times.
///
/// With N for the sum and B for the upper α/k quantile of χ² with one degree of freedom, class i has the ends
/// `(B + 2nᵢ ± √(B·(B + 4nᵢ·(N − nᵢ)/N))) / (2·(N + B))`; that all of them hold their probabilities
/// has about the confidence 1 − α. Source: L. A. Goodman, "On simultaneous confidence intervals for
/// multinomial proportions", *Technometrics* 7 (1965), which takes α/k by Bonferroni's inequality.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::inference::goodman;
///
/// let [low, high] = goodman(&[56, 72, 73, 59, 62, 87, 58], 0.95)[0];
/// assert_eq!((format!("{low:.3}"), format!("{high:.3}")), ("0.085".into(), "0.166".into()));
/// ```
#[expect(clippy::cast_precision_loss, reason = "the interval is an approximation")]
pub fn goodman(counts: &[u64], confidence: f64) -> Vec<[f64; 2]> {
    let throws: f64 = counts.iter().map(|count| *count as f64).sum();
    let classes = counts.len() as f64;
    // The upper quantile of χ² with one degree of freedom is the square of the normal one at half the level.
    let bound = Normal::standard().inverse_cdf(1.0 - (1.0 - confidence) / (2.0 * classes)).powi(2);
    let ends = |count: &u64| {
        let count = *count as f64;
        let root = (bound * (bound + 4.0 * count * (throws - count) / throws)).sqrt();
        [-1.0, 1.0]
            .map(|sign| ((bound + 2.0 * count + sign * root) / (2.0 * (throws + bound))).clamp(0.0, 1.0))
    };
    counts.iter().map(ends).collect()
}
