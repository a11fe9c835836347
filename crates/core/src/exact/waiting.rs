//! Waiting times: the number of independent tries until the first success.
//!
//! With probability p at each independent try, q = 1 − p, the first success comes at try n with
//! probability p·qⁿ⁻¹: the geometric distribution on 1, 2, 3, … Source: W. Feller, *An Introduction to
//! Probability Theory and Its Applications*, vol. I, 3rd ed. (1968), §VI.8 for the distribution and §XIII.7
//! for runs.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};

use super::Enclosure;
use super::fixed_point::{FixedPoint, minus_ln_one_minus};

/// The longest denominator, in bits, of an exact chance within n tries; beyond it the chance is
/// enclosed between two short fractions.
const EXACT_BITS: u64 = 1 << 17;

/// If 1/p has more bits than this, quantiles come from logarithms; below, from powers, in about as many steps as bits.
const RARE_BITS: u64 = 64;

/// The number of independent tries until the first success, each of probability p.
///
/// ```
/// # use tali_core as tali_odds;
/// use num_bigint::BigInt;
/// use num_rational::BigRational;
/// use tali_odds::exact::WaitingTime;
///
/// let ratio = |n: i32, d: i32| BigRational::new(BigInt::from(n), BigInt::from(d));
/// let venus = WaitingTime::new(ratio(24, 625))?;
/// assert_eq!(venus.mean(), Some(ratio(625, 24)));
/// assert_eq!(venus.quantile(&ratio(1, 2)), Some(18u32.into()));
/// # Ok::<(), tali_odds::exact::NotAProbability>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingTime {
    /// p = `success`/`total` in lowest terms.
    success: BigUint,
    total: BigUint,
}

/// A number below 0 or above 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a probability from 0 to 1")]
pub struct NotAProbability(pub BigRational);

impl WaitingTime {
    /// The wait for a success of probability `p` at each try.
    ///
    /// # Errors
    ///
    /// [`NotAProbability`], unless 0 ≤ p ≤ 1.
    pub fn new(p: BigRational) -> Result<Self, NotAProbability> {
        if p.is_negative() || p > BigRational::one() {
            return Err(NotAProbability(p));
        }
        let p = p.reduced();
        Ok(Self { success: p.numer().magnitude().clone(), total: p.denom().magnitude().clone() })
    }

    fn failure(&self) -> BigUint {
        &self.total - &self.success
    }

    /// The mean number of tries, 1/p; `None` if success is impossible and the mean infinite.
    pub fn mean(&self) -> Option<BigRational> {
        (!self.success.is_zero()).then(|| raw(self.total.clone(), self.success.clone()))
    }

    /// The probability of at least one success within `tries`, 1 − qⁿ.
    ///
    /// Exact as long as its denominator has at most 2¹⁷ bits, otherwise enclosed: qⁿ by repeated
    /// squaring in fixed point with every step rounded outwards, to a relative error of 1 − qⁿ below
    /// 2⁻⁶⁴.
    pub fn within(&self, tries: u64) -> Enclosure {
        if self.success.is_zero() || self.success == self.total {
            return Enclosure::exact(raw(self.success.clone(), BigUint::one()));
        }
        if self.total.bits().saturating_mul(tries) <= EXACT_BITS {
            // In lowest terms already: no factor of the total divides the failures.
            let (all, failures) = (power(&self.total, tries), power(&self.failure(), tries));
            return Enclosure::exact(raw(&all - failures, all));
        }
        // Let w(n) be the width of the enclosure of qⁿ in units of 2^−bits. The fraction is rounded
        // once, w(1) ≤ 1; a square at most doubles the width, w(2m) ≤ 2·w(m) + 2, and a product with
        // q adds w(1) + 2; so w(n) < 4n < 2^66 for n < 2^64. As 1 − qⁿ ≥ p > 2^−(b + 1), b being the
        // difference of the bits below, its relative width is less than 2^(66 + b + 1 − bits).
        let bits = 131 + self.total.bits() - self.success.bits();
        let failing = FixedPoint::fraction(&self.failure(), &self.total, bits).power(tries, bits);
        let (low, high) = failing.complement(bits);
        Enclosure::between(low, high)
    }

