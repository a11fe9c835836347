//! What casts of four are worth against one another.

use tali_core::tali::Cast;

/// The rank of Venus.
const BEST: u8 = 18;

/// What the rank of a cast of four is, for a player; of a void nothing.
pub(crate) fn ranked(cast: &Cast) -> String {
    match cast.rank() {
        Some(BEST) => "the best hand".to_owned(),
        rank => format!("rank {} of {BEST}", rank.unwrap_or(0)),
    }
}
