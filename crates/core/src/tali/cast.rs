//! What the bones show after a cast.

use std::cmp::Reverse;
use std::fmt;

use super::set::{MAX_TALI, USUAL_TALI};
use super::{Face, Kind};

/// A cast: the multiset of faces that one to eight tali show, written high to low, `6431`.
///
/// Kinds and ranks belong to casts of four tali; with any other number [`Cast::kind`] and
/// [`Cast::rank`] are `None`.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::tali::{Cast, Kind};
///
/// let cast = Cast::parse("3461", 4)?;
/// assert_eq!(cast.to_string(), "6431");
/// assert_eq!((cast.kind(), cast.sum(), cast.ways()), (Some(Kind::Venus), 14, 24));
/// # Ok::<(), tali_odds::tali::CastError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cast {
    counts: [u8; 4],
}

/// Why a text is not a cast.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CastError {
    /// A digit that is not a face.
    #[error("a talus has no face `{digit}`; its faces are {allowed}", allowed = Face::ALLOWED)]
    NoSuchFace {
        /// The character.
        digit: char,
        /// Its position in the text, in characters from 0.
        at: usize,
    },
    /// More or fewer faces than bones are cast.
    #[error("`{text}` shows {found} tali, but {tali} are cast")]
    WrongNumber {
        /// The text.
        text: String,
        /// How many faces it names.
        found: usize,
        /// How many bones are cast.
        tali: usize,
    },
}

impl Cast {
    /// The cast of no bones, with which every enumeration starts.
    pub const EMPTY: Self = Self { counts: [0; 4] };

    /// Reads a cast of `tali` bones from its digits, in any order.
    ///
    /// # Errors
    ///
    /// [`CastError`], for a digit that is not a face, or if there are not `tali` digits.
    pub fn parse(text: &str, tali: usize) -> Result<Self, CastError> {
        let mut cast = Self::EMPTY;
        for (at, digit) in text.chars().enumerate() {
            let face = digit.to_digit(10).and_then(Face::from_value);
            let face = face.ok_or(CastError::NoSuchFace { digit, at })?;
            if at >= tali.min(MAX_TALI) {
                let found = text.chars().count();
                return Err(CastError::WrongNumber { text: crate::messages::abridged(text), found, tali });
            }
            cast = cast.with(face);
        }
        if cast.tali() != tali {
            return Err(CastError::WrongNumber { text: text.to_owned(), found: cast.tali(), tali });
        }
        Ok(cast)
    }

    /// The cast of these faces.
    pub fn from_faces(faces: &[Face]) -> Self {
        faces.iter().fold(Self::EMPTY, |cast, &face| cast.with(face))
    }

    /// Every cast of `tali` bones in listing order: by descending rank, and equal ranks by descending
    /// number; void casts, and all casts unless there are four bones, by descending sum, then by
    /// descending number.
    ///
    /// There are C(tali + 3, 3) of them: 35 for four. No set has more than [`MAX_TALI`] bones, and
    /// for a larger number, the casts of [`MAX_TALI`] are returned.
    pub fn all(tali: usize) -> Vec<Self> {
        let mut casts = vec![Self::EMPTY];
        for _ in 0..tali.min(MAX_TALI) {
            let grown = casts.iter().flat_map(|cast| {
                // Adding no face lower than those already there reaches every multiset once.
                let highest = Face::ALL.into_iter().rev().find(|face| cast.count(*face) > 0);
                Face::ALL.into_iter().filter(move |face| Some(*face) >= highest).map(|face| cast.with(face))
            });
            casts = grown.collect();
        }
        casts.sort_by_key(Self::listing_key);
        casts
    }

    /// The sort key of the listing order.
    pub(super) fn listing_key(&self) -> impl Ord + use<> {
        let rank = self.rank().unwrap_or(0);
        let sum_if_void = if rank == 0 { self.sum() } else { 0 };
        (Reverse(rank), Reverse(sum_if_void), Reverse(self.number()))
    }

    /// The cast read as a number: 6431 for `6431`.
    fn number(&self) -> u32 {
        self.faces().fold(0, |number, face| number * 10 + face.value())
    }

    /// The cast with one more bone, which shows `face`.
    pub const fn with(mut self, face: Face) -> Self {
        self.counts[face.index()] += 1;
        self
    }

    /// How many bones show `face`.
    pub fn count(&self, face: Face) -> u32 {
        u32::from(self.counts[face.index()])
    }

