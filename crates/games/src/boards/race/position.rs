//! Positions: where the pieces of both seats are.

#![expect(clippy::cast_possible_truncation, reason = "a side has few pieces")]

use std::cmp::Ordering;

/// The place of pieces that are not yet placed, or were captured.
pub(in crate::boards) const HAND: u8 = 0;

/// The place of pieces that are off the board.
pub(in crate::boards) const OFF: u8 = 31;

/// All spaces that a board can have.
pub(in crate::boards) const BOARD: u32 = 0x7fff_fffe;

/// One piece on each space.
const ONE: [u128; 32] = {
    let mut one = [1; 32];
    let mut space = 1;
    while space < 32 {
        one[space] = one[space - 1] << 4;
        space += 1;
    }
    one
};

/// The pieces of a seat: four bits for each space, from the hand to those that are off. The greater of two sides has more pieces
/// off, then more on space 30, on 29, and so on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::boards) struct Side(pub u128);

impl Side {
    /// All pieces in hand.
    pub(in crate::boards) fn first(pieces: u8) -> Self {
        Self(pieces.into())
    }

    /// The number of pieces on a space, in hand or off.
    pub(in crate::boards) const fn count(self, space: u8) -> u8 {
        let half = if space < 16 { self.0 as u64 } else { (self.0 >> 64) as u64 };
        (half >> (4 * (space & 15))) as u8 & 15
    }

    /// The same with more pieces on a space.
    pub(in crate::boards) const fn with(self, space: u8, pieces: u8) -> Self {
        Self(self.0 + ((pieces as u128) << (4 * space)))
    }

    /// The same with one piece taken from a space.
    pub(in crate::boards) const fn without(self, space: u8) -> Self {
        Self(self.0 - ONE[space as usize])
    }

    /// The same after one piece has moved.
    pub(in crate::boards) const fn moved(self, from: u8, to: u8) -> Self {
        Self(self.0 - ONE[from as usize] + ONE[to as usize])
    }

    /// The spaces with pieces, one bit each.
    pub(in crate::boards) const fn held(self) -> u32 {
        bits(self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3)
    }

    /// The spaces with two pieces or more.
    pub(in crate::boards) const fn doubled(self) -> u32 {
        bits(self.0 >> 1 | self.0 >> 2 | self.0 >> 3)
    }

    /// Whether all pieces are off.
    pub(in crate::boards) const fn is_gone(self) -> bool {
        self.0 << 4 == 0
    }

    /// The number of pieces that are not off.
    pub(in crate::boards) fn left(self) -> u8 {
        spaces(self.held() & !(1 << OFF)).map(|space| self.count(space)).sum()
    }

    /// The distance of all pieces from being off: 31 less its space for each.
    pub(in crate::boards) fn pips(self) -> u32 {
        // The pieces of every fourth space of a half are multiplied by their pips at once; the sum ends up in the highest sixteen
        // bits.
        const EACH: u64 = 0x0001_0001_0001_0001;
        let of_half = |half: u64, first: u64| -> u64 {
            let of_four = |nth: u64| {
                let pips = (first - nth) * EACH - 0x0000_0004_0008_000c;
                ((half >> (4 * nth)) & (15 * EACH)).wrapping_mul(pips) >> 48
            };
            (0..4).map(of_four).sum()
        };
        (of_half(self.0 as u64, 31) + of_half((self.0 >> 64) as u64, 15)) as u32
    }
}

/// The lowest of each four bits, one after the other.
const fn bits(nibbles: u128) -> u32 {
    const fn half(nibbles: u64) -> u32 {
        let one = nibbles & 0x1111_1111_1111_1111;
        let two = (one | one >> 3) & 0x0303_0303_0303_0303;
        let four = (two | two >> 6) & 0x000f_000f_000f_000f;
        let eight = (four | four >> 12) & 0x0000_00ff_0000_00ff;
        (eight | eight >> 24) as u32 & 0xffff
    }
    half(nibbles as u64) | half((nibbles >> 64) as u64) << 16
}

/// The spaces whose bits are set, the foremost first.
pub(in crate::boards) fn spaces(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let space = 31u32.checked_sub(set.leading_zeros())?;
        set &= !(1 << space);
        Some(space as u8)
    })
}

/// The pieces of both seats, each counted from its own home.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::boards) struct Position {
    /// The pieces of the seat whose turn it is, or was.
    pub own: Side,
    pub other: Side,
}

impl Position {
    /// The first position.
    pub(in crate::boards) fn first(pieces: u8) -> Self {
        Self { own: Side::first(pieces), other: Side::first(pieces) }
    }

    /// As the other seat sees it.
    pub(in crate::boards) const fn flipped(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The number of pieces of each side that are off.
    pub(in crate::boards) const fn off(&self) -> [u8; 2] {
        [self.own.count(OFF), self.other.count(OFF)]
    }

    /// The side that has no piece left; 0 is its own.
    pub(in crate::boards) fn winner(&self) -> Option<usize> {
        [self.own, self.other].iter().position(|side| side.is_gone())
    }

    /// The order of the results of a turn: first those with more own pieces off, then on space 30, 29, … and in hand; then those
    /// with more of the other's in hand, then on space 1, 2, …
    pub(in crate::boards) fn in_order(&self, next: &Self) -> Ordering {
        let differs = self.other.0 ^ next.other.0;
        let space = (differs.trailing_zeros() / 4).min(31) as u8;
        next.own.cmp(&self.own).then(next.other.count(space).cmp(&self.other.count(space)))
    }
}
