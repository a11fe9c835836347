//! Games at a table made from any process with hidden information.

use std::sync::{Arc, OnceLock};

use num_rational::BigRational;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::advice::{Advice, AdviceError, Advised, OptionValue, ValueUnit};
use super::dynamics::{Dynamics, MOST_LISTED};
use super::error::GameError;
use super::hidden_card;
use super::hiding::{Hiding, Index, Knowledge, Tells};
use super::notation::{Cursor, pairs};
use super::playable::{Decisions, Playable, Purses, Simulated, Solvable, Workload};
use super::policies::PolicyKind;
use super::process_game::ProcessGame;
use super::store::SolutionStore;
use super::strategy::Strategy;
use tali_core::exact::{Enclosure, HiddenPlay, Knowing, Missing, Number, OnProgress, Solution, Wanted};
use tali_core::figures::Figure;
use tali_core::monte_carlo::{BankrollPlayer, Player};
use tali_core::process::{ChainError, MarkovChain, Policy};

/// A game with hidden information, defined by its process. Best play of two seats is an equilibrium, stage by stage; other
/// policies are simulated and solved as a chain.
pub struct HiddenGame<P: Hiding> {
    process: Arc<P>,
    policies: Vec<PolicyKind>,
    progress: Option<OnProgress>,
    store: Option<Arc<dyn SolutionStore>>,
    name: String,
    best: OnceLock<Best<P>>,
    decided: OnceLock<Option<Box<dyn Playable + Send>>>,
}

/// Best play, or why it is unknown.
type Best<P> = Result<Arc<HiddenPlay<Arc<P>>>, String>;

impl<P: Hiding> HiddenGame<P> {
    /// Creates a game where the seats use these policies, one for all or one for each; best play is cached under the name.
    pub fn new(process: P, policies: Vec<PolicyKind>, name: String) -> Self {
        let process = Arc::new(process);
        let (best, decided) = (OnceLock::new(), OnceLock::new());
        Self { process, policies, progress: None, store: None, name, best, decided }
    }

    fn best(&self) -> Result<&Arc<HiddenPlay<Arc<P>>>, String> {
        let find = || {
            let name = format!("hidden {}", self.name);
            let known = self.store.as_ref().and_then(|store| store.recall(&name));
            if let Some(known) = known.and_then(|known| known.downcast::<HiddenPlay<Arc<P>>>().ok()) {
                return Ok(known);
            }
            let progress = |part: f64| {
                if let Some(progress) = &self.progress {
                    progress(part);
                }
            };
            progress(0.0);
            let play = HiddenPlay::new(Arc::clone(&self.process), self.process.most_moves(), &progress);
            let play = Arc::new(play.map_err(|why| self.process.why_unsolved(&why))?);
            if let Some(store) = &self.store {
                store.remember(&name, Arc::<HiddenPlay<Arc<P>>>::clone(&play));
            }
            Ok(play)
        };
        self.best.get_or_init(find).as_ref().map_err(Clone::clone)
    }

    fn playing(&self, seat: usize) -> PolicyKind {
        self.policies.get(seat).or(self.policies.first()).copied().unwrap_or(PolicyKind::Random)
    }

    fn seats(&self) -> usize {
        self.process.seats()
    }

    fn all_play_their_best(&self) -> bool {
        self.policies.iter().all(|policy| *policy == PolicyKind::Best)
    }

    /// The policy of a kind, based only on what the seat knows.
    fn policy(&self, playing: PolicyKind) -> Policy<P::Information> {
        match playing {
            PolicyKind::Own(index) => P::own_policy(&self.process, index),
            PolicyKind::Random => Policy::random(self.process.most_actions()),
            _ => Policy::first(),
        }
    }

    /// The game with a policy for every seat; `None` if best play is needed but unknown, or the number of policies is neither
    /// one nor that of the seats.
    fn decided(&self) -> Option<&(dyn Playable + Send)> {
        let decided = || -> Option<Box<dyn Playable + Send>> {
            let is_best = |playing: &PolicyKind| *playing == PolicyKind::Best;
            if ![1, self.seats()].contains(&self.policies.len()) {
                return None;
            }
            if !self.policies.iter().any(is_best) {
                let policies = self.policies.iter().map(|playing| self.policy(*playing)).collect();
                let game = ProcessGame::with_policies(Arc::clone(&self.process), policies).ok()?;
                return Some(Box::new(game));
            }
            let play = self.best().ok()?;
            let policies = (0..self.seats()).map(|seat| match self.playing(seat) {
                PolicyKind::Best => Knowing::best(play, seat),
                other => Some(self.policy(other).knowing(Knowing::<Arc<P>>::shown)),
            });
            let policies = policies.collect::<Option<Vec<_>>>()?;
            let game = ProcessGame::with_policies(Knowing::new(Arc::clone(play)), policies).ok()?;
            Some(Box::new(game))
        };
        self.decided.get_or_init(decided).as_deref()
    }

