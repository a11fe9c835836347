//! What the keys take.

use num_rational::BigRational;
use num_traits::One;

use crate::kit::rules::{MOST_COINS, Readable, chance, words};
use crate::kit::{Takes, Value};
use tali_core::messages::{abridged, did_you_mean};

/// The three re-rolls, in the order of the rules.
pub(crate) const REROLL_NAMES: [&str; 3] = ["etiam", "mercury", "fortuna"];
/// How many bones each throws again.
pub(crate) const REROLL_BONES: [u32; 3] = [4, 2, 1];

/// What may be bought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Variants {
    pub rerolls: [bool; 3],
    pub jove: bool,
}

const VARIANT_NAMES: [&str; 4] = ["etiam", "mercury", "fortuna", "jove"];

impl Readable for Variants {
    const TAKES: Takes =
        Takes::Own("a list of \"etiam\", \"mercury\", \"fortuna\" and \"jove\", or one of them");

    fn read(_: Takes, value: &Value, _: usize) -> Option<Self> {
        let mut variants = Self::default();
        let words = words_of(value)?;
        if named_twice(&words).is_some() {
            return None;
        }
        for word in words {
            match VARIANT_NAMES.iter().position(|name| *name == word)? {
                3 => variants.jove = true,
                index => variants.rerolls[index] = true,
            }
        }
        Some(variants)
    }

    fn complaint(value: &Value, _: usize) -> Option<String> {
        let words = words_of(value)?;
        unknown_word("variant", &words, &VARIANT_NAMES).or_else(|| named_twice(&words))
    }
}

/// A word, or a list of words.
fn words_of(value: &Value) -> Option<Vec<&str>> {
    if let Some(word) = value.word() {
        return Some(vec![word]);
    }
    value.list()?.iter().map(Value::word).collect()
}

/// What is said of a word that stands there twice.
pub(crate) fn named_twice(words: &[&str]) -> Option<String> {
    let twice = words.iter().enumerate().find(|(index, word)| words[..*index].contains(word));
    twice.map(|(_, word)| format!("`{}` is named twice", abridged(word)))
}

/// What is said of the first word that is none of those that are known.
pub(crate) fn unknown_word(what: &str, words: &[&str], known: &[&str]) -> Option<String> {
    let odd = words.iter().find(|word| !known.contains(word))?;
    let hint = did_you_mean(odd, known.iter().copied());
    Some(format!("there is no {what} `{}`; there are {}{hint}", abridged(odd), known.join(", ")))
}

/// Keys with whole numbers, each of which is among those that are known.
fn coins_by_name<const N: usize>(value: &Value, names: [&str; N], usual: [i64; N]) -> Option<[i64; N]> {
    let mut coins = usual;
    for (name, number) in value.table()? {
        let index = names.iter().position(|known| known == name)?;
        coins[index] = number.whole().filter(|coins| (0..=MOST_COINS).contains(coins))?;
    }
    Some(coins)
}

/// What exactly is wrong with such keys.
fn odd_coins(what: &str, value: &Value, names: &[&str]) -> Option<String> {
    let entries = value.table()?;
    let keys: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    unknown_word(what, &keys, names).or_else(|| {
        let fits = |value: &Value| value.whole().is_some_and(|coins| (0..=MOST_COINS).contains(&coins));
        let (name, odd) = entries.iter().find(|(_, value)| !fits(value))?;
        let found = abridged(odd.to_string().trim_matches('"'));
        Some(format!("`{name}` is a whole number of coppers from 0 to {MOST_COINS}, not {found}"))
    })
}

/// What each re-roll costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prices(pub [i64; 3]);

impl Readable for Prices {
    const TAKES: Takes =
        Takes::Own("a table of prices in coppers, such as {etiam = 1, mercury = 3, fortuna = 5}");

    fn read(_: Takes, value: &Value, _: usize) -> Option<Self> {
        coins_by_name(value, REROLL_NAMES, [1, 3, 5]).map(Self)
    }

    fn complaint(value: &Value, _: usize) -> Option<String> {
        odd_coins("price", value, &REROLL_NAMES)
    }
}

/// What lies in the game pot.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GamePot {
    GoldEach,
    Coppers(i64),
}

impl Readable for GamePot {
    const TAKES: Takes = Takes::Own("a whole number of coppers from 0 to 10000000, or \"gold-each\"");

    fn read(_: Takes, value: &Value, _: usize) -> Option<Self> {
        match value.word() {
            Some("gold-each") => Some(Self::GoldEach),
            Some(_) => None,
            None => value.whole().filter(|coins| (0..=10 * MOST_COINS).contains(coins)).map(Self::Coppers),
        }
    }
}

/// How likely each seat is voted the bonus.
#[derive(Clone, Debug)]
pub(crate) struct RolePlay(pub Vec<BigRational>);

impl Readable for RolePlay {
    const TAKES: Takes =
        Takes::Own("a list with one probability for each seat, which add up to at most 1, or an empty one");

    fn read(_: Takes, value: &Value, seats: usize) -> Option<Self> {
        let chances: Vec<BigRational> = value.list()?.iter().map(chance).collect::<Option<_>>()?;
        let fits = chances.is_empty() || chances.len() == seats;
        (fits && chances.iter().sum::<BigRational>() <= BigRational::one()).then_some(Self(chances))
    }

    fn complaint(value: &Value, seats: usize) -> Option<String> {
        let list = value.list()?;
        if list.len() != seats {
            let found = list.len();
            return Some(format!("{found} probabilities are given for {seats} seats; give one for each"));
        }
        if let Some(odd) = list.iter().find(|one| chance(one).is_none()) {
            let found = abridged(odd.to_string().trim_matches('"'));
            return Some(format!("`{found}` is no probability from 0 to 1"));
        }
        let sum: BigRational = list.iter().filter_map(chance).sum();
        (sum > BigRational::one())
            .then(|| format!("the probabilities add up to {sum}, and at most 1 is allowed"))
    }
}

/// What one seat brings.
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

    fn read(_: Takes, value: &Value, _: usize) -> Option<Self> {
        if let Some(coins) = value.whole() {
            return (0..=1000 * MOST_COINS).contains(&coins).then_some(Self::Coppers(coins));
        }
        coins_by_name(value, COIN_NAMES, [0; 3]).map(Self::Coins)
    }

    fn complaint(value: &Value, _: usize) -> Option<String> {
        odd_coins("coin", value, &COIN_NAMES)
    }
}

words!(pub(crate) enum Raise { "keep" => Keep, "up" => Up, "down" => Down });
