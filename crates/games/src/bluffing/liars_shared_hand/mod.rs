//! Mendax Tali with one hand for all: it passes round under the cup, and calls rise in rank.

mod advice;
mod best;
mod calls;
mod card;
mod cup;
mod distributions;
mod matches;
mod notation;
mod player;
mod policies;
mod process;
mod prospects;
mod rounds;
mod settings;
mod shape;
mod skill;
mod solving;
mod stored;
mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod turns;

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::One;

use self::matches::Match;
use self::player::MatchPlayer;
use self::policies::{POLICIES, Policy};
use self::process::Passing;
use self::settings::{COUNTERS, STARTER, Settings, THROWS, VOID};
use self::table::Table;
use crate::bluffing::skill::TwoSeats;
use crate::kit::hands;
use crate::kit::skill::remarks_on_best;
use crate::kit::{
    Advice, AdviceError, Decisions, Dynamics, Game, LengthUnit, Play, Playable, Players, Simulated, Skill,
    SolutionStore, Solvable, Strategy, ThrowUse, ValueUnit, Workload,
};
use tali_core::exact::{Enclosure, Missing, Number, OnProgress, Solution, StatisticNumbers, Wanted};
use tali_core::monte_carlo::Player;
use tali_core::process::{ChainError, MAX_SEATS, MarkovChain, Process};

pub(crate) static GAME: Game = Game {
    number: 6,
    name: "mendax-common",
    title: "Mendax Tali, one hand for all",
    summary: "One hand passes round under the cup; call more than was called before, or challenge; the last with counters wins",
    players: Players::of(2, MAX_SEATS, 2),
    one_set: true,
    counted_in: &|_| LengthUnit::Rounds,
    keys: &[COUNTERS.key, THROWS.key, VOID.key, STARTER.key],
    reading: &[
        "The starter throws all four, looks, and calls a rank: canis 1, 3333, 4444, 6666, a Senio by its sum from S9 to S22, \
         venus 18. A call says at least what it names, and may be more than the hand or less.",
        "The next seat challenges: if the call was true it pays a counter, else the caller does, and it starts the next round. Or \
         it takes the hand, throws any bones again, says truthfully how many but not which, and calls more than before. Venus \
         must be challenged. The last seat with counters wins.",
        "Whoever may not call a hand without a rank throws the same bones again until it ranks; nobody hears how often.",
        "Best play is known for two seats: of all that is best in every turn what gains most against one who \
         calls and challenges at random. A turn begins when \
         the hand is taken up: after a throw that is no good the other need only keep the thrower to what the turn is worth.",
    ],
    card: &card::card,
    source: "M. J. Speakman, game 6",
    policies: &POLICIES,
    notation: "OWN-OTHER, the counters of both seats, yours first; then the hand you accepted and what it was called, if any; how \
               many bones were thrown since, what lies there or ? if it is the other's, and then its call: \
               10-10 6433 S16 2 ? S18",
    throw_use: &|_| ThrowUse::Cast(&|_, cast| hands::ranked(cast)),
    set_up: &|table| {
        let settings = Settings::new(&table.rules);
        let policies = table.rules.play().iter().map(Policy::of).collect();
        Ok(Box::new(MendaxCommon(Arc::new(Table::new(settings, &table.bones[0], policies)))))
    },
    ..Game::BLANK
};

struct MendaxCommon(Arc<Table>);

impl MendaxCommon {
    /// Whether the match is followed from score to score: of two seats, or a small one of more who follow policies.
    fn is_followed(&self) -> bool {
        let best = self.0.policies.contains(&Policy::Best);
        let known = !best || (self.0.settings.seats == 2 && self.0.is_soon_solved());
        known && matches::is_small(&self.0)
    }
}

