//! A table, with what is known of it without playing.

use num_rational::BigRational;
use num_traits::Zero;

use super::game::Running;
use super::notation::Standing;
use super::policies::Policy;
use super::position::Over;
use super::settings::Settings;
use super::statistics::{BRANCHING, CAPTURES, CAPTURES_MEAN, ENDED, OUTNUMBERED};
use crate::exact::{Enclosure, Missing, Solution, Spread, StatisticNumbers};

/// A table.
pub(super) struct Table {
    pub settings: Settings,
    pub policies: [Policy; 2],
    /// From where is played, with what came about before, if not from the first position.
    pub from: Option<Running>,
}

impl Table {
    /// The game from which is played on.
    pub(super) fn game(&self) -> Running {
        self.from.clone().unwrap_or_else(|| Running::from(&Standing::first(&self.settings)))
    }

    /// The position from which is played.
    pub(super) fn standing(&self) -> Standing {
        self.from.as_ref().map_or_else(|| Standing::first(&self.settings), Running::standing)
    }

    /// How many games are played before anybody asks whether to go on.
    pub(super) fn batch(&self) -> u64 {
        let long = self.settings.quiet == 0 || self.policies.iter().any(|policy| policy.depth().is_some());
        if long { 1 } else { 128 }
    }

    /// How many draws take as long as one ply.
    pub(super) fn cost_of_ply(&self) -> f64 {
        let squares = f64::from(self.settings.board.squares()) / 96.0;
        let of = |policy: &Policy| match policy {
            Policy::Random => 60.0,
            Policy::Greedy => 900.0 * squares,
            // What was measured of games at depths 1 to 3, and of first moves beyond.
            Policy::Search(1) => 4_000.0 * squares,
            Policy::Search(2) => 26_000.0 * squares,
            Policy::Search(depth) => 440_000.0 * squares * 28f64.powi(i32::try_from(*depth).unwrap_or(6) - 3),
        };
        self.policies.iter().map(of).sum::<f64>() / 2.0
    }

    /// How many plies a game takes, roughly.
    pub(super) fn plies(&self) -> f64 {
        let quiet = if self.settings.quiet == 0 { 10_000.0 } else { f64::from(self.settings.quiet) };
        2.0 * quiet + 2.0 * f64::from(self.settings.stones)
    }

    /// Nothing is known of a game that is not over yet.
    pub(super) fn solution(&self) -> Solution {
        let game = self.game();
        if let Some(over) = game.over(&self.settings) {
            return of_end(&game, over);
        }
        let endless = self.settings.quiet == 0;
        let never = if endless { Enclosure::probability() } else { Enclosure::zero() };
        Solution { never, statistics: unknown(), ..Solution::unknown(2, false) }
    }
}

/// What a game has to tell, none of it known.
fn unknown() -> Vec<StatisticNumbers> {
    let missing = |of: &'static _, number| StatisticNumbers::several(of, vec![Err(Missing::TooLong); number]);
    let ended = ENDED.iter().map(|of| missing(of, 1));
    let others =
        [missing(&CAPTURES_MEAN, 1), missing(&CAPTURES, 2), missing(&BRANCHING, 1), missing(&OUTNUMBERED, 1)];
    ended.chain(others).collect()
}

/// A position that is over has its result.
fn of_end(game: &Running, over: Over) -> Solution {
    let whole = |number: u32| Ok(Enclosure::exact(BigRational::from_integer(number.into())));
    let statistics = unknown().into_iter().map(|mut statistic| {
        let taken = game.position.taken.map(u32::from);
        statistic.numbers = match statistic.of.name {
            "captures_mean" => vec![whole(taken[0] + taken[1])],
            "captures" => taken.map(whole).into(),
            "branching" | "outnumbered" => vec![Err(Missing::Impossible)],
            name => {
                let place = ENDED.iter().position(|of| of.name == name);
                vec![Ok(Enclosure::certain(place == Some(over.ending as usize)))]
            }
        };
        statistic
    });
    Solution {
        shares: [0, 1].map(|seat| Enclosure::certain(over.winner == Some(seat))).into(),
        nobody: Enclosure::certain(over.winner.is_none()),
        never: Enclosure::zero(),
        length: Spread::certain(&BigRational::zero()),
        pot: None,
        statistics: statistics.collect(),
    }
}
