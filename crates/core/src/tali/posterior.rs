//! What counted throws say about the weights of a bone.
//!
//! The unknown probabilities θ of the four faces have a Dirichlet distribution. Before any throw it has the shapes
//! `a[f]` of the prior; after `c[f]` throws that showed face f, the shapes `a[f] + c[f]`. With `A` for the
//! sum of the shapes after the throws, face f has mean `m = (a + c)/A` and variance `m·(1 − m)/(A + 1)`.
//! Source: A. Gelman et al., *Bayesian Data Analysis*, 3rd ed. (2013), §3.4.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::face::swapped;
use super::{Face, TalusError, parse_weight};

/// The prior distribution of the weights: one positive shape for each face.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::tali::Prior;
///
/// assert_eq!(Prior::parse("1/2")?, Prior::default());
/// assert_eq!(Prior::parse("0.5, 2, 2, 0.5")?.to_string(), "1/2, 2, 2, 1/2");
/// assert!(Prior::parse("0").is_err());
/// # Ok::<(), tali_odds::tali::PriorError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prior([BigRational; 4]);

/// Why a text is not a prior.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a prior; give one number from 1/1000 to 1000000 for all faces, such as 1/2, or four of them, \
     for the faces 1, 3, 4, 6"
)]
pub struct PriorError(String);

impl Prior {
    /// The prior with these shapes for the faces 1, 3, 4, 6.
    ///
    /// # Errors
    ///
    /// [`PriorError`], unless all of them are from 1/1000 to 1,000,000: smaller ones underflow when weights
    /// are drawn, and larger ones stand for throws that nobody made.
    pub fn new(shapes: [BigRational; 4]) -> Result<Self, PriorError> {
        let least = BigRational::new(1.into(), 1000.into());
        let most = BigRational::from_integer(1_000_000.into());
        if shapes.iter().all(|shape| (&least..=&most).contains(&shape)) {
            Ok(Self(shapes))
        } else {
            Err(PriorError(Self(shapes).to_string()))
        }
    }

    /// Reads one number for all faces, or four separated by commas.
    ///
    /// # Errors
    ///
    /// [`PriorError`], if the text is not a prior.
    pub fn parse(text: &str) -> Result<Self, PriorError> {
        let wrong = || PriorError(crate::messages::abridged(text));
        let shapes: Option<Vec<BigRational>> =
            text.split(',').map(|shape| parse_weight(shape).ok()).collect();
        let shapes = match shapes.ok_or_else(wrong)?.as_slice() {
            [one] => std::array::from_fn(|_| one.clone()),
            [one, three, four, six] => [one, three, four, six].map(Clone::clone),
            _ => return Err(wrong()),
        };
        Self::new(shapes).map_err(|_| wrong())
    }

    /// The shape of a face.
    pub const fn shape(&self, face: Face) -> &BigRational {
        &self.0[face.index()]
    }
}

impl Default for Prior {
    /// Jeffreys' prior, Dirichlet(½, ½, ½, ½): H. Jeffreys, *Theory of Probability*, 3rd ed. (1961), §3.10.
    fn default() -> Self {
        Self(std::array::from_fn(|_| BigRational::new(1.into(), 2.into())))
    }
}

impl std::fmt::Display for Prior {
    /// Writes one number if all shapes are equal, else all four.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [first, rest @ ..] = &self.0;
        write!(f, "{first}")?;
        if rest.iter().any(|shape| shape != first) {
            rest.iter().try_for_each(|shape| write!(f, ", {shape}"))?;
        }
        Ok(())
    }
}

/// The distribution of a bone's unknown probabilities after counted throws.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::tali::{Face, Posterior, Prior};
///
/// let posterior = Posterior::new([2, 5, 1, 0], Prior::default())?;
/// assert_eq!(posterior.mean(Face::Six).to_string(), "1/20");
/// assert_eq!(posterior.variance(Face::Six).to_string(), "19/4400");
/// # Ok::<(), tali_odds::tali::TalusError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posterior {
    counts: [u64; 4],
    prior: Prior,
    /// The shapes in parts of 1/`unit`.
    pub(crate) shapes: [BigUint; 4],
    /// The common denominator of the shapes.
    pub unit: BigUint,
}

impl Posterior {
    /// The distribution after throws of which `counts` showed the faces 1, 3, 4, 6.
    ///
    /// # Errors
    ///
    /// [`TalusError::NoThrows`] when all counts are 0.
    pub fn new(counts: [u64; 4], prior: Prior) -> Result<Self, TalusError> {
        if counts == [0; 4] {
            return Err(TalusError::NoThrows);
        }
        let unit = prior.0.iter().fold(BigInt::one(), |unit, shape| unit.lcm(shape.denom()));
        let shapes = Face::ALL.map(|face| {
            let shape = prior.shape(face) + BigRational::from_integer(counts[face.index()].into());
            (shape.numer() * (&unit / shape.denom())).magnitude().clone()
        });
        Ok(Self { counts, prior, shapes, unit: unit.magnitude().clone() })
    }

    /// How often each face was counted.
    pub const fn counts(&self) -> [u64; 4] {
        self.counts
    }

    /// The number of throws.
    pub fn throws(&self) -> u128 {
        self.counts.iter().copied().map(u128::from).sum()
    }

    /// The prior distribution.
    pub const fn prior(&self) -> &Prior {
        &self.prior
    }

    /// The shape of a face, `a + c`, in parts of 1/`unit`.
    pub const fn shape(&self, face: Face) -> &BigUint {
        &self.shapes[face.index()]
    }

    /// The sum of the shapes in the same parts.
    pub(crate) fn total(&self) -> BigUint {
        self.shapes.iter().sum()
    }

    /// The shapes `a + c` of the Dirichlet distribution as doubles.
    pub fn shapes_f64(&self) -> [f64; 4] {
        Face::ALL.map(|face| {
            let shape = BigRational::new(self.shape(face).clone().into(), self.unit.clone().into());
            shape.to_f64().unwrap_or(f64::MAX)
        })
    }

    /// The mean probability of a face, `(a + c)/A`.
    pub fn mean(&self, face: Face) -> BigRational {
        BigRational::new(self.shape(face).clone().into(), self.total().into())
    }

    /// The variance of the probability of a face, `m·(1 − m)/(A + 1)` for the mean m.
    pub fn variance(&self, face: Face) -> BigRational {
        let mean = self.mean(face);
        let total = BigRational::new(self.total().into(), self.unit.clone().into());
        &mean * (BigRational::one() - &mean) / (total + BigRational::one())
    }

    /// The same for the bone read from the other side.
    pub(super) fn turned(&self) -> Self {
        Self {
            counts: swapped(&self.counts),
            prior: Prior(swapped(&self.prior.0)),
            shapes: swapped(&self.shapes),
            unit: self.unit.clone(),
        }
    }
}
