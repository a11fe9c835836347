//! Positions: where a ply leads, what it takes, and whether the game is over.

use super::board::{Bits, Board, DIRECTIONS, Direction, has, one, squares_of};
use super::settings::{Immobile, Settings, Setup};
use tali_core::process::Seats;

/// A position: the pieces, the seat to move, and what matters for the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Position {
    /// The stones of both seats.
    pub stones: [Bits; 2],
    /// The square of each dux.
    pub dux: [Option<u8>; 2],
    /// The stones that each still has in hand.
    pub hands: [u8; 2],
    /// The stones that each has taken.
    pub taken: [u8; 2],
    /// The seat to move.
    pub seat: u8,
}

/// What a seat does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ply {
    /// The square that a piece leaves; `None` if a stone is placed.
    pub from: Option<u8>,
    pub to: u8,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Immobilised,
    LastStone,
    Stalemate,
    Quiet,
}

/// A game that is over: why, and which seat has won it, if one has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Over {
    pub ending: Ending,
    pub winner: Option<u8>,
}

impl Over {
    pub(super) fn winners(self) -> Seats {
        self.winner.map_or(Seats::NONE, |winner| Seats::one(winner.into()))
    }
}

/// The moves of the pieces of one seat: for each direction and distance, the squares where they arrive.
pub(super) struct Moves {
    arrivals: Vec<Arrivals>,
    number: u32,
}

/// The squares where pieces arrive by some steps in a direction.
struct Arrivals {
    direction: Direction,
    steps: u8,
    squares: Bits,
    number: u32,
}

impl Arrivals {
    fn at(&self, to: u8, board: &Board) -> Ply {
        Ply { from: Some(board.back(to, self.direction, self.steps)), to }
    }
}

impl Moves {
    pub(super) const fn number(&self) -> u32 {
        self.number
    }

    /// The move with this index.
    pub(super) fn nth(&self, board: &Board, mut index: u32) -> Option<Ply> {
        for arrivals in &self.arrivals {
            if index < arrivals.number {
                return squares_of(arrivals.squares).nth(index as usize).map(|to| arrivals.at(to, board));
            }
            index -= arrivals.number;
        }
        None
    }

    pub(super) fn iter<'m>(&'m self, board: &'m Board) -> impl Iterator<Item = Ply> + 'm {
        self.iter_to(board.all, board)
    }

    /// The moves that arrive on one of these squares.
    pub(super) fn iter_to<'m>(&'m self, squares: Bits, board: &'m Board) -> impl Iterator<Item = Ply> + 'm {
        self.arrivals.iter().flat_map(move |arrivals| {
            squares_of(arrivals.squares & squares).map(move |to| arrivals.at(to, board))
        })
    }
}

impl Position {
    /// The first position.
    pub(super) fn first(settings: &Settings) -> Self {
        let Settings { board, .. } = settings;
        let mut position = Self { stones: [0; 2], dux: [None; 2], hands: [0; 2], taken: [0; 2], seat: 0 };
        match settings.setup {
            Setup::Placed => position.hands = [u8::try_from(settings.stones).unwrap_or(u8::MAX); 2],
            Setup::Rows(rows) => {
                for rank in 0..rows {
                    for file in 0..board.files {
                        position.stones[0] |= one(board.square(file, rank));
                        position.stones[1] |= one(board.square(file, board.ranks - 1 - rank));
                    }
                }
                if settings.dux {
                    // Right of the centre, as each sees it.
                    let file = board.files / 2;
                    position.dux = [
                        Some(board.square(file, rows)),
                        Some(board.square(board.files - 1 - file, board.ranks - 1 - rows)),
                    ];
                }
            }
        }
        position
    }

    /// All pieces of a seat.
    #[inline]
    pub(super) fn pieces(&self, seat: usize) -> Bits {
        match self.dux[seat] {
            Some(dux) => self.stones[seat] | one(dux),
            None => self.stones[seat],
        }
    }

    #[inline]
    pub(super) fn empty(&self, board: &Board) -> Bits {
        board.all & !(self.pieces(0) | self.pieces(1))
    }

    /// Whether stones are still being placed.
    #[inline]
    pub(super) const fn is_placing(&self) -> bool {
        self.hands[0] > 0 || self.hands[1] > 0
    }

    /// How many moves the pieces of a seat could make.
    #[inline]
    pub(super) fn mobility(&self, seat: usize, settings: &Settings) -> u32 {
        let mut number = 0;
        self.each_arrival(seat, settings, |_, _, arrivals| number += arrivals.count_ones());
        number
    }

    /// The moves that the pieces of a seat could make.
    pub(super) fn moves(&self, seat: usize, settings: &Settings) -> Moves {
        let mut moves = Moves { arrivals: Vec::with_capacity(24), number: 0 };
        self.each_arrival(seat, settings, |direction, steps, squares| {
            let number = squares.count_ones();
            moves.number += number;
            moves.arrivals.push(Arrivals { direction, steps, squares, number });
        });
        moves
    }

    #[inline]
    fn each_arrival(&self, seat: usize, settings: &Settings, each: impl FnMut(Direction, u8, Bits)) {
        let most = if settings.far { u8::MAX } else { 1 };
        settings.board.slide(self.pieces(seat), self.empty(&settings.board), most, each);
    }

    /// Whether the pieces of a seat can move at all.
    #[inline]
    pub(super) fn can_move(&self, seat: usize, board: &Board) -> bool {
        board.beside(self.pieces(seat)) & self.empty(board) != 0
    }

    /// The possible plies, apart from repetition.
    pub(super) fn plies(&self, settings: &Settings) -> Vec<Ply> {
        if self.is_placing() {
            return squares_of(self.empty(&settings.board)).map(|to| Ply { from: None, to }).collect();
        }
        self.moves(self.mover(), settings).iter(&settings.board).collect()
    }

