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

/// Amounts with longer denominators, in bits, are not told apart.
const LONGEST_AMOUNT: u64 = 4096;

/// The coins of a showdown.
///
/// The law of the pot is that of the games in which it is taken; what the seats pay and take is the
/// mean over all games.
pub(super) fn of_showdown<S: Scalar>(
    table: &Table<S>,
    near: &Table<Interval>,
    stakes: &Stakes,
    visits: &[Option<S>],
    wins: &[Vec<S>],
) -> Pot {
    let seats: usize = table.kinds.iter().map(|kind| kind.seats.len()).sum();
    let antes = BigRational::from_integer((seats as u64 * stakes.ante).into());
    if table.kinds.iter().any(|kind| kind.casts.is_none()) {
        return silent(table, stakes, &antes);
    }
    let taken: Vec<S> =
        (0..table.stages.len()).map(|stage| S::sum(wins.iter().map(|win| win[stage].clone()))).collect();
    let some = taken.last().filter(|taken| !taken.is_zero()).cloned();
    let law = some.as_ref().map(|taken| Payments::new(near, near_to(taken)));
    let mut pot = match (&stakes.fee, &law) {
        (Fee::Coins(fee), _) => in_coins(table, *fee, stakes.ante, visits, wins, &taken),
        (Fee::Share(share, rounding, _), Some(law)) if *rounding != Rounding::None => {
            law.rounded(near, &stakes.fee, share, stakes.ante, &antes)
        }
        (Fee::Share(share, ..), _) => in_shares(table, share, stakes.ante, some.as_ref()),
    };
    match law {
        None => pot.coins = Spread::missing(Missing::Impossible),
        Some(law) => {
            pot.coins.pmf = Some(law.pmf(law.amounts(&stakes.fee, &antes), &stakes.fee));
            if let Some(pmf) = &pot.coins.pmf {
                pot.coins.quantiles = pmf.quantiles(|_| None);
            }
        }
    }
    pot
}

fn near_to<S: Scalar>(value: &S) -> Interval {
    value.enclosure().map_or(Interval::ONE, |bounds| Interval::around(&bounds))
}

fn number<S: Scalar>(value: &S) -> Number {
    value.enclosure().ok_or(Missing::TooLong)
}

/// One seat never has a hand: those before it cast one each, and there it stays.
fn silent<S: Scalar>(table: &Table<S>, stakes: &Stakes, antes: &BigRational) -> Pot {
    let seats: usize = table.kinds.iter().map(|kind| kind.seats.len()).sum();
    let mut amounts = vec![antes.clone()];
    // How many have paid so far.
    let mut law = vec![S::one()];
    let mut stuck = false;
    let mut accounts = Vec::with_capacity(seats);
    for seat in 0..seats {
        let kind = &table.kinds[table.kind_of(seat)];
        stuck |= kind.casts.is_none();
        let mut paid = S::whole(stakes.ante);
        if !stuck {
            let mut next = vec![S::zero(); law.len() + 1];
            for (paying, chance) in law.iter().enumerate() {
                let payment = stakes.fee.payment(&amounts[paying]);
                if amounts.len() == paying + 1 {
                    let amount = &amounts[paying] + &payment;
                    amounts.push(amount);
                }
                let pays = chance.times(&kind.pays);
                paid = paid.plus(&pays.times(&S::rational(&payment)));
                next[paying] = next[paying].plus(&chance.times(&kind.pays.complement()));
                next[paying + 1] = next[paying + 1].plus(&pays);
            }
            law = next;
        }
        accounts.push(Account { paid: number(&paid), taken: Ok(Enclosure::zero()) });
    }
    Pot { coins: Spread::missing(Missing::Impossible), accounts }
}

/// Σ visits·value, where what is visited without end counts only if it has a value.
fn sum_over<S: Scalar>(
    table: &Table<S>,
    visits: &[Option<S>],
    value: impl Fn(&Stage<S>) -> S,
) -> Result<S, Missing> {
    let mut sum = S::zero();
    for (stage, visits) in table.stages.iter().zip(visits) {
        let value = value(stage);
        match visits {
            _ if value.is_zero() => {}
            Some(visits) => sum = sum.plus(&visits.times(&value)),
            None if stage.hopeless => return Err(Missing::Endless),
            None => return Err(Missing::Diverges),
        }
    }
    Ok(sum)
}

fn in_coins<S: Scalar>(
    table: &Table<S>,
    fee: u64,
    ante: u64,
    visits: &[Option<S>],
    wins: &[Vec<S>],
    taken: &[S],
) -> Pot {
    let last = table.stages.len() - 1;
    let seats: usize = table.kinds.iter().map(|kind| kind.seats.len()).sum();
    let (fee, antes) = (S::whole(fee), S::whole(seats as u64 * ante));
    let accounts = (0..seats).map(|seat| {
        let kind = table.kind_of(seat);
        let alike = S::whole(table.kinds[kind].seats.len() as u64);
        let each = table.kinds[kind].pays.times(&fee).over(&alike);
        let paid = sum_over(table, visits, |stage| S::whole(stage.group[kind] as u64).times(&each));
        let with = table.paying_with(visits, &wins[kind], kind).times(&fee);
        let won = antes.times(&wins[kind][last]).plus(&with).over(&alike);
        Account { paid: paid.and_then(|paid| number(&paid.plus(&S::whole(ante)))), taken: number(&won) }
    });
    let accounts = accounts.collect();
    if taken[last].is_zero() {
        return Pot { coins: Spread::missing(Missing::Impossible), accounts };
    }
    let [paying, square] = table.paying(visits, taken).map(|sum| sum.over(&taken[last]));
    let added = number(&paying.times(&fee));
    let sd = chain::both(&added, square.times(&fee).times(&fee).enclosure())
        .map(|(mean, square)| standard_deviation(mean, &square));
    let antes = Enclosure::exact(BigRational::from_integer((seats as u64 * ante).into()));
    let mean = added.map(|added| added.plus(&antes));
    Pot { coins: Spread { mean, sd, ..Spread::missing(Missing::TooLong) }, accounts }
}

