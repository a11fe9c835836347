//! Games in which every seat throws equally often and the highest total wins.

use super::game::{Play, Process, Step, Turn};
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

impl Throw {
    /// What all pieces add together.
    pub fn whole(&self) -> Distribution<u32> {
        (1..self.pieces)
            .fold(self.of.clone(), |distribution, _| distribution.and(&self.of, |sum, piece| sum + piece))
    }
}

/// A game of totals, throw by throw.
pub struct TotalsProcess<'a> {
    pub(crate) game: &'a Totals,
    /// Of all seats together.
    pub(crate) throws: u32,
    /// What one throw of each seat adds.
    distributions: Vec<Distribution<u32>>,
}

/// Where a game of totals stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunningTotals {
    /// The throws of all seats so far.
    pub thrown: u32,
    /// What each seat has.
    pub totals: [u32; Self::SEATS],
}

impl RunningTotals {
    /// The most seats that add up totals against each other throw by throw.
    pub const SEATS: usize = 4;
}

impl<'a> TotalsProcess<'a> {
    /// This game; `None` with more seats than are followed.
    pub fn new(game: &'a Totals) -> Option<Self> {
        let seats = u32::try_from(game.throws.len()).ok()?;
        let distributions = game.throws.iter().map(Throw::whole).collect();
        let throws = game.laps * game.throws_per_lap * seats;
        (game.throws.len() <= RunningTotals::SEATS).then_some(Self { game, throws, distributions })
    }
}

impl Process for TotalsProcess<'_> {
    type State = Play<RunningTotals>;
    type Move = u32;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        self.distributions.len()
    }

    fn start(&self) -> Self::State {
        Play::On(RunningTotals { thrown: 0, totals: [0; RunningTotals::SEATS] })
    }

    fn distributions(&self) -> &[Distribution<u32>] {
        &self.distributions
    }

    fn turn(&self, state: &Self::State) -> Turn<()> {
        state.turn(|at| at.thrown as usize % self.distributions.len())
    }

    fn next(&self, state: &Self::State, pips: u32) -> Step<Self::State> {
        let Play::On(mut at) = *state else { return Step::to(*state) };
        let seats = self.distributions.len();
        at.totals[at.thrown as usize % seats] += pips;
        at.thrown += 1;
        let favour = u32::try_from(self.game.favour).unwrap_or(u32::MAX);
        let over = at.thrown == self.throws;
        Step::to(if over { Play::Over(highest(&at.totals[..seats], favour)) } else { Play::On(at) })
    }

    #[expect(clippy::cast_precision_loss, reason = "a rough number")]
    fn estimated_states(&self) -> f64 {
        let rounds = f64::from(self.throws) / self.distributions.len() as f64;
        let wide = |distribution: &Distribution<u32>| {
            let ends = distribution.outcomes().first().zip(distribution.outcomes().last());
            ends.map_or(0.0, |((least, _), (most, _))| rounds / 2.0 * f64::from(most - least) + 1.0)
        };
        f64::from(self.throws) * self.distributions.iter().map(wide).product::<f64>()
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
            sum: None,
            along: "lap",
        },
    );
