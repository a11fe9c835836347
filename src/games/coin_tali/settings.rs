//! The rules of the game with coins, as they are written and as they are played.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::characters::{Character, Characters};
use crate::games::rules::{Chance, MOST_COINS, Readable, Rule, words};
use crate::games::{Rules, Takes, Value};
use crate::messages::{abridged, did_you_mean};

pub(super) const SCOPE: Rule<Scope> = Rule::new(
    "scope",
    "\"round\"",
    "what one game is. \"round\": a round from a given start, with purses that are never empty. \"evening\": a whole \
     evening with purses",
);

words!(pub(super) enum Scope { "round" => Round, "evening" => Evening });

pub(super) const VARIANTS: Rule<Variants> = Rule::new(
    "variants",
    "[]",
    "what may be bought. etiam: throw all four bones again. mercury: exactly two. fortuna: exactly one. jove: call a \
     special round before throwing",
);

pub(super) const PRICES: Rule<Prices> = Rule::new(
    "prices",
    "{etiam = 1, mercury = 3, fortuna = 5}",
    "what a re-roll costs, in coppers; one that is left out keeps its usual price",
);

pub(super) const REROLLS: Rule<Rerolls> = Rule::new(
    "rerolls",
    "\"one\"",
    "how many re-rolls a seat has in a turn. \"one\": one of any variant. \"each\": each variant once, in any order",
);

words!(pub(super) enum Rerolls { "one" => One, "each" => Each });

pub(super) const FEES: Rule<Fees> = Rule::new(
    "fees",
    "\"last\"",
    "what is charged. \"last\": only the cast that lies at the end of the turn. \"roll\": every throw at once, for the \
     bones that were thrown",
);

words!(pub(super) enum Fees { "last" => Last, "roll" => Roll });

pub(super) const COUNT: Rule<Count> = Rule::new(
    "count",
    "\"shares\"",
    "what players maximise. \"shares\": coins, and an equal part of what lies in the game pot. \"purse\": coins alone",
);

words!(pub(super) enum Count { "shares" => Shares, "purse" => Purse });

pub(super) const ANTE: Rule<i64> =
    Rule::whole("ante", "1", 1..=MOST_COINS, "what each seat pays into the round pot before the first throw");

pub(super) const GAME_POT: Rule<GamePot> = Rule::new(
    "game_pot",
    "\"gold-each\"",
    "of a round: the coppers that lie in the game pot when it begins, or \"gold-each\" for one gold of every seat",
);

pub(super) const GOLD: Rule<i64> = Rule::whole("gold", "100", 0..=MOST_COINS, "how many coppers a gold is");
pub(super) const SILVER: Rule<i64> =
    Rule::whole("silver", "10", 0..=MOST_COINS, "how many coppers a silver is");
pub(super) const DOG: Rule<i64> =
    Rule::whole("dog", "1", 0..=MOST_COINS, "what each 1 pays, unless all four show it");

pub(super) const CHARACTERS: Rule<Characters> = Rule::new(
    "characters",
    "[]",
    "the characters, one for each seat in order: {name = \"…\", powers = [{name = \"…\", cost = 0, EFFECT}]}, where \
     EFFECT is reroll = 1 to 4 (throw so many bones again), turn = 1 to 4 (turn so many bones over), add = N (score N more), \
     immune = [\"ones\", \"canis\", \"vultures\"] (pay the cost instead of such a charge), or rent = true (use the power of \
     another seat)",
);

pub(super) const ROLE_PLAY: Rule<RolePlay> = Rule::new(
    "role_play",
    "[]",
    "how likely each seat is voted the silver of the bank at the end of a round; at most 1 together",
);

pub(super) const PURSE: Rule<Purses> = Rule::new(
    "purse",
    "{gold = 2, silver = 3, copper = 5}",
    "of an evening: what each seat brings before it pays its gold into the game pot, as coins or in coppers; one for all, or \
     a list with one for each seat",
);

pub(super) const ROUNDS: Rule<u64> =
    Rule::whole("rounds", "0", 0..=10_000, "of an evening: at most so many rounds; 0 until one seat is left");

pub(super) const RAISE: Rule<Raises> = Rule::new(
    "raise",
    "\"keep\"",
    "of an evening: how the winner of a round sets the ante of the next. \"keep\": as it was. \"up\": 5 more. \"down\": 5 \
     less. \"best\": what is best for it; one for all, or a list with one for each seat",
);

pub(super) const LOANS: Rule<bool> =
    Rule::new("loans", "false", "of an evening: whether the bank lends what a seat cannot pay");

