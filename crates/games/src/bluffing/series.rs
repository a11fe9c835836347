//! Rounds strung into a match: who pays, who starts the next, and until when.

use std::collections::HashMap;

use num_rational::BigRational;

use tali_core::process::{Distribution, MAX_SEATS, Play, Process, Seats, Step, Turn};

/// What each seat still has to pay with; whoever has nothing left is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Counters(pub [u8; MAX_SEATS]);

impl Counters {
    /// With what the seats of a table begin.
    pub(crate) fn new(of_seats: &[u8]) -> Self {
        let mut counters = [0; MAX_SEATS];
        counters[..of_seats.len()].copy_from_slice(of_seats);
        Self(counters)
    }

    pub(crate) const fn of(&self, seat: usize) -> u8 {
        self.0[seat]
    }

    /// How many there are in play.
    pub(crate) fn all(&self) -> u8 {
        self.0.iter().sum()
    }

    /// The seats that are still in.
    pub(crate) fn left(&self) -> Seats {
        (0..MAX_SEATS).filter(|seat| self.0[*seat] > 0).collect()
    }

    /// Of the seats that are still in the one that comes next after a seat.
    pub(crate) fn next(&self, seat: usize) -> usize {
        next(self.left(), seat)
    }

    const fn without_one(mut self, seat: usize) -> Self {
        self.0[seat] = self.0[seat].saturating_sub(1);
        self
    }
}

/// Of these seats the one that comes next after a seat, the first after the last.
pub(crate) fn next(left: Seats, seat: usize) -> usize {
    left.after(seat).or_else(|| left.iter().next()).unwrap_or(seat)
}

/// A match between two of its rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct MatchState {
    pub counters: Counters,
    /// Who starts the next round.
    pub starter: usize,
}

impl MatchState {
    /// The seat that starts, and the one that comes after it.
    pub(crate) fn pair(&self) -> [usize; 2] {
        [self.starter, self.counters.next(self.starter)]
    }

    /// What follows a round that costs a seat a counter, or nobody, if this seat, or whoever comes after it if it is out, is
    /// to start the next: whoever alone has any left has won.
    pub(crate) fn after(&self, payer: Option<usize>, starter: usize) -> Play<Self> {
        let counters = payer.map_or(self.counters, |seat| self.counters.without_one(seat));
        let left = counters.left();
        if let Some(winner) = left.alone() {
            return Play::won_by(winner);
        }
        Play::On(Self { counters, starter: if left.has(starter) { starter } else { next(left, starter) } })
    }

    /// Plays round after round, each of which is given its number, until somebody has won: who, and in how many rounds.
    /// Nothing if a round leads nowhere.
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

/// A match of which it is known how likely each of its rounds ends in what way: each of its states is a round.
pub(crate) struct Series {
    seats: usize,
    start: MatchState,
    indices: HashMap<MatchState, usize>,
    /// For each round over the ways in which it can end, in the order in which they are given.
    distributions: Vec<Distribution<usize>>,
    after: Vec<Vec<Play<MatchState>>>,
}

/// The ways in which a round can end, each with what follows it and how likely it is.
pub(crate) type Endings = Vec<(Play<MatchState>, BigRational)>;

impl Series {
    /// The match of so many seats that begins here, with all rounds that can follow.
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
            // A round ends in one of them for certain.
            let ends = Distribution::of_chances((0..).zip(chances));
            series.distributions.push(ends.unwrap_or_else(|| Distribution::certain(0)));
            series.after.push(after);
        }
        series
    }

    /// Where in the order of the rounds the one is that follows a state.
    pub(crate) fn index(&self, state: &MatchState) -> usize {
        self.indices[state]
    }

    /// What follows each way in which a round can end.
    pub(crate) fn after(&self, round: usize) -> &[Play<MatchState>] {
        &self.after[round]
    }
}

impl Process for Series {
    type State = Play<MatchState>;
    /// In which of its ways a round ends.
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