    /// All situations that seats can know, the first stage first.
    fn indices(&self, play: &HiddenPlay<Arc<P>>) -> Vec<Index> {
        let mut indices = Vec::new();
        for (stage, root) in play.roots().enumerate() {
            for seat in 0..self.seats() {
                let seen = play.seen(stage, seat);
                for tells in [Tells::Little, Tells::Variables, Tells::Secrets, Tells::All] {
                    let known = seen.iter().map(|seen| self.process.knowledge(root, seat, seen, tells));
                    let known: Vec<Knowledge> = known.collect();
                    let mut texts: Vec<String> = known.iter().map(ToString::to_string).collect();
                    texts.sort_unstable();
                    if tells == Tells::All || texts.windows(2).all(|pair| pair[0] != pair[1]) {
                        let slot = |(known, knowledge)| Index { stage, seat, known, knowledge };
                        indices.extend(known.into_iter().enumerate().map(slot));
                        break;
                    }
                }
            }
        }
        tell_stages_apart(&mut indices);
        indices
    }

    /// The unit of the solver's values, as a fraction of a win or a coin.
    fn parts(&self) -> BigRational {
        let parts = if self.process.is_for_coins() { self.process.gains_in_a_coin() } else { 2 };
        BigRational::new(1.into(), parts.into())
    }

    /// Converts a value of the solver to wins or coins.
    fn shown(&self, value: &Enclosure) -> Enclosure {
        let part = self.parts();
        Enclosure::between(value.low() * &part, value.high() * &part)
    }

    /// What the first seat wins or gains with best play, minus its ante.
    fn value(&self, play: &HiddenPlay<Arc<P>>) -> Enclosure {
        let value = self.shown(play.value());
        if !self.process.is_for_coins() {
            return value;
        }
        let ante = BigRational::from_integer(self.process.ante().unwrap_or(0).into());
        let in_coins = BigRational::new(
            u64::try_from((1..=self.seats()).fold(1, num_integer::lcm)).unwrap_or(1).into(),
            self.process.gains_in_a_coin().into(),
        );
        let paid = ante * in_coins;
        Enclosure::between(value.low() - &paid, value.high() - &paid)
    }

    /// Finds the situation that somebody typed.
    fn slot(&self, play: &HiddenPlay<Arc<P>>, typed: Option<&str>) -> Result<Index, AdviceError> {
        let mut indices = self.indices(play);
        let Some(typed) = typed else {
            let first = indices.into_iter().next();
            return first.ok_or(AdviceError::NotKnown("nobody chooses in this game"));
        };
        let wanted = plain(pairs(typed));
        let is_it = |slot: &Index| plain(slot.knowledge.parts()) == wanted;
        if let Some(found) = indices.iter().position(is_it) {
            return Ok(indices.swap_remove(found));
        }
        // The most similar situations come first.
        let mut near: Vec<(usize, String)> = indices
            .iter()
            .map(|slot| {
                let parts = plain(slot.knowledge.parts());
                let common = parts.iter().filter(|part| wanted.contains(part)).count();
                (wanted.len() + parts.len() - 2 * common, slot.knowledge.to_string())
            })
            .collect();
        near.sort_by_key(|(far, text)| (*far, text.len()));
        let some: Vec<String> = near.iter().take(4).map(|(_, text)| format!("`{text}`")).collect();
        let (typed, some) = (Cursor::new(typed), some.join(" or "));
        Err(typed
            .refused(format_args!(
                "no player has to decide in the situation {typed}; situations are written like {some}"
            ))
            .into())
    }
}

/// Adds stage numbers where the same knowledge occurs in several stages.
fn tell_stages_apart(indices: &mut [Index]) {
    let mut stages: FxHashMap<String, (usize, bool)> = FxHashMap::default();
    for slot in &*indices {
        let (stage, differ) = stages.entry(slot.knowledge.to_string()).or_insert((slot.stage, false));
        *differ |= *stage != slot.stage;
    }
    for slot in indices {
        if stages[&slot.knowledge.to_string()].1 {
            slot.knowledge.open.push(("stage".to_owned(), (slot.stage + 1).to_string()));
        }
    }
}

/// Sorts the parts, and removes brackets of lists.
fn plain(mut parts: Vec<(String, String)>) -> Vec<(String, String)> {
    for (_, value) in &mut parts {
        value.retain(|letter| !['[', ']'].contains(&letter));
    }
    parts.sort_unstable();
    parts
}

