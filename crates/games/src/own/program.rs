//! A game file in the form in which it is played: numbered slots, and what is done step by step.

use std::sync::Arc;

use super::number::Num;
use super::problem::Span;
use super::syntax::Assign;

/// Slots that every game has.
pub(super) const ME: usize = 0;
pub(super) const MOVER: usize = 1;
/// Who is out, as a set: bit s for seat s.
pub(super) const OUT: usize = 2;
/// Who will be at the end of the turn.
pub(super) const LEAVING: usize = 3;
/// Who has ended a turn in this round.
pub(super) const DONE: usize = 4;
/// Who comes next, if it was said.
pub(super) const NEXT: usize = 5;
/// The last throw: its number from 1, or 0.
pub(super) const LAST: usize = 6;
/// What is thrown again: the number of a pattern from 1, or 0.
pub(super) const PATTERN: usize = 7;
/// What a slot holds that nobody needs to know any more, as it was hidden.
pub(super) const FORGOTTEN: i64 = -(1 << 40);
/// Where the slots of the file begin.
pub(super) const FIRST_FREE: usize = 8;

/// What something is worth, once all names are known.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Const(Num),
    Slot(usize),
    /// A variable of a seat, or one of a list.
    At(Box<Address>),
    /// A number for each seat.
    OfSeat(Arc<[Num]>, Box<Value>),
    /// One of a list of numbers, from 1.
    Listed(Arc<[Num]>, Box<Value>),
    Mapped(Arc<MapTable>, Box<Value>),
    Unary(Unary, Box<Value>),
    Binary(Binary, Box<Value>, Box<Value>),
    /// Of the throw in a slot.
    Thrown(usize, Reading),
    /// Of the throw in a slot, by a number.
    Asked(usize, Question, Box<Value>),
    /// What was worked out once for all throws, of the throw in its slot.
    Atom(usize),
    Over {
        what: Reduction,
        each: Box<Loop>,
        body: Box<Value>,
    },
    Any {
        list: ListValue,
        value: Box<Value>,
        every: bool,
    },
    /// One of two values, by whether the first holds.
    If(Box<[Value; 3]>),
    /// The nearest seat to the left, or right, that is in.
    Neighbour(bool),
    /// Something that is worked out once, and kept in a slot for what follows.
    Let {
        slot: usize,
        value: Box<Value>,
        body: Box<Value>,
    },
    /// The coins in the pot, where they are no state: never worked out.
    Pot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Not,
    Minus,
    Down,
    Up,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Min,
    Max,
}

/// What is read of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// How many dice there are.
    Size,
    Sum,
    High,
    Low,
    Distinct,
    Rank,
    Cast,
    Kind(tali_core::tali::Kind),
    /// How many dice show from this to that.
    Within(i64, i64),
}

/// What is asked of a throw by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// How many dice show this.
    Count,
    /// What the die shows that is so many-th from the highest.
    Nth,
    /// The sum of so many of the highest, or of the lowest: of all, if there are fewer.
    Highest,
    Lowest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reduction {
    Any,
    Every,
    Count,
    Sum,
    Max,
    Min,
}

/// Variables that stand side by side: a list, one for each seat, or both.
#[derive(Debug)]
pub(super) struct List {
    pub name: String,
    pub base: usize,
    /// The first index, and how many there are; 0 and 1 of a single variable.
    pub first: i64,
    pub len: usize,
}

/// A variable: that of a seat where each has one, and one of a list by its index.
#[derive(Clone, Debug)]
pub(super) struct Address {
    pub list: Arc<List>,
    pub seat: Option<Value>,
    pub index: Option<Value>,
}

/// A list that is searched.
#[derive(Clone, Debug)]
pub(super) enum ListValue {
    Numbers(Arc<[Num]>),
    /// A list of variables.
    Of(Box<Address>),
}

/// A table of numbers.
#[derive(Debug)]
pub(super) struct MapTable {
    pub entries: rustc_hash::FxHashMap<i64, Num>,
    pub otherwise: Option<Num>,
}

/// What a loop, or a choice, goes over.
#[derive(Clone, Debug)]
pub(super) enum Domain {
    /// Those who are in, from `me` leftwards, or from seat 1; without `me`, if not `with_me`.
    Seats {
        with_me: bool,
    },
    Numbers(Value, Value),
}

