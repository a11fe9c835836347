//! Board games, in which nothing is hidden.

pub(super) mod aseb;
mod decisions;
mod figures;
pub(super) mod latrunculi;
pub(super) mod mancala;
mod player;
