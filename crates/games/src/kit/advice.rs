//! What is best at a position, and the value of all else.

use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde::Serialize;

use super::board::{BoardView, Steps};
use super::notation::PositionError;
use super::store::TableError;
use tali_core::exact::{BestPlayError, Missing};
use tali_core::figures::Figure;
use tali_core::process::{Measure, Over, Statistic};
use tali_core::search::Lines;

/// In what the values of positions and options are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueUnit {
    /// Coppers that are gained.
    Coppers,
    /// Coins that are gained.
    Coins,
    /// The probability of winning a game that is no match.
    Wins,
    /// The probability of winning the game.
    WinShare,
    /// The same, as an opinion of positions where it is not solved.
    SearchedShare,
    /// Pebbles that are taken more than the other seat takes.
    Pebbles,
    /// Hundredths of a stone by which one seat is thought to be ahead: an opinion, unless the end is forced ([`ValueUnit::FORCED`]).
    Stones,
}

impl ValueUnit {
    /// The value of a win in hundredths of a stone, before the plies that it takes are taken off.
    pub const WIN: i32 = 1_000_000;

    /// Values in hundredths of a stone of so much and more are ends that are forced.
    pub const FORCED: i32 = 999_000;

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Coppers => "coppers",
            Self::Coins => "coins",
            Self::Wins | Self::WinShare | Self::SearchedShare => "chance",
            Self::Pebbles => "pebbles",
            Self::Stones => "hundredths_of_a_stone",
        }
    }

    /// Whether values are whole numbers, of things on a board.
    pub const fn is_whole(self) -> bool {
        matches!(self, Self::Pebbles | Self::Stones)
    }

    /// A value to whoever looks this far ahead: an opinion, unless an end is forced. What is not known so far ahead, or not
    /// as one number, stays as it is.
    pub fn looked(self, value: impl Into<Figure>, depth: Option<u32>) -> Figure {
        let (value, depth) = match (value.into(), depth) {
            (Figure::Exact(value), Some(depth)) => (value, depth),
            (figure, _) => return figure,
        };
        let is_forced = match self {
            Self::Stones => value.abs() >= BigRational::from_integer(Self::FORCED.into()),
            Self::SearchedShare => value.is_zero() || value.is_one(),
            _ => false,
        };
        if is_forced { Figure::Exact(value) } else { Figure::Searched { value, depth } }
    }
}

/// What is best at a position, and the value of all else.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The position, spelled out.
    pub position: String,
    /// The seat that decides, from 1.
    pub seat: usize,
    /// What it can expect with best play.
    pub value: Figure,
    /// What is advised.
    pub advised: Advised,
    /// What there is to be said of the position besides: one number, or a list.
    pub figures: Vec<(&'static Statistic, Vec<Figure>)>,
    /// Whether the other seats come here if they play as is said; nothing where nothing is hidden.
    pub reached: Option<bool>,
    /// What is on the board, where there is one.
    pub board: Option<BoardView>,
    /// What is to be said of the position in words.
    pub remark: Option<String>,
    /// The value of each throw, where one is due before anything is done.
    pub throws: Vec<ThrowValue>,
}

/// The value of a throw.
#[derive(Clone, Debug, PartialEq)]
pub struct ThrowValue {
    /// What is thrown.
    pub throw: Thrown,
    /// The position with that throw, as it is typed.
    pub next: String,
    /// How likely it is.
    pub probability: Figure,
    /// What the seat can expect with it.
    pub value: Figure,
    /// By how much that is more than before, where it is shown.
    pub gain: Option<Figure>,
    /// What is done with it, where that is shown beside it.
    pub play: Option<ThrowPlay>,
}

/// A throw, as it is typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Thrown {
    /// So many squares.
    Squares(u8),
    /// What several dice show.
    Dice(String),
}

impl std::fmt::Display for Thrown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Squares(squares) => squares.fmt(f),
            Self::Dice(faces) => faces.fmt(f),
        }
    }
}

/// What is done with a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrowPlay {
    /// How many different things can be done; 0 where the turn is lost.
    pub turns: u64,
    /// What is done, and the position that follows; nothing where it may be anything.
    pub option: Option<[String; 2]>,
}

impl Advice {
    /// What is advised at a position, and nothing besides.
    pub(crate) fn new(position: String, seat: usize, value: impl Into<Figure>, advised: Advised) -> Self {
        let value = value.into();
        Self {
            position,
            seat,
            value,
            advised,
            figures: Vec::new(),
            reached: None,
            board: None,
            remark: None,
            throws: Vec::new(),
        }
    }

    /// Adds how many lines of play go out from the position, in place of those that are counted anyway: up to so many plies, of which
    /// the last are missing if they would take too long. Those that win are counted where the game does so anyway.
    pub fn count(&mut self, counted: &[Lines], plies: u32) {
        let numbers = |of: fn(&Lines) -> u64| -> Vec<Figure> {
            let whole = |number: u64| Figure::Exact(BigRational::from_integer(number.into()));
            let too_long = (counted.len()..plies as usize).map(|_| Figure::from(Err(Missing::TooLong)));
            counted.iter().map(of).map(whole).chain(too_long).collect()
        };
        if self.figures.iter().all(|(figure, _)| **figure != LINES) {
            self.figures.push((&LINES, Vec::new()));
        }
        for (of, numbers) in [(&LINES, numbers(|lines| lines.lines)), (&WINS, numbers(|lines| lines.wins))] {
            if let Some((_, known)) = self.figures.iter_mut().find(|(figure, _)| *figure == of) {
                *known = numbers;
            }
        }
    }
}

