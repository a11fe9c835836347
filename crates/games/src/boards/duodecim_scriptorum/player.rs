//! Games, simulated.

use super::policies::{Chooser, Policy};
use super::position::{HAND, Position};
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

/// A game that is on, or over.
pub(super) struct Running {
    state: State,
    /// Which seats have placed all their pieces once.
    placed: [bool; 2],
}

impl Running {
    fn of(state: State) -> Self {
        let mut running = Self { state, placed: [false; 2] };
        running.notice();
        running
    }

    fn notice(&mut self) {
        let Position { own, other } = self.state.position;
        let seat = usize::from(self.state.seat);
        self.placed[seat] |= own.count(HAND) == 0;
        self.placed[1 - seat] |= other.count(HAND) == 0;
    }
}

impl Playout for Games {
    type Game = Running;
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

    fn start(&self) -> (Running, Event) {
        (Running::of(self.chooser.race.start), Event::default())
    }

    fn over(&self, game: &Running, _: &mut Event) -> Option<Over> {
        game.state.winner().map(|seat| Over::Won(Seats::one(seat)))
    }

    fn ply(
        &self,
        game: &mut Running,
        agents: &mut [Results; 2],
        generator: &mut Generator,
        event: &mut Event,
    ) -> Option<u64> {
        let seat = usize::from(game.state.seat);
        let (happens, result) = self.turn(&game.state, &mut agents[seat], generator);
        *event = happens;
        event.placing = !game.placed[seat];
        game.state = game.state.after(&result);
        game.notice();
        Some(1)
    }
}

impl Ending for Event {
    fn has_ended(&self) -> bool {
        self.turn
    }
}
