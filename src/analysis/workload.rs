//! How many games are soon played.

use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::exact::{Missing, Solution};
use crate::games::Playable;
use crate::monte_carlo::{BATCH, Tally};

/// How many games are played if nobody says otherwise.
const USUAL_GAMES: u64 = 1_000_000;

/// As many casts at most are drawn for them; fewer games are played where they are longer.
const MOST_CASTS: f64 = 6e8;

/// Fewer games than these hardly tell anything: for them somebody waits longer, as long as so many casts take.
const FEW_GAMES: u64 = 300;
const MOST_CASTS_OF_FEW: f64 = 1.5e9;

/// The games that are played of a table if nobody says otherwise; 0 where one would take too long.
pub fn usual_games(table: &dyn Playable, solution: &Solution) -> u64 {
    let cost = cost_of_one(table, solution);
    if cost.is_finite() && !table.workload().can_be_played() {
        return 0;
    }
    games_at(cost)
}

/// How many throws are drawn for a game: by its mean length, or by a few that are tried where that is not known.
pub(super) fn cost_of_one(table: &dyn Playable, solution: &Solution) -> f64 {
    let length = mean_length(solution);
    if length.is_finite() { table.workload().cost(length) } else { table.workload().cost_of_any() }
}

/// Whether a game has too many positions to solve, so that only playing it tells how long it takes.
pub fn is_unsolved(solution: &Solution) -> bool {
    solution.length.mean == Err(Missing::TooLong)
}

/// What is to be said of games of which only playing tells anything: that some were given up, or that none were played.
pub fn remark_on_games(tally: Option<&Tally>) -> Option<String> {
    match tally {
        None => Some(
            "No games were simulated: by these rules, and played like this, they take too long.".to_owned(),
        ),
        Some(tally) => (tally.given_up > 0).then(|| {
            let others = if tally.games > 0 { "; figures are those of the others" } else { "" };
            let (given_up, begun) = (tally.given_up, tally.begun());
            format!("{given_up} of {begun} games were given up before they ended. Whether they ever end is not known{others}.")
        }),
    }
}

/// How many milliseconds the games take that are played of a table of which nothing is solved, if nobody says how many;
/// infinite where one takes too long.
pub(super) fn time_to_play(table: &dyn Playable) -> f64 {
    const CASTS_IN_A_MILLISECOND: f64 = 1e5;
    let cost = table.workload().cost_of_any();
    let games = games_at(cost).max(1);
    games.to_f64().unwrap_or(f64::INFINITY) * cost / CASTS_IN_A_MILLISECOND
}

/// As many games as are played where one costs so many casts.
fn games_at(cost: f64) -> u64 {
    at_most(USUAL_GAMES, MOST_CASTS / cost.max(1.0)).max(few_games(cost))
}

/// As many games as tell something where few are soon played, if that is not too long to wait for.
pub(super) fn few_games(cost: f64) -> u64 {
    at_most(FEW_GAMES, MOST_CASTS_OF_FEW / cost.max(1.0))
}

/// The evenings of so many games that are played of a table if nobody says otherwise.
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

/// Why games of a table cannot be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "with these bones and rules games can be too long to be played; --games 0 asks for the exact figures alone"
)]
pub struct TooLong;

/// Whether somebody who wants so many games of a table can wait for the first that tell anything.
///
/// # Errors
///
/// [`TooLong`], where one batch of them takes a quarter of an hour or more.
pub fn can_play(table: &dyn Playable, solution: &Solution, games: u64) -> Result<(), TooLong> {
    /// At some 10⁸ casts a second.
    const MOST_CASTS: f64 = 1e11;
    let known = !is_unsolved(solution);
    if games > 0 && !table.workload().can_be_played() {
        return Err(TooLong);
    }
    let casts =
        table.workload().cost(mean_length(solution)) * games.min(BATCH).to_f64().unwrap_or(f64::INFINITY);
    if games > 0 && known && casts > MOST_CASTS { Err(TooLong) } else { Ok(()) }
}

/// How many minutes so many casts take, at so many seconds a cast.
pub(super) fn minutes(pace: &BigRational, casts: &BigRational) -> BigRational {
    pace * casts / BigRational::from_integer(60.into())
}

fn at_most(usual: u64, most: f64) -> u64 {
    most.to_u64().map_or(0, |most| usual.min(most))
}

/// The mean number of casts, as far as it is known; games whose casts no counter holds are endless.
pub(super) fn mean_length(solution: &Solution) -> f64 {
    const LONGEST: f64 = 1e16;
    let length = match &solution.length.mean {
        Ok(mean) => mean.high().to_f64().unwrap_or(f64::INFINITY),
        // Games that can be seen never to end are not played on.
        Err(Missing::Endless) => 100.0,
        Err(_) => f64::INFINITY,
    };
    if length > LONGEST { f64::INFINITY } else { length }
}