impl Decisions for MendaxCommon {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        advice::advise(&self.0, position)
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        if self.0.settings.seats != 2 {
            return Err(AdviceError::TWO_SEATS);
        }
        if self.0.policies.iter().any(|policy| *policy != Policy::Best) {
            return Err(AdviceError::CARD_OF_BEST);
        }
        advice::is_known(&self.0, self.0.two_most())?;
        strategy::strategy(&self.0)
    }

    fn skill_against(&self, play: &Play) -> Result<Number, AdviceError> {
        Ok(self.0.mean_against(play))
    }

    fn skill(&self, solved: &(dyn Fn() + Sync)) -> Result<Skill, AdviceError> {
        Ok(self.0.skill(solved))
    }

    fn skill_tables(&self) -> u64 {
        self.0.skill_tables()
    }

    fn worth(&self) -> ValueUnit {
        ValueUnit::WinShare
    }
}

impl Solvable for MendaxCommon {
    fn tell(&mut self, progress: OnProgress) {
        if let Some(table) = Arc::get_mut(&mut self.0) {
            table.progress = Some(progress);
        }
    }

    fn keep_in(&mut self, store: Arc<dyn SolutionStore>) {
        if let Some(table) = Arc::get_mut(&mut self.0) {
            table.store = Some(store);
        }
    }

    fn solve_to(&self, _: Wanted) -> Solution {
        let seats = self.0.settings.seats;
        if !self.0.can_be_played() {
            return matches::endless(seats);
        }
        let unknown = || {
            // Every round costs a counter.
            let (never, nobody) = (Enclosure::zero(), Enclosure::zero());
            let statistics =
                matches::STATISTICS.map(|of| StatisticNumbers::one(of, Err(Missing::TooLong))).into();
            Solution { nobody, never, statistics, ..Solution::unknown(seats, false) }
        };
        if self.is_followed() { matches::solve(&self.0).unwrap_or_else(|_| unknown()) } else { unknown() }
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        if !self.is_followed() || !self.0.can_be_played() {
            return Err(ChainError::TooLarge);
        }
        let series = Match::new(&self.0, &self.0.policies).map(|of_match| of_match.series);
        MarkovChain::new(&series.map_err(|_| ChainError::TooLarge)?, most_moves)
    }

    /// Call by call where there are few hands and counters, else round by round.
    fn dynamics(&self) -> Dynamics {
        const MOST_MOVES: usize = 400_000;
        const MOST_STATES: f64 = 100_000.0;
        let decided = Passing::decided(&self.0).filter(|_| self.0.can_be_played());
        let decided = decided.filter(|decided| decided.estimated_states() <= MOST_STATES);
        let numbered = decided.and_then(|decided| MarkovChain::new(&decided, MOST_MOVES).ok());
        let chain = numbered.map_or_else(|| self.chain(MOST_MOVES), Ok);
        Dynamics::new(chain, self.0.settings.seats, None)
    }
}

impl Simulated for MendaxCommon {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(MatchPlayer::new(&self.0))
    }
}

impl Playable for MendaxCommon {
    fn moves(&self) -> &'static str {
        "calls and challenges"
    }

    fn remarks(&self) -> Vec<String> {
        remarks_on_best(self.0.settings.seats, self.0.policies.contains(&Policy::Best))
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    /// A round takes as long as a cast for each call, and one for the challenge. That is a rule of thumb, and told to the
    /// thousandth.
    fn casts_in_unit(&self) -> BigRational {
        let calls = if self.is_followed() { matches::first_calls(&self.0) } else { None };
        let calls = calls.unwrap_or_else(|| BigRational::from_integer(2.into()));
        let thousand = BigRational::from_integer(1_000.into());
        ((calls + BigRational::one()) * &thousand).round() / thousand
    }

    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl Workload for MendaxCommon {
    fn can_be_played(&self) -> bool {
        !self.0.policies.contains(&Policy::Best) || self.0.is_soon_solved()
    }

    fn cost(&self, length: f64) -> f64 {
        // What was measured: a round takes some 200 ns.
        length * 40.0
    }

    fn cost_of_any(&self) -> f64 {
        self.cost(f64::from(self.0.settings.counters.all()))
    }

    fn effort(&self) -> f64 {
        let best = self.0.policies.contains(&Policy::Best);
        if best && self.0.is_soon_solved() { self.0.work() } else { 500.0 }
    }
}
