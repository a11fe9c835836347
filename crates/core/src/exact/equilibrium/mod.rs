//! Zero-sum games of two seats with hidden information, solved by linear programming.
//!
//! A [`SequenceGame`] defines the seats' information sets and actions; [`HiddenPlay`] builds one for each stage of any finite
//! process that [`Hides`](crate::process::Hides) something. Its equilibria are the optima of a linear program and of its dual
//! (Koller, Megiddo and von Stengel). The simplex method finds one in doubles; its basis is then solved and
//! checked in rationals, so value and strategies are exact. If a seat has several optimal strategies,
//! [`Equilibrium::sharpest`] finds the one that does best against a given opponent. A [`Plan`] computes its value
//! against another, and the best response to it, so you can check every result.

mod basis;
mod certificate;
mod cfr;
mod doubles;
mod factors;
mod field;
mod form;
mod game;
mod growth;
mod hidden;
mod knowing;
mod lists;
mod plan;
mod program;
mod simplex;
mod solve;
mod solving;
#[cfg(test)]
mod tests;
mod tree;

pub use doubles::SolvedInDoubles;
pub use game::{Player, SequenceGame};
pub use growth::{HiddenSize, NoEquilibrium, OnKnowledge};
pub use hidden::HiddenPlay;
pub use knowing::{Knowing, Knows};
pub use plan::{Flow, Objective, Plan};
pub use solve::{Equilibrium, Unsolved, ZeroSum};
