//! Figures of board games.

use crate::exact::{Missing, StatisticNumbers};
use crate::process::Counter;

/// The figures of a game of which none is known.
pub(super) fn unknown_figures<E>(figures: &[Counter<E>]) -> Vec<StatisticNumbers> {
    let missing = |counter: &Counter<_>| vec![Err(Missing::TooLong); counter.numbers];
    figures.iter().map(|counter| StatisticNumbers::several(counter.of, missing(counter))).collect()
}
