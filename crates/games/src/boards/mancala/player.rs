//! Matches and rounds, simulated.

use super::layout::Layout;
use super::policies::{Agent, Trees};
use super::process::{Choice, Match, Phase, State};
use super::round::Round;
use super::score::End;
use super::statistics::{Event, figures};
use super::table::Table;
use crate::boards::player::{Ending, Over, Playout};
use tali_core::monte_carlo::Generator;
use tali_core::process::Counter;

/// Matches of a table.
pub(super) struct Matches<'t> {
    table: &'t Table,
    process: Match<'t>,
    trees: Trees<'t>,
    /// What each seat lays out, if it does.
    layouts: [Vec<Layout>; 2],
}

impl<'t> Matches<'t> {
    pub(super) fn new(table: &'t Table) -> Self {
        let layouts = [0, 1].map(|seat| if table.lays_out() { table.layouts(seat) } else { Vec::new() });
        Self { table, process: Match::new(table), trees: Trees::new(&table.settings), layouts }
    }
}

impl Playout for Matches<'_> {
    type Game = State;
    type Event = Event;
    type Agent<'p>
        = Agent<'p>
    where
        Self: 'p;

    fn batch(&self) -> u64 {
        self.table.batch()
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures(self.table.from.is_some())
    }

    fn agents(&self) -> [Agent<'_>; 2] {
        self.table.policies.map(|policy| Agent::new(policy, &self.table.settings, &self.trees))
    }

    fn start(&self) -> (State, Event) {
        self.process.begin()
    }

    fn over(&self, state: &State, _: &mut Event) -> Option<Over> {
        match state.phase {
            Phase::Over(End::Over(winners)) => Some(Over::Won(winners)),
            Phase::Over(End::Endless) => Some(Over::Stopped),
            Phase::Layout | Phase::Turning(_) | Phase::Round(_) => None,
        }
    }

    fn ply(
        &self,
        state: &mut State,
        agents: &mut [Agent<'_>; 2],
        generator: &mut Generator,
        event: &mut Event,
    ) -> Option<u64> {
        let layer = state.score.layer;
        let settings = &self.table.settings;
        let made = match state.phase {
            Phase::Layout => Choice::LayOut(*generator.one_of(&self.layouts[layer])?),
            Phase::Turning(board) => Choice::Turn(
                settings.turning && agents[1 - layer].turns(board).unwrap_or_else(|| generator.below(2) == 0),
            ),
            // A whole round at once takes less time than choice by choice.
            Phase::Round(round) => {
                let choose = |now: &Round| generator.one_of(&agents[now.seat].choices(now.position)).copied();
                round.play(settings, choose, event)?;
                self.process.count(state, event);
                return Some(event.sowings.into());
            }
            Phase::Over(_) => return None,
        };
        self.process.make(state, made, event);
        Some(0)
    }
}

impl Ending for Event {
    fn has_ended(&self) -> bool {
        self.end.is_some()
    }
}
