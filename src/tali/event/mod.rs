//! Events on one cast: what can be asked for by name, sum or faces.

mod parse;

pub use parse::EventError;

use super::{Cast, Face, Kind};

/// Something that a cast does or does not do.
///
/// ```
/// use tali_odds::tali::{Cast, Event};
///
/// let event = Event::parse("sum>=14 and not (venus or 1=0)", 4)?;
/// assert!(event.holds(&Cast::parse("6661", 4).unwrap()));
/// assert!(!event.holds(&Cast::parse("6431", 4).unwrap()));
/// # Ok::<(), tali_odds::tali::EventError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The cast is of this kind.
    Kind(Kind),
    /// It is this cast.
    Cast(Cast),
    /// The sum of its faces compares so with the number.
    Sum(Comparison, u32),
    /// Its rank compares so with the number. Four bones only.
    Rank(Comparison, u32),
    /// The number of bones that show the face compares so with the number.
    Count(Face, Comparison, u32),
    /// The event does not hold.
    Not(Box<Self>),
    /// Both hold.
    And(Box<Self>, Box<Self>),
    /// At least one holds.
    Or(Box<Self>, Box<Self>),
}

/// How a number of the cast is held against a given one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl Comparison {
    const fn holds(self, left: u32, right: u32) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

impl Event {
    /// Reads an event on a cast of `tali` bones.
    ///
    /// ```text
    /// event      = all { "or" all }
    /// all        = one { "and" one }
    /// one        = "not" one | "(" event ")" | kind | cast | quantity comparison number
    /// kind       = "venus" | "senio" | "vultures" | "canis" | "void"     (four bones only)
    /// cast       = the faces shown, in any order: 6643
    /// quantity   = "sum" | "rank" | face            (rank 0 to 18, four bones only; bones that show it)
    /// face       = "1" | "3" | "4" | "6" | "flat" | "concave" | "convex" | "sinuous"
    /// comparison = "=" | "!=" | "<" | "<=" | ">" | ">="
    /// ```
    ///
    /// # Errors
    ///
    /// [`EventError`], which knows the character at which the text went wrong.
    pub fn parse(text: &str, tali: usize) -> Result<Self, EventError> {
        parse::event(text, tali)
    }

    /// Whether the event holds for `cast`.
    pub fn holds(&self, cast: &Cast) -> bool {
        match self {
            Self::Kind(kind) => cast.kind() == Some(*kind),
            Self::Cast(other) => cast == other,
            Self::Sum(comparison, number) => comparison.holds(cast.sum(), *number),
            Self::Rank(comparison, number) => {
                cast.rank().is_some_and(|rank| comparison.holds(rank.number().into(), *number))
            }
            Self::Count(face, comparison, number) => comparison.holds(cast.count(*face), *number),
            Self::Not(event) => !event.holds(cast),
            Self::And(left, right) => left.holds(cast) && right.holds(cast),
            Self::Or(left, right) => left.holds(cast) || right.holds(cast),
        }
    }
}
