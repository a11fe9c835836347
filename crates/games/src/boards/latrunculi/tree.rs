//! The game as a search sees it, and the value of positions at the end of the search.

use super::board::{Bits, DIRECTIONS, has, one, squares_of};
use super::mobility::Mobility;
use super::position::{Over, Ply, Position};
use super::settings::Settings;
use crate::kit::ValueUnit;
use tali_core::search::{AlphaBeta, Bounds, Horizon, Lines, Next, PerfectInformation};

/// How many positions a search remembers, as a power of two: four times as many for each further ply, up to a limit.
const REMEMBERED: u32 = 10;
const MOST_REMEMBERED: u32 = 20;

impl Settings {
    /// A search that looks `depth` plies ahead by these rules.
    pub(super) fn search(&self, depth: u32) -> AlphaBeta<'_, Self> {
        AlphaBeta::new(self, Horizon::Opinion, (REMEMBERED + 2 * depth).min(MOST_REMEMBERED))
    }
}

/// The value of an end to the seat that would be to move.
pub(super) const fn of_end(position: &Position, over: Over) -> i32 {
    match over.winner {
        None => 0,
        Some(winner) if winner == position.seat => ValueUnit::WIN,
        Some(_) => -ValueUnit::WIN,
    }
}

/// The value of a position to the seat to move, in hundredths of a stone: stones, moves, and the room of the dux.
pub(super) fn evaluation(position: &Position, settings: &Settings) -> i32 {
    let (own, other) = (position.mover(), 1 - position.mover());
    let stones = |seat| position.stones_of(seat).cast_signed();
    let moves = |seat| position.mobility(seat, settings).cast_signed();
    let free = |seat| freedom(position, seat, settings);
    weighed(stones(own) - stones(other), moves(own) - moves(other), free(own) - free(other))
}

/// The value of having this many more stones, moves, and free squares beside the dux than the other.
const fn weighed(stones: i32, moves: i32, free: i32) -> i32 {
    100 * stones + moves + 20 * free
}

/// The number of empty squares beside the dux of a seat.
#[inline]
pub(super) fn freedom(position: &Position, seat: usize, settings: &Settings) -> i32 {
    position.dux[seat].map_or(0, |dux| room(dux, position.pieces(0) | position.pieces(1), settings))
}

/// The number of empty squares next to one.
#[inline]
fn room(square: u8, occupied: Bits, settings: &Settings) -> i32 {
    settings.board.neighbours(square).map(|beside| i32::from(!has(occupied, beside))).sum()
}

/// The value of a position to the seat that has just made the ply that led to it.
pub(super) fn value_after(position: &Position, settings: &Settings) -> i32 {
    -position.over(settings).map_or_else(|| evaluation(position, settings), |over| of_end(position, over))
}

/// Positions by these rules.
impl PerfectInformation for Settings {
    type Position = Position;
    type Move = Ply;

    fn moves(&self, position: &Position) -> Vec<(Ply, Next<Position>)> {
        if position.over(self).is_some() {
            return Vec::new();
        }
        let next = |ply| {
            let (after, taken) = position.after(ply, self);
            let next = Next {
                again: after.seat == position.seat,
                // Captures are searched first, those of most stones before others.
                promise: 100 * i32::from(taken),
                ..Next::passing(after)
            };
            (ply, next)
        };
        position.plies(self).into_iter().map(next).collect()
    }

    fn known(&self, position: &Position) -> Option<Bounds> {
        let over = position.over(self)?;
        Some(Bounds::exactly(of_end(position, over)))
    }

    fn horizon(&self, position: &Position) -> Bounds {
        Bounds::exactly(evaluation(position, self))
    }

    /// Plies that take something are made; for all others, only what they change is computed. Without this, games at two plies
    /// take three times as long, and a search four plies ahead five times.
    fn nearest(&self, position: &Position, enough: i32) -> Option<i32> {
        let settings = self;
        let board = &settings.board;
        if position.is_placing() {
            return None;
        }
        let (own, other) = (position.mover(), 1 - position.mover());
        let mut best = i32::MIN;
        let mut taking = Vec::new();
        let beside_enemies = board.beside(position.stones[other]);
        for ply in position.moves(own, settings).iter_to(beside_enemies, board) {
            let (after, taken) = position.after(ply, settings);
            if taken > 0 {
                taking.push(ply);
                best = best.max(value_after(&after, settings));
                if best >= enough {
                    return Some(best);
                }
            }
        }
        let stones = |seat| position.stones_of(seat).cast_signed();
        let stones = stones(own) - stones(other);
        let mut mobility = Mobility::of(position, settings);
        for from in squares_of(position.pieces(own)) {
            mobility.lift(from, own);
            for direction in DIRECTIONS {
                for steps in 1..=mobility.reach(from, direction) {
                    let to = board.along(from, direction, steps);
                    let ply = Ply { from: Some(from), to };
                    if taking.contains(&ply) {
                        continue;
                    }
                    let moves = mobility.with(to, own);
                    let occupied = mobility.occupied() | one(to);
                    let free = |seat: usize| {
                        let dux = position.dux[seat].map(|dux| if dux == from { to } else { dux });
                        dux.map_or(0, |dux| room(dux, occupied, settings))
                    };
                    // A seat with room beside its dux, and a move, has not lost by a ply that took nothing.
                    let (own_room, other_room) = (free(own), free(other));
                    let goes_on = moves[other] > 0 && (!settings.dux || other_room > 0);
                    let value = if goes_on {
                        weighed(stones, moves[own] - moves[other], own_room - other_room)
                    } else {
                        value_after(&position.after(ply, settings).0, settings)
                    };
                    best = best.max(value);
                    if best >= enough {
                        return Some(best);
                    }
                }
            }
            mobility.put(from, own);
        }
        (best > i32::MIN).then_some(best)
    }

    fn range(&self, _: &Position) -> Bounds {
        Bounds { low: -ValueUnit::WIN, high: ValueUnit::WIN }
    }

    fn forced(&self) -> i32 {
        ValueUnit::FORCED
    }

    fn key(&self, position: &Position) -> u128 {
        position.hash(true)
    }

    fn count(&self, position: &Position) -> Lines {
        if position.over(self).is_some() {
            return Lines::default();
        }
        let wins = |ply: &Ply| {
            let (after, _) = position.after(*ply, self);
            after.over(self).is_some_and(|over| over.winner == Some(position.seat))
        };
        if position.is_placing() {
            let plies = position.plies(self);
            return Lines {
                lines: plies.len() as u64,
                wins: plies.iter().filter(|ply| wins(ply)).count() as u64,
            };
        }
        let moves = position.moves(position.mover(), self);
        Lines { lines: moves.number().into(), wins: moves.iter(&self.board).filter(wins).count() as u64 }
    }
}
