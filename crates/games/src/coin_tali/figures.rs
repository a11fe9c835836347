//! The figures of rounds and evenings.

use tali_core::exact::{Enclosure, Missing, Number, Solution, StatisticNumbers, Wanted};
use tali_core::monte_carlo::{Moments, Tally};
use tali_core::process::{Measure, Over, Role, Statistic};

/// The figures of a round, in display order.
pub(super) static OF_ROUND: [Statistic; 12] = [
    per_seat("venus", "Ends the round with a Venus", Measure::Probability),
    per_game("split", "The round pot is split", Measure::Probability),
    per_game("pot_mean", "Round pot in coppers, mean", Measure::Plain),
    per_game("pot_sd", "Round pot in coppers, standard deviation", Measure::Plain),
    per_seat("net", "Gain of the round in coppers, mean", Measure::Difference),
    per_seat("net_purse", "Coppers taken minus coppers paid, mean", Measure::Difference),
    per_seat("bought.etiam", "Etiam bought, mean number", Measure::Plain),
    per_seat("bought.mercury", "Mercury bought, mean number", Measure::Plain),
    per_seat("bought.fortuna", "Fortuna bought, mean number", Measure::Plain),
    per_seat("power_used", "Powers used, mean number", Measure::Plain),
    per_seat("jove_call", "Calls Jove", Measure::Probability),
    per_seat("jove_drop", "Drops when Jove is called", Measure::Probability),
];
pub(super) const SPLIT: usize = 1;
pub(super) const POT_MEAN: usize = 2;
pub(super) const POT_SD: usize = 3;
pub(super) const NET: usize = 4;
pub(super) const NET_PURSE: usize = 5;
pub(super) const JOVE_DROP: usize = 11;

/// The figures that count events of turns, in the order of the events.
pub(super) const COUNTED: [usize; 6] = [0, 6, 7, 8, 9, 10];

/// The figures of an evening.
pub(super) static OF_EVENING: [Statistic; 9] = [
    per_game("rounds_mean", "Rounds, mean", Measure::Plain),
    per_game("rounds_sd", "Rounds, standard deviation", Measure::Deviation),
    per_game("unfinished", "Given up after 10,000 rounds", Measure::Probability),
    per_seat("ruin", "Out before the end", Measure::Probability).with_role(Role::Ruin),
    per_game("first_ruin_mean", "Round in which the first seat goes out, if any, mean", Measure::Plain),
    per_seat("coins_mean", "Coppers at the end, mean", Measure::Plain),
    per_seat("coins_sd", "Coppers at the end, standard deviation", Measure::Deviation),
    per_game("venus_mean", "Venuses in an evening, mean", Measure::Plain),
    per_game("bank_mean", "Coppers paid by the bank minus those it got back, mean", Measure::Difference),
];
pub(super) const ROUNDS_MEAN: usize = 0;
pub(super) const ROUNDS_SD: usize = 1;
pub(super) const UNFINISHED: usize = 2;
pub(super) const RUIN: usize = 3;
pub(super) const FIRST_RUIN: usize = 4;
pub(super) const COINS_MEAN: usize = 5;
pub(super) const COINS_SD: usize = 6;
pub(super) const VENUS_MEAN: usize = 7;
pub(super) const BANK_MEAN: usize = 8;

const fn per_seat(name: &'static str, title: &'static str, unit: Measure) -> Statistic {
    Statistic::new(name, title, Over::Seats, unit)
}

const fn per_game(name: &'static str, title: &'static str, unit: Measure) -> Statistic {
    Statistic::new(name, title, Over::Game, unit)
}

/// The number of values of a figure.
fn numbers(of: &Statistic, seats: usize) -> usize {
    if of.over == Over::Seats { seats } else { 1 }
}

/// A figure with unknown values.
pub(super) fn unknown(of: &Statistic, seats: usize) -> Vec<Number> {
    vec![Err(Missing::TooLong); numbers(of, seats)]
}

/// Empty counters for simulated figures.
pub(super) fn uncounted(figures: &[Statistic], seats: usize) -> Vec<Vec<Moments>> {
    figures.iter().map(|of| vec![Moments::default(); numbers(of, seats)]).collect()
}

/// Adds the counted figures that have data to a tally.
pub(super) fn tell(figures: &'static [Statistic], counted: &[Vec<Moments>], tally: &mut Tally) {
    let all = figures.iter().zip(counted);
    for (of, moments) in all.filter(|(_, moments)| moments.iter().any(|seat| seat.count > 0)) {
        tally.count(of, moments);
    }
}

/// The solution of evenings, which are simulated: it only states that somebody wins if they end.
pub(super) fn of_evenings(seats: usize, wanted: Wanted) -> Solution {
    let figures = OF_EVENING.iter().map(|of| StatisticNumbers::several(of, unknown(of, seats)));
    let statistics = figures.collect();
    wanted.part_of(Solution { nobody: Enclosure::zero(), statistics, ..Solution::unknown(seats, true) })
}
