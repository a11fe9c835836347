//! Numbers as people read them. Rounding happens only here.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::{BigRational, Ratio};
use num_traits::{FromPrimitive, One, Pow, Signed, Zero};

use crate::analysis::{Absence, Figure};

/// The longest fraction that a table shows, in characters.
const LONGEST_FRACTION: usize = 36;

/// What is printed for a percentage that is too close to 100 for its decimals.
pub(super) const ALMOST_ALL: &str = "> 99.999999999";

/// A probability in percent, `3.84 %`: four significant digits, and at least two decimals.
pub(crate) fn percent(figure: &Figure) -> String {
    within(figure, |chance| format!("{} %", percentage(chance, 2)))
}

/// The number as text; as a range if its bounds differ by more than 2 %.
fn within(figure: &Figure, text: impl Fn(&BigRational) -> String) -> String {
    let Some(value) = figure.rational() else { return absence_word(figure) };
    let Figure::Numerical(bounds) = figure else { return text(&value) };
    let (low, high) = (bounds.low(), bounds.high());
    if is_nothing(figure) {
        return text(&BigRational::zero());
    }
    let vague = !low.is_negative() && (high - low) * BigRational::from_integer(50.into()) > *high;
    match vague {
        true if low.is_zero() => format!("at most {}", text(high)),
        true => format!("{} to {}", text(low), text(high)),
        false => text(&value),
    }
}

/// Whether the figure is positive.
pub(super) fn is_positive(figure: &Figure) -> bool {
    figure.rational().is_some_and(|value| value.is_positive()) && !is_nothing(figure)
}

/// Whether the figure is invisibly close to 0, on an unknown side.
fn is_nothing(figure: &Figure) -> bool {
    const SEEN: i64 = 1_000_000_000;
    let Figure::Numerical(bounds) = figure else { return false };
    let (low, high) = (bounds.low(), bounds.high());
    low.is_negative()
        && high.is_positive()
        && (high - low) * BigRational::from_integer(SEEN.into()) < BigRational::one()
}

fn percentage(chance: &BigRational, least_decimals: usize) -> String {
    const MOST_DECIMALS: i64 = 10;
    let percents = |numerator: &BigInt| Ratio::new_raw(numerator * 100, chance.denom().clone());
    let (value, rest) = (percents(chance.numer()), percents(&(chance.denom() - chance.numer())));
    if value.is_zero() || rest.is_zero() {
        return if value.is_zero() { "0" } else { "100" }.to_owned();
    }
    // Close to 100, show two significant digits of the complement.
    let close = rest.is_positive() && exponent(&rest) < 0;
    let decimals = if close { 1 - exponent(&rest) } else { 3 - exponent(&value) }.max(2);
    match decimals > MOST_DECIMALS {
        true if close => ALMOST_ALL.to_owned(),
        true => scientific(&value, 4),
        false => fixed(&value, decimals, least_decimals),
    }
}

/// A probability as `1 in 26`; `always` and `never` for 1 and 0, unless they are only simulated.
pub(crate) fn one_in(figure: &Figure) -> String {
    let Some(chance) = figure.rational() else {
        return absence_word(figure);
    };
    let (favourable, all) = (chance.numer(), chance.denom());
    if let Figure::Simulated(seen) = figure
        && chance.is_integer()
    {
        let most = BigRational::from_float(seen.high).filter(|most| most < &BigRational::one());
        return match most {
            _ if favourable == all => "nearly always".to_owned(),
            Some(most) => format!("rarer than {}", one_in(&Figure::Exact(most))),
            None => "–".to_owned(),
        };
    }
    if favourable.is_zero() {
        return "never".to_owned();
    }
    if favourable == all {
        return "always".to_owned();
    }
    let tries = chance.recip();
    let magnitude = exponent(&tries);
    let text = if magnitude > 0 {
        decimal(&tries, (magnitude + 1).min(15))
    } else {
        let beyond = Ratio::new_raw(all - favourable, favourable.clone());
        let decimals = (1 - exponent(&beyond)).max(2);
        if decimals > 9 {
            return "nearly always".to_owned();
        }
        fixed(&tries, decimals, 0)
    };
    format!("1 in {text}")
}

