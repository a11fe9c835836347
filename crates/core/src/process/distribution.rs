//! What one throw can show, and how likely.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, ToPrimitive, Zero};

use crate::tali::{Cast, CastTable};

/// A finite distribution: outcomes with whole weights over one total.
///
/// Outcomes are in rising order, each once, and none is impossible.
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
    /// The distribution with these weights; `None` if all of them are 0. Equal outcomes are one.
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

    /// The distribution that always shows this.
    pub fn certain(outcome: T) -> Self {
        Self { outcomes: vec![(outcome, BigUint::one())], total: BigUint::one() }
    }

    /// The distribution of what `reading` makes of a cast.
    pub fn of_casts(table: &CastTable, reading: impl Fn(&Cast) -> T) -> Self
    where
        T: Clone,
    {
        let weights = table.entries().iter().map(|(cast, weight)| (reading(cast), weight.clone()));
        // The faces of every talus add up to more than 0, and so do the casts.
        Self::new(weights)
            .unwrap_or_else(|| Self::certain(reading(table.entries().first().map_or(&Cast::EMPTY, |e| &e.0))))
    }

    /// The distribution of what `reading` makes of the outcome.
    pub fn map<U: Ord>(&self, reading: impl Fn(&T) -> U) -> Distribution<U> {
        self.and(&Distribution::certain(()), |outcome, ()| reading(outcome))
    }

    /// The distribution of what `reading` makes of the outcomes of two independent throws.
    pub fn and<U: Ord, V: Ord>(
        &self,
        other: &Distribution<U>,
        reading: impl Fn(&T, &U) -> V,
    ) -> Distribution<V> {
        let pairs = self.outcomes.iter().flat_map(|(one, first)| {
            let reading = &reading;
            other.outcomes.iter().map(move |(two, second)| (reading(one, two), first * second))
        });
        // Both have outcomes, and so have they together.
        Distribution::new(pairs).unwrap_or(Distribution { outcomes: Vec::new(), total: BigUint::one() })
    }

    /// What `reading` makes of the outcomes, over the same total: unlike [`Distribution::map`] it takes no greatest common
    /// divisor, which for many distributions takes longer than all else.
    pub fn relabelled<U: Ord>(&self, mut reading: impl FnMut(&T) -> U) -> Distribution<U> {
        let weights = self.outcomes.iter().map(|(outcome, weight)| (reading(outcome), weight.clone()));
        Distribution { outcomes: merged(weights.collect()), total: self.total.clone() }
    }

    /// The same with every outcome replaced by its index.
    pub fn indices(&self) -> Distribution<usize> {
        let indices = (0..).zip(&self.outcomes).map(|(index, (_, weight))| (index, weight.clone()));
        Distribution { outcomes: indices.collect(), total: self.total.clone() }
    }

    /// The probability of each outcome, in their order, to the nearest double or a near one.
    pub fn chances(&self) -> Vec<f64> {
        let total = BigInt::from(self.total.clone());
        let ratio = |(_, weight): &(T, BigUint)| {
            BigRational::new_raw(weight.clone().into(), total.clone()).to_f64().unwrap_or(0.0)
        };
        self.outcomes.iter().map(ratio).collect()
    }

    /// The outcomes that are possible, in rising order, with their weights.
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
    /// larger sums over the power of the total.
    ///
    /// It follows from the coefficients of A(x)ⁿ by `c_k = Σ_{i≥1} (i(n + 1)/k − 1)·aᵢ·c_{k−i}/a₀`, which is J. C. P. Miller's
    /// recurrence (D. E. Knuth, *The Art of Computer Programming*, vol. 2, §4.7); in whole numbers every division is exact.
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
        // Of each further value how far it is from the least, its weight, and (i(n + 1) − k) times that.
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
                if let Some(before) = k.checked_sub(*distance).map(|place| &sums[place]) {
                    sum += before * &*factor;
                }
            }
            sums.push(sum / (&first * k));
        }
        let weights = sums.into_iter().map(|sum| sum.magnitude().clone()).collect();
        (u64::from(least) * times, weights)
    }
}

/// The weights in rising order of their outcomes, those of equal outcomes added up.
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
