//! The bones that are cast together.

use num_bigint::BigUint;

use super::Talus;

/// The most bones in one set.
pub const MAX_TALI: usize = 8;

/// How many bones make a cast with kinds and ranks.
pub const USUAL_TALI: usize = 4;

/// A set: one to eight tali, alike or each its own, that are cast together.
///
/// ```
/// use tali_odds::tali::{TaliSet, presets};
///
/// let four = TaliSet::alike(&presets::TRADITIONAL.talus(), 4)?;
/// assert_eq!(four.len(), 4);
/// assert_eq!(four.denominator().to_string(), "10000");
/// # Ok::<(), tali_odds::tali::SetSizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaliSet {
    tali: Vec<Talus>,
}

/// No bones, or more than a set may have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a set has 1 to {MAX_TALI} tali, not {0}")]
pub struct SetSizeError(pub usize);

impl TaliSet {
    /// A set of different bones.
    ///
    /// # Errors
    ///
    /// [`SetSizeError`], unless there are 1 to 8.
    pub fn new(tali: Vec<Talus>) -> Result<Self, SetSizeError> {
        if (1..=MAX_TALI).contains(&tali.len()) { Ok(Self { tali }) } else { Err(SetSizeError(tali.len())) }
    }

    /// A set of `number` bones that all fall like `talus`.
    ///
    /// # Errors
    ///
    /// [`SetSizeError`], unless `number` is 1 to 8.
    pub fn alike(talus: &Talus, number: usize) -> Result<Self, SetSizeError> {
        if number > MAX_TALI {
            return Err(SetSizeError(number));
        }
        Self::new(vec![talus.clone(); number])
    }

    /// The bones in order.
    #[must_use]
    pub fn tali(&self) -> &[Talus] {
        &self.tali
    }

    /// How many bones there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a set is never empty")]
    pub const fn len(&self) -> usize {
        self.tali.len()
    }

    /// Whether all bones show each face with the same probability.
    #[must_use]
    pub fn is_alike(&self) -> bool {
        self.tali.windows(2).all(|pair| pair[0].falls_like(&pair[1]))
    }

    /// The common denominator of all probabilities of the set: the product of the bones' totals.
    #[must_use]
    pub fn denominator(&self) -> BigUint {
        self.tali.iter().map(Talus::total).product()
    }
}
