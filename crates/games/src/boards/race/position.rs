//! Positions: where the pieces of both seats are.

#![expect(clippy::cast_possible_truncation, reason = "a side has few pieces")]

use std::cmp::Ordering;

/// Where pieces are that are not placed yet, or were captured.
pub(in crate::boards) const HAND: u8 = 0;

/// Where pieces are that are off the board.
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

/// The pieces of a seat: four bits for each space, from the hand to those that are off. Of two sides that one is the greater
/// which has more pieces off; then more on space 30, on 29, and so on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::boards) struct Side(pub u128);

impl Side {
    /// All pieces in hand.
    pub(in crate::boards) fn first(pieces: u8) -> Self {
        Self(pieces.into())
    }

    /// How many pieces are on a space, in hand or off.
    pub(in crate::boards) const fn count(self, space: u8) -> u8 {
        let half = if space < 16 { self.0 as u64 } else { (self.0 >> 64) as u64 };
        (half >> (4 * (space & 15))) as u8 & 15
    }

    /// The same with so many pieces more on a space.
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

    /// Where any pieces are, one bit for each space.
    pub(in crate::boards) const fn held(self) -> u32 {
        bits(self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3)
    }

    /// Where two pieces are or more.
    pub(in crate::boards) const fn doubled(self) -> u32 {
        bits(self.0 >> 1 | self.0 >> 2 | self.0 >> 3)
    }

    /// Whether all pieces are off.
    pub(in crate::boards) const fn is_gone(self) -> bool {
        self.0 << 4 == 0
    }

    /// How many pieces are not off.
    pub(in crate::boards) fn left(self) -> u8 {
        spaces(self.held() & !(1 << OFF)).map(|space| self.count(space)).sum()
    }

    /// How far all pieces are from being off: 31 less its space for each.
    pub(in crate::boards) fn pips(self) -> u32 {
        // Of every fourth space of a half the pieces are multiplied by their pips at once, whose sum comes to stand in the
        // last sixteen bits.
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

/// The first of each four bits, one after the other.
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

/// The spaces of which the bits are set, the foremost first.
pub(in crate::boards) fn spaces(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let space = 31u32.checked_sub(set.leading_zeros())?;
        set &= !(1 << space);
        Some(space as u8)
    })
}

/// Where the pieces of both seats stand, each counted from its own home.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::boards) struct Position {
    /// Those of the seat whose turn it is, or was.
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

    /// How many pieces of each side are off.
    pub(in crate::boards) const fn off(&self) -> [u8; 2] {
        [self.own.count(OFF), self.other.count(OFF)]
    }

    /// Which side has no piece left: 0 its own.
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
