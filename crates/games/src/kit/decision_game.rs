//! Games at a table made from any process with choices and without hidden information.

use std::sync::{Arc, OnceLock};

use num_rational::BigRational;

use super::advice::{Advice, AdviceError, Advised, CastAdvice, OptionValue, ValueUnit};
use super::described::Described;
use super::dynamics::{Dynamics, MOST_LISTED};
use super::error::GameError;
use super::playable::{Decisions, Playable, Purses, Simulated, Solvable, Workload};
use super::policies::PolicyKind;
use super::position_form::PositionForm;
use super::position_values::{Begun, PositionValues, best_against, gained};
use super::process_game::ProcessGame;
use super::store::SolutionStore;
use super::strategy::Strategy;
use super::whole_card;
use tali_core::exact::{
    BestPlay, BestPlayError, Enclosure, Enumerated, Missing, Number, Solution, Values, Wanted,
};
use tali_core::figures::Figure;
use tali_core::monte_carlo::{BankrollPlayer, Player, ProcessPlayer};
use tali_core::process::{ChainError, MarkovChain, Policy, Process, StartingAt, Turn, WithPolicies};
use tali_core::search::Expectiminimax;

/// A game defined by its process alone. It finds best play by retrograde analysis, treats other policies as a chain, plays
/// state by state, and gives advice at every position.
///
/// Best play is solved only up to [`Described::most_moves`]; in larger games a search replaces it.
pub struct DecisionGame<P: Described> {
    process: Begun<P>,
    policies: Vec<PolicyKind>,
    /// The position where the game starts, as it was typed; `None` for the usual start.
    typed: Option<String>,
    /// The store for solutions of best play that take long.
    store: Option<Arc<dyn SolutionStore>>,
    name: Option<String>,
    best: OnceLock<Result<BestPlay<P::State>, BestPlayError>>,
    decided: OnceLock<Option<ProcessGame<Decided<P>>>>,
}

/// The game with a policy for every seat.
type Decided<P> = WithPolicies<Begun<P>>;

/// A value must exceed another by this much to be better.
const BETTER: f64 = 1e-12;

/// The search depth where best play is unknown.
const DEPTH: u32 = 2;

/// From this number of positions on, best play is stored.
const TAKES_LONG: usize = 1_000_000;

impl<P: Described> DecisionGame<P> {
    /// Creates a game where the seats use these policies: one for all, or one for each.
    pub fn new(process: P, policies: Vec<PolicyKind>) -> Self {
        let process = Arc::new(process);
        let start = process.start();
        Self::starting(StartingAt { process, start }, policies, None)
    }

    fn starting(process: StartingAt<Arc<P>>, policies: Vec<PolicyKind>, typed: Option<String>) -> Self {
        let process = Arc::new(process);
        let (best, decided) = (OnceLock::new(), OnceLock::new());
        Self { process, policies, typed, store: None, name: None, best, decided }
    }

    /// Gives the game a name, unique to this game with these rules. Best play that takes long is stored under it.
    pub fn named(self, name: String) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Best play of all seats, if it can be solved.
    ///
    /// # Errors
    ///
    /// [`BestPlayError`], if the game has too many positions, or has cycles and more than two seats.
    pub fn best(&self) -> Result<&BestPlay<P::State>, BestPlayError> {
        self.best.get_or_init(|| self.find_best()).as_ref().map_err(|error| *error)
    }

    /// Best play from the cache or the store, else solved now.
    fn find_best(&self) -> Result<BestPlay<P::State>, BestPlayError> {
        let most = self.process.process.most_moves();
        let Some((store, name)) = self.store.as_ref().zip(self.name.as_ref()) else {
            return BestPlay::new(&*self.process, most);
        };
        let name = format!("{name} from {:?}", self.process.start);
        if let Some(known) = store.recall(&name).and_then(|known| known.downcast::<BestPlay<_>>().ok()) {
            return Ok((*known).clone());
        }
        let positions = Enumerated::new(&*self.process, most)?;
        let takes_long = positions.size() >= TAKES_LONG;
        let stored = if takes_long { store.read(&name) } else { None };
        let known = stored.and_then(|stored| Values::from_bytes(&positions, &stored));
        let values = if let Some(known) = known {
            known
        } else {
            let values = Values::of(&positions)?;
            if let Some(bytes) = values.to_bytes().filter(|_| takes_long) {
                store.write(&name, &bytes);
            }
            values
        };
        let best = BestPlay::of(positions, values);
        // People type many positions and ask about each only once.
        if self.typed.is_none() {
            store.remember(&name, Arc::new(best.clone()));
        }
        Ok(best)
    }

