//! The board, and one sowing on it.

/// The number of cells, and of those of each seat.
pub(super) const CELLS: usize = 12;
pub(super) const OWN: usize = CELLS / 2;

/// The number of pebbles in the game.
pub(super) const PEBBLES: u32 = 72;

/// The pebbles in all cells, as one seat sees them: its own cells are 0 to 5 in the order in which they are sown, and those of
/// the other are 6 to 11.
///
/// Each cell is a byte, so that a lap is sown by one addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Board(u128);

/// The result of a sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sowing {
    /// The board without what was taken.
    pub board: Board,
    /// The number of pebbles taken.
    pub takes: u32,
    /// The number of laps.
    pub laps: u32,
}

const BITS: usize = 8;
const CELL: u128 = (1 << BITS) - 1;
const SIDE: u128 = (1 << (BITS * OWN)) - 1;

/// What sowing each number of pebbles from each cell adds to all cells.
static LAPS: [[u128; PEBBLES as usize + 1]; CELLS] = laps();

const fn laps() -> [[u128; PEBBLES as usize + 1]; CELLS] {
    let mut laps = [[0; PEBBLES as usize + 1]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut pebbles = 1;
        while pebbles <= PEBBLES as usize {
            laps[cell][pebbles] = laps[cell][pebbles - 1] + (1 << (BITS * ((cell + pebbles) % CELLS)));
            pebbles += 1;
        }
        cell += 1;
    }
    laps
}

impl Board {
    /// The board with these pebbles, of which there are at most 72.
    pub(super) fn new(cells: [u8; CELLS]) -> Self {
        Self(cells.iter().rev().fold(0, |board, cell| (board << BITS) | u128::from(*cell)))
    }

    /// The pebbles in all cells.
    pub(super) fn cells(self) -> [u8; CELLS] {
        std::array::from_fn(|cell| self.cell(cell))
    }

    /// The pebbles in a cell.
    #[inline]
    pub(super) const fn cell(self, cell: usize) -> u8 {
        ((self.0 >> (BITS * cell)) & CELL) as u8
    }

    /// The number of pebbles.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are few pebbles")]
    pub(super) const fn pebbles(self) -> u32 {
        // Cells are added in pairs, then pairs in fours.
        const EVERY_OTHER: u128 = 0x00ff_00ff_00ff_00ff_00ff_00ff;
        const EVERY_FOURTH: u128 = 0x0000_ffff_0000_ffff_0000_ffff;
        let pairs = (self.0 & EVERY_OTHER) + ((self.0 >> 8) & EVERY_OTHER);
        let fours = (pairs & EVERY_FOURTH) + ((pairs >> 16) & EVERY_FOURTH);
        let (low, middle, high) = (fours as u32, (fours >> 32) as u32, (fours >> 64) as u32);
        low + middle + high
    }

    /// The board as the other seat sees it.
    #[inline]
    pub(super) const fn turned(self) -> Self {
        Self((self.0 >> (BITS * OWN)) | ((self.0 & SIDE) << (BITS * OWN)))
    }

    /// Whether all own cells are empty.
    #[inline]
    pub(super) const fn has_empty_side(self) -> bool {
        self.0 & SIDE == 0
    }

    /// The board after one pebble was given from an own cell to the first cell of the other.
    pub(super) const fn given(self, cell: usize) -> Self {
        Self(self.0 - (1 << (BITS * cell)) + (1 << (BITS * OWN)))
    }

    /// Sows from an own cell that is not empty, with all laps; `None` if that would never end.
    #[inline]
    pub(super) fn sow(self, from: usize) -> Option<Sowing> {
        let (Self(board), _, taken, laps) = self.sown(from)?;
        Some(Sowing { board: Self(board & !taken), takes: Self(board & taken).pebbles(), laps })
    }

    /// The cell in which a sowing ends, and the cells that are then taken.
    pub(super) fn ends(self, from: usize) -> Option<(usize, [bool; CELLS])> {
        let (_, last, taken, _) = self.sown(from)?;
        Some((last, std::array::from_fn(|cell| Self(taken).cell(cell) > 0)))
    }

    /// The board after all laps, the last cell, all bits of the cells that are then taken, and the number of laps.
    #[inline]
    fn sown(self, from: usize) -> Option<(Self, usize, u128, u32)> {
        let (mut board, mut cell, mut laps) = (self, from, 0);
        // A repeated lap is found by R. Brent's cycle detection: by comparing with the lap at the last power of two.
        let (mut earlier, mut until) = ((board, cell), 1);
        loop {
            let pebbles = usize::from(board.cell(cell));
            board.0 = (board.0 & !(CELL << (BITS * cell))) + LAPS[cell][pebbles];
            cell = (cell + pebbles) % CELLS;
            laps += 1;
            match board.cell(cell) {
                1 => return Some((board, cell, 0, laps)),
                2 | 4 => return Some((board, cell, board.run(cell, pebbles), laps)),
                _ => {}
            }
            if (board, cell) == earlier {
                return None;
            }
            if laps == until {
                (earlier, until) = ((board, cell), 2 * until);
            }
        }
    }

    /// The cells that are taken after a lap that sowed `pebbles` and ended in `last`: those of the run, and their opposites.
    fn run(self, last: usize, pebbles: usize) -> u128 {
        let mut run = 0;
        let mut cell = last;
        for _ in 0..pebbles.min(CELLS) {
            if !matches!(self.cell(cell), 2 | 4) {
                break;
            }
            run |= (CELL << (BITS * cell)) | (CELL << (BITS * (CELLS - 1 - cell)));
            cell = (cell + CELLS - 1) % CELLS;
        }
        run
    }

    /// The pebbles as a number of 84 bits.
    pub(super) fn packed(self) -> u128 {
        // No cell holds more than 72, which takes seven bits.
        self.cells().iter().rev().fold(0, |packed, cell| (packed << 7) | u128::from(*cell))
    }
}