/// The exact fraction, `24/625`; empty if it is unknown or too long to read.
pub(crate) fn fraction(figure: &Figure) -> String {
    match figure {
        Figure::Exact(value) => {
            short_enough(value, ToString::to_string).unwrap_or_default().replace('-', "\u{2212}")
        }
        Figure::Numerical(_) | Figure::Simulated(_) => String::new(),
        Figure::Searched { depth, .. } => format!("{depth} ahead"),
        Figure::None(_) => "–".to_owned(),
    }
}

/// Odds against, `25.04 to 1`, or on, `6.2 to 1 on`.
pub(crate) fn odds(figure: &Figure) -> String {
    match figure.rational() {
        Some(odds) if odds.numer() < odds.denom() && odds.is_positive() => {
            format!("{} to 1 on", decimal(&odds.recip(), 4))
        }
        _ => quantity(figure, " to 1"),
    }
}

/// Odds against, exactly: `601 to 24`.
pub(crate) fn odds_exactly(figure: &Figure) -> String {
    match figure {
        Figure::Exact(odds) => {
            short_enough(odds, |odds| format!("{} to {}", odds.numer(), odds.denom())).unwrap_or_default()
        }
        Figure::Numerical(_) | Figure::Simulated(_) | Figure::Searched { .. } | Figure::None(_) => {
            fraction(figure)
        }
    }
}

/// Whether a fraction is known and too long to read.
pub(crate) fn is_elided(figure: &Figure) -> bool {
    matches!(figure, Figure::Exact(value) if short_enough(value, ToString::to_string).is_none())
}

fn short_enough(value: &BigRational, text: impl Fn(&BigRational) -> String) -> Option<String> {
    let longest = value.numer().magnitude().max(value.denom().magnitude());
    // With more than four bits per character, writing the number out to measure it is pointless.
    let short = (longest.bits() <= 4 * LONGEST_FRACTION as u64).then(|| text(value));
    short.filter(|text| text.len() <= LONGEST_FRACTION)
}

/// A chance for a sentence, with one decimal: `51.0 %`; close to 0 or 1 as exactly as it is known.
pub(crate) fn in_a_sentence(chance: &Figure) -> String {
    match (chance, chance.approximate()) {
        (Figure::Simulated(_), Some(share)) if (0.001..0.999).contains(&share) => {
            format!("about {:.1} %", 100.0 * share)
        }
        (Figure::Simulated(_), Some(share)) => format!("about {:.0} %", 100.0 * share),
        (_, Some(share)) if (0.001..0.999).contains(&share) => format!("{:.1} %", 100.0 * share),
        _ => percent(chance),
    }
}

/// A chance for pages and for sentences to a host: in whole percents, `26 %`; with one decimal below 10 and above 90;
/// and very close to 0 or 100 with enough decimals to show that it is neither, `99.98 %`.
pub(crate) fn round_percent(chance: &Figure) -> String {
    within(chance, |chance| {
        let hundred = BigRational::from_integer(100.into());
        let percents = chance * &hundred;
        let nearest = percents.abs().min((hundred - &percents).abs());
        // Less than a millionth is not shown here.
        if nearest.is_zero() || exponent(&nearest) < -4 {
            return format!("{} %", percentage(chance, 2));
        }
        format!("{} %", fixed(&percents, few_decimals(&nearest, 1), 0))
    })
}

/// A number for pages: with one decimal, `23.9`; whole from 1,000 on; and below 0.1 with one significant digit.
pub(crate) fn round(number: &Figure) -> String {
    within(number, |value| {
        if value.is_zero() || !(-5..15).contains(&exponent(value)) {
            decimal(value, 2)
        } else {
            fixed(value, few_decimals(value, 3), 0)
        }
    })
}

