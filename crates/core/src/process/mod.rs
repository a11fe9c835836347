//! What a game hands to those who solve it and those who play it.
//!
//! A game is written once, as one [`Process`]: states, whose turn it is in each (chance, a seat that chooses, or the
//! end), and where every move leads. Neither the exact solvers nor Monte Carlo have rules of their own. With
//! [`WithPolicies`] a game of decisions becomes a game of chance; where the states of a game are few enough to be
//! numbered, it is a [`MarkovChain`].
//!
//! Some processes have a form that can be solved or played much faster than state by state. They are described by that
//! form, and are processes as well:
//!
//! - [`Race`]: every seat has its own [`Way`], the seats throw in turn, and the first at its end wins
//! - [`Showdown`]: every seat throws one hand, and the best takes the pot
//! - [`Rounds`]: so many showdowns, and most of them won takes the pot
//! - [`Totals`]: every seat throws so many times, and the highest total wins
//! - [`WithDeadline`]: points to be gathered in so many throws
//!
//! A game of turns that are small trees of throws and choices, many of them alike, is a [`TurnGame`]; one whose positions
//! somebody can judge is [`Evaluated`].

mod alone;
mod deadline;
mod distribution;
mod evaluated;
mod fee;
mod game;
mod markov;
mod policy;
mod race;
mod rounds;
mod seats;
mod showdown;
mod statistic;
mod strong_components;
mod swing;
mod totals;
mod turns;

pub use alone::Alone;
pub use deadline::WithDeadline;
pub use distribution::Distribution;
pub use evaluated::Evaluated;
pub use fee::{Fee, Rounding};
pub(crate) use game::moved;
pub use game::{Account, Amount, Play, Process, StartingAt, Step, Transfer, Turn, Turning};
pub use markov::{ChainError, Edge, Fraction, MarkovChain, To};
pub use policy::{Decided, PoliciesError, Policy, WithPolicies};
pub use race::{Race, RaceMove, RaceProcess, RunningRace, Way};
pub use rounds::{ROUND_NOBODY, ROUND_WIN, Rounds, RunningRounds, TieBreak};
pub use seats::Seats;
pub use showdown::{FIRST_ROUND_TIE, Hand, RunningShowdown, Showdown, Stakes, Tie};
pub(crate) use showdown::{better, range};
pub use statistic::{Adds, Counted, Counter, Drawing, Measure, Over, Quotient, Role, Statistic};
pub(crate) use strong_components::strong_components;
pub use swing::{BySwing, DECIDED, SLACK, Swing};
pub use totals::{
    ALONE, DEAD_HEAT, LEAD_CHANGES, LEADER_WINS, QUALIFY, RunningTotals, Throw, Totals, TotalsProcess,
    highest, leader,
};

pub use turns::{Law, Next, Node, Renaming, Tree, TurnGame};

/// The most seats at one table.
pub const MAX_SEATS: usize = 12;
