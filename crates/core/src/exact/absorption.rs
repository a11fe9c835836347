//! The distribution of the number of steps until an absorbing Markov chain ends.
//!
//! Short distributions are computed step by step until almost nothing is unfinished; for long ones only the
//! quantiles are computed, with the powers P, P², P⁴, … of the matrix.

use num_rational::BigRational;
use num_traits::One;

use super::number::{Missing, Number};
use super::scalar::Scalar;
use super::solution::{Pmf, Spread, Support};
use super::{Enclosure, Interval};

/// Stepping ends when the chain is still active with less than this probability.
const REMAINDER: f64 = 1e-13;

/// The most moves followed in all, and the most steps.
const MOST_MOVES: usize = 60_000_000;
const MOST_STEPS: usize = 1 << 20;

/// After this many steps the total number is estimated.
const FORESEEN: usize = 1 << 12;

/// The most states of a matrix that is raised to powers.
const MOST_POWERED: usize = 96;

/// Quantiles beyond about 2 to this power steps are not computed.
const MOST_DOUBLINGS: usize = 62;

/// A chain that ends by being done, or is lost forever, with its start.
#[derive(Clone, Debug)]
pub(super) struct AbsorptionTime {
    /// For each state the chances of moving to other states, of being done, and of being lost.
    pub moves: Vec<Vec<(usize, Interval)>>,
    pub done: Vec<Interval>,
    pub lost: Vec<Interval>,
    pub start: usize,
}

/// The probabilities of the chain's states after a number of steps.
#[derive(Clone, Debug)]
pub(super) struct Occupancy {
    at: Vec<Interval>,
    /// The chance of being done with exactly the last step.
    pub done: Interval,
    /// The chance of being lost so far.
    lost: Interval,
}

impl Occupancy {
    /// The chance of not being done yet.
    pub(super) fn unfinished(&self) -> Interval {
        self.at.iter().copied().sum::<Interval>().plus(self.lost)
    }

    fn active(&self) -> Interval {
        self.at.iter().copied().sum()
    }
}

impl AbsorptionTime {
    /// A chain without states.
    pub(super) const fn new(start: usize) -> Self {
        Self { moves: Vec::new(), done: Vec::new(), lost: Vec::new(), start }
    }

    /// Adds a state.
    pub(super) fn row(
        &mut self,
        moves: impl IntoIterator<Item = (usize, Interval)>,
        done: Interval,
        lost: Interval,
    ) {
        self.moves.push(moves.into_iter().filter(|(_, chance)| !chance.is_zero()).collect());
        self.done.push(done);
        self.lost.push(lost);
    }

    pub(super) fn begin(&self) -> Occupancy {
        let mut at = vec![Interval::ZERO; self.moves.len()];
        at[self.start] = Interval::ONE;
        Occupancy { at, done: Interval::ZERO, lost: Interval::ZERO }
    }

    /// Advances the probabilities by one step.
    pub(super) fn step(&self, occupancy: &mut Occupancy) {
        let mut at = vec![Interval::ZERO; occupancy.at.len()];
        let mut done = Interval::ZERO;
        for (state, here) in occupancy.at.iter().enumerate().filter(|(_, here)| !here.is_zero()) {
            for (to, chance) in &self.moves[state] {
                at[*to] = at[*to].plus(here.times(*chance));
            }
            done = done.plus(here.times(self.done[state]));
            occupancy.lost = occupancy.lost.plus(here.times(self.lost[state]));
        }
        *occupancy = Occupancy { at, done, lost: occupancy.lost };
    }

    pub(super) fn size(&self) -> usize {
        self.moves.iter().map(|row| row.len() + 1).sum()
    }

    /// The powers P, P², P⁴, …, computed on demand.
    pub(super) fn powers(&self) -> Powers {
        let states = self.moves.len();
        let mut first = vec![vec![Interval::ZERO; states + 1]; states + 1];
        for (state, row) in self.moves.iter().enumerate() {
            for (to, chance) in row {
                first[state][*to] = *chance;
            }
            first[state][states] = self.lost[state];
        }
        first[states][states] = Interval::ONE;
        let mut start = vec![Interval::ZERO; states + 1];
        start[self.start] = Interval::ONE;
        Powers { powers: vec![first], start }
    }
}

/// The 1st, 2nd, 4th, … powers of a chain's matrix; its last state means lost.
#[derive(Clone, Debug)]
pub(super) struct Powers {
    powers: Vec<Vec<Vec<Interval>>>,
    pub start: Vec<Interval>,
}

impl Powers {
    /// The probabilities after 2^`doubling` more steps.
    pub(super) fn further(&mut self, at: &[Interval], doubling: usize) -> Vec<Interval> {
        while self.powers.len() <= doubling {
            let last = &self.powers[self.powers.len() - 1];
            let square = last.iter().map(|row| times(row, last)).collect();
            self.powers.push(square);
        }
        times(at, &self.powers[doubling])
    }
}

