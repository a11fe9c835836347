//! Exact odds for Roman and Greek games played with *tali*, the four-sided knucklebones.
//!
//! A talus lands on one of four faces, 1, 3, 4 and 6, which are far from equally likely. This crate
//! computes the consequences, in exact rational numbers wherever possible:
//!
//! ```
//! use tali_odds::tali::{CastTable, Event, TaliSet, read_faces};
//!
//! let bones = read_faces("[faces]\n1 = 0.1\n3 = 0.4\n4 = 0.4\n6 = 0.1", "my bones")?;
//! let table = CastTable::new(&bones.set(4)?);
//! let venus = Event::parse("venus", 4)?;
//! assert_eq!(table.probability_that(|cast| venus.holds(cast)).to_string(), "24/625");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It also computes who wins a game, and what each seat pays and takes:
//!
//! ```
//! use tali_odds::games;
//! use tali_odds::tali::presets;
//!
//! let augustus = games::find("augustus")?;
//! let solution = augustus.table(augustus.rules(2)?, &[presets::TRADITIONAL.bones().set(4)?])?.solve();
//! let net = solution.pot.unwrap().accounts[0].net.clone().unwrap();
//! assert_eq!(net.as_exact().unwrap().to_string(), "-1909375/6012304");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules; each depends only on those below it:
//!
//! - `cli`: the command line, with one file for each verb; reads arguments and files, and is the only module that prints
//! - `output`: answers as tables, Markdown, CSV, JSON and charts; computes nothing
//! - [`analysis`]: answers as plain data, in which every number is a [`Figure`](analysis::Figure) that states its method
//! - [`inference`]: what counted throws say about bones
//! - [`games`]: the games, each described once as a process, their building blocks, and the catalogue
//! - [`exact`]: solvers, independent of any game
//! - [`search`]: game-tree search for perfect information, independent of any game
//! - [`monte_carlo`]: simulation on any number of threads, independent of any game
//! - [`process`]: the interface between a game and its solvers and players
//! - [`tali`]: the bones and single casts of them
//! - `messages`, `toml_text` and `plain_text`: helpers for error messages, TOML files and all text files

#![forbid(unsafe_code)]
// Allowed only in tests, benchmarks and examples.
#![warn(clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

pub mod analysis;
#[cfg(feature = "render")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "render")]
mod output;

#[cfg(feature = "render")]
use tali_core::plain_text;
#[doc(inline)]
pub use tali_core::{exact, figures, inference, monte_carlo, process, search, tali};
use tali_core::{messages, toml_text};
#[doc(inline)]
pub use tali_games as games;

/// The Rust examples in the documentation, run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/programmer.md")]
struct Documents;
