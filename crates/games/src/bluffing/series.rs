//! Rounds that form a match: who pays, who starts the next, and when it ends.

use std::collections::HashMap;

use num_rational::BigRational;

use tali_core::process::{Distribution, MAX_SEATS, Play, Process, Seats, Step, Turn};

/// The counters left to each seat; a seat without any is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Counters(pub [u8; MAX_SEATS]);

impl Counters {
    /// The counters at the start of the match.
    pub(crate) fn new(of_seats: &[u8]) -> Self {
        let mut counters = [0; MAX_SEATS];
        counters[..of_seats.len()].copy_from_slice(of_seats);
        Self(counters)
    }

    pub(crate) const fn of(&self, seat: usize) -> u8 {
        self.0[seat]
    }

    /// The number of counters in play.
    pub(crate) fn all(&self) -> u8 {
        self.0.iter().sum()
    }

    /// The seats still in.
    pub(crate) fn left(&self) -> Seats {
        (0..MAX_SEATS).filter(|seat| self.0[*seat] > 0).collect()
    }

    /// The next seat after this one that is still in.
    pub(crate) fn next(&self, seat: usize) -> usize {
        next(self.left(), seat)
    }

    const fn without_one(mut self, seat: usize) -> Self {
        self.0[seat] = self.0[seat].saturating_sub(1);
        self
    }
}

/// The next of these seats after this one, cyclically.
pub(crate) fn next(left: Seats, seat: usize) -> usize {
    left.after(seat).or_else(|| left.iter().next()).unwrap_or(seat)
}

/// The state of a match between two rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct MatchState {
    pub counters: Counters,
    /// The seat that starts the next round.
    pub starter: usize,
}

impl MatchState {
    /// The starting seat, and the one after it.
    pub(crate) fn pair(&self) -> [usize; 2] {
        [self.starter, self.counters.next(self.starter)]
    }

    /// The state after a round that costs `payer` a counter, if anyone. `starter` starts the next round, or the seat after it if
    /// it is out. The last seat with counters has won.
    pub(crate) fn after(&self, payer: Option<usize>, starter: usize) -> Play<Self> {
        let counters = payer.map_or(self.counters, |seat| self.counters.without_one(seat));
        let left = counters.left();
        if let Some(winner) = left.alone() {
            return Play::won_by(winner);
        }
        Play::On(Self { counters, starter: if left.has(starter) { starter } else { next(left, starter) } })
    }

    /// Plays numbered rounds until somebody has won, and returns the winners and the number of rounds; `None` if a round has no
    /// result.
    pub(crate) fn play(
        mut self,
        mut round: impl FnMut(&Self, u64) -> Option<Play<Self>>,
    ) -> Option<(Seats, u64)> {
        for number in 1.. {
            match round(&self, number)? {
                Play::On(next) => self = next,
                Play::Over(winners) => return Some((winners, number)),
            }
        }
        None
    }
}

/// A match with known probabilities for the endings of each round; its states are the rounds.
pub(crate) struct Series {
    seats: usize,
    start: MatchState,
    indices: HashMap<MatchState, usize>,
    /// The distribution over the endings of each round, in their given order.
    distributions: Vec<Distribution<usize>>,
    after: Vec<Vec<Play<MatchState>>>,
}

/// The endings of a round, with the next state and the probability.
pub(crate) type Endings = Vec<(Play<MatchState>, BigRational)>;

impl Series {
    /// Creates the match from its start and all rounds that can follow.
    pub(crate) fn new(
        seats: usize,
        start: MatchState,
        rounds: impl IntoIterator<Item = (MatchState, Endings)>,
    ) -> Self {
        let (indices, distributions, after) = (HashMap::new(), Vec::new(), Vec::new());
        let mut series = Self { seats, start, indices, distributions, after };
        for (index, (state, endings)) in rounds.into_iter().enumerate() {
            series.indices.insert(state, index);
            let (after, chances): (Vec<_>, Vec<_>) = endings.into_iter().unzip();
            // The probabilities of the endings add up to 1.
            let ends = Distribution::of_chances((0..).zip(chances));
            series.distributions.push(ends.unwrap_or_else(|| Distribution::certain(0)));
            series.after.push(after);
        }
        series
    }

    /// The index of the round that starts in a state.
    pub(crate) fn index(&self, state: &MatchState) -> usize {
        self.indices[state]
    }

    /// The states after the endings of a round.
    pub(crate) fn after(&self, round: usize) -> &[Play<MatchState>] {
        &self.after[round]
    }
}

impl Process for Series {
    type State = Play<MatchState>;
    /// The index of an ending.
    type Move = usize;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> Self::State {
        Play::On(self.start)
    }

    fn distributions(&self) -> &[Distribution<usize>] {
        &self.distributions
    }

    fn turn(&self, state: &Self::State) -> Turn<()> {
        state.turn(|state| self.index(state))
    }

    fn next(&self, state: &Self::State, ending: usize) -> Step<Self::State> {
        match state {
            Play::On(on) => Step::to(self.after[self.index(on)].get(ending).copied().unwrap_or(*state)),
            Play::Over(_) => Step::to(*state),
        }
    }
}
