//! Counts lines of play.

use std::iter::Sum;

use rayon::prelude::*;

use super::PerfectInformation;

/// The numbers of different lines with a certain number of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The number of lines.
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

/// More positions than this are always shared among threads.
const MANY: usize = 1_000;

/// Counts the lines of 1, 2, … plies from a position by playing them all; chess programmers call this perft. It tests
/// whether two programs implement the same rules.
///
/// It stops before a depth that is expected to take more than `most` positions, judging by the depths before.
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

/// The same for a game given by functions: `next` returns the positions one ply later, `count` the lines of one ply.
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
    // Shared among threads as long as there is much to share.
    if depth > 3 || positions.len() > MANY {
        positions.par_iter().map(of_position).sum()
    } else {
        positions.iter().map(of_position).sum()
    }
}