/// The number of decimals, for numbers shown whole from that power of ten on.
fn few_decimals(value: &BigRational, whole_from: i64) -> i64 {
    match exponent(value) {
        power if power >= whole_from => 0,
        power => (-power).max(1),
    }
}

/// A number with four significant digits, `25.04`, and its unit, if any.
pub(crate) fn quantity(figure: &Figure, unit: &str) -> String {
    within(figure, |value| format!("{}{unit}", decimal(value, 4)))
}

/// A double as a figure; `None` if it is infinite or not a number.
pub(crate) fn double(value: f64) -> Option<Figure> {
    BigRational::from_f64(value).map(Figure::Exact)
}

/// A chance in percent, or any other number.
pub(crate) fn shown(figure: &Figure, chance: bool) -> String {
    if chance { percent(figure) } else { quantity(figure, "") }
}

/// A setting in percent, as short as it was typed: `2 %`, where a figure is `2.00 %`.
pub(crate) fn percent_as_set(part: &BigRational) -> String {
    format!("{} %", percentage(part, 0))
}

/// A time in minutes, as a host would say it: `25 minutes`, `2 hours 10 minutes`, `67 hours`.
pub(crate) fn duration(minutes: &BigRational) -> String {
    spoken(minutes, |number| number.round().to_integer(), in_words)
}

/// Like [`duration`], rounded up: for games that end within a time.
pub(crate) fn duration_within(minutes: &BigRational) -> String {
    spoken(minutes, |number| number.ceil().to_integer(), in_words)
}

/// Like [`duration`], short for a narrow table: `25 min`, `2 h 10 min`.
pub(crate) fn duration_short(minutes: &BigRational) -> String {
    spoken(
        minutes,
        |number| number.round().to_integer(),
        |number, unit| {
            let unit = match unit {
                "second" => "s",
                "minute" => "min",
                "hour" => "h",
                _ => "d",
            };
            format!("{} {unit}", grouped(number))
        },
    )
}

/// `you have 4 hours`.
pub(crate) fn you_have(minutes: &BigRational) -> String {
    format!("you have {}", duration(minutes))
}

/// `1 hour`, `2 hours`.
fn in_words(number: &BigInt, unit: &str) -> String {
    let plural = if number.is_one() { "" } else { "s" };
    format!("{} {unit}{plural}", grouped(number))
}

fn spoken(
    minutes: &BigRational,
    whole: impl Fn(&BigRational) -> BigInt,
    of: impl Fn(&BigInt, &str) -> String,
) -> String {
    let sixty = BigRational::from_integer(60.into());
    let in_minutes = whole(minutes);
    if *minutes < BigRational::from_integer(2.into()) {
        let seconds = minutes * &sixty;
        let moment = seconds < BigRational::one();
        return if moment { "less than a second".to_owned() } else { of(&whole(&seconds), "second") };
    }
    if in_minutes < BigInt::from(100) {
        return of(&in_minutes, "minute");
    }
    let in_hours = whole(&(minutes / &sixty));
    if in_hours < BigInt::from(10) {
        let (hours, rest) = in_minutes.div_rem(&BigInt::from(60));
        let rest = if rest.is_zero() { String::new() } else { format!(" {}", of(&rest, "minute")) };
        return of(&hours, "hour") + &rest;
    }
    if in_hours < BigInt::from(1000) { of(&in_hours, "hour") } else { of(&(in_hours / 24), "day") }
}

/// How rare an event is: `1 in 35`, and beyond a million million the power of ten.
pub(crate) fn seldom(figure: &Figure) -> String {
    const LONGEST: i64 = 12;
    let Some(chance) = figure.rational().filter(Signed::is_positive) else { return one_in(figure) };
    let magnitude = exponent(&chance.recip());
    if magnitude > LONGEST { format!("1 in 10^{magnitude}") } else { one_in(figure) }
}

/// A number with its sign, `+0.768` or `−0.192`.
pub(crate) fn signed(figure: &Figure) -> String {
    with_sign(figure, quantity(figure, ""))
}

