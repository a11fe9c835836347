//! Board games without hidden information.

pub(super) mod aseb;
pub(super) mod duodecim_scriptorum;
mod figures;
mod game;
pub(super) mod latrunculi;
pub(super) mod mancala;
mod race;
mod table;
