//! Games in which seats take turns and do not affect one another.

use std::sync::Arc;

use super::{Distribution, Measure, Over, Role, Statistic};

/// The turns of a seat from each of its states: where a turn leads, or `None` where the seat is done, and how likely.
pub type SeatChain<C> = Vec<Vec<(Option<u32>, C)>>;

/// A game of independent seats, won by the first to be done, with probabilities of type `C`.
#[derive(Clone, Debug)]
pub struct IndependentSeats<C> {
    /// The chain of each seat; identical seats share one.
    pub chains: Vec<Arc<SeatChain<C>>>,
    /// The throw for all seats before the first turn: an index of `starts`.
    pub scenarios: Distribution<usize>,
    /// For each scenario, the state in which each seat starts.
    pub starts: Vec<Vec<u32>>,
    /// What a turn adds to the length of the game, such as its throws.
    pub throws: u64,
    /// What every seat pays before the first turn, if the game is for coins.
    pub ante: Option<u64>,
}

/// The mean length if one seat plays by itself.
pub static ALONE_MEAN: Statistic =
    Statistic::new("alone_mean", "Mean length if a seat plays by itself", Over::Seats, Measure::Plain)
        .with_role(Role::CastsAlone);

impl<C> IndependentSeats<C> {
    /// For each seat, the index of the first seat with the same chain.
    pub fn first_alike(&self) -> Vec<usize> {
        let first =
            |chain: &Arc<SeatChain<C>>| self.chains.iter().position(|other| Arc::ptr_eq(chain, other));
        self.chains.iter().filter_map(first).collect()
    }
}
