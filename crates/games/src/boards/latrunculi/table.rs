//! A table, with what is known of it without playing.

use std::sync::OnceLock;

use num_rational::BigRational;
use num_traits::Zero;

use super::game::Running;
use super::notation::GameState;
use super::position::Over;
use super::settings::Settings;
use super::statistics::{End, Event, figures};
use crate::boards::figures::unknown_figures;
use crate::kit::PolicyKind;
use tali_core::exact::{Enclosure, Missing, Solution, Spread, StatisticNumbers};
use tali_core::process::MarkovChain;

/// A table.
pub(super) struct Table {
    pub settings: Settings,
    pub policies: [PolicyKind; 2],
    /// From where is played, with what came about before, if not from the first position.
    pub from: Option<Running>,
    /// All positions of a small table at which everything is left to chance, once they are asked for.
    pub chain: OnceLock<Option<MarkovChain>>,
}

impl Table {
    pub(super) const fn new(settings: Settings, policies: [PolicyKind; 2], from: Option<Running>) -> Self {
        Self { settings, policies, from, chain: OnceLock::new() }
    }

    /// The same table, at which a game goes on.
    pub(super) fn at_game(&self, game: Running) -> Self {
        Self::new(self.settings.clone(), self.policies, Some(game))
    }

    /// The game from which is played on.
    pub(super) fn game(&self) -> Running {
        self.from.clone().unwrap_or_else(|| Running::from(&GameState::first(&self.settings)))
    }

    /// The position from which is played.
    pub(super) fn game_state(&self) -> GameState {
        self.from.as_ref().map_or_else(|| GameState::first(&self.settings), Running::game_state)
    }

    /// How many games are played before anybody asks whether to go on.
    pub(super) fn batch(&self) -> u64 {
        let long = self.settings.quiet == 0 || self.policies.iter().any(|policy| policy.depth().is_some());
        if long { 1 } else { 128 }
    }

    /// How many draws take as long as one ply.
    pub(super) fn cost_of_ply(&self) -> f64 {
        let squares = f64::from(self.settings.board.squares()) / 96.0;
        let of = |policy: &PolicyKind| match policy {
            PolicyKind::Random | PolicyKind::First => 60.0,
            PolicyKind::Greedy => 900.0 * squares,
            // What was measured of games at depths 1 to 3, and of first moves beyond.
            PolicyKind::Search(1) => 4_000.0 * squares,
            PolicyKind::Search(2) => 26_000.0 * squares,
            _ => 440_000.0 * squares * 28f64.powi(policy.depth().map_or(6, u32::cast_signed) - 3),
        };
        self.policies.iter().map(of).sum::<f64>() / 2.0
    }

    /// How many plies a game takes, roughly.
    pub(super) fn plies(&self) -> f64 {
        let quiet = if self.settings.quiet == 0 { 10_000.0 } else { f64::from(self.settings.quiet) };
        2.0 * quiet + 2.0 * f64::from(self.settings.stones)
    }

    /// What is known without going through its positions: all of a game that is over, and nothing of any other.
    pub(super) fn solution(&self) -> Solution {
        let game = self.game();
        if let Some(over) = game.over(&self.settings) {
            return of_end(&game, over);
        }
        let endless = self.settings.quiet == 0;
        let never = if endless { Enclosure::probability() } else { Enclosure::zero() };
        Solution { never, statistics: unknown_figures(&figures()), ..Solution::unknown(2, false) }
    }
}

/// A position that is over has its result.
fn of_end(game: &Running, over: Over) -> Solution {
    let event = Event { end: Some(End::of(game, over)), ..Event::default() };
    let whole = |number: u32| Ok(Enclosure::exact(BigRational::from_integer(number.into())));
    let statistics = figures().into_iter().map(|counter| {
        let numbers = match counter.per {
            None => counter.added(&event).map(whole).collect(),
            Some(_) => vec![Err(Missing::Impossible)],
        };
        StatisticNumbers::several(counter.of, numbers)
    });
    Solution {
        shares: [0, 1].map(|seat| Enclosure::certain(over.winner == Some(seat))).into(),
        nobody: Enclosure::certain(over.winner.is_none()),
        never: Enclosure::zero(),
        length: Spread::certain(&BigRational::zero()),
        pot: None,
        statistics: statistics.collect(),
        scores: Vec::new(),
    }
}
