//! Numbers positions without gaps, and arranges them in grids for the solver.
//!
//! A class of positions has a and b pieces off and p and q on shared squares. Within a class, the ways to put p and q pieces on
//! the twelve shared squares are in colexicographic order, each with a row for each private part of the player to move and a
//! column for each of the other.

#![expect(clippy::cast_possible_truncation, reason = "squares, pieces and indices are few")]

use super::settings::{OFF, SHARED, Settings};
use crate::boards::race::{Position, Side};
use tali_core::exact::{Cells, GridMove, Grids, ThrowDistribution};

/// The number of shared squares.
const SQUARES: usize = 12;

/// The private parts, as masks of squares 1 to 4, by their number of squares and then by value.
const PARTS: [u8; 16] = [0, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15];

/// How many of them have at most this many squares.
const PARTS_UP_TO: [usize; 5] = [1, 5, 11, 15, 16];

/// The longest throw.
const LONGEST: u8 = 6;

/// What the positions of a grid have in common, the player to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    off: [u8; 2],
    /// The shared squares, from bit 0 on.
    on: [u16; 2],
}

/// Positions that can follow one another: with this many pieces, of which at least these numbers are off, in either order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    pieces: usize,
    /// The smaller number first.
    least: [usize; 2],
}

impl Reach {
    pub(super) fn new(pieces: u8, off: [u8; 2]) -> Self {
        let mut least = off.map(usize::from);
        least.sort_unstable();
        Self { pieces: pieces.into(), least }
    }

    /// a, b, p and q of every class, in order; impossible classes are empty.
    fn classes(self) -> impl Iterator<Item = [usize; 4]> {
        let Self { pieces, .. } = self;
        let off = (0..pieces).flat_map(move |own| (0..pieces).map(move |other| (own, other)));
        off.flat_map(move |(a, b)| (0..=pieces).flat_map(move |p| (0..=pieces).map(move |q| [a, b, p, q])))
    }

    fn has(self, [a, b]: [usize; 2]) -> bool {
        a.min(b) >= self.least[0] && a.max(b) >= self.least[1]
    }

    fn size(self, [a, b, p, q]: [usize; 4]) -> usize {
        let Self { pieces, .. } = self;
        if !self.has([a, b]) || a + p > pieces || b + q > pieces || p + q > SQUARES {
            return 0;
        }
        let ways = choose(SQUARES, p) * choose(SQUARES - p, q);
        ways * parts(pieces - a - p) * parts(pieces - b - q)
    }

    /// The number of these positions.
    pub(super) fn positions(self) -> usize {
        self.classes().map(|class| self.size(class)).sum()
    }
}

/// The positions of a game, numbered.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    settings: Settings,
    reach: Reach,
    /// The number of the first position of each class, and then that of all positions.
    firsts: Vec<usize>,
    /// For each mask of shared squares, its number in base three, with 1 for each square.
    ternary: Vec<u32>,
    /// For each pair of masks, as a number in base three, its index in its class.
    indices: Vec<u32>,
    /// Which private parts lead to which: for each number of pieces that are neither off nor shared, square and throw.
    rows: Vec<Vec<(u8, u8)>>,
}

impl Numbering {
    pub(super) fn new(settings: Settings, off: [u8; 2]) -> Self {
        let masks = 0..1u32 << SQUARES;
        let ternary = |mask: u32| (0..SQUARES).map(|bit| (mask >> bit & 1) * 3u32.pow(bit as u32)).sum();
        let reach = Reach::new(settings.pieces, off);
        let mut numbering = Self {
            settings,
            reach,
            firsts: Vec::new(),
            ternary: masks.clone().map(ternary).collect(),
            indices: vec![0; 3usize.pow(SQUARES as u32)],
            rows: Vec::new(),
        };
        for own in masks {
            let free = !own & ((1 << SQUARES) - 1);
            for other in subsets(free) {
                let renumbered =
                    bits(free).enumerate().filter(|(_, bit)| other >> bit & 1 == 1).map(|(index, _)| index);
                let ways = choose(SQUARES - own.count_ones() as usize, other.count_ones() as usize);
                let index = colex(bits(own)) * ways + colex(renumbered);
                let pair = numbering.ternary[own as usize] + 2 * numbering.ternary[other as usize];
                numbering.indices[pair as usize] = index as u32;
            }
        }
        let mut next = 0;
        for class in reach.classes() {
            numbering.firsts.push(next);
            next += reach.size(class);
        }
        numbering.firsts.push(next);
        for hand in 0..=numbering.pieces() {
            for from in 0..SHARED {
                numbering.rows.extend((1..=LONGEST).map(|squares| rows(hand, from, squares)));
            }
        }
        numbering
    }

    fn pieces(&self) -> usize {
        self.reach.pieces
    }