/// Σ chanceᵥ·xᵛ.
fn grown<S: Scalar>(counted: &[S], growth: &S) -> S {
    counted.iter().rev().fold(S::zero(), |sum, chance| sum.times(growth).plus(chance))
}

/// E[xⱽ·1] for the number V of hands that pay, 1 being that the pot is taken.
fn mean_growth<S: Scalar>(table: &Table<S>, growth: &S) -> Result<S, Missing> {
    let visits = table.down(|counted| grown(counted, growth));
    sum_over(table, &visits, |stage| S::sum(stage.over.iter().map(|(_, counted)| grown(counted, growth))))
}

fn in_shares<S: Scalar>(table: &Table<S>, share: &BigRational, ante: u64, taken: Option<&S>) -> Pot {
    let seats = table.kinds.len();
    let (share, antes) = (S::rational(share), S::whole(seats as u64 * ante));
    let growth = S::one().plus(&share);
    let visits = table.down(|counted| grown(counted, &growth));
    let account = |seat: usize| {
        // In every showdown a seat's payment follows those of the contenders before it.
        let paid = sum_over(table, &visits, |stage| {
            if stage.group[seat] == 0 {
                return S::zero();
            }
            let before = (0..seat).filter(|other| stage.group[*other] > 0);
            let before =
                S::product(before.map(|other| S::one().plus(&share.times(&table.kinds[other].pays))));
            before.times(&table.kinds[seat].pays).times(&share)
        });
        let won = sum_over(table, &visits, |stage| {
            S::sum(stage.over.iter().map(|(parts, counted)| parts[seat].times(&grown(counted, &growth))))
        });
        Account {
            paid: paid.and_then(|paid| number(&paid.times(&antes).plus(&S::whole(ante)))),
            taken: won.and_then(|won| number(&won.times(&antes))),
        }
    };
    let accounts = (0..seats).map(account).collect();
    let Some(taken) = taken else {
        return Pot { coins: Spread::missing(Missing::Impossible), accounts };
    };
    let mean = mean_growth(table, &growth).and_then(|mean| number(&mean.times(&antes).over(taken)));
    let square = mean_growth(table, &growth.times(&growth));
    let square = square.map(|square| square.times(&antes).times(&antes).over(taken));
    let sd = square.and_then(|square| {
        chain::both(&mean, square.enclosure()).map(|(mean, square)| standard_deviation(mean, &square))
    });
    Pot { coins: Spread { mean, sd, ..Spread::missing(Missing::TooLong) }, accounts }
}

/// How many hands have paid, until almost all games are over.
struct Payments {
    /// By the number of hands that have paid: the expected number of showdowns begun in each stage.
    begun: Vec<Vec<Interval>>,
    /// The probability that so many have paid when the pot is taken.
    ended: Vec<Interval>,
    /// The probability that it is taken.
    taken: Interval,
    /// The probability of more.
    remainder: Interval,
}

impl Payments {
    fn new(table: &Table<Interval>, taken: Interval) -> Self {
        let stages = table.stages.len();
        let mut payments = Self { begun: Vec::new(), ended: Vec::new(), taken, remainder: taken };
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
            payments.remainder = taken.minus(payments.ended.iter().copied().sum());
        }
        payments
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

    /// The law of the pot, given that it is taken.
    fn pmf(&self, amounts: Vec<BigRational>, fee: &Fee) -> Pmf {
        let steps = match (fee, amounts.first().and_then(|first| first.to_integer().to_u64())) {
            (Fee::Coins(fee), Some(first)) if *fee > 0 => Some(Support::Steps { first, step: *fee }),
            _ => None,
        };
        let beyond: Interval = self.ended.iter().skip(amounts.len()).copied().sum();
        let remainder = self.remainder.plus(beyond).over(self.taken);
        let ended = self.ended.iter().map(|chance| chance.over(self.taken));
        if let Some(support) = steps {
            return Pmf { support, chances: ended.collect(), remainder };
        }
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
                let all = mean_growth(table, &growth).ok()?;
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
        let given = |moment: Number| moment.map(|moment| near_to_taken(&moment, self.taken));
        let mean = given(bounded(power(1), tails[0]));
        let square = given(bounded(power(2), tails[1]));
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

/// A moment given that the pot is taken.
fn near_to_taken(moment: &Enclosure, taken: Interval) -> Enclosure {
    let taken = taken.enclosure().unwrap_or_else(Enclosure::one);
    moment.over(&taken).unwrap_or_else(|| moment.clone())
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
