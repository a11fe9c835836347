//! The results of exact solvers.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::number::{Missing, Number, minus};
use super::scalar::Scalar;
use super::{Enclosure, Interval};
use crate::process::{Counter, Process, Statistic};

/// The level of detail of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Everything, in rationals where that is feasible.
    Whole,
    /// Only chances and means, in intervals, as for averages over many weights. Distributions, their quantiles and
    /// standard deviations are missing, and so is everything that takes long.
    Means,
}

/// The parts of a solution that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The level of detail.
    pub detail: Detail,
    /// Whether the coins are wanted, which can take longer than everything else.
    pub coins: bool,
}

impl Wanted {
    /// Everything.
    pub const ALL: Self = Self { detail: Detail::Whole, coins: true };

    /// Everything except the coins.
    pub const WITHOUT_COINS: Self = Self { detail: Detail::Whole, coins: false };

    /// Chances and means, including the coins.
    pub const MEANS: Self = Self { detail: Detail::Means, coins: true };

    /// Drops the coins of a solution unless they are wanted.
    pub fn part_of(self, solution: Solution) -> Solution {
        Solution { pot: solution.pot.filter(|_| self.coins), ..solution }
    }
}

/// All results for a game, exact or within bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The probability that each seat wins; a win shared by k seats counts 1/k for each.
    pub shares: Vec<Enclosure>,
    /// The probability that the game ends and nobody wins.
    pub nobody: Enclosure,
    /// The probability that the game never ends.
    pub never: Enclosure,
    /// The number of casts until it ends.
    pub length: Spread,
    /// The coins, if the game is played for coins and they are wanted.
    pub pot: Option<Pot>,
    /// The other statistics of the game.
    pub statistics: Vec<StatisticNumbers>,
    /// The numbers that are read off when it ends.
    pub scores: Vec<ScoreSpread>,
}

impl Solution {
    /// The solution of a process that would take too long: every number is missing.
    pub fn unknown_of(process: &impl Process, wanted: Wanted) -> Self {
        let missing = |counter: Counter<_>| {
            StatisticNumbers::several(counter.of, vec![Err(Missing::TooLong); counter.numbers])
        };
        Self {
            statistics: process.figures().into_iter().map(missing).collect(),
            scores: process.scores().into_iter().map(|score| ScoreSpread::unknown(score.of)).collect(),
            ..Self::unknown(process.seats(), wanted.coins && process.ante().is_some())
        }
    }

    /// The same for this number of seats, without statistics and scores.
    pub fn unknown(seats: usize, coins: bool) -> Self {
        let why = Missing::TooLong;
        Self {
            shares: vec![Enclosure::probability(); seats],
            nobody: Enclosure::probability(),
            never: Enclosure::probability(),
            length: Spread::missing(why),
            pot: coins.then(|| Pot::missing(seats, why)),
            statistics: Vec::new(),
            scores: Vec::new(),
        }
    }
}

/// Narrows the probabilities of all outcomes of a game, which add up to 1: each is 1 minus the sum of the others.
/// An outcome is certain if it is the only possible one.
pub(super) fn add_up_to_one<'a>(chances: impl IntoIterator<Item = &'a mut Enclosure>) {
    let chances: Vec<&mut Enclosure> = chances.into_iter().collect();
    let known: Vec<Interval> = chances.iter().map(|chance| Interval::around(chance)).collect();
    for (index, chance) in chances.into_iter().enumerate().filter(|(_, chance)| chance.as_exact().is_none()) {
        let others = known.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, chance)| *chance);
        if let Some(rest) = others.sum::<Interval>().at_most_one().complement().enclosure() {
            *chance = chance.intersection(&rest);
        }
    }
}

/// The coins of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Pot {
    /// The coins in the pot when it is taken.
    pub coins: Spread,
    /// What each seat pays and takes.
    pub accounts: Vec<Account>,
}

impl Pot {
    /// Unknown coins of this number of seats.
    pub(super) fn missing(seats: usize, why: Missing) -> Self {
        Self { coins: Spread::missing(why), accounts: vec![Account::missing(why); seats] }
    }

