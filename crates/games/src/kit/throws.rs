//! How many things fall one way.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Pow;

use tali_core::process::Distribution;

/// How many of so many tali are caught, each by itself.
pub(crate) fn caught(tossed: u32, catch: &BigRational) -> Distribution<u32> {
    let (hit, all) = (catch.numer().magnitude(), catch.denom().magnitude());
    let mut ways = BigUint::from(1u32);
    let mut weights = Vec::new();
    for caught in 0..=tossed {
        weights.push((caught, &ways * Pow::pow(hit, caught) * Pow::pow(all - hit, tossed - caught)));
        ways = ways * (tossed - caught) / (caught + 1);
    }
    Distribution::new(weights).unwrap_or_else(|| Distribution::certain(0))
}