/// The keys of a round, and those of an evening, which mean nothing to the other.
pub(super) const OF_ROUNDS: [&str; 1] = ["game_pot"];
pub(super) const OF_EVENINGS: [&str; 4] = ["purse", "rounds", "raise", "loans"];

/// The three re-rolls, in the order of the rules.
pub(super) const REROLL_NAMES: [&str; 3] = ["etiam", "mercury", "fortuna"];
/// How many bones each throws again.
pub(super) const REROLL_BONES: [u32; 3] = [4, 2, 1];

/// What may be bought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Variants {
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
                place => variants.rerolls[place] = true,
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
pub(super) fn named_twice(words: &[&str]) -> Option<String> {
    let twice = words.iter().enumerate().find(|(place, word)| words[..*place].contains(word));
    twice.map(|(_, word)| format!("`{}` is named twice", abridged(word)))
}

/// What is said of the first word that is none of those that are known.
pub(super) fn unknown_word(what: &str, words: &[&str], known: &[&str]) -> Option<String> {
    let odd = words.iter().find(|word| !known.contains(word))?;
    let hint = did_you_mean(odd, known.iter().copied());
    Some(format!("there is no {what} `{}`; there are {}{hint}", abridged(odd), known.join(", ")))
}

/// Keys with whole numbers, each of which is among those that are known.
fn coins_by_name<const N: usize>(value: &Value, names: [&str; N], usual: [i64; N]) -> Option<[i64; N]> {
    let mut coins = usual;
    for (name, number) in value.table()? {
        let place = names.iter().position(|known| known == name)?;
        coins[place] = number.whole().filter(|coins| (0..=MOST_COINS).contains(coins))?;
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
pub(super) struct Prices(pub [i64; 3]);

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
pub(super) enum GamePot {
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
pub(super) struct RolePlay(pub Vec<BigRational>);

impl Readable for RolePlay {
    const TAKES: Takes =
        Takes::Own("a list with one probability for each seat, which add up to at most 1, or an empty one");

    fn read(takes: Takes, value: &Value, seats: usize) -> Option<Self> {
        let chances: Vec<BigRational> = value
            .list()?
            .iter()
            .map(|one| Some(Chance::read(takes, one, seats)?.0))
            .collect::<Option<_>>()?;
        let fits = chances.is_empty() || chances.len() == seats;
        (fits && chances.iter().sum::<BigRational>() <= BigRational::one()).then_some(Self(chances))
    }

    fn complaint(value: &Value, seats: usize) -> Option<String> {
        wrong_length("probabilities", value, seats).or_else(|| {
            let odd = |one: &&Value| Chance::read(Takes::Chance, one, seats).is_none();
            if let Some(odd) = value.list()?.iter().find(odd) {
                let found = abridged(odd.to_string().trim_matches('"'));
                return Some(format!("`{found}` is no probability from 0 to 1"));
            }
            let chances: Option<Vec<&BigRational>> = value.list()?.iter().map(Value::number).collect();
            let sum: BigRational = chances?.into_iter().sum();
            (sum > BigRational::one())
                .then(|| format!("the probabilities add up to {sum}, and at most 1 is allowed"))
        })
    }
}

/// What is said of a list of another length than there are seats.
pub(super) fn wrong_length(what: &str, value: &Value, seats: usize) -> Option<String> {
    let found = value.list()?.len();
    (found != seats && found > 0)
        .then(|| format!("{found} {what} are given for {seats} seats; give one for each"))
}

/// What one seat brings.
#[derive(Clone, Copy, Debug)]
enum Purse {
    Coppers(i64),
    Coins([i64; 3]),
}

const COIN_NAMES: [&str; 3] = ["gold", "silver", "copper"];

/// What each seat brings.
#[derive(Clone, Debug)]
pub(super) struct Purses(Vec<Purse>);

impl Purse {
    fn read(value: &Value) -> Option<Self> {
        if let Some(coins) = value.whole() {
            return (0..=1000 * MOST_COINS).contains(&coins).then_some(Self::Coppers(coins));
        }
        coins_by_name(value, COIN_NAMES, [0; 3]).map(Self::Coins)
    }
}

impl Readable for Purses {
    const TAKES: Takes = Takes::Own(
        "a number of coppers or a table such as {gold = 2, silver = 3, copper = 5}, or a list with one for each seat",
    );

    fn read(_: Takes, value: &Value, seats: usize) -> Option<Self> {
        let each = match value.list() {
            Some(list) => list.iter().map(Purse::read).collect::<Option<Vec<_>>>()?,
            None => vec![Purse::read(value)?; seats],
        };
        (each.len() == seats).then_some(Self(each))
    }

    fn complaint(value: &Value, seats: usize) -> Option<String> {
        let one = |value: &Value| odd_coins("coin", value, &COIN_NAMES);
        match value.list() {
            Some(list) => wrong_length("purses", value, seats).or_else(|| list.iter().find_map(one)),
            None => one(value),
        }
    }
}

words!(pub(super) enum Raise { "keep" => Keep, "up" => Up, "down" => Down, "best" => Best });

/// How each seat sets the ante.
#[derive(Clone, Debug)]
pub(super) struct Raises(pub Vec<Raise>);

impl Readable for Raises {
    const TAKES: Takes =
        Takes::Own("\"keep\", \"up\", \"down\" or \"best\", or a list with one of them for each seat");

    fn read(takes: Takes, value: &Value, seats: usize) -> Option<Self> {
        let each = match value.list() {
            Some(list) => {
                list.iter().map(|one| Raise::read(takes, one, seats)).collect::<Option<Vec<_>>>()?
            }
            None => vec![Raise::read(takes, value, seats)?; seats],
        };
        (each.len() == seats).then_some(Self(each))
    }

    fn complaint(value: &Value, seats: usize) -> Option<String> {
        wrong_length("ways to raise", value, seats)
            .or_else(|| unknown_word("raise", &words_of(value)?, &["keep", "up", "down", "best"]))
    }
}

/// The rules as a table plays them, in coppers.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub seats: usize,
    pub scope: Scope,
    pub variants: Variants,
    pub prices: [i64; 3],
    pub each: bool,
    pub fees: Fees,
    pub count: Count,
    pub ante: i64,
    pub game_pot: i64,
    pub gold: i64,
    pub silver: i64,
    pub dog: i64,
    pub characters: Vec<Character>,
    pub role_play: Vec<BigRational>,
    pub purses: Vec<i64>,
    pub rounds: u64,
    pub raises: Vec<Raise>,
    pub loans: bool,
    /// What is said of rules that mean nothing in this scope.
    pub unused: Vec<String>,
}

impl Settings {
    pub(super) fn new(rules: &Rules) -> Self {
        let seats = rules.seats;
        let (gold, silver) = (rules.get(&GOLD), rules.get(&SILVER));
        let in_coppers = |purse: &Purse| match purse {
            Purse::Coppers(coppers) => *coppers,
            Purse::Coins([golds, silvers, coppers]) => golds * gold + silvers * silver + coppers,
        };
        let mut characters = rules.get(&CHARACTERS).0;
        characters.resize_with(seats, Character::default);
        let mut role_play = rules.get(&ROLE_PLAY).0;
        role_play.resize_with(seats, BigRational::zero);
        Self {
            seats,
            scope: rules.get(&SCOPE),
            variants: rules.get(&VARIANTS),
            prices: rules.get(&PRICES).0,
            each: rules.get(&REROLLS) == Rerolls::Each,
            fees: rules.get(&FEES),
            count: rules.get(&COUNT),
            ante: rules.get(&ANTE),
            game_pot: match rules.get(&GAME_POT) {
                GamePot::GoldEach => gold * seats.to_i64().unwrap_or(0),
                GamePot::Coppers(coppers) => coppers,
            },
            gold,
            silver,
            dog: rules.get(&DOG),
            characters,
            role_play,
            purses: rules.get(&PURSE).0.iter().map(in_coppers).collect(),
            rounds: rules.get(&ROUNDS),
            raises: rules.get(&RAISE).0,
            loans: rules.get(&LOANS),
            unused: unused(rules),
        }
    }

    /// How likely each seat is voted the bonus, in doubles.
    pub(super) fn votes(&self) -> Vec<f64> {
        self.role_play.iter().map(|chance| chance.to_f64().unwrap_or(0.0)).collect()
    }

    /// In how many parts of a copper gains are counted: of the game pot each seat has a part.
    pub(super) fn parts(&self, seats: usize) -> i64 {
        match self.count {
            Count::Shares => seats.to_i64().unwrap_or(1),
            Count::Purse => 1,
        }
    }
}

/// What is said of rules that were changed and mean nothing in this scope.
fn unused(rules: &Rules) -> Vec<String> {
    let (keys, scope): (&[&str], _) = match rules.get(&SCOPE) {
        Scope::Round => (&OF_EVENINGS, "a round"),
        Scope::Evening => (&OF_ROUNDS, "an evening"),
    };
    let changed = rules.changed();
    let unused: Vec<&str> =
        changed.iter().map(|(name, _)| *name).filter(|name| keys.contains(name)).collect();
    let told = |names: &str| format!("Not used in {scope}: {names}.");
    if unused.is_empty() { Vec::new() } else { vec![told(&unused.join(", "))] }
}
