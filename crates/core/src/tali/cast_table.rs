//! The exact distribution of one cast.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One;

use super::{Cast, Face, Posterior, TaliSet, Talus};

/// Every cast that a set can show, with its exact probability.
///
/// Bones 1…k with weights `w[i,f]` over totals `W[i]` show the faces `f[1]…f[k]` with probability
/// `Π w[i,f[i]] / Π W[i]`; a cast's probability is the sum of that over the orders in which its faces
/// can fall. All numerators are integers over the common denominator `Π W[i]`; fractions are reduced
/// only on request.
///
/// ```
/// # use tali_core as tali_odds;
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
    /// The distribution of one cast of `set`, casts in the order of [`Cast::all`].
    ///
    /// Bones are added one by one: the numerator of a cast of i bones is the sum over its faces f of
    /// `w[i,f]` times that of the cast without f. This takes O(k⁴) products for k bones, equal or not.
    pub fn new(set: &TaliSet) -> Self {
        Self::of(set.tali().iter())
    }

    /// The distribution of one cast of `set` averaged over the uncertainty of its weights: the one for bets.
    ///
    /// Where the weights θ of a kind of bone were estimated from throws, they have a Dirichlet distribution with the
    /// shapes a (sum A), and k bones of the kind show each face `e[f]` times with probability
    /// `E[k!/Π e[f]! · Π θ[f]^e[f]] = k!/Π e[f]! · Π a[f]·(a[f] + 1)⋯(a[f] + e[f] − 1) / A·(A + 1)⋯(A + k − 1)`,
    /// the Dirichlet-multinomial distribution: each bone is a draw from Pólya's urn. It differs from
    /// [`CastTable::new`], which uses the mean weights as if they were true, where several bones share an
    /// estimate. Source: N. L. Johnson, S. Kotz, N. Balakrishnan, *Discrete Multivariate Distributions*
    /// (1997), §35.13.
    ///
    /// ```
    /// # use tali_core as tali_odds;
    /// use tali_odds::tali::{CastTable, Kind, TaliSet, Talus};
    ///
    /// let set = TaliSet::alike(&Talus::from_counts([10, 40, 40, 10])?, 4)?;
    /// let venus = |cast: &_| tali_odds::tali::Cast::kind(cast) == Some(Kind::Venus);
    /// assert_eq!(CastTable::new(&set).probability_that(venus).to_string(), "107163/2672672");
    /// assert_eq!(CastTable::averaged(&set).probability_that(venus).to_string(), "137781/3642080");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn averaged(set: &TaliSet) -> Self {
        let mut all = Self { entries: vec![(Cast::EMPTY, BigUint::one())], denominator: BigUint::one() };
        for (talus, number) in set.kinds() {
            let kind = match talus.posterior() {
                Some(posterior) if number > 1 => Self::from_urn(posterior, number),
                _ => Self::of(std::iter::repeat_n(talus, number)),
            };
            all = all.and(&kind);
        }
        all.listed()
    }

    /// The distribution of draws from Pólya's urn: each draw of a face adds one to its shape.
    fn from_urn(posterior: &Posterior, draws: usize) -> Self {
        let mut distribution = HashMap::from([(Cast::EMPTY, BigUint::one())]);
        let (mut denominator, mut total) = (BigUint::one(), posterior.total());
        for _ in 0..draws {
            distribution =
                grown(&distribution, |cast, face| posterior.shape(face) + &posterior.unit * cast.count(face));
            denominator *= &total;
            total += &posterior.unit;
        }
        Self { entries: distribution.into_iter().collect(), denominator }
    }

    /// The distribution of these bones and others together, unsorted.
    fn and(&self, other: &Self) -> Self {
        let mut distribution: HashMap<Cast, BigUint> = HashMap::new();
        for (one, first) in &self.entries {
            for (two, second) in &other.entries {
                *distribution.entry(two.faces().fold(*one, Cast::with)).or_default() += first * second;
            }
        }
        Self {
            entries: distribution.into_iter().collect(),
            denominator: &self.denominator * &other.denominator,
        }
    }

    fn listed(mut self) -> Self {
        self.entries.sort_by_cached_key(|(cast, _)| cast.listing_key());
        self
    }

    /// The distribution if one bone, or all if `alone` is `None`, show a face [more often](Talus::with_more).
    pub fn with_more(set: &TaliSet, face: Face, alone: Option<usize>) -> Self {
        let bones = set.tali().iter().enumerate();
        let changed = bones.map(|(index, talus)| {
            if alone.is_none_or(|bone| bone == index) { talus.with_more(face) } else { talus.clone() }
        });
        Self::of(changed.collect::<Vec<Talus>>().iter())
    }

    fn of<'a>(tali: impl Iterator<Item = &'a Talus> + Clone) -> Self {
        let denominator = tali.clone().map(Talus::total).product();
        let mut distribution = HashMap::from([(Cast::EMPTY, BigUint::one())]);
        for talus in tali {
            distribution = grown(&distribution, |_, face| talus.weight(face).clone());
        }
        Self { entries: distribution.into_iter().collect(), denominator }.listed()
    }

    /// The casts with their numerators over [`CastTable::denominator`], in listing order.
    pub fn entries(&self) -> &[(Cast, BigUint)] {
        &self.entries
    }

    /// The common denominator `Π W[i]`.
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
    pub fn probability(&self, cast: &Cast) -> BigRational {
        self.probability_that(|other| other == cast)
    }
}

/// Adds one bone to a distribution; `weight` returns the weight of its face after a cast.
fn grown(
    distribution: &HashMap<Cast, BigUint>,
    weight: impl Fn(&Cast, Face) -> BigUint,
) -> HashMap<Cast, BigUint> {
    let mut longer: HashMap<Cast, BigUint> = HashMap::with_capacity(4 * distribution.len());
    for (cast, so_far) in distribution {
        for face in Face::ALL {
            *longer.entry(cast.with(face)).or_default() += so_far * weight(cast, face);
        }
    }
    longer
}
