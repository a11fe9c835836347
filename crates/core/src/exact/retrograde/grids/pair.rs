//! Compares all moves of a grid and its mirror image once.

#![expect(clippy::cast_possible_truncation, reason = "positions are fewer than 2³¹")]

use std::sync::atomic::{AtomicU32, AtomicU64};

use super::follow::{AGAIN, PASSES, Stored, Target, WINS, both_lengths, both_values};
use super::plan::{ALL_ROWS, InnerMove, Kind, OuterMove, Pair, Plan};
use super::{MOST_ROWS, TIE, ThrowDistribution, greater};

/// A bound on the error of a backup in doubles: a sum of up to eight products of numbers of at most 1, with roundings of the
/// products, the chances and the differences from 1.
const ROUNDING: f64 = 2e-15;

/// Marks throws without a move, in place of the other seat's value: more than any value.
const NOTHING: f64 = 2.0;

const MOST_CELLS: usize = MOST_ROWS * MOST_ROWS;

/// The values and lengths of all positions. Threads share them, but never read what another thread writes at the same time.
pub(super) struct Swept {
    pub values: Vec<AtomicU64>,
    /// In solved layers the mean number of throws to come, or slightly more. During the search for endless play, 0 where both
    /// seats may be able to stay.
    pub lengths: Vec<AtomicU32>,
}

/// The purpose of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Finds positions in which both seats can stay forever.
    Stay,
    /// Updates values and best moves.
    Values,
    /// Updates lengths, with the values fixed.
    Lengths,
    /// Bounds the errors of the values.
    Check,
}

/// Buffers for a pair. All are ordered by columns of the first grid, those of throws with one such block for each throw.
pub(super) struct Looked {
    /// The other seat's value after the best move, and the target of that move.
    left: [Vec<f64>; 2],
    targets: [Vec<Target>; 2],
    /// The largest length after a best move.
    long: [Vec<f64>; 2],
    /// The new values and lengths.
    values: [[f64; MOST_CELLS]; 2],
    lengths: [[f64; MOST_CELLS]; 2],
    /// The differences between values and their backups.
    off: [[f64; MOST_CELLS]; 2],
}

impl Default for Looked {
    fn default() -> Self {
        let none = [[0.0; MOST_CELLS]; 2];
        Self {
            left: Default::default(),
            targets: Default::default(),
            long: Default::default(),
            values: none,
            lengths: none,
            off: none,
        }
    }
}

/// The results of a group of pairs, in their order.
#[derive(Default)]
pub(super) struct Found {
    /// The largest changes, or the results of a check.
    pub most: [f64; 2],
    /// The targets of the best moves of each position and its mirror image, by throws, in the order in which `follow` reads them.
    pub targets: Vec<Target>,
}

/// A pair with everything needed to process it.
pub(super) struct Look<'a> {
    pub all: &'a Swept,
    pub plan: &'a Plan<'a>,
    pub pair: &'a Pair,
    pub task: Task,
}

