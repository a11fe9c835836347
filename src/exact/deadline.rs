//! Games that are over after so many throws, played through to the end.
//!
//! All that can be reached with every throw is added up: in whole numbers over the power of one common
//! denominator, without any division, or in intervals where those would be too long.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow};

use std::collections::HashMap;

use super::solution::{Detail, Pmf, Support};
use super::{Enclosure, Interval};
use crate::process::{Process, Turn, WithDeadline};

/// Denominators of so many bits at most are written out.
const MOST_EXACT_BITS: u64 = 1 << 13;

/// A game with a deadline, solved for one seat.
#[derive(Clone, Debug)]
pub struct Deadline {
    /// For each throw, from the first, the probability to win with it.
    pub wins: Vec<Enclosure>,
    /// The probability of no win.
    pub lost: Enclosure,
    /// `E[score | no win]`; `None` where a win is certain.
    pub score_if_lost: Option<Enclosure>,
    /// `E[score]`.
    pub score: Enclosure,
    /// The law of the number of throws.
    pub lengths: Pmf,
    /// Its mean and mean square.
    pub moments: [Enclosure; 2],
    /// The probability of each number of throws.
    ended: Vec<Enclosure>,
}

impl Deadline {
    /// The exact probability that at most the throws up to a place, from 0, are needed.
    pub(crate) fn within(&self, place: usize) -> Option<BigRational> {
        let so_far = self.ended.iter().take(place + 1);
        so_far.map(|chance| chance.as_exact().cloned()).sum()
    }
}

/// Plays a game of one seat through to its deadline.
pub fn play_to_deadline<P: Process>(game: &WithDeadline<P>, detail: Detail) -> Deadline {
    let throws = game.throws;
    let laws = game.distributions().iter();
    let common = laws.fold(BigUint::one(), |common, law| common.lcm(law.total()));
    let course = States::new(game, &common);
    let bits = common.bits().saturating_mul(throws);
    if bits <= MOST_EXACT_BITS && detail == Detail::Whole {
        let limbs = usize::try_from(bits / 64 + 2).unwrap_or(usize::MAX);
        course.play(throws, &Limbs(vec![0; limbs]), |mass: &Limbs, throw| {
            let denominator = Pow::pow(&common, throw);
            Enclosure::exact(BigRational::new(mass.whole().into(), denominator.into()))
        })
    } else {
        course.play(throws, &Interval::ZERO, |mass: &Interval, _| {
            mass.enclosure().unwrap_or_else(Enclosure::probability)
        })
    }
}

/// A weight as 64-bit limbs, the lowest first, and as a chance.
#[derive(Clone, Debug)]
struct Weight {
    limbs: Vec<u64>,
    chance: Interval,
}

impl Weight {
    fn new(weight: &BigUint, total: &BigUint) -> Self {
        Self { limbs: weight.to_u64_digits(), chance: Interval::ratio(weight, total) }
    }
}

/// A mass of probability.
trait Mass: Clone {
    fn unit(&mut self);
    fn clear(&mut self);
    fn is_clear(&self) -> bool;
    /// Adds the product.
    fn gain(&mut self, mass: &Self, weight: &Weight);
}

/// A whole number of fixed length, the lowest limb first.
#[derive(Clone, Debug)]
struct Limbs(Vec<u64>);

impl Limbs {
    fn whole(&self) -> BigUint {
        let halves = self.0.iter().flat_map(|limb| {
            let [low, high] = [*limb & u64::from(u32::MAX), limb >> 32];
            [low, high].map(|half| u32::try_from(half).unwrap_or_default())
        });
        BigUint::new(halves.collect())
    }
}

impl Mass for Limbs {
    fn unit(&mut self) {
        self.clear();
        self.0[0] = 1;
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    fn is_clear(&self) -> bool {
        self.0.iter().all(|limb| *limb == 0)
    }

    fn gain(&mut self, mass: &Self, weight: &Weight) {
        let used = mass.0.iter().rposition(|limb| *limb > 0).map_or(0, |last| last + 1);
        for (shift, factor) in weight.limbs.iter().enumerate() {
            let mut carry = 0u64;
            let sums = &mut self.0[shift..];
            for (sum, limb) in sums.iter_mut().zip(&mass.0[..used]) {
                let product = u128::from(*limb) * u128::from(*factor) + u128::from(*sum) + u128::from(carry);
                #[expect(clippy::cast_possible_truncation, reason = "the low half, the high half is carried")]
                let low = product as u64;
                (*sum, carry) = (low, (product >> 64) as u64);
            }
            for sum in sums.iter_mut().skip(used) {
                if carry == 0 {
                    break;
                }
                let (low, over) = sum.overflowing_add(carry);
                (*sum, carry) = (low, u64::from(over));
            }
        }
    }
}

impl Mass for Interval {
    fn unit(&mut self) {
        *self = Self::ONE;
    }