    /// A pot of the antes alone, shared like the win; `taken` if it can be won at all.
    pub(super) fn of_antes(ante: u64, shares: &[Enclosure], taken: bool) -> Self {
        let pot = BigRational::from_integer((ante * shares.len() as u64).into());
        let paid = Enclosure::exact(BigRational::from_integer(ante.into()));
        let account = |share: &Enclosure| Account::new(Ok(paid.clone()), Ok(share.scaled(&pot)));
        let coins = if taken { Spread::certain(&pot) } else { Spread::missing(Missing::Impossible) };
        Self { coins, accounts: shares.iter().map(account).collect() }
    }

    /// Multiplies all numbers of coins by a factor.
    pub fn scaled(self, factor: &BigRational) -> Self {
        let accounts = self.accounts.into_iter().map(|account| account.scaled(factor));
        let coins = self.coins.scaled(factor);
        Self { accounts: accounts.collect(), coins }
    }
}

/// The expected coins of one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// Coins that the seat pays.
    pub paid: Number,
    /// Coins that the seat takes.
    pub taken: Number,
    /// Coins taken minus coins paid.
    pub net: Number,
    /// The distribution of the net, if it is known: in bets with a bank.
    pub spread: Option<Spread>,
}

impl Account {
    /// The account of a seat that pays and takes these amounts.
    pub fn new(paid: Number, taken: Number) -> Self {
        Self { net: minus(taken.clone(), paid.clone()), paid, taken, spread: None }
    }

    /// An unknown account.
    pub(super) fn missing(why: Missing) -> Self {
        Self { paid: Err(why), taken: Err(why), net: Err(why), spread: None }
    }

    /// Multiplies all numbers of coins by a factor.
    fn scaled(self, factor: &BigRational) -> Self {
        let [paid, taken, net] =
            [self.paid, self.taken, self.net].map(|number| number.map(|number| number.scaled(factor)));
        Self { paid, taken, net, spread: self.spread.map(|spread| spread.scaled(factor)) }
    }
}

/// The values of one statistic of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct StatisticNumbers {
    /// The statistic.
    pub of: &'static Statistic,
    /// One number, or one for each seat, cast or lap.
    pub numbers: Vec<Number>,
    /// The dimensions of the table that the numbers fill; empty if they are not a table.
    pub shape: Vec<usize>,
    /// Whether the numbers are the same for all optimal strategies.
    pub unique: bool,
}

impl StatisticNumbers {
    /// The values of a statistic with a single number.
    pub fn one(of: &'static Statistic, number: Number) -> Self {
        Self::several(of, vec![number])
    }

    /// The values of a statistic with several numbers in a row.
    pub const fn several(of: &'static Statistic, numbers: Vec<Number>) -> Self {
        Self { of, numbers, shape: Vec::new(), unique: true }
    }

    /// The same as a table.
    pub fn shaped(self, shape: Vec<usize>) -> Self {
        Self { shape, ..self }
    }

    /// The same, marked as depending on which of several optimal strategies is played.
    pub fn not_unique(self) -> Self {
        Self { unique: false, ..self }
    }
}

/// The distribution of a number that is read off when a game ends, over the games that have it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreSpread {
    /// The statistic.
    pub of: &'static Statistic,
    /// The probability that a game has the number.
    pub chance: Number,
    /// Its distribution, given that a game has it.
    pub spread: Spread,
}

impl ScoreSpread {
    /// An unknown score, which would take too long to compute.
    pub(super) fn unknown(of: &'static Statistic) -> Self {
        let why = Missing::TooLong;
        Self { of, chance: Err(why), spread: Spread::missing(why) }
    }
}

/// A callback for progress: it is called now and then with the fraction of the allowed work that is done, from 0 to 1.
pub type OnProgress = Arc<dyn Fn(f64) + Send + Sync>;

/// The progress of seats over time, for a chart: in doubles, without error bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The seats, from 0, that progress like this.
    pub seats: Vec<usize>,
    /// The number of laps, with the 5th, 50th and 95th percentile of a total after them, each minus its mean.
    pub points: Vec<(f64, Vec<f64>)>,
}

/// The distribution of a number of casts or coins.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: Number,
    /// The mean given that the number is finite, if it can be infinite.
    pub finite_mean: Option<Number>,
    /// The standard deviation.
    pub sd: Number,
    /// The quantiles at [`Spread::PERCENT`]: the smallest number x with P(X ≤ x) of at least that level.
    pub quantiles: [Number; 4],
    /// The probability mass function, if it is not too long.
    pub pmf: Option<Pmf>,
}

