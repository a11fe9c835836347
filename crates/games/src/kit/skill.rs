//! The value of skill.

use tali_core::exact::Number;
use tali_core::figures::Figure;

/// The value of skill in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skill {
    /// For each simpler policy, how much more best play gains against it, averaged over seats.
    pub against: Vec<(&'static str, Number)>,
    /// For each variant, what each seat gains if it may use it.
    pub value: Vec<(&'static str, Vec<Number>)>,
    /// For each variant, what each seat gains if nobody may use it.
    pub without: Vec<(&'static str, Vec<Number>)>,
    /// How far the first seat's share of wins exceeds one half.
    pub first_move: Option<Number>,
    /// The results against each simpler policy.
    pub shares: Vec<AgainstPolicy>,
}

/// The share of wins against one opponent with a policy: first in seat 1, then in seat 2.
#[derive(Clone, Debug, PartialEq)]
pub struct AgainstPolicy {
    /// The policy, in notation.
    pub policy: String,
    /// The share of best play.
    pub best: [Figure; 2],
    /// The mean of `best`.
    pub mean: Figure,
}