    fn clear(&mut self) {
        *self = Self::ZERO;
    }

    fn is_clear(&self) -> bool {
        self.is_zero()
    }

    fn gain(&mut self, mass: &Self, weight: &Weight) {
        *self = self.plus(mass.times(weight.chance));
    }
}

/// The states of a game with their moves and ends.
struct States {
    scores: Vec<u32>,
    moves: Vec<Vec<(usize, Weight)>>,
    /// The ends that each state leads to: whether they are won, and with which score.
    ends: Vec<Vec<(bool, u32, Weight)>>,
}

impl States {
    /// The states in the order in which they are reached, the start first.
    fn new<P: Process>(game: &WithDeadline<P>, common: &BigUint) -> Self {
        let process = &game.process;
        let mut numbers = HashMap::from([(process.start(), 0)]);
        let mut states = vec![process.start()];
        let mut course = Self { scores: Vec::new(), moves: Vec::new(), ends: Vec::new() };
        while let Some(state) = states.get(course.moves.len()).cloned() {
            let (mut moves, mut ends) = (HashMap::<usize, BigUint>::new(), Vec::new());
            if let Turn::Chance(place) = process.turn(&state) {
                let law = &process.distributions()[place];
                let factor = common / law.total();
                for (outcome, weight) in law.outcomes() {
                    let to = process.next(&state, *outcome).to;
                    if let Turn::End(winners) = process.turn(&to) {
                        let weight = Weight::new(&(weight * &factor), common);
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
            let moves = moves.into_iter().map(|(to, weight)| (to, Weight::new(&weight, common)));
            course.moves.push(moves.collect());
            course.ends.push(ends);
            course.scores.push((game.score)(&state));
        }
        course
    }

    fn play<M: Mass>(&self, throws: u64, zero: &M, read: impl Fn(&M, u64) -> Enclosure) -> Deadline {
        let states = self.moves.len();
        let (mut at, mut after) = (vec![zero.clone(); states], vec![zero.clone(); states]);
        at[0].unit();
        let (mut wins, mut ended) = (Vec::new(), Vec::new());
        let mut lost = Enclosure::zero();
        let (mut score, mut score_if_lost) = (Enclosure::zero(), Enclosure::zero());
        let points =
            |points: u32| Weight { limbs: vec![points.into()], chance: Interval::whole(points.into()) };
        let one = points(1);
        for throw in 1..=throws {
            let (mut won, mut nobody) = (zero.clone(), zero.clone());
            let (mut won_score, mut nobody_score) = (zero.clone(), zero.clone());
            for (state, mass) in at.iter().enumerate().filter(|(_, mass)| !mass.is_clear()) {
                for (to, weight) in &self.moves[state] {
                    after[*to].gain(mass, weight);
                }
                for (is_won, end_score, weight) in &self.ends[state] {
                    let (sum, scored) =
                        if *is_won { (&mut won, &mut won_score) } else { (&mut nobody, &mut nobody_score) };
                    let mut share = zero.clone();
                    share.gain(mass, weight);
                    sum.gain(&share, &one);
                    scored.gain(&share, &points(*end_score));
                }
            }
            if throw == throws {
                for (mass, points_here) in after.iter().zip(&self.scores) {
                    nobody.gain(mass, &one);
                    nobody_score.gain(mass, &points(*points_here));
                }
            }
            let [won, nobody, won_score, nobody_score] = [&won, &nobody, &won_score, &nobody_score]
                .map(|mass| if mass.is_clear() { Enclosure::zero() } else { read(mass, throw) });
            // Scores may be more than 1, chances are not.
            let [won, nobody] = [won, nobody].map(Enclosure::at_most_one);
            ended.push(won.plus(&nobody));
            wins.push(won);
            lost = lost.plus(&nobody).at_most_one();
            score_if_lost = score_if_lost.plus(&nobody_score);
            score = score.plus(&won_score).plus(&nobody_score);
            std::mem::swap(&mut at, &mut after);
            after.iter_mut().for_each(Mass::clear);
        }
        let moment = |power: u32| {
            let terms = ended.iter().zip(1u64..);
            terms.fold(Enclosure::zero(), |sum, (chance, throw)| {
                sum.plus(&chance.scaled(&BigRational::from_integer(BigUint::from(throw).pow(power).into())))
            })
        };
        let score_if_lost = score_if_lost.over(&lost);
        let chances = ended.iter().map(Interval::around).collect();
        Deadline {
            moments: [1, 2].map(moment),
            wins,
            lost,
            score_if_lost,
            score,
            lengths: Pmf {
                support: Support::Steps { first: 1, step: 1 },
                chances,
                remainder: Interval::ZERO,
            },
            ended,
        }
    }
}
