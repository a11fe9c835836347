//! The exact law of one cast.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One;

use super::{Cast, Face, TaliSet, Talus};

/// Every cast that a set can show, with its exact probability.
///
/// Bones 1…k with weights `w[i,f]` over totals `W[i]` show the faces `f[1]…f[k]` with probability
/// `Π w[i,f[i]] / Π W[i]`; a cast's probability is the sum of that over the orders in which its faces
/// can fall. All numerators are integers over the one denominator `Π W[i]`, and are reduced only when
/// asked for.
///
/// ```
/// use tali_odds::tali::{CastTable, Kind, TaliSet, presets};
///
/// let table = CastTable::new(&TaliSet::alike(&presets::TRADITIONAL.talus(), 4)?);
/// let venus = table.probability_that(|cast| cast.kind() == Some(Kind::Venus));
/// assert_eq!(venus.to_string(), "24/625");
/// assert_eq!(table.entries().len(), 35);
/// # Ok::<(), tali_odds::tali::SetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastTable {
    entries: Vec<(Cast, BigUint)>,
    denominator: BigUint,
}

impl CastTable {
    /// The law of one cast of `set`, casts in the order of [`Cast::all`].
    ///
    /// Bone is added to bone: the numerator of a cast of i bones is the sum over its faces f of
    /// `w[i,f]` times that of the cast without f. This takes O(k⁴) products for k bones, alike or not.
    #[must_use]
    pub fn new(set: &TaliSet) -> Self {
        Self::of(set.tali().iter())
    }

    /// The law of what all bones of `set` but one show together.
    pub(crate) fn without(set: &TaliSet, bone: usize) -> Self {
        Self::of(set.tali().iter().enumerate().filter(|(place, _)| *place != bone).map(|(_, talus)| talus))
    }

    fn of<'a>(tali: impl Iterator<Item = &'a Talus> + Clone) -> Self {
        let denominator = tali.clone().map(Talus::total).product();
        let mut law = HashMap::from([(Cast::EMPTY, BigUint::one())]);
        for talus in tali {
            let mut longer: HashMap<Cast, BigUint> = HashMap::with_capacity(4 * law.len());
            for (cast, weight) in &law {
                for face in Face::ALL {
                    *longer.entry(cast.with(face)).or_default() += weight * talus.weight(face);
                }
            }
            law = longer;
        }
        let mut entries: Vec<(Cast, BigUint)> = law.into_iter().collect();
        entries.sort_by_cached_key(|(cast, _)| cast.listing_key());
        Self { entries, denominator }
    }

    /// The casts with their numerators over [`CastTable::denominator`], as casts are listed.
    #[must_use]
    pub fn entries(&self) -> &[(Cast, BigUint)] {
        &self.entries
    }

    /// The common denominator `Π W[i]`.
    #[must_use]
    pub const fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// The numerator, over [`CastTable::denominator`], of the probability that a cast satisfies
    /// `event`.
    pub fn weight_of(&self, event: impl Fn(&Cast) -> bool) -> BigUint {
        self.entries.iter().filter(|(cast, _)| event(cast)).map(|(_, weight)| weight).sum()
    }

    /// The probability that a cast satisfies `event`.
    pub fn probability_that(&self, event: impl Fn(&Cast) -> bool) -> BigRational {
        BigRational::new(self.weight_of(event).into(), self.denominator.clone().into())
    }

    /// The probability of one cast; 0 for a cast of another number of bones.
    #[must_use]
    pub fn probability(&self, cast: &Cast) -> BigRational {
        self.probability_that(|other| other == cast)
    }
}
