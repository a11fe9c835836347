//! What the crate and its program must do, in one test program: `cargo test --test all fit::` runs the tests of
//! `fit.rs`.

mod any_bones;
mod aseb;
mod balance;
mod browser;
#[cfg(unix)]
mod cache;
mod cases;
mod coin_tali;
mod common;
mod contract;
mod data;
mod decisions;
mod documents;
mod duodecim;
mod endless;
mod evenings;
mod examples;
mod fit;
mod forms;
mod games;
mod hostile;
mod independent;
mod independent_fit;
mod independent_games;
mod independent_moments;
mod invariants;
mod latrunculi;
mod layers;
mod mancala;
mod mendax_common;
mod mendax_single;
mod night;
mod own_games;
mod pocket;
mod properties;
mod signals;
#[cfg(unix)]
mod threads;
