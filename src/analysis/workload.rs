//! How many games are soon played.

use num_traits::ToPrimitive;

use crate::exact::{Missing, Solution};
use crate::games::Playable;

/// How many games are played if nobody says otherwise.
const USUAL_GAMES: u64 = 1_000_000;

/// As many casts at most are drawn for them; fewer games are played where they are longer.
const MOST_CASTS: f64 = 6e8;

/// The games that are played of a table if nobody says otherwise; 0 where one would take too long.
pub fn usual_games(table: &dyn Playable, solution: &Solution) -> u64 {
    let length = mean_length(solution);
    let cost = if length.is_finite() { table.cost(length) } else { length };
    at_most(USUAL_GAMES, MOST_CASTS / cost.max(1.0))
}

/// The evenings of so many games that are played of a table if nobody says otherwise.
pub fn usual_evenings(table: &dyn Playable, solution: &Solution, games: u64) -> u64 {
    let cost = table.cost(mean_length(solution)) * games.to_f64().unwrap_or(1.0);
    at_most(USUAL_GAMES / 100, MOST_CASTS / cost.max(1.0)).max(1)
}

/// Why so many games of a table cannot be played, if that is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{games} games of this length would take years; ask for fewer, or for none (0) to have the exact figures alone"
)]
pub struct TooManyGames {
    /// How many are asked for.
    pub games: u64,
}

/// Whether somebody can wait for so many games of a table.
///
/// # Errors
///
/// [`TooManyGames`], where more casts are to be drawn than in about a year.
pub fn can_play(table: &dyn Playable, solution: &Solution, games: u64) -> Result<(), TooManyGames> {
    /// At some 10⁷ casts a second.
    const MOST_ASKED: f64 = 3e14;
    // Of games that are too many to solve it is not known how long they take; only playing them tells.
    let known = solution.length.mean != Err(Missing::TooLong);
    let casts = table.cost(mean_length(solution)) * games.to_f64().unwrap_or(f64::INFINITY);
    if games > 0 && known && casts > MOST_ASKED { Err(TooManyGames { games }) } else { Ok(()) }
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
