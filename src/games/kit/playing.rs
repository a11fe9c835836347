//! What solves and plays a game fastest, for each form that a process can have.

use std::borrow::Borrow;
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Pow, ToPrimitive, Zero};

use super::{Decisions, GameError, SolutionStore};
use crate::exact::{
    Missing, Progress, Solution, Swings, Telling, Wanted, chances_to_win, joint_places, race_progress,
    solve_chain, solve_race, solve_rounds, solve_showdown, solve_swings, solve_totals, totals_progress,
};
use crate::monte_carlo::{
    BankrollPlayer, ChainPlayer, ListedValues, Player, ProcessPlayer, RacePlayer, RaceValues, RoundsPlayer,
    ShowdownPlayer, TotalsPlayer, TotalsValues, Trajectories, TrajectorySimulator,
};
use crate::process::{
    ChainError, Distribution, Hand, MarkovChain, PoliciesError, Policy, Process, Race, RaceProcess, Rounds,
    Showdown, Tie, TieBreak, To, Totals, TotalsProcess, WithPolicies,
};
use crate::tali::{Face, Talus};

/// A hand that is compared with others takes as long as so many throws.
const HAND: f64 = 4.0;

/// Swings are solved for on chains of so few moves.
const MOST_SOLVED: usize = 300_000;

/// On chains of so few moves each seat's chance is listed, and the chain itself is solved and played.
const MOST_LISTED: usize = 4_000_000;

/// Games of totals look ahead at one in so many throws, each of which takes as long as twenty others.
const LOOKS_AHEAD: u64 = 32;

/// A game that is set up: what is asked of it, whatever its form.
pub trait Playable: Sync {
    /// From now on somebody is told how far it is while it is solved, where that takes long.
    fn tell(&mut self, _telling: Telling) {}

    /// From now on what takes long to solve is kept here, and looked up before it is solved.
    fn keep_in(&mut self, _store: Arc<dyn SolutionStore>) {}

    /// Its exact solution.
    fn solve(&self) -> Solution {
        self.solve_to(Wanted::ALL)
    }

    /// As much of its solution as is wanted.
    fn solve_to(&self, wanted: Wanted) -> Solution;

    /// Its states, numbered.
    ///
    /// # Errors
    ///
    /// [`ChainError`], if there are more than so many moves between them.
    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError>;

    /// Someone who plays it.
    fn player(&self) -> Box<dyn Player + '_>;

    /// Someone who plays it among seats with limited purses, where it is played for coins.
    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        None
    }

    /// The fewest coins that a purse may hold for such an evening.
    fn least_purse(&self) -> u64 {
        0
    }

    /// The fewest with which a seat comes to throw at all.
    fn least_to_play(&self) -> u64 {
        self.least_purse()
    }

    /// What is to be noted of limited purses: what every seat pays before the first throw.
    fn remark_on_purses(&self) -> Option<String> {
        None
    }

    /// What every seat brings, where it is a whole evening with purses.
    fn purses(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Whether it is an evening with purses in which it is of account who is out of coins: one that ends in other ways too.
    fn tells_ruin(&self) -> bool {
        false
    }

    /// How many casts one of those things takes, on average, in which its length is counted: casts, if it is not a whole
    /// evening.
    fn casts_in_unit(&self) -> BigRational {
        BigRational::one()
    }

    /// What these are called.
    fn moves(&self) -> &'static str {
        "casts"
    }

    /// What every seat has at stake before the first throw besides what it pays: its part of a pot that is there already.
    fn staked_besides(&self) -> BigRational {
        BigRational::zero()
    }

    /// How it swings from cast to cast.
    fn dynamics(&self) -> Dynamics<'_>;

    /// What is to be noted of this table.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// What is to be noted of the coins that seats pay and take.
    fn remark_on_coins(&self) -> Option<&'static str> {
        None
    }

    /// What is asked of it where seats choose.
    fn decisions(&self) -> Option<&dyn Decisions> {
        None
    }

    /// How the seats come along, for a picture, where this kind of game has one.
    fn progress(&self) -> Vec<Progress> {
        Vec::new()
    }

    /// Whether the pot always falls to one seat as a whole.
    fn is_never_shared(&self) -> bool {
        false
    }

    /// How many milliseconds it takes, roughly, to solve it to means; the same on every machine.
    fn effort(&self) -> f64 {
        1.0
    }

    /// Whether its whole solution takes little longer than chances and means alone.
    fn is_soon_solved(&self) -> bool {
        true
    }

    /// How many throws are drawn, roughly, for a game of which it is not known how long it is.
    fn cost_of_any(&self) -> f64 {
        f64::INFINITY
    }

    /// Whether what seats decide is known soon enough to play.
    fn can_be_played(&self) -> bool {
        true
    }

    /// Whether every seat can play by its policy here.
    ///
    /// # Errors
    ///
    /// [`GameError::UnknownPolicy`], if it is not known what a policy does.
    fn check_policies(&self) -> Result<(), GameError> {
        Ok(())
    }

    /// How many throws are drawn for a game of that mean length in casts.
    fn cost(&self, length: f64) -> f64 {
        length
    }

    /// The same among limited purses.
    fn cost_among_purses(&self, length: f64) -> f64 {
        self.cost(length)
    }
}

