//! The bones that are cast together.

use num_bigint::BigUint;

use super::Talus;

/// The most bones in one set.
pub const MAX_TALI: usize = 8;

/// The most digits that the common denominator of one set may have: what keeps every answer within
/// seconds.
pub const MAX_SET_DIGITS: u32 = 4000;

/// How many bones make a cast with kinds and ranks.
pub const USUAL_TALI: usize = 4;

/// A set: one to eight tali, alike or each its own, that are cast together.
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
    /// How many bones there are of each kind: neighbours that one vector of weights belongs to.
    numbers: Vec<usize>,
}

/// Why bones make no set.
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
    /// [`SetError`], unless there are 1 to 8 and their weights are not too long.
    pub fn new(tali: Vec<Talus>) -> Result<Self, SetError> {
        Self::of(tali.into_iter().map(|talus| (talus, 1)))
    }

    /// A set of kinds of bone, each with the number of bones that it stands for: one vector of weights
    /// belongs to all bones of a kind. Where it was estimated from throws, the bones are not independent of
    /// one another, as what one of them shows tells something of the weights of all.
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

    /// A set of `number` bones that all fall like `talus`.
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

    /// The kinds of bone in order, one bone for each with how many there are.
    pub fn kinds(&self) -> impl Iterator<Item = (&Talus, usize)> {
        let of_kind = |first: &mut usize, number: &usize| {
            let talus = self.tali.get(*first)?;
            *first += number;
            Some((talus, *number))
        };
        self.numbers.iter().scan(0, of_kind)
    }

    /// Whether weights of the set were estimated from throws.
    pub fn is_estimated(&self) -> bool {
        self.tali.iter().any(|talus| talus.posterior().is_some())
    }

    /// The bones in order.
    pub fn tali(&self) -> &[Talus] {
        &self.tali
    }

    /// How many bones there are.
    #[expect(clippy::len_without_is_empty, reason = "a set is never empty")]
    pub const fn len(&self) -> usize {
        self.tali.len()
    }

    /// The bone that all are like, if they show each face with the same probability.
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
