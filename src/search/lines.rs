//! How many lines of play there are.

use std::iter::Sum;

use rayon::prelude::*;

use super::{Next, PerfectInformation};

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
        counted.push(exactly(game, position, depth));
    }
    counted
}

fn exactly<G: PerfectInformation>(game: &G, position: &G::Position, depth: u32) -> Lines {
    if depth <= 1 {
        return game.count(position);
    }
    let moves = game.moves(position);
    let of_move = |(_, next): &(G::Move, Next<G::Position>)| exactly(game, &next.position, depth - 1);
    // Shared out to threads as long as there is much to share.
    if depth > 3 { moves.par_iter().map(of_move).sum() } else { moves.iter().map(of_move).sum() }
}