    /// The smallest n with P(success within n) ≥ `level`: the quantile of the wait. `None` if no n is
    /// large enough: success is impossible, or the level is 1 or more and success uncertain.
    ///
    /// Exact for every p: n is enclosed in arithmetic rounded outwards, with more bits until only one
    /// whole number is left, and equality is decided in integers. For common successes qⁿ is built
    /// from the squares q, q², q⁴, …; for rare ones n = ⌈ln(1 − level) / ln(1 − p)⌉.
    pub fn quantile(&self, level: &BigRational) -> Option<BigUint> {
        if !level.is_positive() || self.success == self.total {
            return Some(BigUint::one());
        }
        if self.success.is_zero() || *level >= BigRational::one() {
            return None;
        }
        let target = BigRational::one() - level;
        let (numerator, denominator) = (target.numer().magnitude(), target.denom().magnitude());
        if let Some(tries) = self.exact_power_of_failure(numerator, denominator) {
            return Some(tries.into());
        }
        let rarity = self.total.bits() - self.success.bits();
        let mut bits = 64 + 2 * rarity;
        loop {
            let found = if rarity > RARE_BITS {
                self.quantile_by_logarithms(level, bits)
            } else {
                let failing = FixedPoint::fraction(&self.failure(), &self.total, bits);
                let target = FixedPoint::fraction(numerator, denominator, bits);
                last_power_above(failing, &target, bits).map(|longest| longest + 1u32)
            };
            if found.is_some() {
                return found;
            }
            bits *= 2;
        }
    }

    /// ⌈ln(1 − level) / ln(1 − p)⌉; `None` if the bits do not suffice to decide.
    fn quantile_by_logarithms(&self, level: &BigRational, bits: u64) -> Option<BigUint> {
        let (wanted_low, wanted_high) =
            minus_ln_one_minus(level.numer().magnitude(), level.denom().magnitude(), bits);
        let (each_low, each_high) = minus_ln_one_minus(&self.success, &self.total, bits);
        let least = wanted_low.div_ceil(&each_high);
        (!each_low.is_zero() && least == wanted_high.div_ceil(&each_low)).then_some(least)
    }

    /// The n with qⁿ = `numerator`/`denominator` exactly, both in lowest terms.
    fn exact_power_of_failure(&self, numerator: &BigUint, denominator: &BigUint) -> Option<u32> {
        // The total is at least 2, so its n-th power exceeds the denominator for n beyond its bits.
        let longest = u32::try_from(denominator.bits()).ok()?;
        (1..=longest).find(|&tries| {
            power(&self.total, tries.into()) == *denominator
                && power(&self.failure(), tries.into()) == *numerator
        })
    }

    /// The probability that the next `times` tries all succeed, pᵏ.
    pub fn running(&self, times: u32) -> BigRational {
        raw(power(&self.success, times.into()), power(&self.total, times.into()))
    }

    /// The mean number of tries until `times` successes have come in a row for the first time,
    /// Σ_{i=1..k} p⁻ⁱ = (1 − pᵏ) / ((1 − p)·pᵏ); `None` if it is infinite.
    ///
    /// ```
    /// # use tali_core as tali_odds;
    /// use num_rational::BigRational;
    /// use tali_odds::exact::WaitingTime;
    ///
    /// // A fair coin shows two heads in a row after six tosses on average.
    /// let heads = WaitingTime::new(BigRational::new(1.into(), 2.into()))?;
    /// assert_eq!(heads.mean_until_run(2), Some(BigRational::from_integer(6.into())));
    /// # Ok::<(), tali_odds::exact::NotAProbability>(())
    /// ```
    pub fn mean_until_run(&self, times: u32) -> Option<BigRational> {
        if self.success.is_zero() {
            return None;
        }
        // Over sᵏ the numerator is Σ tⁱ·sᵏ⁻ⁱ, by Horner's rule; it has no factor of s.
        let sum = (0..times).fold((BigUint::zero(), BigUint::one()), |(sum, power), _| {
            let power = power * &self.total;
            (sum * &self.success + &power, power)
        });
        Some(raw(sum.0, power(&self.success, times.into())))
    }
}