    /// The number of bones cast.
    pub fn tali(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// The faces shown, highest first.
    pub fn faces(&self) -> impl Iterator<Item = Face> {
        let counts = self.counts;
        let run = move |face: Face| std::iter::repeat_n(face, usize::from(counts[face.index()]));
        Face::ALL.into_iter().rev().flat_map(run)
    }

    /// The sum of the faces.
    pub fn sum(&self) -> u32 {
        Face::ALL.into_iter().map(|face| face.value() * self.count(face)).sum()
    }

    /// The number of orders in which bones can show this cast: `n! / Π n[f]!`, the multinomial coefficient.
    pub fn ways(&self) -> u32 {
        let factorial = |n: u32| (1..=n).product::<u32>();
        let tali: u32 = Face::ALL.into_iter().map(|face| self.count(face)).sum();
        Face::ALL.into_iter().fold(factorial(tali), |ways, face| ways / factorial(self.count(face)))
    }

    /// The kind of the cast, if it has four tali.
    pub fn kind(&self) -> Option<Kind> {
        if self.tali() != USUAL_TALI {
            return None;
        }
        Some(match self.counts {
            [1, 1, 1, 1] => Kind::Venus,
            [4, 0, 0, 0] => Kind::Canis,
            [0, 4, 0, 0] | [0, 0, 4, 0] | [0, 0, 0, 4] => Kind::Vultures,
            [_, _, _, 0] => Kind::Void,
            [_, _, _, _] => Kind::Senio,
        })
    }

    /// The rank of the cast, from 0 (void) to 18 (Venus), if it has four tali.
    ///
    /// Void 0 < Canis 1 < 3333 2 < 4444 3 < 6666 4 < the Senios by sum, 5 to 17 < Venus 18. Senios of
    /// equal sum tie, and so do all voids.
    pub fn rank(&self) -> Option<u8> {
        Some(match (self.kind()?, self.sum()) {
            (Kind::Void, _) => 0,
            (Kind::Canis, _) => 1,
            (Kind::Vultures, 12) => 2,
            (Kind::Vultures, 16) => 3,
            (Kind::Vultures, _) => 4,
            // Their sums are 9 and 11 to 22: thirteen ranks.
            (Kind::Senio, 9) => 5,
            (Kind::Senio, sum) => u8::try_from(sum).unwrap_or(u8::MAX) - 5,
            (Kind::Venus, _) => 18,
        })
    }
}

impl fmt::Display for Cast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().try_for_each(|face| write!(f, "{face}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn four_tali_have_35_casts_and_19_ranks() {
        let casts = Cast::all(4);
        let ranks: Vec<u8> = casts.iter().map(|cast| cast.rank().unwrap()).collect();
        let of_kind = |kind| casts.iter().filter(|cast| cast.kind() == Some(kind)).count();
        assert_eq!(casts.len(), 35);
        assert_eq!(ranks.iter().filter(|rank| **rank > 0).count(), 23);
        assert_eq!(ranks.iter().collect::<BTreeSet<_>>().len(), 19);
        assert_eq!(Kind::ALL.map(of_kind), [1, 18, 3, 1, 12]);
        assert_eq!(casts.iter().map(Cast::ways).sum::<u32>(), 256);
    }

    #[test]
    fn senios_rank_by_sum_without_a_gap() {
        let senios: Vec<Cast> =
            Cast::all(4).into_iter().filter(|cast| cast.kind() == Some(Kind::Senio)).collect();
        let sums: BTreeSet<u32> = senios.iter().map(Cast::sum).collect();
        for senio in senios {
            let slot = sums.iter().position(|sum| *sum == senio.sum()).unwrap();
            assert_eq!(usize::from(senio.rank().unwrap()), 5 + slot, "{senio}");
        }
    }

    #[test]
    fn casts_are_listed_by_descending_rank() {
        let names: Vec<String> = Cast::all(4).iter().map(Cast::to_string).collect();
        assert_eq!(names[..6], ["6431", "6664", "6663", "6644", "6661", "6643"]);
        assert_eq!(names[18..24], ["6111", "6666", "4444", "3333", "1111", "4443"]);
        assert_eq!(names[25..27], ["4441", "4333"]);
        assert_eq!(names[34], "3111");
    }

    #[test]
    fn the_numbers_of_casts_and_ways_match_the_formulas() {
        for tali in 0..=MAX_TALI {
            let casts = Cast::all(tali);
            let distinct: BTreeSet<String> = casts.iter().map(Cast::to_string).collect();
            assert_eq!(casts.len(), (tali + 1) * (tali + 2) * (tali + 3) / 6);
            assert_eq!(distinct.len(), casts.len());
            assert_eq!(
                casts.iter().map(|cast| u64::from(cast.ways())).sum::<u64>(),
                4u64.pow(u32::try_from(tali).unwrap())
            );
        }
    }

    #[test]
    fn invalid_casts_are_refused() {
        assert_eq!(Cast::parse("6532", 4), Err(CastError::NoSuchFace { digit: '5', at: 1 }));
        assert!(matches!(Cast::parse("643", 4), Err(CastError::WrongNumber { found: 3, .. })));
        assert!(matches!(Cast::parse(&"6".repeat(1000), 8), Err(CastError::WrongNumber { found: 1000, .. })));
        assert_eq!(Cast::parse("66431", 5).unwrap().kind(), None);
    }
}
