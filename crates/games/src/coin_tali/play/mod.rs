//! Games that are played: rounds alone, and evenings of them.

mod agent;
mod evenings;
mod rounds;
mod table;

use self::agent::Agents;
use self::table::Hands;
use super::round::CoinGame;
use super::settings::Scope;
use tali_core::monte_carlo::{Generator, Player, Tally};

/// Plays at a table: rounds with purses that are never empty, or evenings.
pub(super) struct CoinPlayer<'a> {
    game: &'a CoinGame,
    hands: Hands,
    agents: Agents<'a>,
}

impl<'a> CoinPlayer<'a> {
    pub(super) fn new(game: &'a CoinGame) -> Self {
        Self { game, hands: Hands::new(game), agents: Agents::new() }
    }
}

impl Player for CoinPlayer<'_> {
    fn seats(&self) -> usize {
        self.game.settings.seats
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        self.agents.with(self.game, |agent| match self.game.settings.scope {
            Scope::Round => self.play_rounds(agent, games, generator, tally),
            Scope::Evening => self.play_evenings(agent, games, generator, tally),
        });
    }
}