/// A quotient that is in lowest terms already: saves the gcd, the most expensive step of all.
fn raw(numerator: BigUint, denominator: BigUint) -> BigRational {
    BigRational::new_raw(BigInt::from(numerator), BigInt::from(denominator))
}

fn power(base: &BigUint, exponent: u64) -> BigUint {
    Pow::pow(base, exponent)
}

/// The largest n with qⁿ > target, which is 0 if q itself is not greater; `None` if the bits do not suffice
/// to decide.
fn last_power_above(failing: FixedPoint, target: &FixedPoint, bits: u64) -> Option<BigUint> {
    let mut squares = vec![failing];
    while squares.last()?.exceeds(target)? {
        let last = squares.last()?;
        squares.push(last.times(last, bits));
    }
    let mut tries = BigUint::zero();
    let mut reached = FixedPoint::one(bits);
    for (index, square) in squares.iter().enumerate().rev().skip(1) {
        let further = reached.times(square, bits);
        if further.exceeds(target)? {
            reached = further;
            tries.set_bit(u64::try_from(index).ok()?, true);
        }
    }
    Some(tries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(numerator: u64, denominator: u64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    fn wait(numerator: u64, denominator: u64) -> WaitingTime {
        WaitingTime::new(ratio(numerator, denominator)).unwrap()
    }

    #[test]
    fn ties_with_the_level_count_as_reached() {
        let quantiles = |p: WaitingTime, levels: [BigRational; 3]| {
            levels.map(|level| p.quantile(&level).unwrap().to_string())
        };
        assert_eq!(quantiles(wait(1, 2), [ratio(1, 2), ratio(3, 4), ratio(7, 8)]), ["1", "2", "3"]);
        assert_eq!(quantiles(wait(9, 10), [ratio(9, 10), ratio(99, 100), ratio(999, 1000)]), ["1", "2", "3"]);
        assert_eq!(quantiles(wait(1, 3), [ratio(1, 3), ratio(5, 9), ratio(19, 27)]), ["1", "2", "3"]);
    }

    #[test]
    fn certain_and_impossible_successes() {
        assert_eq!(wait(1, 1).quantile(&ratio(99, 100)), Some(BigUint::one()));
        assert_eq!(wait(0, 1).quantile(&ratio(1, 2)), None);
        assert_eq!(wait(1, 2).quantile(&ratio(1, 1)), None);
        assert_eq!(wait(0, 1).mean(), None);
        assert_eq!(wait(0, 1).mean_until_run(3), None);
        assert_eq!(wait(1, 1).mean_until_run(3), Some(ratio(3, 1)));
        assert_eq!(wait(1, 1).within(u64::MAX).as_exact(), Some(&ratio(1, 1)));
        assert_eq!(wait(0, 1).within(u64::MAX).as_exact(), Some(&ratio(0, 1)));
        assert!(WaitingTime::new(ratio(3, 2)).is_err());
        assert!(WaitingTime::new(-ratio(1, 2)).is_err());
    }

    #[test]
    fn long_chances_are_enclosed() {
        // (1 − 1/n)ⁿ = e⁻¹·(1 − 1/2n + O(n⁻²)), so the chance is 1 − e⁻¹ + e⁻¹/2·10⁻¹²:
        // 0.632120558828557678… + 0.183940·10⁻¹².
        let chance = wait(1, 1_000_000_000_000).within(1_000_000_000_000);
        assert!(chance.as_exact().is_none());
        assert!(chance.high() - chance.low() < BigRational::new(BigInt::one(), BigInt::one() << 64));
        let known =
            BigRational::new(BigInt::from(632_120_558_828_557_678u64 + 183_940), BigInt::from(10).pow(18u32));
        let distance = (chance.low() - known).abs();
        assert!(distance < BigRational::new(1.into(), BigInt::from(10).pow(17u32)), "{distance}");
    }

    #[test]
    fn enclosures_are_as_narrow_as_documented() {
        for (zeros, tries) in
            [(18u32, u64::MAX), (18, 1_000_000_000_000_000_000), (300, 1_000_000), (4, 100_000)]
        {
            let p = WaitingTime::new(BigRational::new(BigInt::one(), BigInt::from(10).pow(zeros))).unwrap();
            let chance = p.within(tries);
            assert!(chance.as_exact().is_none());
            let width = (chance.high() - chance.low()) / chance.low();
            assert!(width < BigRational::new(BigInt::one(), BigInt::one() << 64), "{zeros} {tries}");
        }
    }

    #[test]
    fn powers_and_logarithms_find_the_same_quantiles() {
        for (success, total) in [(1, 1000), (24, 625), (1, 1 << 40), (7, 10)] {
            for level in [ratio(1, 2), ratio(9, 10), ratio(999, 1000), ratio(1, 1001)] {
                let p = wait(success, total);
                assert_eq!(
                    p.quantile_by_logarithms(&level, 256),
                    p.quantile(&level),
                    "{success}/{total} {level}"
                );
            }
        }
    }

    #[test]
    fn tiny_chances_stay_accurate() {
        let tiny = WaitingTime::new(BigRational::new(BigInt::one(), BigInt::from(10).pow(900u32))).unwrap();
        let chance = tiny.within(1_000_000);
        let first_order = BigRational::new(BigInt::one(), BigInt::from(10).pow(894u32));
        assert!(chance.low() <= &first_order);
        assert!(
            (first_order - chance.low()) * BigInt::from(10).pow(894u32)
                < BigRational::new(BigInt::one(), BigInt::one() << 60)
        );
        // ln 2 · 10⁹⁰⁰, digits of ln 2 from any table.
        let median = tiny.quantile(&ratio(1, 2)).unwrap().to_string();
        assert_eq!((median.len(), &median[..24]), (900, "693147180559945309417232"));
    }

    proptest! {
        #[test]
        fn the_quantile_is_the_first_number_of_tries_that_reaches_the_level(
            total in 2u64..400, success in 1u64..400, level in 1u64..100,
        ) {
            let p = wait(success.min(total), total);
            let level = ratio(level, 100);
            let tries = p.quantile(&level).unwrap();
            let tries = u64::try_from(tries).unwrap();
            prop_assert!(p.within(tries).low() >= &level);
            prop_assert!(tries == 1 || p.within(tries - 1).high() < &level);
        }

        #[test]
        fn the_enclosure_holds_the_exact_chance(total in 400u64..100_000, success in 1u64..400, tries in 1u64..20) {
            let p = wait(success, total);
            let exact = p.within(tries);
            let bits = 40;
            let (low, high) = FixedPoint::fraction(&p.failure(), &p.total, bits).power(tries, bits).complement(bits);
            let exact = exact.as_exact().unwrap();
            prop_assert!(low <= *exact && *exact <= high);
        }

        #[test]
        fn the_mean_until_a_run_follows_its_recurrence(total in 1u64..60, success in 1u64..60, times in 1u32..9) {
            // E_k = (E_{k−1} + 1) / p: k − 1 in a row, one more try, and back to the start if it fails.
            let p = ratio(success.min(total), total);
            let wait = WaitingTime::new(p.clone()).unwrap();
            let before = wait.mean_until_run(times - 1).unwrap();
            prop_assert_eq!(wait.mean_until_run(times).unwrap(), (before + BigInt::one()) / &p);
            prop_assert_eq!(wait.running(times), Pow::pow(&p, times));
        }
    }
}
