//! Games won by the highest total, solved from the distribution of each seat's total.
//!
//! Seat i's share of the wins, with ties shared equally, is `Σ_s fᵢ(s) ∫₀¹ Π_{j≠i} (Fⱼ(<s) + y·fⱼ(s)) dy` over the totals s
//! that can win; the integrand is a polynomial of degree 3 at most, which Simpson's rule integrates exactly.

use num_bigint::BigUint;
use num_rational::BigRational;

use super::scalar::{Semiring, product};
use super::solution::{Detail, Progress, Solution, Spread, StatisticNumbers};
use super::{Enclosure, Interval, Missing};
use crate::process::{ALONE, DEAD_HEAT, Distribution, LEAD_CHANGES, LEADER_WINS, QUALIFY, Throw, Totals};

/// A limit for exact shares: the number of totals times their bits.
const MOST_EXACT: u64 = 4_000_000;

/// The most multiplications of machine words for exact distributions of totals: a fraction of a second.
const MOST_WORDS: f64 = 2e8;

/// The distribution of one seat's total, in weights or in chances.
struct Seat<W> {
    least: u64,
    weights: Vec<W>,
    /// The sum of the weights before each index, and of all.
    below: Vec<W>,
}

impl<W> Seat<W> {
    /// The weight of all totals below this one.
    fn below(&self, total: u64) -> &W {
        let index = usize::try_from(total.saturating_sub(self.least)).unwrap_or(usize::MAX);
        &self.below[index.min(self.weights.len())]
    }

    fn weight(&self, total: u64) -> Option<&W> {
        self.weights.get(usize::try_from(total.checked_sub(self.least)?).ok()?)
    }

    fn most(&self) -> u64 {
        self.least + self.weights.len() as u64 - 1
    }
}

impl Seat<BigUint> {
    fn new(distribution: &Distribution<u32>, times: u64) -> Self {
        let (least, weights) = distribution.sum_of(times);
        let mut below = vec![BigUint::ZERO];
        for weight in &weights {
            below.push(&below[below.len() - 1] + weight);
        }
        Self { least, weights, below }
    }

    fn all(&self) -> &BigUint {
        &self.below[self.weights.len()]
    }

    fn chance(&self, weight: &BigUint) -> Enclosure {
        Enclosure::exact(BigRational::new(weight.clone().into(), self.all().clone().into()))
    }

    fn in_intervals(&self) -> Seat<Interval> {
        let ratios =
            |weights: &[BigUint]| weights.iter().map(|weight| Interval::ratio(weight, self.all())).collect();
        Seat { least: self.least, weights: ratios(&self.weights), below: ratios(&self.below) }
    }
}

impl Seat<Interval> {
    /// Computes the distribution by repeated squaring.
    fn new(distribution: &Distribution<u32>, times: u64) -> Self {
        let least = distribution.outcomes().first().map_or(0, |(value, _)| *value);
        let most = distribution.outcomes().last().map_or(0, |(value, _)| *value);
        let mut power = vec![Interval::ZERO; (most - least) as usize + 1];
        for (value, weight) in distribution.outcomes() {
            power[(value - least) as usize] = Interval::ratio(weight, distribution.total());
        }
        let mut weights = vec![Interval::ONE];
        let mut left = times;
        while left > 0 {
            if left % 2 == 1 {
                weights = product(&weights, &power, usize::MAX);
            }
            left /= 2;
            if left > 0 {
                power = product(&power, &power, usize::MAX);
            }
        }
        let mut below = vec![Interval::ZERO];
        for chance in &weights {
            below.push(below[below.len() - 1].plus(chance).at_most_one());
        }
        Self { least: u64::from(least) * times, weights, below }
    }
}

/// The distribution of each different throw, made by `seat`, and the index of each seat's distribution.
fn distributions<T>(game: &Totals, seat: impl Fn(&Distribution<u32>, u64) -> T) -> (Vec<T>, Vec<usize>) {
    let throws = u64::from(game.laps) * u64::from(game.throws_per_lap);
    let mut seats: Vec<T> = Vec::with_capacity(game.throws.len());
    let mut kind_of: Vec<usize> = Vec::with_capacity(game.throws.len());
    let mut kinds: Vec<usize> = Vec::new();
    for (index, throw) in game.throws.iter().enumerate() {
        let known = kinds.iter().position(|kind| game.throws[*kind] == *throw);
        kind_of.push(known.unwrap_or(kinds.len()));
        if known.is_none() {
            kinds.push(index);
            seats.push(seat(&throw.of, throws * u64::from(throw.pieces)));
        }
    }
    (seats, kind_of)
}

/// Solves a game of totals.
pub fn solve_totals(game: &Totals, detail: Detail) -> Solution {
    match detail {
        Detail::Whole if words(game) <= MOST_WORDS => solve_wholly(game),
        Detail::Whole | Detail::Means => solve_in_intervals(game),
    }
}

