//! How many lines of play there are.

use std::iter::Sum;

use rayon::prelude::*;

use super::PerfectInformation;

/// How many different lines of exactly so many plies there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// How many.
    pub lines: u64,
    /// How many of them win with their last ply.
    pub wins: u64,
}

impl Sum for Lines {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        let add =
            |one: Self, other: Self| Self { lines: one.lines + other.lines, wins: one.wins + other.wins };
        all.fold(Self::default(), add)
    }
}

/// So many positions are shared out to threads however little is left to count.
const MANY: usize = 1_000;

/// How many lines of 1, 2, … plies go out from a position, by trying them all: what chess programmers call perft. It is a
/// test that two programs mean the same rules.
///
/// It ends before a depth for which more than so many positions would have to be looked at, going by what the depths before
/// took.
pub fn count_lines<G: PerfectInformation>(
    game: &G,
    position: &G::Position,
    depth: u32,
    most: u64,
) -> Vec<Lines> {
    let next =
        |position: &G::Position| game.moves(position).into_iter().map(|(_, next)| next.position).collect();
    count_lines_by(position, depth, most, &next, &|position| game.count(position))
}

/// The same of a game of which is told where a position leads, once for each ply, and how many plies there are.
pub fn count_lines_by<P: Send + Sync>(
    position: &P,
    depth: u32,
    most: u64,
    next: &(impl Fn(&P) -> Vec<P> + Sync),
    count: &(impl Fn(&P) -> Lines + Sync),
) -> Vec<Lines> {
    let mut counted: Vec<Lines> = Vec::new();
    for depth in 1..=depth {
        let expected = match counted.as_slice() {
            [] => 0,
            [one] => one.lines.saturating_mul(one.lines),
            [.., before, last] => {
                last.lines.saturating_mul(last.lines.checked_div(before.lines).unwrap_or(0).max(1))
            }
        };
        if expected > most {
            break;
        }
        counted.push(exactly(position, depth, next, count));
    }
    counted
}

fn exactly<P: Send + Sync>(
    position: &P,
    depth: u32,
    next: &(impl Fn(&P) -> Vec<P> + Sync),
    count: &(impl Fn(&P) -> Lines + Sync),
) -> Lines {
    if depth <= 1 {
        return count(position);
    }
    let positions = next(position);
    let of_position = |position: &P| exactly(position, depth - 1, next, count);
    // Shared out to threads as long as there is much to share.
    if depth > 3 || positions.len() > MANY {
        positions.par_iter().map(of_position).sum()
    } else {
        positions.iter().map(of_position).sum()
    }
}
