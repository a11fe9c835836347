//! Advice: the best option at a position, and the values of the others.

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

/// The unit of values of positions and options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueUnit {
    /// Coppers gained.
    Coppers,
    /// Coins gained.
    Coins,
    /// The probability of winning a game that is not a match.
    Wins,
    /// The probability of winning the game.
    WinShare,
    /// The probability of winning the game, estimated by search where it is not solved.
    SearchedShare,
    /// Pebbles taken beyond those of the other seat.
    Pebbles,
    /// The lead of one seat in hundredths of a stone: an estimate, unless the end is forced ([`ValueUnit::FORCED`]).
    Stones,
}

impl ValueUnit {
    /// The value of a win in hundredths of a stone; each ply until the win reduces it.
    pub const WIN: i32 = 1_000_000;

    /// From this value in hundredths of a stone on, the end is forced.
    pub const FORCED: i32 = 999_000;

    /// The unit's name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Coppers => "coppers",
            Self::Coins => "coins",
            Self::Wins | Self::WinShare | Self::SearchedShare => "chance",
            Self::Pebbles => "pebbles",
            Self::Stones => "hundredths_of_a_stone",
        }
    }

    /// Whether values are whole numbers of things on a board.
    pub const fn is_whole(self) -> bool {
        matches!(self, Self::Pebbles | Self::Stones)
    }

    /// Marks a value as searched to this depth, unless an end is forced. A missing depth, or a value that is not one exact
    /// number, leaves it unchanged.
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

/// The best option at a position, and the values of the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The position, in words.
    pub position: String,
    /// The seat that decides, from 1.
    pub seat: usize,
    /// The seat's expected value with best play.
    pub value: Figure,
    /// The options or casts with their values.
    pub advised: Advised,
    /// Further figures about the position: one number, or a list.
    pub figures: Vec<(&'static Statistic, Vec<Figure>)>,
    /// Whether the other seats' advised play can lead here; `None` where nothing is hidden.
    pub reached: Option<bool>,
    /// The board, if there is one.
    pub board: Option<BoardView>,
    /// A remark on the position.
    pub remark: Option<String>,
    /// The value of each throw, where the seat throws before it chooses.
    pub throws: Vec<ThrowValue>,
}

/// The value of a throw.
#[derive(Clone, Debug, PartialEq)]
pub struct ThrowValue {
    /// The squares or faces thrown.
    pub throw: Thrown,
    /// The position after that throw, in notation.
    pub next: String,
    /// The probability of the throw.
    pub probability: Figure,
    /// The seat's expected value after the throw.
    pub value: Figure,
    /// How much the throw adds to the expected value, if shown.
    pub gain: Option<Figure>,
    /// The play after the throw, if shown.
    pub play: Option<ThrowPlay>,
}

/// A throw, in notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Thrown {
    /// A number of squares.
    Squares(u8),
    /// The faces of several dice.
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

/// The play after a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrowPlay {
    /// The number of different turns; 0 if the turn is lost.
    pub turns: u64,
    /// The best option and the position that follows; `None` if any option will do.
    pub option: Option<[String; 2]>,
}

impl Advice {
    /// Creates advice for a position, without further figures.
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

    /// Replaces the usual counts of lines of play with those for up to `plies` plies. Counts that take too long are missing.
    /// Winning lines are counted only if the game already counts them.
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

/// The number of lines of play from a position, and how many of them win with their last ply.
pub(crate) static LINES: Statistic = Statistic::new("lines", "Lines of play", Over::Plies, Measure::Plain);
pub(crate) static WINS: Statistic =
    Statistic::new("wins", "Lines of play that win with their last ply", Over::Plies, Measure::Plain);

/// The options or casts of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Advised {
    /// The options now; of equal ones the first is taken.
    Options(Vec<OptionValue>),
    /// What to do with each possible cast.
    Casts(Vec<CastAdvice>),
}

