//! Rounds of two seats at best play.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use rustc_hash::FxHashMap;

use super::bids::Known;
use super::odds::Odds;
use super::policies::{Choice, Policy};
use super::round::{Raises, Round};
use super::settings::{Settings, Tali};
use crate::exact::{Enclosure, Equilibrium, Plan, Player, Unsolved, Wish, ZeroSum};
use crate::tali::TaliSet;

/// A round of two seats with its equilibrium.
pub(super) struct SolvedRound {
    pub round: Round,
    pub equilibrium: Equilibrium,
    /// How likely the starter wins at best play of both.
    pub value: Enclosure,
    /// How each player plays, found when it is first asked for.
    best: [OnceLock<Plan>; 2],
    /// How likely the starter wins where a player's best strategy gains most, or least, against a policy.
    extremes: Mutex<FxHashMap<(Player, Wish, Policy), BigRational>>,
    /// For playing: how likely each action or one before it is taken, wherever best play comes.
    sums: [OnceLock<FxHashMap<Known, Vec<f64>>>; 2],
}

/// All rounds that two seats can play with each other, solved when they are first asked for.
pub(super) struct SolvedRounds {
    settings: Settings,
    bones: Vec<TaliSet>,
    /// Of each seat the first one with the same bones.
    like: Vec<u8>,
    solved: Mutex<FxHashMap<Setting, Slot>>,
}

/// What makes a round: the bones and the number of tali of who starts and of the other.
type Setting = [(u8, u8); 2];

/// A round that is solved by whoever asks for it first.
type Slot = Arc<OnceLock<Result<Arc<SolvedRound>, Unsolved>>>;

impl SolvedRounds {
    pub(super) fn new(settings: &Settings, bones: &[TaliSet], like: &[u8]) -> Self {
        let (settings, bones, like) = (settings.clone(), bones.to_vec(), like.to_vec());
        Self { settings, bones, like, solved: Mutex::default() }
    }

    /// The round between a seat that starts and another one, which alone have tali.
    pub(super) fn round(&self, tali: &Tali, seats: [usize; 2]) -> Result<Arc<SolvedRound>, Unsolved> {
        let setting = seats.map(|seat| (self.like[seat], tali.of(seat)));
        let slot = Arc::clone(
            self.solved.lock().unwrap_or_else(PoisonError::into_inner).entry(setting).or_default(),
        );
        slot.get_or_init(|| {
            SolvedRound::with_raises(&self.settings, &self.bones, tali, seats, [Raises::Any; 2]).map(Arc::new)
        })
        .clone()
    }
}

impl SolvedRound {
    /// The round with what either player may raise.
    pub(super) fn with_raises(
        settings: &Settings,
        bones: &[TaliSet],
        tali: &Tali,
        seats: [usize; 2],
        raises: [Raises; 2],
    ) -> Result<Self, Unsolved> {
        let round = Round::with_raises(settings, tali, seats, bones, raises);
        let equilibrium = ZeroSum::new(Arc::clone(&round.game), round.weights.clone()).solve()?;
        let bounds = equilibrium.value();
        let [low, high] = [bounds.low(), bounds.high()].map(|bound| round.each(bound.clone()));
        Ok(Self {
            value: Enclosure::between(low, high),
            best: [OnceLock::new(), OnceLock::new()],
            equilibrium,
            round,
            extremes: Mutex::default(),
            sums: [OnceLock::new(), OnceLock::new()],
        })
    }

    /// How a player plays: of its best strategies the one that gains most against `random`.
    pub(super) fn best(&self, player: Player) -> &Plan {
        self.best[player.place()].get_or_init(|| {
            let opponent = self.round.plan_evenly(player.other());
            let sharp = self.equilibrium.extreme(player, &opponent, Wish::Most);
            // If it cannot be found, any other that nobody can beat.
            sharp.unwrap_or_else(|_| self.equilibrium.plan(player).clone())
        })
    }

    /// How likely the starter wins if a player plays the best strategy that gains most, or least, against a policy, and
    /// the other that policy.
    pub(super) fn extreme(
        &self,
        player: Player,
        wish: Wish,
        policy: &Policy,
        opponent: impl FnOnce() -> Plan,
    ) -> Result<BigRational, Unsolved> {
        let key = (player, wish, policy.clone());
        let known = self.extremes.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let opponent = opponent();
        let plan = self.equilibrium.extreme(player, &opponent, wish)?;
        let wins = self.round.each(plan.payment(&self.round.game, &opponent));
        self.extremes.lock().unwrap_or_else(PoisonError::into_inner).insert(key, wins.clone());
        Ok(wins)
    }

    /// How likely each action or one before it is taken with what a player knows, wherever its own play comes.
    pub(super) fn sums(&self, player: Player) -> &FxHashMap<Known, Vec<f64>> {
        self.sums[player.place()].get_or_init(|| {
            let (game, plan) = (&self.round.game, self.best(player));
            let reached = self.round.known[player.place()].iter().enumerate().filter_map(|(set, known)| {
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

    /// What best play does with what a player knows: a probability for each action; where it never comes there by its own
    /// play, what `cautious` does.
    pub(super) fn behaviour(
        &self,
        settings: &Settings,
        odds: &Odds,
        player: Player,
        known: &Known,
    ) -> Vec<BigRational> {
        let actions = self.round.actions(known).len();
        let Some(set) = self.round.sets[player.place()].get(known) else {
            return certain(actions, 0);
        };
        let plan = self.best(player);
        let inflow = plan.inflow(&self.round.game, *set as usize);
        if inflow.is_zero() {
            return probabilities(actions, &Policy::Cautious.choose(settings, odds, known));
        }
        let flows = self.round.game.actions(player, *set as usize).map(|sequence| &plan.flows()[sequence]);
        flows.map(|flow| BigRational::new(flow.clone(), inflow.clone())).collect()
    }
}

/// A choice among so many actions as a probability for each.
pub(super) fn probabilities(actions: usize, choice: &Choice<'_>) -> Vec<BigRational> {
    match choice {
        Choice::Any => even(actions),
        Choice::Sure(place) => certain(actions, *place),
        Choice::Or(place, other, chance) => {
            let mut parts = certain(actions, *place);
            parts[*place] -= *chance;
            parts[*other] += *chance;
            parts
        }
    }
}

fn even(actions: usize) -> Vec<BigRational> {
    vec![BigRational::new(1.into(), actions.max(1).into()); actions]
}

fn certain(actions: usize, place: usize) -> Vec<BigRational> {
    let mut parts = vec![BigRational::zero(); actions];
    if let Some(part) = parts.get_mut(place) {
        *part = BigRational::from_integer(1.into());
    }
    parts
}
