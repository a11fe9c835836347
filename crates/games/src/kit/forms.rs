//! What solves and plays a game fastest, for each form that a process can have.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::dynamics::Dynamics;
use super::playable::{Playable, Simulated, Solvable, Workload};
use tali_core::exact::{
    Progress, Solution, Wanted, joint_places, race_progress, solve_race, solve_rounds, solve_showdown,
    solve_totals, totals_progress,
};
use tali_core::monte_carlo::{
    BankrollPlayer, Player, ProcessPlayer, RacePlayer, RaceValues, RoundsPlayer, ShowdownPlayer,
    TotalsPlayer, TotalsValues, TrajectorySimulator,
};
use tali_core::process::{
    ChainError, Distribution, Hand, MarkovChain, Process, Race, RaceProcess, Rounds, Showdown, Tie, TieBreak,
    Totals, TotalsProcess,
};

/// A hand that is compared with others takes as long as so many throws.
const HAND: f64 = 4.0;

/// Games of totals look ahead at one in so many throws, each of which takes as long as twenty others.
const LOOKS_AHEAD: u64 = 32;

impl Solvable for Race {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        wanted.part_of(solve_race(self, wanted.detail))
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        MarkovChain::new(&RaceProcess::new(self).ok_or(ChainError::TooLarge)?, most_moves)
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
}

impl Simulated for Race {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(RacePlayer::new(self, true))
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        self.stake?;
        Some(Box::new(RacePlayer::new(self, true)))
    }
}

impl Playable for Race {
    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl Workload for Race {
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
        let too_rare = |(place, distribution): (u32, &Distribution<Option<u32>>)| {
            let weight = distribution.weight_of(|to| *to != Some(place));
            // A seat that never moves is not waited for.
            let possible = !weight.is_zero();
            let chance = BigRational::new(weight.into(), distribution.total().clone().into()).to_f64();
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

impl Solvable for Showdown {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        solve_showdown(self, wanted)
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        MarkovChain::new(self, most_moves)
    }

    fn dynamics(&self) -> Dynamics<'_> {
        Dynamics::new(self, |_| None)
    }

    fn is_never_shared(&self) -> bool {
        self.tie == Tie::Recast
    }
}

impl Simulated for Showdown {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(ShowdownPlayer::new(self))
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        self.stakes.as_ref()?;
        Some(Box::new(ProcessPlayer::new(self.without_recasts())))
    }
}

impl Playable for Showdown {
    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl Workload for Showdown {
    fn effort(&self) -> f64 {
        // What was measured: eleven unlike seats take some 150 ms.
        (groups(&self.hands) * 7e-3).max(1.0)
    }

    fn cost(&self, length: f64) -> f64 {
        HAND * length
    }
}

impl Solvable for Rounds {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        wanted.part_of(solve_rounds(self, wanted.detail))
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        MarkovChain::new(self, most_moves)
    }

    fn dynamics(&self) -> Dynamics<'_> {
        Dynamics::new(self, |_| None)
    }

    fn is_never_shared(&self) -> bool {
        self.tie_break == TieBreak::SuddenDeath
    }
}

impl Simulated for Rounds {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(RoundsPlayer::new(self))
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        Some(Box::new(ProcessPlayer::new(self.without_recasts())))
    }
}

impl Playable for Rounds {
    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl Workload for Rounds {
    fn effort(&self) -> f64 {
        // What was measured: ten unlike seats take some 30 ms for three rounds, and 800 ms for 81.
        (groups(&self.hands) * f64::from(self.rounds) * 1e-3).max(1.0)
    }

    fn cost(&self, length: f64) -> f64 {
        HAND * length
    }
}

impl Solvable for Totals {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        solve_totals(self, wanted.detail)
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        MarkovChain::new(&TotalsProcess::new(self).ok_or(ChainError::TooLarge)?, most_moves)
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
}

impl Simulated for Totals {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(TotalsPlayer::new(self))
    }
}

impl Playable for Totals {
    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl Workload for Totals {
    fn is_soon_solved(&self) -> bool {
        false
    }

    fn effort(&self) -> f64 {
        // The distribution of the total is as wide as there are throws, and takes the square of that.
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
