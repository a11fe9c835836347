//! Exact odds for Roman and Greek games played with *tali*, the four-sided knucklebones.
//!
//! A talus rests on one of four faces, 1, 3, 4 and 6, which are far from equally likely. This crate
//! says what follows from that, in exact rational numbers wherever that is possible:
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
//! And who wins a game, with what everybody pays and takes:
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
//! The modules, each of which needs only those below it:
//!
//! - `cli`, the command line, one file for each verb: reads arguments and files, and alone prints
//! - `output`: answers as tables, Markdown, CSV, JSON and pictures; computes nothing
//! - [`analysis`]: what there is to say, as plain data in which every number is a
//!   [`Figure`](analysis::Figure) that says how it was come by
//! - [`inference`]: what throws that were counted say of bones
//! - [`games`]: the games, each described once as a process, what they are made of, and the catalogue
//! - [`exact`]: solvers that know no game
//! - [`search`]: looking ahead where nothing is hidden; knows no game either
//! - [`monte_carlo`]: simulated games, on any number of threads; knows no game either
//! - [`process`]: what a game hands to those who solve it and those who play it
//! - [`tali`]: the bones, and what one cast of them shows
//! - `messages`: what error messages share, `toml_text`, what files in TOML do, and `plain_text`, what all files do

#![forbid(unsafe_code)]
// What only tests, benchmarks and examples may do.
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

/// The Rust examples of the documents, run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/library.md")]
struct Documents;
