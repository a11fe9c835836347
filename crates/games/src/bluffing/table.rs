//! Liar games at a table: solving, simulation and advice, for any kind of claims.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::One;

use crate::kit::rules::{Play, PolicyInfo, Rules, StandIn};
use crate::kit::{
    Advice, AdviceError, AgainstPolicy, Decisions, Dynamics, Playable, PositionForm, Simulated, Skill,
    SolutionStore, Solvable, Strategy, ValueUnit, Workload,
};
use tali_core::exact::{Enclosure, Missing, Number, OnProgress, Solution, Wanted, minus};
use tali_core::figures::Figure;
use tali_core::monte_carlo::Player;
use tali_core::process::{ChainError, MarkovChain};

/// A match of rounds in which seats claim more than the last one did, or challenge.
pub(super) trait LiarsGame: Send + Sync {
    /// The policies of the game, best play first.
    const POLICIES: &'static [PolicyInfo];

    /// The name of the moves of a round.
    const MOVES: &'static str;

    fn seats(&self) -> usize;

    /// Whether the policy of a seat is best play.
    fn plays_best(&self, seat: usize) -> bool;

    /// Why no strategy is best under these rules, if so.
    fn nothing_is_best(&self) -> Option<AdviceError> {
        None
    }

    /// Reports progress while solving.
    fn tell(&mut self, progress: OnProgress);

    /// Caches best play, if it takes long.
    fn keep_in(&mut self, _store: Arc<dyn SolutionStore>) {}

    /// Whether best play of two seats is known, or soon can be.
    fn is_known(&self) -> bool;

    /// Whether best play is found fast enough for simulations, once two seats are left.
    fn is_best_played(&self) -> bool {
        true
    }

    /// Solves the match under the policies of its seats.
    fn solution(&self, wanted: Wanted) -> Solution;

    /// The states of the match under the policies of its seats: round by round, or in more detail if there are few.
    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError>;

    /// Estimates the mean length of a round, in casts: one for all claims in the first call, and some for throws and challenges.
    fn casts_a_round(&self) -> BigRational;

    /// What seat 1 wins if both play best.
    fn value(&self) -> Number;

    /// What best play, as shown, wins in each seat against a policy in the other.
    fn best_shares(&self, policy: &Play) -> [Number; 2];

    fn player(&self) -> Box<dyn Player + '_>;

    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError>;

    /// The parts of a position for an input form, if the game gives advice at positions.
    fn form(&self, position: Option<&str>) -> Option<PositionForm>;

    /// The card of best play for two seats.
    fn card(&self) -> Result<Strategy, AdviceError>;

    /// The rough number of random numbers drawn in a round, and the largest number of rounds.
    fn cost(&self) -> [f64; 2];

    /// The time to solve it, in milliseconds.
    fn effort(&self) -> f64;
}

/// The solver gave up on the linear program of a round or a turn.
pub(super) const GIVEN_UP: AdviceError =
    AdviceError::NotKnown("the solver gave up on a linear program, so the strategy is unknown");

/// There are more than two seats with hidden hands.
const TWO_SEATS: AdviceError = AdviceError::NotKnown(
    "best play is only known for two seats, so the card is for two; with more, `best` plays like `cautious` until two are \
     left; `rules` describes it",
);

/// The policy that replaces `best` among more than two seats with hidden hands.
pub(super) fn best_of_many(rules: &Rules) -> Option<StandIn> {
    (rules.seats() > 2).then_some(StandIn { policy: "cautious", until: " until two are left" })
}

/// The mean over both seats.
fn mean([one, other]: &[Number; 2]) -> Number {
    Ok(one.clone()?.plus(&other.clone()?).scaled(&half()))
}

fn half() -> BigRational {
    BigRational::new(1.into(), 2.into())
}

/// The shares of both seats, from that of the first.
pub(super) fn shares(first: Enclosure) -> Vec<Enclosure> {
    let one = BigRational::one();
    let second = Enclosure::between(&one - first.high(), &one - first.low());
    vec![first, second]
}

/// A liar game that is set up.
pub(super) struct LiarsTable<G>(pub G);

