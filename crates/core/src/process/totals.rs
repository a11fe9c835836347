//! Games in which every seat throws equally often and the highest total wins.

use super::{Distribution, Drawing, Measure, Over, Role, Seats, Statistic};

/// One throw: the sum of independent pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The distribution of what one piece adds.
    pub of: Distribution<u32>,
    /// The number of pieces thrown together.
    pub pieces: u32,
}

/// Every seat throws `laps`·`throws_per_lap` times and adds up what it shows; the highest total of at least
/// `favour` wins, and equal totals share the win.
#[derive(Clone, Debug)]
pub struct Totals {
    /// The throw of each seat.
    pub throws: Vec<Throw>,
    /// The number of laps.
    pub laps: u32,
    /// The number of throws of a seat in each lap.
    pub throws_per_lap: u32,
    /// The least total that can win.
    pub favour: u64,
    /// The figure for missing that total.
    pub miss: &'static Statistic,
}

/// The winners with these totals: the highest, if it is at least `favour`.
pub fn highest<T: Copy + Ord>(totals: &[T], favour: T) -> Seats {
    let best = totals.iter().max().filter(|best| **best >= favour);
    let top = (0..totals.len()).filter(|seat| Some(&totals[*seat]) == best);
    top.collect()
}

/// The leader with these totals: the sole highest, else the previous leader if it is among the highest.
#[inline]
pub fn leader<T: Copy + Ord>(totals: &[T], before: Option<usize>) -> Option<usize> {
    let best = totals.iter().max()?;
    let mut top = totals.iter().enumerate().filter(|(_, total)| *total == best).map(|(seat, _)| seat);
    match (top.next(), top.next()) {
        (first, None) => first,
        _ => before.filter(|leader| totals[*leader] == *best),
    }
}

/// The probability that a seat's total can win.
pub static QUALIFY: Statistic =
    Statistic::new("qualify", "Has the favour", Over::Seats, Measure::Probability);

/// The probability that a seat alone has the highest total.
pub static ALONE: Statistic = Statistic::new("alone", "Alone on top", Over::Seats, Measure::Probability);

/// The probability that several seats share the highest total.
pub static DEAD_HEAT: Statistic =
    Statistic::new("dead_heat", "Dead heat", Over::Game, Measure::Probability).with_role(Role::SharedWin);

/// The mean number of changes of the lead.
pub static LEAD_CHANGES: Statistic =
    Statistic::new("lead_changes", "Mean changes of the lead", Over::Game, Measure::Plain);

/// The probability that the leader after a lap wins.
pub static LEADER_WINS: Statistic =
    Statistic::new("leader_wins", "The leader after this lap wins", Over::Laps, Measure::Probability).drawn(
        Drawing {
            title: "How often the leader after a lap wins",
            label: "the leader after this lap wins",
            along: "lap",
        },
    );
