//! A table, with what is known of it without playing.

#![expect(clippy::cast_precision_loss, reason = "estimates need no more")]

use std::sync::{Arc, OnceLock};

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::notation::GameState;
use super::policies::{Policy, chosen};
use super::process::{Race, START_THROWN, figures};
use super::settings::Settings;
use super::solved::{MOST_POSITIONS, Solved};
use crate::boards::figures::{decided, unknown_figures};
use crate::kit::{AdviceError, MOST_LISTED, Rules, SolutionStore};
use tali_core::exact::{
    Detail, Enclosure, Missing, Number, OnProgress, Solution, StatisticNumbers, Wanted, solve_chain,
};
use tali_core::process::{self, ChainError, MarkovChain, WithPolicies};

/// Two policies are solved as a chain of states up to so many positions: two pieces each, 20,314, take fourteen seconds.
const MOST_IN_CHAIN: usize = 8_000;

/// So many milliseconds may be taken for each of many draws.
const MOST_EFFORT: f64 = 500.0;

/// A table.
pub(super) struct Table {
    pub race: Race,
    pub rules: Rules,
    pub policies: [Policy; 2],
    /// Whether is played from another position than the first.
    pub is_later: bool,
    pub best: Arc<OnceLock<Result<Arc<Solved>, AdviceError>>>,
    /// The table in a file that somebody named, and the one that is kept: of these no more is read than is asked for.
    pub named: Option<Arc<Solved>>,
    pub kept: Arc<OnceLock<Option<Solved>>>,
    pub store: Option<Arc<dyn SolutionStore>>,
    pub progress: Option<OnProgress>,
}

impl Table {
    pub(super) fn new(settings: Settings, rules: Rules) -> Self {
        let policies = [0, 1].map(|seat| rules.play().get(seat).map_or(Policy::Best, Policy::of));
        Self {
            race: Race { settings, start: GameState::FIRST },
            rules,
            policies,
            is_later: false,
            best: Arc::default(),
            named: None,
            kept: Arc::default(),
            store: None,
            progress: None,
        }
    }

    /// The same table, at which is played from a position on.
    pub(super) fn at_state(&self, start: GameState) -> Self {
        let race = Race { start, ..self.race.clone() };
        let best = if race.off() == self.race.off() { Arc::clone(&self.best) } else { Arc::default() };
        Self { is_later: start != GameState::FIRST, race, best, ..self.playing(self.policies) }
    }

    /// The same table, at which is played from the first position on.
    pub(super) fn whole(&self) -> Self {
        self.at_state(GameState::FIRST)
    }

    /// The same table, at which seats play by other policies.
    pub(super) fn playing(&self, policies: [Policy; 2]) -> Self {
        Self {
            race: self.race.clone(),
            rules: self.rules.clone(),
            policies,
            is_later: self.is_later,
            best: Arc::clone(&self.best),
            named: self.named.clone(),
            kept: Arc::clone(&self.kept),
            store: self.store.clone(),
            progress: self.progress.clone(),
        }
    }

    pub(super) fn plays_best(&self) -> bool {
        self.policies.contains(&Policy::Best)
    }

    /// The solution.
    pub(super) fn solved(&self) -> Result<&Solved, AdviceError> {
        let Self { race, rules, store, progress, .. } = self;
        let solve = || Solved::new(race, rules, store.as_deref(), progress.as_ref());
        self.best.get_or_init(solve).as_ref().map(Arc::as_ref).map_err(Clone::clone)
    }

    /// Looks up few values: in a file that was named, if one was; else where the solution is kept, unless that is damaged.
    pub(super) fn look_up<T>(
        &self,
        ask: impl Fn(&Solved) -> Result<T, AdviceError>,
    ) -> Result<T, AdviceError> {
        if let Some(named) = &self.named {
            return ask(named);
        }
        let Self { race, rules, store, .. } = self;
        let kept = || store.as_deref().and_then(|store| Solved::kept(&race.settings, rules, store));
        let is_solved = self.best.get().is_some();
        let kept = if is_solved { None } else { self.kept.get_or_init(kept).as_ref() };
        kept.and_then(|kept| ask(kept).ok()).map_or_else(|| ask(self.solved()?), Ok)
    }

    /// What is known of who wins, and of all else, from where is played.
    pub(super) fn solution(&self, wanted: Wanted) -> Solution {
        let mut solution = self.known(wanted);
        if self.race.settings.laws.len() > 1 && !self.is_later {
            let share = self.start_thrown(&solution.shares[0], wanted);
            solution.statistics.push(StatisticNumbers::several(&START_THROWN, vec![share]));
        }
        solution
    }

