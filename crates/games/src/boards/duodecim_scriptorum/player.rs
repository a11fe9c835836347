//! Games, simulated.

use super::policies::{Chooser, Policy};
use super::position::Position;
use super::process::{Event, State, figures};
use super::results::Results;
use super::settings::Settings;
use crate::boards::player::{Ending, Over, Playout};
use tali_core::monte_carlo::{Generator, Sampler};
use tali_core::process::{Counter, Seats};

/// Games from where a table begins.
pub(super) struct Games {
    chooser: Chooser,
    policies: [Policy; 2],
    throws: Sampler<usize>,
}

impl Games {
    pub(super) fn new(chooser: Chooser, policies: [Policy; 2]) -> Self {
        let throws = Sampler::new(&chooser.race.settings.law.indices());
        Self { chooser, policies, throws }
    }

    /// Throws and plays a turn: what happens, and the result.
    pub(super) fn turn(
        &self,
        state: &State,
        results: &mut Results,
        generator: &mut Generator,
    ) -> (Event, Position) {
        let Settings { throws, readings, .. } = &self.chooser.race.settings;
        let throw = &throws[self.throws.draw(generator)];
        let found = results.of(&state.position, throw, *readings);
        let seat = usize::from(state.seat);
        let result = match found {
            [] => state.position,
            found => self.chooser.choose(self.policies[seat], &state.position, found, generator),
        };
        (Event::of_turn(seat, &state.position, found.len(), &result), result)
    }
}

impl Playout for Games {
    type Game = State;
    type Event = Event;
    type Agent<'p> = Results;

    fn longest(&self) -> u64 {
        20_000
    }

    fn batch(&self) -> u64 {
        16
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures()
    }

    fn agents(&self) -> [Results; 2] {
        [Results::default(), Results::default()]
    }

    fn start(&self) -> (State, Event) {
        (self.chooser.race.start, Event::default())
    }

    fn over(&self, state: &State, _: &mut Event) -> Option<Over> {
        state.winner().map(|seat| Over::Won(Seats::one(seat)))
    }

    fn ply(
        &self,
        state: &mut State,
        agents: &mut [Results; 2],
        generator: &mut Generator,
        event: &mut Event,
    ) -> Option<u64> {
        let (happens, result) = self.turn(state, &mut agents[usize::from(state.seat)], generator);
        *event = happens;
        *state = state.after(&result);
        Some(1)
    }
}

impl Ending for Event {
    fn has_ended(&self) -> bool {
        self.turn
    }
}
