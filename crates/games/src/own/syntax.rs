//! The syntax of a game file: its parts, each with its place in the text.

use num_rational::BigRational;

use super::problem::Span;

/// Words that begin a statement.
pub(super) const STATEMENTS: [&str; 20] = [
    "if", "chance", "for", "by", "choose", "keep", "roll", "reroll", "pay", "take", "again", "pass", "first",
    "out", "win", "draw", "note", "reveal", "else", "each",
];

/// Something with its place in the text.
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
    pub source: String,
    /// The sentences about the game, in order.
    pub words: Vec<Said>,
    pub sheet: Option<Sheet>,
    pub figures: Vec<Figure>,
    pub season: Option<Season>,
    pub seats: Option<SeatCount>,
    /// Whether the game is a single turn, as the file gives no number of players.
    pub is_one_turn: bool,
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
    pub actions: Vec<Action>,
    pub policies: Vec<Policy>,
}

/// A sentence about the game, for some rules or for all.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub of: About,
    pub condition: Option<Expr>,
    pub text: At<Vec<Part>>,
}

/// The subject of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// How the rules of the game are read.
    Reading,
    /// The parts of the card: how the game begins, what a player does, how it ends.
    SetUp,
    Turn,
    End,
    /// What a throw means to its thrower.
    Throw,
}

/// A piece of a text: words, or a value to insert.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Words(String),
    /// With the singular and the plural of what is counted, if given.
    Value(Expr, Option<[String; 2]>),
}

/// A score sheet: what is noted in each row, and how many or which rows there are.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub row: String,
    pub rows: Expr,
}

/// A series of games for one: a win adds one and a loss takes one away, but never below 0, until `wins` are reached.
#[derive(Clone, Debug)]
pub(super) struct Season {
    pub name: At<String>,
    pub wins: Expr,
}

/// A number that is read when the game ends, if the condition holds.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub name: At<String>,
    /// Whether each seat has one.
    pub of_each: bool,
    pub value: Expr,
    pub condition: Option<Expr>,
}

/// The numbers of players.
#[derive(Clone, Debug)]
pub(super) struct SeatCount {
    pub least: usize,
    pub most: usize,
    pub usual: usize,
}

/// The unit of the length.
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

/// The values that a rule takes.
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
    /// A list of casts of four tali.
    Casts,
    /// Any number.
    Any,
}

/// A die that the file defines.
#[derive(Clone, Debug)]
pub(super) struct Die {
    pub name: Name,
    pub faces: Vec<Pair>,
}

/// A number, or a range, and what belongs to it.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub from: Expr,
    pub to: Option<Expr>,
    pub value: Expr,
}

/// A table of numbers.
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub name: Name,
    pub entries: Vec<Pair>,
    pub otherwise: Option<Expr>,
}

/// What a variable belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Table,
    Seat,
    Turn,
}

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub name: Name,
    pub scope: Scope,
    /// The first and the last index of a list.
    pub indices: Option<(Expr, Expr)>,
    pub holds: Holds,
    pub capped: bool,
    pub unordered: bool,
    /// Whether only its owner, or the seat that set it, knows it.
    pub hidden: bool,
    pub first: Option<Expr>,
}

/// What a variable holds.
#[derive(Clone, Debug)]
pub(super) enum Holds {
    /// A whole number in this range.
    Numbers(Expr, Expr),
    Seat,
    /// Dice of one kind that are put aside, and the most of them.
    Dice(At<DiceKind>, Expr),
}

impl File {
    /// Passes every statement of the file to `tell`.
    pub(super) fn each(&self, tell: &mut dyn FnMut(&StmtKind)) {
        let parts = [&self.turn, &self.start, &self.after_round].into_iter().flatten();
        for block in parts.chain(self.actions.iter().map(|action| &action.body)) {
            each_stmt(block, tell);
        }
    }

    pub(super) fn action(&self, name: &str) -> Option<&Action> {
        self.actions.iter().find(|action| action.name.it == name)
    }

    /// Whether any statement of the file satisfies `is`.
    pub(super) fn has(&self, is: &dyn Fn(&StmtKind) -> bool) -> bool {
        let mut found = false;
        self.each(&mut |stmt| found |= is(stmt));
        found
    }

    /// Whether the file hides anything.
    pub(super) fn hides(&self) -> bool {
        let hides = |stmt: &StmtKind| {
            matches!(
                stmt,
                StmtKind::Roll { hidden: true, .. }
                    | StmtKind::Choose { hidden: true, .. }
                    | StmtKind::ChooseEach { hidden: true, .. }
            )
        };
        self.variables.iter().any(|variable| variable.hidden) || self.has(&hides)
    }

    /// The number of tali in the first throw of a turn; 1 for single bones.
    pub(super) fn tali_at_once(&self) -> Option<usize> {
        let mut found = None;
        self.each(&mut |stmt| {
            let StmtKind::Roll { dice, .. } = stmt else { return };
            for dice in dice {
                let number = match (&dice.kind.it, &dice.number) {
                    (DiceKind::Bone { .. }, _) | (DiceKind::Tali, None) => 1,
                    (DiceKind::Tali, Some(At { it: ExprKind::Number(number), .. })) => {
                        number.to_integer().try_into().unwrap_or(0)
                    }
                    _ => continue,
                };
                found = found.or(Some(number));
            }
        });
        found
    }

