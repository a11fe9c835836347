//! The χ² distribution.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// P(χ² ≥ x) with `freedom` degrees of freedom; 1 with none.
pub(super) fn chi_squared_tail(x: f64, freedom: u32) -> f64 {
    if freedom == 0 || x <= 0.0 {
        return if x.is_infinite() { 0.0 } else { 1.0 };
    }
    if x.is_infinite() {
        0.0
    } else {
        ChiSquared::new(f64::from(freedom)).map_or(f64::NAN, |distribution| distribution.sf(x))
    }
}
