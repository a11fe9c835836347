//! The interface between games and the solvers and players.
//!
//! A game is written once, as one [`Process`]: states, whose turn it is in each (chance, a seat that chooses, or the
//! end), and where every move leads. Neither the exact solvers nor Monte Carlo have rules of their own.
//! [`WithPolicies`] turns a game of decisions into a game of chance. A game with few enough states to number is a
//! [`MarkovChain`].
//!
//! Games in which every seat throws equally often and the highest total wins have too many states for that: [`Totals`].
//!
//! A game with a heuristic evaluation of its states is [`Evaluated`].

mod alone;
mod distribution;
mod evaluated;
mod game;
mod hides;
mod independent;
mod markov;
mod policy;
mod seats;
mod statistic;
mod strong_components;
mod swing;
mod totals;

pub use alone::Alone;
pub use distribution::Distribution;
pub use evaluated::Evaluated;
pub(crate) use game::moved;
pub use game::{Account, Amount, Play, Process, StartingAt, Step, Transfer, Turn, Turning};
pub use hides::Hides;
pub use independent::{ALONE_MEAN, IndependentSeats, SeatChain};
pub use markov::{ChainError, Edge, Fraction, MarkovChain, To};
pub(crate) use markov::{Merged, Move};
pub use policy::{Decided, PoliciesError, Policy, WithPolicies};
pub use seats::Seats;
pub use statistic::{
    Adds, Counted, Counter, Drawing, Measure, Over, Quotient, Role, Score, Scored, Statistic,
};
pub(crate) use strong_components::strong_components;
pub use swing::{BySwing, DECIDED, SLACK, Swing};
pub use totals::{ALONE, DEAD_HEAT, LEAD_CHANGES, LEADER_WINS, QUALIFY, Throw, Totals, highest, leader};

/// The most seats at one table.
pub const MAX_SEATS: usize = 12;
