//! A season of games for one: the number of games until wins minus losses, which never count below 0, reach a number.

use num_rational::BigRational;
use num_traits::{One, Zero};

use tali_core::exact::{Enclosure, Missing, Number};

/// The mean number of games until `wins` wins are held: T(k), the mean number from k to k + 1 wins,
/// is 1/p for k = 0 and (1 + q·T(k − 1))/p for more.
pub(super) fn games(won: &Enclosure, lost: &Enclosure, wins: u32) -> Number {
    // Powers of long fractions take long; those of shorter bounds around them do not.
    const LONGEST: u64 = 1 << 16;
    let bits = won.low().denom().bits() * u64::from(wins);
    let (won, lost) = if bits > LONGEST { (&won.shortened(), &lost.shortened()) } else { (won, lost) };
    let from = |p: &BigRational, q: &BigRational| -> Option<BigRational> {
        if p.is_zero() {
            return None;
        }
        let (mut sum, mut step) = (BigRational::zero(), BigRational::zero());
        for held in 0..wins {
            let back = if held == 0 { BigRational::zero() } else { q * &step };
            step = (BigRational::one() + back) / p;
            sum += &step;
        }
        Some(sum)
    };
    // More wins and fewer losses make a season shorter.
    match (from(won.high(), lost.low()), from(won.low(), lost.high())) {
        (Some(low), Some(high)) => Ok(Enclosure::between(low, high)),
        _ => Err(Missing::Endless),
    }
}