/// An option and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionValue {
    /// The option, in words.
    pub option: String,
    /// The seat's expected value after it.
    pub value: Figure,
    /// Whether best play takes it, or takes it most often.
    pub best: bool,
    /// The reason: what is paid, what can be won, and how likely; empty if there is nothing to say.
    pub why: String,
    /// The probability of the option under a mixed strategy.
    pub probability: Option<BigRational>,
    /// Further figures.
    pub figures: Vec<(&'static Statistic, Figure)>,
    /// Its immediate consequences.
    pub facts: Vec<Fact>,
    /// The next position, in notation, unless something is hidden first.
    pub next: Option<String>,
    /// The squares it moves from and to, on a board.
    pub steps: Option<Steps>,
    /// The throw that allows it, if a throw is due.
    pub throw: Option<u8>,
}

/// A fact that is not computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The name in JSON.
    pub name: &'static str,
    /// The column title in a table; `None` if readers see the fact anyway.
    pub title: Option<&'static str>,
    /// The value of the fact.
    pub value: FactValue,
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactValue {
    /// A word.
    Word(String),
    /// A number of things.
    Count(u64),
    /// Yes or no.
    Truth(bool),
    /// The number of things in each cell of a board.
    Cells(Vec<u8>),
}

impl Fact {
    /// Creates a fact with its name and column title.
    pub const fn new(name: &'static str, title: Option<&'static str>, value: FactValue) -> Self {
        Self { name, title, value }
    }
}

impl OptionValue {
    /// Creates an option with this value and nothing else.
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

    /// Sets the probability of the option: 1 of `number` equally good ones if it is one of them, else 0.
    pub(crate) fn one_of(self, number: usize, is_one: bool) -> Self {
        let chance =
            if is_one { BigRational::new(1.into(), number.max(1).into()) } else { BigRational::default() };
        Self { probability: Some(chance), ..self }
    }

    /// The probability that best play takes the option.
    pub fn certainty(&self) -> f64 {
        let sure = if self.best { 1.0 } else { 0.0 };
        self.probability.as_ref().map_or(sure, |chance| chance.to_f64().unwrap_or(0.0).clamp(0.0, 1.0))
    }

    /// Creates an option that best play always or never takes.
    pub(crate) fn sure(option: String, value: impl Into<Figure>, best: bool, why: String) -> Self {
        Self { why, ..Self::of(option, value, best) }
    }
}

/// Best play with a cast.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CastAdvice {
    /// The cast.
    pub cast: String,
    /// The option taken.
    pub option: String,
    /// Whether the option is to leave the cast as it is.
    #[serde(skip)]
    pub is_idle: bool,
    /// The seat's expected value after it.
    pub value: Figure,
    /// The position after the cast, in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AdviceError {
    /// The position does not exist.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move cannot be made.
    #[error(transparent)]
    Moves(PositionError),
    /// The solution table cannot be used.
    #[error("{0}")]
    Table(String),
    /// Solving would take too much memory.
    #[error("this game has too many positions to solve; use fewer seats or variants")]
    TooLarge,
    /// Best play is unknown.
    #[error("best play is not known here: {0}")]
    NoBest(BestPlayError),
    /// Best play is unknown in a game with hidden information, for this reason.
    #[error("best play is not known here: {0}")]
    NoEquilibrium(String),
    /// This game, or this part of it, does not support the request.
    #[error("{0}")]
    NotKnown(&'static str),
}

impl From<TableError> for AdviceError {
    fn from(error: TableError) -> Self {
        Self::Table(error.to_string())
    }
}

impl AdviceError {
    /// The value of skill is simulated in this game, not solved.
    pub(crate) const PLAYED: Self =
        Self::NotKnown("in this game the value of skill is simulated, not solved: use `balance`");
    /// This game does not count lines of play.
    pub(crate) const NO_LINES: Self = Self::NotKnown(
        "lines of play are counted only in board games without hidden information, and not in aseb",
    );
    /// Moves are only recorded in board games without throws.
    pub(crate) const NO_MOVES: Self =
        Self::NotKnown("only board games without throws record moves; --position takes any position");
    /// This game has no solution table to write.
    pub(crate) const NO_TABLE: Self =
        Self::NotKnown("this game has no table of solved positions; omit --solve");
    /// The card shows best play, but some seats play by another policy.
    pub const CARD_OF_BEST: Self = Self::NotKnown("the card shows best play; omit --play");
}
