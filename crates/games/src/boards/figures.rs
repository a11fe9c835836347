//! Figures of board games.

use num_rational::BigRational;
use num_traits::{One, Zero};

use tali_core::exact::{Enclosure, Missing, Number, Solution, Spread, StatisticNumbers};
use tali_core::process::{Counter, Process, Seats};

/// The figures of a game, all of them unknown.
pub(super) fn unknown_figures<E>(figures: &[Counter<E>]) -> Vec<StatisticNumbers> {
    let missing = |counter: &Counter<_>| vec![Err(Missing::TooLong); counter.numbers];
    figures.iter().map(|counter| StatisticNumbers::several(counter.of, missing(counter))).collect()
}

/// The solution of a game for two that is already over: these seats have won it, and its figures count what has happened before.
pub(super) fn ended_already<P: Process>(process: &P, winners: Seats) -> Solution {
    let begun: Vec<P::Event> = process.begun().into_iter().collect();
    let one = BigRational::one();
    let statistic =
        |counter: &Counter<P::Event>| StatisticNumbers::several(counter.of, counted(counter, &begun, &one));
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

/// The value of a figure over this many games, or rounds, in which all of this happens.
pub(super) fn counted<E>(counter: &Counter<E>, events: &[E], games: &BigRational) -> Vec<Number> {
    let mut sums = vec![BigRational::zero(); counter.numbers + 2];
    for event in events {
        for (sum, added) in sums.iter_mut().zip(counter.added(event)) {
            *sum += BigRational::from_integer(added.into());
        }
    }
    let (numbers, rest) = sums.split_at(counter.numbers);
    let less = usize::from(counter.less.is_some());
    let per = if counter.per.is_some() { &rest[less] } else { games };
    let number = |sum: &BigRational| {
        if per.is_zero() {
            return Err(Missing::Impossible);
        }
        let taken_off = if less > 0 { &rest[0] } else { &BigRational::ZERO };
        Ok(Enclosure::exact((sum - taken_off) / per))
    };
    numbers.iter().map(number).collect()
}
