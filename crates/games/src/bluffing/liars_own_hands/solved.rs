//! Solved rounds of two seats.

use std::sync::{Arc, OnceLock};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use rustc_hash::FxHashMap;

use super::bids::Known;
use super::odds::Odds;
use super::policies::Policy;
use super::round::Round;
use super::settings::Settings;
use tali_core::exact::{Enclosure, Equilibrium, Plan, Player, Unsolved, ZeroSum};

/// A round of two seats with its equilibrium.
pub(super) struct SolvedRound {
    pub round: Arc<Round>,
    pub equilibrium: Equilibrium,
    /// The probability that the starter wins if both play best.
    pub value: Enclosure,
    /// The best plan of each player, computed on first use.
    best: [OnceLock<Plan>; 2],
    /// For simulations: the cumulative probabilities of the actions, wherever best play leads.
    sums: [OnceLock<FxHashMap<Known, Vec<f64>>>; 2],
}

impl SolvedRound {
    pub(super) fn new(round: Round) -> Result<Self, Unsolved> {
        let equilibrium = ZeroSum::new(Arc::clone(&round.game), round.weights.clone()).solve()?;
        let bounds = equilibrium.value();
        let [low, high] = [bounds.low(), bounds.high()].map(|bound| round.each(bound.clone()));
        Ok(Self {
            value: Enclosure::between(low, high),
            best: [OnceLock::new(), OnceLock::new()],
            equilibrium,
            round: Arc::new(round),
            sums: [OnceLock::new(), OnceLock::new()],
        })
    }

    /// The best strategy of a player that gains most against `random`.
    pub(super) fn best(&self, player: Player) -> &Plan {
        self.best[player.index()].get_or_init(|| {
            let opponent = self.round.plan_evenly(player.other());
            let sharp = self.equilibrium.sharpest(player, &opponent);
            // If the solver fails, use any other optimal strategy.
            sharp.unwrap_or_else(|_| self.equilibrium.plan(player).clone())
        })
    }

    /// The cumulative probabilities of the actions for all knowledge that the player's own play reaches.
    pub(super) fn sums(&self, player: Player) -> &FxHashMap<Known, Vec<f64>> {
        self.sums[player.index()].get_or_init(|| {
            let (game, plan) = (&self.round.game, self.best(player));
            let reached = self.round.known[player.index()].iter().enumerate().filter_map(|(set, known)| {
                let inflow = plan.inflow(game, set);
                let mut sum = BigInt::zero();
                let sums = game.actions(player, set).map(|sequence| {
                    sum += &plan.flows()[sequence];
                    BigRational::new_raw(sum.clone(), inflow.clone()).to_f64().unwrap_or(1.0)
                });
                (!inflow.is_zero()).then(|| (*known, sums.collect()))
            });
            reached.collect()
        })
    }

    /// The probabilities of the actions in an information set; `None` if the player's best play never reaches it.
    pub(super) fn chances(&self, player: Player, set: usize) -> Option<Vec<BigRational>> {
        let (game, plan) = (&self.round.game, self.best(player));
        let inflow = plan.inflow(game, set);
        let part = |sequence: usize| BigRational::new(plan.flows()[sequence].clone(), inflow.clone());
        (!inflow.is_zero()).then(|| game.actions(player, set).map(part).collect())
    }

    /// The probabilities of the actions for this knowledge; those of `cautious` where best play never leads.
    pub(super) fn behaviour(
        &self,
        settings: &Settings,
        odds: &Odds,
        player: Player,
        known: &Known,
    ) -> Vec<BigRational> {
        let set = self.round.sets[player.index()].get(known);
        let chances = set.and_then(|set| self.chances(player, *set as usize));
        chances.unwrap_or_else(|| Policy::Cautious.behaviour(settings, odds, known))
    }
}
