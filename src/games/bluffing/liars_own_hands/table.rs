//! The game at a table: who plays how, with what bones.

use std::sync::{Arc, PoisonError, RwLock};

use num_rational::BigRational;
use num_traits::One;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::bids::Known;
use super::odds::Odds;
use super::policies::Policy;
use super::round::{Course, Round};
use super::settings::{Loss, Settings, Tali};
use super::solved::{SolvedRound, SolvedRounds, probabilities};
use crate::exact::{Plan, Player, Telling, Unsolved};
use crate::process::{MAX_SEATS, Play};
use crate::tali::TaliSet;

/// The game at a table.
pub(super) struct Table {
    pub settings: Settings,
    pub bones: Vec<TaliSet>,
    pub policies: Vec<Policy>,
    pub solved: SolvedRounds,
    /// Of each seat the first one with the same bones.
    like: Vec<u8>,
    /// The odds against others with such bones and so many tali, found when they are first asked for.
    odds: RwLock<FxHashMap<(Others, bool), Arc<Odds>>>,
    pub telling: Option<Telling>,
}

/// Between two rounds: how many tali each seat has, and who starts.
pub(super) type Standing = (Tali, usize);

/// Which player of a round a seat is.
pub(super) fn side((_, starter): &Standing, seat: usize) -> Player {
    if *starter == seat { Player::First } else { Player::Second }
}

/// How likely a player wins a round that the starter wins so likely.
pub(super) fn part_of(player: Player, starter_wins: BigRational) -> BigRational {
    match player {
        Player::First => starter_wins,
        Player::Second => BigRational::one() - starter_wins,
    }
}

/// The bones and the tali of all other seats, and last the tali of the own one.
type Others = [(u8, u8); MAX_SEATS];

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ending {
    /// Whose bid was challenged.
    pub bidder: usize,
    /// Who challenged it.
    pub challenger: usize,
    /// Whether it held.
    pub holds: bool,
}

impl Settings {
    /// What follows a round that costs a seat a talus.
    pub(super) fn after_losing(&self, tali: &Tali, loser: usize) -> Play<Standing> {
        self.after(tali, Ending { bidder: loser, challenger: tali.next(loser), holds: false })
    }

    /// What follows a round.
    pub(super) fn after(&self, tali: &Tali, ending: Ending) -> Play<Standing> {
        let loser = if ending.holds { ending.challenger } else { ending.bidder };
        let pays = self.loss == Loss::Either || !ending.holds;
        let tali = if pays { tali.without_one(loser) } else { *tali };
        let left = tali.left();
        if let Some(winner) = left.alone() {
            return Play::won_by(winner);
        }
        // The loser starts, or whoever comes after it.
        let starter = if left.has(loser) { loser } else { tali.next(loser) };
        Play::On((tali, starter))
    }
}

impl Table {
    pub(super) fn new(settings: Settings, bones: Vec<TaliSet>, policies: Vec<Policy>) -> Self {
        let first_like = |set: &TaliSet| bones.iter().position(|other| other == set).unwrap_or(0);
        let like: Vec<u8> = bones.iter().map(|set| u8::try_from(first_like(set)).unwrap_or(0)).collect();
        let solved = SolvedRounds::new(&settings, &bones, &like);
        Self { settings, bones, policies, solved, like, odds: RwLock::default(), telling: None }
    }

    /// Before the first round.
    pub(super) const fn start(&self) -> Standing {
        (self.settings.tali, 0)
    }

    /// How a seat plays: with loss="bidder" nothing is best.
    pub(super) fn policy(&self, seat: usize) -> &Policy {
        played(&self.settings, &self.policies[seat])
    }

