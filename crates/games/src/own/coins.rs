//! Fractional coins, counted in whole parts of a coin.

use std::sync::Arc;

use num_rational::BigRational;

use crate::kit::{
    Decisions, Dynamics, GameError, Playable, Purses, Simulated, SolutionStore, Solvable, Workload,
};
use tali_core::delegate;
use tali_core::exact::{OnProgress, Progress, Solution, Wanted};
use tali_core::monte_carlo::{BankrollPlayer, Evening, Generator, Player, Tally};
use tali_core::process::{ChainError, MarkovChain};

/// A game whose coins are counted in parts of a coin, or that has extra remarks.
struct InParts {
    game: Box<dyn Playable>,
    parts: u64,
    remarks: Vec<String>,
}

impl Solvable for InParts {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        let mut solution = self.game.solve_to(wanted);
        solution.pot = solution.pot.map(|pot| pot.scaled(&self.part()));
        solution
    }

    fn tell(&mut self, progress: OnProgress) {
        self.game.tell(progress);
    }

    fn keep_in(&mut self, store: Arc<dyn SolutionStore>) {
        self.game.keep_in(store);
    }

    delegate! { self => self.game;
        chain(most_moves: usize) -> Result<MarkovChain, ChainError>,
        progress() -> Vec<Progress>,
        is_never_shared() -> bool,
    }

    fn dynamics(&self) -> Dynamics {
        let mut dynamics = self.game.dynamics();
        let part = self.part();
        for sd in dynamics.swings.net_sd.iter_mut().flatten() {
            *sd = sd.clone().map(|sd| sd.scaled(&part));
        }
        dynamics.stake = dynamics.stake.map(|stake| stake * &part);
        dynamics
    }
}

impl Simulated for InParts {
    delegate! { self => self.game;
        check_policies() -> Result<(), GameError>,
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(InPartsPlayer { player: self.game.player(), factor: self.factor() })
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        let player = self.game.bankroll_player()?;
        Some(Box::new(InPartsPlayer { player, factor: self.factor() }))
    }
}

impl Playable for InParts {
    delegate! { self => self.game;
        purses() -> &dyn Purses,
        workload() -> &dyn Workload,
        remark_on_coins() -> Option<&'static str>,
        casts_in_unit() -> BigRational,
        moves() -> &'static str,
        decisions() -> Option<&dyn Decisions>,
    }

    fn remarks(&self) -> Vec<String> {
        [self.game.remarks(), self.remarks.clone()].concat()
    }
}

impl InParts {
    /// The value of one part in coins.
    fn part(&self) -> BigRational {
        BigRational::new(1.into(), self.parts.into())
    }

    /// The same as an `f64`.
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    fn factor(&self) -> f64 {
        1.0 / self.parts as f64
    }
}

struct InPartsPlayer<P> {
    player: P,
    factor: f64,
}

impl Player for InPartsPlayer<Box<dyn Player + '_>> {
    fn seats(&self) -> usize {
        self.player.seats()
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let mut played = Tally::new(self.seats());
        self.player.play(games, generator, &mut played);
        played.scale_coins(self.factor);
        tally.merge(played);
    }
}

impl BankrollPlayer for InPartsPlayer<Box<dyn BankrollPlayer + '_>> {
    fn seats(&self) -> usize {
        self.player.seats()
    }

    fn evening(&self, purses: &[f64], games: u64, generator: &mut Generator) -> Evening {
        let purses: Vec<f64> = purses.iter().map(|purse| purse / self.factor).collect();
        let mut evening = self.player.evening(&purses, games, generator);
        evening.purses.iter_mut().for_each(|purse| *purse *= self.factor);
        evening
    }
}

/// Wraps a game that counts `parts` of a coin so that it reports whole coins, and adds remarks.
pub(super) fn in_parts(game: impl Playable + 'static, parts: u64, remarks: Vec<String>) -> Box<dyn Playable> {
    if parts == 1 && remarks.is_empty() {
        return Box::new(game);
    }
    Box::new(InParts { game: Box::new(game), parts, remarks })
}
