//! The liar games: claim more than the last player did, or challenge.

mod advice;
mod cache;
mod decided;
mod ending;
pub(super) mod liars_own_hands;
pub(super) mod liars_shared_hand;
mod series;
mod strategy;
mod table;
