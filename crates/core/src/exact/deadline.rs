//! Points to be gathered in so many throws, played through to the end.
//!
//! All that can be reached with every throw is added up: in whole numbers over a power of the distribution's total, without any
//! division, or in intervals where those would be too long.

use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;
use num_rational::BigRational;

use super::number::Missing;
use super::scalar::{Scalar, Weight};
use super::solution::{Detail, Pmf, Solution, Spread, StatisticNumbers, Support, standard_deviation};
use super::{Enclosure, Interval};
use crate::process::{Process, WithDeadline};

/// Denominators of so many bits at most are written out.
const MOST_EXACT_BITS: u64 = 1 << 13;

/// Solves a game of points that are to be gathered in so many throws.
pub fn solve_deadline(game: &WithDeadline, detail: Detail) -> Solution {
    let bits = game.gain.total().bits().saturating_mul(game.throws.into());
    if bits <= MOST_EXACT_BITS && detail == Detail::Whole {
        States::<BigUint>::new(game).solve()
    } else {
        States::<Interval>::new(game).solve()
    }
}

/// The numbers of points below the target, in the order in which they are reached.
struct States<'a, W> {
    game: &'a WithDeadline,
    points: Vec<i32>,
    /// What each throw leads to: other numbers, by their indices.
    moves: Vec<Vec<(usize, W)>>,
    /// And points that win.
    wins: Vec<Vec<(i32, W)>>,
}

impl<'a, W: Weight> States<'a, W> {
    fn new(game: &'a WithDeadline) -> Self {
        let weighs = |weight: &BigUint| W::of(weight, game.gain.total());
        let mut indices = HashMap::from([(0, 0)]);
        let mut states = Self { game, points: vec![0], moves: Vec::new(), wins: Vec::new() };
        while let Some(points) = states.points.get(states.moves.len()).copied() {
            let (mut moves, mut wins) = (BTreeMap::<usize, BigUint>::new(), Vec::new());
            for (gain, weight) in game.gain.outcomes() {
                let (_, to) = game.next(&(0, points), *gain).to;
                if to >= game.target {
                    wins.push((to, weighs(weight)));
                    continue;
                }
                let index = *indices.entry(to).or_insert_with(|| {
                    states.points.push(to);
                    states.points.len() - 1
                });
                *moves.entry(index).or_default() += weight;
            }
            states.moves.push(moves.iter().map(|(to, weight)| (*to, weighs(weight))).collect());
            states.wins.push(wins);
        }
        states
    }

    /// Plays the game through to its deadline.
    fn solve(&self) -> Solution {
        let none = || vec![W::zero(); self.points.len()];
        let (mut at, mut total) = (none(), W::one());
        at[0] = W::one();
        // The chance and the mean points of those whose masses and points are given.
        let read = |over: &[(W, i32)], total: &W| {
            let points = |(mass, points): &(W, i32)| mass.times(&W::whole(points.unsigned_abs().into()));
            let sums = [W::sum(over.iter().map(|(mass, _)| mass.clone())), W::sum(over.iter().map(points))];
            let [chance, points] =
                sums.map(|sum| sum.over(total).enclosure().unwrap_or_else(Enclosure::probability));
            // There may be more points than 1, but no larger chance.
            (chance.at_most_one(), points)
        };
        let mut won_with = Vec::new();
        let mut points = Enclosure::zero();
        for _ in 0..self.game.throws {
            let (mut after, mut over) = (none(), Vec::new());
            total = total.times(&W::of_all(self.game.gain.total()));
            for (state, mass) in at.iter().enumerate().filter(|(_, mass)| !mass.is_zero()) {
                for (to, weight) in &self.moves[state] {
                    after[*to] = after[*to].plus(&mass.times(weight));
                }
                over.extend(self.wins[state].iter().map(|(points, weight)| (mass.times(weight), *points)));
            }
            let (won, gathered) = read(&over, &total);
            won_with.push(won);
            points = points.plus(&gathered);
            at = after;
        }
        let left: Vec<(W, i32)> = at.into_iter().zip(self.points.iter().copied()).collect();
        let (lost, points_if_lost) = read(&left, &total);
        let won = won_with.iter().fold(Enclosure::zero(), |sum, win| sum.plus(win)).at_most_one();
        let mut ended = won_with.clone();
        if let Some(last) = ended.last_mut() {
            *last = last.plus(&lost);
        }
        let statistics = vec![
            StatisticNumbers::several(self.game.won_with, won_with.into_iter().map(Ok).collect()),
            StatisticNumbers::one(self.game.points, Ok(points.plus(&points_if_lost))),
            StatisticNumbers::one(
                self.game.points_if_lost,
                points_if_lost.over(&lost).ok_or(Missing::Impossible),
            ),
        ];
        let never = Enclosure::zero();
        Solution { shares: vec![won], nobody: lost, never, length: length(&ended), pot: None, statistics }
    }
}

/// The distribution of the number of throws, from the chance of each, from the first on.
fn length(ended: &[Enclosure]) -> Spread {
    let moment = |power: u32| -> Enclosure {
        let times = |throw: u64| BigRational::from_integer(BigUint::from(throw).pow(power).into());
        ended.iter().zip(1..).map(|(chance, throw)| chance.scaled(&times(throw))).sum()
    };
    let [mean, square] = [1, 2].map(moment);
    let pmf = Pmf {
        support: Support::Steps { first: 1, step: 1 },
        chances: ended.iter().map(Interval::around).collect(),
        remainder: Interval::ZERO,
    };
    let within = |index: usize| ended.iter().take(index + 1).map(|chance| chance.as_exact().cloned()).sum();
    let sd = Ok(standard_deviation(&mean, &square));
    Spread { quantiles: pmf.quantiles(within), mean: Ok(mean), finite_mean: None, sd, pmf: Some(pmf) }
}
