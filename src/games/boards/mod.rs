//! Board games, in which nothing is hidden.

pub(super) mod latrunculi;
pub(super) mod mancala;
