//! Sets of squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// How many words a set has, and the first square of each.
const WORDS: usize = 4;
const FIRST: [u8; WORDS] = [0, 64, 128, 192];

/// Some of up to 256 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bits(pub [u64; WORDS]);

impl Bits {
    pub(super) const NONE: Self = Self([0; WORDS]);

    /// One square.
    #[inline]
    pub(super) const fn one(square: u8) -> Self {
        let mut words = [0; WORDS];
        words[square as usize / 64] = 1 << (square % 64);
        Self(words)
    }

    #[inline]
    pub(super) const fn has(self, square: u8) -> bool {
        self.0[square as usize / 64] >> (square % 64) & 1 == 1
    }

    #[inline]
    pub(super) const fn number(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// The squares, the lowest first.
    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        FIRST.into_iter().zip(self.0).flat_map(|(first, mut word)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    #[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
                    let index = word.trailing_zeros() as u8;
                    word &= word - 1;
                    first + index
                })
            })
        })
    }

    /// The square at an index among them, the lowest first.
    #[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
    pub(super) fn nth(self, mut index: u32) -> Option<u8> {
        for (first, mut word) in FIRST.into_iter().zip(self.0) {
            let here = word.count_ones();
            if index < here {
                for _ in 0..index {
                    word &= word - 1;
                }
                return Some(first + word.trailing_zeros() as u8);
            }
            index -= here;
        }
        None
    }
}

/// Sets of squares that can be moved: all 256, or the first 128, which is twice as fast.
pub(super) trait Shift: Copy + BitAnd<Output = Self> {
    /// The squares among these that the set can hold.
    fn of(bits: Bits) -> Self;

    fn bits(self) -> Bits;

    fn is_empty(self) -> bool;

    /// All squares moved up by so many places, fewer than 64.
    fn up(self, places: u32) -> Self;

    /// All squares moved down by so many places, fewer than 64.
    fn down(self, places: u32) -> Self;
}

impl Shift for Bits {
    #[inline]
    fn of(bits: Bits) -> Self {
        bits
    }

    #[inline]
    fn bits(self) -> Bits {
        self
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    #[inline]
    fn up(self, places: u32) -> Self {
        let [a, b, c, d] = self.0;
        let carry = 64 - places;
        Self([a << places, b << places | a >> carry, c << places | b >> carry, d << places | c >> carry])
    }

    #[inline]
    fn down(self, places: u32) -> Self {
        let [a, b, c, d] = self.0;
        let carry = 64 - places;
        Self([a >> places | b << carry, b >> places | c << carry, c >> places | d << carry, d >> places])
    }
}

impl Shift for u128 {
    #[inline]
    fn of(bits: Bits) -> Self {
        Self::from(bits.0[0]) | Self::from(bits.0[1]) << 64
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
    fn bits(self) -> Bits {
        Bits([self as u64, (self >> 64) as u64, 0, 0])
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn up(self, places: u32) -> Self {
        self << places
    }

    #[inline]
    fn down(self, places: u32) -> Self {
        self >> places
    }
}

impl BitAnd for Bits {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Bits {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl Not for Bits {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl BitAndAssign for Bits {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bits {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
