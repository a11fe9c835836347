//! What it is worth to play well.

use num_rational::BigRational;

use super::rules::{Rules, StandIn};
use super::strategy::Measured;
use tali_core::exact::{Enclosure, Number, minus};

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
    pub best: [Measured; 2],
    /// The mean of `best`.
    pub mean: Measured,
}

/// As what `best` is played among more than two seats, with hidden hands.
pub(crate) fn best_of_many(rules: &Rules) -> Option<StandIn> {
    (rules.seats() > 2).then_some(StandIn { policy: "cautious", until: " until two are left" })
}

/// What is to be noted where `best` is played like that.
pub(crate) fn remarks_on_best(seats: usize, plays: bool) -> Vec<String> {
    const OF_MANY: &str =
        "Of more than two seats nobody knows what is best: `best` plays as `cautious` until two are left.";
    (seats > 2 && plays).then(|| OF_MANY.to_owned()).into_iter().collect()
}

/// Which policies board games have play one another, the better first.
pub(crate) const LADDER: [[&str; 2]; 6] = [
    ["best", "search:2"],
    ["best", "greedy"],
    ["best", "random"],
    ["search:2", "search:1"],
    ["search:1", "greedy"],
    ["greedy", "random"],
];

/// The mean of what is won in both seats.
pub(crate) fn mean([one, other]: &[Number; 2]) -> Number {
    Ok(one.clone()?.plus(&other.clone()?).scaled(&half()))
}

/// By how much a share is more than half.
pub(crate) fn above_half(share: Number) -> Number {
    minus(share, Ok(Enclosure::exact(half())))
}

pub(crate) fn half() -> BigRational {
    BigRational::new(1.into(), 2.into())
}
