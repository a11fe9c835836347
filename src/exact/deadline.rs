//! Games that are over after so many throws, played through to the end.
//!
//! All that can be reached with every throw is added up: in whole numbers over the power of one common
//! denominator, without any division, or in intervals where those would be too long.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;

use super::scalar::{Scalar, Weight};
use super::solution::{
    Detail, Missing, Pmf, Solution, Spread, StatisticNumbers, Support, standard_deviation,
};
use super::{Enclosure, Interval};
use crate::process::{Process, Turn, WithDeadline};

/// Denominators of so many bits at most are written out.
const MOST_EXACT_BITS: u64 = 1 << 13;

/// Solves a game of one seat that is over after so many throws.
pub fn solve_deadline<P: Process>(game: &WithDeadline<P>, detail: Detail) -> Solution {
    let laws = game.distributions().iter();
    let common = laws.fold(BigUint::from(1u32), |common, law| common.lcm(law.total()));
    if common.bits().saturating_mul(game.throws) <= MOST_EXACT_BITS && detail == Detail::Whole {
        States::<BigUint, P>::new(game, &common).solve()
    } else {
        States::<Interval, P>::new(game, &common).solve()
    }
}

/// The states of a game with their moves and ends.
struct States<'a, W, P: Process> {
    game: &'a WithDeadline<P>,
    /// What all moves of a state weigh together.
    total: W,
    scores: Vec<u32>,
    moves: Vec<Vec<(usize, W)>>,
    /// The ends that each state leads to: whether they are won, and with which score.
    ends: Vec<Vec<(bool, u32, W)>>,
}

impl<'a, W: Weight, P: Process> States<'a, W, P> {
    /// The states in the order in which they are reached, the start first.
    fn new(game: &'a WithDeadline<P>, common: &BigUint) -> Self {
        let process = &game.process;
        let mut numbers = HashMap::from([(process.start(), 0)]);
        let mut states = vec![process.start()];
        let total = W::of_all(common);
        let mut course = Self { game, total, scores: Vec::new(), moves: Vec::new(), ends: Vec::new() };
        while let Some(state) = states.get(course.moves.len()).cloned() {
            let (mut moves, mut ends) = (HashMap::<usize, BigUint>::new(), Vec::new());
            if let Turn::Chance(place) = process.turn(&state) {
                let law = &process.distributions()[place];
                let factor = common / law.total();
                for (outcome, weight) in law.outcomes() {
                    let to = process.next(&state, *outcome).to;
                    if let Turn::End(winners) = process.turn(&to) {
                        let weight = W::of(&(weight * &factor), common);
                        ends.push((!winners.is_empty(), (game.score)(&to), weight));
                        continue;
                    }
                    let next = states.len();
                    let number = *numbers.entry(to.clone()).or_insert_with(|| {
                        states.push(to);
                        next
                    });
                    *moves.entry(number).or_default() += weight * &factor;
                }
            }
            let mut moves: Vec<(usize, BigUint)> = moves.into_iter().collect();
            moves.sort_unstable_by_key(|(to, _)| *to);
            let moves = moves.into_iter().map(|(to, weight)| (to, W::of(&weight, common)));
            course.moves.push(moves.collect());
            course.ends.push(ends);
            course.scores.push((game.score)(&state));
        }
        course
    }

    /// Plays the game through to its deadline.
    fn solve(&self) -> Solution {
        let WithDeadline { throws, statistics, .. } = self.game;
        let none = || vec![W::zero(); self.moves.len()];
        let (mut at, mut total) = (none(), W::one());
        at[0] = W::one();
        // For each throw the chance to win with it, and that of the game being over with it.
        let (mut wins, mut ended) = (Vec::new(), Vec::new());
        let mut lost = Enclosure::zero();
        let (mut score, mut score_if_lost) = (Enclosure::zero(), Enclosure::zero());
        for throw in 1..=*throws {
            let mut after = none();
            total = total.times(&self.total);
            // The mass and the sum of scores, of what is lost and of what is won.
            let mut over = [[W::zero(), W::zero()], [W::zero(), W::zero()]];
            let mut end = |won: bool, score: u32, mass: &W| {
                let [sum, scored] = &mut over[usize::from(won)];
                *sum = sum.plus(mass);
                *scored = scored.plus(&mass.times(&W::whole(score.into())));
            };
            for (state, mass) in at.iter().enumerate().filter(|(_, mass)| !mass.is_zero()) {
                for (to, weight) in &self.moves[state] {
                    after[*to] = after[*to].plus(&mass.times(weight));
                }
                for (won, score, weight) in &self.ends[state] {
                    end(*won, *score, &mass.times(weight));
                }
            }
            if throw == *throws {
                after.iter().zip(&self.scores).for_each(|(mass, score)| end(false, *score, mass));
            }
            let read = |mass: W| mass.over(&total).enclosure().unwrap_or_else(Enclosure::probability);
            let [[nobody, nobody_score], [won, won_score]] = over.map(|sums| sums.map(read));
            // Scores may be more than 1, chances are not.
            let [won, nobody] = [won, nobody].map(Enclosure::at_most_one);
            ended.push(won.plus(&nobody));
            wins.push(won);
            lost = lost.plus(&nobody).at_most_one();
            score_if_lost = score_if_lost.plus(&nobody_score);
            score = score.plus(&won_score).plus(&nobody_score);
            at = after;
        }
        let won = wins.iter().fold(Enclosure::zero(), |sum, win| sum.plus(win)).at_most_one();
        let statistics = vec![
            StatisticNumbers::several(statistics.won_with, wins.into_iter().map(Ok).collect()),
            StatisticNumbers::one(statistics.score, Ok(score)),
            StatisticNumbers::one(
                statistics.score_if_lost,
                score_if_lost.over(&lost).ok_or(Missing::Impossible),
            ),
        ];
        let never = Enclosure::zero();
        Solution { shares: vec![won], nobody: lost, never, length: length(&ended), pot: None, statistics }
    }
}

/// The law of the number of throws, from the chance of each, from the first on.
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
    let within = |place: usize| ended.iter().take(place + 1).map(|chance| chance.as_exact().cloned()).sum();
    let sd = Ok(standard_deviation(&mean, &square));
    Spread { quantiles: pmf.quantiles(within), mean: Ok(mean), sd, pmf: Some(pmf) }
}
