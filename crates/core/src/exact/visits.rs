//! How often a large chain comes to each of its states, by sweeps: what it adds up on the way follows for any number of sums.
//!
//! With the chances P of its moves, which all states are left by in the end, the expected visits x solve x = e + Pᵀ·x, e
//! being 1 at the start, and the mean numbers of steps to come h solve h = 1 + P·h. Both are swept (Gauss–Seidel) in an order
//! in which few moves lead back. The error is proved from what is left of the equations: with the residual ρ of x, a sum of at
//! most c for each step is off by c·Σ|ρ|·h at most, and with the greatest residual r of h, h is off by r·h/(1 − r) at most.
//! J. G. Kemeny, J. L. Snell, *Finite Markov Chains* (1960), chapter III; on proofs by residuals S. M. Rump,
//! "Verification methods", *Acta Numerica* 19 (2010), §10.

#![expect(clippy::cast_precision_loss, reason = "moves of a state are few")]

use num_rational::BigRational;

use super::{Enclosure, Missing, Number};

/// Sweeps end when so little is left, of what is swept as a whole.
const LEFT: f64 = 1e-17;

/// So many moves are gone through at most.
const MOST_LOOKS: u64 = 6_000_000_000;
const MOST_SWEEPS: usize = 20_000;

/// What one rounding is off by, relatively.
const ROUNDING: f64 = f64::EPSILON / 2.0;

/// The moves of a chain between states in an order in which few lead back.
#[derive(Clone, Debug, Default)]
pub struct ChainRows {
    starts: Vec<usize>,
    to: Vec<u32>,
    chances: Vec<f64>,
}

impl ChainRows {
    /// A chain without any state yet.
    pub fn new() -> Self {
        Self { starts: vec![0], ..Self::default() }
    }

    /// Adds a state: the states that it leads to with their chances, which the rest of them leaves the chain by.
    pub fn row(&mut self, moves: impl IntoIterator<Item = (u32, f64)>) {
        for (to, chance) in moves {
            self.to.push(to);
            self.chances.push(chance);
        }
        self.starts.push(self.to.len());
    }

    /// The same, with room for all states of others.
    pub(super) fn with_room_for<'a>(others: impl Iterator<Item = &'a Self>) -> Self {
        let moves = others.map(|other| other.to.len()).sum();
        Self { to: Vec::with_capacity(moves), chances: Vec::with_capacity(moves), ..Self::new() }
    }

    /// Adds the states of another one, whose moves are told by the places that they have here.
    pub(super) fn append(&mut self, other: &Self) {
        let before = self.to.len();
        self.to.extend_from_slice(&other.to);
        self.chances.extend_from_slice(&other.chances);
        self.starts.extend(other.starts[1..].iter().map(|start| before + start));
    }

    /// How many states it has.
    pub fn states(&self) -> usize {
        self.starts.len() - 1
    }

    /// The states that one leads to, with their chances.
    pub(super) fn moves(&self, state: usize) -> impl ExactSizeIterator<Item = (u32, f64)> {
        let range = self.starts[state]..self.starts[state + 1];
        self.to[range.clone()].iter().copied().zip(self.chances[range].iter().copied())
    }
}

/// How often the states of a chain are visited from a start, and how many steps are to come from each.
#[derive(Clone, Debug)]
pub struct Visits {
    /// Which states are ever come to.
    reached: Vec<bool>,
    /// Expected visits.
    pub visits: Vec<f64>,
    /// Mean numbers of steps to come, from all that is ever come to.
    pub steps: Vec<f64>,
    /// What a sum of at most 1 for each step is off by at most.
    error: f64,
    /// What the numbers of steps to come are off by at most, relatively.
    steps_error: f64,
}

impl Visits {
    /// Visits from a state on.
    ///
    /// # Errors
    ///
    /// [`Missing::TooLong`], where the chain is left too late for sweeps to end, or never.
    pub fn new(chain: &ChainRows, start: usize) -> Result<Self, Missing> {
        let reached = reached(chain, start);
        let (steps, steps_error) = steps(chain, &reached).ok_or(Missing::TooLong)?;
        let visits = visits(chain, start).ok_or(Missing::TooLong)?;
        let error = unbalanced(chain, start, &visits, &steps) * (1.0 + steps_error);
        Ok(Self { reached, visits, steps, error, steps_error })
    }

