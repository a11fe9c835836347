//! Corrects for several tests at once.

/// Adjusts the p-values of several tests by Holm's method: if those below a level are rejected, the probability of any
/// wrong rejection is at most that level. With `p₍₁₎ ≤ p₍₂₎ ≤ …` of m tests, the k-th becomes
/// `max_{j≤k} min(1, (m − j + 1)·p₍ⱼ₎)`. Source: S. Holm, "A simple sequentially rejective multiple test procedure",
/// *Scandinavian Journal of Statistics* 6 (1979).
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::inference::holm;
///
/// assert_eq!(holm(&[0.01, 0.5, 0.02]), [0.03, 0.5, 0.04]);
/// assert_eq!(holm(&[0.4, 0.4]), [0.8, 0.8]);
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|one, other| p[*one].total_cmp(&p[*other]));
    let mut adjusted = vec![1.0; p.len()];
    let mut least = 0.0f64;
    for (index, &test) in order.iter().enumerate() {
        let left = u32::try_from(p.len() - index).map_or(f64::INFINITY, f64::from);
        least = least.max((left * p[test]).min(1.0));
        adjusted[test] = least;
    }
    adjusted
}
