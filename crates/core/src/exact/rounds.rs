//! Most rounds won, solved by counting who is at the top.
//!
//! A round is won by seat i with probability σᵢ and by nobody with ν, whatever happens in others. That
//! the seats T are level at the top with m rounds each, and everybody else has fewer, has the probability
//! R! · [xᴿ] e^{νx} · Π_{i∈T} (σᵢx)ᵐ/m! · Π_{i∉T} Σ_{k<m} (σᵢx)ᵏ/k!. Products of such exponential
//! generating functions are taken as (f·g)ₙ = Σ C(n, k)·fₖ·gₙ₋ₖ, which stays in whole numbers. In sudden
//! death among T seat i wins with σᵢ(T) / Σ_{j∈T} σⱼ(T), σ being taken among T alone.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::Zero;

use super::absorption::{self, AbsorptionTime};
use super::hands::{Casts, Group, Seating, binomial};
use super::number::Missing;
use super::scalar::{Scalar, Semiring, Weight};
use super::solution::{Detail, Pot, Solution, Spread, StatisticNumbers, deviation};
use super::{Enclosure, Interval, chain};
use crate::process::{FIRST_ROUND_TIE, ROUND_NOBODY, ROUND_WIN, Rounds, TieBreak};

/// Rational solutions are worth writing out for so many rounds times seats times bits.
const MOST_EXACT: u64 = 1_000;

/// The chances of one round among some seats, kind by kind.
struct Round {
    group: Group,
    /// That a seat of each kind wins it.
    wins: Vec<BigRational>,
    nobody: BigRational,
}

impl Round {
    fn new(seating: &Seating, group: &Group) -> Self {
        let wins = seating.sole_best(group);
        let all = wins.iter().zip(group).map(|(win, seats)| win * BigRational::from_integer((*seats).into()));
        let nobody = Enclosure::one().low() - all.sum::<BigRational>();
        Self { group: group.clone(), wins, nobody }
    }

    /// The chance that somebody wins the round.
    fn decided(&self) -> BigRational {
        Enclosure::one().low() - &self.nobody
    }
}

/// Solves a game of rounds.
pub fn solve_rounds(game: &Rounds, detail: Detail) -> Solution {
    let seats = game.hands.len();
    let seating = Seating::new(&game.hands, false);
    let casts: Option<Vec<Casts<BigRational>>> = seating.kinds.iter().map(Casts::new).collect();
    let Some(casts) = casts else {
        return chain::never(seats, Some(chain::untaken(seats, game.ante)));
    };
    let round = Round::new(&seating, &seating.all());
    let common = round
        .wins
        .iter()
        .chain([&round.nobody])
        .fold(BigUint::from(1u32), |common, chance| common.lcm(chance.denom().magnitude()));
    let feasible = u64::from(game.rounds) * seats as u64 * common.bits() / 16 <= MOST_EXACT;
    if feasible && detail == Detail::Whole {
        let tops = tops::<BigUint>(&round, game.rounds, &common);
        solve(game, &seating, &casts, &round, &tops, detail)
    } else {
        let tops = tops::<Interval>(&round, game.rounds, &common);
        solve(game, &seating, &casts, &round, &tops, detail)
    }
}

fn binomials<W: Weight>(n: u32) -> Vec<Vec<W>> {
    let mut rows: Vec<Vec<W>> = vec![vec![W::one()]];
    for row in 1..=n as usize {
        let above = &rows[row - 1];
        let inner = (1..row).map(|k| above[k - 1].plus(&above[k]));
        rows.push(std::iter::once(W::one()).chain(inner).chain([W::one()]).collect());
    }
    rows
}

/// The product of two exponential generating functions up to the power of the table.
fn product<W: Weight>(one: &[W], other: &[W], binomials: &[Vec<W>]) -> Vec<W> {
    let length = binomials.len().min(one.len() + other.len() - 1);
    let mut product = vec![W::zero(); length];
    for (i, a) in one.iter().enumerate().filter(|(_, a)| !a.is_zero()) {
        for (j, b) in other.iter().enumerate().filter(|(_, b)| !b.is_zero()) {
            if i + j < length {
                product[i + j] = product[i + j].plus(&a.times(b).times(&binomials[i + j][i]));
            }
        }
    }
    product
}

