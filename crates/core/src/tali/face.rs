//! The four faces on which a talus can come to rest.

use std::fmt;
use std::str::FromStr;

/// One face of a talus, named by its score.
///
/// Opposite faces add up to seven, as on a die: 1 is opposite 6, and 3 is opposite 4. A talus is too
/// round at its two ends to rest there, so there is no 2 and no 5.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::tali::Face;
///
/// assert_eq!(Face::Six.opposite(), Face::One);
/// assert_eq!("concave".parse(), Ok(Face::Three));
/// assert_eq!(Face::ALL.map(Face::value), [1, 3, 4, 6]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// 1, the flat narrow side.
    One,
    /// 3, the concave broad side.
    Three,
    /// 4, the convex broad side.
    Four,
    /// 6, the sinuous narrow side.
    Six,
}

impl Face {
    /// Every face, lowest first; a face's position here is its [`index`](Face::index).
    pub const ALL: [Self; 4] = [Self::One, Self::Three, Self::Four, Self::Six];

    /// The four faces as an error message lists them.
    pub const ALLOWED: &str = "1 (flat), 3 (concave), 4 (convex), 6 (sinuous)";

    /// The score of the face: 1, 3, 4 or 6.
    pub const fn value(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Three => 3,
            Self::Four => 4,
            Self::Six => 6,
        }
    }

    /// The shape of the bone on this side: `flat`, `concave`, `convex` or `sinuous`.
    pub const fn shape(self) -> &'static str {
        match self {
            Self::One => "flat",
            Self::Three => "concave",
            Self::Four => "convex",
            Self::Six => "sinuous",
        }
    }

    /// The face on the other side of the bone.
    pub const fn opposite(self) -> Self {
        match self {
            Self::One => Self::Six,
            Self::Three => Self::Four,
            Self::Four => Self::Three,
            Self::Six => Self::One,
        }
    }

    /// The index of the face in [`Face::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The face that scores `value`, if there is one.
    pub fn from_value(value: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.value() == value)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

/// The text is not a face of a talus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a talus has no face `{0}`; its faces are {allowed}", allowed = Face::ALLOWED)]
pub struct UnknownFace(pub String);

impl FromStr for Face {
    type Err = UnknownFace;

    /// Reads a face by its number or its shape, ignoring case.
    fn from_str(text: &str) -> Result<Self, UnknownFace> {
        Self::ALL
            .into_iter()
            .find(|face| text == face.value().to_string() || text.eq_ignore_ascii_case(face.shape()))
            .ok_or_else(|| UnknownFace(text.to_owned()))
    }
}

/// Exchanges the values of opposite faces.
pub(super) fn swapped<T: Clone>(by_face: &[T; 4]) -> [T; 4] {
    Face::ALL.map(|face| by_face[face.opposite().index()].clone())
}
