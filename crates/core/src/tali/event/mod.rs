//! Events on one cast: conditions on its kind, sum, rank or faces.

mod parse;

pub use parse::EventError;

use std::cmp::Ordering;

use super::{Cast, Face, Kind};

/// A condition that a cast may fulfil.
///
/// ```
/// # use tali_core as tali_odds;
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
    /// The quantity compares in this way with the number.
    Number(Quantity, Comparison, u32),
    /// The event does not hold.
    Not(Box<Self>),
    /// Both hold.
    And(Box<Self>, Box<Self>),
    /// At least one holds.
    Or(Box<Self>, Box<Self>),
}

/// A property of a cast that can be compared with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The sum of its faces.
    Sum,
    /// Its rank, which only casts of four bones have.
    Rank,
    /// How many bones show the face.
    Count(Face),
}

/// A comparison of a quantity with a number: the orderings that it allows, such as `[Greater, Equal]` for `>=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison(pub &'static [Ordering]);

impl Quantity {
    /// The quantity of a cast, if the cast has it.
    fn of(self, cast: &Cast) -> Option<u32> {
        match self {
            Self::Sum => Some(cast.sum()),
            Self::Rank => cast.rank().map(u32::from),
            Self::Count(face) => Some(cast.count(face)),
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
    /// [`EventError`], with the position of the wrong character.
    pub fn parse(text: &str, tali: usize) -> Result<Self, EventError> {
        parse::event(text, tali)
    }

    /// Whether the event holds for `cast`.
    pub fn holds(&self, cast: &Cast) -> bool {
        match self {
            Self::Kind(kind) => cast.kind() == Some(*kind),
            Self::Cast(other) => cast == other,
            Self::Number(quantity, Comparison(allowed), number) => {
                quantity.of(cast).is_some_and(|found| allowed.contains(&found.cmp(number)))
            }
            Self::Not(event) => !event.holds(cast),
            Self::And(left, right) => left.holds(cast) && right.holds(cast),
            Self::Or(left, right) => left.holds(cast) || right.holds(cast),
        }
    }
}
