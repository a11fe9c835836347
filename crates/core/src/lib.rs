//! The game-independent core of `tali-odds`: bones, the game interface, exact solvers, simulation and search.
//!
//! To compute odds, depend on the crate `tali-odds`, which re-exports all of this.

#![forbid(unsafe_code)]
// Allowed in tests, benchmarks and examples only.
#![warn(clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

pub mod exact;
pub mod figures;
pub mod inference;
#[doc(hidden)]
pub mod messages;
pub mod monte_carlo;
#[doc(hidden)]
pub mod plain_text;
pub mod process;
pub mod search;
pub mod tali;
#[doc(hidden)]
pub mod toml_text;
