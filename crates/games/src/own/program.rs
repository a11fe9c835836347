//! The compiled form of a game file: numbered slots, and operations step by step.

use std::sync::Arc;

use super::number::Num;
use super::problem::Span;
use super::syntax::Assign;

/// Slots that every game has.
pub(super) const ME: usize = 0;
pub(super) const MOVER: usize = 1;
/// Who is out, as a set: bit s for seat s.
pub(super) const OUT: usize = 2;
/// Who will be out at the end of the turn.
pub(super) const LEAVING: usize = 3;
/// Who has ended a turn in this round.
pub(super) const DONE: usize = 4;
/// Who comes next, if the file says so.
pub(super) const NEXT: usize = 5;
/// The last throw: its number from 1, or 0.
pub(super) const LAST: usize = 6;
/// What to reroll: the number of a pattern from 1, or 0.
pub(super) const PATTERN: usize = 7;
/// What a slot holds if its hidden value is no longer needed.
pub(super) const FORGOTTEN: i64 = -(1 << 40);
/// The first slot of the file itself.
pub(super) const FIRST_FREE: usize = 8;

/// A value in which all names are resolved.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Const(Num),
    Slot(usize),
    /// A variable of a seat, or an entry of a list.
    At(Box<Address>),
    /// A number for each seat.
    OfSeat(Arc<[Num]>, Box<Value>),
    /// An entry of a list of numbers, from 1.
    Listed(Arc<[Num]>, Box<Value>),
    Mapped(Arc<MapTable>, Box<Value>),
    Unary(Unary, Box<Value>),
    Binary(Binary, Box<Value>, Box<Value>),
    /// A reading of the throw in a slot.
    Thrown(usize, Reading),
    /// A question to the throw in a slot, with a number.
    Asked(usize, Question, Box<Value>),
    /// An expression that is tabulated for all throws, read for the throw in its slot.
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
    /// The nearest seat that is still in, to the left if `true`, otherwise to the right.
    Neighbour(bool),
    /// A value that is computed once, and stored in a slot for `body`.
    Let {
        slot: usize,
        value: Box<Value>,
        body: Box<Value>,
    },
    /// The coins in a pot without a range, which is never evaluated.
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

/// What can be read of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The number of dice.
    Size,
    Sum,
    High,
    Low,
    Distinct,
    Rank,
    Cast,
    Kind(tali_core::tali::Kind),
    /// The number of dice with a face in this range.
    Within(i64, i64),
}

/// A question to a throw that takes a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The number of dice with this face.
    Count,
    /// The face of the n-th highest die.
    Nth,
    /// The sum of this many of the highest, or of the lowest, dice: of all, if there are fewer.
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

/// Adjacent variables: a list, one for each seat, or both.
#[derive(Debug)]
pub(super) struct List {
    pub name: String,
    pub base: usize,
    /// The first index and the length; 0 and 1 for a single variable.
    pub first: i64,
    pub len: usize,
}

/// A variable: that of a seat if each has one, and an entry if it is a list.
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

/// What a loop or a choice runs over.
#[derive(Clone, Debug)]
pub(super) enum Domain {
    /// The seats that are still in, from `me` leftwards, or from seat 1; without `me`, if not `with_me`.
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

/// Where coins are.
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

/// An operation.
#[derive(Clone, Debug)]
pub(super) enum Op {
    /// Sets a variable; a value beyond its range is an error, unless it is capped.
    Set {
        to: Box<Address>,
        value: Value,
    },
    /// Puts the dice of a slot aside, or removes them from those put aside.
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
    /// Goes on with this chance, and otherwise jumps.
    Chance {
        chance: Value,
        otherwise: usize,
    },
    Jump(usize),
    /// Starts to count, in a slot.
    Begin {
        counter: usize,
    },
    /// Goes on to the next step of a loop, or leaves it.
    Each {
        counter: usize,
        each: Loop,
        exit: usize,
    },
    Roll {
        site: usize,
        cases: Vec<Case>,
    },
    /// Rerolls all dice on the table.
    RerollAll,
    /// Lets `me` choose the dice to reroll.
    RerollAny {
        least: i64,
        most: i64,
    },
    /// Throws the dice of [`PATTERN`].
    Rethrow {
        name: Option<usize>,
    },
    /// Lets `me` choose some of the dice on the table.
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
    /// Whether a seat chooses.
    pub(super) const fn is_choice(&self) -> bool {
        matches!(
            self,
            Self::Choose { .. } | Self::ChooseEach { .. } | Self::RerollAny { .. } | Self::Keep { .. }
        )
    }

