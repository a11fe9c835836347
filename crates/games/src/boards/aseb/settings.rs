//! The rule keys, and the rules as a table plays them.

#![expect(clippy::cast_possible_truncation, reason = "sticks are few")]

use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::boards::race::{Position, State};
use crate::kit::rules::{ReadAs, Readable, Rule, RuleError, Rules, Value, words};
use crate::kit::{Table, Takes};
use tali_core::exact::ThrowDistribution;
use tali_core::process::Distribution;
use tali_core::tali::Face;

/// The name of the game.
pub(super) const NAME: &str = "aseb";

pub(super) const PIECES: Rule<u8> =
    Rule::whole("pieces", "5", 1..=7, "Each player has _ pieces. Best play is solved for up to five.");

pub(super) const THROW: Rule<Throw> = Rule::new(
    "throw",
    "\"sticks\"",
    "Players throw the _. \"sticks\": four sticks, as many squares as flat sides. \"talus\": one knucklebone, the first of the seat's own. \
     \"die\": a fair four-sided die.",
);

words!(pub(super) enum Throw { "sticks" => Sticks, "talus" => Talus, "die" => Die });

pub(super) const FLAT: Rule<Flat> =
    Rule::new("flat", "\"1/2\"", "A stick lands flat side up with a chance of _. Sticks only.");

pub(super) const BLANK: Rule<Blank> = Rule::new(
    "blank",
    "\"rethrow\"",
    "If no stick lands flat side up, you _. \"rethrow\": they are thrown again at once. \"pass\": the turn is lost.",
);

words!(pub(super) enum Blank { "rethrow" => Rethrow, "pass" => Pass });

pub(super) const MOVES: Rule<Moves> =
    Rule::new("moves", "[1, 2, 3, 4]", "The faces 1, 3, 4 and 6 are worth _ squares. Talus only.");

pub(super) const CAPTURE: Rule<bool> =
    Rule::new("capture", "true", "Pieces are captured: _. If not, a square that the other holds is closed.");

pub(super) const SAFE: Rule<Squares<5>> = Rule::new(
    "safe",
    "[8, 12, 16]",
    "Shared squares on which a piece cannot be captured: _. Private squares never need it.",
);

pub(super) const AGAIN: Rule<Squares<1>> = Rule::new(
    "again",
    "[]",
    "Squares on which a piece that lands gives another throw: _. The source forbids it; [4] is the corner rosette of Finkel's reading, [4, 8, \
     12, 16] the modern rule.",
);

pub(super) const EXIT: Rule<Exit> = Rule::new(
    "exit",
    "\"exact\"",
    "A piece leaves the board by a throw that is _. \"exact\": 17 less its square. \"over\": at least as great.",
);

words!(pub(super) enum Exit { "exact" => Exact, "over" => Over });

/// The square beyond the last.
pub(super) const OFF: u8 = 17;

/// The first square that both seats share.
pub(super) const SHARED: u8 = 5;

/// The squares that both seats share, one bit each.
pub(super) const ON_SHARED: u32 = (1 << OFF) - (1 << SHARED);

/// A probability that is neither 0 nor 1.
#[derive(Clone, Debug)]
pub(super) struct Flat(BigRational);

impl Readable for Flat {
    const TAKES: Takes =
        Takes::Own("a probability above 0 and below 1, as a decimal or a fraction such as \"1/2\"");

    fn read(_: Takes, value: &Value, _: usize) -> ReadAs<Self> {
        let within = |chance: &&BigRational| chance.is_positive() && **chance < BigRational::one();
        value.number().filter(within).cloned().map(Self).ok_or(None)
    }
}

/// The value of each face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves(pub [u8; 4]);

impl Readable for Moves {
    const TAKES: Takes = Takes::Own("a list of four whole numbers from 1 to 6, for the faces 1, 3, 4 and 6");

    fn read(_: Takes, value: &Value, _: usize) -> ReadAs<Self> {
        let squares =
            |value: &Value| u8::try_from(value.whole()?).ok().filter(|squares| (1..=6).contains(squares));
        let list = value.list().and_then(|list| list.iter().map(squares).collect::<Option<Vec<u8>>>());
        list.and_then(|list| list.try_into().ok()).map(Self).ok_or(None)
    }
}

/// Some of the squares from the first on, one bit each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares<const FIRST: u8>(pub u32);

impl<const FIRST: u8> Readable for Squares<FIRST> {
    const TAKES: Takes = Takes::Own(if FIRST == 1 {
        "a list of squares from 1 to 16, each once, or []"
    } else {
        "a list of squares from 5 to 16, each once, or []"
    });

    fn read(_: Takes, value: &Value, _: usize) -> ReadAs<Self> {
        let with = |squares: u32, square: &Value| {
            let square = u8::try_from(square.whole()?).ok().filter(|square| (FIRST..OFF).contains(square))?;
            (!has(squares, square)).then_some(squares | 1 << square)
        };
        value.list().and_then(|list| list.iter().try_fold(0, with)).map(Self).ok_or(None)
    }
}

/// Whether a square is one of these.
pub(super) const fn has(squares: u32, square: u8) -> bool {
    squares >> square & 1 == 1
}

/// The rules as a table plays them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    pub pieces: u8,
    pub throw: Throw,
    /// The squares that each seat throws; 0 if a throw is lost or repeated.
    pub throws: [Distribution<u8>; 2],
    /// Whether a throw of 0 is repeated at once.
    pub rethrows: bool,
    /// The same as `f64`, for the throws that count: once if both seats throw alike.
    pub distributions: Vec<ThrowDistribution>,
    /// The values of the faces, if a talus is thrown.
    pub faces: Option<[u8; 4]>,
    pub capture: bool,
    pub safe: u32,
    pub again: u32,
    /// Whether a piece leaves by more than it needs.
    pub over: bool,
}

