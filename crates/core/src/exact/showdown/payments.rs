//! How many hands have paid when the pot is taken, one by one.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::Solver;
use super::flow::Flow;
use super::weights::Weights;
use crate::exact::hands::SeatKind;
use crate::exact::number::{Missing, Number};
use crate::exact::scalar::{Scalar, product};
use crate::exact::solution::{Account, Pmf, Pot, Spread, Support, deviation};
use crate::exact::{Enclosure, Interval};
use crate::process::{Fee, Stakes};

/// How many different amounts in the pot are told apart, and how many of them all groups and values together have.
const MOST_AMOUNTS: usize = 2048;
const MOST_CELLS: usize = 1 << 22;

/// So many are tried first.
const FEWEST_AMOUNTS: usize = 8;

/// The probability of more that may be left out.
const REMAINDER: f64 = 1e-13;

/// Amounts with longer denominators, in bits, are not told apart.
const LONGEST_AMOUNT: u64 = 4096;

/// How many hands have paid, until almost all games are over.
pub(super) struct Payments {
    /// What comes to each group, by the number of hands that have paid.
    flow: Flow<Interval>,
    /// The probability that so many have paid when the pot is taken.
    ended: Vec<Interval>,
    /// The probability that it is taken.
    taken: Interval,
    /// The probability of more.
    remainder: Interval,
}

impl Payments {
    pub(super) fn new(table: &Solver<'_>, taken: Interval) -> Self {
        let cells = (table.groups.count() * table.seating.values).max(1);
        let most = MOST_AMOUNTS.min(MOST_CELLS / cells).max(FEWEST_AMOUNTS);
        let mut amounts = FEWEST_AMOUNTS;
        loop {
            let payments = Self::of_few(table, taken, amounts);
            if amounts == most || payments.ended.len() < amounts {
                return payments;
            }
            amounts = (2 * amounts).min(most);
        }
    }

    /// The first few amounts, up to where what is left cannot be told from none.
    fn of_few(table: &Solver<'_>, taken: Interval, amounts: usize) -> Self {
        let flow = table.flow(&Weights::paying(&table.seating, &BigRational::zero(), amounts));
        let (mut so_far, mut remainder) = (Interval::ZERO, taken);
        let mut ended = Vec::new();
        while ended.len() < amounts && remainder.high > REMAINDER && remainder.low > 0.0 {
            let here = flow.over.iter().flatten().filter_map(|over| over.get(ended.len()));
            let here: Interval = here.copied().sum();
            so_far = so_far.plus(here);
            remainder = taken.minus(so_far);
            ended.push(here);
        }
        Self { flow, ended, taken, remainder }
    }

    /// P₀, P₁, … as far as told apart, and one more.
    fn amounts(&self, fee: &Fee, antes: &BigRational) -> Vec<BigRational> {
        let mut amounts = vec![antes.clone()];
        for paid in 0..self.ended.len() {
            let next = &amounts[paid] + fee.payment(&amounts[paid]);
            if next.denom().bits() > LONGEST_AMOUNT {
                break;
            }
            amounts.push(next);
        }
        amounts
    }

    /// The distribution of the pot, given that it is taken.
    pub(super) fn pmf(&self, stakes: &Stakes, antes: &BigRational) -> Pmf {
        let ended = self.ended.iter().map(|chance| chance.over(self.taken));
        if let (Fee::Coins(step @ 1..), Some(first)) = (&stakes.fee, antes.to_integer().to_u64()) {
            let support = Support::Steps { first, step: *step };
            return Pmf { support, chances: ended.collect(), remainder: self.remainder.over(self.taken) };
        }
        let amounts = self.amounts(&stakes.fee, antes);
        let beyond: Interval = self.ended.iter().skip(amounts.len()).copied().sum();
        let remainder = self.remainder.plus(beyond).over(self.taken);
        // Amounts that a payment does not change are one.
        let mut numbers: Vec<BigRational> = Vec::new();
        let mut chances: Vec<Interval> = Vec::new();
        for (amount, chance) in amounts.into_iter().zip(ended) {
            match (numbers.last(), chances.last_mut()) {
                (Some(last), Some(sum)) if *last == amount => *sum = sum.plus(chance),
                _ => {
                    numbers.push(amount);
                    chances.push(chance);
                }
            }
        }
        Pmf { support: Support::Listed(numbers), chances, remainder }
    }