/// How many lines of play go out from a position, and how many of them win with their last ply.
pub(crate) static LINES: Statistic = Statistic::new("lines", "Lines of play", Over::Plies, Measure::Plain);
pub(crate) static WINS: Statistic =
    Statistic::new("wins", "Lines of play that win with their last ply", Over::Plies, Measure::Plain);

/// What is advised.
#[derive(Clone, Debug, PartialEq)]
pub enum Advised {
    /// What can be done now, in the order in which equal options are taken.
    Options(Vec<OptionValue>),
    /// What to do with each cast that can be thrown.
    Casts(Vec<CastAdvice>),
}

/// Something that can be done, and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionValue {
    /// What is done.
    pub option: String,
    /// What the seat can expect from here on.
    pub value: Figure,
    /// Whether it is what best play does, or does most.
    pub best: bool,
    /// Why one does it: what is paid, what can be won, and how likely; empty where there is nothing to say.
    pub why: String,
    /// How likely the strategy that is shown does it, where it may do several things.
    pub probability: Option<BigRational>,
    /// What there is to be said of it besides.
    pub figures: Vec<(&'static Statistic, Figure)>,
    /// What comes of it at once.
    pub facts: Vec<Fact>,
    /// The position that follows, as it is typed, where nothing is hidden first.
    pub next: Option<String>,
    /// The squares from which and to which it moves, on a board.
    pub steps: Option<Steps>,
    /// With what throw it can be done, where one is due.
    pub throw: Option<u8>,
}

/// Something that is so, and not computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its name, for programs.
    pub name: &'static str,
    /// What heads it in a table; nothing where readers see it anyway.
    pub title: Option<&'static str>,
    /// What is so.
    pub value: FactValue,
}

/// What is so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactValue {
    /// A word.
    Word(String),
    /// A number of things.
    Count(u64),
    /// Whether it is so.
    Truth(bool),
    /// What is in each cell of a board.
    Cells(Vec<u8>),
}

impl Fact {
    /// A fact under its name, with what heads it.
    pub const fn new(name: &'static str, title: Option<&'static str>, value: FactValue) -> Self {
        Self { name, title, value }
    }
}

impl OptionValue {
    /// Something of this value.
    pub(crate) fn of(option: String, value: impl Into<Figure>, best: bool) -> Self {
        Self {
            option,
            value: value.into(),
            best,
            why: String::new(),
            probability: None,
            figures: Vec::new(),
            facts: Vec::new(),
            next: None,
            steps: None,
            throw: None,
        }
    }

    /// The same, which is done as one of so many that are equally good, if it is one of them.
    pub(crate) fn one_of(self, number: usize, is_one: bool) -> Self {
        let chance =
            if is_one { BigRational::new(1.into(), number.max(1).into()) } else { BigRational::default() };
        Self { probability: Some(chance), ..self }
    }

    /// How likely it is done.
    pub fn certainty(&self) -> f64 {
        let sure = if self.best { 1.0 } else { 0.0 };
        self.probability.as_ref().map_or(sure, |chance| chance.to_f64().unwrap_or(0.0).clamp(0.0, 1.0))
    }

    /// Something that best play always does, or never.
    pub(crate) fn sure(option: String, value: impl Into<Figure>, best: bool, why: String) -> Self {
        Self { why, ..Self::of(option, value, best) }
    }
}

/// What best play does with a cast.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CastAdvice {
    /// The cast.
    pub cast: String,
    /// What is done.
    pub option: String,
    /// Whether that is nothing: the cast is left as it is.
    #[serde(skip)]
    pub is_idle: bool,
    /// What the seat can expect from there on.
    pub value: Figure,
    /// The position once it is thrown, as it is typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AdviceError {
    /// There is no such position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move cannot be made.
    #[error(transparent)]
    Moves(PositionError),
    /// A table in which it should be looked up cannot be used.
    #[error("{0}")]
    Table(String),
    /// It would take too much memory.
    #[error("there are too many positions to solve this game; take fewer seats or variants")]
    TooLarge,
    /// Best play is not known.
    #[error("what is best here is not known: {0}")]
    NoBest(BestPlayError),
    /// The same where seats hide something from each other: why.
    #[error("what is best here is not known: {0}")]
    NoEquilibrium(String),
    /// It is not known of this game, or of this scope of it.
    #[error("{0}")]
    NotKnown(&'static str),
}

impl From<TableError> for AdviceError {
    fn from(error: TableError) -> Self {
        Self::Table(error.to_string())
    }
}

impl AdviceError {
    /// The value of skill is asked of a game in which that is played.
    pub(crate) const PLAYED: Self =
        Self::NotKnown("what skill is worth in this game is played, not solved: ask `balance`");
    /// Lines are asked for of a game that counts none.
    pub(crate) const NO_LINES: Self = Self::NotKnown(
        "lines of play are counted in board games, in which nothing is hidden, but not in aseb",
    );
    /// Moves are written down of a game with throws, or of none on a board.
    pub(crate) const NO_MOVES: Self = Self::NotKnown(
        "moves are written down only in board games without throws; --position takes any position",
    );
    /// A file is asked for of a game that is not solved as a table.
    pub(crate) const NO_TABLE: Self =
        Self::NotKnown("what is best in this game is no table of positions; leave --solve out");
    /// A card is asked for of seats that do not play their best.
    pub const CARD_OF_BEST: Self = Self::NotKnown("the card is that of best play; leave --play out");
}