/// The text of a figure, with `+` if it is positive.
pub(crate) fn with_sign(figure: &Figure, text: String) -> String {
    if is_positive(figure) { format!("+{text}") } else { text }
}

/// A whole number, with `+` if `sign` is set: `+12`, `−66`, `0`.
pub(crate) fn fixed_whole(value: &BigRational, sign: bool) -> String {
    let magnitude = grouped(&value.abs().to_integer());
    match value {
        value if value.is_negative() => format!("\u{2212}{magnitude}"),
        value if sign && value.is_positive() => format!("+{magnitude}"),
        _ => magnitude,
    }
}

/// A number of casts: `10,000`.
pub(crate) fn whole(casts: &Result<BigUint, Absence>) -> String {
    match casts {
        Ok(casts) if casts.bits() <= 64 => grouped(casts),
        Ok(casts) => decimal(&BigRational::from_integer(casts.clone().into()), 4),
        Err(absence) => absence.word().to_owned(),
    }
}

fn absence_word(figure: &Figure) -> String {
    match figure {
        Figure::None(absence) => absence.word().to_owned(),
        Figure::Exact(_) | Figure::Numerical(_) | Figure::Simulated(_) | Figure::Searched { .. } => {
            String::new()
        }
    }
}

// From here on, fractions need not be in lowest terms: a greatest common divisor of very long numbers would take
// minutes.

/// A decimal with `digits` significant digits; in powers of ten if it is very large or small.
pub(crate) fn decimal(value: &BigRational, digits: i64) -> String {
    if value.is_zero() {
        return "0".to_owned();
    }
    let exponent = exponent(value);
    if !(-5..15).contains(&exponent) {
        return scientific(value, 4);
    }
    fixed(value, (digits - 1 - exponent).max(0), 0)
}

/// A number times a power of ten.
fn shifted(value: &BigRational, power: i64) -> BigRational {
    let ten = ten_to(power);
    if power < 0 {
        Ratio::new_raw(value.numer().clone(), value.denom() * ten)
    } else {
        Ratio::new_raw(value.numer() * ten, value.denom().clone())
    }
}

/// ⌊log₁₀ |x|⌋, exactly, for x ≠ 0.
fn exponent(value: &BigRational) -> i64 {
    let bits = i128::from(value.numer().bits()) - i128::from(value.denom().bits());
    // log₁₀ 2 is between 0.30102 and 0.30103; the comparisons correct the remaining error.
    let mut guess = i64::try_from(Integer::div_floor(&(bits * 30103), &100_000)).unwrap_or(0);
    let reaches = |power: i64| {
        let shifted = shifted(value, -power);
        shifted.numer().magnitude() >= shifted.denom().magnitude()
    };
    while reaches(guess + 1) {
        guess += 1;
    }
    while !reaches(guess) {
        guess -= 1;
    }
    guess
}

fn scientific(value: &BigRational, digits: i64) -> String {
    let mut power = exponent(value);
    let mantissa = |power: i64| fixed(&shifted(value, -power), digits - 1, 0);
    // 9.9996 rounds to 10: use the next power.
    if mantissa(power).trim_start_matches('−').starts_with("10") {
        power += 1;
    }
    format!("{} × 10{}", mantissa(power), raised(&power))
}

/// A whole number as an exponent: `¹⁰`.
pub(crate) fn raised(number: &impl ToString) -> String {
    let superscript = |sign_or_digit: char| match sign_or_digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => digit.to_digit(10).and_then(|digit| char::from_u32('⁰' as u32 + digit)).unwrap_or(digit),
    };
    number.to_string().chars().map(superscript).collect()
}

