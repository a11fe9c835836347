//! Games of seats that take turns, none of which depends on anything that others do.

use std::sync::Arc;

use super::{Distribution, Measure, Over, Role, Statistic};

/// What a seat can do in a turn, from each of its states: where that leads, or `None` where it is done, and how likely.
pub type SeatChain<C> = Vec<Vec<(Option<u32>, C)>>;

/// A game of independent seats, the first of which to be done wins; with chances in numbers of this kind.
#[derive(Clone, Debug)]
pub struct IndependentSeats<C> {
    /// The chain of each seat; seats that are alike share one.
    pub chains: Vec<Arc<SeatChain<C>>>,
    /// What is thrown for all of them before the first turn: an index of `starts`.
    pub scenarios: Distribution<usize>,
    /// In each scenario the state in which each seat starts.
    pub starts: Vec<Vec<u32>>,
    /// How much a turn counts in the length of the game: its throws, say.
    pub throws: u64,
    /// What every seat pays before the first turn, where coins are played for.
    pub ante: Option<u64>,
}

/// How long one seat takes by itself.
pub static ALONE_MEAN: Statistic =
    Statistic::new("alone_mean", "Mean length if a seat plays by itself", Over::Seats, Measure::Plain)
        .with_role(Role::CastsAlone);

impl<C> IndependentSeats<C> {
    /// The place of the first seat with the chain of each.
    pub fn first_alike(&self) -> Vec<usize> {
        let first =
            |chain: &Arc<SeatChain<C>>| self.chains.iter().position(|other| Arc::ptr_eq(chain, other));
        self.chains.iter().filter_map(first).collect()
    }
}
