//! The coins of showdowns.
//!
//! Every hand that pays takes the pot to its next amount: P₀, P₁, P₂, … For a fee in coins these are
//! P₀ + v·fee; for a share s of the pot P₀·(1 + s)ᵛ, as long as no payment is rounded. In the first case
//! the mean of v suffices, in the second the mean of (1 + s)ᵛ, for which every probability is weighed by
//! the growth that goes with it; it is infinite where repeated showdowns grow the pot faster than they
//! end. Rounded payments are summed amount by amount, with what is left out bounded by the unrounded
//! pot.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::scalar::Scalar;
use super::showdown::{Stage, Table};
use super::solution::{Account, Missing, Number, Pmf, Pot, Spread, Support, standard_deviation};
use super::{Enclosure, Interval, chain};
use crate::process::{Fee, Rounding, Stakes};

/// How many different amounts in the pot are told apart.
const MOST_AMOUNTS: usize = 2048;
const REMAINDER: f64 = 1e-13;

/// The coins of a showdown that surely ends.
pub(super) fn of_showdown<S: Scalar>(
    table: &Table<S>,
    near: &Table<Interval>,
    stakes: &Stakes,
    visits: &[S],
    wins: &[Vec<S>],
) -> Pot {
    let seats: usize = table.kinds.iter().map(|kind| kind.seats.len()).sum();
    let antes = BigRational::from_integer((seats as u64 * stakes.ante).into());
    let law = Payments::new(near);
    let mut pot = match &stakes.fee {
        Fee::Coins(fee) => in_coins(table, *fee, stakes.ante, visits, wins),
        Fee::Share(share, Rounding::None) => in_shares(table, share, stakes.ante, wins),
        Fee::Share(share, _) => law.rounded(near, &stakes.fee, share, stakes.ante, &antes),
    };
    let amounts = law.amounts(&stakes.fee, &antes);
    pot.coins.pmf = law.pmf(amounts, &stakes.fee);
    if let Some(pmf) = &pot.coins.pmf {
        pot.coins.quantiles = pmf.quantiles(|_| None);
    }
    pot
}

fn number<S: Scalar>(value: &S) -> Number {
    value.enclosure().ok_or(Missing::TooLong)
}

fn in_coins<S: Scalar>(table: &Table<S>, fee: u64, ante: u64, visits: &[S], wins: &[Vec<S>]) -> Pot {
    let last = table.stages.len() - 1;
    let seats: usize = table.kinds.iter().map(|kind| kind.seats.len()).sum();
    let (fee, antes) = (S::whole(fee), S::whole(seats as u64 * ante));
    let (paying, square) = table.paying(visits);
    let accounts = (0..seats).map(|seat| {
        let kind = table.kind_of(seat);
        let alike = S::whole(table.kinds[kind].seats.len() as u64);
        let hands = table.stages.iter().zip(visits).filter(|(stage, _)| !stage.hopeless);
        let hands = S::sum(hands.map(|(stage, visits)| visits.times(&S::whole(stage.group[kind] as u64))));
        let paid = hands.times(&table.kinds[kind].pays).over(&alike).times(&fee);
        let with = table.paying_with(visits, &wins[kind], kind).times(&fee);
        let taken = antes.times(&wins[kind][last]).plus(&with).over(&alike);
        Account { paid: number(&paid.plus(&S::whole(ante))), taken: number(&taken) }
    });
    let accounts = accounts.collect();
    let added = number(&paying[last].times(&fee));
    let sd = chain::both(&added, square.times(&fee).times(&fee).enclosure())
        .map(|(mean, square)| standard_deviation(mean, &square));
    let mean = added
        .map(|added| added.plus(&Enclosure::exact(BigRational::from_integer((seats as u64 * ante).into()))));
    Pot { coins: Spread { mean, sd, ..Spread::missing(Missing::TooLong) }, accounts }
}

