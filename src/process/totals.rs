//! Games in which every seat throws equally often and the highest total wins.

use super::Law;

/// One throw: the sum of some independent pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// What one piece adds.
    pub of: Law<u32>,
    /// How many pieces are thrown together.
    pub pieces: u32,
}

/// Every seat throws `laps`·`throws` times and adds up what it shows; the highest total of at least
/// `favour` wins, and equal totals share the win.
#[derive(Clone, Debug)]
pub struct Totals {
    /// What one throw of each seat adds.
    pub throws: Vec<Throw>,
    /// How many laps there are.
    pub laps: u32,
    /// How many throws a seat has in each lap.
    pub throws_per_lap: u32,
    /// The least total that can win.
    pub favour: u64,
}
