//! Search in games without hidden information that cannot be solved completely.
//!
//! [`Expectiminimax`] searches any [`Process`](crate::process::Process) with a heuristic evaluation of its states
//! ([`Evaluated`](crate::process::Evaluated)), over throws and choices. In games without chance, [`AlphaBeta`] searches
//! much deeper; such a game provides its positions, their moves and where these lead ([`PerfectInformation`]). The result
//! at a depth is that of plain minimax: pruning, ordering and tables change nothing but the time. If the game has bounds
//! for values beyond the horizon, deeper and deeper searches close them until the value is proved ([`Horizon::Bounds`]).

mod alpha_beta;
mod expectiminimax;
mod lines;
mod table;

pub use alpha_beta::{AlphaBeta, Horizon};
pub use expectiminimax::Expectiminimax;
pub use lines::{Lines, count_lines, count_lines_by};

use std::fmt::Debug;

/// A game of two seats without hidden information and without chance.
pub trait PerfectInformation: Sync {
    /// Everything that matters for the rest of the game, from the view of the seat that decides.
    type Position: Clone + Debug + Send + Sync;

    /// A move.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The moves and where they lead; none if the game is over.
    fn moves(&self, position: &Self::Position) -> Vec<(Self::Move, Next<Self::Position>)>;

    /// Bounds on the value of a position for the seat that decides, if they are known without search: at the end of the game,
    /// or from a table.
    fn known(&self, position: &Self::Position) -> Option<Bounds>;

    /// The value at the horizon: an estimate, or bounds.
    fn horizon(&self, position: &Self::Position) -> Bounds;

    /// The value of the best move of a position that is not over, by a search of depth 1, if the game can find it faster than
    /// by making every move; else `None`. The game may stop at a move that is worth `enough`. An end counts as much as
    /// [`known`](Self::known) says, however far it is.
    fn nearest(&self, position: &Self::Position, enough: i32) -> Option<i32> {
        let _ = (position, enough);
        None
    }

    /// Bounds that the value never leaves.
    fn range(&self, position: &Self::Position) -> Bounds;

    /// Values beyond this are forced ends, worth one less for each ply until they are reached.
    fn forced(&self) -> i32 {
        i32::MAX
    }

    /// The number of moves, and how many of them win at once.
    fn count(&self, position: &Self::Position) -> Lines {
        let moves = self.moves(position);
        let wins = moves.iter().filter(|(_, next)| next.wins).count();
        Lines { lines: moves.len() as u64, wins: wins as u64 }
    }

    /// A number that identifies the position.
    fn key(&self, position: &Self::Position) -> u128;
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next<P> {
    /// The position, from the view of the seat that decides then.
    pub position: P,
    /// What the seat that moves gains at once.
    pub gain: i32,
    /// Whether the same seat decides again.
    pub again: bool,
    /// By how much the move reduces the remaining depth.
    pub cost: u32,
    /// Whether the move wins the game at once.
    pub wins: bool,
    /// The search tries moves with higher promise first.
    pub promise: i32,
}

impl<P> Next<P> {
    /// A move after which the other seat decides.
    pub const fn passing(position: P) -> Self {
        Self { position, gain: 0, again: false, cost: 1, wins: false, promise: 0 }
    }

    /// The value of the move, from that of its position for the seat that decides there.
    const fn utility(&self, bounds: Bounds, forced: i32) -> Bounds {
        let bounds = if self.again { bounds } else { bounds.negated() };
        Bounds { low: self.gain + later(bounds.low, forced), high: self.gain + later(bounds.high, forced) }
    }

    /// The window for the position that corresponds to a window for the move.
    const fn window(&self, window: Bounds, forced: i32) -> Bounds {
        let (low, high) = (window.low - self.gain, window.high - self.gain);
        let window = Bounds { low: sooner(low, forced), high: sooner(high, forced) };
        if self.again { window } else { window.negated() }
    }
}

/// The value of an end one ply before it.
const fn later(value: i32, forced: i32) -> i32 {
    match value {
        value if value > forced => value - 1,
        value if value < -forced => value + 1,
        value => value,
    }
}

/// The inverse of [`later`]: the value one ply later.
const fn sooner(value: i32, forced: i32) -> i32 {
    match value {
        value if value >= forced => value.saturating_add(1),
        value if value <= -forced => value.saturating_sub(1),
        value => value,
    }
}

/// The bounds of a value, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lower bound.
    pub low: i32,
    /// The upper bound.
    pub high: i32,
}

impl Bounds {
    /// The bounds of an exact value.
    pub const fn exactly(value: i32) -> Self {
        Self { low: value, high: value }
    }

    /// The value, if the bounds are equal.
    pub const fn exact(self) -> Option<i32> {
        if self.low == self.high { Some(self.low) } else { None }
    }

    /// The bounds for the other seat.
    pub const fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Whether the bounds answer a search with this window: the value is known exactly, or is at an end of the window or
    /// beyond.
    pub const fn settles(self, window: Self) -> bool {
        self.low == self.high || self.low >= window.high || self.high <= window.low
    }

    /// The intersection of both bounds.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}