    /// Whether only tali are thrown.
    pub(super) fn has_only_tali(&self) -> bool {
        let is_other = |dice: &Dice| !matches!(dice.kind.it, DiceKind::Tali | DiceKind::Bone { .. });
        self.has_tali()
            && !self.has(&|stmt| matches!(stmt, StmtKind::Roll { dice, .. } if dice.iter().any(is_other)))
    }

    /// Whether any tali are thrown.
    pub(super) fn has_tali(&self) -> bool {
        let is_tali = |dice: &Dice| matches!(dice.kind.it, DiceKind::Tali | DiceKind::Bone { .. });
        self.has(&|stmt| matches!(stmt, StmtKind::Roll { dice, .. } if dice.iter().any(is_tali)))
    }
}

/// Passes every statement of a block, and of the blocks inside it, to `tell`, in order.
pub(super) fn each_stmt(block: &[Stmt], tell: &mut dyn FnMut(&StmtKind)) {
    for stmt in block {
        tell(&stmt.it);
        match &stmt.it {
            StmtKind::If { then, otherwise, .. } => {
                each_stmt(then, tell);
                each_stmt(otherwise, tell);
            }
            StmtKind::For { body, .. } | StmtKind::By { body, .. } => each_stmt(body, tell),
            StmtKind::ChooseEach { body, otherwise, .. } | StmtKind::Keep { body, otherwise, .. } => {
                each_stmt(body, tell);
                each_stmt(otherwise, tell);
            }
            StmtKind::Choose { choices, otherwise, .. } => {
                for choice in choices {
                    each_stmt(&choice.body, tell);
                }
                each_stmt(otherwise, tell);
            }
            _ => {}
        }
    }
}

pub(super) type Block = Vec<Stmt>;

/// A statement.
pub(super) type Stmt = At<StmtKind>;

#[derive(Clone, Debug)]
pub(super) enum StmtKind {
    If {
        asked: Asked,
        then: Block,
        otherwise: Block,
    },
    For {
        each: Each,
        body: Block,
    },
    By {
        seat: Expr,
        body: Block,
    },
    /// Here and below, `otherwise` runs if there is nothing to choose.
    Choose {
        choices: Vec<Choice>,
        otherwise: Block,
        hidden: bool,
    },
    ChooseEach {
        each: Each,
        body: Block,
        otherwise: Block,
        hidden: bool,
    },
    Roll {
        dice: Vec<Dice>,
        name: Option<Name>,
        hidden: bool,
    },
    /// Shows something to everybody from now on.
    Reveal(Vec<Revealed>),
    RerollAll,
    RerollAny {
        least: Expr,
        most: Expr,
    },
    /// Chooses some of the dice on the table, and gives them a name.
    Keep {
        least: Expr,
        most: Expr,
        name: Name,
        condition: Option<Expr>,
        body: Block,
        otherwise: Block,
    },
    /// Runs an action.
    Do {
        name: Name,
        arguments: Vec<Expr>,
    },
    Assign {
        target: Expr,
        how: Assign,
        value: Expr,
    },
    Pay {
        amount: Expr,
        to: Purse,
    },
    Take {
        amount: Expr,
        from: Purse,
    },
    Again,
    Pass(Option<Expr>),
    First(Expr),
    Out(Who),
    Win(Who),
    Draw,
    Note(String),
}

/// Something hidden to reveal.
#[derive(Clone, Debug)]
pub(super) enum Revealed {
    One(Expr),
    All(Span),
}

/// What decides whether a block runs.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    If(Expr),
    /// It runs with this chance.
    Chance(Expr),
}

/// An option of a choice.
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

/// Dice that are thrown together.
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
    /// With this number of faces, from 1.
    Sides(i64),
    Own(String),
}

/// A loop.
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

/// A value.
pub(super) type Expr = At<ExprKind>;

#[derive(Clone, Debug)]
pub(super) enum ExprKind {
    Number(BigRational),
    Text(String),
    Name(String),
    List(Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    /// A variable of a seat, or a reading of a named throw.
    Of(Box<Expr>, Name),
    Call(Name, Vec<Expr>),
    /// A question to a named throw.
    CallOf(Box<Expr>, Name, Vec<Expr>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    Over(Name, Box<Each>, Box<Expr>),
    /// A range.
    Between(Box<Expr>, Box<Expr>),
}

impl Expr {
    /// Passes the parts of a value to `tell`.
    pub(super) fn each_part<'e>(&'e self, tell: &mut dyn FnMut(&'e Self)) {
        match &self.it {
            ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Name(_) => {}
            ExprKind::List(all) | ExprKind::Call(_, all) => all.iter().for_each(tell),
            ExprKind::CallOf(owner, _, all) => {
                tell(owner);
                all.iter().for_each(tell);
            }
            ExprKind::Of(inside, _) | ExprKind::Not(inside) | ExprKind::Minus(inside) => tell(inside),
            ExprKind::Index(one, other) | ExprKind::Binary(_, one, other) | ExprKind::Between(one, other) => {
                tell(one);
                tell(other);
            }
            ExprKind::Over(_, each, body) => {
                if let Over::Numbers(low, high) = &each.over.it {
                    tell(low);
                    tell(high);
                }
                each.condition.iter().for_each(|condition| tell(condition));
                tell(body);
            }
        }
    }
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
    /// How tightly the operator binds; 0 is loosest.
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

/// Statements with a name.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub name: Name,
    pub arguments: Vec<Name>,
    pub body: Block,
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
