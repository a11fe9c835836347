//! Games, simulated.

use super::notation::GameState;
use super::policies::{Policy, chosen};
use super::process::{Event, figures};
use super::solved::Solved;
use super::table::Table;
use crate::boards::player::{Ending, Over, Playout};
use tali_core::monte_carlo::{Generator, Sampler};
use tali_core::process::{Counter, Seats};

/// Games from where a table begins.
pub(super) struct Games<'t> {
    table: &'t Table,
    throws: [Sampler<u8>; 2],
    best: Option<&'t Solved>,
}

impl<'t> Games<'t> {
    pub(super) fn new(table: &'t Table) -> Self {
        let throws = table.race.settings.throws.each_ref().map(Sampler::new);
        let best = table.plays_best().then(|| table.solved().ok()).flatten();
        Self { table, throws, best }
    }
}

impl Playout for Games<'_> {
    type Game = GameState;
    type Event = Event;
    type Agent<'p>
        = Policy
    where
        Self: 'p;

    fn longest(&self) -> u64 {
        100_000
    }

    fn batch(&self) -> u64 {
        64
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures()
    }

    fn agents(&self) -> [Policy; 2] {
        self.table.policies
    }

    fn start(&self) -> (GameState, Event) {
        (self.table.race.start, Event::default())
    }

    fn over(&self, state: &GameState, _: &mut Event) -> Option<Over> {
        Some(Over::Won(Seats::one(state.winner(&self.table.race.settings)?)))
    }

    fn ply(
        &self,
        state: &mut GameState,
        agents: &mut [Policy; 2],
        generator: &mut Generator,
        event: &mut Event,
    ) -> Option<u64> {
        let settings = &self.table.race.settings;
        let seat = usize::from(state.seat);
        let mut throws = 0;
        let squares = loop {
            if let Some(thrown) = state.thrown {
                break thrown;
            }
            throws += 1;
            let squares = self.throws[seat].draw(generator);
            if squares > 0 || !settings.rethrows {
                break squares;
            }
        };
        let moves: Vec<_> =
            if squares == 0 { Vec::new() } else { state.position.moves(squares, settings).collect() };
        let made = match chosen(agents[seat], self.best, state, &moves, settings).ok()? {
            None => generator.one_of(&moves).copied(),
            Some(index) => moves.get(index).copied(),
        };
        *event = Event::of_turn(seat, made, moves.len() > 1 && state.thrown.is_none());
        *state = state.then(made);
        Some(throws)
    }
}

impl Ending for Event {
    fn has_ended(&self) -> bool {
        self.turn
    }
}
