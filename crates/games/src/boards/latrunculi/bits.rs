//! Sets of squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// Some of up to 128 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bits(pub u128);

impl Bits {
    pub(super) const NONE: Self = Self(0);

    /// One square.
    #[inline]
    pub(super) const fn one(square: u8) -> Self {
        Self(1 << (square % 128))
    }

    #[inline]
    pub(super) const fn has(self, square: u8) -> bool {
        self.0 >> (square % 128) & 1 == 1
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn number(self) -> u32 {
        self.0.count_ones()
    }

    /// All squares moved up by so many.
    #[inline]
    pub(super) const fn up(self, squares: u8) -> Self {
        Self(self.0 << squares)
    }

    /// All squares moved down by so many.
    #[inline]
    pub(super) const fn down(self, squares: u8) -> Self {
        Self(self.0 >> squares)
    }

    /// The squares, the lowest first.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                #[expect(clippy::cast_possible_truncation, reason = "a set has 128 bits")]
                let square = left.trailing_zeros() as u8;
                left &= left - 1;
                square
            })
        })
    }

    /// The square at an index among them, the lowest first.
    pub(super) fn nth(self, index: u32) -> Option<u8> {
        self.iter().nth(index as usize)
    }
}

impl BitAnd for Bits {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bits {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Bits {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bits {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bits {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}
