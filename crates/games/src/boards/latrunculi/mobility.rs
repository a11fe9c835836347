//! The number of moves that the pieces of both seats could make, updated as pieces come and go.

use super::board::{Bits, Board, DIRECTIONS, Direction, has, one, squares_of};
use super::position::Position;
use super::settings::Settings;

/// The number of moves that the pieces of both seats could make. A piece that comes or goes only changes the moves along its
/// rank and its file, and only these are counted anew.
pub(super) struct Mobility<'s> {
    board: &'s Board,
    far: bool,
    pieces: [Bits; 2],
    /// The occupied squares of each rank and of each file, the first in the lowest bit.
    ranks: [u32; 16],
    files: [u32; 16],
    pub moves: [i32; 2],
}

impl<'s> Mobility<'s> {
    pub(super) fn of(position: &Position, settings: &'s Settings) -> Self {
        let both = [0, 1];
        let mut mobility = Self {
            board: &settings.board,
            far: settings.far,
            pieces: both.map(|seat| position.pieces(seat)),
            ranks: [0; 16],
            files: [0; 16],
            moves: both.map(|seat| position.mobility(seat, settings).cast_signed()),
        };
        squares_of(mobility.occupied()).for_each(|square| mobility.flip(square));
        mobility
    }

    /// The occupied squares.
    #[inline]
    pub(super) fn occupied(&self) -> Bits {
        self.pieces[0] | self.pieces[1]
    }

    /// Puts a piece of a seat on an empty square.
    #[inline]
    pub(super) fn put(&mut self, square: u8, seat: usize) {
        self.moves = self.with(square, seat);
        self.pieces[seat] |= one(square);
        self.flip(square);
    }

    /// Takes a piece of a seat off its square.
    #[inline]
    pub(super) fn lift(&mut self, square: u8, seat: usize) {
        self.flip(square);
        self.pieces[seat] &= !one(square);
        self.moves = self.changed(square, seat, -1);
    }

    /// How many moves both seats could make with one more piece of a seat, on an empty square.
    #[inline]
    pub(super) fn with(&self, square: u8, seat: usize) -> [i32; 2] {
        self.changed(square, seat, 1)
    }

    /// Changes whether a square is occupied.
    #[inline]
    fn flip(&mut self, square: u8) {
        let (file, rank) = (self.board.file(square), self.board.rank(square));
        self.ranks[usize::from(rank)] ^= 1 << file;
        self.files[usize::from(file)] ^= 1 << rank;
    }

    /// How far a piece on a square could move in a direction.
    #[inline]
    pub(super) fn reach(&self, square: u8, direction: Direction) -> u8 {
        self.limited(self.empty(square, direction))
    }

    /// The moves of both seats with, or for `sign` −1 without, a piece on a square: it adds its own moves, and takes those of the
    /// pieces that it blocks.
    #[inline]
    fn changed(&self, square: u8, seat: usize, sign: i32) -> [i32; 2] {
        let mut moves = self.moves;
        for direction in DIRECTIONS {
            let empty = self.empty(square, direction);
            let reach = i32::from(self.limited(empty));
            moves[seat] += sign * reach;
            if empty < self.board.beyond(square, direction) {
                let behind = self.board.along(square, direction, empty + 1);
                let opposite = self.empty(square, direction.opposite());
                let without = i32::from(self.limited(empty + 1 + opposite));
                moves[usize::from(has(self.pieces[1], behind))] -= sign * (without - reach);
            }
        }
        moves
    }

    /// The number of empty squares next to one in a direction.
    #[inline]
    fn empty(&self, square: u8, direction: Direction) -> u8 {
        let (file, rank) = (self.board.file(square), self.board.rank(square));
        let (line, index) = match direction {
            Direction::Right | Direction::Left => (self.ranks[usize::from(rank)], file),
            Direction::Up | Direction::Down => (self.files[usize::from(file)], rank),
        };
        let squares = match direction {
            Direction::Right | Direction::Up => {
                (line >> (index + 1)).trailing_zeros().min(self.board.beyond(square, direction).into())
            }
            Direction::Left | Direction::Down => {
                (line & ((1 << index) - 1)).leading_zeros() - (u32::BITS - u32::from(index))
            }
        };
        // A line has at most 16 squares.
        u8::try_from(squares).unwrap_or(0)
    }

    #[inline]
    fn limited(&self, squares: u8) -> u8 {
        if self.far { squares } else { squares.min(1) }
    }
}