    /// The numbers of pieces off, the greatest first, as play reaches them last.
    fn layers_off(&self) -> Vec<[usize; 2]> {
        let pieces = self.pieces();
        let off = (0..pieces).flat_map(|a| (0..=a).map(move |b| [a, b]));
        let mut off: Vec<[usize; 2]> = off.filter(|off| self.reach.has(*off)).collect();
        off.sort_unstable_by_key(|[a, b]| std::cmp::Reverse((a + b, *a)));
        off
    }

    /// The grid of a position, with its row and column.
    fn grid(position: &Position) -> (Grid, [usize; 2]) {
        let held = [position.own, position.other].map(Side::held);
        let part = |held: u32| {
            let part = held >> 1 & 15;
            PARTS.iter().position(|mask| u32::from(*mask) == part).unwrap_or(0)
        };
        let shared = |held: u32| (held >> SHARED) as u16 & ((1 << SQUARES) - 1);
        (Grid { off: position.off(), on: held.map(shared) }, held.map(part))
    }

    /// The number of a position without a winner.
    pub(super) fn number(&self, position: &Position) -> usize {
        let (grid, [row, column]) = Self::grid(position);
        let cells = self.cells(grid);
        cells.first + row * cells.columns + column
    }

    pub(super) const fn settings(&self) -> &Settings {
        &self.settings
    }
}

/// The number of private parts that `pieces` pieces can have.
fn parts(pieces: usize) -> usize {
    PARTS_UP_TO[pieces.min(4)]
}

/// The rows in which the piece on a private square, or a waiting one, of `hand` pieces can move so far, each with the row that it
/// leads to: without the piece, if it leaves the private squares.
fn rows(hand: usize, from: u8, squares: u8) -> Vec<(u8, u8)> {
    let bit = |square: u8| if (1..SHARED).contains(&square) { 1 << (square - 1) } else { 0 };
    let (taken, set) = (bit(from), bit(from + squares));
    let moved = |(row, part): (u8, &u8)| {
        let is_there = if from == 0 { hand > part.count_ones() as usize } else { part & taken != 0 };
        let there = PARTS.iter().position(|other| *other == part & !taken | set)?;
        (is_there && part & set == 0).then_some((row, there as u8))
    };
    (0..).zip(&PARTS[..parts(hand)]).filter_map(moved).collect()
}

fn choose(all: usize, some: usize) -> usize {
    (0..some).fold(1, |ways, taken| if some > all { 0 } else { ways * (all - taken) / (taken + 1) })
}

/// The index of a set of numbers among all sets of its size, in colexicographic order.
fn colex(numbers: impl Iterator<Item = usize>) -> usize {
    numbers.zip(1..).map(|(number, size)| choose(number, size)).sum()
}

fn bits(mask: u32) -> impl Iterator<Item = usize> {
    (0..SQUARES).filter(move |bit| mask >> bit & 1 == 1)
}

/// All submasks of a mask.
fn subsets(mask: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(mask), move |part| part.checked_sub(1).map(|less| less & mask))
}

/// One of four numbers, which changes if a shared piece changes sides. It is the same for a grid and its mirror image, which are
/// processed together, unless there is only one piece.
fn side_of_each(Grid { off, on }: &Grid) -> usize {
    if off[0] != off[1] {
        let more = usize::from(off[1] > off[0]);
        return on[more].count_ones() as usize % 2;
    }
    // The seats are distinguished by who has the rearmost piece. Of the others, an odd number changes sides, or all of them.
    let rearmost = |on: u16| on & on.wrapping_neg();
    let both = on[0] | on[1];
    let one = rearmost(both);
    let two = rearmost(both & !one);
    if two == 0 {
        return usize::from(on[0] & one != 0);
    }
    let against = if on[0] & one == 0 { on[0] } else { on[1] };
    2 * usize::from(against & two != 0) + against.count_ones() as usize % 2
}

impl Grids for Numbering {
    type Grid = Grid;

    fn positions(&self) -> usize {
        self.firsts.last().copied().unwrap_or(0)
    }

    fn cells(&self, grid: Grid) -> Cells {
        let pieces = self.pieces();
        let [a, b] = grid.off.map(usize::from);
        let [p, q] = grid.on.map(|on| on.count_ones() as usize);
        let [own, other] = grid.on.map(|on| self.ternary[usize::from(on)]);
        let (rows, columns) = (parts(pieces - a - p), parts(pieces - b - q));
        let class = ((a * pieces + b) * (pieces + 1) + p) * (pieces + 1) + q;
        let index = self.indices[(own + 2 * other) as usize] as usize;
        Cells { first: self.firsts[class] + index * rows * columns, rows, columns }
    }

    fn mirror(&self, grid: Grid) -> Grid {
        Grid { off: [grid.off[1], grid.off[0]], on: [grid.on[1], grid.on[0]] }
    }

    fn distributions(&self) -> &[ThrowDistribution] {
        &self.settings.distributions
    }

    /// Pieces that are off never come back: each pair of their numbers is a layer.
    fn layers(&self) -> usize {
        self.layers_off().len()
    }

