//! What a game hands to those who solve it and those who play it.
//!
//! A game is written once, as one of a few kinds of chance process, and neither the exact solvers nor
//! Monte Carlo have rules of their own:
//!
//! - [`Walk`]: from each state one thing is thrown, and what it shows leads to the next state or the
//!   end; the seats share the state
//! - [`Race`]: every seat has a walk of its own ([`Climb`]), the seats throw in turn, and the first at
//!   its end wins
//! - [`Showdown`]: every seat throws one hand, and the best takes the pot
//! - [`Rounds`]: so many showdowns, and most of them won takes the pot
//! - [`Totals`]: every seat throws so many times, and the highest total wins
//!
//! Each of them can also be told cast by cast, as an [`Unfolding`].

mod climb;
mod law;
mod rounds;
mod showdown;
mod totals;
mod unfolding;
mod walk;

pub use climb::{Climb, Race};
pub use law::Law;
pub use rounds::{Level, Rounds};
pub use showdown::{Fee, Hand, Rounding, Showdown, Stakes, Tie};
pub use totals::{Throw, Totals};
pub use unfolding::{
    Edge, Fraction, Move, Next, Purse, RaceUnfolding, RoundsUnfolding, RunningRace, RunningTotals,
    ShowdownUnfolding, Steps, Thrown, To, TotalsUnfolding, Unfolded, Unfolding, WalkUnfolding, Winners,
};
pub use walk::{Ending, Payment, Step, Walk};

/// The most seats at one table.
pub const MAX_SEATS: usize = 12;