    /// Payments that are rounded to whole coins, summed up as far as they are told apart; every seat is a kind of its
    /// own.
    pub(super) fn rounded(&self, table: &Solver<'_>, stakes: &Stakes, share: &BigRational) -> Pot {
        let antes = table.antes(stakes.ante);
        let amounts = self.amounts(&stakes.fee, &antes);
        let near: Vec<Interval> = amounts.iter().map(Interval::rational).collect();
        let steady = amounts[amounts.len() - 1] == amounts[amounts.len() - 2] || share.is_zero();
        let tails = [1, 2].map(|power: u32| {
            let tail = if steady {
                Some((near[near.len() - 1].high.powi(power.cast_signed()) * self.remainder.high).next_up())
            } else {
                self.tail(table, &antes, share, power)
            };
            tail.filter(|tail| tail.is_finite())
        });
        let bounded = |sum: Interval, tail: Option<f64>| -> Number {
            let tail = tail.ok_or(Missing::Diverges)?;
            Interval { low: sum.low, high: (sum.high + tail).next_up() }.enclosure().ok_or(Missing::Diverges)
        };
        let moment = |power: usize| -> Number {
            let parts = self.ended.iter().zip(&near);
            let sum = parts.map(|(chance, pot)| (0..power).fold(*chance, |part, _| part.times(*pot))).sum();
            let taken = self.taken.enclosure().unwrap_or_else(Enclosure::one);
            let sum = bounded(sum, tails[power - 1])?;
            Ok(sum.over(&taken).unwrap_or(sum))
        };
        let [mean, square] = [1, 2].map(moment);
        let sd = deviation(&mean, square);
        let account = |seat: usize| {
            let paid = bounded(self.paid(table, stakes, &amounts, seat), tails[0]);
            Account::new(paid, bounded(self.won(table, &near, seat), tails[0]))
        };
        let accounts = (0..table.game.hands.len()).map(account).collect();
        Pot { coins: Spread { mean, sd, ..Spread::missing(Missing::TooLong) }, accounts }
    }

    /// What is left out of the mean of the pot's power: the amounts never exceed (P + 1/s)·(1 + s)ᵏ after k further
    /// payments.
    fn tail(&self, table: &Solver<'_>, antes: &BigRational, share: &BigRational, power: u32) -> Option<f64> {
        let growth = BigRational::one() + share;
        let growth = (1..power).fold(growth.clone(), |product, _| product * &growth);
        let all = table.generating_function::<Interval>(&growth)?;
        let (growth, mut factor, mut told) = (Interval::rational(&growth), Interval::ONE, Interval::ZERO);
        for chance in &self.ended {
            told = told.plus(chance.times(factor));
            factor = factor.times(growth);
        }
        let first = (antes + share.recip()).to_f64()?;
        Some(((all.high - told.low).max(0.0) * first.powi(power.cast_signed()) * (1.0 + 1e-9)).next_up())
    }

    /// What a seat pays, as far as it is told.
    fn paid(&self, table: &Solver<'_>, stakes: &Stakes, amounts: &[BigRational], seat: usize) -> Interval {
        let payments: Vec<Interval> =
            amounts.iter().map(|pot| Interval::rational(&stakes.fee.payment(pot))).collect();
        let mut sum = Interval::whole(stakes.ante);
        for (group, begun) in self.flow.begun.iter().enumerate() {
            let members = table.groups.members(group);
            let Some(begun) = begun.as_ref().filter(|begun| !begun.is_empty() && members[seat] > 0) else {
                continue;
            };
            if table.is_never_settled(&members) {
                continue;
            }
            let pays = chances_to_pay(&table.seating.kinds[seat])[1];
            for (before, chance) in table.paying_before(&members, seat).into_iter().enumerate() {
                let chance = chance.times(pays);
                for (begun, payment) in begun.iter().zip(payments.iter().skip(before)).take(self.ended.len())
                {
                    sum = sum.plus(chance.times(*begun).times(*payment));
                }
            }
        }
        sum
    }

    /// What a seat takes, as far as it is told.
    fn won(&self, table: &Solver<'_>, amounts: &[Interval], seat: usize) -> Interval {
        let mut sum = Interval::ZERO;
        for (group, over) in self.flow.over.iter().enumerate() {
            let members = table.groups.members(group);
            let Some(over) = over.as_ref().filter(|_| members[seat] > 0) else { continue };
            let winners = Interval::whole(members.iter().sum::<usize>() as u64);
            for (over, pot) in over.iter().zip(amounts).take(self.ended.len()) {
                sum = sum.plus(over.times(*pot).over(winners));
            }
        }
        sum
    }
}

/// The chances that a hand pays nothing, and that it pays.
fn chances_to_pay(kind: &SeatKind) -> [Interval; 2] {
    let hands = kind.hands();
    [&hands - kind.paying(), kind.paying()].map(|weight| Interval::ratio(&weight, &hands))
}

impl Solver<'_> {
    /// How many of the contenders before a seat pay in one showdown; every seat is a kind of its own.
    fn paying_before(&self, members: &[usize], seat: usize) -> Vec<Interval> {
        let before = (0..seat).filter(|other| members[*other] > 0);
        before.fold(vec![Interval::ONE], |distribution, other| {
            product(&distribution, &chances_to_pay(&self.seating.kinds[other]), usize::MAX)
        })
    }
}
