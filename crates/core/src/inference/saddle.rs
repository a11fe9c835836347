//! Logarithms of probabilities of large counts without cancellation.
//!
//! Source: C. Loader, *Fast and Accurate Computation of Binomial Probabilities* (2000): with Stirling's
//! formula taken out of every factorial, `ln(p^x·q^y·Γ(n + 1)/(Γ(x + 1)Γ(y + 1)))` for `n = x + y` is
//! `δ(n) − δ(x) − δ(y) − D(x, np) − D(y, nq) + ½·ln(n/(2πxy))`, in which nothing large is subtracted.

use std::f64::consts::PI;

use statrs::function::gamma::ln_gamma;

/// δ(n) = ln Γ(n + 1) − (n + ½)·ln n + n − ½·ln 2π, the error of Stirling's formula, for n > 0.
pub(super) fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        return ln_gamma(n + 1.0) - (n + 0.5) * n.ln() + n - 0.5 * (2.0 * PI).ln();
    }
    let square = n * n;
    // The coefficients are those of the asymptotic series, B₂ₖ/(2k(2k − 1)).
    let series = [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0];
    series.iter().rev().fold(0.0, |sum, term| sum / square + term) / n
}

/// D(x, m) = x·ln(x/m) + m − x, the deviance of x from its mean m; without cancellation where they are near.
pub(super) fn deviance(x: f64, mean: f64) -> f64 {
    if x <= 0.0 {
        return mean;
    }
    let difference = x - mean;
    if difference.abs() >= 0.1 * (x + mean) {
        return x * (x / mean).ln() - difference;
    }
    // 2x·artanh(v) = x·ln(x/m) for v = (x − m)/(x + m).
    let v = difference / (x + mean);
    let (mut sum, mut power, mut odd) = (difference * v, 2.0 * x * v, 1.0);
    loop {
        power *= v * v;
        odd += 2.0;
        let next = sum + power / odd;
        if next.to_bits() == sum.to_bits() {
            return next;
        }
        sum = next;
    }
}

/// `ln(m^x·e^−m/Γ(x + 1))`, the logarithm of the Poisson probability of x for the mean m > 0.
pub(super) fn ln_poisson(x: f64, mean: f64) -> f64 {
    if x <= 0.0 {
        return -mean;
    }
    -stirling_error(x) - deviance(x, mean) - 0.5 * (2.0 * PI * x).ln()
}
