//! Sweeps by the moves that were best when all were compared last: a sum over the throws instead of a search.

#![expect(clippy::cast_possible_truncation, reason = "single precision is enough for lengths")]

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::plan::{Pair, Plan};

/// A number among many that threads share.
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

/// In single precision.
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

/// Where a throw leads by the best move: the number of a position, with [`AGAIN`] added if the same seat throws again.
pub(super) type Target = u32;

pub(super) const AGAIN: Target = 1 << 31;
const NUMBER: Target = AGAIN - 1;

/// It wins, or nothing can be done.
pub(super) const WINS: Target = Target::MAX;
pub(super) const PASSES: Target = Target::MAX - 1;

/// Finds the values, or the lengths, of a pair anew. The greatest change; `targets` begins with what follows those of the
/// pair then.
pub(super) fn follow<S: Stored, const LENGTHS: bool>(
    plan: &Plan<'_>,
    pair: &Pair,
    all: &[S],
    targets: &mut &[Target],
) -> f64 {
    let throws = plan.laws.map(|law| law.throws.as_slice());
    let mut changed = 0.0_f64;
    for column in (0..pair.columns.into()).rev() {
        for row in (0..pair.rows.into()).rev() {
            let (mut sums, mut passed) = ([0.0; 2], plan.laws.map(|law| law.lost));
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
            // If both grids are the same, what is found of the first is kept.
            for side in [1, 0] {
                let place = &all[numbers[side]];
                changed = changed.max((here[side] - place.get()).abs());
                place.set(here[side]);
            }
        }
    }
    changed
}

/// Two values, of which each is what is won and, where nothing can be done, what the other leaves.
pub(super) fn both_values([won, other]: [f64; 2], [passed, other_passed]: [f64; 2]) -> [f64; 2] {
    let value = if passed == 0.0 {
        won
    } else {
        (won + passed * (1.0 - other - other_passed)) / (1.0 - passed * other_passed)
    };
    [value, other + other_passed * (1.0 - value)]
}

/// Two lengths, of which each is a throw, what comes then and, where nothing can be done, the other.
pub(super) fn both_lengths([sum, other]: [f64; 2], [passed, other_passed]: [f64; 2]) -> [f64; 2] {
    let first = (1.0 + sum + passed * (1.0 + other)) / (1.0 - passed * other_passed);
    [first, 1.0 + other + other_passed * first]
}
