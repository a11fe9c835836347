//! Sweeps that follow the best moves of the last comparison: sums over throws instead of a search.

#![expect(clippy::cast_possible_truncation, reason = "single precision is enough for lengths")]

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::plan::{Pair, Plan};

/// A floating-point number in memory that threads share.
pub(super) trait Stored {
    fn new(number: f64) -> Self;
    fn get(&self) -> f64;
    fn set(&self, number: f64);
}

impl Stored for AtomicU64 {
    fn new(number: f64) -> Self {
        Self::new(number.to_bits())
    }

    fn get(&self) -> f64 {
        f64::from_bits(self.load(Relaxed))
    }

    fn set(&self, number: f64) {
        self.store(number.to_bits(), Relaxed);
    }
}

/// Stores numbers in single precision.
impl Stored for AtomicU32 {
    fn new(number: f64) -> Self {
        Self::new((number as f32).to_bits())
    }

    fn get(&self) -> f64 {
        f32::from_bits(self.load(Relaxed)).into()
    }

    fn set(&self, number: f64) {
        self.store((number as f32).to_bits(), Relaxed);
    }
}

/// The target of the best move with a throw: the number of a position, with [`AGAIN`] added if the same seat throws again.
pub(super) type Target = u32;

pub(super) const AGAIN: Target = 1 << 31;
const NUMBER: Target = AGAIN - 1;

/// The targets of a winning move, and of a throw without a move.
pub(super) const WINS: Target = Target::MAX;
pub(super) const PASSES: Target = Target::MAX - 1;

/// Updates the values or the lengths of a pair and returns the largest change; removes the pair's targets from the front of
/// `targets`.
pub(super) fn follow<S: Stored, const LENGTHS: bool>(
    plan: &Plan<'_>,
    pair: &Pair,
    all: &[S],
    targets: &mut &[Target],
) -> f64 {
    let throws = plan.distributions.map(|distribution| distribution.throws.as_slice());
    let mut changed = 0.0_f64;
    for column in (0..pair.columns.into()).rev() {
        for row in (0..pair.rows.into()).rev() {
            let (mut sums, mut passed) = ([0.0; 2], plan.distributions.map(|distribution| distribution.lost));
            for side in 0..2 {
                let (of_throws, later) = targets.split_at(throws[side].len());
                *targets = later;
                for (target, (_, chance)) in of_throws.iter().zip(throws[side]) {
                    match *target {
                        PASSES => passed[side] += chance,
                        WINS => sums[side] += if LENGTHS { 0.0 } else { *chance },
                        there => {
                            let next = all[(there & NUMBER) as usize].get();
                            let is_same = LENGTHS || there & AGAIN != 0;
                            sums[side] += chance * if is_same { next } else { 1.0 - next };
                        }
                    }
                }
            }
            let here = if LENGTHS { both_lengths(sums, passed) } else { both_values(sums, passed) };
            let numbers = pair.numbers(row, column);
            // If both grids are the same, the result of the first is stored last.
            for side in [1, 0] {
                let index = &all[numbers[side]];
                changed = changed.max((here[side] - index.get()).abs());
                index.set(here[side]);
            }
        }
    }
    changed
}

/// The values of a position and its mirror image: each is what is won plus, for throws without a move, what the other leaves.
pub(super) fn both_values([won, other]: [f64; 2], [passed, other_passed]: [f64; 2]) -> [f64; 2] {
    let value = if passed == 0.0 {
        won
    } else {
        (won + passed * (1.0 - other - other_passed)) / (1.0 - passed * other_passed)
    };
    [value, other + other_passed * (1.0 - value)]
}

/// The lengths of a position and its mirror image: each is one throw, what follows, and the other for throws without a move.
pub(super) fn both_lengths([sum, other]: [f64; 2], [passed, other_passed]: [f64; 2]) -> [f64; 2] {
    let first = (1.0 + sum + passed * (1.0 + other)) / (1.0 - passed * other_passed);
    [first, 1.0 + other + other_passed * first]
}