    fn search(&self) -> Arc<Expectiminimax<Arc<StartingAt<Arc<P>>>>> {
        Arc::new(Expectiminimax::new(Arc::clone(&self.process)))
    }

    /// The policy of a kind; `None` for best play that is neither solved nor replaced by a search.
    fn policy(&self, playing: PolicyKind) -> Option<Policy<P::State>> {
        let game = &self.process.process;
        let most = game.most_actions();
        Some(match playing {
            PolicyKind::Own(index) => P::own_policy(game, index),
            PolicyKind::First => Policy::first(),
            PolicyKind::Random => Policy::random(most),
            PolicyKind::Greedy => self.search().policy(1, most),
            PolicyKind::Search(depth) => self.search().policy(depth, most),
            PolicyKind::Best => match self.best() {
                Ok(best) => best.policy(),
                Err(_) if game.has_opinion() => self.search().policy(DEPTH, most),
                Err(_) => return None,
            },
        })
    }

    /// The game with a policy for every seat; `None` if the number of policies is neither one nor that of the seats, or best
    /// play is unknown.
    fn decided(&self) -> Option<&ProcessGame<Decided<P>>> {
        let decided = || {
            let best = if self.policies.contains(&PolicyKind::Best) && !self.all_play_their_best() {
                best_against(&self.process, self.process.process.most_moves(), || self.policies_of_others())
                    .ok()
            } else {
                None
            };
            let policy = |playing: &PolicyKind| match &best {
                Some(best) if *playing == PolicyKind::Best => Some(best.policy()),
                _ => self.policy(*playing),
            };
            let policies = self.policies.iter().map(policy).collect::<Option<_>>()?;
            ProcessGame::with_policies(Arc::clone(&self.process), policies).ok()
        };
        self.decided.get_or_init(decided).as_ref()
    }

    fn state(&self, position: Option<&str>) -> Result<P::State, AdviceError> {
        position.map_or_else(
            || Ok(self.process.process.opening(&self.process.start)),
            |text| self.process.process.read(text),
        )
    }

    /// The policy of a seat.
    fn playing(&self, seat: usize) -> Option<PolicyKind> {
        self.policies.get(seat).or(self.policies.first()).copied()
    }

    /// Whether all seats play best, the default.
    fn all_play_their_best(&self) -> bool {
        self.policies.iter().all(|policy| *policy == PolicyKind::Best)
    }

    /// The policy of each seat that does not play best.
    fn policies_of_others(&self) -> Vec<Option<Policy<P::State>>> {
        let policy = |seat: usize| {
            let by_policy = self.playing(seat).filter(|playing| *playing != PolicyKind::Best);
            by_policy.and_then(|playing| self.policy(playing))
        };
        (0..self.process.seats()).map(policy).collect()
    }