/// The value with `decimals` decimals, rounded half away from zero, with thousands separators. Trailing zeros beyond the
/// `least` decimals are dropped only if the number is exact: `2.50` is rounded and `2.5` is not.
fn fixed(value: &BigRational, decimals: i64, least: usize) -> String {
    let (numerator, denominator) = shifted(value, decimals).into_raw();
    let doubled: BigInt = numerator.abs() * 2 + &denominator;
    let (scaled, rest) = doubled.div_rem(&(&denominator * 2));
    let exact = rest == denominator;
    let indices = usize::try_from(decimals).unwrap_or(0);
    let digits = format!("{:0>width$}", scaled.to_string(), width = indices + 1);
    let (whole, part) = digits.split_at(digits.len() - indices);
    let sign = if numerator.is_negative() { "−" } else { "" };
    let point = if part.is_empty() { "" } else { "." };
    let text = format!("{sign}{}{point}{part}", grouped(whole));
    if exact { trimmed(text, least) } else { text }
}

/// The text without trailing zeros beyond `least` decimals.
fn trimmed(text: String, least: usize) -> String {
    let Some(point) = text.find('.') else {
        return text;
    };
    let stored = text.trim_end_matches('0').len().max(point + 1 + least).min(text.len());
    text[..stored].trim_end_matches('.').to_owned()
}

