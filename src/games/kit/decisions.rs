//! What is asked of games in which seats choose.

use std::collections::BTreeMap;

use num_rational::BigRational;

use super::notation::PositionError;
use super::rules::{Rules, StandIn};
use crate::exact::{Enclosure, Missing, Number, TooManyPositions};
use crate::process::{Measure, Over, Statistic};
use crate::search::Lines;

/// In what the values of positions and options are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Coppers that are gained.
    Coppers,
    /// The probability of winning the game.
    WinShare,
    /// Pebbles that are taken more than the other seat takes.
    Pebbles,
    /// Hundredths of a stone by which one seat is thought to be ahead: an opinion, unless the end is forced ([`Worth::FORCED`]).
    Stones,
}

impl Worth {
    /// What a win is worth in hundredths of a stone, before the plies that it takes are taken off.
    pub const WIN: i32 = 1_000_000;

    /// Values in hundredths of a stone of so much and more are ends that are forced.
    pub const FORCED: i32 = 999_000;

    /// Whether values are whole numbers, of things on a board.
    pub(crate) const fn is_whole(self) -> bool {
        matches!(self, Self::Pebbles | Self::Stones)
    }
}

/// What is best at a position, and what all else is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The position, spelled out.
    pub position: String,
    /// The seat that decides, from 1.
    pub seat: usize,
    /// What it can expect with best play.
    pub value: Number,
    /// What is advised.
    pub advised: Advised,
    /// What there is to be said of the position besides: one number, or a list.
    pub figures: Vec<(&'static Statistic, Vec<Number>)>,
    /// Whether the other seats come here if they play as is said; nothing where nothing is hidden.
    pub reached: Option<bool>,
    /// What lies on the board, where there is one.
    pub board: Option<BoardView>,
    /// How many plies ahead was looked for what options are worth, where that is not known whatever comes.
    pub depth: Option<u32>,
    /// What is to be said of the position in words.
    pub remark: Option<String>,
}

impl Advice {
    /// What is advised at a position, and nothing besides.
    pub(in crate::games) const fn new(
        position: String,
        seat: usize,
        value: Number,
        advised: Advised,
    ) -> Self {
        Self {
            position,
            seat,
            value,
            advised,
            figures: Vec::new(),
            reached: None,
            board: None,
            depth: None,
            remark: None,
        }
    }

    /// The same with so many lines of play counted, in place of those that are counted anyway: up to so many plies, of which
    /// the last are missing if they would take too long. Those that win are told where the game tells of them.
    pub fn count(&mut self, counted: &[Lines], plies: u32) {
        let numbers = |of: fn(&Lines) -> u64| -> Vec<Number> {
            let whole = |number: u64| Ok(Enclosure::exact(BigRational::from_integer(number.into())));
            let too_long = (counted.len()..plies as usize).map(|_| Err(Missing::TooLong));
            counted.iter().map(of).map(whole).chain(too_long).collect()
        };
        for (of, numbers) in [(&LINES, numbers(|lines| lines.lines)), (&WINS, numbers(|lines| lines.wins))] {
            if let Some((_, known)) = self.figures.iter_mut().find(|(figure, _)| *figure == of) {
                *known = numbers;
            }
        }
    }
}

/// How many lines of play go out from a position, and how many of them win with their last ply.
pub(in crate::games) static LINES: Statistic =
    Statistic::new("lines", "Lines of play", Over::Plies, Measure::Plain);
pub(in crate::games) static WINS: Statistic =
    Statistic::new("wins", "Lines of play that win with their last ply", Over::Plies, Measure::Plain);

/// A board as it is shown, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// How many squares a row has.
    pub columns: usize,
    /// The squares.
    pub squares: Vec<Square>,
    /// The best moves, as the places of two squares each, where pieces move.
    pub arrows: Vec<(usize, usize)>,
    /// What is said above it.
    pub above: String,
    /// What is said below.
    pub below: String,
}

/// What lies on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lies {
    /// Nothing.
    Nothing,
    /// So many pebbles.
    Pebbles(u8),
    /// A piece, by its letter: small for a stone, a capital for a dux.
    Piece(char),
}