    /// The odds of a seat.
    pub(super) fn odds(&self, tali: &Tali, seat: usize) -> Arc<Odds> {
        let mut others: Others = [(u8::MAX, 0); MAX_SEATS];
        let left = tali.left();
        for (other, place) in left.iter().filter(|other| *other != seat).zip(&mut others) {
            *place = (self.like[other], tali.of(other));
        }
        // In what order they sit does not matter, but how many tali the own seat has.
        others.sort_unstable();
        others[MAX_SEATS - 1] = (u8::MAX, tali.of(seat));
        let key = (others, tali.all() == 2 && left.number() == 2);
        if let Some(known) = self.odds.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(known);
        }
        let odds = Arc::new(Odds::new(&self.settings, &self.bones, tali, seat));
        let mut all = self.odds.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(key).or_insert(odds))
    }

    /// What a seat that is not playing its best does with what it knows.
    pub(super) fn behaviour(
        &self,
        policy: &Policy,
        odds: &Odds,
        known: &Known,
        actions: usize,
    ) -> Vec<BigRational> {
        probabilities(actions, &policy.choose(&self.settings, odds, known))
    }

    /// The two seats that are left, who starts first.
    pub(super) fn pair((tali, starter): &Standing) -> [usize; 2] {
        [*starter, tali.next(*starter)]
    }

    /// The round between the two seats that are left, solved.
    pub(super) fn solved_round(&self, standing: &Standing) -> Result<Arc<SolvedRound>, Unsolved> {
        self.solved.round(&standing.0, Self::pair(standing))
    }

    /// Solves every round that two seats can come to, several at once, and does something with each.
    pub(super) fn solve_all(&self, start: &Standing, with: impl Fn(&SolvedRound) + Sync) {
        standings(start).par_iter().for_each(|standing| {
            if let Ok(solved) = self.solved_round(standing) {
                with(&solved);
            }
        });
    }

    /// The plan of a player in a round of two seats.
    pub(super) fn plan(
        &self,
        round: &Round,
        (tali, starter): &Standing,
        player: Player,
        policy: &Policy,
    ) -> Plan {
        let seat = Self::pair(&(*tali, *starter))[player.place()];
        let odds = self.odds(tali, seat);
        round.plan(player, |known| self.behaviour(policy, &odds, known, round.actions(known).len()))
    }

    /// What comes of a round between two seats that play like this.
    pub(super) fn course(&self, standing: &Standing, policies: [&Policy; 2]) -> Result<Course, Unsolved> {
        let policies = policies.map(|policy| played(&self.settings, policy));
        let pair = Self::pair(standing);
        if policies.iter().all(|policy| **policy != Policy::Best) {
            let round = Round::new(&self.settings, &standing.0, pair, &self.bones);
            let plans =
                Player::BOTH.map(|player| self.plan(&round, standing, player, policies[player.place()]));
            return Ok(round.course(plans.each_ref()));
        }
        let solved = self.solved_round(standing)?;
        let other = Player::BOTH.map(|player| {
            let policy = policies[player.place()];
            (*policy != Policy::Best).then(|| self.plan(&solved.round, standing, player, policy))
        });
        let plans =
            Player::BOTH.map(|player| other[player.place()].as_ref().unwrap_or_else(|| solved.best(player)));
        Ok(solved.round.course(plans))
    }
}

/// How a seat plays that plays its best, where nothing is.
pub(super) fn played<'a>(settings: &Settings, policy: &'a Policy) -> &'a Policy {
    if *policy == Policy::Best && settings.loss == Loss::Bidder { &Policy::Safe } else { policy }
}

/// Every standing that two seats can come to from one, that one first; each comes before all that can follow it, but for
/// who starts.
pub(super) fn standings(start: &Standing) -> Vec<Standing> {
    let (tali, _) = start;
    let [one, other] = Table::pair(start);
    let mut standings = Vec::new();
    for ones in (1..=tali.of(one)).rev() {
        for others in (1..=tali.of(other)).rev() {
            let mut left = *tali;
            (left.0[one], left.0[other]) = (ones, others);
            standings.extend([(left, one), (left, other)]);
        }
    }
    standings
}