impl Spread {
    /// The levels of the quantiles in percent.
    pub const PERCENT: [u8; 4] = [5, 50, 95, 99];

    /// Multiplies all numbers by a factor.
    pub fn scaled(self, factor: &BigRational) -> Self {
        let number = |number: Number| number.map(|number| number.scaled(factor));
        Self {
            mean: number(self.mean),
            finite_mean: self.finite_mean.map(number),
            sd: number(self.sd),
            quantiles: self.quantiles.map(number),
            pmf: self.pmf.map(|pmf| {
                let support = (0..pmf.chances.len()).map(|index| pmf.support.at(index) * factor).collect();
                Pmf { support: Support::Listed(support), ..pmf }
            }),
        }
    }

    /// The distribution of a missing number.
    pub fn missing(why: Missing) -> Self {
        let quantiles = std::array::from_fn(|_| Err(why));
        Self { mean: Err(why), finite_mean: None, sd: Err(why), quantiles, pmf: None }
    }

    /// The distribution of a number that is always the same.
    pub fn certain(number: &BigRational) -> Self {
        let always = Enclosure::exact(number.clone());
        let pmf = Pmf {
            support: Support::of(vec![number.clone()]),
            chances: vec![Interval::ONE],
            exact: vec![BigRational::one()],
            remainder: Interval::ZERO,
        };
        Self {
            mean: Ok(always.clone()),
            finite_mean: None,
            sd: Ok(Enclosure::exact(BigRational::zero())),
            quantiles: std::array::from_fn(|_| Ok(always.clone())),
            pmf: Some(pmf),
        }
    }

    /// The distribution with these numbers in ascending order and their probabilities, which add up to 1.
    pub fn of_distribution(distribution: impl IntoIterator<Item = (BigRational, Enclosure)>) -> Self {
        let distribution: Vec<(BigRational, Enclosure)> = distribution.into_iter().collect();
        let least = distribution.first().map_or_else(BigRational::zero, |(first, _)| first.clone());
        // Measured from the least number, nothing is negative.
        let above: Enclosure =
            distribution.iter().map(|(number, chance)| chance.scaled(&(number - &least))).sum();
        let mean = Enclosure::between(above.low() + &least, above.high() + &least);
        // Measured from the middle of the mean, so that no large squares are subtracted.
        let middle = (mean.low() + mean.high()) / BigRational::from_integer(2.into());
        let square: Enclosure =
            distribution.iter().map(|(number, chance)| chance.scaled(&(number - &middle).pow(2))).sum();
        let off = (mean.high() - &middle).pow(2);
        let low = (square.low() - &off).max(BigRational::zero());
        let pmf = Pmf {
            support: Support::of(distribution.iter().map(|(number, _)| number.clone()).collect()),
            chances: distribution.iter().map(|(_, chance)| Interval::around(chance)).collect(),
            exact: distribution
                .iter()
                .map(|(_, chance)| chance.as_exact().cloned())
                .collect::<Option<_>>()
                .unwrap_or_default(),
            remainder: Interval::ZERO,
        };
        let so_far = |index: usize| {
            let exact = distribution[..=index].iter().map(|(_, chance)| chance.as_exact());
            exact.sum::<Option<BigRational>>()
        };
        let deviation = Enclosure::between(root(&low).low().clone(), root(square.high()).high().clone());
        let quantiles = pmf.quantiles(so_far);
        Self { sd: Ok(deviation), mean: Ok(mean), finite_mean: None, quantiles, pmf: Some(pmf) }
    }

    /// The levels of the quantiles as fractions.
    pub(crate) fn levels() -> [BigRational; 4] {
        Self::PERCENT.map(|percent| BigRational::new(percent.into(), 100.into()))
    }
}

/// The numbers that a distribution covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// `first`, `first + step`, …
    Steps {
        /// The smallest number.
        first: u64,
        /// The distance between neighbours.
        step: u64,
    },
    /// These numbers, in ascending order.
    Listed(Vec<BigRational>),
}

impl Support {
    /// The support with these numbers, in ascending order.
    pub(super) fn of(numbers: Vec<BigRational>) -> Self {
        let first = numbers
            .first()
            .filter(|first| first.is_integer())
            .and_then(|first| u64::try_from(first.numer()).ok());
        let in_a_row = numbers.windows(2).all(|pair| &pair[1] - &pair[0] == BigRational::one());
        match first.filter(|_| in_a_row) {
            Some(first) => Self::Steps { first, step: 1 },
            None => Self::Listed(numbers),
        }
    }

