//! What there is to tell of rounds and matches besides who wins.

use crate::exact::{Enclosure, Solution};
use crate::process::{Measure, Over, Statistic};

const fn of_game(name: &'static str, title: &'static str, unit: Measure) -> Statistic {
    Statistic::new(name, title, Over::Game, unit)
}

pub(super) static ROUNDS_MEAN: Statistic =
    of_game("rounds_mean", "Rounds in a match, which is stopped after 1,000", Measure::Plain);
pub(super) static FIRST_MOVER: [Statistic; 3] = [
    of_game("first_mover.won", "Rounds that the first mover wins", Measure::Probability),
    of_game("first_mover.drawn", "Rounds that nobody wins", Measure::Probability),
    of_game("first_mover.lost", "Rounds that the first mover loses", Measure::Probability),
];
pub(super) static ROUND_MARGIN_MEAN: Statistic = of_game(
    "round_margin_mean",
    "Pebbles by which the first mover is ahead at the end of a round",
    Measure::Plain,
);
pub(super) static TURNED: Statistic =
    of_game("turned", "Rounds for which the board is turned", Measure::Probability);
pub(super) static FIRST_TURN_MEAN: Statistic =
    of_game("first_turn_mean", "Pebbles that the first mover takes in its first turn", Measure::Plain);
pub(super) static CAPTURE_SHARE: Statistic =
    of_game("capture_share", "Sowings that take", Measure::Probability);
pub(super) static LAPS_MEAN: Statistic = of_game("laps_mean", "Laps of a sowing", Measure::Plain);
pub(super) static ENDLESS: Statistic =
    of_game("endless", "Rounds that end because nothing is taken for 100 turns", Measure::Probability);
pub(super) static LEFT_MEAN: Statistic =
    of_game("left_mean", "Pebbles of a round that nobody gets", Measure::Plain);
pub(super) static MARGIN_MEAN: Statistic =
    of_game("margin_mean", "Pebbles by which seat 1 is ahead of seat 2", Measure::Plain);
pub(super) static KEPT: Statistic = Statistic::new("kept", "Pebbles taken", Over::Seats, Measure::Plain);
pub(super) static LEFT: Statistic = of_game("left", "Pebbles that nobody gets", Measure::Plain);

/// Tells a figure that is among those of the game.
pub(super) fn tell(solution: &mut Solution, name: &str, number: Enclosure) {
    if let Some(statistic) = solution.statistics.iter_mut().find(|statistic| statistic.of.name == name) {
        statistic.numbers = vec![Ok(number)];
    }
}
