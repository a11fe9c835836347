//! What it is worth to play well.

use tali_core::exact::Number;
use tali_core::figures::Figure;

/// What it is worth to play well.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skill {
    /// For each simpler policy what best play gains more against it, averaged over seats.
    pub against: Vec<(&'static str, Number)>,
    /// For each variant what each seat gains by being allowed to use it.
    pub worth: Vec<(&'static str, Vec<Number>)>,
    /// For each variant what each seat gains if nobody may use it.
    pub without: Vec<(&'static str, Vec<Number>)>,
    /// By how much more than half of the games the first seat wins.
    pub first_move: Option<Number>,
    /// What is won against each simpler policy.
    pub shares: Vec<AgainstPolicy>,
}

/// What is won against a policy of one other seat: first in seat 1, then in seat 2.
#[derive(Clone, Debug, PartialEq)]
pub struct AgainstPolicy {
    /// The policy, as it is typed.
    pub policy: String,
    /// By best play, as it is shown.
    pub best: [Figure; 2],
    /// The mean of `best`.
    pub mean: Figure,
}
