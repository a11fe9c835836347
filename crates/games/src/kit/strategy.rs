//! The card: what best play does in every situation that matters.

use std::collections::BTreeMap;

use num_rational::BigRational;

use super::advice::{CastAdvice, ThrowValue};
use tali_core::exact::{Missing, Number};
use tali_core::monte_carlo::Pairs;

/// What best play does in every situation that matters.
#[derive(Clone, Debug, PartialEq)]
pub enum Strategy {
    /// One thing with every cast, by situation.
    Casts(Vec<Situation>),
    /// What rows and columns say.
    Tables(Box<StrategyTables>),
}

/// A seat before its throw, and what it does with every cast.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// As a position is typed.
    pub position: String,
    /// The seat and how many play: `2/3`.
    pub seat: String,
    /// The best cast so far, `-` where nobody has scored; nothing where nobody has thrown.
    pub best: Option<String>,
    /// What to do with each cast.
    pub casts: Vec<CastAdvice>,
}

/// Tables of a strategy, with all of it for programs.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyTables {
    /// Of what situation the tables are, what its value is called, and the value.
    pub of: Option<(String, &'static str, Number)>,
    /// How likely each thing is done, or its value.
    pub tables: Vec<StrategyTable>,
    /// How the tables are read.
    pub explained: &'static str,
    /// All of the strategy.
    pub whole: WholeStrategy,
}

impl StrategyTables {
    /// Whether best play does now this and now that.
    pub const fn is_mixed(&self) -> bool {
        matches!(self.whole, WholeStrategy::Rounds(_) | WholeStrategy::Turns(_))
    }
}

/// A strategy whole.
#[derive(Clone, Debug, PartialEq)]
pub enum WholeStrategy {
    /// Round by round, where hands are hidden.
    Rounds(Vec<RoundStrategy>),
    /// Turn by turn, where throws are hidden.
    Turns(Vec<TurnStrategy>),
    /// The value of every way to lay out the pieces.
    Layouts(Box<LayoutCatalogue>),
    /// The value of every first move, as far as is searched.
    FirstMoves(FirstMoves),
    /// The values of throws and squares, where a race is solved.
    Race(Box<RaceStrategy>),
    /// How likely pieces are hit, and what is done first, where a race by three dice is searched.
    Dice(Box<DiceStrategy>),
}

/// A mean over games, solved or played.
#[derive(Clone, Debug, PartialEq)]
pub enum Measured {
    /// Solved.
    Solved(Number),
    /// The quotient of two sums that each game adds to.
    Played(Pairs),
}

impl Measured {
    /// What was solved.
    ///
    /// # Errors
    ///
    /// [`Missing::TooLong`], of what was played instead.
    pub fn solved(&self) -> Number {
        match self {
            Self::Solved(number) => number.clone(),
            Self::Played(_) => Err(Missing::TooLong),
        }
    }
}

/// The values in a race that is solved.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceStrategy {
    /// What the player to move can expect at the start.
    pub value: Number,
    /// The value of each first throw.
    pub throws: Vec<ThrowValue>,
    /// The values of squares.
    pub squares: Vec<SquareWorth>,
}

/// What is known of a race by three dice.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceStrategy {
    /// How likely a piece is hit.
    pub hits: Vec<HitChance>,
    /// What is done with each first throw.
    pub opening: Vec<FirstPlacing>,
    /// How often the policy that is shown follows rules of thumb.
    pub rules: Vec<RuleOfThumb>,
}

/// How likely a throw moves a piece by just so much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitChance {
    /// By how much.
    pub distance: u8,
    /// How many dice are needed to place pieces first.
    pub in_hand: u8,
    /// How likely.
    pub probability: BigRational,
}

/// What is done with a first throw.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstPlacing {
    /// The throw.
    pub throw: String,
    /// What is done, and the position that follows.
    pub option: [String; 2],
    /// Its value, and by how much it beats the worst, so many choices ahead.
    pub worth: [BigRational; 2],
    /// How many choices ahead.
    pub depth: u32,
}

/// How often a policy follows a rule of thumb.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleOfThumb {
    /// The rule.
    pub rule: &'static str,
    /// Of all choices those in which it can be followed.
    pub share: Measured,
    /// Of these those in which it is followed.
    pub holds: Measured,
}

