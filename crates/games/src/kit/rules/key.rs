//! Rule keys: the values they take, and how a game reads them.

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};

use super::Value;
use tali_core::messages::abridged;
use tali_core::tali::{Cast, USUAL_TALI};

/// The largest number of coins in a rule.
pub const MOST_COINS: i64 = 1_000_000;

/// The longest ladder of casts.
const LONGEST_LADDER: usize = 64;

/// Numbers of a game file are between minus and plus this value, and denominators are at most this value.
pub(crate) const LARGEST_IN_FILE: i64 = 1_000_000_000;

/// How to write numbers up to 1, which are rarely whole.
fn as_typed(most: &BigRational) -> &'static str {
    if most.is_one() { ", as a decimal or a fraction such as \"1/2\"" } else { "" }
}

/// Whether a number fits the limits of game files.
fn has_room(number: &BigRational) -> bool {
    let largest = BigInt::from(LARGEST_IN_FILE);
    number.numer().magnitude() <= largest.magnitude() && *number.denom() <= largest
}

/// The values of a rule key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A whole number in this inclusive range.
    Whole(i64, i64),
    /// A whole number for all seats, or a list with one for each seat.
    WholeOfSeats(i64, i64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of casts of four tali.
    Casts,
    /// A type specific to one game, described in words.
    Own(&'static str),
    /// A number in this inclusive range, possibly a fraction.
    Number(&'static [BigRational; 2]),
    /// An amount in this inclusive range that only affects payments.
    Coins(&'static [BigRational; 2]),
    /// A number for all seats, or a list with one for each seat.
    NumberOfSeats(&'static [BigRational; 2]),
    /// One of these numbers.
    OneOf(&'static [BigRational]),
    /// A list of numbers.
    Numbers,
}

impl Takes {
    /// The range of a key for one whole number.
    pub const fn range(self) -> Option<[i64; 2]> {
        if let Self::Whole(least, most) = self { Some([least, most]) } else { None }
    }

    /// The allowed words of a key for a word.
    pub const fn words(self) -> Option<&'static [&'static str]> {
        if let Self::Word(words) = self { Some(words) } else { None }
    }

    /// Whether a list may have one value for each seat.
    pub fn can_differ_by_seat(self) -> bool {
        match self {
            Self::WholeOfSeats(..) | Self::NumberOfSeats(_) | Self::Numbers => true,
            Self::Own(words) => words.contains("for each seat"),
            _ => false,
        }
    }

    /// Describes the allowed values.
    pub fn allowed(self) -> String {
        match self {
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Self::WholeOfSeats(least, most) => {
                format!("a whole number from {least} to {most}, or a list with one for each seat")
            }
            Self::Word(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                quoted.join(" or ")
            }
            Self::Casts => {
                format!("a list of 1 to {LONGEST_LADDER} casts of four tali, such as [3333, 6431]")
            }
            Self::Own(words) => words.to_owned(),
            Self::Number([least, most]) => format!("a number from {least} to {most}{}", as_typed(most)),
            Self::Coins([least, most]) => format!("a number of coins from {least} to {most}"),
            Self::NumberOfSeats([least, most]) => {
                format!("a number from {least} to {most}{}, or a list with one for each seat", as_typed(most))
            }
            Self::OneOf(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                numbers.join(" or ")
            }
            Self::Numbers => format!("a list of up to {LONGEST_LADDER} numbers, such as [3333, 6431]"),
        }
    }

    /// Whether a value is allowed, judged by this type alone.
    pub(crate) fn takes(self, value: &Value, seats: usize) -> bool {
        let within = |value: &Value, [least, most]: &[BigRational; 2]| {
            value.number().is_some_and(|number| least <= number && number <= most && has_room(number))
        };
        match self {
            Self::Word(words) => value.word().is_some_and(|word| words.contains(&word)),
            Self::Whole(..) => i64::read(self, value, seats).is_ok(),
            Self::WholeOfSeats(..) => OfSeats::<i64>::read(self, value, seats).is_ok(),
            Self::Number(range) | Self::Coins(range) => within(value, range),
            Self::NumberOfSeats(range) => {
                let each = value.list().filter(|each| each.len() == seats);
                within(value, range) || each.is_some_and(|each| each.iter().all(|value| within(value, range)))
            }
            Self::Casts => {
                let is_cast = |value: &Value| {
                    value.whole().is_some_and(|cast| Cast::parse(&cast.to_string(), USUAL_TALI).is_ok())
                };
                let casts = value.list().filter(|casts| (1..=LONGEST_LADDER).contains(&casts.len()));
                casts.is_some_and(|casts| casts.iter().all(is_cast))
            }
            Self::OneOf(numbers) => value.number().is_some_and(|number| numbers.contains(number)),
            Self::Numbers => {
                let numbers = value.list().filter(|numbers| numbers.len() <= LONGEST_LADDER);
                numbers
                    .is_some_and(|numbers| numbers.iter().all(|number| number.number().is_some_and(has_room)))
            }
            Self::Own(_) => false,
        }
    }
}

/// Marks the position of the value in a reading.
pub const BLANK: char = '_';

/// The sentence of a rule, split around the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The text before the value.
    pub before: &'static str,
    /// The text after the value.
    pub after: &'static str,
    /// Further sentences; empty if there are none.
    pub more: &'static str,
}

/// A rule that players can change.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// The default value, in TOML.
    pub default: &'static str,
    /// The values it takes.
    pub takes: Takes,
    /// The meaning: a sentence with a [`BLANK`] for the value, and further sentences. A rule of a game file may have none.
    pub reading: &'static str,
    /// The value at most tables, if it is not the default.
    pub usual: Option<Usual>,
    /// The values with which a game that may never end does end.
    pub ends: &'static [EndsBy],
    /// Checks that the game can read a value, for this number of seats.
    reads: fn(Takes, &Value, usize) -> ReadAs<()>,
}

/// A value that most tables use, and that replaces the default in figures unless the players choose another.
#[derive(Clone, Copy, Debug)]
pub struct Usual {
    /// The value, in notation; that of an evening whose file does not set it.
    pub value: &'static str,
    /// What happens without it.
    pub without: &'static str,
    /// What it does.
    pub does: &'static str,
}

/// A value that guarantees the end of a game that may otherwise never end.
#[derive(Clone, Copy, Debug)]
pub struct EndsBy {
    /// The value, in notation.
    pub value: &'static str,
    /// Its meaning.
    pub means: &'static str,
}

/// Explains which number of a game file has too many digits, if any.
fn without_room(value: &Value) -> Option<String> {
    let mut numbers = value.list().map_or(vec![value], |all| all.iter().collect()).into_iter();
    let beyond = numbers.find_map(|value| value.number().filter(|number| !has_room(number)))?;
    let said = "numbers in a game file are fractions of two whole numbers up to";
    Some(format!("{said} {LARGEST_IN_FILE}, not {}", abridged(&beyond.to_string())))
}

impl Key {
    /// Creates a rule of a game file.
    pub(crate) const fn of_file(
        name: &'static str,
        default: &'static str,
        takes: Takes,
        reading: &'static str,
    ) -> Self {
        let reads = |takes: Takes, value: &Value, seats| {
            if takes.takes(value, seats) { Ok(()) } else { Err(without_room(value)) }
        };
        Self { name, default, takes, reading, usual: None, ends: &[], reads }
    }

    /// The sentence of its reading, if the reading has a blank.
    pub fn sentence(&self) -> Option<Sentence> {
        let (before, rest) = self.reading.split_once(BLANK)?;
        let end = rest.find(". ").map_or(rest.len(), |stop| stop + 1);
        let (after, more) = rest.split_at(end);
        Some(Sentence { before, after, more: more.trim_start() })
    }

    /// Whether a value can be read for this number of seats.
    pub(super) fn reads(&self, value: &Value, seats: usize) -> ReadAs<()> {
        (self.reads)(self.takes, value, seats)
    }
}

/// A rule key with the type that its game reads.
///
/// A key accepts exactly the values that can be read as `T`, so every accepted value can be read.
#[derive(Debug)]
pub(crate) struct Rule<T> {
    /// The key without the type.
    pub key: Key,
    read_as: PhantomData<T>,
}

/// The result of reading a value. An error can say more than the allowed values do.
pub(crate) type ReadAs<T> = Result<T, Option<String>>;

/// A type that a rule can be read as.
pub(crate) trait Readable: Sized {
    /// The values of a key with this type, unless the key has its own range of whole numbers.
    const TAKES: Takes = Takes::Whole(i64::MIN, i64::MAX);

    /// Reads a value of a key for this number of seats.
    fn read(takes: Takes, value: &Value, seats: usize) -> ReadAs<Self>;
}

impl<T: Readable> Rule<T> {
    /// Creates a rule with a name, a default in TOML, and a reading.
    pub(crate) const fn new(name: &'static str, default: &'static str, reading: &'static str) -> Self {
        Self::taking(T::TAKES, name, default, reading)
    }
}

impl<T: Readable + TryFrom<i64>> Rule<T> {
    /// Creates a rule for a whole number in a range.
    pub(crate) const fn whole(
        name: &'static str,
        default: &'static str,
        range: RangeInclusive<i64>,
        reading: &'static str,
    ) -> Self {
        Self::taking(Takes::Whole(*range.start(), *range.end()), name, default, reading)
    }
}

impl<T: Readable + TryFrom<i64> + Clone> Rule<OfSeats<T>> {
    /// Creates a rule for whole numbers in a range: one for all seats, or one for each.
    pub(crate) const fn whole_of_seats(
        name: &'static str,
        default: &'static str,
        range: RangeInclusive<i64>,
        reading: &'static str,
    ) -> Self {
        Self::taking(Takes::WholeOfSeats(*range.start(), *range.end()), name, default, reading)
    }
}

impl<T: Readable> Rule<T> {
    const fn taking(takes: Takes, name: &'static str, default: &'static str, reading: &'static str) -> Self {
        let reads = |takes, value: &Value, seats| T::read(takes, value, seats).map(|_| ());
        Self {
            key: Key { name, default, takes, reading, usual: None, ends: &[], reads },
            read_as: PhantomData,
        }
    }

    /// Adds the values that guarantee the end of a game.
    pub(crate) const fn ending(self, ends: &'static [EndsBy]) -> Self {
        let Self { key, read_as } = self;
        Self { key: Key { ends, ..key }, read_as }
    }

    /// Adds the value that most tables use.
    pub(crate) const fn usually(self, usual: Usual) -> Self {
        let Self { key, read_as } = self;
        Self { key: Key { usual: Some(usual), ..key }, read_as }
    }
}

/// Makes whole numbers of these types readable.
macro_rules! whole_numbers {
    ($($number:ty),+) => {$(
        impl Readable for $number {
            fn read(takes: Takes, value: &Value, _: usize) -> ReadAs<Self> {
                let (Takes::Whole(least, most) | Takes::WholeOfSeats(least, most)) = takes else { return Err(None) };
                let within = value.whole().filter(|number| (least..=most).contains(number));
                within.and_then(|number| number.try_into().ok()).ok_or(None)
            }
        }
    )+};
}

whole_numbers!(u8, u32, u64, i32, i64);

/// Defines the words for the values of a type, or of another type made from them.
macro_rules! words {
    ($(#[$meta:meta])* $visible:vis enum $type:ident { $($word:literal => $value:ident),+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visible enum $type {
            $($value),+
        }

        $crate::kit::rules::words!($type { $($word => $value),+ });
    };
    ($type:ty { $($word:literal => $value:ident),+ }) => {
        impl crate::kit::rules::Readable for $type {
            const TAKES: crate::kit::Takes = crate::kit::Takes::Word(&[$($word),+]);

            fn read(_: crate::kit::Takes, value: &crate::kit::Value, _: usize) -> crate::kit::rules::ReadAs<Self> {
                match value.word() {
                    $(Some($word) => Ok(Self::$value),)+
                    _ => Err(None),
                }
            }
        }
    };
}

pub(crate) use words;

/// The value as a probability, if it is one.
pub(crate) fn chance(value: &Value) -> Option<BigRational> {
    value.number().filter(|chance| !chance.is_negative() && **chance <= BigRational::one()).cloned()
}

/// Reads a probability written as a decimal or a fraction.
pub(super) fn chance_of_text(text: &str) -> Option<BigRational> {
    let value = Value::parse(text).ok().filter(|value| value.number().is_some());
    // TOML needs quotation marks around a fraction.
    chance(&value.or_else(|| Value::parse(&format!("\"{text}\"")).ok())?)
}

/// A value for each seat, given once for all of them or one by one.
#[derive(Clone, Debug)]
pub(crate) struct OfSeats<T>(pub Vec<T>);

impl<T: Readable + Clone> Readable for OfSeats<T> {
    const TAKES: Takes = T::TAKES;

    fn read(takes: Takes, value: &Value, seats: usize) -> ReadAs<Self> {
        let of_all = T::read(takes, value, seats).map(|one| Self(vec![one; seats]));
        let Some(each) = value.list().filter(|_| of_all.is_err()) else { return of_all };
        if each.len() != seats {
            let number = if each.len() == 1 { "entry" } else { "entries" };
            return Err(Some(format!(
                "the list has {} {number}, and the table has {seats} seats",
                each.len()
            )));
        }
        each.iter().map(|one| T::read(takes, one, seats)).collect::<Result<_, _>>().map(Self)
    }
}

impl Readable for bool {
    const TAKES: Takes = Takes::Own("true or false");

    fn read(_: Takes, value: &Value, _: usize) -> ReadAs<Self> {
        value.truth().ok_or(None)
    }
}
