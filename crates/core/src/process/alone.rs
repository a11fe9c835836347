//! A game from the point of view of one seat.

use super::{Distribution, Process, Seats, Step, Turn};
use crate::delegate;

/// A game in which at most one seat still chooses, as a game for that seat alone. A game that nobody wins is worth the same
/// to all seats, and an endless one nothing.
pub struct Alone<P> {
    /// The game.
    pub process: P,
    /// The seat, from 0.
    pub seat: usize,
}

impl<P: Process> Process for Alone<P> {
    type State = P::State;
    type Move = P::Move;
    type Information = P::Information;
    type Event = P::Event;

    delegate! { self => self.process;
        start() -> P::State,
        distributions() -> &[Distribution<P::Move>],
        actions(state: &P::State, actions: &mut Vec<P::Move>) -> (),
        never_ends(state: &P::State) -> bool,
        is_for_coins() -> bool,
    }

    fn seats(&self) -> usize {
        1
    }

    fn turn(&self, state: &P::State) -> Turn<P::Information> {
        let seats = self.process.seats();
        match self.process.turn(state) {
            Turn::End(winners) if winners.is_empty() && seats > 1 => Turn::End(Seats::first(seats)),
            Turn::End(winners) => {
                Turn::End(winners.iter().map(|winner| (winner + seats - self.seat) % seats).collect())
            }
            Turn::Choose { information, .. } => Turn::Choose { seat: 0, information },
            chance @ Turn::Chance(_) => chance,
        }
    }

    fn next(&self, state: &P::State, made: P::Move) -> Step<P::State, P::Event> {
        let step = self.process.next(state, made);
        Step { gains: step.gains.get(self.seat).copied().into_iter().collect(), ..step }
    }
}