#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub slot: usize,
    pub domain: Domain,
    pub condition: Option<Value>,
}

/// Who has coins.
#[derive(Clone, Debug)]
pub(super) enum Holder {
    Pot,
    Bank,
    Seat(Value),
}

#[derive(Clone, Debug)]
pub(super) enum Whom {
    One(Value),
    Each(Loop),
}

/// What is done.
#[derive(Clone, Debug)]
pub(super) enum Op {
    /// Sets a variable; an assignment beyond its range is an error, unless it is capped.
    Set {
        to: Box<Address>,
        value: Value,
    },
    /// Puts dice aside that lie in a slot, or takes them away from there.
    PutAside {
        to: usize,
        how: Assign,
        from: usize,
    },
    /// Copies the throw in one slot to another.
    Lay {
        to: usize,
        from: usize,
    },
    Unless {
        condition: Value,
        to: usize,
    },
    /// Goes on with this chance, or else somewhere else.
    Chance {
        chance: Value,
        otherwise: usize,
    },
    Jump(usize),
    /// Begins to count, in a slot.
    Begin {
        counter: usize,
    },
    /// Goes on to the next of a loop, or behind it.
    Each {
        counter: usize,
        each: Loop,
        exit: usize,
    },
    Roll {
        site: usize,
        cases: Vec<Case>,
    },
    /// Has all dice that lie thrown again.
    RerollAll,
    /// Has `me` choose which are.
    RerollAny {
        least: i64,
        most: i64,
    },
    /// Throws what [`PATTERN`] says.
    Rethrow {
        name: Option<usize>,
    },
    /// Has `me` choose some of the dice that lie.
    Keep {
        least: i64,
        most: i64,
        slot: usize,
        name: String,
        condition: Option<Value>,
        after: usize,
    },
    Choose {
        options: Vec<Opt>,
        after: usize,
    },
    ChooseEach {
        each: Loop,
        name: String,
        body: usize,
        after: usize,
    },
    By {
        seat: Value,
        saved: usize,
    },
    EndBy {
        saved: usize,
    },
    Pay {
        from: Holder,
        to: Holder,
        amount: Value,
    },
    Note(usize),
    Reveal(Vec<Show>),
    Again,
    Pass(Option<Value>),
    First(Value),
    Out(Whom),
    Win(Whom),
    Draw,
    /// The end of a turn, of the start, or of what follows a round.
    End,
}

impl Op {
    /// Whether somebody chooses.
    pub(super) const fn is_choice(&self) -> bool {
        matches!(
            self,
            Self::Choose { .. } | Self::ChooseEach { .. } | Self::RerollAny { .. } | Self::Keep { .. }
        )
    }

    /// Where it is put what is chosen among numbers or dice, and what it is called.
    pub(super) fn chosen(&self) -> Option<(usize, &str)> {
        match self {
            Self::ChooseEach { each, name, .. } => Some((each.slot, name)),
            Self::Keep { slot, name, .. } => Some((*slot, name)),
            _ => None,
        }
    }
}

/// Something hidden that everybody sees from now on.
#[derive(Clone, Debug)]
pub(super) enum Show {
    /// A variable, all of it if it is a list.
    Variable(Box<Address>),
    /// The throw in a slot.
    Throw(usize),
    /// Whatever is hidden of anybody.
    All,
}

/// One of the things that can be chosen.
#[derive(Clone, Debug)]
pub(super) struct Opt {
    pub text: String,
    pub condition: Option<Value>,
    pub to: usize,
}

/// What a slot can hold.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub low: i64,
    pub high: i64,
    pub capped: bool,
    pub first: i64,
    pub is: Is,
}

/// What the number in a slot stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Is {
    Number,
    /// A seat, or 0 for nobody.
    Seat,
    /// The number of a throw from 1, or 0 where nothing lies.
    Throw,
}

/// A variable as positions tell it.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub list: Arc<List>,
    pub scope: super::syntax::Scope,
    pub is_list: bool,
    pub unordered: bool,
    pub hidden: bool,
    /// Where it holds dice: how many at most, and the faces that they can show.
    pub dice: Option<(usize, Vec<i64>)>,
}

