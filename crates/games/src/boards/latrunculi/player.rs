//! Games, simulated.

use super::game::{Running, number_of};
use super::policies::{Agent, agent, choices};
use super::position::Moves;
use super::statistics::{End, Event, figures};
use super::table::Table;
use super::tree::Tree;
use crate::boards::player::{Ending, Over, Playout};
use crate::kit::PolicyKind;
use tali_core::monte_carlo::Generator;
use tali_core::process::Counter;

/// Games from where a table begins.
pub(super) struct Games<'t> {
    table: &'t Table,
    tree: Tree<'t>,
    from: Running,
}

impl<'t> Games<'t> {
    pub(super) fn new(table: &'t Table) -> Self {
        Self { table, tree: Tree(&table.settings), from: table.game() }
    }
}

impl Playout for Games<'_> {
    type Game = Running;
    type Event = Event;
    type Agent<'p>
        = Agent<'p>
    where
        Self: 'p;

    /// Without a quiet limit; with one every game ends.
    fn longest(&self) -> u64 {
        if self.table.settings.quiet == 0 { 100_000 } else { u64::MAX }
    }

    fn batch(&self) -> u64 {
        self.table.batch()
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures()
    }

    fn agents(&self) -> [Agent<'_>; 2] {
        self.table.policies.map(|policy| agent(policy, &self.tree))
    }

    fn start(&self) -> (Running, Event) {
        (self.from.clone(), Event::default())
    }

    fn over(&self, game: &Running, event: &mut Event) -> Option<Over> {
        let over = game.over(&self.table.settings)?;
        event.end = Some(End::of(game, over));
        Some(Over::Won(over.winners()))
    }

    fn ply(
        &self,
        game: &mut Running,
        agents: &mut [Agent<'_>; 2],
        generator: &mut Generator,
        event: &mut Event,
    ) -> Option<u64> {
        let settings = &self.table.settings;
        let agent = &mut agents[game.position.mover()];
        let placing = game.position.is_placing();
        let moves =
            (!placing && game.is_free()).then(|| game.position.moves(game.position.mover(), settings));
        if !placing {
            let number = moves.as_ref().map(Moves::number);
            event.choose_from(number.unwrap_or_else(|| number_of(&game.plies(settings))));
        }
        let ply = match &moves {
            // All moves are allowed: one of them is drawn without listing them.
            Some(moves) if agent.policy == PolicyKind::Random => {
                let index = generator.below(moves.number().into());
                moves.nth(&settings.board, u32::try_from(index).unwrap_or(0))?
            }
            _ => *generator.one_of(&choices(agent, game, settings))?,
        };
        game.make(ply, settings);
        Some(1)
    }
}

impl Ending for Event {
    fn has_ended(&self) -> bool {
        self.end.is_some()
    }
}
