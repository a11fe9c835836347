//! The floor of `tali-odds` that knows no game: bones, what a game hands to those who solve and play it, and these.
//!
//! Whoever wants the odds of tali takes the crate `tali-odds`, which hands all of this on.

#![forbid(unsafe_code)]
// What only tests, benchmarks and examples may do.
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
