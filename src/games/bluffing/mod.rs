//! The games of the liar: say more than was said before, or challenge.

pub(super) mod liars_own_hands;
pub(super) mod liars_shared_hand;