    /// The slot and the name of what is chosen among numbers or dice.
    pub(super) fn chosen(&self) -> Option<(usize, &str)> {
        match self {
            Self::ChooseEach { each, name, .. } => Some((each.slot, name)),
            Self::Keep { slot, name, .. } => Some((*slot, name)),
            _ => None,
        }
    }
}

/// Something hidden to show to everybody from now on.
#[derive(Clone, Debug)]
pub(super) enum Show {
    /// A variable, all of it if it is a list.
    Variable(Box<Address>),
    /// The throw in a slot.
    Throw(usize),
    /// Everything that is hidden from anybody.
    All,
}

/// An option of a choice.
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

/// What the number in a slot means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Is {
    Number,
    /// A seat, or 0 for nobody.
    Seat,
    /// The number of a throw from 1, or 0 for none.
    Throw,
}

/// A variable, as positions show it.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub list: Arc<List>,
    pub scope: super::syntax::Scope,
    pub is_list: bool,
    pub unordered: bool,
    pub hidden: bool,
    /// If it holds dice: the most, and the faces that they can show.
    pub dice: Option<(usize, Vec<i64>)>,
}

impl Declared {
    /// All its slots at a table with `seats` seats.
    pub(super) fn slots(&self, seats: usize) -> std::ops::Range<usize> {
        let seats = if self.scope == super::syntax::Scope::Seat { seats } else { 1 };
        self.list.base..self.list.base + self.list.len * seats
    }

    /// The seat, from 0, that owns one of its slots, if each seat has one.
    pub(super) fn owner(&self, slot: usize) -> Option<usize> {
        (self.scope == super::syntax::Scope::Seat).then(|| (slot - self.list.base) / self.list.len)
    }
}

/// A throw in the file: its dice, for each seat that throws and in each case.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// The indices of the dice: first those of seat 1 in each case, where the first case changes fastest.
    pub dice: Vec<Vec<u16>>,
    /// The slot of its name.
    pub name: Option<usize>,
    /// The indices of their distributions, in the same order.
    pub distributions: Vec<usize>,
}

/// A value that decides which dice are thrown and is not known beforehand: whose a bone is, or how many dice there are.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub value: Value,
    /// Its least value, and how many values it has.
    pub least: i64,
    pub number: usize,
    pub is_seat: bool,
}

/// The dice to reroll, and those that stay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pattern {
    pub again: Vec<u16>,
    pub held: Vec<(u16, i64)>,
}

/// An expression that depends on one throw alone.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub slot: usize,
    pub value: Value,
}

/// A policy of the file, with what it looks at for each choice.
#[derive(Clone, Debug)]
pub(super) struct PolicyProgram {
    pub name: String,
    pub span: Span,
    /// Each step has the index of the operation of its choice.
    pub lines: Vec<PolicyStep>,
}

#[derive(Clone, Debug)]
pub(super) struct PolicyStep {
    /// The operation of the choice.
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
    /// An option by its name: dice to reroll.
    Called(String),
    /// The option with the highest, or the lowest, value.
    Best { value: Value, highest: bool },
}

/// A game file compiled for a table: its slots and operations.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub seats: usize,
    pub slots: usize,
    /// The range of each slot, including those of every game.
    pub ranges: Vec<Range>,
    pub declared: Vec<Declared>,
    /// The slots of the variables of a turn, which are reset with each turn.
    pub of_turn: std::ops::Range<usize>,
    pub ops: Vec<Op>,
    pub spans: Vec<Span>,
    /// Whether only `me` sees what is thrown or chosen at an operation; false if nothing is hidden.
    pub hidden: Vec<bool>,
    pub hides: bool,
    /// For each slot of a hidden variable, another slot that says whether everybody knows it.
    pub known_to_all: Vec<(usize, usize)>,
    /// The slots of named throws, and those of throws that only the thrower sees.
    pub named_throws: Vec<(String, usize)>,
    pub hidden_throws: Vec<usize>,
    /// The operations of the `if`s of the file.
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
    /// Whether seats play for coins, and not for the win.
    pub for_coins: bool,
    pub length: Option<super::syntax::Length>,
    pub policies: Vec<PolicyProgram>,
    pub figures: Vec<FigureProgram>,
    /// The name of a season, and the wins that it takes.
    pub season: Option<(String, u32)>,
}

/// A number that is read when the game ends.
#[derive(Clone, Debug)]
pub(super) struct FigureProgram {
    pub name: String,
    /// The seat to which it belongs.
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