    #[inline]
    pub(super) const fn mover(&self) -> usize {
        self.seat as usize
    }

    /// The position after a ply, and how many stones it took.
    #[inline]
    pub(super) fn after(&self, ply: Ply, settings: &Settings) -> (Self, u8) {
        let (own, other) = (self.mover(), 1 - self.mover());
        let mut next = *self;
        let Some(from) = ply.from else {
            next.stones[own] |= one(ply.to);
            next.hands[own] = next.hands[own].saturating_sub(1);
            // The seats place stones in turn, except one that has no more; then Black moves first.
            next.seat = match next.hands {
                [0, 0] => 0,
                hands if hands[other] > 0 => 1 - self.seat,
                _ => self.seat,
            };
            return (next, 0);
        };
        let is_dux = self.dux[own] == Some(from);
        if is_dux {
            next.dux[own] = Some(ply.to);
        } else {
            next.stones[own] &= !one(from);
            next.stones[own] |= one(ply.to);
        }
        let taken = next.captured(own, ply.to, is_dux, settings);
        let number = u8::try_from(taken.count_ones()).unwrap_or(u8::MAX);
        next.stones[other] &= !taken;
        next.taken[own] = next.taken[own].saturating_add(number);
        next.seat = 1 - self.seat;
        (next, number)
    }

    /// The enemy stones that a piece takes by arriving on a square.
    #[inline]
    pub(super) fn captured(&self, own: usize, to: u8, is_dux: bool, settings: &Settings) -> Bits {
        let board = &settings.board;
        let enemies = self.stones[1 - own];
        if (is_dux && !settings.dux_captures) || !board.neighbours(to).any(|beside| has(enemies, beside)) {
            return 0;
        }
        let friends = if settings.dux_captures { self.pieces(own) } else { self.stones[own] };
        let mut taken = 0;
        for direction in DIRECTIONS {
            let mut row = 0;
            let mut at = board.next(to, direction);
            while let Some(square) = at.filter(|square| has(enemies, *square)) {
                if row != 0 && !settings.rows {
                    break;
                }
                row |= one(square);
                at = board.next(square, direction);
            }
            if at.is_some_and(|beyond| has(friends, beyond)) {
                taken |= row;
            }
        }
        if settings.corner {
            for (corner, other) in board.corner_beside(to) {
                if has(enemies, corner) && has(friends, other) {
                    taken |= one(corner);
                }
            }
        }
        taken
    }

    /// Whether the dux of a seat is immobile.
    #[inline]
    pub(super) fn is_immobile(&self, seat: usize, settings: &Settings) -> bool {
        let Some(dux) = self.dux[seat] else { return false };
        let (own, enemies) = (self.pieces(seat), self.pieces(1 - seat));
        let mut beside = settings.board.neighbours(dux);
        match settings.immobile {
            Immobile::Blocked => {
                let mut shut_in = false;
                beside.all(|square| {
                    shut_in |= has(enemies, square);
                    has(enemies, square) || has(own, square)
                }) && shut_in
            }
            Immobile::Surrounded => beside.filter(|square| has(enemies, *square)).count() == 4,
        }
    }

    /// The number of stones of a seat, including those in hand.
    #[inline]
    pub(super) const fn stones_of(&self, seat: usize) -> u32 {
        self.stones[seat].count_ones() + self.hands[seat] as u32
    }

    /// Whether the game is over in this position, apart from repetition and a long quiet.
    #[inline]
    pub(super) fn over(&self, settings: &Settings) -> Option<Over> {
        if self.is_placing() {
            return None;
        }
        let (own, other) = (self.mover(), 1 - self.mover());
        let lost = |ending, seat: usize| Some(Over { ending, winner: Some(u8::from(seat == 0)) });
        if settings.dux {
            if self.is_immobile(own, settings) {
                return lost(Ending::Immobilised, own);
            }
        } else {
            // The seat to move is checked first: the other has just moved.
            for seat in [own, other] {
                if self.stones_of(seat) <= 1 {
                    return lost(Ending::LastStone, seat);
                }
            }
        }
        (!self.can_move(own, &settings.board)).then(|| self.by_captures(Ending::Stalemate))
    }

    /// The end of a game that the captured stones decide.
    pub(super) const fn by_captures(&self, ending: Ending) -> Over {
        let [black, white] = self.taken;
        let winner = if black > white {
            Some(0)
        } else if white > black {
            Some(1)
        } else {
            None
        };
        Over { ending, winner }
    }

    /// A number that hardly any two positions share: 128 bits, mixed from all that matters.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a set is cut into its halves")]
    pub(super) fn hash(&self, with_taken: bool) -> u128 {
        let square = |dux: Option<u8>| dux.map_or(0x1ff, u64::from);
        let [black, white] = self.hands;
        let taken = if with_taken { u64::from(self.taken[0]) << 8 | u64::from(self.taken[1]) } else { 0 };
        let rest = square(self.dux[0])
            | square(self.dux[1]) << 9
            | u64::from(black) << 18
            | u64::from(white) << 26
            | u64::from(self.seat) << 34
            | taken << 36;
        let halves = |stones: Bits| [stones as u64, (stones >> 64) as u64];
        let words = self.stones.into_iter().flat_map(halves).chain([rest]);
        let (mut first, mut second) = (0x243f_6a88_85a3_08d3u64, 0x1319_8a2e_0370_7344u64);
        for word in words {
            first = (first ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            first ^= first >> 29;
            second = (second.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
            second ^= second >> 32;
        }
        u128::from(first) << 64 | u128::from(second)
    }
}
