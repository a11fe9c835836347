//! The bones that are cast together.

use num_bigint::BigUint;

use super::Talus;

/// The most bones in one set.
pub const MAX_TALI: usize = 8;

/// The most digits that the common denominator of one set may have, so that every answer takes only
/// seconds.
pub const MAX_SET_DIGITS: u32 = 4000;

/// The number of bones in a cast that has a kind and a rank.
pub const USUAL_TALI: usize = 4;

/// A set: one to eight tali, equal or different, that are cast together.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::tali::{TaliSet, presets};
///
/// let four = TaliSet::alike(&presets::TRADITIONAL.talus(), 4)?;
/// assert_eq!(four.len(), 4);
/// assert_eq!(four.denominator().to_string(), "10000");
/// # Ok::<(), tali_odds::tali::SetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaliSet {
    tali: Vec<Talus>,
    /// The number of bones of each kind; these are adjacent and share one vector of weights.
    numbers: Vec<usize>,
}

/// Why bones do not make a set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetError {
    /// No bones, or more than a set may have.
    #[error("a set has 1 to {MAX_TALI} tali, not {0}")]
    Size(usize),
    /// Weights that together need more than [`MAX_SET_DIGITS`] digits.
    #[error(
        "the weights of the {0} tali have a common denominator of more than {MAX_SET_DIGITS} digits; \
         round them, or cast fewer"
    )]
    TooLong(usize),
}

impl TaliSet {
    /// A set of different bones.
    ///
    /// # Errors
    ///
    /// [`SetError`], unless there are 1 to 8 bones and their weights are not too long.
    pub fn new(tali: Vec<Talus>) -> Result<Self, SetError> {
        Self::of(tali.into_iter().map(|talus| (talus, 1)))
    }

    /// A set of kinds of bone, each with its number of bones. All bones of a kind share one vector of weights.
    /// If it was estimated from throws, they are not independent of one another: what one of them shows says
    /// something about the weights of all.
    ///
    /// # Errors
    ///
    /// As for [`TaliSet::new`].
    pub fn of(kinds: impl IntoIterator<Item = (Talus, usize)>) -> Result<Self, SetError> {
        let (mut tali, mut numbers) = (Vec::new(), Vec::new());
        for (talus, number) in kinds {
            tali.extend(std::iter::repeat_n(talus, number.min(MAX_TALI + 1)));
            numbers.push(number);
        }
        if !(1..=MAX_TALI).contains(&tali.len()) {
            return Err(SetError::Size(tali.len()));
        }
        let set = Self { tali, numbers };
        let limit = BigUint::from(10u32).pow(MAX_SET_DIGITS);
        if set.denominator() >= limit { Err(SetError::TooLong(set.len())) } else { Ok(set) }
    }

    /// A set of `number` bones with the weights of `talus`.
    ///
    /// # Errors
    ///
    /// As for [`TaliSet::new`].
    pub fn alike(talus: &Talus, number: usize) -> Result<Self, SetError> {
        if number > MAX_TALI {
            return Err(SetError::Size(number));
        }
        Self::of([(talus.clone(), number)])
    }

    /// The kinds of bone in order: one bone of each, with their number.
    pub fn kinds(&self) -> impl Iterator<Item = (&Talus, usize)> {
        let of_kind = |first: &mut usize, number: &usize| {
            let talus = self.tali.get(*first)?;
            *first += number;
            Some((talus, *number))
        };
        self.numbers.iter().scan(0, of_kind)
    }

    /// Whether any weights of the set were estimated from throws.
    pub fn is_estimated(&self) -> bool {
        self.tali.iter().any(|talus| talus.posterior().is_some())
    }

    /// The bones in order.
    pub fn tali(&self) -> &[Talus] {
        &self.tali
    }

    /// The number of bones.
    #[expect(clippy::len_without_is_empty, reason = "a set is never empty")]
    pub const fn len(&self) -> usize {
        self.tali.len()
    }

    /// The first bone, if all show each face with the same probability.
    pub fn common_talus(&self) -> Option<&Talus> {
        self.tali.first().filter(|_| self.is_alike())
    }

    /// Whether all bones show each face with the same probability.
    pub fn is_alike(&self) -> bool {
        self.tali.windows(2).all(|pair| pair[0].falls_like(&pair[1]))
    }

    /// The common denominator of all probabilities of the set: the product of the bones' totals.
    pub fn denominator(&self) -> BigUint {
        self.tali.iter().map(Talus::total).product()
    }
}
