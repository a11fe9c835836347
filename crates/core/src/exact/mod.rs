//! Solvers, independent of any particular game.
//!
//! They answer in rationals ([`num_rational::BigRational`]), or, if a rational would be too long
//! to write out, in an [`Enclosure`] between two of them.

mod absorption;
mod chain;
mod components;
mod enclosure;
mod equilibrium;
mod fixed_point;
mod gauss_seidel;
mod gth;
mod independent;
mod interval;
mod linear;
mod number;
mod pot_shares;
mod retrograde;
mod ruin;
mod scalar;
mod signed;
mod solution;
mod solvable;
mod swings;
mod totals;
mod waiting;

pub use chain::{MOST_EXACT_STATES, solve, solve_chain};
pub use components::time_to_solve;
pub use enclosure::Enclosure;
pub use equilibrium::{
    Equilibrium, Flow, HiddenPlay, HiddenSize, Knowing, Knows, NoEquilibrium, Objective, OnKnowledge, Plan,
    Player, SequenceGame, SolvedInDoubles, Unsolved, ZeroSum,
};
pub use interval::Interval;
pub use number::{Missing, Number};
pub use number::{minus, quotient};
pub use retrograde::{
    Alternating, BestPlay, BestPlayError, Cells, Endless, Enumerated, GridMove, GridValues, Grids, Mover,
    NumberedMove, Positions, Seen, ThrowDistribution, Values, WON, certify, solve_alternating, solve_grids,
};
pub use ruin::{Ruin, ruin};
pub use scalar::{Ratio, Scalar, Semiring};
pub use solution::{
    Account, Detail, OnProgress, Pmf, Pot, Progress, ScoreSpread, Solution, Spread, StatisticNumbers,
    Support, Wanted, standard_deviation,
};
pub use solution::{deviation, root};
pub use swings::{Swings, chances_to_win, solve_swings};
pub use totals::{solve_totals, totals_progress};
pub use waiting::{NotAProbability, WaitingTime};
