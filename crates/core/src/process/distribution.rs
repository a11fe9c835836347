//! Finite distributions of what a throw can show.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, ToPrimitive, Zero};

use crate::tali::{Cast, CastTable};

/// A finite distribution: outcomes with integer weights over one total.
///
/// Outcomes are distinct, in ascending order, and possible.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::process::Distribution;
/// use tali_odds::tali::{CastTable, Kind, presets};
///
/// let table = CastTable::new(&presets::TRADITIONAL.bones().set(4)?);
/// let venus = Distribution::of_casts(&table, |cast| cast.kind() == Some(Kind::Venus));
/// assert_eq!(venus.probability(&true).to_string(), "24/625");
/// assert_eq!(venus.total().to_string(), "625");
/// # Ok::<(), tali_odds::tali::BonesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution<T> {
    outcomes: Vec<(T, BigUint)>,
    total: BigUint,
}

impl<T: Ord> Distribution<T> {
    /// The distribution with these weights; `None` if all of them are 0. Equal outcomes are merged.
    pub fn new(weights: impl IntoIterator<Item = (T, BigUint)>) -> Option<Self> {
        let mut outcomes = merged(weights.into_iter().filter(|(_, weight)| !weight.is_zero()).collect());
        let divisor = outcomes.iter().fold(BigUint::zero(), |divisor, (_, weight)| {
            if divisor.is_one() { divisor } else { divisor.gcd(weight) }
        });
        if divisor.is_zero() {
            return None;
        }
        for (_, weight) in &mut outcomes {
            *weight = &*weight / &divisor;
        }
        let total = outcomes.iter().map(|(_, weight)| weight).sum();
        Some(Self { outcomes, total })
    }

    /// The distribution with these probabilities, which are brought to a common denominator; `None` if all of them are 0.
    pub fn of_chances(chances: impl IntoIterator<Item = (T, BigRational)>) -> Option<Self> {
        let chances: Vec<(T, BigRational)> = chances.into_iter().collect();
        let common = chances.iter().fold(BigInt::one(), |common, (_, chance)| common.lcm(chance.denom()));
        let weight = |chance: &BigRational| (chance.numer() * (&common / chance.denom())).magnitude().clone();
        Self::new(chances.into_iter().map(|(outcome, chance)| (outcome, weight(&chance))))
    }

    /// The distribution with one certain outcome.
    pub fn certain(outcome: T) -> Self {
        Self { outcomes: vec![(outcome, BigUint::one())], total: BigUint::one() }
    }

    /// The distribution of `reading` applied to a cast.
    pub fn of_casts(table: &CastTable, reading: impl Fn(&Cast) -> T) -> Self
    where
        T: Clone,
    {
        let weights = table.entries().iter().map(|(cast, weight)| (reading(cast), weight.clone()));
        // The weights of every talus add up to more than 0, and so do those of the casts.
        Self::new(weights)
            .unwrap_or_else(|| Self::certain(reading(table.entries().first().map_or(&Cast::EMPTY, |e| &e.0))))
    }

    /// The distribution of `reading` applied to the outcome.
    pub fn map<U: Ord>(&self, reading: impl Fn(&T) -> U) -> Distribution<U> {
        self.and(&Distribution::certain(()), |outcome, ()| reading(outcome))
    }

    /// The distribution of `reading` applied to the outcomes of two independent throws.
    pub fn and<U: Ord, V: Ord>(
        &self,
        other: &Distribution<U>,
        reading: impl Fn(&T, &U) -> V,
    ) -> Distribution<V> {
        let pairs = self.outcomes.iter().flat_map(|(one, first)| {
            let reading = &reading;
            other.outcomes.iter().map(move |(two, second)| (reading(one, two), first * second))
        });
        // Both have outcomes, so there are pairs.
        Distribution::new(pairs).unwrap_or(Distribution { outcomes: Vec::new(), total: BigUint::one() })
    }

    /// Applies `reading` to the outcomes, over the same total. Unlike [`Distribution::map`], it computes no greatest common
    /// divisor, which would dominate the time for many distributions.
    pub fn relabelled<U: Ord>(&self, mut reading: impl FnMut(&T) -> U) -> Distribution<U> {
        let weights = self.outcomes.iter().map(|(outcome, weight)| (reading(outcome), weight.clone()));
        Distribution { outcomes: merged(weights.collect()), total: self.total.clone() }
    }

