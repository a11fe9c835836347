//! A game file as it is written: its parts, each with its place.

use num_rational::BigRational;

use super::problem::Span;

/// Something with its place.
#[derive(Clone, Debug)]
pub(super) struct At<T> {
    pub it: T,
    pub at: Span,
}

pub(super) type Name = At<String>;

/// A whole file.
#[derive(Clone, Debug, Default)]
pub(super) struct File {
    pub title: String,
    pub by: String,
    pub about: String,
    pub seats: Option<SeatCount>,
    pub rules: Vec<RuleLine>,
    pub dice: Vec<Die>,
    pub maps: Vec<Map>,
    pub ante: Option<Expr>,
    pub length: Option<Length>,
    pub for_coins: Option<Span>,
    pub variables: Vec<Variable>,
    pub start: Option<Block>,
    pub turn: Option<Block>,
    pub after_round: Option<Block>,
    pub defines: Vec<Define>,
    pub policies: Vec<Policy>,
}

/// For how many it is.
#[derive(Clone, Debug)]
pub(super) struct SeatCount {
    pub least: usize,
    pub most: usize,
    pub usual: usize,
}

/// In what the length is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    Throws,
    Turns,
    Rounds,
}

/// A rule that a table can change.
#[derive(Clone, Debug)]
pub(super) struct RuleLine {
    pub name: Name,
    pub default: Expr,
    pub takes: RuleTakes,
    pub meaning: String,
}

/// What a rule takes.
#[derive(Clone, Debug)]
pub(super) enum RuleTakes {
    Range {
        low: Expr,
        high: Expr,
        of_each: bool,
    },
    OneOf(Vec<Expr>),
    /// A list of numbers.
    List,
    /// Any number.
    Any,
}

/// A die of the file's own.
#[derive(Clone, Debug)]
pub(super) struct Die {
    pub name: Name,
    pub faces: Vec<(Expr, Expr)>,
}

/// A table of numbers.
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub name: Name,
    pub entries: Vec<(Expr, Expr)>,
    pub otherwise: Option<Expr>,
}

/// Where a variable belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Table,
    Seat,
    Turn,
}

/// What is noted in the course of a game.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub name: Name,
    pub scope: Scope,
    /// The first and the last index of a list.
    pub indices: Option<(Expr, Expr)>,
    /// The least and the greatest value; none of one that holds a seat.
    pub range: Option<(Expr, Expr)>,
    pub capped: bool,
    pub unordered: bool,
    pub first: Option<Expr>,
}

impl File {
    /// Whether some statement of the file is like this.
    pub(super) fn has(&self, is: &dyn Fn(&StmtKind) -> bool) -> bool {
        [&self.start, &self.turn, &self.after_round].into_iter().flatten().any(|block| has(block, is))
    }

    /// Whether tali are thrown in it, and not only dice of its own.
    pub(super) fn has_tali(&self) -> bool {
        let is_tali = |dice: &Dice| matches!(dice.kind.it, DiceKind::Tali | DiceKind::Bone { .. });
        self.has(&|stmt| matches!(stmt, StmtKind::Roll { dice, .. } if dice.iter().any(is_tali)))
    }
}

/// Whether some statement of a block is like this, or of a block inside it.
pub(super) fn has(block: &[Stmt], is: &dyn Fn(&StmtKind) -> bool) -> bool {
    block.iter().any(|stmt| {
        is(&stmt.it)
            || match &stmt.it {
                StmtKind::If { then, otherwise, .. } => has(then, is) || has(otherwise, is),
                StmtKind::For { body, .. }
                | StmtKind::By { body, .. }
                | StmtKind::ChooseEach { body, .. } => has(body, is),
                StmtKind::Choose(choices) => choices.iter().any(|choice| has(&choice.body, is)),
                _ => false,
            }
    })
}

pub(super) type Block = Vec<Stmt>;

/// What is done.
pub(super) type Stmt = At<StmtKind>;

#[derive(Clone, Debug)]
pub(super) enum StmtKind {
    If { condition: Expr, then: Block, otherwise: Block },
    For { each: Each, body: Block },
    By { seat: Expr, body: Block },
    Choose(Vec<Choice>),
    ChooseEach { each: Each, body: Block },
    Roll { dice: Vec<Dice>, name: Option<Name> },
    RerollAll,
    RerollAny { least: Expr, most: Expr },
    Assign { place: Expr, how: Assign, value: Expr },
    Pay { amount: Expr, to: Purse },
    Take { amount: Expr, from: Purse },
    Again,
    Pass(Option<Expr>),
    First(Expr),
    Out(Who),
    Win(Who),
    Draw,
    Note(String),
}

/// One of the things that can be chosen.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub text: At<String>,
    pub condition: Option<Expr>,
    pub body: Block,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assign {
    Set,
    Add,
    Subtract,
}

/// Who is paid, or who pays.
#[derive(Clone, Debug)]
pub(super) enum Purse {
    Pot,
    Bank,
    Seat(Expr),
}

/// Who wins, or is out.
#[derive(Clone, Debug)]
pub(super) enum Who {
    Me,
    One(Expr),
    Each(Each),
}

/// Some dice that are thrown together.
#[derive(Clone, Debug)]
pub(super) struct Dice {
    pub number: Option<Expr>,
    pub kind: At<DiceKind>,
}

#[derive(Clone, Debug)]
pub(super) enum DiceKind {
    Tali,
    Bone {
        number: Expr,
        of: Option<Expr>,
    },
    /// With so many faces, from 1.
    Sides(i64),
    Own(String),
}

/// One after the other.
#[derive(Clone, Debug)]
pub(super) struct Each {
    pub name: Name,
    pub over: At<Over>,
    pub condition: Option<Box<Expr>>,
}

#[derive(Clone, Debug)]
pub(super) enum Over {
    Seats,
    Others,
    Numbers(Box<Expr>, Box<Expr>),
}

/// What something is worth.
pub(super) type Expr = At<ExprKind>;

#[derive(Clone, Debug)]
pub(super) enum ExprKind {
    Number(BigRational),
    Text(String),
    Name(String),
    List(Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    /// Of a seat, or of a throw with a name.
    Of(Box<Expr>, Name),
    Call(Name, Vec<Expr>),
    /// The same of a throw with a name.
    CallOf(Box<Expr>, Name, Vec<Expr>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    Over(Name, Box<Each>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

impl Operator {
    /// Operators of one kind bind alike; the loosest are 0.
    pub(super) const fn strength(self) -> u8 {
        match self {
            Self::Or => 0,
            Self::And => 1,
            Self::Equal | Self::Unequal | Self::Less | Self::AtMost | Self::More | Self::AtLeast => 3,
            Self::Add | Self::Subtract => 4,
            Self::Multiply | Self::Divide | Self::Modulo => 5,
        }
    }
}

/// A formula with a name.
#[derive(Clone, Debug)]
pub(super) struct Define {
    pub name: Name,
    pub arguments: Vec<Name>,
    pub body: Expr,
}

/// A way to play.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    pub name: At<String>,
    pub lines: Vec<PolicyLine>,
}

#[derive(Clone, Debug)]
pub(super) struct PolicyLine {
    pub does: Does,
    pub condition: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(super) enum Does {
    Option(At<String>),
    Best { name: Name, highest: bool, of: Expr },
}
