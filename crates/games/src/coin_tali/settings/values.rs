//! The types of the rule values.

use num_rational::BigRational;
use num_traits::One;

use crate::kit::rules::{MOST_COINS, ReadAs, Readable, chance, words};
use crate::kit::{Takes, Value};
use tali_core::messages::{abridged, did_you_mean};

/// The three re-rolls, in the order of the rules.
pub(crate) const REROLL_NAMES: [&str; 3] = ["etiam", "mercury", "fortuna"];
/// The number of bones that each re-roll throws.
pub(crate) const REROLL_BONES: [u32; 3] = [4, 2, 1];

/// The variants in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Variants {
    pub rerolls: [bool; 3],
    pub jove: bool,
}

const VARIANT_NAMES: [&str; 4] = ["etiam", "mercury", "fortuna", "jove"];

impl Readable for Variants {
    const TAKES: Takes =
        Takes::Own("a list of \"etiam\", \"mercury\", \"fortuna\" and \"jove\", or one of them");

    fn read(_: Takes, value: &Value, _: usize) -> ReadAs<Self> {
        let words = words_of(value).ok_or(None)?;
        let wrong = unknown_word("variant", &words, &VARIANT_NAMES).or_else(|| named_twice(&words));
        let has = |name| words.contains(&name);
        let variants = Self { rerolls: REROLL_NAMES.map(has), jove: has("jove") };
        wrong.map_or(Ok(variants), |wrong| Err(Some(wrong)))
    }
}

/// Reads a word or a list of words.
fn words_of(value: &Value) -> Option<Vec<&str>> {
    if let Some(word) = value.word() {
        return Some(vec![word]);
    }
    value.list()?.iter().map(Value::word).collect()
}

/// Complains about a word that occurs twice.
pub(crate) fn named_twice(words: &[&str]) -> Option<String> {
    let twice = words.iter().enumerate().find(|(index, word)| words[..*index].contains(word));
    twice.map(|(_, word)| format!("`{}` is named twice", abridged(word)))
}

/// Complains about the first unknown word.
pub(crate) fn unknown_word(what: &str, words: &[&str], known: &[&str]) -> Option<String> {
    let odd = words.iter().find(|word| !known.contains(word))?;
    let hint = did_you_mean(odd, known.iter().copied());
    Some(format!("there is no {what} `{}`; the choices are {}{hint}", abridged(odd), known.join(", ")))
}

/// Reads whole numbers with known names.
fn coins_by_name<const N: usize>(
    what: &str,
    value: &Value,
    names: [&str; N],
    usual: [i64; N],
) -> ReadAs<[i64; N]> {
    let mut coins = usual;
    for (name, number) in value.table().ok_or(None)? {
        let Some(index) = names.iter().position(|known| known == name) else {
            return Err(unknown_word(what, &[name], &names));
        };
        let Some(number) = number.whole().filter(|coins| (0..=MOST_COINS).contains(coins)) else {
            let allowed = format!("a whole number of coppers from 0 to {MOST_COINS}");
            return Err(Some(format!("`{name}` is {allowed}, not {}", number.found())));
        };
        coins[index] = number;
    }
    Ok(coins)
}

/// The prices of the re-rolls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prices(pub [i64; 3]);

impl Readable for Prices {
    const TAKES: Takes =
        Takes::Own("a table of prices in coppers, such as {etiam = 1, mercury = 3, fortuna = 5}");

    fn read(_: Takes, value: &Value, _: usize) -> ReadAs<Self> {
        coins_by_name("price", value, REROLL_NAMES, [1, 3, 5]).map(Self)
    }
}

/// The content of the game pot.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GamePot {
    GoldEach,
    Coppers(i64),
}

impl Readable for GamePot {
    const TAKES: Takes = Takes::Own("a whole number of coppers from 0 to 10000000, or \"gold-each\"");

    fn read(_: Takes, value: &Value, _: usize) -> ReadAs<Self> {
        if value.word() == Some("gold-each") {
            return Ok(Self::GoldEach);
        }
        value.whole().filter(|coins| (0..=10 * MOST_COINS).contains(coins)).map(Self::Coppers).ok_or(None)
    }
}

/// The probability that each seat is voted the bonus.
#[derive(Clone, Debug)]
pub(crate) struct RolePlay(pub Vec<BigRational>);

impl Readable for RolePlay {
    const TAKES: Takes =
        Takes::Own("a list with one probability for each seat, adding up to at most 1, or an empty list");

    fn read(_: Takes, value: &Value, seats: usize) -> ReadAs<Self> {
        let list = value.list().ok_or(None)?;
        if !list.is_empty() && list.len() != seats {
            let found = list.len();
            return Err(Some(format!(
                "{found} probabilities are given for {seats} seats; give one for each"
            )));
        }
        let odd = |one: &Value| Some(format!("`{}` is not a probability from 0 to 1", one.found()));
        let chances = list.iter().map(|one| chance(one).ok_or_else(|| odd(one)));
        let chances = chances.collect::<Result<Vec<BigRational>, _>>()?;
        let sum: BigRational = chances.iter().sum();
        if sum > BigRational::one() {
            return Err(Some(format!("the probabilities add up to {sum}, more than 1")));
        }
        Ok(Self(chances))
    }
}

/// The purse of a seat.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purse {
    Coppers(i64),
    Coins([i64; 3]),
}

const COIN_NAMES: [&str; 3] = ["gold", "silver", "copper"];

impl Readable for Purse {
    const TAKES: Takes = Takes::Own(
        "a number of coppers or a table such as {gold = 2, silver = 3, copper = 5}, or a list with one for each seat",
    );

    fn read(_: Takes, value: &Value, _: usize) -> ReadAs<Self> {
        if let Some(coins) = value.whole() {
            let fits = (0..=1000 * MOST_COINS).contains(&coins);
            return if fits { Ok(Self::Coppers(coins)) } else { Err(None) };
        }
        coins_by_name("coin", value, COIN_NAMES, [0; 3]).map(Self::Coins)
    }
}

words!(pub(crate) enum Raise { "keep" => Keep, "up" => Up, "down" => Down });
