//! Boards of any size: their squares, and which lie beside which.

use super::bits::Bits;
use crate::games::Takes;
use crate::games::rules::{Readable, Value};

/// How many files and ranks a board can have.
const SIDES: std::ops::RangeInclusive<u8> = 4..=16;

/// A board, with its squares numbered along the ranks from Black's side, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub files: u8,
    pub ranks: u8,
    /// All squares, those without the first file, and those without the last.
    all: Bits,
    without_first: Bits,
    without_last: Bits,
}

/// The four directions: to the right, to the left, away from Black, towards Black.
pub(super) const DIRECTIONS: [Direction; 4] =
    [Direction::Right, Direction::Left, Direction::Up, Direction::Down];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Right,
    Left,
    Up,
    Down,
}

impl Board {
    pub(super) fn new(files: u8, ranks: u8) -> Option<Self> {
        if !SIDES.contains(&files) || !SIDES.contains(&ranks) {
            return None;
        }
        let squares = u16::from(files) * u16::from(ranks);
        let of = |wanted: &dyn Fn(u16) -> bool| {
            let squares = (0..squares).filter(|square| wanted(*square));
            squares
                .filter_map(|square| u8::try_from(square).ok())
                .fold(Bits::NONE, |bits, square| bits | Bits::one(square))
        };
        let file = |square: u16| square % u16::from(files);
        Some(Self {
            files,
            ranks,
            all: of(&|_| true),
            without_first: of(&|square| file(square) != 0),
            without_last: of(&|square| file(square) != u16::from(files) - 1),
        })
    }

    /// How many squares there are.
    pub(super) fn squares(&self) -> u32 {
        u32::from(self.files) * u32::from(self.ranks)
    }

    pub(super) const fn all(&self) -> Bits {
        self.all
    }

    /// The square at a file and a rank, from 0.
    pub(super) const fn square(&self, file: u8, rank: u8) -> u8 {
        // There are up to 256 squares, from 0.
        rank.wrapping_mul(self.files).wrapping_add(file)
    }

    pub(super) const fn file(&self, square: u8) -> u8 {
        square % self.files
    }

    pub(super) const fn rank(&self, square: u8) -> u8 {
        square / self.files
    }

    /// The squares next to these in a direction.
    #[inline]
    pub(super) fn next_to(&self, bits: Bits, direction: Direction) -> Bits {
        match direction {
            Direction::Right => (bits & self.without_last).up(1),
            Direction::Left => (bits & self.without_first).down(1),
            Direction::Up => bits.up(self.files.into()) & self.all,
            Direction::Down => bits.down(self.files.into()),
        }
    }

    /// The squares beside these in any direction.
    #[inline]
    pub(super) fn beside(&self, bits: Bits) -> Bits {
        DIRECTIONS.into_iter().fold(Bits::NONE, |beside, direction| beside | self.next_to(bits, direction))
    }

    /// The square next to one, if there is one.
    #[inline]
    pub(super) const fn next(&self, square: u8, direction: Direction) -> Option<u8> {
        let (file, rank) = (self.file(square), self.rank(square));
        match direction {
            Direction::Right if file + 1 < self.files => Some(square + 1),
            Direction::Left if file > 0 => Some(square - 1),
            Direction::Up if rank + 1 < self.ranks => Some(square + self.files),
            Direction::Down if rank > 0 => Some(square - self.files),
            _ => None,
        }
    }

    /// So many squares back from one in a direction.
    pub(super) const fn back(&self, square: u8, direction: Direction, steps: u8) -> u8 {
        match direction {
            Direction::Right => square - steps,
            Direction::Left => square + steps,
            Direction::Up => square - steps * self.files,
            Direction::Down => square + steps * self.files,
        }
    }

    /// The corner beside a square of the edge, and the other square beside that corner.
    pub(super) fn corner_beside(&self, square: u8) -> impl Iterator<Item = (u8, u8)> + '_ {
        let corner = |square: u8| {
            let (file, rank) = (self.file(square), self.rank(square));
            (file == 0 || file == self.files - 1) && (rank == 0 || rank == self.ranks - 1)
        };
        DIRECTIONS.into_iter().filter_map(move |direction| {
            let found = self.next(square, direction).filter(|next| corner(*next))?;
            let others = DIRECTIONS.into_iter().filter_map(|direction| self.next(found, direction));
            others.filter(|other| *other != square).map(|other| (found, other)).next()
        })
    }

    /// The name of a square: `a1`.
    pub(super) fn name(&self, square: u8) -> String {
        format!("{}{}", char::from(b'a' + self.file(square)), self.rank(square) + 1)
    }
}

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

/// What the rule `board` is read as: a board, or that of the rule set.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardRule(pub Option<Board>);

impl Readable for BoardRule {
    const TAKES: Takes = Takes::Own("\"set\", or files x ranks, 4 to 16 of each, such as 8x8");

    fn read(_: Takes, value: &Value, _: usize) -> Option<Self> {
        let text = value.word()?;
        if text == "set" {
            return Some(Self(None));
        }
        let (files, ranks) = text.split_once(['x', 'X'])?;
        let number = |text: &str| text.trim().parse::<u8>().ok();
        Board::new(number(files)?, number(ranks)?).map(|board| Self(Some(board)))
    }
}
