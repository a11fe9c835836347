//! Boards of any size: their squares, and which are adjacent.

/// How many files and ranks a board can have, and the most squares.
const SIDES: std::ops::RangeInclusive<u8> = 4..=16;
const MOST_SQUARES: u8 = 128;

/// A set of up to 128 squares, one bit each.
pub(super) type Bits = u128;

/// The set of one square.
#[inline]
pub(super) const fn one(square: u8) -> Bits {
    1 << (square % 128)
}

/// Whether a set contains a square.
#[inline]
pub(super) const fn has(bits: Bits, square: u8) -> bool {
    bits >> (square % 128) & 1 == 1
}

/// The squares of a set, the lowest first.
#[inline]
pub(super) fn squares_of(mut bits: Bits) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            #[expect(clippy::cast_possible_truncation, reason = "a set has 128 bits")]
            let square = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            square
        })
    })
}

/// A board, with its squares numbered along the ranks from Black's side, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub files: u8,
    pub ranks: u8,
    /// All squares, those without the first file, and those without the last.
    pub all: Bits,
    without_first: Bits,
    without_last: Bits,
    /// The number of squares beyond each, up to the edge, in each direction.
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
    /// Whether a board can have these files and ranks.
    pub(super) fn fits(files: u8, ranks: u8) -> bool {
        let sides = SIDES.contains(&files) && SIDES.contains(&ranks);
        sides && files.saturating_mul(ranks) <= MOST_SQUARES
    }

    /// A board that [fits](Self::fits).
    pub(super) fn new(files: u8, ranks: u8) -> Self {
        let squares = files * ranks;
        let of = |wanted: &dyn Fn(u8) -> bool| {
            (0..squares).filter(|square| wanted(*square)).fold(0, |bits, square| bits | one(square))
        };
        let file = |square: u8| square % files;
        let mut beyond = [[0; 4]; MOST_SQUARES as usize];
        for (square, beyond) in (0..squares).zip(&mut beyond) {
            let (file, rank) = (square % files, square / files);
            *beyond = [files - 1 - file, file, ranks - 1 - rank, rank];
        }
        Self {
            files,
            ranks,
            all: of(&|_| true),
            without_first: of(&|square| file(square) != 0),
            without_last: of(&|square| file(square) != files - 1),
            beyond,
        }
    }

    /// The number of squares.
    pub(super) fn squares(&self) -> u32 {
        u32::from(self.files) * u32::from(self.ranks)
    }

    /// The square at a file and a rank, from 0.
    pub(super) const fn square(&self, file: u8, rank: u8) -> u8 {
        // Squares are numbered from 0, and there are at most 128.
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
            Direction::Right => (squares & self.without_last) << 1,
            Direction::Left => (squares & self.without_first) >> 1,
            Direction::Up => squares << self.files & self.all,
            Direction::Down => squares >> self.files,
        }
    }

    /// The squares next to these in any direction.
    #[inline]
    pub(super) fn beside(&self, bits: Bits) -> Bits {
        DIRECTIONS.into_iter().fold(0, |beside, direction| beside | self.next_to(bits, direction))
    }

    /// Moves all pieces on some squares in each direction, step by step over empty squares, for as long as any of them can, and
    /// at most `most` steps. Passes on where they arrive, for each direction and number of steps.
    #[inline]
    pub(super) fn slide(&self, from: Bits, empty: Bits, most: u8, mut each: impl FnMut(Direction, u8, Bits)) {
        for direction in DIRECTIONS {
            let mut at = from;
            for steps in 1..=most {
                at = self.next_to(at, direction) & empty;
                if at == 0 {
                    break;
                }
                each(direction, steps, at);
            }
        }
    }

    /// The number of squares beyond one, up to the edge, in a direction.
    #[inline]
    pub(super) const fn beyond(&self, square: u8, direction: Direction) -> u8 {
        self.beyond[square as usize][direction as usize]
    }

    /// The square next to one, if there is one.
    #[inline]
    pub(super) const fn next(&self, square: u8, direction: Direction) -> Option<u8> {
        if self.beyond(square, direction) > 0 { Some(self.along(square, direction, 1)) } else { None }
    }

    /// The square `steps` steps further in a direction, which must exist.
    #[inline]
    pub(super) const fn along(&self, square: u8, direction: Direction, steps: u8) -> u8 {
        match direction {
            Direction::Right => square.wrapping_add(steps),
            Direction::Left => square.wrapping_sub(steps),
            Direction::Up => square.wrapping_add(steps.wrapping_mul(self.files)),
            Direction::Down => square.wrapping_sub(steps.wrapping_mul(self.files)),
        }
    }

    /// The square `steps` steps back from a direction, which must exist.
    #[inline]
    pub(super) const fn back(&self, square: u8, direction: Direction, steps: u8) -> u8 {
        self.along(square, direction.opposite(), steps)
    }

    /// The squares next to one.
    #[inline]
    pub(super) fn neighbours(&self, square: u8) -> impl Iterator<Item = u8> + '_ {
        DIRECTIONS.into_iter().filter_map(move |direction| self.next(square, direction))
    }

    /// The corner next to a square of the edge, and the other square next to that corner.
    #[inline]
    pub(super) fn corner_beside(&self, square: u8) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.neighbours(square).filter(|next| self.is_corner(*next)).filter_map(move |corner| {
            self.neighbours(corner).find(|other| *other != square).map(|other| (corner, other))
        })
    }

    /// Whether a square has only two neighbours.
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