    /// The number at an index, from 0.
    pub fn at(&self, index: usize) -> BigRational {
        match self {
            Self::Steps { first, step } => {
                BigRational::from_integer(BigInt::from(*first) + BigInt::from(*step) * BigInt::from(index))
            }
            Self::Listed(numbers) => numbers.get(index).cloned().unwrap_or_else(BigRational::zero),
        }
    }
}

/// A probability mass function: the probabilities of numbers in ascending order, and the remainder for larger ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Pmf {
    /// The numbers.
    pub support: Support,
    /// The probability of each number.
    pub chances: Vec<Interval>,
    /// The exact probabilities, if they are known; else empty.
    pub exact: Vec<BigRational>,
    /// The probability of a larger number, or of no number.
    pub remainder: Interval,
}

impl Pmf {
    /// Whether every probability is known to within a billionth.
    pub(super) fn is_known(&self) -> bool {
        const LARGEST_ERROR: f64 = 1e-9;
        self.chances.iter().chain([&self.remainder]).all(|chance| chance.error() <= LARGEST_ERROR)
    }

    /// The quantiles. If the bounds of the cumulative probability contain the level, `exactly` may return its exact
    /// value for an index; otherwise the quantile is a range.
    pub(crate) fn quantiles(&self, exactly: impl Fn(usize) -> Option<BigRational>) -> [Number; 4] {
        let mut found = Spread::levels().map(|_| Err(Missing::TooLong));
        let mut so_far = Interval::ZERO;
        let levels = Spread::levels().map(|level| (Interval::rational(&level), level));
        let mut earliest: [Option<usize>; 4] = [None; 4];
        let mut next = 0;
        for (index, chance) in self.chances.iter().enumerate() {
            so_far = so_far.plus(*chance).at_most_one();
            while let Some((bounds, level)) = levels.get(next) {
                if so_far.low >= bounds.high {
                    let low = earliest[next].unwrap_or(index);
                    found[next] = Ok(Enclosure::between(self.support.at(low), self.support.at(index)));
                    next += 1;
                    continue;
                }
                if so_far.high >= bounds.low {
                    match exactly(index) {
                        Some(exact) if exact >= *level => {
                            found[next] = Ok(Enclosure::exact(self.support.at(index)));
                            next += 1;
                            continue;
                        }
                        Some(_) => {}
                        None => {
                            earliest[next].get_or_insert(index);
                        }
                    }
                }
                break;
            }
        }
        found
    }
}

/// The standard deviation of a number with this mean and this mean square, `√(E[X²] − E[X]²)`.
pub fn standard_deviation(mean: &Enclosure, square: &Enclosure) -> Enclosure {
    let low = square.low() - mean.high() * mean.high();
    let high = square.high() - mean.low() * mean.low();
    let low = if low.is_negative() { BigRational::zero() } else { low };
    let high = if high.is_negative() { BigRational::zero() } else { high };
    Enclosure::between(root(&low).low().clone(), root(&high).high().clone())
}

/// The standard deviation from a mean and a mean square, if both are known.
///
/// # Errors
///
/// The reason why one of them is missing.
pub fn deviation(mean: &Number, square: Number) -> Number {
    let mean = mean.as_ref().map_err(|why| *why)?;
    Ok(standard_deviation(mean, &square?))
}

/// The square root of a number of 0 or more: exact if it is rational, else within a relative error of 2⁻⁸⁰.
pub fn root(square: &BigRational) -> Enclosure {
    let (numerator, denominator) = (square.numer().magnitude(), square.denom().magnitude());
    let (above, below) = (numerator.sqrt(), denominator.sqrt());
    if &above * &above == *numerator && &below * &below == *denominator {
        return Enclosure::exact(BigRational::new(above.into(), below.into()));
    }
    let bits = 80 + denominator.bits().saturating_sub(numerator.bits()).div_ceil(2);
    let scaled = ((numerator << (2 * bits)) / denominator).sqrt();
    let over = |root: BigUint| BigRational::new(root.into(), (BigUint::one() << bits).into());
    Enclosure::between(over(scaled.clone()), over(scaled + 1u32))
}
