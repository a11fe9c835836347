//! How many games to simulate.

use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::exact::{Missing, Solution};
use crate::games::Playable;
use crate::monte_carlo::{BATCH, Tally};

/// The default number of games.
const USUAL_GAMES: u64 = 1_000_000;

/// The most casts drawn for them; if games are long, fewer are played.
const MOST_CASTS: f64 = 6e8;

/// Fewer games than these say little: for them a user waits longer, up to `MOST_CASTS_OF_FEW` casts.
const FEW_GAMES: u64 = 300;
const MOST_CASTS_OF_FEW: f64 = 1.5e9;

/// The default number of games for a table; 0 if one would take too long.
pub fn usual_games(table: &dyn Playable, solution: &Solution) -> u64 {
    let cost = cost_of_one(table, solution);
    if cost.is_finite() && !table.workload().can_be_played() {
        return 0;
    }
    games_at(cost)
}

/// The throws drawn for a game: from its mean length, or from a few trial games if that is unknown.
pub(super) fn cost_of_one(table: &dyn Playable, solution: &Solution) -> f64 {
    let length = mean_length(solution);
    if length.is_finite() { table.workload().cost(length) } else { table.workload().cost_of_any() }
}

/// Whether a game has too many positions to solve, so that only simulation shows its length.
pub fn is_unsolved(solution: &Solution) -> bool {
    solution.length.mean == Err(Missing::TooLong)
}

/// A remark on games known only from simulation: that some were given up, or that none were played.
pub fn remark_on_games(tally: Option<&Tally>) -> Option<String> {
    match tally {
        None => Some(
            "No games were simulated: with these rules and policies they take too long.".to_owned(),
        ),
        Some(tally) => (tally.given_up > 0).then(|| {
            let others = if tally.games > 0 { "; figures are for the others" } else { "" };
            let (given_up, begun) = (tally.given_up, tally.begun());
            format!("{given_up} of {begun} games were given up before they ended, and it is unknown whether they ever end{others}.")
        }),
    }
}

/// The time in milliseconds of the default number of games of an unsolved table; infinite if one takes too long.
pub(super) fn time_to_play(table: &dyn Playable) -> f64 {
    const CASTS_IN_A_MILLISECOND: f64 = 1e5;
    let cost = table.workload().cost_of_any();
    let games = games_at(cost).max(1);
    games.to_f64().unwrap_or(f64::INFINITY) * cost / CASTS_IN_A_MILLISECOND
}

/// The default number of games, if one costs `cost` casts.
fn games_at(cost: f64) -> u64 {
    at_most(USUAL_GAMES, MOST_CASTS / cost.max(1.0)).max(few_games(cost))
}

/// The least informative number of games, or fewer if they would take too long.
pub(super) fn few_games(cost: f64) -> u64 {
    at_most(FEW_GAMES, MOST_CASTS_OF_FEW / cost.max(1.0))
}

/// The default number of evenings of `games` games.
pub fn usual_evenings(table: &dyn Playable, solution: &Solution, games: u64) -> u64 {
    let length = mean_length(solution);
    let cost = if length.is_finite() {
        table.workload().cost_among_purses(length)
    } else {
        table.workload().cost_of_any()
    };
    let cost = cost * games.to_f64().unwrap_or(1.0);
    at_most(USUAL_GAMES / 100, MOST_CASTS / cost.max(1.0)).max(1)
}

/// The error that games of a table take too long to simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "with these bones and rules games can be too long to simulate; --games 0 gives the exact figures alone"
)]
pub struct TooLong;

/// Checks that a first batch of the games takes a reasonable time.
///
/// # Errors
///
/// [`TooLong`], if one batch takes a quarter of an hour or more.
pub fn can_play(table: &dyn Playable, solution: &Solution, games: u64) -> Result<(), TooLong> {
    /// At about 10⁸ casts a second.
    const MOST_CASTS: f64 = 1e11;
    let known = !is_unsolved(solution);
    if games > 0 && !table.workload().can_be_played() {
        return Err(TooLong);
    }
    let casts =
        table.workload().cost(mean_length(solution)) * games.min(BATCH).to_f64().unwrap_or(f64::INFINITY);
    if games > 0 && known && casts > MOST_CASTS { Err(TooLong) } else { Ok(()) }
}

/// The minutes that `casts` take, at `pace` seconds a cast.
pub(super) fn minutes(pace: &BigRational, casts: &BigRational) -> BigRational {
    pace * casts / BigRational::from_integer(60.into())
}

fn at_most(usual: u64, most: f64) -> u64 {
    most.to_u64().map_or(0, |most| usual.min(most))
}

/// The mean number of casts, as far as it is known; infinite if it exceeds any counter.
pub(super) fn mean_length(solution: &Solution) -> f64 {
    const LONGEST: f64 = 1e16;
    let length = match &solution.length.mean {
        Ok(mean) => mean.high().to_f64().unwrap_or(f64::INFINITY),
        // The simulation detects endless games and stops.
        Err(Missing::Endless) => 100.0,
        Err(_) => f64::INFINITY,
    };
    if length > LONGEST { f64::INFINITY } else { length }
}