    /// The means of so many sums, to each of which a visit of a state adds a number from 0 to `most` that is itself off by a few
    /// roundings.
    ///
    /// # Errors
    ///
    /// [`Missing::OutOfRange`], where a sum is beyond all doubles.
    pub fn sums(&self, number: usize, most: f64, mut adds: impl FnMut(usize, &mut [f64])) -> Vec<Number> {
        const ROUNDINGS: f64 = 4_096.0;
        let mut some = vec![false; number];
        let (mut wholes, mut parts, mut here) = (vec![0.0; number], vec![0.0; number], vec![0.0; number]);
        for (state, visits) in self.visits.iter().enumerate().filter(|(state, _)| self.reached[*state]) {
            here.fill(0.0);
            adds(state, &mut here);
            some.iter_mut().zip(&here).for_each(|(some, here)| *some |= *here > 0.0);
            parts.iter_mut().zip(&here).for_each(|(part, here)| *part += visits * here);
            // In parts, so that roundings do not add up.
            if state % PART == 0 {
                wholes.iter_mut().zip(&mut parts).for_each(|(whole, part)| *whole += std::mem::take(part));
            }
        }
        let bound = |value: f64| BigRational::from_float(value).ok_or(Missing::OutOfRange);
        let around = |((whole, part), some): ((f64, f64), bool)| {
            let sum = whole + part;
            if !some {
                return Ok(Enclosure::zero());
            }
            let off = self.error * most + ROUNDINGS * ROUNDING * sum;
            Ok(Enclosure::between(bound((sum - off).max(0.0))?, bound((sum + off).next_up())?))
        };
        wholes.into_iter().zip(parts).zip(some).map(around).collect()
    }

    fn sum(&self, most: f64, adds: impl Fn(usize) -> f64) -> Number {
        self.sums(1, most, |state, sums| sums[0] = adds(state)).pop().unwrap_or(Err(Missing::OutOfRange))
    }

    /// The mean number of steps.
    ///
    /// # Errors
    ///
    /// [`Missing::OutOfRange`], where it is beyond all doubles.
    pub fn length(&self) -> Number {
        self.sum(1.0, |_| 1.0)
    }

    /// The mean of the square of the number of steps: Σ x·(2h − 1).
    ///
    /// # Errors
    ///
    /// [`Missing::OutOfRange`], where it is beyond all doubles.
    pub fn squared_length(&self) -> Number {
        let longest = self.steps.iter().fold(1.0, |longest: f64, steps| longest.max(*steps));
        let number = self.sum(2.0 * longest, |state| 2.0 * self.steps[state] - 1.0)?;
        let off = BigRational::from_float(1.0 + 2.0 * self.steps_error).ok_or(Missing::TooLong)?;
        Ok(Enclosure::between(number.low() / &off, number.high() * &off))
    }
}

/// So many numbers are added up before their sum is added to that of others.
const PART: usize = 1_024;

/// A sum of numbers of 0 or more.
fn sum(numbers: impl Iterator<Item = f64>) -> f64 {
    let (mut whole, mut part) = (0.0, 0.0);
    for (place, number) in numbers.enumerate() {
        part += number;
        if place % PART == PART - 1 {
            whole += part;
            part = 0.0;
        }
    }
    whole + part
}

fn most_sweeps(chain: &ChainRows) -> usize {
    let most = MOST_LOOKS / chain.to.len().max(1) as u64;
    usize::try_from(most).unwrap_or(MOST_SWEEPS).min(MOST_SWEEPS)
}

/// Which states are ever come to: others, which may be left late, take no time.
fn reached(chain: &ChainRows, start: usize) -> Vec<bool> {
    let mut reached = vec![false; chain.states()];
    reached[start] = true;
    let mut ahead = vec![start];
    while let Some(state) = ahead.pop() {
        for (to, _) in chain.moves(state) {
            if !std::mem::replace(&mut reached[to as usize], true) {
                ahead.push(to as usize);
            }
        }
    }
    reached
}