/// A square or a cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// What it is called.
    pub name: String,
    /// What lies there.
    pub lies: Lies,
    /// Whether a best move begins there.
    pub marked: bool,
    /// Whether the move that is advised ends there.
    pub reached: bool,
    /// Whether what lies there is taken by it.
    pub taken: bool,
}

/// What is advised.
#[derive(Clone, Debug, PartialEq)]
pub enum Advised {
    /// What can be done now, in the order in which equal options are taken.
    Options(Vec<OptionValue>),
    /// What to do with each cast that can be thrown.
    Casts(Vec<CastAdvice>),
}

/// Something that can be done, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionValue {
    /// What is done.
    pub option: String,
    /// What the seat can expect from here on.
    pub value: Number,
    /// Whether it is what best play does, or does most.
    pub best: bool,
    /// Why one does it: what is paid, what can be won, and how likely; empty where there is nothing to say.
    pub why: String,
    /// How likely the strategy that is shown does it, where it may do several things.
    pub probability: Option<BigRational>,
    /// What there is to be said of it besides.
    pub figures: Vec<(&'static Statistic, Number)>,
    /// What comes of it at once, each under its name.
    pub facts: Vec<(&'static str, Fact)>,
    /// The position that follows, as it is typed, where nothing is thrown or hidden first.
    pub next: Option<String>,
}

/// Something that is so, and not computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A word.
    Word(String),
    /// A number of things.
    Count(u64),
    /// What lies in each cell of a board.
    Cells(Vec<u8>),
}

impl OptionValue {
    /// Something that is worth so much.
    pub(in crate::games) const fn of(option: String, value: Number, best: bool) -> Self {
        Self {
            option,
            value,
            best,
            why: String::new(),
            probability: None,
            figures: Vec::new(),
            facts: Vec::new(),
            next: None,
        }
    }

    /// The same, which is done as one of so many that are equally good, if it is one of them.
    pub(in crate::games) fn one_of(self, number: usize, is_one: bool) -> Self {
        let chance =
            if is_one { BigRational::new(1.into(), number.max(1).into()) } else { BigRational::default() };
        Self { probability: Some(chance), ..self }
    }

    /// Something that best play always does, or never.
    pub(in crate::games) fn sure(option: String, value: Enclosure, best: bool, why: String) -> Self {
        Self { why, ..Self::of(option, Ok(value), best) }
    }
}

/// What best play does with a cast.
#[derive(Clone, Debug, PartialEq)]
pub struct CastAdvice {
    /// The cast.
    pub cast: String,
    /// What is done.
    pub option: String,
    /// What the seat can expect from there on.
    pub value: Number,
}

/// What best play does in every situation that matters: either one thing with every cast, or mixtures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strategy {
    /// The situations, each with what to do with every cast.
    pub cards: Vec<(String, Vec<CastAdvice>)>,
    /// What each seat loses if it plays from the card alone.
    pub card_cost: Vec<Number>,
    /// Of which situation the tables are.
    pub situation: String,
    /// What that is worth, with what it is called.
    pub value: Option<(&'static str, Number)>,
    /// How likely each thing is done.
    pub tables: Vec<StrategyTable>,
    /// What it costs to play by a simpler card, with what that is called.
    pub costs: Vec<(&'static str, Number)>,
    /// How the card is read.
    pub explained: &'static str,
    /// The whole strategy, round by round.
    pub rounds: Vec<RoundStrategy>,
    /// The same where it is told turn by turn.
    pub turns: Vec<TurnStrategy>,
    /// What every way to lay out the pieces is worth, where seats lay them out.
    pub catalogue: Option<LayoutCatalogue>,
    /// What every first move is worth, where that is searched.
    pub first_moves: Option<FirstMoves>,
}

/// What every layout is worth to the first mover.
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
    /// Those that are worth least to either.
    pub fair: Vec<String>,
    /// In how many the first mover takes all there is.
    pub all_taken: usize,
}