impl<P: Hiding> Decisions for HiddenGame<P> {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        let play = self.best().map_err(AdviceError::NoEquilibrium)?;
        let Index { stage, seat, known, knowledge } = self.slot(play, position)?;
        let values = play.values(stage, seat).swap_remove(known);
        let chances = play.chances(stage, seat, known);
        let value = |action: usize| match &values {
            Some(values) => Figure::from(Ok(self.shown(&values[action]))),
            None => Figure::from(Err(Missing::Impossible)),
        };
        let middle = |action: usize| values.as_ref().map_or(0.0, |values| values[action].to_f64());
        let (actions, state) = (play.actions(stage, seat, known), play.example(stage, seat, known));
        let most = |of: &dyn Fn(usize) -> f64| {
            (0..actions.len()).reduce(|best, other| if of(other) > of(best) { other } else { best })
        };
        let best = match &chances {
            Some(chances) => most(&|action| num_traits::ToPrimitive::to_f64(&chances[action]).unwrap_or(0.0)),
            None => most(&middle),
        };
        let options = actions.iter().enumerate().map(|(action, made)| {
            let is_best = Some(action) == best;
            let option = OptionValue::of(self.process.called(state, *made), value(action), is_best);
            OptionValue { probability: chances.as_ref().map(|chances| chances[action].clone()), ..option }
        });
        let options: Vec<OptionValue> = options.collect();
        let best_value = most(&middle).map_or_else(|| Figure::from(Err(Missing::Impossible)), value);
        let mut advice = Advice::new(knowledge.to_string(), seat + 1, best_value, Advised::Options(options));
        advice.reached = Some(values.is_some());
        if chances.is_none() {
            advice.remark = Some("Best play never leads you here.".to_owned());
        }
        Ok(advice)
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        if !self.all_play_their_best() {
            return Err(AdviceError::CARD_OF_BEST);
        }
        let play = self.best().map_err(AdviceError::NoEquilibrium)?;
        let unit = self.value_unit();
        let title = if unit == ValueUnit::Coins { "Seat 1 gains" } else { "Seat 1 wins" };
        let indices = self.indices(play);
        Ok(hidden_card::strategy(&*self.process, play, indices, (title, unit, self.value(play).into())))
    }

    fn ladder(&self) -> &'static [[&'static str; 2]] {
        if self.seats() <= 2 && self.best().is_ok() { self.process.ladder() } else { &[] }
    }

    fn best_ranges(&self) -> Vec<(usize, [Number; 2])> {
        if !self.all_play_their_best() || self.process.is_for_coins() || self.seats() != 2 {
            return Vec::new();
        }
        let Ok(play) = self.best() else { return Vec::new() };
        let value = self.value(play);
        let off = BigRational::new(1.into(), 1_000_000_000.into());
        if value.high() - value.low() <= off {
            return Vec::new();
        }
        let one = |bound: &BigRational| Ok(Enclosure::exact(bound.clone()));
        let rest = |bound: &BigRational| Ok(Enclosure::exact(BigRational::one() - bound));
        vec![(0, [one(value.low()), one(value.high())]), (1, [rest(value.high()), rest(value.low())])]
    }

    fn value_unit(&self) -> ValueUnit {
        if self.process.is_for_coins() { ValueUnit::Coins } else { ValueUnit::Wins }
    }
}

impl<P: Hiding> Solvable for HiddenGame<P> {
    fn tell(&mut self, progress: OnProgress) {
        self.progress = Some(progress);
    }

    fn keep_in(&mut self, store: Arc<dyn SolutionStore>) {
        self.store = Some(store);
    }

    fn solve_to(&self, wanted: Wanted) -> Solution {
        let coins = wanted.coins && self.process.ante().is_some();
        self.decided().map_or_else(|| Solution::unknown(self.seats(), coins), |game| game.solve_to(wanted))
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        self.decided().ok_or(ChainError::Choice)?.chain(most_moves)
    }

    fn dynamics(&self) -> Dynamics {
        Dynamics::new(self.chain(MOST_LISTED), self.seats(), self.process.ante())
    }
}

impl<P: Hiding> Simulated for HiddenGame<P> {
    fn player(&self) -> Box<dyn Player + '_> {
        match self.decided() {
            Some(game) => game.player(),
            None => Box::new(tali_core::monte_carlo::ProcessPlayer::new(&*self.process)),
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
            Err(why) if self.policies.contains(&PolicyKind::Best) => Err(GameError::NoEquilibrium(why)),
            _ => Err(GameError::UnknownPolicy("give one policy for all seats, or one for each")),
        }
    }
}

impl<P: Hiding> Workload for HiddenGame<P> {
    fn cost_of_any(&self) -> f64 {
        self.decided().map_or(f64::INFINITY, |game| game.workload().cost_of_any())
    }
}

impl<P: Hiding> Purses for HiddenGame<P> {}

impl<P: Hiding> Playable for HiddenGame<P> {
    fn workload(&self) -> &dyn Workload {
        self
    }

    fn purses(&self) -> &dyn Purses {
        self
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    fn remarks(&self) -> Vec<String> {
        let is_one_of_many = self.seats() == 2 && self.policies.contains(&PolicyKind::Best);
        let remark = "There can be several equally good ways to play. We show one; the others have the same value, but \
             their lengths, notes and figures can differ.";
        is_one_of_many.then(|| remark.to_owned()).into_iter().collect()
    }
}