    /// The values of a position and its successors under the current policies; `None` where a search provides them.
    fn values(&self, state: &P::State) -> Result<Option<PositionValues<P::State>>, BestPlayError> {
        if !self.all_play_their_best() {
            let (positions, most) = (self.following(state), self.process.process.most_moves());
            let policies = || self.policies_of_others();
            return PositionValues::against(&self.process, (&positions, most), policies).map(Some);
        }
        match self.best() {
            Ok(best) if best.share_at(state, 0).is_some() => Ok(Some(PositionValues::of_best(best.clone()))),
            Ok(_) => {
                let start = StartingAt { process: Arc::clone(&self.process.process), start: state.clone() };
                BestPlay::new(&start, self.process.process.most_moves())
                    .map(|best| Some(PositionValues::of_best(best)))
            }
            Err(_) if self.process.process.has_opinion() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A position, and all positions after one throw and one choice.
    fn following(&self, state: &P::State) -> Vec<P::State> {
        let game = &self.process.process;
        let next = |state: &P::State, chooses: bool| {
            let mut made = Vec::new();
            match game.turn(state) {
                Turn::Chance(distribution) if !chooses => {
                    let outcomes = game.distributions()[distribution].outcomes();
                    made.extend(outcomes.iter().map(|(outcome, _)| *outcome));
                }
                Turn::Choose { .. } => game.actions(state, &mut made),
                _ => {}
            }
            made.into_iter().map(|made| game.next(state, made).to).collect::<Vec<_>>()
        };
        let after = next(state, false);
        let chosen: Vec<P::State> = after.iter().flat_map(|state| next(state, true)).collect();
        [vec![state.clone()], after, chosen].concat()
    }

    /// The advice at a position, from these values or by search.
    fn advised(
        &self,
        state: &P::State,
        typed: Option<&str>,
        known: Option<&PositionValues<P::State>>,
    ) -> Advice {
        let best = known.and_then(PositionValues::of_all).filter(|_| self.all_play_their_best());
        let search = self.search();
        let for_coins = self.process.is_for_coins();
        let parts = if for_coins { self.process.process.gains_in_a_coin() } else { 1 };
        let part = BigRational::new(1.into(), parts.into());
        let share = |state: &P::State, seat: usize, depth: u32| match known {
            Some(known) => {
                known.share(state, seat).map(|share| share.scaled(&part)).ok_or(Missing::Impossible)
            }
            None => Ok(seen(search.value(state, depth), seat)),
        };
        let value_of = |state: &P::State, made: P::Move, seat: usize, depth: u32| {
            let step = self.process.process.next(state, made);
            plus(share(&step.to, seat, depth), gained(&step, seat, &part))
        };
        let unit = if for_coins { ValueUnit::Coins } else { ValueUnit::Wins };
        let looked = |value: Number| unit.looked(value, known.is_none().then_some(DEPTH));
        let chosen = |state: &P::State, seat: usize, actions: &[P::Move]| match (best, known) {
            (Some(best), _) => best.choice(state).unwrap_or(0),
            (None, Some(_)) => {
                let value = |index: usize| {
                    value_of(state, actions[index], seat, 0).map_or(f64::NEG_INFINITY, |value| value.to_f64())
                };
                let better = |best: usize, other: usize| {
                    if value(other) > value(best) + BETTER { other } else { best }
                };
                (0..actions.len()).reduce(better).unwrap_or(0)
            }
            (None, None) => search.choice(state, DEPTH),
        };
        let is_open =
            !for_coins && known.and_then(PositionValues::of_all).is_some_and(|all| all.is_open(state));
        let game = &self.process.process;
        // The notation of the next position, if it can be entered.
        let following = |made: P::Move| {
            let goes_on = match game.turn(&game.next(state, made).to) {
                Turn::Choose { .. } => true,
                Turn::Chance(_) => game.tells_before_throws(),
                Turn::End(_) => false,
            };
            goes_on.then(|| game.position_after(typed, state, made))
        };
        let (mut actions, mut seat) = (Vec::new(), 0);
        let advised = match game.turn(state) {
            Turn::End(_) => Advised::Options(Vec::new()),
            Turn::Choose { seat: mover, .. } => {
                seat = mover;
                game.actions(state, &mut actions);
                let options = actions.iter().map(|action| OptionValue {
                    next: following(*action),
                    ..OptionValue::of(
                        game.called(state, *action),
                        looked(value_of(state, *action, mover, DEPTH - 1)),
                        false,
                    )
                });
                Advised::Options(marked(options.collect(), chosen(state, mover, &actions), is_open))
            }
            Turn::Chance(distribution) => {
                let outcomes = game.distributions()[distribution].outcomes();
                let thrower = game.thrower(state);
                seat = thrower.unwrap_or(seat);
                let casts = outcomes.iter().map(|(outcome, _)| {
                    let shown = game.next(state, *outcome).to;
                    let mut option = String::new();
                    if let Turn::Choose { seat: mover, .. } = game.turn(&shown)
                        && thrower.is_none_or(|thrower| thrower == mover)
                    {
                        seat = mover;
                        actions.clear();
                        game.actions(&shown, &mut actions);
                        let made = actions.get(chosen(&shown, mover, &actions));
                        option = made.map_or(option, |made| game.called(&shown, *made));
                    }
                    CastAdvice {
                        cast: game.called(state, *outcome),
                        option,
                        is_idle: false,
                        value: looked(value_of(state, *outcome, seat, DEPTH)),
                        next: following(*outcome),
                    }
                });
                Advised::Casts(casts.collect())
            }
        };
        let remark = is_open.then(|| OPEN.to_owned());
        let value = looked(share(state, seat, DEPTH));
        let position = typed.map_or_else(|| game.position(state), str::to_owned);
        Advice { remark, ..Advice::new(position, seat + 1, value, advised) }
    }
}

/// The remark on a position whose value is open.
const OPEN: &str = "The result depends on how an endless game counts: it is between these bounds.";

/// Adds a gain to a number.
fn plus(number: Number, gained: Option<BigRational>) -> Number {
    match gained {
        Some(gained) => number.map(|number| number.plus(&Enclosure::exact(gained))),
        None => number,
    }
}

/// Marks the options as good as the chosen one; if values are open, only that one.
fn marked(options: Vec<OptionValue>, chosen: usize, is_open: bool) -> Vec<OptionValue> {
    let best = options.get(chosen).and_then(|option| option.value.enclosure());
    let is_as_good = |value: &Figure| match (value.enclosure(), &best) {
        (Some(value), Some(best)) => value.low() <= best.high() && best.low() <= value.high(),
        _ => false,
    };
    let mark = |(index, option): (usize, OptionValue)| {
        let best = if is_open { index == chosen } else { is_as_good(&option.value) };
        OptionValue { best, ..option }
    };
    options.into_iter().enumerate().map(mark).collect()
}

/// Converts a search value of the first seat to that of a seat.
fn seen(value: f64, seat: usize) -> Enclosure {
    let own = if seat == 0 { value } else { 1.0 - value };
    Enclosure::exact(BigRational::from_float(own).unwrap_or_default())
}

impl<P: Described> Decisions for DecisionGame<P> {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        let state = self.state(position)?;
        let known = self.values(&state).map_err(AdviceError::NoBest)?;
        Ok(self.advised(&state, position, known.as_ref()))
    }

    fn form(&self, position: Option<&str>) -> Option<PositionForm> {
        self.process.process.form(position)
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        if !self.all_play_their_best() {
            return Err(AdviceError::NotKnown("the card shows best play; omit --play"));
        }
        let best = self.best().map_err(AdviceError::NoBest)?;
        whole_card::strategy(&self.process, best.clone())
    }

    fn ladder(&self) -> &'static [[&'static str; 2]] {
        let is_known = self.process.process.has_opinion() || self.best().is_ok();
        if is_known { self.process.process.ladder() } else { &[] }
    }

    fn at(&self, position: &str) -> Result<Box<dyn Playable>, AdviceError> {
        let start = self.state(Some(position))?;
        let process = StartingAt { process: Arc::clone(&self.process.process), start };
        let at = Self::starting(process, self.policies.clone(), Some(position.to_owned()));
        Ok(Box::new(Self { store: self.store.clone(), name: self.name.clone(), ..at }))
    }

    fn position(&self) -> Option<String> {
        self.typed.clone()
    }

    fn best_ranges(&self) -> Vec<(usize, [Number; 2])> {
        if !self.all_play_their_best() || self.process.is_for_coins() {
            return Vec::new();
        }
        let Ok(best) = self.best() else { return Vec::new() };
        let range = |seat: usize| {
            let share = best.share(seat);
            (seat, [share.low(), share.high()].map(|bound| Ok(Enclosure::exact(bound.clone()))))
        };
        if best.is_open(&self.process.start) { [0, 1].map(range).into() } else { Vec::new() }
    }

    fn value_unit(&self) -> ValueUnit {
        if self.process.is_for_coins() { ValueUnit::Coins } else { ValueUnit::Wins }
    }
}