/// The probability that exactly these numbers of seats of each kind are level at the top.
fn tops<W: Weight>(round: &Round, rounds: u32, common: &BigUint) -> BTreeMap<Group, W::Number> {
    let weight = |chance: &BigRational| {
        W::of(&(chance.numer().magnitude() * (common / chance.denom().magnitude())), common)
    };
    let wins: Vec<W> = round.wins.iter().map(weight).collect();
    let rounds = rounds as usize;
    let binomials = binomials::<W>(u32::try_from(rounds).unwrap_or(u32::MAX));
    let powers = |base: &W, up_to: usize| {
        let mut powers = vec![W::one()];
        for exponent in 0..up_to {
            powers.push(powers[exponent].times(base));
        }
        powers
    };
    let nobody = powers(&weight(&round.nobody), rounds);
    let total = W::of_all(common).power(rounds);
    // Nobody has won any round: all are level.
    let mut sums: BTreeMap<Group, W> = BTreeMap::from([(round.group.clone(), nobody[rounds].clone())]);
    for most in 1..=rounds {
        // For each choice of how many of each kind are at the top, the rounds that go to seats.
        let mut partial: Vec<(Group, Vec<W>)> = vec![(Vec::new(), vec![W::one()])];
        for (win, number) in wins.iter().zip(&round.group) {
            let power = powers(win, most);
            let mut at_top = vec![W::zero(); most];
            at_top.push(power[most].clone());
            let below = &power[..most];
            let mut next = Vec::new();
            for (group, distribution) in &partial {
                let mut tied_law = distribution.clone();
                for tied in 0..=*number {
                    if tied > 0 {
                        tied_law = product(&tied_law, &at_top, &binomials);
                    }
                    if tied_law.iter().all(Semiring::is_zero) {
                        break;
                    }
                    let rest = (tied..*number)
                        .fold(tied_law.clone(), |distribution, _| product(&distribution, below, &binomials));
                    let ways = binomial(*number, tied);
                    let distribution = rest.iter().map(|weight| weight.times(&W::whole(ways))).collect();
                    next.push((group.iter().copied().chain([tied]).collect(), distribution));
                }
            }
            partial = next;
        }
        for (group, distribution) in
            partial.into_iter().filter(|(group, _): &(Group, _)| group.iter().any(|tied| *tied > 0))
        {
            let whole = product(&distribution, &nobody, &binomials);
            if let Some(chance) = whole.get(rounds).filter(|chance| !chance.is_zero()) {
                let entry = sums.entry(group).or_insert_with(W::zero);
                *entry = entry.plus(chance);
            }
        }
    }
    sums.into_iter()
        .map(|(group, weight)| (group, weight.over(&total)))
        .filter(|(_, chance)| !chance.is_zero())
        .collect()
}

fn solve<S: Scalar>(
    game: &Rounds,
    seating: &Seating,
    casts: &[Casts<BigRational>],
    round: &Round,
    tops: &BTreeMap<Group, S>,
    detail: Detail,
) -> Solution {
    let seats = game.hands.len();
    let death = game.tie_break == TieBreak::SuddenDeath;
    let playoffs: BTreeMap<&Group, Round> = tops
        .keys()
        .filter(|group| death && group.iter().sum::<usize>() > 1)
        .map(|group| (group, Round::new(seating, group)))
        .collect();
    // What falls to each kind of those at the top.
    let part = |group: &Group, kind: usize| -> S {
        let here = BigRational::from_integer(group[kind].into());
        match playoffs.get(group) {
            None => S::rational(&(here / BigRational::from_integer(group.iter().sum::<usize>().into()))),
            Some(playoff) if playoff.decided().numer().is_zero() => S::zero(),
            Some(playoff) => S::rational(&(here * &playoff.wins[kind] / playoff.decided())),
        }
    };
    let share = |seat: usize| {
        let kind = seating.kind_of(seat);
        let sum = S::sum(tops.iter().map(|(group, chance)| chance.times(&part(group, kind))));
        let alike = S::whole(seating.kinds[kind].seats.len() as u64);
        sum.over(&alike).enclosure().unwrap_or_else(Enclosure::probability)
    };
    let shares: Vec<Enclosure> = (0..seats).map(share).collect();
    let stuck = playoffs.iter().filter(|(_, playoff)| playoff.decided().numer().is_zero());
    let never = S::sum(stuck.map(|(group, _)| tops[*group].clone()));
    let ends = never.is_zero();
    let why = if ends { Missing::TooLong } else { Missing::Endless };
    let mut length = match detail {
        Detail::Whole => lengths(game, seating, casts, tops, &playoffs),
        Detail::Means => Spread::missing(why),
    };
    if ends {
        let [mean, square] = moments(game, seating, casts, tops, &playoffs);
        length.mean = mean.number();
        length.sd = deviation(&length.mean, square.number());
    }
    let taken = shares.iter().any(|share| share.high().numer().bits() > 0);
    let certain = |chance: &BigRational| Ok(Enclosure::exact(chance.clone()));
    let round_wins = (0..seats).map(|seat| certain(&round.wins[seating.kind_of(seat)])).collect();
    let statistics = vec![
        StatisticNumbers::several(&ROUND_WIN, round_wins),
        StatisticNumbers::one(&ROUND_NOBODY, certain(&round.nobody)),
        StatisticNumbers::one(&FIRST_ROUND_TIE, certain(&round.nobody)),
    ];
    Solution {
        nobody: Enclosure::zero(),
        never: never.enclosure().unwrap_or_else(Enclosure::probability),
        length,
        pot: Some(Pot::of_antes(game.ante, &shares, taken)),
        shares,
        statistics,
    }
}