/// A whole number with thousands separators: `10,000`.
pub(crate) fn grouped(number: &(impl ToString + ?Sized)) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// 10 to the power |`power`|.
fn ten_to(power: i64) -> BigInt {
    Pow::pow(BigInt::from(10), power.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Chance, Estimate};
    use crate::exact::Enclosure;

    fn ratio(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    fn chance(numerator: i64, denominator: i64) -> Figure {
        ratio(numerator, denominator).into()
    }

    #[track_caller]
    fn reads(numerator: i64, denominator: i64, in_percent: &str, as_one_in: &str) {
        let figure = chance(numerator, denominator);
        assert_eq!((percent(&figure), one_in(&figure)), (format!("{in_percent} %"), as_one_in.to_owned()));
    }

    #[test]
    fn poorly_known_figures_are_shown_as_ranges() {
        let between = |low, high| Figure::Numerical(Enclosure::between(low, high));
        assert_eq!(percent(&between(ratio(0, 1), ratio(1, 100))), "at most 1.00 %");
        assert_eq!(quantity(&between(ratio(3, 1), ratio(5, 1)), ""), "3 to 5");
        assert_eq!(quantity(&between(ratio(3999, 1000), ratio(4001, 1000)), " coins"), "4 coins");
    }

    #[test]
    fn chances_are_shown_in_percent_and_as_one_in() {
        reads(24, 625, "3.84", "1 in 26");
        reads(1, 10_000, "0.01", "1 in 10,000");
        reads(1, 1600, "0.0625", "1 in 1,600");
        reads(1527, 5000, "30.54", "1 in 3.27");
        reads(1, 3, "33.33", "1 in 3");
        reads(1, 4, "25.00", "1 in 4");
        reads(2, 5, "40.00", "1 in 2.5");
    }

    #[test]
    fn pages_round_to_whole_percents_or_one_decimal() {
        for (numerator, denominator, percents) in [
            (2613, 10_000, "26 %"),
            (1, 2, "50 %"),
            (384, 10_000, "3.8 %"),
            (2, 100, "2 %"),
            (735, 1_000_000, "0.07 %"),
            (99_978, 100_000, "99.98 %"),
            (-1404, 10_000, "−14 %"),
            (1, 1, "100 %"),
            (0, 1, "0 %"),
        ] {
            assert_eq!(round_percent(&chance(numerator, denominator)), percents);
        }
        for (numerator, denominator, number) in [
            (23_764, 1, "23,764"),
            (239, 10, "23.9"),
            (-2438, 10_000, "−0.2"),
            (126, 10_000, "0.01"),
            (0, 1, "0"),
        ] {
            assert_eq!(round(&chance(numerator, denominator)), number);
        }
    }

    #[test]
    fn durations_in_words_and_in_short_form() {
        for (minutes, words, short) in [
            (ratio(1, 1000), "less than a second", "less than a second"),
            (ratio(1, 60), "1 second", "1 s"),
            (ratio(14, 1), "14 minutes", "14 min"),
            (ratio(130, 1), "2 hours 10 minutes", "2 h 10 min"),
            (ratio(4753, 1), "79 hours", "79 h"),
            (ratio(1440 * 100, 1), "100 days", "100 d"),
        ] {
            assert_eq!([duration(&minutes), duration_short(&minutes)], [words, short]);
        }
    }

    #[test]
    fn trailing_zeros_mark_rounded_numbers() {
        reads(1273, 16320, "7.800", "1 in 13");
        reads(4_004, 10_000, "40.04", "1 in 2.50");
        assert_eq!(odds(&chance(25, 155)), "6.2 to 1 on");
        assert_eq!(odds(&chance(601, 24)), "25.04 to 1");
    }

    #[test]
    fn uncertain_chances_are_never_shown_as_certain() {
        reads(1, 1, "100", "always");
        reads(0, 1, "0", "never");
        reads(999_999, 1_000_000, "99.9999", "1 in 1.0000010");
        reads(99_996, 100_000, "99.996", "1 in 1.000040");
        reads(i64::MAX - 1, i64::MAX, "> 99.999999999", "nearly always");
        // The complement is 8.3·10⁻¹⁰ percent, more than one in the tenth decimal.
        reads(9_999_999_999_917, 10_000_000_000_000, "> 99.999999999", "nearly always");
        reads(1, i64::MAX, "1.084 × 10⁻¹⁷", "1 in 9.223 × 10¹⁸");
        let seen = |value: f64, low: f64, high: f64| {
            one_in(&Figure::Simulated(Estimate {
                value,
                low,
                high,
                confidence: 0.95,
                games: 1000,
                from: Chance::Games,
            }))
        };
        assert_eq!(seen(0.0, 0.0, 0.004), "rarer than 1 in 250");
        assert_eq!(seen(1.0, 0.996, 1.0), "nearly always");
        assert_eq!(seen(0.0, f64::NEG_INFINITY, f64::INFINITY), "–");
    }

    fn power_of_ten(power: i64) -> BigRational {
        let ten = BigRational::from_integer(ten_to(power));
        if power < 0 { ten.recip() } else { ten }
    }

    #[test]
    fn large_and_small_numbers_have_four_digits() {
        assert_eq!(decimal(&ratio(625, 24), 4), "26.04");
        assert_eq!(decimal(&ratio(99_999, 10), 4), "10,000");
        assert_eq!(decimal(&ratio(-1, 3), 4), "−0.3333");
        assert_eq!(decimal(&ratio(1_234_567, 1), 4), "1,234,567");
        assert_eq!(decimal(&power_of_ten(400), 4), "1 × 10⁴⁰⁰");
        assert_eq!(decimal(&(power_of_ten(-200) * ratio(1_861_136, 1_000_000)), 4), "1.861 × 10⁻²⁰⁰");
        assert_eq!(decimal(&(power_of_ten(20) - BigRational::one()), 4), "1.000 × 10²⁰");
        assert_eq!(decimal(&(-power_of_ten(-20)), 4), "−1 × 10⁻²⁰");
    }

    #[test]
    fn the_exponent_is_exact_at_powers_of_ten() {
        for power in (-50..50).chain([-5000, 5000]) {
            assert_eq!(exponent(&power_of_ten(power)), power);
            assert_eq!(exponent(&-power_of_ten(power)), power);
            assert_eq!(exponent(&(power_of_ten(power) * ratio(9_999_999, 10_000_000))), power - 1);
        }
    }

    #[test]
    fn long_fractions_are_not_printed() {
        let long = Figure::from(power_of_ten(-40) * BigRational::from_integer(3.into()));
        assert_eq!(fraction(&long), "");
        assert!(is_elided(&long));
        assert_eq!(odds_exactly(&chance(601, 24)), "601 to 24");
        assert_eq!(fraction(&Figure::None(Absence::NeverHappens)), "–");
    }
}