    /// Farther pieces come first: every move within a layer leads to shared squares of a greater sum, except captures; and a
    /// capture from a private square leads to another [`side_of_each`].
    fn stages(&self, layer: usize) -> Vec<Vec<Grid>> {
        const MOST: usize = (SQUARES - 1) * SQUARES / 2;
        let pieces = self.pieces() as u8;
        let [a, b] = self.layers_off()[layer].map(|off| off as u8);
        let mut stages = vec![Vec::new(); 4 * (MOST + SQUARES * SQUARES)];
        for own in 0..1u32 << SQUARES {
            for other in subsets(!own & ((1 << SQUARES) - 1)) {
                let [p, q] = [own, other].map(|on| on.count_ones() as u8);
                // Squares count by their own numbers, so that a piece that comes from a private one adds to the sum.
                let sum: usize = bits(own | other).map(|bit| bit + usize::from(SHARED)).sum();
                let orders = if a == b { 1 } else { 2 };
                for off in [[a, b], [b, a]].into_iter().take(orders) {
                    if p + off[0] <= pieces && q + off[1] <= pieces {
                        let grid = Grid { off, on: [own as u16, other as u16] };
                        let last = stages.len() - 1;
                        stages[last - (4 * sum + side_of_each(&grid))].push(grid);
                    }
                }
            }
        }
        stages.retain(|stage| !stage.is_empty());
        stages
    }

    fn moves<'g>(&'g self, grid: Grid, squares: u8, moves: &mut Vec<GridMove<'g, Grid>>) {
        let Settings { pieces, again, over, .. } = &self.settings;
        let hand = usize::from(pieces - grid.off[0]) - grid.on[0].count_ones() as usize;
        let lands = |to: u8, [own, other]: [u16; 2]| {
            let bit = 1u16 << (to - SHARED);
            let is_closed = own & bit != 0 || other & bit != 0 && !self.settings.is_open(to);
            (!is_closed).then_some([own | bit, other & !bit])
        };
        for from in 0..SHARED {
            let index = (hand * usize::from(SHARED) + usize::from(from)) * usize::from(LONGEST)
                + usize::from(squares)
                - 1;
            let (rows, to) = (self.rows[index].as_slice(), from + squares);
            let next =
                if to < SHARED { Some(grid) } else { lands(to, grid.on).map(|on| Grid { on, ..grid }) };
            if let (Some(next), false) = (next, rows.is_empty()) {
                moves.push(GridMove { to: Some(next), rows: Some(rows), again: again >> to & 1 == 1 });
            }
        }
        for bit in bits(grid.on[0].into()) {
            let left = [grid.on[0] & !(1 << bit), grid.on[1]];
            let to = bit as u8 + SHARED + squares;
            if to == OFF || to > OFF && *over {
                let off = [grid.off[0] + 1, grid.off[1]];
                let next = (off[0] < *pieces).then_some(Grid { off, on: left });
                moves.push(GridMove { to: next, rows: None, again: false });
            } else if let Some(on) = (to < OFF).then(|| lands(to, left)).flatten() {
                moves.push(GridMove {
                    to: Some(Grid { on, ..grid }),
                    rows: None,
                    again: again >> to & 1 == 1,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::race::{HAND, OFF as AWAY, spaces};

    impl Numbering {
        /// The position with a number.
        pub(in crate::boards::aseb) fn position(&self, number: usize) -> Option<Position> {
            let class = self.firsts.partition_point(|first| *first <= number).checked_sub(1)?;
            let [a, b, p, q] = self.reach.classes().nth(class)?;
            let pieces = self.pieces();
            let (rows, columns) = (parts(pieces - a - p), parts(pieces - b - q));
            let rest = number - self.firsts[class];
            let (index, row, column) = (rest / (rows * columns), rest / columns % rows, rest % columns);
            let ways = choose(SQUARES - p, q);
            let own = of_colex(index / ways, p);
            let free: Vec<u32> = bits(!own & ((1 << SQUARES) - 1)).map(|bit| bit as u32).collect();
            let other = bits(of_colex(index % ways, q)).map(|bit| 1u32 << free[bit]).sum::<u32>();
            let side = |off: usize, shared: u32, part: usize| {
                let on = shared << SHARED | u32::from(PARTS[part]) << 1;
                let hand = pieces - off - on.count_ones() as usize;
                let side = Side::default().with(AWAY, off as u8).with(HAND, hand as u8);
                spaces(on).fold(side, |side, square| side.with(square, 1))
            };
            Some(Position { own: side(a, own, row), other: side(b, other, column) })
        }
    }

    /// The set of `some` numbers with this index, as a mask.
    fn of_colex(mut index: usize, some: usize) -> u32 {
        let mut mask = 0;
        for size in (1..=some).rev() {
            let number = (0..SQUARES).rev().find(|number| choose(*number, size) <= index).unwrap_or(0);
            mask |= 1 << number;
            index -= choose(number, size);
        }
        mask
    }
}
