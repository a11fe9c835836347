//! One bone: how likely each of its faces is.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::face::swapped;
use super::{Face, Posterior, Prior, RAREST, TalusError};

/// One talus with the exact probability of each face.
///
/// The weights are stored as integers without a common factor over their sum, so that probabilities of
/// whole casts are products of integers over one common denominator.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::tali::{Face, Talus};
///
/// let talus = Talus::from_weights([1, 4, 4, 1].map(num_bigint::BigInt::from).map(Into::into))?;
/// assert_eq!(talus.probability(Face::Three).to_string(), "2/5");
/// # Ok::<(), tali_odds::tali::TalusError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talus {
    name: Option<String>,
    weights: [BigUint; 4],
    total: BigUint,
    /// Boxed, as most bones have none.
    posterior: Option<Box<Posterior>>,
    is_turned: bool,
}

impl Talus {
    /// A talus whose faces 1, 3, 4, 6 are as likely as `weights` say, in that order.
    ///
    /// They need not add up to 1: the probability of face f is `w[f] / Σ w`.
    ///
    /// # Errors
    ///
    /// [`TalusError::Negative`], [`TalusError::AllZero`] and [`TalusError::TooRare`].
    pub fn from_weights(weights: [BigRational; 4]) -> Result<Self, TalusError> {
        if let Some(face) = Face::ALL.into_iter().find(|face| weights[face.index()].is_negative()) {
            return Err(TalusError::Negative(face));
        }
        let common = weights.iter().fold(BigInt::one(), |lcm, weight| lcm.lcm(weight.denom()));
        let whole = weights.map(|weight| (weight.numer() * (&common / weight.denom())).magnitude().clone());
        let talus = Self::from_parts(whole).ok_or(TalusError::AllZero)?;
        let is_too_rare = |face: &Face| {
            let weight = talus.weight(*face);
            !weight.is_zero() && weight * RAREST < talus.total
        };
        match Face::ALL.into_iter().find(is_too_rare) {
            Some(face) => Err(TalusError::TooRare(face)),
            None => Ok(talus),
        }
    }

    /// A talus estimated from throws: `counts` of them showed the faces 1, 3, 4, 6.
    ///
    /// Its probabilities are the posterior mean under Jeffreys' prior, Dirichlet(½, ½, ½, ½):
    /// `(c[f] + ½) / (n + 2)` for `c[f]` of n throws. A face that never came up thus stays possible.
    /// Source: H. Jeffreys, *Theory of Probability*, 3rd ed. (1961), §3.10.
    ///
    /// # Errors
    ///
    /// [`TalusError::NoThrows`] when all counts are 0.
    ///
    /// ```
    /// # use tali_core as tali_odds;
    /// use tali_odds::tali::{Face, Talus};
    ///
    /// let talus = Talus::from_counts([2, 5, 1, 0])?;
    /// assert_eq!(talus.probability(Face::Six).to_string(), "1/20");
    /// # Ok::<(), tali_odds::tali::TalusError>(())
    /// ```
    pub fn from_counts(counts: [u64; 4]) -> Result<Self, TalusError> {
        Posterior::new(counts, Prior::default()).map(Self::from_posterior)
    }

    /// A talus estimated from throws; its probabilities are the posterior means.
    #[expect(clippy::missing_panics_doc, reason = "shapes are positive")]
    pub fn from_posterior(posterior: Posterior) -> Self {
        let talus = Self::from_parts(posterior.shapes.clone()).expect("every shape is positive");
        Self { posterior: Some(Box::new(posterior)), ..talus }
    }

    /// The same bone, with its probabilities taken as certain.
    pub fn into_known(self) -> Self {
        Self { posterior: None, ..self }
    }

    /// A talus with these integer weights, however small: a face drawn from a posterior distribution can be arbitrarily rare.
    /// `None` if all weights are 0.
    pub(crate) fn from_parts(weights: [BigUint; 4]) -> Option<Self> {
        let divisor = weights.iter().fold(BigUint::zero(), |gcd, weight| gcd.gcd(weight));
        if divisor.is_zero() {
            return None;
        }
        let weights = weights.map(|weight| weight / &divisor);
        let total = weights.iter().sum();
        Some(Self { name: None, weights, total, posterior: None, is_turned: false })
    }

    /// Gives the bone a name.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The same bone read from the other side: 1 and 6 are exchanged, and so are 3 and 4.
    ///
    /// ```
    /// # use tali_core as tali_odds;
    /// use tali_odds::tali::{Face, Talus};
    ///
    /// let talus = Talus::from_counts([10, 30, 50, 5])?;
    /// let turned = talus.clone().turned();
    /// assert!(turned.is_turned());
    /// assert_eq!(turned.probability(Face::Four), talus.probability(Face::Three));
    /// # Ok::<(), tali_odds::tali::TalusError>(())
    /// ```
    pub fn turned(self) -> Self {
        let posterior = self.posterior.as_ref().map(|posterior| Box::new(posterior.turned()));
        Self { weights: swapped(&self.weights), posterior, is_turned: !self.is_turned, ..self }
    }