impl Look<'_> {
    fn size(&self) -> [usize; 2] {
        [self.pair.rows.into(), self.pair.columns.into()]
    }

    fn distribution(&self, side: usize) -> &ThrowDistribution {
        self.plan.distributions[side]
    }

    fn inner(&self, side: usize, row: usize) -> &[InnerMove] {
        &self.plan.inner[usize::from(self.pair.inner[side])][row]
    }

    fn outer(&self, side: usize) -> &[OuterMove] {
        &self.plan.outer[self.pair.outer[side] as usize..self.pair.outer[side + 1] as usize]
    }

    /// Processes the pair, stores the results, and adds the largest change; for a check, the largest error per throw to come,
    /// and the largest number of throws to come.
    pub(super) fn look(&self, looked: &mut Looked, found: &mut Found) {
        for side in 0..2 {
            match self.task {
                Task::Stay => self.left(side, &self.all.lengths, looked),
                _ => self.left(side, &self.all.values, looked),
            }
        }
        let most = match self.task {
            Task::Stay => self.stay(looked),
            Task::Values => [self.values(looked), 0.0],
            Task::Lengths | Task::Check => {
                self.values(looked);
                self.lengths(looked)
            }
        };
        found.most = greater(found.most, most);
        match self.task {
            Task::Stay | Task::Lengths => self.put(&looked.lengths, &self.all.lengths),
            Task::Values => {
                self.put(&looked.values, &self.all.values);
                self.put_targets(looked, &mut found.targets);
            }
            Task::Check => {}
        }
    }

    fn put(&self, numbers: &[[f64; MOST_CELLS]; 2], all: &[impl Stored]) {
        let [rows, columns] = self.size();
        for column in 0..columns {
            for row in 0..rows {
                let [one, other] = self.pair.numbers(row, column);
                all[other].set(numbers[1][column * rows + row]);
                all[one].set(numbers[0][column * rows + row]);
            }
        }
    }

    fn put_targets(&self, looked: &Looked, found: &mut Vec<Target>) {
        let cells = self.pair.cells();
        found.reserve_exact(looked.targets.iter().map(Vec::len).sum());
        for at in (0..cells).rev() {
            for targets in &looked.targets {
                found.extend(targets[at..].iter().step_by(cells));
            }
        }
    }

    /// Finds the least value that moves out of a grid leave to the other seat.
    fn left(&self, side: usize, values: &[impl Stored], looked: &mut Looked) {
        let cells = self.pair.cells();
        let (left, targets) = (&mut looked.left[side], &mut looked.targets[side]);
        left.clear();
        left.resize(self.distribution(side).throws.len() * cells, NOTHING);
        targets.clear();
        targets.resize(left.len(), PASSES);
        for made in self.outer(side) {
            let of_throw = usize::from(made.throw) * cells..usize::from(made.throw + 1) * cells;
            let (left, targets) = (&mut left[of_throw.clone()], &mut targets[of_throw]);
            match (made.kind, self.task) {
                // Other layers are solved, with lengths of 1 or more.
                (Kind::Wins, Task::Stay) => left.iter_mut().for_each(|left| *left = left.min(1.0)),
                (_, Task::Stay) => self.each(side, made, |index, there| {
                    left[index] = left[index].min(values[there].get().min(1.0));
                }),
                (Kind::Wins, _) => {
                    left.fill(0.0);
                    targets.fill(WINS);
                }
                (Kind::Again, _) => self.each(side, made, |index, there| {
                    less(
                        (&mut left[index], &mut targets[index]),
                        1.0 - values[there].get(),
                        there as Target | AGAIN,
                    );
                }),
                (Kind::Other, _) => self.each(side, made, |index, there| {
                    less((&mut left[index], &mut targets[index]), values[there].get(), there as Target);
                }),
            }
        }
    }

    /// Calls `each` for every position from which a move is possible, with its index in the order of the first grid and the
    /// number of the target position.
    fn each(&self, side: usize, made: &OuterMove, mut each: impl FnMut(usize, usize)) {
        let size = self.size();
        let [rows, columns] = [size[side], size[1 - side]];
        let [row_step, column_step] = if side == 0 { [1, size[0]] } else { [size[0], 1] };
        let wide = usize::from(made.columns);
        let [row_there, column_there] = if made.kind == Kind::Again { [wide, 1] } else { [1, wide] };
        let mut line = |row: usize, there: usize| {
            let (row, there) = (row * row_step, made.to as usize + there * row_there);
            (0..columns).for_each(|column| each(row + column * column_step, there + column * column_there));
        };
        if made.rows == ALL_ROWS {
            (0..rows).for_each(|row| line(row, row));
        } else {
            self.plan.rows[usize::from(made.rows)]
                .iter()
                .for_each(|(row, there)| line((*row).into(), (*there).into()));
        }
    }

    /// Marks where both seats can stay: 0 where every throw leads to a 0, or passes and the other seat can stay. Returns the
    /// largest change, and the largest difference of 1 and a mark: 0 if there is no such position.
    fn stay(&self, looked: &mut Looked) -> [f64; 2] {
        let [rows, columns] = self.size();
        let cells = self.pair.cells();
        let mut most = [0.0_f64; 2];
        for column in (0..columns).rev() {
            for row in (0..rows).rev() {
                let at = column * rows + row;
                let mut must_leave = [0.0_f64; 2];
                let mut passes = [false; 2];
                for side in 0..2 {
                    passes[side] = self.distribution(side).lost > 0.0;
                    for throw in 0..self.distribution(side).throws.len() {
                        let left = looked.left[side][throw * cells + at];
                        if left < NOTHING {
                            must_leave[side] = must_leave[side].max(left);
                        } else {
                            passes[side] = true;
                        }
                    }
                }
                let here = [0, 1].map(|side| {
                    let other = if passes[side] { must_leave[1 - side] } else { 0.0 };
                    must_leave[side].max(other)
                });
                let before = self.pair.numbers(row, column).map(|number| self.all.lengths[number].get());
                for side in 0..2 {
                    most = greater(most, [here[side] - before[side], 1.0 - here[side]]);
                    looked.lengths[side][at] = here[side];
                    let (line, mine) = self.line(side, row, column);
                    for inner in self.inner(side, mine) {
                        let next = here[if inner.again { side } else { 1 - side }];
                        let left =
                            &mut looked.left[side][usize::from(inner.throw) * cells + line(inner.from)];
                        *left = left.min(next);
                    }
                }
            }
        }
        most
    }

    /// A function for the index of a position in another row (for the second grid, another column), and its own row or column.
    fn line(&self, side: usize, row: usize, column: usize) -> (impl Fn(u8) -> usize + use<>, usize) {
        let [rows, _] = self.size();
        let index = move |from: u8| {
            if side == 0 { column * rows + usize::from(from) } else { usize::from(from) * rows + row }
        };
        (index, if side == 0 { row } else { column })
    }

    /// Computes the values, or, for other tasks, the errors of the stored ones; returns the largest change.
    fn values(&self, looked: &mut Looked) -> f64 {
        let [rows, columns] = self.size();
        let cells = self.pair.cells();
        let mut changed = 0.0_f64;
        for column in (0..columns).rev() {
            for row in (0..rows).rev() {
                let at = column * rows + row;
                let (mut won, mut passed) = ([0.0; 2], [0.0; 2]);
                for side in 0..2 {
                    passed[side] = self.distribution(side).lost;
                    for (throw, (_, chance)) in self.distribution(side).throws.iter().enumerate() {
                        let left = looked.left[side][throw * cells + at];
                        let can = left < NOTHING;
                        won[side] += if can { chance * (1.0 - left) } else { 0.0 };
                        passed[side] += if can { 0.0 } else { *chance };
                    }
                }
                let numbers = self.pair.numbers(row, column);
                let before = numbers.map(|number| self.all.values[number].get());
                let here = if self.task == Task::Values {
                    both_values(won, passed)
                } else {
                    for side in 0..2 {
                        let backup = won[side] + passed[side] * (1.0 - before[1 - side]);
                        looked.off[side][at] = (backup - before[side]).abs();
                    }
                    before
                };
                for side in 0..2 {
                    changed = changed.max((here[side] - before[side]).abs());
                    looked.values[side][at] = here[side];
                    let (line, mine) = self.line(side, row, column);
                    for inner in self.inner(side, mine) {
                        let index = usize::from(inner.throw) * cells + line(inner.from);
                        let next = (&mut looked.left[side][index], &mut looked.targets[side][index]);
                        let target = |side: usize| numbers[side] as Target;
                        if inner.again {
                            less(next, 1.0 - here[side], target(side) | AGAIN);
                        } else {
                            less(next, here[1 - side], target(1 - side));
                        }
                    }
                }
            }
        }
        changed
    }

    /// Computes the lengths with fixed values and returns the largest change; for a check, the largest error per throw to
    /// come, and the largest number of throws to come.
    fn lengths(&self, looked: &mut Looked) -> [f64; 2] {
        for side in 0..2 {
            self.long(side, looked);
        }
        let [rows, columns] = self.size();
        let cells = self.pair.cells();
        let mut most = [0.0_f64; 2];
        for column in (0..columns).rev() {
            for row in (0..rows).rev() {
                let at = column * rows + row;
                let before = self.pair.numbers(row, column).map(|number| self.all.lengths[number].get());
                let (mut sums, mut passed) = ([0.0; 2], [0.0; 2]);
                for side in 0..2 {
                    passed[side] = self.distribution(side).lost;
                    for (throw, (_, chance)) in self.distribution(side).throws.iter().enumerate() {
                        let index = throw * cells + at;
                        if looked.left[side][index] < NOTHING {
                            sums[side] += chance * looked.long[side][index];
                        } else {
                            passed[side] += chance;
                        }
                    }
                }
                let here = if self.task == Task::Check {
                    for side in 0..2 {
                        let gap = before[side] - sums[side] - passed[side] * before[1 - side];
                        // Allows for roundings of the lengths.
                        let gap = gap - 1e-14 * before[side];
                        let off = looked.off[side][at] + ROUNDING;
                        most[0] = if gap > 0.0 { most[0].max(off / gap) } else { f64::INFINITY };
                        most[1] = most[1].max(before[side]);
                    }
                    before
                } else {
                    both_lengths(sums, passed)
                };
                for side in 0..2 {
                    if self.task != Task::Check {
                        most[0] = most[0].max((here[side] - before[side]).abs());
                    }
                    looked.lengths[side][at] = here[side];
                    let (line, mine) = self.line(side, row, column);
                    for inner in self.inner(side, mine) {
                        let (left, length) = if inner.again {
                            (1.0 - looked.values[side][at], here[side])
                        } else {
                            (looked.values[1 - side][at], here[1 - side])
                        };
                        let index = usize::from(inner.throw) * cells + line(inner.from);
                        longer(&mut looked.long[side][index], looked.left[side][index], left, length);
                    }
                }
            }
        }
        most
    }

    /// Finds the largest length after the best moves out of a grid.
    fn long(&self, side: usize, looked: &mut Looked) {
        let cells = self.pair.cells();
        let (left, long) = (&looked.left[side], &mut looked.long[side]);
        long.clear();
        long.resize(left.len(), 0.0);
        let Swept { values, lengths } = self.all;
        for made in self.outer(side).iter().filter(|made| made.kind != Kind::Wins) {
            let throw = usize::from(made.throw) * cells;
            self.each(side, made, |index, there| {
                let value = values[there].get();
                let value = if made.kind == Kind::Again { 1.0 - value } else { value };
                longer(&mut long[throw + index], left[throw + index], value, lengths[there].get());
            });
        }
    }
}

/// Takes a larger length if its move ties with the best.
#[inline]
fn longer(long: &mut f64, best: f64, left: f64, length: f64) {
    let takes = (left <= best + TIE) && (length > *long);
    *long = if takes { length } else { *long };
}

/// Takes a move that leaves less to the other seat.
#[inline]
fn less((least, target): (&mut f64, &mut Target), left: f64, there: Target) {
    let takes = left < *least;
    *least = if takes { left } else { *least };
    *target = if takes { there } else { *target };
}