/// Estimates the multiplications of machine words for the distributions of the totals: for each total and each face of a
/// throw, the longest weight of a total times that of a throw.
#[expect(clippy::cast_precision_loss, reason = "a rough number")]
fn words(game: &Totals) -> f64 {
    let words = |bits: f64| (bits / 64.0).ceil();
    let of_seat = |throw: &Throw| {
        let outcomes = throw.of.outcomes();
        let widest = outcomes.last().zip(outcomes.first()).map_or(0, |((last, _), (first, _))| last - first);
        let times = f64::from(game.laps) * f64::from(game.throws_per_lap) * f64::from(throw.pieces);
        let bits = throw.of.total().bits() as f64;
        f64::from(widest) * times * outcomes.len() as f64 * words(times * bits) * words(bits)
    };
    game.throws.iter().map(of_seat).sum()
}

/// Solves in intervals.
fn solve_in_intervals(game: &Totals) -> Solution {
    let (seats, kind_of) = distributions(game, Seat::<Interval>::new);
    let players: Vec<&Seat<Interval>> = kind_of.iter().map(|kind| &seats[*kind]).collect();
    let results = nearly(&players, game.favour);
    let chance = |chance: Interval| chance.enclosure().unwrap_or_else(Enclosure::probability);
    let missed: Vec<Interval> = players.iter().map(|seat| *seat.below(game.favour)).collect();
    let nobody = chance(missed.iter().copied().product());
    let qualify = missed.iter().map(|missed| chance(missed.complement())).collect();
    let missed = missed.into_iter().map(chance).collect();
    solution(game, results, qualify, missed, nobody)
}

fn solve_wholly(game: &Totals) -> Solution {
    let (seats, kind_of) = distributions(game, Seat::<BigUint>::new);
    let players: Vec<&Seat<BigUint>> = kind_of.iter().map(|kind| &seats[*kind]).collect();
    let size: u64 = seats.iter().map(|seat| seat.weights.len() as u64).max().unwrap_or(0);
    let bits: u64 = players.iter().map(|seat| seat.all().bits()).sum();
    let results = if size * bits <= 4 * MOST_EXACT {
        exact(&players, game.favour)
    } else {
        let near: Vec<Seat<Interval>> = seats.iter().map(Seat::in_intervals).collect();
        nearly(&kind_of.iter().map(|kind| &near[*kind]).collect::<Vec<_>>(), game.favour)
    };
    let missed: Vec<Enclosure> = players.iter().map(|seat| seat.chance(seat.below(game.favour))).collect();
    let qualify = players.iter().map(|seat| seat.chance(&(seat.all() - seat.below(game.favour)))).collect();
    let nobody = missed.iter().fold(Enclosure::one(), |all, missed| all.times(missed));
    solution(game, results, qualify, missed, nobody)
}

fn solution(
    game: &Totals,
    results: Results,
    qualify: Vec<Enclosure>,
    missed: Vec<Enclosure>,
    nobody: Enclosure,
) -> Solution {
    let throws = u64::from(game.laps) * u64::from(game.throws_per_lap);
    let length = BigRational::from_integer((throws * game.throws.len() as u64).into());
    let certain = |numbers: Vec<Enclosure>| numbers.into_iter().map(Ok).collect();
    let statistics = vec![
        StatisticNumbers::several(&QUALIFY, certain(qualify)),
        StatisticNumbers::several(game.miss, certain(missed)),
        StatisticNumbers::several(&ALONE, certain(results.alone)),
        StatisticNumbers::one(&DEAD_HEAT, Ok(results.dead_heat)),
        StatisticNumbers::one(&LEAD_CHANGES, Err(Missing::TooLong)),
        StatisticNumbers::several(&LEADER_WINS, vec![Err(Missing::TooLong); game.laps as usize]),
    ];
    Solution {
        shares: results.shares,
        nobody,
        never: Enclosure::zero(),
        length: Spread::certain(&length),
        pot: None,
        statistics,
        scores: Vec::new(),
    }
}

/// The total of each seat after each lap: the 5th, 50th and 95th percentile, minus the mean.
pub fn totals_progress(game: &Totals) -> Vec<Progress> {
    let mut all: Vec<(&Throw, Progress)> = Vec::new();
    for (seat, throw) in game.throws.iter().enumerate() {
        if let Some((_, progress)) = all.iter_mut().find(|(known, _)| *known == throw) {
            progress.seats.push(seat);
            continue;
        }
        let mut points = vec![(0.0, vec![0.0; 3])];
        for lap in 1..=game.laps {
            let throws = u64::from(lap) * u64::from(game.throws_per_lap) * u64::from(throw.pieces);
            let distribution = Seat::<Interval>::new(&throw.of, throws);
            #[expect(clippy::cast_precision_loss, reason = "a position in a chart")]
            let least = distribution.least as f64;
            let mean = least + distribution.below[1..].iter().map(|below| 1.0 - below.middle()).sum::<f64>();
            let quantile = |percent: u32| {
                let reached = distribution.below[1..]
                    .iter()
                    .position(|below| below.middle() >= f64::from(percent) / 100.0);
                #[expect(clippy::cast_precision_loss, reason = "a position in a chart")]
                let total = (distribution.least + reached.unwrap_or(0) as u64) as f64;
                total - mean
            };
            points.push((f64::from(lap), [5, 50, 95].map(quantile).to_vec()));
        }
        all.push((throw, Progress { seats: vec![seat], points }));
    }
    all.into_iter().map(|(_, progress)| progress).collect()
}

