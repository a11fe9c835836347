//! Games told cast by cast: the positions that they pass through, and what each throw can make of them.
//!
//! Every kind of process can be told so. Where the positions are few they are numbered
//! ([`Unfolded::new`]), and what is said of them is solved for; where they are many, games are followed
//! through them one by one.

mod race;
mod rounds;
mod showdown;
mod totals;
mod unfolded;
mod walk;

use std::fmt::Debug;
use std::hash::Hash;

use num_bigint::BigUint;

pub use race::{RaceUnfolding, RunningRace, Steps};
pub use rounds::RoundsUnfolding;
pub use showdown::ShowdownUnfolding;
pub use totals::{RunningTotals, TotalsUnfolding};
pub use unfolded::{Edge, To, Unfolded};
pub use walk::WalkUnfolding;

use super::{Law, Payment};

/// A game, throw by throw.
pub trait Unfolding: Sync {
    /// All that matters for what is still to come.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// Before the first throw.
    fn start(&self) -> Self::Position;

    /// Every chance that a move can have, as a weight and the total that it is a part of.
    fn chances(&self) -> &[Fraction];

    /// Fills in what can come of the next throw.
    fn moves(&self, position: Self::Position, found: &mut Vec<Move<Self::Position>>);

    /// No more positions than that, roughly; 0 where nothing is known.
    fn most_positions(&self) -> f64 {
        0.0
    }

    /// The coins that are played for.
    fn purse(&self) -> Purse {
        Purse::None
    }
}

/// A weight and the total that it is a part of.
pub type Fraction = (BigUint, BigUint);

/// What one throw can make of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move<P> {
    /// How likely: the place of a [`Unfolding::chances`].
    pub chance: u32,
    /// Where it leads.
    pub next: Next<P>,
    /// How much of a throw it is.
    pub throw: Thrown,
    /// What it costs whom.
    pub payment: Option<Payment>,
}

/// How much of a throw a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thrown {
    /// A throw that changes something.
    Live,
    /// A throw that leaves everything as it was, but for whose turn it is.
    Dead,
    /// Something that is drawn before the first throw, and is none.
    None,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<P> {
    /// The game goes on.
    To(P),
    /// It is over.
    End(Winners),
}

/// The seats that share a win: bit i for seat i, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Winners(pub u16);

impl Winners {
    /// Nobody wins.
    pub const NOBODY: Self = Self(0);

    /// One seat alone.
    #[must_use]
    pub const fn one(seat: usize) -> Self {
        Self(1 << seat)
    }

    /// How many there are.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the seat is one of them.
    #[must_use]
    pub const fn has(self, seat: usize) -> bool {
        self.0 >> seat & 1 == 1
    }

    /// The seat that wins alone, if one does.
    #[must_use]
    pub const fn alone(self) -> Option<usize> {
        if self.number() == 1 { Some(self.0.trailing_zeros() as usize) } else { None }
    }

    /// The seat's part of the win.
    #[must_use]
    pub fn share(self, seat: usize) -> f64 {
        if self.has(seat) { 1.0 / f64::from(self.number()) } else { 0.0 }
    }
}

/// How the coins of a game can be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purse {
    /// None are played for.
    None,
    /// Every seat pays so many before the first throw, and then what moves cost.
    Paid(u64),
    /// Every seat pays so many before the first throw, and then parts of the pot.
    OfPot(u64),
}

impl Purse {
    /// What every seat pays before the first throw, where coins are played for.
    #[must_use]
    pub const fn stake(self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::Paid(stake) | Self::OfPot(stake) => Some(stake),
        }
    }
}

/// The chances of some laws, each once.
#[derive(Clone, Debug, Default)]
struct Chances(Vec<Fraction>);

impl Chances {
    fn place(&mut self, weight: BigUint, total: &BigUint) -> u32 {
        self.0.push((weight, total.clone()));
        u32::try_from(self.0.len() - 1).unwrap_or(u32::MAX)
    }

    /// The outcomes of a law with the places of their chances.
    fn of<T: Copy + Ord>(&mut self, law: &Law<T>) -> Vec<(T, u32)> {
        let place = |(outcome, weight): &(T, BigUint)| (*outcome, self.place(weight.clone(), law.total()));
        law.outcomes().iter().map(place).collect()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rough number")]
const fn as_double(number: usize) -> f64 {
    number as f64
}

/// How many different values hands can have.
fn values(hands: &[Vec<(super::Hand, u32)>]) -> f64 {
    as_double(hands.iter().map(Vec::len).max().unwrap_or(0))
}
