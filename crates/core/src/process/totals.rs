//! Games in which every seat throws equally often and the highest total wins.

use super::{Distribution, Drawing, Measure, Over, Role, Seats, Statistic};

/// One throw: the sum of some independent pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// What one piece adds.
    pub of: Distribution<u32>,
    /// How many pieces are thrown together.
    pub pieces: u32,
}

/// Every seat throws `laps`·`throws` times and adds up what it shows; the highest total of at least
/// `favour` wins, and equal totals share the win.
#[derive(Clone, Debug)]
pub struct Totals {
    /// What one throw of each seat adds.
    pub throws: Vec<Throw>,
    /// How many laps there are.
    pub laps: u32,
    /// How many throws a seat has in each lap.
    pub throws_per_lap: u32,
    /// The least total that can win.
    pub favour: u64,
    /// What missing it is called.
    pub miss: &'static Statistic,
}

/// Who has won with these totals: the highest, if it is at least `favour`.
pub fn highest<T: Copy + Ord>(totals: &[T], favour: T) -> Seats {
    let best = totals.iter().max().filter(|best| **best >= favour);
    let top = (0..totals.len()).filter(|seat| Some(&totals[*seat]) == best);
    top.collect()
}

/// Who leads with these totals: the sole highest; among tied ones the leader before, if he is one of them.
#[inline]
pub fn leader<T: Copy + Ord>(totals: &[T], before: Option<usize>) -> Option<usize> {
    let best = totals.iter().max()?;
    let mut top = totals.iter().enumerate().filter(|(_, total)| *total == best).map(|(seat, _)| seat);
    match (top.next(), top.next()) {
        (first, None) => first,
        _ => before.filter(|leader| totals[*leader] == *best),
    }
}

/// Has a total that can win.
pub static QUALIFY: Statistic =
    Statistic::new("qualify", "Has the favour", Over::Seats, Measure::Probability);

/// Is alone on top.
pub static ALONE: Statistic = Statistic::new("alone", "Alone on top", Over::Seats, Measure::Probability);

/// Several share the top.
pub static DEAD_HEAT: Statistic =
    Statistic::new("dead_heat", "Dead heat", Over::Game, Measure::Probability).with_role(Role::SharedWin);

/// How often the lead changes.
pub static LEAD_CHANGES: Statistic =
    Statistic::new("lead_changes", "Mean changes of the lead", Over::Game, Measure::Plain);

/// What the lead is worth.
pub static LEADER_WINS: Statistic =
    Statistic::new("leader_wins", "The leader after this lap wins", Over::Laps, Measure::Probability).drawn(
        Drawing {
            title: "How often the leader after a lap wins",
            label: "the leader after this lap wins",
            along: "lap",
        },
    );