    /// A bone that shows one face one percent more often, and the others proportionally less often: 1.01·p in place of p, and
    /// (1 − 1.01·p)/(1 − p) times each other probability. No probability exceeds 1.
    ///
    /// ```
    /// # use tali_core as tali_odds;
    /// use tali_odds::tali::{Face, presets};
    ///
    /// let talus = presets::UNIFORM.talus().with_more(Face::Six);
    /// assert_eq!(talus.probability(Face::Six).to_string(), "101/400");
    /// assert_eq!(talus.probability(Face::One).to_string(), "299/1200");
    /// ```
    #[must_use]
    pub fn with_more(&self, face: Face) -> Self {
        let (all, more) = (&self.total * 100u32, self.weight(face) * 101u32);
        let others = &self.total - self.weight(face);
        let left = if more < all { &all - &more } else { BigUint::zero() };
        let weights = Face::ALL.map(|of| if of == face { &more * &others } else { self.weight(of) * &left });
        // A bone without other faces stays the same.
        Self::from_parts(weights).unwrap_or_else(|| self.clone())
    }

    /// The bone's own name, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The posterior distribution of its probabilities, if they were estimated from throws.
    pub fn posterior(&self) -> Option<&Posterior> {
        self.posterior.as_deref()
    }

    /// Whether the side on the table is read instead of the uppermost one, which is [opposite](Face::opposite). The weights
    /// are those of the faces as read.
    pub const fn is_turned(&self) -> bool {
        self.is_turned
    }

    /// The weight of a face: the numerator of its probability over [`Talus::total`].
    pub const fn weight(&self, face: Face) -> &BigUint {
        &self.weights[face.index()]
    }

    /// The sum of the four weights.
    pub const fn total(&self) -> &BigUint {
        &self.total
    }

    /// The probability that the bone shows `face`.
    pub fn probability(&self, face: Face) -> BigRational {
        BigRational::new(self.weight(face).clone().into(), self.total.clone().into())
    }

    /// Whether the two bones show every face with the same probability; names do not matter.
    pub fn falls_like(&self, other: &Self) -> bool {
        self.weights == other.weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talus(weights: [i64; 4]) -> Result<Talus, TalusError> {
        Talus::from_weights(weights.map(|w| BigRational::from(BigInt::from(w))))
    }

    #[test]
    fn only_ratios_of_weights_matter() {
        let tenths = [(1, 10), (2, 5), (2, 5), (1, 10)].map(|(n, d)| BigRational::new(n.into(), d.into()));
        let from_fractions = Talus::from_weights(tenths).unwrap();
        assert!(from_fractions.falls_like(&talus([1, 4, 4, 1]).unwrap()));
        assert!(from_fractions.falls_like(&talus([30, 120, 120, 30]).unwrap()));
        assert_eq!(*from_fractions.total(), BigUint::from(10u32));
    }

    #[test]
    fn impossible_weights_are_refused() {
        assert_eq!(talus([0; 4]), Err(TalusError::AllZero));
        assert_eq!(talus([1, -1, 1, 1]), Err(TalusError::Negative(Face::Three)));
        assert_eq!(Talus::from_counts([0; 4]), Err(TalusError::NoThrows));
        assert_eq!(talus([0, 0, 1, 0]).unwrap().probability(Face::Four), BigRational::one());
    }

    #[test]
    fn faces_below_the_rarest_chance_are_refused() {
        let all = i64::try_from(RAREST).unwrap();
        let rarest = talus([0, all - 1, 0, 1]).unwrap();
        assert_eq!(rarest.probability(Face::Six), BigRational::new(1.into(), all.into()));
        assert_eq!(talus([0, all, 0, 1]), Err(TalusError::TooRare(Face::Six)));
        // Counts may make a face rarer.
        assert!(Talus::from_counts([0, u64::MAX, 0, 0]).is_ok());
    }

    #[test]
    fn huge_counts_do_not_overflow() {
        let talus = Talus::from_counts([u64::MAX; 4]).unwrap();
        assert_eq!(talus.probability(Face::One).to_string(), "1/4");
    }

    #[test]
    fn turning_twice_changes_nothing() {
        let bone = Talus::from_counts([1, 2, 3, 4]).unwrap();
        assert_eq!(bone.clone().turned().posterior().unwrap().counts(), [4, 3, 2, 1]);
        assert_eq!(bone.clone().turned().turned(), bone);
    }
}
