//! Figures of board games.

use num_rational::BigRational;
use num_traits::Zero;

use tali_core::exact::{Enclosure, Missing, Solution, Spread, StatisticNumbers};
use tali_core::process::{Counter, Process, Seats};

/// The figures of a game of which none is known.
pub(super) fn unknown_figures<E>(figures: &[Counter<E>]) -> Vec<StatisticNumbers> {
    let missing = |counter: &Counter<_>| vec![Err(Missing::TooLong); counter.numbers];
    figures.iter().map(|counter| StatisticNumbers::several(counter.of, missing(counter))).collect()
}

/// The solution of a game of two seats that is over where it is played from: these have won it, and counted is what has
/// happened before.
pub(super) fn ended_already<P: Process>(process: &P, winners: Seats) -> Solution {
    let event = process.begun();
    let whole = |number: u32| Ok(Enclosure::exact(BigRational::from_integer(number.into())));
    let numbers = |counter: &Counter<P::Event>| match (counter.per, &event) {
        (None, Some(event)) => counter.added(event).map(whole).collect(),
        (None, None) => vec![Ok(Enclosure::zero()); counter.numbers],
        (Some(_), _) => vec![Err(Missing::Impossible)],
    };
    let statistic = |counter: &Counter<P::Event>| StatisticNumbers::several(counter.of, numbers(counter));
    Solution {
        shares: [0, 1].map(|seat| Enclosure::certain(winners.has(seat))).into(),
        nobody: Enclosure::certain(winners.is_empty()),
        never: Enclosure::zero(),
        length: Spread::certain(&BigRational::zero()),
        pot: None,
        statistics: process.figures().iter().map(statistic).collect(),
        scores: Vec::new(),
    }
}