/// Σ chanceᵥ·xᵛ.
fn grown<S: Scalar>(counted: &[S], growth: &S) -> S {
    counted.iter().rev().fold(S::zero(), |sum, chance| sum.times(growth).plus(chance))
}

/// E[xⱽ] for the number V of hands that pay; `None` where it is infinite.
fn mean_growth<S: Scalar>(table: &Table<S>, growth: &S) -> Option<S> {
    let visits = table.down(|counted| grown(counted, growth))?;
    let over = |stage: &Stage<S>| S::sum(stage.over.iter().map(|(_, counted)| grown(counted, growth)));
    Some(S::sum(table.stages.iter().zip(&visits).map(|(stage, visits)| visits.times(&over(stage)))))
}

fn in_shares<S: Scalar>(table: &Table<S>, share: &BigRational, ante: u64, wins: &[Vec<S>]) -> Pot {
    let seats = wins.len();
    let (share, antes) = (S::rational(share), S::whole(seats as u64 * ante));
    let growth = S::one().plus(&share);
    let Some(visits) = table.down(|counted| grown(counted, &growth)) else {
        let account = Account { paid: Err(Missing::Diverges), taken: Err(Missing::Diverges) };
        return Pot { coins: Spread::missing(Missing::Diverges), accounts: vec![account; seats] };
    };
    let mut accounts = Vec::with_capacity(seats);
    for seat in 0..seats {
        // In every showdown a seat's payment follows those of the contenders before it.
        let paid =
            table.stages.iter().zip(&visits).filter(|(stage, _)| stage.group[seat] > 0 && !stage.hopeless);
        let paid = S::sum(paid.map(|(stage, visits)| {
            let before = (0..seat).filter(|other| stage.group[*other] > 0);
            let before =
                S::product(before.map(|other| S::one().plus(&share.times(&table.kinds[other].pays))));
            visits.times(&before).times(&table.kinds[seat].pays).times(&share)
        }));
        let taken = S::sum(table.stages.iter().zip(&visits).map(|(stage, visits)| {
            let over = stage.over.iter().map(|(parts, counted)| parts[seat].times(&grown(counted, &growth)));
            visits.times(&S::sum(over))
        }));
        accounts.push(Account {
            paid: number(&paid.times(&antes).plus(&S::whole(ante))),
            taken: number(&taken.times(&antes)),
        });
    }
    let mean = mean_growth(table, &growth).map(|mean| mean.times(&antes));
    let square = mean_growth(table, &growth.times(&growth)).map(|square| square.times(&antes).times(&antes));
    let mean = mean.ok_or(Missing::Diverges).and_then(|mean| number(&mean));
    let sd = match square {
        Some(square) => {
            chain::both(&mean, square.enclosure()).map(|(mean, square)| standard_deviation(mean, &square))
        }
        None => Err(Missing::Diverges),
    };
    Pot { coins: Spread { mean, sd, ..Spread::missing(Missing::TooLong) }, accounts }
}

/// How many hands have paid, until almost all games are over.
struct Payments {
    /// By the number of hands that have paid: the expected number of showdowns begun in each stage.
    begun: Vec<Vec<Interval>>,
    /// The probability that so many have paid in the end.
    ended: Vec<Interval>,
    /// The probability of more.
    remainder: Interval,
}

