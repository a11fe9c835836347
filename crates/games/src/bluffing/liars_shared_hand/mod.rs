//! Mendax Tali with one hand for all: it passes round under the cup, and the calls rise in rank.

mod advice;
mod best;
mod calls;
mod card;
mod cup;
mod distributions;
mod form;
mod matches;
mod notation;
mod player;
mod policies;
mod prospects;
mod rounds;
mod settings;
mod shape;
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

use self::distributions::enclosure;
use self::matches::Match;
use self::player::MatchPlayer;
use self::policies::{POLICIES, Policy};
use self::settings::{COUNTERS, STARTER, Settings, THROWS, VOID};
use self::table::Table;
use crate::bluffing::table::{LiarsGame, LiarsTable};
use crate::kit::rules::{Play, PolicyInfo};
use crate::kit::{
    Advice, AdviceError, Game, LengthUnit, Players, PositionForm, SolutionStore, Strategy, ThrowUse,
};
use tali_core::exact::{Enclosure, Missing, Number, OnProgress, Solution, StatisticNumbers, Wanted};
use tali_core::monte_carlo::Player;
use tali_core::process::{ChainError, MAX_SEATS, MarkovChain};
use tali_core::tali::Cast;

pub(crate) static GAME: Game = Game {
    number: 6,
    name: "mendax-common",
    title: "Mendax Tali, one hand for all",
    summary: "One hand passes round under the cup; call more than the last player, or challenge; the last with counters \
         wins",
    players: Players::of(2, MAX_SEATS, 2),
    one_set: true,
    counted_in: &|_| LengthUnit::Rounds,
    keys: &[COUNTERS.key, THROWS.key, VOID.key, STARTER.key],
    reading: &[
        "The starter throws all four, looks, and calls a rank: canis 1, 3333, 4444, 6666, a Senio by its sum from S9 to \
         S22, venus 18. A call claims at least that rank, and may be higher or lower than the hand.",
        "The next seat may challenge: if the call was true it pays a counter, otherwise the caller does, and it starts the \
         next round. Or it takes the hand, throws any bones again, says truthfully how many but not which, and calls more \
         than before. Venus must be challenged. The last seat with counters wins.",
        "A seat that may not call on a hand without a rank throws the same bones again until it ranks; it doesn't say how \
         often.",
        "Best play is known for two seats: of the best strategies in every turn, the one that gains most against a random \
         opponent. A turn begins when the hand is taken up: after a bad throw the other seat only needs to hold the thrower \
         to the value of the turn.",
    ],
    card: &card::card,
    source: "M. J. Speakman, game 6",
    policies: &POLICIES,
    notation: "OWN-OTHER, the counters of both seats, yours first; then the hand you accepted and its call, if any; how \
               many bones were thrown since; the bones on the table, or ? if they are hidden from you, and then the other's \
               call: 10-10 6433 S16 2 ? S18",
    throw_use: &|_| ThrowUse::Cast(&|_, cast| ranked(cast)),
    set_up: &|table| {
        let settings = Settings::new(&table.rules);
        let policies = table.rules.play().iter().map(Policy::of).collect();
        Ok(Box::new(LiarsTable(Table::new(settings, &table.bones[0], policies))))
    },
    ..Game::BLANK
};

/// Describes a cast by its rank.
fn ranked(cast: &Cast) -> String {
    /// The rank of Venus.
    const BEST: u8 = 18;
    match cast.rank() {
        Some(BEST) => "the best hand".to_owned(),
        rank => format!("rank {} of {BEST}", rank.unwrap_or(0)),
    }
}

impl Table {
    /// Whether some seat plays best.
    fn has_best(&self) -> bool {
        self.policies.contains(&Policy::Best)
    }

    /// Whether the match is solved score by score: with two seats, or with more that use policies if it is small.
    fn is_followed(&self) -> bool {
        (!self.has_best() || self.is_known()) && matches::is_small(self)
    }
}

impl LiarsGame for Table {
    const POLICIES: &'static [PolicyInfo] = &POLICIES;
    const MOVES: &'static str = "calls and challenges";

    fn seats(&self) -> usize {
        self.settings.seats
    }

    fn plays_best(&self, seat: usize) -> bool {
        self.policies[seat] == Policy::Best
    }

    fn tell(&mut self, progress: OnProgress) {
        self.progress = Some(progress);
    }

    fn keep_in(&mut self, store: Arc<dyn SolutionStore>) {
        self.store = Some(store);
    }

    fn is_known(&self) -> bool {
        self.settings.seats == 2 && self.can_be_played() && self.is_soon_solved()
    }

    fn is_best_played(&self) -> bool {
        self.is_soon_solved()
    }

    fn solution(&self, _: Wanted) -> Solution {
        let seats = self.settings.seats;
        if !self.can_be_played() {
            return matches::endless(seats);
        }
        let unknown = || {
            // Every round costs a counter.
            let (never, nobody) = (Enclosure::zero(), Enclosure::zero());
            let statistics =
                matches::STATISTICS.map(|of| StatisticNumbers::one(of, Err(Missing::TooLong))).into();
            Solution { nobody, never, statistics, ..Solution::unknown(seats, false) }
        };
        if self.is_followed() { matches::solve(self).unwrap_or_else(|_| unknown()) } else { unknown() }
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        if !self.is_followed() || !self.can_be_played() {
            return Err(ChainError::TooLarge);
        }
        let of_match = Match::new(self, &self.policies).map_err(|_| ChainError::TooLarge)?;
        MarkovChain::new(&of_match.series, most_moves)
    }

    /// One cast for each call and one for the challenge.
    fn casts_a_round(&self) -> BigRational {
        let calls = if self.is_followed() { matches::first_calls(self) } else { None };
        calls.unwrap_or_else(|| BigRational::from_integer(2.into())) + BigRational::one()
    }

    fn value(&self) -> Number {
        matches::best_share(self).map_err(|_| Missing::TooLong)
    }

    fn best_shares(&self, policy: &Play) -> [Number; 2] {
        let policy = Policy::of(policy);
        let share = |seat: usize| {
            let mut policies = [policy.clone(), policy.clone()];
            policies[seat] = Policy::Best;
            let followed = Match::new(self, &policies).map_err(|_| Missing::TooLong)?.follow();
            Ok(enclosure(followed.shares[seat], self.least()).at_most_one())
        };
        rayon::join(|| share(0), || share(1)).into()
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(MatchPlayer::new(self))
    }

    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        advice::advise(self, position)
    }

    fn form(&self, position: Option<&str>) -> Option<PositionForm> {
        (self.settings.seats == 2).then(|| form::form(self, position))
    }

    fn card(&self) -> Result<Strategy, AdviceError> {
        advice::is_known(self, self.two_most())?;
        strategy::strategy(self)
    }

    fn cost(&self) -> [f64; 2] {
        // Measured: a round takes about 350 ns.
        [70.0, f64::from(self.settings.counters.all())]
    }

    fn effort(&self) -> f64 {
        if self.has_best() && self.is_soon_solved() { self.work() } else { 500.0 }
    }
}
