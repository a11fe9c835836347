//! Looking ahead in games of which not every position can be solved, and in which nothing is hidden.
//!
//! [`Expectiminimax`] looks ahead in any [`Process`](crate::process::Process) that has an opinion of its states
//! ([`Evaluated`](crate::process::Evaluated)), over throws and choices. Where nothing is left to chance [`AlphaBeta`] looks
//! much further: there a game hands over its positions, what can be done in them and what that leads to ([`PerfectInformation`]). What is
//! found at a depth is what plain minimax finds there: pruning, ordering and tables change nothing but the time. Where the
//! game can say between what bounds a value lies beyond the horizon, looking ever deeper closes them, and the value is
//! proved ([`Horizon::Bounds`]).

mod alpha_beta;
mod expectiminimax;
mod lines;
mod table;

pub use alpha_beta::{AlphaBeta, Horizon};
pub use expectiminimax::Expectiminimax;
pub use lines::{Lines, count_lines, count_lines_by};

use std::fmt::Debug;

/// A game of two seats in which nothing is hidden and nothing is left to chance.
pub trait PerfectInformation: Sync {
    /// All that matters for what is still to come, seen by the seat that decides.
    type Position: Clone + Debug + Send + Sync;

    /// What can be done.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// What can be done, and where it leads; nothing where the game is over.
    fn moves(&self, position: &Self::Position) -> Vec<(Self::Move, Next<Self::Position>)>;

    /// Between what and what a position is worth to who decides, if that is known without looking further: at the end of
    /// the game, or from a table.
    fn known(&self, position: &Self::Position) -> Option<Bounds>;

    /// The same where nobody looks further: an opinion, or bounds.
    fn horizon(&self, position: &Self::Position) -> Bounds;

    /// What the best move of a position that is not over is worth to who looks no further than the positions to which moves
    /// lead, if the game has a quicker way to tell than to make every move; nothing, if it has none. It need not look for
    /// better than a move that is worth enough. An end counts as much as [`known`](Self::known) says, however far it is.
    fn nearest(&self, position: &Self::Position, enough: i32) -> Option<i32> {
        let _ = (position, enough);
        None
    }

    /// Between what and what it is worth, whatever happens.
    fn range(&self, position: &Self::Position) -> Bounds;

    /// Values beyond this are ends that are forced, and worth one less for each ply that they are away.
    fn forced(&self) -> i32 {
        i32::MAX
    }

    /// How many moves there are, and how many of them win at once.
    fn count(&self, position: &Self::Position) -> Lines {
        let moves = self.moves(position);
        let wins = moves.iter().filter(|(_, next)| next.wins).count();
        Lines { lines: moves.len() as u64, wins: wins as u64 }
    }

    /// A number that no other position has.
    fn key(&self, position: &Self::Position) -> u128;
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next<P> {
    /// The position, seen by the seat that decides then.
    pub position: P,
    /// What the move gains at once for who makes it.
    pub gain: i32,
    /// Whether the same seat decides again.
    pub again: bool,
    /// How much less deep is looked from there.
    pub cost: u32,
    /// Whether the move wins the game at once.
    pub wins: bool,
    /// The higher, the sooner it is looked at.
    pub promise: i32,
}

impl<P> Next<P> {
    /// A move after which the other seat decides.
    pub const fn passing(position: P) -> Self {
        Self { position, gain: 0, again: false, cost: 1, wins: false, promise: 0 }
    }

    /// What the move is worth if the position that it leads to is worth so much to who decides there.
    const fn worth(&self, bounds: Bounds, forced: i32) -> Bounds {
        let bounds = if self.again { bounds } else { bounds.negated() };
        Bounds { low: self.gain + later(bounds.low, forced), high: self.gain + later(bounds.high, forced) }
    }

    /// What the position has to be worth for the move to be worth so much.
    const fn window(&self, window: Bounds, forced: i32) -> Bounds {
        let (low, high) = (window.low - self.gain, window.high - self.gain);
        let window = Bounds { low: sooner(low, forced), high: sooner(high, forced) };
        if self.again { window } else { window.negated() }
    }
}

/// What an end is worth a ply before it.
const fn later(value: i32, forced: i32) -> i32 {
    match value {
        value if value > forced => value - 1,
        value if value < -forced => value + 1,
        value => value,
    }
}

/// What a value has to be a ply later to be worth so much.
const fn sooner(value: i32, forced: i32) -> i32 {
    match value {
        value if value >= forced => value.saturating_add(1),
        value if value <= -forced => value.saturating_sub(1),
        value => value,
    }
}

/// Between what and what a value lies, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least.
    pub low: i32,
    /// At most.
    pub high: i32,
}

impl Bounds {
    /// Both are this.
    pub const fn exactly(value: i32) -> Self {
        Self { low: value, high: value }
    }

    /// The value, if that is known.
    pub const fn exact(self) -> Option<i32> {
        if self.low == self.high { Some(self.low) } else { None }
    }

    /// What it is to the other seat.
    pub const fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Whether a value within is known well enough for whoever asks if it lies within a window: it is known, or it lies at
    /// one of its ends or beyond.
    pub const fn settles(self, window: Self) -> bool {
        self.low == self.high || self.low >= window.high || self.high <= window.low
    }

    /// What two bounds say together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}