fn times(row: &[Interval], matrix: &[Vec<Interval>]) -> Vec<Interval> {
    let mut product = vec![Interval::ZERO; row.len()];
    for (chance, further) in row.iter().zip(matrix).filter(|(chance, _)| !chance.is_zero()) {
        for (sum, next) in product.iter_mut().zip(further).filter(|(_, next)| !next.is_zero()) {
            *sum = sum.plus(chance.times(*next));
        }
    }
    product
}

/// The distribution of a chain's length in casts, `casts` per step, without its moments.
/// `exactly` returns the exact probability of being done within a number of steps, if known.
#[expect(clippy::cast_precision_loss, reason = "rough numbers")]
pub(super) fn lengths(
    distribution: &AbsorptionTime,
    casts: u64,
    exactly: impl Fn(usize) -> Option<BigRational>,
) -> Spread {
    let mut occupancy = distribution.begin();
    let mut chances = Vec::new();
    let size = distribution.size();
    let mut before = 1.0;
    let too_long = loop {
        if occupancy.active().high < REMAINDER {
            break false;
        }
        if chances.len() == MOST_STEPS || chances.len() * size > MOST_MOVES {
            break true;
        }
        // Extrapolates the decay since half as many steps, to stop early if the end is out of reach.
        if chances.len() >= FORESEEN && chances.len().is_power_of_two() {
            let (now, half) =
                (occupancy.active().middle(), std::mem::replace(&mut before, occupancy.active().middle()));
            let halvings = (REMAINDER / now).ln() / (now / half).ln();
            let steps = chances.len() as f64 * (1.0 + halvings / 2.0);
            if steps > MOST_STEPS as f64 || steps * size as f64 > MOST_MOVES as f64 {
                break true;
            }
        }
        distribution.step(&mut occupancy);
        chances.push(occupancy.done);
    };
    if too_long {
        let states = distribution.moves.len();
        let quantiles = if states <= MOST_POWERED {
            let mut powers = distribution.powers();
            let start = powers.start.clone();
            long_quantiles(start, |at, doubling| powers.further(at, doubling), |at| at.iter().copied().sum())
        } else {
            [const { Err(Missing::TooLong) }; 4]
        };
        let in_casts = |steps: Enclosure| {
            let casts = BigRational::from_integer(casts.into());
            Enclosure::between(steps.low() * &casts, steps.high() * &casts)
        };
        let quantiles = quantiles.map(|steps| steps.map(in_casts));
        return Spread { quantiles, ..Spread::missing(Missing::TooLong) };
    }
    // The distribution begins with the first step that can be the last.
    let first = chances.iter().take_while(|chance| chance.is_zero()).count();
    chances.drain(..first);
    let support = Support::Steps { first: (first as u64 + 1) * casts, step: casts };
    let pmf = Pmf { support, chances, exact: Vec::new(), remainder: occupancy.unfinished() };
    let quantiles = pmf.quantiles(|index| exactly(first + index + 1));
    let endless = occupancy.lost.high > 0.0;
    let why = if endless { Missing::Endless } else { Missing::TooLong };
    let quantiles = quantiles.map(|number| number.map_err(|_| why));
    Spread { quantiles, pmf: Some(pmf), ..Spread::missing(why) }
}

/// Bounds on the quantiles of a distribution that is too long for single steps, by jumps of powers of two: the q-quantile is
/// the smallest number of steps after which at most 1 − q is unfinished.
pub(super) fn long_quantiles<T: Clone>(
    start: T,
    mut further: impl FnMut(&T, usize) -> T,
    unfinished: impl Fn(&T) -> Interval,
) -> [Number; 4] {
    let mut doublings = 0;
    let mut reach = start.clone();
    // The upper bound must fall too; it does not if the chance of staying is indistinguishable from 1.
    while unfinished(&reach).high > 0.009 && doublings < MOST_DOUBLINGS {
        reach = further(&start, doublings);
        doublings += 1;
    }
    if unfinished(&reach).high > 0.009 {
        return [const { Err(Missing::TooLong) }; 4];
    }
    Spread::levels().map(|level| {
        let left = Interval::rational(&(BigRational::one() - level));
        let mut last = |still_open: &dyn Fn(Interval) -> bool| {
            let (mut at, mut steps) = (start.clone(), 0u64);
            for doubling in (0..doublings).rev() {
                let next = further(&at, doubling);
                if still_open(unfinished(&next)) {
                    at = next;
                    steps += 1 << doubling;
                }
            }
            BigRational::from_integer((steps + 1).into())
        };
        let low = last(&|open| open.low > left.high);
        let high = last(&|open| open.high > left.low);
        Ok(Enclosure::between(low, high))
    })
}