impl Payments {
    fn new(table: &Table<Interval>) -> Self {
        let stages = table.stages.len();
        let mut payments = Self { begun: Vec::new(), ended: Vec::new(), remainder: Interval::ONE };
        // What comes into each stage with so many paid hands.
        let mut inflow: Vec<Vec<Interval>> = vec![vec![Interval::ZERO; stages]];
        inflow[0][stages - 1] = Interval::ONE;
        let mut ends: Vec<Interval> = Vec::new();
        while payments.remainder.high > REMAINDER && payments.ended.len() < MOST_AMOUNTS {
            let paid = payments.ended.len();
            let mut begun = vec![Interval::ZERO; stages];
            for (place, stage) in table.stages.iter().enumerate().rev() {
                let arriving = inflow.get(paid).map_or(Interval::ZERO, |inflow| inflow[place]);
                if stage.hopeless || arriving.is_zero() {
                    continue;
                }
                // Repeats without payment happen within the level.
                let free = stage.repeat.first().copied().unwrap_or(Interval::ZERO);
                let rest = stage.leave().plus(stage.repeat.iter().skip(1).copied().sum::<Interval>());
                let begins = if free.is_zero() { arriving } else { arriving.over(rest) };
                begun[place] = begins;
                let on = stage.on.iter().map(|(to, counted)| (*to, counted.as_slice(), 0));
                let repeat = [(place, stage.repeat.as_slice(), 1)];
                for (to, counted, first) in on.chain(repeat) {
                    for (paying, chance) in counted.iter().enumerate().skip(first) {
                        let level = paid + paying;
                        while inflow.len() <= level {
                            inflow.push(vec![Interval::ZERO; stages]);
                        }
                        inflow[level][to] = inflow[level][to].plus(begins.times(*chance));
                    }
                }
                for (paying, chance) in stage.over.iter().flat_map(|(_, counted)| counted.iter().enumerate())
                {
                    let level = paid + paying;
                    ends.resize(ends.len().max(level + 1), Interval::ZERO);
                    ends[level] = ends[level].plus(begins.times(*chance));
                }
            }
            payments.begun.push(begun);
            payments.ended.push(ends.get(paid).copied().unwrap_or(Interval::ZERO));
            payments.remainder = payments.ended.iter().copied().sum::<Interval>().complement();
        }
        payments
    }

    /// P₀, P₁, … as far as told apart, and one more.
    fn amounts(&self, fee: &Fee, antes: &BigRational) -> Vec<BigRational> {
        let mut amounts = vec![antes.clone()];
        for paid in 0..self.ended.len() {
            let next = &amounts[paid] + fee.payment(&amounts[paid]);
            amounts.push(next);
        }
        amounts
    }

    fn pmf(&self, amounts: Vec<BigRational>, fee: &Fee) -> Option<Pmf> {
        let steps = match (fee, amounts.first().and_then(|first| first.to_integer().to_u64())) {
            (Fee::Coins(fee), Some(first)) if *fee > 0 => Some(Support::Steps { first, step: *fee }),
            _ => None,
        };
        if let Some(support) = steps {
            return Some(Pmf { support, chances: self.ended.clone(), remainder: self.remainder });
        }
        // Amounts that a payment does not change are one.
        let mut numbers: Vec<BigRational> = Vec::new();
        let mut chances: Vec<Interval> = Vec::new();
        for (amount, chance) in amounts.into_iter().zip(&self.ended) {
            match (numbers.last(), chances.last_mut()) {
                (Some(last), Some(sum)) if *last == amount => *sum = sum.plus(*chance),
                _ => {
                    numbers.push(amount);
                    chances.push(*chance);
                }
            }
        }
        Some(Pmf { support: Support::Listed(numbers), chances, remainder: self.remainder })
    }

