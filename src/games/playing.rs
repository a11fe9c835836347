//! Each kind of process with its solver and its player.

use super::Playable;
use crate::exact::{
    DeadEnds, Solution, hopeless_states, solve_race, solve_rounds, solve_showdown, solve_totals, solve_walk,
};
use crate::monte_carlo::{Player, RacePlayer, RoundsPlayer, ShowdownPlayer, TotalsPlayer, WalkPlayer};
use crate::process::{Climb, Law, Race, Rounds, Showdown, Tie, Totals, Walk};
use crate::tali::{Face, Talus};

/// A walk without a deadline.
pub(super) struct Walking<W>(pub W);

impl<W: Walk> Playable for Walking<W> {
    fn solve(&self) -> Solution {
        solve_walk(&self.0)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(WalkPlayer::new(&self.0, hopeless_states(&self.0)))
    }
}

impl<C: Climb> Playable for Race<C> {
    fn solve(&self) -> Solution {
        solve_race(self)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(RacePlayer::new(self, true))
    }

    fn cost(&self, length: f64) -> f64 {
        // Idle throws are skipped.
        let laws = self.ways.first().map_or(0, |ways| ways.iter().map(|way| way.laws().len()).sum::<usize>());
        #[expect(clippy::cast_precision_loss, reason = "laws are few")]
        let most = laws.max(1) as f64 * 100.0;
        length.min(most)
    }
}

impl Playable for Showdown {
    fn solve(&self) -> Solution {
        solve_showdown(self)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        let dead_ends = DeadEnds::new(self);
        Box::new(ShowdownPlayer::new(self, move |seats| dead_ends.has(seats)))
    }
}

impl Playable for Rounds {
    fn solve(&self) -> Solution {
        solve_rounds(self)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        // Some seats can never settle a round where no hand of theirs can be the only best one.
        let lone = |seats: &[usize]| {
            let hands: Vec<Law<crate::process::Hand>> =
                seats.iter().map(|seat| self.hands[*seat].clone()).collect();
            let split = Showdown { hands, tie: Tie::Split, stakes: None };
            solve_showdown(&split).specials.first().and_then(|tie| tie.numbers().first().cloned())
        };
        let never = move |seats: &[usize]| matches!(lone(seats), Some(Ok(tie)) if tie.as_exact().is_some_and(num_traits::One::is_one));
        Box::new(RoundsPlayer::new(self, never))
    }
}

impl Playable for Totals {
    fn solve(&self) -> Solution {
        solve_totals(self)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(TotalsPlayer::new(self))
    }
}

/// What one talus shows.
pub(super) fn of_talus(talus: &Talus) -> Law<u32> {
    let weights = Face::ALL.map(|face| (u32::from(face.value()), talus.weight(face).clone()));
    Law::new(weights).unwrap_or_else(|| Law::certain(0))
}