/// How a game swings, and someone who can play it with every seat's chance known at each state.
pub struct Dynamics<'a> {
    /// What is solved for; missing where that would take too long.
    pub swings: Swings,
    /// What every seat pays before the first throw, where coins are played for.
    pub stake: Option<BigRational>,
    /// Someone who plays it so.
    pub trajectories: Option<Box<dyn Trajectories + 'a>>,
}

impl<'a> Dynamics<'a> {
    /// Of a process whose states are numbered if they are few, else of what its value function says.
    pub(in crate::games) fn new<P: Process + 'a>(
        process: P,
        with_values: impl FnOnce(P) -> Option<Box<dyn Trajectories + 'a>>,
    ) -> Self {
        let few = process.estimated_states() <= MOST_LISTED.to_f64().unwrap_or(f64::MAX);
        if let Some(Ok(chain)) = few.then(|| MarkovChain::new(&process, MOST_LISTED)) {
            return Self::of_chain(chain);
        }
        let unknown = Self::unknown(process.seats(), process.ante());
        Self { trajectories: with_values(process), ..unknown }
    }

    /// Of numbered states, owned or borrowed.
    pub(in crate::games) fn of_chain<C: Process<State = To> + Borrow<MarkovChain> + 'a>(process: C) -> Self {
        const NANOSECONDS: f64 = 300.0;
        let chain: &MarkovChain = process.borrow();
        let stake = chain.ante().map(|stake| BigRational::from_integer(stake.into()));
        let missing = |why| Swings::missing(chain.seats(), why, stake.is_some());
        if chain.may_never_end() {
            return Self { swings: missing(Missing::Endless), stake, trajectories: None };
        }
        let solved = chain.size() <= MOST_SOLVED;
        let swings = if solved { solve_swings(chain) } else { missing(Missing::TooLong) };
        let values = ListedValues::new(&chances_to_win(chain));
        let simulator = TrajectorySimulator::new(process, values, 1, NANOSECONDS);
        Self { swings, stake, trajectories: Some(Box::new(simulator)) }
    }

    /// Nothing is known of so many seats.
    pub(in crate::games) fn unknown(seats: usize, stake: Option<u64>) -> Self {
        Self {
            swings: Swings::missing(seats, Missing::TooLong, stake.is_some()),
            stake: stake.map(|stake| BigRational::from_integer(stake.into())),
            trajectories: None,
        }
    }
}

/// A game of chance that is solved and played state by state, as any [`Process`] can be.
///
/// Up to four million moves between its states are solved; of a larger game nothing is known but what playing it tells. A
/// game in which seats choose is given their policies first ([`ProcessGame::with_policies`]): without them nothing is known of
/// it, and no game comes to an end. What they do at their best [`BestPlay`](crate::exact::BestPlay) knows.
///
/// ```no_run
/// # use tali_odds::process::Process;
/// # fn of<P: Process + Send>(process: P) {
/// use tali_odds::games::{Playable, ProcessGame};
///
/// let game = ProcessGame::new(process);
/// let solution = game.solve();
/// let swings = game.dynamics().swings;
/// # }
/// ```
pub struct ProcessGame<P> {
    process: P,
    /// Numbered when it is first asked for.
    chain: OnceLock<Result<MarkovChain, ChainError>>,
}

impl<P: Process> ProcessGame<P> {
    /// The game of this process.
    pub const fn new(process: P) -> Self {
        Self { process, chain: OnceLock::new() }
    }
}

