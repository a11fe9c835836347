//! Zero-sum games of two seats that hide something from each other, solved by linear programming.
//!
//! A [`SequenceGame`] says who can know and do what; [`InformationSets`] builds it from any finite process. Its equilibria are the optima of a linear program and of its dual
//! (Koller, Megiddo and von Stengel); one is found by the simplex method in doubles, whose basis is then solved and
//! checked in rationals: value and strategies are exact. Where a seat has several best strategies,
//! [`Equilibrium::sharpest`] finds the one that does best against a given opponent. A [`Plan`] knows what it is
//! worth against another, and what the best answer to it is: so anybody can check what is claimed.

mod basis;
mod doubles;
mod factors;
mod field;
mod form;
mod game;
mod information;
mod lists;
mod plan;
mod program;
mod simplex;
mod solve;

pub use doubles::SolvedInDoubles;
pub use game::{Player, SequenceGame};
pub use information::{InformationSets, NoSequenceForm, SolvedInformation};
pub use plan::{Flow, Objective, Plan};
pub use solve::{Equilibrium, Unsolved, ZeroSum};