/// What every first move is worth to whoever looks so far ahead.
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
    /// What is told.
    pub title: String,
    /// Whether it belongs to a card that is short enough to play from, where there is one besides best play.
    pub is_short: bool,
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
    /// Between what and what its share of the match lies.
    pub value: [f64; 2],
    /// What it does.
    pub law: Vec<HiddenLaw>,
    /// After what is told of the throws how likely each call is challenged.
    pub challenge: Vec<(Label, Label, f64)>,
}

/// How likely a turn ends like this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HiddenLaw {
    /// What is told of the throws.
    pub throws: Label,
    /// What lies there, which is hidden.
    pub hand: Label,
    /// What it is called.
    pub call: Label,
    /// How likely.
    pub p: f64,
}

/// A short text, of which a strategy has very many.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Label([u8; Self::LONGEST]);

impl Label {
    const LONGEST: usize = 8;

    /// What is displayed so, as far as there is room.
    pub(in crate::games) fn of(what: &impl std::fmt::Display) -> Self {
        let mut label = [0; Self::LONGEST];
        for (place, byte) in label.iter_mut().zip(what.to_string().bytes()) {
            *place = byte;
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

/// What it is worth to play well.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skill {
    /// For each simpler policy what best play gains more against it, averaged over seats.
    pub against: Vec<(&'static str, Number)>,
    /// For each variant what each seat gains by being allowed to use it.
    pub worth: Vec<(&'static str, Vec<Number>)>,
    /// For each variant what each seat gains if nobody may use it.
    pub without: Vec<(&'static str, Vec<Number>)>,
    /// By how much more than half of the games the first seat wins.
    pub first_move: Option<Number>,
    /// What is won against each simpler policy.
    pub shares: Vec<AgainstPolicy>,
}

/// What is won against a policy of one other seat: first in seat 1, then in seat 2.
#[derive(Clone, Debug, PartialEq)]
pub struct AgainstPolicy {
    /// The policy, as it is typed.
    pub policy: String,
    /// By best play, as it is shown.
    pub best: [Number; 2],
    /// By the best strategy that wins least, of all that nobody can beat.
    pub low_best: [Number; 2],
    /// By the one that wins most.
    pub high_best: [Number; 2],
    /// By whoever knows the policy, and risks to be beaten by others.
    pub taken: [Number; 2],
    /// The mean of `best`.
    pub mean: Number,
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
    /// It would take too much memory.
    #[error(transparent)]
    TooLarge(#[from] TooManyPositions),
    /// It is not known of this game, or of this scope of it.
    #[error("{0}")]
    NotKnown(&'static str),
}

/// As what `best` is played among more than two seats, with hidden hands.
pub(in crate::games) fn best_of_many(rules: &Rules) -> Option<StandIn> {
    (rules.seats() > 2).then_some(StandIn { policy: "cautious", until: " until two are left" })
}

/// What is to be noted where `best` is played like that.
pub(in crate::games) fn remarks_on_best(seats: usize, plays: bool) -> Vec<String> {
    const OF_MANY: &str =
        "Of more than two seats nobody knows what is best: `best` plays as `cautious` until two are left.";
    (seats > 2 && plays).then(|| OF_MANY.to_owned()).into_iter().collect()
}

/// Which policies board games have play one another, the better first.
pub(in crate::games) const LADDER: [[&str; 2]; 6] = [
    ["best", "search:2"],
    ["best", "greedy"],
    ["best", "random"],
    ["search:2", "search:1"],
    ["search:1", "greedy"],
    ["greedy", "random"],
];

impl AdviceError {
    /// What skill is worth is asked of a game in which that is played.
    pub(in crate::games) const PLAYED: Self =
        Self::NotKnown("what skill is worth in this game is played, not solved: ask `balance`");
    /// A card is asked for of seats that do not play their best.
    pub(in crate::games) const CARD_OF_BEST: Self =
        Self::NotKnown("the card is that of best play; leave --play out");
    /// More than two seats, where hands are hidden.
    pub(in crate::games) const TWO_SEATS: Self = Self::NotKnown(
        "best play is known for two seats alone, and so there is a card for two; with more, `best` plays as `cautious` does until \
         two are left, and `rules` says how that is",
    );
}