/// The mean and the variance of the casts of one round among some seats.
fn round_casts(casts: &[Casts<BigRational>], group: &Group) -> [BigRational; 2] {
    let sum = |of: fn(&Casts<BigRational>) -> &BigRational| {
        let each = casts
            .iter()
            .zip(group)
            .map(|(casts, seats)| of(casts) * BigRational::from_integer((*seats).into()));
        each.sum::<BigRational>()
    };
    [sum(|casts| &casts.mean), sum(|casts| &casts.variance)]
}

/// E[L] and E[L²]: the rounds that are all played, and those of a sudden death, N of them with
/// P(N = n) = p·qⁿ⁻¹, so that E[N] = 1/p and E[N²] = (1 + q)/p².
fn moments<S: Scalar>(
    game: &Rounds,
    seating: &Seating,
    casts: &[Casts<BigRational>],
    tops: &BTreeMap<Group, S>,
    playoffs: &BTreeMap<&Group, Round>,
) -> [S; 2] {
    let rounds = BigRational::from_integer(game.rounds.into());
    let [mean, variance] = round_casts(casts, &seating.all()).map(|moment| moment * &rounds);
    let mut sums = [S::rational(&mean), S::rational(&(&mean * &mean + variance))];
    for (group, playoff) in playoffs {
        let [one, spread] = round_casts(casts, group);
        let decided = playoff.decided();
        let expected = &one / &decided;
        let square = spread / &decided
            + &one * &one * (Enclosure::one().low() + &playoff.nobody) / (&decided * &decided);
        let chance = &tops[*group];
        sums[0] = sums[0].plus(&chance.times(&S::rational(&expected)));
        let both = &mean * &expected;
        sums[1] = sums[1].plus(&chance.times(&S::rational(&(&both + &both + square))));
    }
    sums
}

/// The distribution of the length: hand after hand of all rounds, then the sudden deaths that can follow.
fn lengths<S: Scalar>(
    game: &Rounds,
    seating: &Seating,
    casts: &[Casts<BigRational>],
    tops: &BTreeMap<Group, S>,
    playoffs: &BTreeMap<&Group, Round>,
) -> Spread {
    let near: Vec<[Interval; 2]> = casts
        .iter()
        .map(|casts| [Interval::rational(&casts.again), Interval::rational(&casts.hand)])
        .collect();
    let of_group = |group: &Group| -> Vec<[Interval; 2]> {
        near.iter().zip(group).flat_map(|(kind, seats)| std::iter::repeat_n(*kind, *seats)).collect()
    };
    let all: Vec<[Interval; 2]> = (0..game.rounds).flat_map(|_| of_group(&seating.all())).collect();
    let chance = |value: &S| value.enclosure().map_or(Interval::ONE, |bounds| Interval::around(&bounds));
    let (mut next, mut first, mut stuck) = (all.len(), Vec::new(), Interval::ZERO);
    for (group, playoff) in playoffs {
        if playoff.decided().numer().is_zero() {
            stuck = stuck.plus(chance(&tops[*group]));
        } else {
            first.push((next, chance(&tops[*group])));
            next += group.iter().sum::<usize>();
        }
    }
    let over: Interval =
        tops.iter().filter(|(group, _)| !playoffs.contains_key(group)).map(|(_, top)| chance(top)).sum();
    let mut distribution = AbsorptionTime::new(0);
    distribution.hands(&all, |hand| {
        let first = first.iter().map(|(to, chance)| (*to, hand.times(chance)));
        (first.collect(), hand.times(over), hand.times(stuck))
    });
    for (group, playoff) in playoffs.iter().filter(|(_, playoff)| !playoff.decided().numer().is_zero()) {
        let (start, decided) = (distribution.states(), Interval::rational(&playoff.decided()));
        let again = |hand: Interval| vec![(start, hand.times(Interval::rational(&playoff.nobody)))];
        distribution.hands(&of_group(group), |hand| (again(hand), hand.times(decided), Interval::ZERO));
    }
    absorption::lengths(&distribution, 1, |_| None)
}
