//! Zero-sum games of two seats that hide something from each other, solved by linear programming.
//!
//! A [`SequenceGame`] says who can know and do what; [`HiddenPlay`] builds one for each stage of any finite process that
//! [`Hides`](crate::process::Hides) something. Its equilibria are the optima of a linear program and of its dual
//! (Koller, Megiddo and von Stengel); one is found by the simplex method in doubles, whose basis is then solved and
//! checked in rationals: value and strategies are exact. Where a seat has several best strategies,
//! [`Equilibrium::sharpest`] finds the one that does best against a given opponent. A [`Plan`] knows what it is
//! worth against another, and what the best answer to it is: so anybody can check what is claimed.

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
