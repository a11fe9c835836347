//! Reads weights exactly.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{Pow, Signed, Zero};

use super::Face;
use crate::messages::abridged;

/// The most digits that the numerator or the denominator of one weight may need.
///
/// Later steps multiply the weights of all bones; [`MAX_SET_DIGITS`](super::MAX_SET_DIGITS) limits the
/// length of the product.
pub const MAX_DIGITS: usize = 500;

/// A possible face shows at least once in this many throws, 10¹², on average: rarer faces cannot be known of a bone.
pub const RAREST: u64 = 1_000_000_000_000;

/// Why a text is not a weight.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightError {
    /// Neither a whole number, a decimal nor a fraction.
    #[error(
        "`{0}` is not a number; write a whole number, a decimal such as 0.4 or a fraction such as \"1/10\""
    )]
    NotANumber(String),
    /// Below zero.
    #[error("`{0}` is negative; a weight is 0 or more")]
    Negative(String),
    /// `inf` or `nan`.
    #[error("`{0}` is not a finite number; a weight is a number that can be written out")]
    NotFinite(String),
    /// A fraction over zero.
    #[error("`{0}` divides by zero")]
    ZeroDenominator(String),
    /// More digits than [`MAX_DIGITS`].
    #[error("`{0}` needs more than {limit} digits, the most that a weight may have", limit = MAX_DIGITS)]
    TooLong(String),
}

/// Reads a weight exactly, as a rational number.
///
/// A weight is a whole number (`12`), a decimal (`0.1`, `1e-3`) or a quotient of two of these (`1/10`). A
/// decimal is read as an exact fraction: `0.1` is 1/10, not the nearest double.
///
/// # Errors
///
/// [`WeightError`], when the text is not such a number, is negative, or has more than [`MAX_DIGITS`]
/// digits.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::tali::parse_weight;
///
/// assert_eq!(parse_weight("0.1"), parse_weight("1/10"));
/// assert_eq!(parse_weight("4e-1").unwrap().to_string(), "2/5");
/// assert!(parse_weight("-1").is_err());
/// ```
pub fn parse_weight(text: &str) -> Result<BigRational, WeightError> {
    let shown = abridged(text);
    let text = text.trim();
    let unsigned = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    if matches!(unsigned.as_str(), "inf" | "infinity" | "nan") {
        return Err(WeightError::NotFinite(shown));
    }
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let (numerator, denominator) = (decimal(numerator.trim(), &shown)?, decimal(denominator.trim(), &shown)?);
    if denominator.is_zero() {
        return Err(WeightError::ZeroDenominator(shown));
    }
    if numerator.is_negative() || denominator.is_negative() {
        return Err(WeightError::Negative(shown));
    }
    let value = numerator / denominator;
    let limit = BigUint::from(10u32).pow(MAX_DIGITS);
    if *value.numer().magnitude() >= limit || *value.denom().magnitude() >= limit {
        return Err(WeightError::TooLong(shown));
    }
    Ok(value)
}

/// Reads `[+-]digits[.digits][e[+-]digits]` exactly.
fn decimal(text: &str, shown: &str) -> Result<BigRational, WeightError> {
    let not_a_number = || WeightError::NotANumber(shown.to_owned());
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        None => (unsigned, "0"),
        Some(parts) => parts,
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    // Trailing zeros do not change the value.
    let part = if whole.is_empty() { part } else { part.trim_end_matches('0') };
    let digits = format!("{whole}{part}");
    let exponent_digits = exponent.trim_start_matches(['+', '-']);
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(&digits) || !all_digits(exponent_digits) || exponent.len() > exponent_digits.len() + 1 {
        return Err(not_a_number());
    }
    let digits = digits.trim_start_matches('0');
    // Refuses a large exponent before a number of that size is built.
    let too_long = || WeightError::TooLong(shown.to_owned());
    if digits.is_empty() {
        return Ok(BigRational::zero());
    }
    if digits.len() > 4 * MAX_DIGITS {
        return Err(too_long());
    }
    let exponent: i32 = exponent.parse().map_err(|_| too_long())?;
    let decimals = i32::try_from(part.len()).map_err(|_| too_long())?;
    let power = exponent.checked_sub(decimals).ok_or_else(too_long)?;
    if power.unsigned_abs() as usize > 4 * MAX_DIGITS {
        return Err(too_long());
    }
    let magnitude: BigInt = digits.parse().map_err(|_| not_a_number())?;
    let scale: BigInt = BigInt::from(10).pow(power.unsigned_abs());
    let value =
        if power < 0 { BigRational::new(magnitude, scale) } else { BigRational::from(magnitude * scale) };
    Ok(if negative { -value } else { value })
}

/// Why four numbers are not the weights of a talus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TalusError {
    /// A weight below zero.
    #[error("the weight of face {0} is negative; a weight is 0 or more")]
    Negative(Face),
    /// All weights are 0.
    #[error("all four weights are 0; at least one face must be possible")]
    AllZero,
    /// A face that shows less than once in [`RAREST`] throws, but not never.
    #[error(
        "face {0} shows less than once in 10¹² throws; set its weight to 0, or to at least 10⁻¹² of the sum"
    )]
    TooRare(Face),
    /// All counts are 0.
    #[error("all four counts are 0; count at least one throw, or give weights under [faces]")]
    NoThrows,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, expected: &str) {
        assert_eq!(parse_weight(text).map(|w| w.to_string()), Ok(expected.to_owned()), "{text}");
    }

    #[test]
    fn decimals_are_read_exactly() {
        reads("0.1", "1/10");
        reads("0.30", "3/10");
        reads(".5", "1/2");
        reads("7.", "7");
        reads("1e2", "100");
        reads("12.5E-1", "5/4");
        reads("+3", "3");
        reads("-0", "0");
        reads("0e999999999999", "0");
        reads(" 2 / 8 ", "1/4");
        reads("0.5/2", "1/4");
    }

    #[test]
    fn four_hundred_digits_work_and_six_hundred_do_not() {
        let long = "7".repeat(400);
        reads(&long, &long);
        assert!(parse_weight(&format!("1/{long}")).is_ok());
        for too_long in
            ["7".repeat(600), "7".repeat(1_000_000), "1e500".into(), "1e-500".into(), "1e999999999".into()]
        {
            assert!(matches!(parse_weight(&too_long), Err(WeightError::TooLong(_))));
        }
        reads("1e-499", &format!("1/1{}", "0".repeat(499)));
        reads(&format!("0.5{}", "0".repeat(5000)), "1/2");
    }

    #[test]
    fn invalid_weights_have_specific_errors() {
        for text in ["-1/10", "1/-10", "-1/-10", "-0.1"] {
            assert!(matches!(parse_weight(text), Err(WeightError::Negative(_))), "{text}");
        }
        assert!(matches!(parse_weight("1/0"), Err(WeightError::ZeroDenominator(_))));
        for text in ["inf", "-inf", "nan", "+NaN", "Infinity"] {
            assert!(matches!(parse_weight(text), Err(WeightError::NotFinite(_))), "{text}");
        }
        for text in ["", " ", ".", "e5", "1e", "1e+-5", "--1", "1/2/3", "1/", "ten", "1_000", "٣"] {
            assert!(matches!(parse_weight(text), Err(WeightError::NotANumber(_))), "{text}");
        }
    }
}
