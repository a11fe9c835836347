//! How likely each turn of a solved game comes to pass, and after how many throws.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::Solver;
use crate::coin_tali::after::After;
use crate::coin_tali::payoffs::Payoffs;
use crate::coin_tali::purses::Purse;
use crate::coin_tali::round::Position;
use crate::coin_tali::tree::Throw;
use crate::coin_tali::turns::Ending;
use tali_core::exact::{Enclosure, Interval};

/// What chances in doubles have been through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Roundings {
    /// How many roundings.
    relative: f64,
    /// How much can be lost below the smallest double.
    lost: f64,
}

/// A number in which chances are added up.
pub(crate) trait Mass: Clone {
    /// Nothing.
    fn zero() -> Self;
    /// Certainty.
    fn one() -> Self;
    /// Whether it is nothing.
    fn is_zero(&self) -> bool;
    /// Adds another one.
    fn add(&mut self, other: &Self);
    /// Adds a part of another one: the chance of this outcome of a throw.
    fn add_part(&mut self, other: &Self, throw: &Throw, outcome: usize);
    /// Times another one.
    fn times(&self, other: &Self) -> Self;
    /// Times a whole number.
    fn times_whole(&self, number: u64) -> Self;
    /// As a number that has seen so many roundings, and of which so much can be lost below the smallest double.
    fn enclosure(&self, seen: Roundings) -> Option<Enclosure>;
}

impl Mass for f64 {
    fn zero() -> Self {
        0.0
    }

    fn one() -> Self {
        1.0
    }

    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn add_part(&mut self, other: &Self, throw: &Throw, outcome: usize) {
        *self += other * throw.chances[outcome];
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn times_whole(&self, number: u64) -> Self {
        self * number.to_f64().unwrap_or(f64::INFINITY)
    }

    fn enclosure(&self, seen: Roundings) -> Option<Enclosure> {
        around(*self, seen.relative * f64::EPSILON, seen.lost)
    }
}

/// A fraction that is reduced at the end only.
#[derive(Clone, Debug)]
pub(crate) struct MassOf {
    numerator: BigUint,
    denominator: BigUint,
}

impl MassOf {
    fn add_over(&mut self, numerator: BigUint, denominator: &BigUint) {
        if self.numerator.is_zero() {
            *self = Self { numerator, denominator: denominator.clone() };
        } else if self.denominator == *denominator {
            self.numerator += numerator;
        } else {
            let common = num_integer::lcm(self.denominator.clone(), denominator.clone());
            let mine = &common / &self.denominator;
            let other = &common / denominator;
            self.numerator = &self.numerator * mine + numerator * other;
            self.denominator = common;
        }
    }
}

impl Mass for MassOf {
    fn zero() -> Self {
        Self { numerator: BigUint::zero(), denominator: BigUint::one() }
    }

    fn one() -> Self {
        Self { numerator: BigUint::one(), denominator: BigUint::one() }
    }

    fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    fn add(&mut self, other: &Self) {
        if !other.numerator.is_zero() {
            self.add_over(other.numerator.clone(), &other.denominator);
        }
    }

    fn add_part(&mut self, other: &Self, throw: &Throw, outcome: usize) {
        let weight = &throw.outcomes.outcomes()[outcome].1;
        if !other.numerator.is_zero() {
            self.add_over(&other.numerator * weight, &(&other.denominator * throw.outcomes.total()));
        }
    }

    fn times(&self, other: &Self) -> Self {
        Self {
            numerator: &self.numerator * &other.numerator,
            denominator: &self.denominator * &other.denominator,
        }
    }

    fn times_whole(&self, number: u64) -> Self {
        Self { numerator: &self.numerator * number, denominator: self.denominator.clone() }
    }

    fn enclosure(&self, _: Roundings) -> Option<Enclosure> {
        let (numerator, denominator) = (self.numerator.clone(), self.denominator.clone());
        Some(Enclosure::exact(BigRational::new(numerator.into(), denominator.into())))
    }
}

/// Goes through all turns that can come to pass from a solved position, and tells of each position and ending how likely it
/// is, by the number of throws so far and with those of the turn.
///
/// Says how many roundings a chance can have seen.
pub(crate) fn forward<V: Payoffs, M: Mass>(
    solved: &Solver<'_, V>,
    start: usize,
    mut tell: impl FnMut(&Position, &Ending, &After, &[M]),
) -> Roundings {
    /// If no chance is smaller, no product of so many is below the smallest double.
    const SMALL: f64 = 1e-8;
    /// More than all that is lost if one is.
    const LOST: f64 = 1e-290;
    let mut reached: Vec<Vec<M>> = vec![Vec::new(); start + 1];
    let (mut sums, mut roundings, mut least) = (vec![0u32; start + 1], 0usize, 1.0_f64);
    reached[start].push(M::one());
    for index in (0..=start).rev() {
        let so_far = std::mem::take(&mut reached[index]);
        if so_far.is_empty() {
            continue;
        }
        let position = &solved.positions[index];
        let turns = solved.game.turns(position);
        roundings = roundings.max(turns.roundings());
        least = least.min(turns.least_chance());
        let leaves = turns.leaf_chances(solved.choices(index), (M::zero(), M::one()), M::add_part, M::add);
        for (leaf, chance) in leaves.iter().enumerate().filter(|(_, chance)| !chance.is_zero()) {
            let ending = &turns.endings[leaf];
            let mut by_throws = vec![M::zero(); ending.log().map_or(0, |log| usize::from(log.throws))];
            by_throws.extend(so_far.iter().map(|mass| mass.times(chance)));
            let after = solved.game.follow(position, ending, Purse::ENDLESS);
            tell(position, ending, &after, &by_throws);
            let next = after.next.and_then(|next| solved.index(&solved.game.tidy(next).0));
            let Some(next) = next else { continue };
            sums[next] += 1;
            let there = &mut reached[next];
            if there.len() < by_throws.len() {
                there.resize(by_throws.len(), M::zero());
            }
            there.iter_mut().zip(&by_throws).for_each(|(sum, mass)| sum.add(mass));
        }
    }
    let most = sums.into_iter().max().unwrap_or(0);
    // Along a line of play every turn adds its own, and whoever reads the chances adds up as many again.
    let turns = solved.depth.to_f64().unwrap_or(f64::INFINITY) + 1.0;
    let relative = turns * (roundings.to_f64().unwrap_or(f64::INFINITY) + 2.0 * f64::from(most) + 4.0);
    Roundings { relative, lost: if least < SMALL { LOST } else { 0.0 } }
}

/// A number of 0 or more that is off by at most such a part of itself, and by so much besides.
fn around(value: f64, relative: f64, lost: f64) -> Option<Enclosure> {
    if value <= 0.0 && lost <= 0.0 {
        return Some(Enclosure::zero());
    }
    let low = (value * (1.0 - relative)).next_down().max(0.0);
    Interval { low, high: (value * (1.0 + relative) + lost).next_up() }.enclosure()
}
