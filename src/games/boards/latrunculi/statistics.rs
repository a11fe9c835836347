//! What there is to tell of a game besides who wins.

use crate::process::{Measure, Over, Statistic};

const fn ended(name: &'static str, title: &'static str) -> Statistic {
    Statistic::new(name, title, Over::Game, Measure::Probability)
}

/// Why games end, in the order in which it is looked at.
pub(super) static ENDED: [Statistic; 4] = [
    ended("ended.immobilised", "Ends because a dux is immobile"),
    ended("ended.last_stone", "Ends because a player has one stone left or none"),
    ended("ended.stalemate", "Ends because a player cannot move"),
    ended("ended.quiet", "Ends because nothing is taken for too long"),
];

pub(super) static CAPTURES_MEAN: Statistic =
    Statistic::new("captures_mean", "Stones taken by both", Over::Game, Measure::Plain);
pub(super) static CAPTURES: Statistic =
    Statistic::new("captures", "Stones taken", Over::Seats, Measure::Plain);
pub(super) static BRANCHING: Statistic =
    Statistic::new("branching", "Moves to choose from", Over::Game, Measure::Plain);
pub(super) static OUTNUMBERED: Statistic = Statistic::new(
    "outnumbered",
    "Of the games won by immobilising, those won with fewer stones",
    Over::Game,
    Measure::Probability,
);
