//! Figures of board games.

use num_traits::Zero;

use tali_core::exact::{Enclosure, Missing, Solution, Spread, StatisticNumbers};
use tali_core::process::Counter;

/// The figures of a game of which none is known.
pub(super) fn unknown_figures<E>(figures: &[Counter<E>]) -> Vec<StatisticNumbers> {
    let missing = |counter: &Counter<_>| vec![Err(Missing::TooLong); counter.numbers];
    figures.iter().map(|counter| StatisticNumbers::several(counter.of, missing(counter))).collect()
}

/// The solution of a game that one of two seats has won already.
pub(super) fn decided<E>(figures: &[Counter<E>], winner: usize) -> Solution {
    let none = |counter: &Counter<_>| match counter.per {
        None => vec![Ok(Enclosure::zero()); counter.numbers],
        Some(_) => vec![Err(Missing::Impossible)],
    };
    Solution {
        shares: [0, 1].map(|seat| Enclosure::certain(seat == winner)).into(),
        nobody: Enclosure::zero(),
        never: Enclosure::zero(),
        length: Spread::certain(&Zero::zero()),
        pot: None,
        statistics: figures
            .iter()
            .map(|counter| StatisticNumbers::several(counter.of, none(counter)))
            .collect(),
        scores: Vec::new(),
    }
}