impl<P: Process> ProcessGame<WithPolicies<P>> {
    /// The game of a process in which seats choose: one policy for each of them, or one for all.
    ///
    /// # Errors
    ///
    /// [`PoliciesError`], if there are neither as many as seats nor one.
    pub fn with_policies(process: P, policies: Vec<Policy<P::Information>>) -> Result<Self, PoliciesError> {
        WithPolicies::new(process, policies).map(Self::new)
    }
}

impl<P: Process> ProcessGame<P> {
    fn numbered(&self) -> Result<&MarkovChain, ChainError> {
        let chain = self.chain.get_or_init(|| MarkovChain::new(&self.process, MOST_LISTED));
        chain.as_ref().map_err(|error| *error)
    }
}

impl<P: Process + Send> Playable for ProcessGame<P> {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        match self.numbered() {
            Ok(chain) => solve_chain(chain, wanted),
            Err(_) => Solution::unknown(self.process.seats(), wanted.coins && self.process.ante().is_some()),
        }
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        let chain = self.numbered()?;
        if chain.size() <= most_moves { Ok(chain.clone()) } else { Err(ChainError::TooLarge) }
    }

    fn player(&self) -> Box<dyn Player + '_> {
        match self.numbered() {
            Ok(chain) => Box::new(ChainPlayer::new(chain)),
            Err(_) => Box::new(ProcessPlayer::new(&self.process)),
        }
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        self.process.ante()?;
        Some(Box::new(ProcessPlayer::new(&self.process)))
    }

    fn dynamics(&self) -> Dynamics<'_> {
        match self.numbered() {
            Ok(chain) => Dynamics::of_chain(chain),
            Err(_) => Dynamics::unknown(self.process.seats(), self.process.ante()),
        }
    }
}

impl Playable for Race {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        wanted.part_of(solve_race(self, wanted.detail))
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        MarkovChain::new(&RaceProcess::new(self).ok_or(ChainError::TooLarge)?, most_moves)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(RacePlayer::new(self, true))
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        self.stake?;
        Some(Box::new(RacePlayer::new(self, true)))
    }

    fn dynamics(&self) -> Dynamics<'_> {
        // Every seat's chance takes a sum over the throws that are still to come, for all that a throw can show.
        const NANOSECONDS: f64 = 4.0;
        let Some(process) = RaceProcess::new(self) else {
            return Dynamics::unknown(self.seats(), self.stake);
        };
        Dynamics::new(process, |process| {
            let values = RaceValues::new(&process)?;
            let cost = NANOSECONDS * values.work();
            Some(Box::new(TrajectorySimulator::new(process, values, 1, cost)))
        })
    }

    fn progress(&self) -> Vec<Progress> {
        race_progress(self)
    }

    fn is_never_shared(&self) -> bool {
        true
    }

    fn is_soon_solved(&self) -> bool {
        false
    }

    fn effort(&self) -> f64 {
        // What was measured: 100,000 joint places take some 30 ms.
        (joint_places(self).to_f64().unwrap_or(f64::MAX) * 3e-4).max(1.0)
    }

    fn cost(&self, length: f64) -> f64 {
        // A wait for something rarer than this may be longer than a counter holds.
        const RAREST: f64 = 1e-15;
        let places = || self.ways.iter().flatten().flat_map(|way| (0..).zip(way.places()));
        let too_rare = |(place, law): (u32, &Distribution<Option<u32>>)| {
            let weight = law.weight_of(|to| *to != Some(place));
            // A seat that never moves is not waited for.
            let possible = !weight.is_zero();
            let chance = BigRational::new(weight.into(), law.total().clone().into()).to_f64();
            possible && chance.is_none_or(|chance| chance < RAREST)
        };
        if places().any(too_rare) {
            return f64::INFINITY;
        }
        // Idle throws are skipped: each place takes a few draws at most.
        let places =
            self.ways.first().map_or(0, |ways| ways.iter().map(|way| way.places().len()).sum::<usize>());
        length.min((4 * places).max(100).to_f64().unwrap_or(length))
    }
}

impl Playable for Showdown {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        solve_showdown(self, wanted)
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        MarkovChain::new(self, most_moves)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(ShowdownPlayer::new(self))
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        self.stakes.as_ref()?;
        Some(Box::new(ProcessPlayer::new(self.without_recasts())))
    }

    fn dynamics(&self) -> Dynamics<'_> {
        Dynamics::new(self, |_| None)
    }

    fn is_never_shared(&self) -> bool {
        self.tie == Tie::Recast
    }

    fn effort(&self) -> f64 {
        // What was measured: eleven unlike seats take some 150 ms.
        (groups(&self.hands) * 7e-3).max(1.0)
    }

    fn cost(&self, length: f64) -> f64 {
        HAND * length
    }
}

