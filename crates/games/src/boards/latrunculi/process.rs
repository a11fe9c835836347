//! The game as a process without chance.

use std::sync::Arc;

use super::position::{Over, Ply, Position};
use super::settings::Settings;
use super::state::State;
use super::statistics::{Event, figures};
use tali_core::process::{Counter, Distribution, Process, Step, Turn};

/// The game by some rules, from some state.
#[derive(Clone)]
pub(super) struct Soldiers {
    pub settings: Arc<Settings>,
    pub start: State,
}

impl Soldiers {
    /// The game from its first position.
    pub(super) fn new(settings: Settings) -> Self {
        Self { start: State::first(&settings), settings: Arc::new(settings) }
    }

    /// How a game has ended, if it has, and in which position.
    fn end(&self, state: &State) -> Option<(Over, Position)> {
        Some((state.over(&self.settings)?, state.position))
    }
}

impl Process for Soldiers {
    type State = State;
    type Move = Ply;
    type Information = State;
    type Event = Event;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        self.start.clone()
    }

    fn distributions(&self) -> &[Distribution<Ply>] {
        &[]
    }

    fn turn(&self, state: &State) -> Turn<State> {
        match state.over(&self.settings) {
            Some(over) => Turn::End(over.winners()),
            None => Turn::Choose { seat: state.position.mover(), information: state.clone() },
        }
    }

    fn actions(&self, state: &State, actions: &mut Vec<Ply>) {
        actions.extend(state.plies(&self.settings));
    }

    fn next(&self, state: &State, made: Ply) -> Step<State, Event> {
        let mut next = state.clone();
        let Step { casts, idle, transfers, gains, event, .. } = self.advance(&mut next, made);
        Step { to: next, casts, idle, transfers, gains, event }
    }

    fn advance(&self, state: &mut State, made: Ply) -> Step<(), Event> {
        let moves = state.moves(&self.settings);
        state.make(made, &self.settings);
        Step::to(()).with(Event { moves, end: self.end(state) })
    }

    fn begun(&self) -> Option<Event> {
        let end = self.end(&self.start);
        end.map(|_| Event { moves: 0, end })
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures()
    }
}
