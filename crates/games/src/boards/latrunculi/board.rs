//! Boards of any size: their squares, and which lie beside which.

use super::bits::Bits;

/// How many files and ranks a board can have, and how many squares.
const SIDES: std::ops::RangeInclusive<u8> = 4..=16;
const MOST_SQUARES: u8 = 128;

/// A board, with its squares numbered along the ranks from Black's side, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub files: u8,
    pub ranks: u8,
    /// All squares, those without the first file, and those without the last.
    all: Bits,
    without_first: Bits,
    without_last: Bits,
    /// How many squares lie beyond each, up to the edge, in each direction.
    beyond: [[u8; 4]; MOST_SQUARES as usize],
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

impl Direction {
    #[inline]
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }
}

impl Board {
    pub(super) fn new(files: u8, ranks: u8) -> Option<Self> {
        let squares = files.checked_mul(ranks).filter(|squares| *squares <= MOST_SQUARES)?;
        if !SIDES.contains(&files) || !SIDES.contains(&ranks) {
            return None;
        }
        let of = |wanted: &dyn Fn(u8) -> bool| {
            (0..squares)
                .filter(|square| wanted(*square))
                .fold(Bits::NONE, |bits, square| bits | Bits::one(square))
        };
        let file = |square: u8| square % files;
        let mut beyond = [[0; 4]; MOST_SQUARES as usize];
        for (square, beyond) in (0..squares).zip(&mut beyond) {
            let (file, rank) = (square % files, square / files);
            *beyond = [files - 1 - file, file, ranks - 1 - rank, rank];
        }
        Some(Self {
            files,
            ranks,
            all: of(&|_| true),
            without_first: of(&|square| file(square) != 0),
            without_last: of(&|square| file(square) != files - 1),
            beyond,
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
        // There are up to 128 squares, from 0.
        rank.wrapping_mul(self.files).wrapping_add(file)
    }

    #[inline]
    pub(super) const fn file(&self, square: u8) -> u8 {
        self.beyond(square, Direction::Left)
    }

    #[inline]
    pub(super) const fn rank(&self, square: u8) -> u8 {
        self.beyond(square, Direction::Down)
    }

    /// The squares next to these in a direction.
    #[inline]
    fn next_to(&self, squares: Bits, direction: Direction) -> Bits {
        match direction {
            Direction::Right => (squares & self.without_last).up(1),
            Direction::Left => (squares & self.without_first).down(1),
            Direction::Up => squares.up(self.files) & self.all,
            Direction::Down => squares.down(self.files),
        }
    }

    /// The squares beside these in any direction.
    #[inline]
    pub(super) fn beside(&self, bits: Bits) -> Bits {
        DIRECTIONS.into_iter().fold(Bits::NONE, |beside, direction| beside | self.next_to(bits, direction))
    }

    /// All pieces on some squares go one step on in each direction, over empty squares, for as long as any of them can and up
    /// to so many steps: for each direction and number of steps where they arrive.
    #[inline]
    pub(super) fn slide(&self, from: Bits, empty: Bits, most: u8, mut each: impl FnMut(Direction, u8, Bits)) {
        for direction in DIRECTIONS {
            let mut at = from;
            for steps in 1..=most {
                at = self.next_to(at, direction) & empty;
                if at.is_empty() {
                    break;
                }
                each(direction, steps, at);
            }
        }
    }

    /// How many squares lie beyond one, up to the edge, in a direction.
    #[inline]
    pub(super) const fn beyond(&self, square: u8, direction: Direction) -> u8 {
        self.beyond[square as usize][direction as usize]
    }

    /// The square next to one, if there is one.
    #[inline]
    pub(super) const fn next(&self, square: u8, direction: Direction) -> Option<u8> {
        if self.beyond(square, direction) > 0 { Some(self.along(square, direction, 1)) } else { None }
    }

    /// The square so many steps on from one in a direction, where there are so many.
    #[inline]
    pub(super) const fn along(&self, square: u8, direction: Direction, steps: u8) -> u8 {
        match direction {
            Direction::Right => square.wrapping_add(steps),
            Direction::Left => square.wrapping_sub(steps),
            Direction::Up => square.wrapping_add(steps.wrapping_mul(self.files)),
            Direction::Down => square.wrapping_sub(steps.wrapping_mul(self.files)),
        }
    }

    /// The square so many steps back from one in a direction, where there are so many.
    #[inline]
    pub(super) const fn back(&self, square: u8, direction: Direction, steps: u8) -> u8 {
        self.along(square, direction.opposite(), steps)
    }

    /// The squares beside one.
    #[inline]
    pub(super) fn neighbours(&self, square: u8) -> impl Iterator<Item = u8> + '_ {
        DIRECTIONS.into_iter().filter_map(move |direction| self.next(square, direction))
    }

    /// The corner beside a square of the edge, and the other square beside that corner.
    #[inline]
    pub(super) fn corner_beside(&self, square: u8) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.neighbours(square).filter(|next| self.is_corner(*next)).filter_map(move |corner| {
            self.neighbours(corner).find(|other| *other != square).map(|other| (corner, other))
        })
    }

    /// Whether a square has two beside it, and no more.
    #[inline]
    const fn is_corner(&self, square: u8) -> bool {
        let [right, left, up, down] = self.beyond[square as usize];
        (right == 0 || left == 0) && (up == 0 || down == 0)
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