impl Playable for Rounds {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        wanted.part_of(solve_rounds(self, wanted.detail))
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        MarkovChain::new(self, most_moves)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(RoundsPlayer::new(self))
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        Some(Box::new(ProcessPlayer::new(self.without_recasts())))
    }

    fn dynamics(&self) -> Dynamics<'_> {
        Dynamics::new(self, |_| None)
    }

    fn is_never_shared(&self) -> bool {
        self.tie_break == TieBreak::SuddenDeath
    }

    fn effort(&self) -> f64 {
        // What was measured: ten unlike seats take some 30 ms for three rounds, and 800 ms for 81.
        (groups(&self.hands) * f64::from(self.rounds) * 1e-3).max(1.0)
    }

    fn cost(&self, length: f64) -> f64 {
        HAND * length
    }
}

impl Playable for Totals {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        solve_totals(self, wanted.detail)
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        MarkovChain::new(&TotalsProcess::new(self).ok_or(ChainError::TooLarge)?, most_moves)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(TotalsPlayer::new(self))
    }

    fn dynamics(&self) -> Dynamics<'_> {
        // Every seat's chance takes a sum over what it can still add, at which all others are looked at.
        const NANOSECONDS: f64 = 2_500.0;
        let Some(process) = TotalsProcess::new(self) else {
            return Dynamics::unknown(self.throws.len(), None);
        };
        Dynamics::new(process, |process| {
            let values = TotalsValues::new(&process);
            let cost = NANOSECONDS * process.seats().to_f64().unwrap_or(1.0);
            Some(Box::new(TrajectorySimulator::new(process, values, LOOKS_AHEAD, cost)))
        })
    }

    fn progress(&self) -> Vec<Progress> {
        totals_progress(self)
    }

    fn is_soon_solved(&self) -> bool {
        false
    }

    fn effort(&self) -> f64 {
        // The law of the total is as wide as there are throws, and takes the square of that.
        let throws = f64::from(self.laps) * f64::from(self.throws_per_lap);
        throws * throws * kinds(&self.throws).len().to_f64().unwrap_or(1.0) * 1e-3
    }
}

/// The different ones of several things, with how many there are of each.
fn kinds<T: PartialEq>(things: &[T]) -> Vec<(&T, u32)> {
    let mut kinds: Vec<(&T, u32)> = Vec::new();
    for thing in things {
        match kinds.iter_mut().find(|(known, _)| *known == thing) {
            Some((_, number)) => *number += 1,
            None => kinds.push((thing, 1)),
        }
    }
    kinds
}

/// How many groups of seats there are whose hands are compared with one another, alike seats counted by their number,
/// times the kinds of seats.
fn groups(hands: &[Distribution<Hand>]) -> f64 {
    let kinds = kinds(hands);
    let groups: f64 = kinds.iter().map(|(_, seats)| f64::from(seats + 1)).product();
    groups * kinds.len().to_f64().unwrap_or(1.0)
}

/// What one talus shows.
pub(in crate::games) fn of_talus(talus: &Talus) -> Distribution<u32> {
    let weights = Face::ALL.map(|face| (face.value(), talus.weight(face).clone()));
    Distribution::new(weights).unwrap_or_else(|| Distribution::certain(0))
}

/// What independent throws add up to.
pub(in crate::games) fn sum_of(throws: impl Iterator<Item = Distribution<u32>>) -> Distribution<u32> {
    throws.fold(Distribution::certain(0), |sum, throw| sum.and(&throw, |sum, more| sum + more))
}

/// How many of so many tali are caught, each by itself.
pub(in crate::games) fn caught(tossed: u32, catch: &BigRational) -> Distribution<u32> {
    let (hit, all) = (catch.numer().magnitude(), catch.denom().magnitude());
    let mut ways = BigUint::from(1u32);
    let mut weights = Vec::new();
    for caught in 0..=tossed {
        weights.push((caught, &ways * Pow::pow(hit, caught) * Pow::pow(all - hit, tossed - caught)));
        ways = ways * (tossed - caught) / (caught + 1);
    }
    Distribution::new(weights).unwrap_or_else(|| Distribution::certain(0))
}
