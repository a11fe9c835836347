//! The game at a table: policies and bones.

use std::sync::{Arc, OnceLock};

use num_rational::BigRational;
use num_traits::One;

use super::odds::Odds;
use super::policies::Policy;
use super::round::{Outcome, Round};
use super::settings::{Loss, Settings, Tali};
use super::solved::SolvedRound;
use crate::bluffing::cache::Cache;
use crate::bluffing::series::MatchState;
use tali_core::exact::{OnProgress, Plan, Player, Unsolved};
use tali_core::process::MAX_SEATS;
use tali_core::tali::TaliSet;

/// The fixed data of a match, and the results computed from it.
pub(super) struct Table {
    pub settings: Settings,
    pub bones: Vec<TaliSet>,
    pub policies: Vec<Policy>,
    /// For each seat, the first seat with the same bones.
    like: Vec<u8>,
    /// The odds by the bones and tali of the others, and by whether two seats are left with one talus each.
    odds: Cache<(Others, bool), Arc<Odds>>,
    /// All rounds of two seats. The first thread that needs a round solves it; others wait.
    solved: Cache<[OfSeat; 2], Arc<OnceLock<MaybeSolved>>>,
    /// Receives the progress of solving the match.
    pub progress: Option<OnProgress>,
}

type MaybeSolved = Result<Arc<SolvedRound>, Unsolved>;

/// The bones of a seat, as the first seat with such bones, and its number of tali.
type OfSeat = (u8, u8);

/// The bones and tali of all other seats, and last the tali of the own seat.
type Others = [OfSeat; MAX_SEATS];

/// The player of a round that a seat is.
pub(super) fn side(state: &MatchState, seat: usize) -> Player {
    if state.starter == seat { Player::First } else { Player::Second }
}

/// Converts the starter's probability to win a round to that of a player.
pub(super) fn part_of(player: Player, starter_wins: BigRational) -> BigRational {
    match player {
        Player::First => starter_wins,
        Player::Second => BigRational::one() - starter_wins,
    }
}

impl Table {
    pub(super) fn new(settings: Settings, bones: Vec<TaliSet>, policies: Vec<Policy>) -> Self {
        let first_like = |set: &TaliSet| bones.iter().position(|other| other == set).unwrap_or(0);
        let like = bones.iter().map(|set| u8::try_from(first_like(set)).unwrap_or(0)).collect();
        let (odds, solved) = (Cache::default(), Cache::default());
        Self { settings, bones, policies, like, odds, solved, progress: None }
    }

    /// The policy of a seat; with loss="bidder" no play is best, so `safe` replaces it.
    pub(super) fn policy(&self, seat: usize) -> &Policy {
        self.played(&self.policies[seat])
    }

    /// The policy, or the one that replaces it.
    pub(super) fn played<'a>(&self, policy: &'a Policy) -> &'a Policy {
        let nothing_is_best = *policy == Policy::Best && self.settings.loss == Loss::Bidder;
        if nothing_is_best { &Policy::Safe } else { policy }
    }

    fn of_seat(&self, tali: &Tali, seat: usize) -> OfSeat {
        (self.like[seat], tali.of(seat))
    }

    /// The odds of a seat.
    pub(super) fn odds(&self, tali: &Tali, seat: usize) -> Arc<Odds> {
        let mut others: Others = [(u8::MAX, 0); MAX_SEATS];
        let left = tali.left();
        for (other, of_seat) in left.iter().filter(|other| *other != seat).zip(&mut others) {
            *of_seat = self.of_seat(tali, other);
        }
        // The seating order of the others does not matter; only the own tali have a fixed index.
        others.sort_unstable();
        others[MAX_SEATS - 1] = (u8::MAX, tali.of(seat));
        let key = (others, tali.all() == 2 && left.number() == 2);
        self.odds.get(key, || Arc::new(Odds::new(&self.settings, &self.bones, tali, seat)))
    }

    /// The round between the two seats that are left.
    pub(super) fn round(&self, state: &MatchState) -> Round {
        Round::new(&self.settings, state, &self.bones)
    }

    /// The solution of that round.
    pub(super) fn solved_round(&self, state: &MatchState) -> MaybeSolved {
        let key = state.pair().map(|seat| self.of_seat(&state.counters, seat));
        let solved = self.solved.get(key, Arc::default);
        let solve = || SolvedRound::new(self.round(state)).map(Arc::new);
        solved.get_or_init(solve).clone()
    }

    /// The plan of a player with a policy in a round of two seats.
    pub(super) fn plan(&self, round: &Round, state: &MatchState, player: Player, policy: &Policy) -> Plan {
        let odds = self.odds(&state.counters, state.pair()[player.index()]);
        round.plan(player, |known| policy.behaviour(&self.settings, &odds, known))
    }

    /// The outcome of a round between two seats with these policies.
    pub(super) fn outcome(&self, state: &MatchState, policies: [&Policy; 2]) -> Result<Outcome, Unsolved> {
        let policies = state.pair().map(|seat| self.played(policies[seat]));
        let plan = |round: &Round, player: Player| self.plan(round, state, player, policies[player.index()]);
        if policies.iter().all(|policy| **policy != Policy::Best) {
            let round = self.round(state);
            return Ok(round.outcome(Player::BOTH.map(|player| plan(&round, player)).each_ref()));
        }
        let solved = self.solved_round(state)?;
        let follows = Player::BOTH
            .map(|player| (*policies[player.index()] != Policy::Best).then(|| plan(&solved.round, player)));
        let plans = Player::BOTH
            .map(|player| follows[player.index()].as_ref().unwrap_or_else(|| solved.best(player)));
        Ok(solved.round.outcome(plans))
    }
}
