//! Board games, in which nothing is hidden.

mod decisions;
mod figures;
pub(super) mod latrunculi;
pub(super) mod mancala;
mod player;