    /// Replaces every outcome by its index.
    pub fn indices(&self) -> Distribution<usize> {
        let indices = (0..).zip(&self.outcomes).map(|(index, (_, weight))| (index, weight.clone()));
        Distribution { outcomes: indices.collect(), total: self.total.clone() }
    }

    /// The probabilities of the outcomes in order, as the nearest double or one close to it.
    pub fn chances(&self) -> Vec<f64> {
        let total = BigInt::from(self.total.clone());
        let ratio = |(_, weight): &(T, BigUint)| {
            BigRational::new_raw(weight.clone().into(), total.clone()).to_f64().unwrap_or(0.0)
        };
        self.outcomes.iter().map(ratio).collect()
    }

    /// The possible outcomes in ascending order, with their weights.
    pub fn outcomes(&self) -> &[(T, BigUint)] {
        &self.outcomes
    }

    /// The sum of the weights.
    pub const fn total(&self) -> &BigUint {
        &self.total
    }

    /// The sum of the weights of the outcomes that satisfy `event`.
    pub fn weight_of(&self, event: impl Fn(&T) -> bool) -> BigUint {
        self.outcomes.iter().filter(|(outcome, _)| event(outcome)).map(|(_, weight)| weight).sum()
    }

    /// The probability of one outcome.
    pub fn probability(&self, outcome: &T) -> BigRational {
        let weight = self.weight_of(|other| other == outcome);
        BigRational::new(weight.into(), self.total.clone().into())
    }
}

impl Distribution<u32> {
    /// The distribution of the sum of `times` independent draws: the smallest sum, and the weights of it and of all
    /// larger sums. Their total is the total of one draw to the power of `times`.
    ///
    /// The coefficients of A(x)ⁿ follow by `c_k = Σ_{i≥1} (i(n + 1)/k − 1)·aᵢ·c_{k−i}/a₀`, J. C. P. Miller's recurrence
    /// (D. E. Knuth, *The Art of Computer Programming*, vol. 2, §4.7); with integers every division is exact.
    ///
    /// ```
    /// # use tali_core as tali_odds;
    /// use tali_odds::process::Distribution;
    ///
    /// // Two fair coins, heads counting 1: 1/4, 2/4, 1/4.
    /// let coin = Distribution::new([(0u32, 1u32.into()), (1, 1u32.into())]).unwrap();
    /// let (least, weights) = coin.sum_of(2);
    /// assert_eq!((least, weights), (0, vec![1u32.into(), 2u32.into(), 1u32.into()]));
    /// ```
    pub fn sum_of(&self, times: u64) -> (u64, Vec<BigUint>) {
        let Some((least, first)) = self.outcomes().first() else {
            return (0, vec![1u32.into()]);
        };
        let (least, first) = (*least, BigInt::from(first.clone()));
        // For each further value: its distance from the least, its weight, and (i(n + 1) − k) times the weight.
        let mut rest: Vec<(usize, BigInt, BigInt)> = self.outcomes()[1..]
            .iter()
            .map(|(value, weight)| {
                let (distance, weight) = (value - least, BigInt::from(weight.clone()));
                (distance as usize, weight.clone(), weight * distance * (times + 1))
            })
            .collect();
        let widest = rest.last().map_or(0, |(distance, ..)| *distance as u64);
        let length = usize::try_from(widest * times + 1).unwrap_or(usize::MAX);
        let mut sums: Vec<BigInt> = Vec::with_capacity(length);
        sums.push(Pow::pow(&first, times));
        for k in 1..length {
            let mut sum = BigInt::zero();
            for (distance, weight, factor) in &mut rest {
                *factor -= &*weight;
                if let Some(before) = k.checked_sub(*distance).map(|slot| &sums[slot]) {
                    sum += before * &*factor;
                }
            }
            sums.push(sum / (&first * k));
        }
        let weights = sums.into_iter().map(|sum| sum.magnitude().clone()).collect();
        (u64::from(least) * times, weights)
    }
}

/// Sorts the weights by outcome and adds up those of equal outcomes.
fn merged<T: Ord>(mut weights: Vec<(T, BigUint)>) -> Vec<(T, BigUint)> {
    weights.sort_by(|one, other| one.0.cmp(&other.0));
    let mut outcomes: Vec<(T, BigUint)> = Vec::with_capacity(weights.len());
    for (outcome, weight) in weights {
        match outcomes.last_mut() {
            Some((last, sum)) if *last == outcome => *sum += weight,
            _ => outcomes.push((outcome, weight)),
        }
    }
    outcomes
}
