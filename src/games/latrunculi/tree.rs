//! The game as a search sees it, and what a position is worth to whoever looks no further.

use super::bits::Bits;
use super::position::{Over, Ply, Position};
use super::settings::Settings;
use crate::search::{AlphaBeta, Bounds, Horizon, Lines, Next, PerfectInformation};

/// What a win is worth before the plies that it takes are taken off.
pub(super) const WIN: i32 = 1_000_000;

/// Values of so much and more are forced ends.
pub(super) const FORCED: i32 = 999_000;

/// How many positions a search remembers, as a power of two: four times as many for each ply more, up to a limit.
const REMEMBERED: u32 = 8;
const MOST_REMEMBERED: u32 = 20;

/// Positions by these rules.
pub(super) struct Tree<'s>(pub &'s Settings);

impl Tree<'_> {
    /// A search that looks so many plies ahead.
    pub(super) fn search(&self, depth: u32) -> AlphaBeta<'_, Self> {
        AlphaBeta::new(self, Horizon::Opinion, (REMEMBERED + 2 * depth).min(MOST_REMEMBERED))
    }
}

/// What an end is worth to who would be to move.
fn of_end(position: &Position, over: Over) -> i32 {
    match over.winner {
        None => 0,
        Some(winner) if winner == position.seat => WIN,
        Some(_) => -WIN,
    }
}

/// What a position is worth to who is to move, in hundredths of a stone: stones, moves, and the room of the dux.
pub(super) fn evaluation(position: &Position, settings: &Settings) -> i32 {
    let (own, other) = (position.mover(), 1 - position.mover());
    let stones = |seat| position.stones_of(seat).cast_signed();
    let moves = |seat| position.mobility(seat, settings).cast_signed();
    let mut value = 100 * (stones(own) - stones(other)) + moves(own) - moves(other);
    if settings.dux {
        value += 20 * (freedom(position, own, settings) - freedom(position, other, settings));
    }
    value
}

/// How many squares beside the dux of a seat are empty.
pub(super) fn freedom(position: &Position, seat: usize, settings: &Settings) -> i32 {
    let beside = position.dux[seat].map_or(Bits::NONE, |dux| settings.board.beside(Bits::one(dux)));
    (beside & position.empty(&settings.board)).number().cast_signed()
}

impl PerfectInformation for Tree<'_> {
    type Position = Position;
    type Move = Ply;

    fn moves(&self, position: &Position) -> Vec<(Ply, Next<Position>)> {
        if position.over(self.0).is_some() {
            return Vec::new();
        }
        let next = |ply| {
            let (after, taken) = position.after(ply, self.0);
            let next = Next {
                again: after.seat == position.seat,
                // Captures are looked at first, those of most stones before others.
                promise: 100 * i32::from(taken),
                ..Next::passing(after)
            };
            (ply, next)
        };
        position.plies(self.0).into_iter().map(next).collect()
    }

    fn known(&self, position: &Position) -> Option<Bounds> {
        let over = position.over(self.0)?;
        Some(Bounds::exactly(of_end(position, over)))
    }

    fn horizon(&self, position: &Position) -> Bounds {
        Bounds::exactly(evaluation(position, self.0))
    }

    fn range(&self, _: &Position) -> Bounds {
        Bounds { low: -WIN, high: WIN }
    }

    fn forced(&self) -> i32 {
        FORCED
    }

    fn key(&self, position: &Position) -> u128 {
        position.hash(true)
    }

    /// Moves are counted without being made, but those that may win.
    fn count(&self, position: &Position) -> Lines {
        let settings = self.0;
        if position.over(settings).is_some() {
            return Lines::default();
        }
        if position.is_placing() {
            let lines = u64::from(position.empty(&settings.board).number());
            // Only the last stone can leave the other without a move.
            let last = u32::from(position.hands[0]) + u32::from(position.hands[1]) == 1;
            let wins =
                if last { wins_of(position, position.plies(settings).into_iter(), settings) } else { 0 };
            return Lines { lines, wins };
        }
        let moves = position.moves(position.mover(), settings);
        let lines = u64::from(moves.number());
        let enemy = position.pieces(1 - position.mover());
        let beside_enemies = settings.board.beside(enemy);
        // Without a capture a ply fills one square: it wins only by filling the last one that is left to the dux, or to all.
        let room = (beside_enemies & position.empty(&settings.board)).number();
        let other = 1 - position.mover();
        let may_win_quietly = room <= 1 || (settings.dux && freedom(position, other, settings) <= 1);
        let plies = moves.iter(&settings.board).filter(|ply| may_win_quietly || beside_enemies.has(ply.to));
        Lines { lines, wins: wins_of(position, plies, settings) }
    }
}

/// How many of these plies win the game at once.
fn wins_of(position: &Position, plies: impl Iterator<Item = Ply>, settings: &Settings) -> u64 {
    let wins = |ply: &Ply| {
        let (after, _) = position.after(*ply, settings);
        after.over(settings).is_some_and(|over| over.winner == Some(position.seat))
    };
    plies.filter(wins).count() as u64
}
