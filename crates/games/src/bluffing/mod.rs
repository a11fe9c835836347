//! The games of the liar: say more than was said before, or challenge.

mod advice;
mod cache;
mod decided;
mod ending;
pub(super) mod liars_own_hands;
pub(super) mod liars_shared_hand;
mod series;
mod strategy;
mod table;