impl Settings {
    pub(super) fn new(table: &Table) -> Result<Self, RuleError> {
        let rules = &table.rules;
        let throw = rules.get(&THROW);
        check_idle_keys(rules, throw)?;
        let Moves(moves) = rules.get(&MOVES);
        let talus = |seat: usize| table.bones.get(seat).and_then(|set| set.tali().first());
        let throws = match throw {
            Throw::Sticks => [0, 1].map(|_| sticks(&rules.get(&FLAT).0)),
            Throw::Die => [0, 1].map(|_| four([1, 2, 3, 4], |_| 1u32.into())),
            Throw::Talus => [0, 1].map(|seat| {
                four(moves, |face| talus(seat).map_or(1u32.into(), |talus| talus.weight(face).clone()))
            }),
        };
        let seats = if throws[0] == throws[1] { 1 } else { 2 };
        let settings = Self {
            pieces: rules.get(&PIECES),
            throw,
            throws,
            rethrows: rules.get(&BLANK) == Blank::Rethrow,
            distributions: Vec::new(),
            faces: (throw == Throw::Talus).then_some(moves),
            capture: rules.get(&CAPTURE),
            safe: rules.get(&SAFE).0,
            again: rules.get(&AGAIN).0,
            over: rules.get(&EXIT) == Exit::Over,
        };
        let distributions = (0..seats).map(|seat| settings.throws_in_doubles(seat)).collect();
        Ok(Self { distributions, ..settings })
    }

    fn throws_in_doubles(&self, seat: usize) -> ThrowDistribution {
        let chance = |squares: u8| self.chance(seat, squares).to_f64().unwrap_or(0.0);
        let squares = self.throws[seat].outcomes().iter().map(|(squares, _)| *squares);
        ThrowDistribution {
            throws: squares
                .filter(|squares| *squares > 0)
                .map(|squares| (squares, chance(squares)))
                .collect(),
            lost: if self.rethrows { 0.0 } else { chance(0) },
        }
    }

    /// The first position, with seat 1 to move.
    pub(super) fn first(&self) -> State {
        State::of(Position::first(self.pieces), 0)
    }

    /// The throws of a seat.
    pub(super) fn distribution(&self, seat: usize) -> &ThrowDistribution {
        &self.distributions[seat % self.distributions.len()]
    }

    /// The faces of a talus that give this many squares.
    pub(super) fn faces_giving(&self, squares: u8) -> Vec<u8> {
        let given = self.faces.into_iter().flat_map(|given| Face::ALL.into_iter().zip(given));
        given.filter(|(_, given)| *given == squares).map(|(face, _)| face.value() as u8).collect()
    }

    /// A throw as it is typed, with what the talus shows.
    pub(super) fn thrown(&self, squares: u8) -> String {
        let faces: Vec<String> = self.faces_giving(squares).iter().map(u8::to_string).collect();
        if faces.is_empty() {
            squares.to_string()
        } else {
            format!("{squares} (side {})", faces.join(" or "))
        }
    }

    /// The probability of a throw of this many squares, not counting blanks that are repeated.
    pub(super) fn chance(&self, seat: usize, squares: u8) -> BigRational {
        let throws = &self.throws[seat];
        let blank = if self.rethrows { throws.probability(&0) } else { BigRational::zero() };
        throws.probability(&squares) / (BigRational::one() - blank)
    }

    /// Whether a piece on a square can be captured, if anything can get there.
    pub(super) const fn is_open(&self, square: u8) -> bool {
        self.capture && square >= SHARED && square < OFF && !has(self.safe, square)
    }
}

/// The keys that mean nothing for a kind of throw.
pub(super) const fn idle_keys(throw: Throw) -> &'static [&'static str] {
    match throw {
        Throw::Sticks => &["moves"],
        Throw::Talus => &["flat", "blank"],
        Throw::Die => &["flat", "blank", "moves"],
    }
}

fn check_idle_keys(rules: &Rules, throw: Throw) -> Result<(), RuleError> {
    let idle = |key: &&&str| rules.changed().iter().any(|(changed, _)| changed == *key);
    let Some(key) = idle_keys(throw).iter().find(idle) else { return Ok(()) };
    let thrown = match throw {
        Throw::Sticks => "sticks are thrown",
        Throw::Talus => "a talus is thrown",
        Throw::Die => "a die is thrown",
    };
    Err(RuleError::Complaint { key, complaint: format!("it means nothing if {thrown}; leave it out") })
}

/// The values of four faces, with their weights.
pub(super) fn four(moves: [u8; 4], weight: impl Fn(Face) -> num_bigint::BigUint) -> Distribution<u8> {
    let weights = Face::ALL.into_iter().zip(moves).map(|(face, squares)| (squares, weight(face)));
    Distribution::new(weights).unwrap_or_else(|| Distribution::certain(1))
}

/// How many of four sticks land flat side up, each with this chance.
fn sticks(flat: &BigRational) -> Distribution<u8> {
    let (hit, all) = (flat.numer().magnitude(), flat.denom().magnitude());
    let one = Distribution::new([(0, all - hit), (1, hit.clone())]);
    let (_, weights) = one.unwrap_or_else(|| Distribution::certain(0)).sum_of(4);
    Distribution::new((0..).zip(weights)).unwrap_or_else(|| Distribution::certain(0))
}