/// Mean numbers of steps to come from states that are reached, and what they are off by, relatively; `None` if it takes too long.
fn steps(chain: &ChainRows, reached: &[bool]) -> Option<(Vec<f64>, f64)> {
    let mut steps = vec![1.0; chain.states()];
    let next = |steps: &[f64], state: usize| {
        1.0 + chain.moves(state).map(|(to, chance)| chance * steps[to as usize]).sum::<f64>()
    };
    for _ in 0..most_sweeps(chain) {
        let mut changed = 0.0_f64;
        for state in (0..chain.states()).rev().filter(|state| reached[*state]) {
            let found = next(&steps, state);
            changed = changed.max((found - steps[state]) / found);
            steps[state] = found;
        }
        if changed <= 4.0 * f64::EPSILON {
            let off = |state: usize| {
                let roundings = chain.moves(state).len() as f64 + 3.0;
                (next(&steps, state) - steps[state]).abs() + roundings * ROUNDING * steps[state]
            };
            let residual = (0..chain.states()).filter(|state| reached[*state]).map(off).fold(0.0, f64::max);
            return (residual < 0.5).then(|| (steps, residual / (1.0 - residual)));
        }
    }
    None
}

/// Expected visits; `None` if it takes too long.
fn visits(chain: &ChainRows, start: usize) -> Option<Vec<f64>> {
    let mut visits = vec![0.0; chain.states()];
    let mut coming = vec![0.0; chain.states()];
    coming[start] = 1.0;
    for _ in 0..most_sweeps(chain) {
        let mut moved = 0.0_f64;
        for state in 0..chain.states() {
            let come = std::mem::take(&mut coming[state]);
            if come > 0.0 {
                moved = moved.max(come);
                visits[state] += come;
                chain.moves(state).for_each(|(to, chance)| coming[to as usize] += come * chance);
            }
        }
        if moved <= LEFT {
            return Some(visits);
        }
    }
    None
}

/// What a sum of at most 1 for each step can be off by: what is left of the equations of the visits, and their roundings.
fn unbalanced(chain: &ChainRows, start: usize, visits: &[f64], steps: &[f64]) -> f64 {
    let mut come = vec![0.0; chain.states()];
    let mut from = vec![0u32; chain.states()];
    come[start] = 1.0;
    for (state, visits) in visits.iter().enumerate() {
        for (to, chance) in chain.moves(state) {
            come[to as usize] += visits * chance;
            from[to as usize] += 1;
        }
    }
    let off = |state: usize| {
        let roundings = (f64::from(from[state]) + 4.0) * ROUNDING * come[state];
        ((come[state] - visits[state]).abs() + roundings) * steps[state]
    };
    1.01 * sum((0..chain.states()).map(off))
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;

    use super::*;

    #[test]
    fn a_walk_is_summed_as_its_closed_form_says() {
        // Forward with 3/4, back to the start with 1/4: the steps to get through n states are Σ (4/3)^k, k from 1 to n.
        let mut chain = ChainRows::new();
        let states = 12;
        for state in 0..states {
            let forward = (state + 1 < states).then_some((state + 1, 0.75));
            chain.row(forward.into_iter().chain([(0, 0.25)]));
        }
        let visits = Visits::new(&chain, 0).unwrap();
        let mean: f64 = (1..=12).map(|k| (4.0_f64 / 3.0).powi(k)).sum();
        let length = visits.length().unwrap();
        assert!((length.to_f64() - mean).abs() < 1e-10 * mean, "{length:?}");
        assert!((length.high() - length.low()).to_f64().unwrap() < 1e-9);
        assert!((visits.steps[0] - mean).abs() < 1e-10 * mean);
        // The last state is left for good once, after 4/3 visits.
        let last = visits.sum(1.0, |state| f64::from(u8::from(state == 11))).unwrap();
        assert!((last.to_f64() - 4.0 / 3.0).abs() < 1e-11);
        // Two outcomes of a coin: the number of tosses to a head has mean 2 and mean square 6.
        let mut coin = ChainRows::new();
        coin.row([(0, 0.5)]);
        let square = Visits::new(&coin, 0).unwrap().squared_length().unwrap();
        assert!((square.to_f64() - 6.0).abs() < 1e-12);
        // What is never left is never summed.
        let mut ring = ChainRows::new();
        ring.row([(0, 1.0)]);
        assert_eq!(Visits::new(&ring, 0).err(), Some(Missing::TooLong));
    }
}