impl<P: Described> Solvable for DecisionGame<P> {
    fn keep_in(&mut self, store: Arc<dyn SolutionStore>) {
        self.store = Some(store);
    }

    fn solve_to(&self, wanted: Wanted) -> Solution {
        let coins = wanted.coins && self.process.ante().is_some();
        self.decided()
            .map_or_else(|| Solution::unknown(self.process.seats(), coins), |game| game.solve_to(wanted))
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        self.decided().ok_or(ChainError::Choice)?.chain(most_moves)
    }

    fn dynamics(&self) -> Dynamics {
        Dynamics::new(self.chain(MOST_LISTED), self.process.seats(), self.process.ante())
    }
}

impl<P: Described> Simulated for DecisionGame<P> {
    fn player(&self) -> Box<dyn Player + '_> {
        match self.decided() {
            Some(game) => game.player(),
            None => Box::new(ProcessPlayer::new(&*self.process)),
        }
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        self.decided()?.bankroll_player()
    }

    fn check_policies(&self) -> Result<(), GameError> {
        if self.decided().is_some() {
            return Ok(());
        }
        match self.best() {
            Err(error) if !self.process.process.has_opinion() => Err(GameError::NoBest(error)),
            _ => Err(GameError::UnknownPolicy("give one policy for all seats, or one for each")),
        }
    }
}

impl<P: Described> Workload for DecisionGame<P> {
    fn effort(&self) -> f64 {
        /// Solving a game with at most this many moves takes no time; larger games can take seconds or minutes.
        const FEW: usize = 20_000;
        const LONG: f64 = 5_000.0;
        if Enumerated::new(&*self.process, FEW).is_ok() { 1.0 } else { LONG }
    }

    fn cost_of_any(&self) -> f64 {
        self.decided().map_or(f64::INFINITY, Workload::cost_of_any)
    }
}

impl<P: Described> Purses for DecisionGame<P> {
    fn remark_on_purses(&self) -> Option<String> {
        (self.process.seats() > 2).then(|| {
            "An evening ends as soon as one player cannot pay: decisions are solved only for all players together.".to_owned()
        })
    }
}

impl<P: Described> Playable for DecisionGame<P> {
    fn workload(&self) -> &dyn Workload {
        self
    }

    fn purses(&self) -> &dyn Purses {
        self
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }
}
