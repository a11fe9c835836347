//! A whole evening: round after round, until one seat is left or it is late.

mod player;
mod state;

pub(super) use player::EveningPlayer;

use tali_core::exact::{Enclosure, Missing, Solution, StatisticNumbers, Wanted};
use tali_core::process::{Measure, Over, Role, Statistic};

/// An evening that is played is given up after so many rounds.
const LONGEST: u64 = 10_000;

const PER_SEAT: Over = Over::Seats;
static UNFINISHED: Statistic =
    Statistic::new("unfinished", "Given up after 10,000 rounds", Over::Game, Measure::Probability);
static RUIN: Statistic =
    Statistic::new("ruin", "Is out before the end", PER_SEAT, Measure::Probability).with_role(Role::Ruin);
static FIRST_RUIN: Statistic = Statistic::new(
    "first_ruin_mean",
    "Round in which the first seat goes out, if one does, mean",
    Over::Game,
    Measure::Plain,
);
static COINS_MEAN: Statistic =
    Statistic::new("coins_mean", "Coppers at the end, mean", PER_SEAT, Measure::Plain);
static COINS_SD: Statistic =
    Statistic::new("coins_sd", "Coppers at the end, standard deviation", PER_SEAT, Measure::Deviation);
static ROUNDS_MEAN: Statistic = Statistic::new("rounds_mean", "Rounds, mean", Over::Game, Measure::Plain);
static ROUNDS_SD: Statistic =
    Statistic::new("rounds_sd", "Rounds, standard deviation", Over::Game, Measure::Deviation);
static VENUS_MEAN: Statistic =
    Statistic::new("venus_mean", "Venuses in an evening, mean", Over::Game, Measure::Plain);
static BANK_MEAN: Statistic = Statistic::new(
    "bank_mean",
    "Coppers that the bank paid out less what it got back, mean",
    Over::Game,
    Measure::Difference,
);

/// Evenings are simulated: nothing is known for certain but that somebody wins, if they end.
pub(super) fn unsolved(seats: usize, wanted: Wanted) -> Solution {
    let one = |of| StatisticNumbers::one(of, Err(Missing::TooLong));
    let each = |of| StatisticNumbers::several(of, vec![Err(Missing::TooLong); seats]);
    let statistics = vec![
        one(&ROUNDS_MEAN),
        one(&ROUNDS_SD),
        one(&UNFINISHED),
        each(&RUIN),
        one(&FIRST_RUIN),
        each(&COINS_MEAN),
        each(&COINS_SD),
        one(&VENUS_MEAN),
        one(&BANK_MEAN),
    ];
    wanted.part_of(Solution { nobody: Enclosure::zero(), statistics, ..Solution::unknown(seats, true) })
}