impl Told {
    /// All slots that it has at a table of so many seats.
    pub(super) fn slots(&self, seats: usize) -> std::ops::Range<usize> {
        let seats = if self.scope == super::syntax::Scope::Seat { seats } else { 1 };
        self.list.base..self.list.base + self.list.len * seats
    }

    /// The seat, from 0, to which one of its slots belongs, where each seat has one.
    pub(super) fn owner(&self, slot: usize) -> Option<usize> {
        (self.scope == super::syntax::Scope::Seat).then(|| (slot - self.list.base) / self.list.len)
    }
}

/// Something that is thrown in the file: which dice, for each seat that throws and in each case.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// The indices of the dice: first those of seat 1 in each of the cases, the first of which changes first.
    pub dice: Vec<Vec<u16>>,
    /// The slot of its name.
    pub name: Option<usize>,
    /// What can be thrown, in the same order, as indices of laws.
    pub laws: Vec<usize>,
}

/// What decides which dice are thrown, and is not known beforehand: whose a bone is, or how many there are.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub value: Value,
    /// The least that it can be, and how many numbers it can be.
    pub least: i64,
    pub number: usize,
    pub is_seat: bool,
}

/// Dice that are thrown again, and those that stay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pattern {
    pub again: Vec<u16>,
    pub kept: Vec<(u16, i64)>,
}

/// An expression that depends on one throw alone.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub slot: usize,
    pub value: Value,
}

/// A policy of the file, for each choice what it looks at.
#[derive(Clone, Debug)]
pub(super) struct PolicyProgram {
    pub name: String,
    pub span: Span,
    /// By the index of the operation at which is chosen.
    pub lines: Vec<PolicyStep>,
}

#[derive(Clone, Debug)]
pub(super) struct PolicyStep {
    /// At which choice.
    pub at: usize,
    pub condition: Option<Value>,
    pub does: PolicyDoes,
}

impl PolicyStep {
    /// The values that it reads.
    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        let best = if let PolicyDoes::Best { value, .. } = &self.does { Some(value) } else { None };
        self.condition.iter().chain(best)
    }
}

#[derive(Clone, Debug)]
pub(super) enum PolicyDoes {
    /// The option at this index.
    Option(usize),
    /// An option by what it is called: dice that are thrown again.
    Called(String),
    /// What has most of this, or least.
    Best { value: Value, highest: bool },
}

/// A game file at a table: its slots, and what is done.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub seats: usize,
    pub slots: usize,
    /// The range of each slot; slots of the frame itself have one as well.
    pub ranges: Vec<Range>,
    pub told: Vec<Told>,
    /// How many slots at the end of the variables hold what a turn notes: these begin anew with each turn.
    pub of_turn: std::ops::Range<usize>,
    pub ops: Vec<Op>,
    pub spans: Vec<Span>,
    /// Whether only `me` sees what is thrown or chosen at an operation, where anything is hidden at all.
    pub hidden: Vec<bool>,
    pub hides: bool,
    /// For hidden variables the slot of each with another that tells whether everybody knows it.
    pub known_to_all: Vec<(usize, usize)>,
    /// The slots of throws that have a name, and those that only who threw them sees.
    pub named_throws: Vec<(String, usize)>,
    pub hidden_throws: Vec<usize>,
    /// Where it is asked whether something holds, by an `if` of the file.
    pub conditions: Vec<usize>,
    pub start: Option<usize>,
    pub turn: usize,
    pub round: Option<usize>,
    pub sites: Vec<Site>,
    pub atoms: Vec<Atom>,
    pub notes: Vec<String>,
    pub pot: Option<usize>,
    pub ante: Num,
    pub has_coins: bool,
    /// Whether seats that choose want coins, and not the win.
    pub for_coins: bool,
    pub length: Option<super::syntax::Length>,
    pub policies: Vec<PolicyProgram>,
    pub figures: Vec<FigureProgram>,
    /// What a season of games is called, and how many wins make one.
    pub season: Option<(String, u32)>,
}

/// A number that is read when the game ends.
#[derive(Clone, Debug)]
pub(super) struct FigureProgram {
    pub name: String,
    /// Whose it is.
    pub seat: Option<usize>,
    pub value: Value,
    pub condition: Option<Value>,
}

impl FigureProgram {
    /// The values that it reads.
    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        self.condition.iter().chain([&self.value])
    }
}
