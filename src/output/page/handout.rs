//! Handouts: one page for each game.

use crate::analysis::NightAnswer;

/// The handouts of an evening.
pub(crate) fn handout(_answer: &NightAnswer) -> String {
    String::new()
}
