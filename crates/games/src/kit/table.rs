//! Who plays.

use super::rules::Rules;
use tali_core::tali::TaliSet;

/// Who sits where, with what bones and by which rules.
#[derive(Clone, Debug)]
pub struct Table {
    /// The bones of each seat.
    pub bones: Vec<TaliSet>,
    /// What is played by.
    pub rules: Rules,
}