    /// What seat 1 wins if both throw until one alone has scored 1, who begins; it wins so much if it begins itself.
    ///
    /// With c the chance of each seat to throw a 1, seat 1 begins with probability
    /// r = c₁(1 − c₂) / (c₁(1 − c₂) + c₂(1 − c₁)).
    fn start_thrown(&self, as_first: &Enclosure, wanted: Wanted) -> Number {
        let [one, two] = [0, 1].map(|seat| self.race.settings.chance(seat, 1));
        let alone = [&one * (BigRational::one() - &two), &two * (BigRational::one() - &one)];
        let either = &alone[0] + &alone[1];
        if either.is_zero() {
            return Err(Missing::Impossible);
        }
        let second = Self {
            race: Race { start: GameState { seat: 1, ..GameState::FIRST }, ..self.race.clone() },
            ..self.playing(self.policies)
        };
        let as_second = &second.known(wanted).shares[0];
        if [as_first, as_second].contains(&&Enclosure::probability()) {
            return Err(Missing::TooLong);
        }
        let [first, second] = alone.map(|alone| alone / &either);
        Ok(as_first.scaled(&first).plus(&as_second.scaled(&second)))
    }

    /// The same without what would be if the start were thrown for.
    fn known(&self, wanted: Wanted) -> Solution {
        let Race { settings, start } = &self.race;
        if let Some(winner) = start.winner(settings) {
            return decided(&figures(), winner);
        }
        let mut unknown = Solution { statistics: unknown_figures(&figures()), ..Solution::unknown(2, false) };
        // For many draws of the weights of bones nothing is solved that takes long.
        if wanted.detail == Detail::Means && self.effort() > MOST_EFFORT {
            return unknown;
        }
        if let Some(solution) = self.by_policies(wanted) {
            return solution;
        }
        let best = if self.plays_best() { self.solved().ok() } else { None };
        if let (Some(best), [Policy::Best, Policy::Best]) = (best, self.policies) {
            let value = match start.thrown {
                Some(squares) => best.of_throw(start, squares),
                None => best.to_seat(start, start.seat.into()),
            };
            if let Ok(value) = value {
                let seat = usize::from(start.seat);
                unknown.shares =
                    [0, 1].map(|other| best.enclosed(if other == seat { value } else { 1.0 - value })).into();
                (unknown.nobody, unknown.never) = (Enclosure::zero(), Enclosure::zero());
            }
        }
        unknown
    }

    /// The solution as a chain of states, both seats playing as they do, where these are few enough and what is best is known.
    fn by_policies(&self, wanted: Wanted) -> Option<Solution> {
        let chain = if self.race.to_come() <= MOST_IN_CHAIN { self.chain(MOST_LISTED).ok() } else { None };
        chain.map(|chain| solve_chain(&chain, wanted))
    }

    /// The game with both seats playing as they do; nothing where what is best is not known.
    fn decided(&self) -> Option<WithPolicies<Race>> {
        let policies = self.policies.map(|policy| self.policy(policy));
        let [one, two] = policies;
        WithPolicies::new(self.race.clone(), vec![one?, two?]).ok()
    }

    fn policy(&self, policy: Policy) -> Option<process::Policy<GameState>> {
        const MOST: usize = 8;
        if policy == Policy::Random {
            return Some(process::Policy::random(MOST));
        }
        if policy == Policy::Best && self.solved().is_err() {
            return None;
        }
        let (settings, best) = (self.race.settings.clone(), Arc::clone(&self.best));
        Some(process::Policy::pure(MOST, move |state: &GameState, _| {
            let moves: Vec<_> = state.position.moves(state.thrown.unwrap_or(0), &settings).collect();
            let best = best.get().and_then(|best| best.as_deref().ok());
            chosen(policy, best, state, &moves, &settings).ok().flatten().unwrap_or(0)
        }))
    }

    /// The numbered states, where these are few.
    pub(super) fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        MarkovChain::new(&self.decided().ok_or(ChainError::TooLarge)?, most_moves)
    }

    /// How many draws take as long as a throw.
    pub(super) fn cost_of_throw(&self) -> f64 {
        if self.plays_best() { 60.0 } else { 15.0 }
    }

    /// How many milliseconds the solution takes, roughly.
    pub(super) fn effort(&self) -> f64 {
        let positions = self.race.positions();
        let tables = self.race.settings.laws.len() as f64;
        let each = if positions > MOST_POSITIONS { f64::INFINITY } else { 0.0014 * tables };
        let best = if self.plays_best() { each } else { 0.0 };
        let chain = if self.race.to_come() > MOST_IN_CHAIN { 0.0 } else { 100.0 };
        best * positions as f64 + chain
    }
}
