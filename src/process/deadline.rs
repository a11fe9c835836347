//! Games that are over after so many throws.

use super::{Distribution, Fee, Process, Seats, Statistic, Step, Turn};

/// A game of chance that nobody has won if it is not over after so many throws, which every one of its moves is.
#[derive(Clone, Debug)]
pub struct WithDeadline<P: Process> {
    /// The game.
    pub process: P,
    /// The throws.
    pub throws: u64,
    /// The score of a state.
    pub score: fn(&P::State) -> u32,
    /// What its figures are called.
    pub statistics: DeadlineStatistics,
}

/// What the figures of a game with a deadline are called.
#[derive(Clone, Copy, Debug)]
pub struct DeadlineStatistics {
    /// The chance to win with each throw.
    pub won_with: &'static Statistic,
    /// The mean score in the end.
    pub score: &'static Statistic,
    /// The mean score of games that nobody won.
    pub score_if_lost: &'static Statistic,
}

impl<P: Process> Process for WithDeadline<P> {
    /// The throws so far, and the state of the game.
    type State = (u64, P::State);
    type Move = P::Move;
    type Information = P::Information;

    fn seats(&self) -> usize {
        self.process.seats()
    }

    fn start(&self) -> Self::State {
        (0, self.process.start())
    }

    fn distributions(&self) -> &[Distribution<P::Move>] {
        self.process.distributions()
    }

    fn turn(&self, (thrown, state): &Self::State) -> Turn<P::Information, P::Move> {
        match self.process.turn(state) {
            Turn::End(winners) => Turn::End(winners),
            _ if *thrown == self.throws => Turn::End(Seats::NONE),
            turn => turn,
        }
    }

    fn next(&self, (thrown, state): &Self::State, made: P::Move) -> Step<Self::State> {
        let Step { to, casts, idle, transfers } = self.process.next(state, made);
        Step { to: (thrown + 1, to), casts, idle, transfers }
    }

    fn ante(&self) -> Option<u64> {
        self.process.ante()
    }

    fn fee(&self) -> Option<&Fee> {
        self.process.fee()
    }

    #[expect(clippy::cast_precision_loss, reason = "a rough number")]
    fn estimated_states(&self) -> f64 {
        self.throws as f64 * self.process.estimated_states()
    }

    fn without(&self, (thrown, state): &Self::State, seat: usize) -> Option<Self::State> {
        Some((*thrown, self.process.without(state, seat)?))
    }
}