/// The value of a piece on a square.
#[derive(Clone, Debug, PartialEq)]
pub struct SquareWorth {
    /// The square.
    pub square: u8,
    /// To the player to move, against one that waits.
    pub to_move: Number,
    /// What its capture costs its owner.
    pub to_wait: Number,
}

/// The value of every layout to the first mover.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayoutCatalogue {
    /// The layouts with their values.
    pub layouts: Vec<(String, i32)>,
    /// What is said of all of them.
    pub all: LayoutSummary,
    /// The same of those with four or more in every cell that is filled.
    pub four_or_more: LayoutSummary,
}

/// What is said of many layouts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayoutSummary {
    /// How many there are.
    pub layouts: usize,
    /// How many the first mover wins, with best play.
    pub won: usize,
    /// How many nobody wins.
    pub drawn: usize,
    /// How many the other wins.
    pub lost: usize,
    /// How many have each value.
    pub values: BTreeMap<i32, usize>,
    /// The mean value.
    pub value_mean: BigRational,
    /// Those of least value to either.
    pub fair: Vec<String>,
    /// In how many the first mover takes all there is.
    pub all_taken: usize,
}

/// The value of every first move to whoever looks so far ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMoves {
    /// How many plies ahead was looked.
    pub depth: u32,
    /// The moves with their values, the best first.
    pub values: Vec<(String, i32)>,
}

/// How likely something is done, by what is known.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyTable {
    /// What is shown.
    pub title: String,
    /// In what it is counted.
    pub unit: TableUnit,
    /// What the rows are, and what the columns.
    pub rows: &'static str,
    /// What the columns are.
    pub columns: &'static str,
    /// The name of each row.
    pub row_names: Vec<String>,
    /// The name of each column.
    pub column_names: Vec<String>,
    /// Row by row a number for each column; nothing where it never comes to that.
    pub cells: Vec<Vec<Option<f64>>>,
}

/// In what the numbers of a table are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableUnit {
    /// Probabilities.
    Percent,
    /// Bones, of four.
    Bones,
    /// Values between these.
    Value {
        /// The least.
        low: i32,
        /// The greatest.
        high: i32,
    },
}

/// The strategy of a turn in which one seat throws and calls, and the other replies.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnStrategy {
    /// The counters of both seats.
    pub counters: [u32; 2],
    /// Who throws, from 1.
    pub mover: usize,
    /// The hand that it was given, and what it was called; nothing at the opening.
    pub given: Option<[Label; 2]>,
    /// The bounds of its share of the match.
    pub value: [f64; 2],
    /// What it does.
    pub distribution: Vec<HiddenOutcome>,
    /// For the throws announced and each call how likely it is challenged.
    pub challenge: Vec<(Label, Label, f64)>,
}

/// A way in which a turn can end, and how likely it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HiddenOutcome {
    /// The throws as announced.
    pub throws: Label,
    /// The hand, which is hidden.
    pub hand: Label,
    /// What it is called.
    pub call: Label,
    /// How likely.
    pub p: f64,
}

/// A short text, of which a strategy has very many: that of mendax-common nine million, in 75 MB in place of 500.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Label([u8; Self::LONGEST]);

impl Label {
    const LONGEST: usize = 8;

    /// What is displayed so, as far as there is room.
    pub(crate) fn of(what: &impl std::fmt::Display) -> Self {
        let mut label = [0; Self::LONGEST];
        for (slot, byte) in label.iter_mut().zip(what.to_string().bytes()) {
            *slot = byte;
        }
        Self(label)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(Self::LONGEST);
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }
}

impl std::fmt::Debug for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_str().fmt(f)
    }
}

/// The strategy of both seats in a round of bids.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundStrategy {
    /// How many tali each seat has.
    pub tali: [u32; 2],
    /// Who starts, from 1.
    pub starter: usize,
    /// How likely the starter wins the round.
    pub value: Number,
    /// What the strategies of the starter and of the other fall short of that at most.
    pub exploitability: [Number; 2],
    /// With each hand how likely each bid is.
    pub opening: Vec<(String, Vec<(String, f64)>)>,
    /// What is done after bids.
    pub replies: Vec<Reply>,
}

/// What is done after bids.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The bids so far.
    pub bids: String,
    /// How many the own hand adds.
    pub count: u32,
    /// How likely each action is.
    pub actions: Vec<(String, f64)>,
}
