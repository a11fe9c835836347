//! What is told of rounds and of evenings besides who wins.

use tali_core::exact::{Enclosure, Missing, Solution, StatisticNumbers, Wanted};
use tali_core::process::{Measure, Over, Role, Statistic};

const PER_SEAT: Over = Over::Seats;

/// The figures that count an event of turns, in the order of the events.
pub(super) static COUNTED: [Statistic; 6] = [
    Statistic::new("venus", "Ends the round by a Venus", PER_SEAT, Measure::Probability),
    Statistic::new("bought.etiam", "Etiam bought, mean number", PER_SEAT, Measure::Plain),
    Statistic::new("bought.mercury", "Mercury bought, mean number", PER_SEAT, Measure::Plain),
    Statistic::new("bought.fortuna", "Fortuna bought, mean number", PER_SEAT, Measure::Plain),
    Statistic::new("power_used", "Powers used, mean number", PER_SEAT, Measure::Plain),
    Statistic::new("jove_call", "Calls Jove", PER_SEAT, Measure::Probability),
];
pub(super) static SPLIT: Statistic =
    Statistic::new("split", "The round pot is split", Over::Game, Measure::Probability);
pub(super) static POT_MEAN: Statistic =
    Statistic::new("pot_mean", "Round pot in coppers, mean", Over::Game, Measure::Plain);
pub(super) static POT_SD: Statistic =
    Statistic::new("pot_sd", "Round pot in coppers, standard deviation", Over::Game, Measure::Plain);
pub(super) static NET: Statistic =
    Statistic::new("net", "Gain of the round in coppers, mean", PER_SEAT, Measure::Difference);
pub(super) static NET_PURSE: Statistic =
    Statistic::new("net_purse", "Coppers taken less coppers paid, mean", PER_SEAT, Measure::Difference);
pub(super) static JOVE_DROP: Statistic =
    Statistic::new("jove_drop", "Drops when Jove is called", PER_SEAT, Measure::Probability);

pub(super) static UNFINISHED: Statistic =
    Statistic::new("unfinished", "Given up after 10,000 rounds", Over::Game, Measure::Probability);
pub(super) static RUIN: Statistic =
    Statistic::new("ruin", "Is out before the end", PER_SEAT, Measure::Probability).with_role(Role::Ruin);
pub(super) static FIRST_RUIN: Statistic = Statistic::new(
    "first_ruin_mean",
    "Round in which the first seat goes out, if one does, mean",
    Over::Game,
    Measure::Plain,
);
pub(super) static COINS_MEAN: Statistic =
    Statistic::new("coins_mean", "Coppers at the end, mean", PER_SEAT, Measure::Plain);
pub(super) static COINS_SD: Statistic =
    Statistic::new("coins_sd", "Coppers at the end, standard deviation", PER_SEAT, Measure::Deviation);
pub(super) static ROUNDS_MEAN: Statistic =
    Statistic::new("rounds_mean", "Rounds, mean", Over::Game, Measure::Plain);
pub(super) static ROUNDS_SD: Statistic =
    Statistic::new("rounds_sd", "Rounds, standard deviation", Over::Game, Measure::Deviation);
pub(super) static VENUS_MEAN: Statistic =
    Statistic::new("venus_mean", "Venuses in an evening, mean", Over::Game, Measure::Plain);
pub(super) static BANK_MEAN: Statistic = Statistic::new(
    "bank_mean",
    "Coppers that the bank paid out less what it got back, mean",
    Over::Game,
    Measure::Difference,
);

/// Evenings are simulated: nothing is known for certain but that somebody wins, if they end.
pub(super) fn of_evenings(seats: usize, wanted: Wanted) -> Solution {
    let unknown = |of: &'static Statistic| {
        let numbers = if of.over == Over::Seats { seats } else { 1 };
        StatisticNumbers::several(of, vec![Err(Missing::TooLong); numbers])
    };
    let figures = [
        &ROUNDS_MEAN,
        &ROUNDS_SD,
        &UNFINISHED,
        &RUIN,
        &FIRST_RUIN,
        &COINS_MEAN,
        &COINS_SD,
        &VENUS_MEAN,
        &BANK_MEAN,
    ];
    let statistics = figures.map(unknown).to_vec();
    wanted.part_of(Solution { nobody: Enclosure::zero(), statistics, ..Solution::unknown(seats, true) })
}