impl<G: LiarsGame> LiarsTable<G> {
    fn all_play_best(&self) -> bool {
        (0..self.0.seats()).all(|seat| self.0.plays_best(seat))
    }

    fn somebody_plays_best(&self) -> bool {
        (0..self.0.seats()).any(|seat| self.0.plays_best(seat))
    }

    /// The policies simpler than best play, with their default parameters.
    fn simpler() -> impl Iterator<Item = Play> {
        G::POLICIES.iter().filter(|info| info.name != "best").map(Play::usual)
    }
}

impl<G: LiarsGame> Decisions for LiarsTable<G> {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        self.0.advise(position)
    }

    fn form(&self, position: Option<&str>) -> Option<PositionForm> {
        self.0.form(position)
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        match self.0.nothing_is_best() {
            _ if self.0.seats() != 2 => Err(TWO_SEATS),
            Some(why) => Err(why),
            None if !self.all_play_best() => Err(AdviceError::CARD_OF_BEST),
            None => self.0.card(),
        }
    }

    fn skill_against(&self, play: &Play) -> Result<Number, AdviceError> {
        Ok(if self.0.is_known() { mean(&self.0.best_shares(play)) } else { Err(Missing::TooLong) })
    }

    fn skill(&self, solved: &(dyn Fn() + Sync)) -> Result<Skill, AdviceError> {
        if !self.0.is_known() {
            return Ok(Skill::default());
        }
        // Solving for this value fills the caches for the questions below.
        let first_move = Some(minus(self.0.value(), Ok(Enclosure::exact(half()))));
        solved();
        let against = Self::simpler().map(|policy| {
            let best = self.0.best_shares(&policy);
            let mean = mean(&best).into();
            solved();
            let best = best.map(Figure::from);
            AgainstPolicy { policy: policy.to_string(), mean, best }
        });
        Ok(Skill { shares: against.collect(), first_move, ..Skill::default() })
    }

    fn skill_tables(&self) -> u64 {
        if self.0.is_known() { 1 + Self::simpler().count() as u64 } else { 0 }
    }

    fn value_unit(&self) -> ValueUnit {
        ValueUnit::WinShare
    }
}

impl<G: LiarsGame> Solvable for LiarsTable<G> {
    fn tell(&mut self, progress: OnProgress) {
        self.0.tell(progress);
    }

    fn keep_in(&mut self, store: Arc<dyn SolutionStore>) {
        self.0.keep_in(store);
    }

    fn solve_to(&self, wanted: Wanted) -> Solution {
        self.0.solution(wanted)
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        self.0.chain(most_moves)
    }

    fn dynamics(&self) -> Dynamics {
        const MOST_MOVES: usize = 400_000;
        Dynamics::new(self.0.chain(MOST_MOVES), self.0.seats(), None)
    }
}

impl<G: LiarsGame> Simulated for LiarsTable<G> {
    fn player(&self) -> Box<dyn Player + '_> {
        self.0.player()
    }
}

impl<G: LiarsGame> Playable for LiarsTable<G> {
    fn moves(&self) -> &'static str {
        G::MOVES
    }

    fn remarks(&self) -> Vec<String> {
        const OF_MANY: &str = "No best play is known for more than two seats: `best` plays like `cautious` until two are \
             left.";
        let is_said = self.0.seats() > 2 && self.somebody_plays_best() && self.0.nothing_is_best().is_none();
        is_said.then(|| OF_MANY.to_owned()).into_iter().collect()
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    fn casts_in_unit(&self) -> BigRational {
        // Rounded to thousandths.
        let thousand = BigRational::from_integer(1_000.into());
        (self.0.casts_a_round() * &thousand).round() / thousand
    }

    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl<G: LiarsGame> Workload for LiarsTable<G> {
    fn can_be_played(&self) -> bool {
        !self.somebody_plays_best() || self.0.is_best_played()
    }

    fn cost(&self, length: f64) -> f64 {
        length * self.0.cost()[0]
    }

    fn cost_of_any(&self) -> f64 {
        let [round, rounds] = self.0.cost();
        round * rounds
    }

    fn effort(&self) -> f64 {
        self.0.effort()
    }
}