    /// Payments that are rounded to whole coins, summed up as far as they are told apart. The amounts
    /// never exceed (P + 1/s)·(1 + s)ᵏ after k further payments, which bounds what is left out.
    fn rounded(
        &self,
        table: &Table<Interval>,
        fee: &Fee,
        share: &BigRational,
        ante: u64,
        antes: &BigRational,
    ) -> Pot {
        let seats = table.kinds.len();
        let amounts = self.amounts(fee, antes);
        let near: Vec<Interval> = amounts.iter().map(Interval::rational).collect();
        let steady = amounts[amounts.len() - 1] == amounts[amounts.len() - 2] || share.numer().is_zero();
        let power = |power: u32| -> Interval {
            self.ended
                .iter()
                .zip(&near)
                .map(|(chance, pot)| (0..power).fold(*chance, |sum, _| sum.times(*pot)))
                .sum()
        };
        let tail = |power: u32| -> Option<f64> {
            let cap = if steady {
                near[near.len() - 1].high.powi(power.cast_signed()) * self.remainder.high
            } else {
                let growth = Interval::rational(&(Enclosure::one().low() + share));
                let growth = (1..power).fold(growth, |sum, _| sum.times(growth));
                let all = mean_growth(table, &growth)?;
                let mut told = Interval::ZERO;
                let mut factor = Interval::ONE;
                for chance in &self.ended {
                    told = told.plus(chance.times(factor));
                    factor = factor.times(growth);
                }
                let first = (antes + share.recip()).to_f64()?;
                (all.high - told.low).max(0.0) * first.powi(power.cast_signed()) * (1.0 + 1e-9)
            };
            cap.is_finite().then(|| cap.next_up())
        };
        let bounded = |sum: Interval, tail: Option<f64>| -> Number {
            let tail = tail.ok_or(Missing::Diverges)?;
            Interval { low: sum.low, high: (sum.high + tail).next_up() }.enclosure().ok_or(Missing::Diverges)
        };
        let tails = [tail(1), tail(2)];
        let mean = bounded(power(1), tails[0]);
        let square = bounded(power(2), tails[1]);
        let sd = chain::both(&mean, square.ok()).map(|(mean, square)| standard_deviation(mean, &square));
        let sd = sd.map_err(|_| Missing::Diverges);
        let paid = |seat: usize| -> Interval {
            let mut sum = Interval::whole(ante);
            for (paid, begun) in self.begun.iter().enumerate() {
                for (stage, begun) in table
                    .stages
                    .iter()
                    .zip(begun)
                    .filter(|(stage, begun)| stage.group[seat] > 0 && !begun.is_zero())
                {
                    for (before, chance) in table.paying_before(stage, seat).into_iter().enumerate() {
                        let Some(payment) = amounts.get(paid + before).map(|pot| fee.payment(pot)) else {
                            continue;
                        };
                        let chance = chance.times(table.kinds[seat].pays).times(*begun);
                        sum = sum.plus(chance.times(Interval::rational(&payment)));
                    }
                }
            }
            sum
        };
        let taken = |seat: usize| -> Interval {
            let mut sum = Interval::ZERO;
            for (paid, begun) in self.begun.iter().enumerate() {
                for (stage, begun) in table.stages.iter().zip(begun) {
                    for (parts, counted) in &stage.over {
                        for (paying, chance) in counted.iter().enumerate() {
                            let Some(pot) = near.get(paid + paying) else { continue };
                            sum = sum.plus(begun.times(*chance).times(parts[seat]).times(*pot));
                        }
                    }
                }
            }
            sum
        };
        let accounts = (0..seats)
            .map(|seat| Account {
                paid: bounded(paid(seat), tails[0]),
                taken: bounded(taken(seat), tails[0]),
            })
            .collect();
        Pot { coins: Spread { mean, sd, ..Spread::missing(Missing::TooLong) }, accounts }
    }
}

impl Table<Interval> {
    /// How many of the contenders before a seat pay in one showdown; every seat is a kind of its own.
    fn paying_before(&self, stage: &Stage<Interval>, seat: usize) -> Vec<Interval> {
        let mut law = vec![Interval::ONE];
        for other in (0..seat).filter(|other| stage.group[*other] > 0) {
            let pays = self.kinds[other].pays;
            let mut next = vec![Interval::ZERO; law.len() + 1];
            for (paying, chance) in law.iter().enumerate() {
                next[paying] = next[paying].plus(chance.times(pays.complement()));
                next[paying + 1] = next[paying + 1].plus(chance.times(pays));
            }
            law = next;
        }
        law
    }
}