struct Results {
    shares: Vec<Enclosure>,
    alone: Vec<Enclosure>,
    dead_heat: Enclosure,
}

/// For each seat Σ fᵢ(s)·∫ and Σ fᵢ(s)·Πⱼ Fⱼ(<s) over the totals that can win. `middle` is the mean of the weights below a
/// total and below the next, and `simpson` the integral from the integrand at 0, in the middle and at 1; both may return a
/// multiple.
fn add_up<W: Semiring>(
    players: &[&Seat<W>],
    favour: u64,
    middle: impl Fn(&W, &W) -> W,
    simpson: impl Fn(&W, &W, &W) -> W,
) -> [Vec<W>; 2] {
    let seats = players.len();
    let first = players.iter().map(|seat| seat.least).min().unwrap_or(0).max(favour);
    let last = players.iter().map(|seat| seat.most()).max().unwrap_or(0);
    let below = |total: u64| -> Vec<W> { players.iter().map(|seat| seat.below(total).clone()).collect() };
    // The product over all others, seat by seat.
    let others = |weights: &[W]| -> Vec<W> {
        let other = |seat: usize| weights[..seat].iter().chain(&weights[seat + 1..]).cloned();
        (0..seats).map(|seat| W::product(other(seat))).collect()
    };
    let (mut shares, mut alone) = (vec![W::zero(); seats], vec![W::zero(); seats]);
    let mut at = below(first);
    let mut lower = others(&at);
    for total in first..=last {
        let next = below(total + 1);
        let upper = others(&next);
        let center = others(&at.iter().zip(&next).map(|(one, other)| middle(one, other)).collect::<Vec<_>>());
        for (seat, player) in players.iter().enumerate() {
            let Some(here) = player.weight(total) else { continue };
            let integral = simpson(&lower[seat], &center[seat], &upper[seat]);
            shares[seat] = shares[seat].plus(&here.times(&integral));
            alone[seat] = alone[seat].plus(&here.times(&lower[seat]));
        }
        (at, lower) = (next, upper);
    }
    [shares, alone]
}

fn exact(players: &[&Seat<BigUint>], favour: u64) -> Results {
    // 6·2^(n−1)·∫ = 2^(n−1)·g(0) + 4·Π (Fⱼ(<s) + Fⱼ(≤s)) + 2^(n−1)·g(1)
    let half = players.len().saturating_sub(1);
    let simpson =
        |lower: &BigUint, center: &BigUint, upper: &BigUint| ((lower + upper) << half) + (center << 2u32);
    let [shares, alone] = add_up(players, favour, |one, other| one + other, simpson);
    let all: BigUint = players.iter().map(|seat| seat.all()).product();
    let over = |weight: &BigUint, all: &BigUint| {
        Enclosure::exact(BigRational::new(weight.clone().into(), all.clone().into()))
    };
    let scaled = (&all * 6u32) << half;
    let none: BigUint = players.iter().map(|seat| seat.below(favour)).product();
    let tied = &all - none - alone.iter().sum::<BigUint>();
    Results {
        shares: shares.iter().map(|share| over(share, &scaled)).collect(),
        alone: alone.iter().map(|alone| over(alone, &all)).collect(),
        dead_heat: over(&tied, &all),
    }
}

/// The same in intervals.
fn nearly(players: &[&Seat<Interval>], favour: u64) -> Results {
    let (two, six) = (Interval::whole(2), Interval::whole(6));
    let simpson = |lower: &Interval, center: &Interval, upper: &Interval| {
        lower.plus(center.times(two).times(two)).plus(upper).over(six)
    };
    let [shares, alone] = add_up(players, favour, |one, other| one.plus(other).over(two), simpson);
    let bounds = |chance: &Interval| chance.at_most_one().enclosure().unwrap_or_else(Enclosure::probability);
    // A dead heat is the complement: neither nobody qualifies nor a seat is alone on top.
    let none: Interval = players.iter().map(|seat| *seat.below(favour)).product();
    let decided = none.plus(alone.iter().copied().sum::<Interval>());
    Results {
        shares: shares.iter().map(bounds).collect(),
        alone: alone.iter().map(bounds).collect(),
        dead_heat: bounds(&decided.at_most_one().complement()),
    }
}
