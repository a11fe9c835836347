//! One look at a grid and its mirror image: all moves are compared.

#![expect(clippy::cast_possible_truncation, reason = "positions are fewer than 2³¹")]

use std::sync::atomic::{AtomicU32, AtomicU64};

use super::follow::{AGAIN, PASSES, Stored, Target, WINS, both_lengths, both_values};
use super::plan::{ALL_ROWS, InnerMove, Kind, OuterMove, Pair, Plan};
use super::{MOST_ROWS, TIE, ThrowLaw, greater};

/// What a backup in doubles is off by at most: a sum of up to eight products of numbers that are at most 1, each of which is
/// rounded, as are the chances and the differences from 1.
const ROUNDING: f64 = 2e-15;

/// What is left to the other seat where nothing can be done: more than any value.
const NOTHING: f64 = 2.0;

const MOST_CELLS: usize = MOST_ROWS * MOST_ROWS;

/// What is known of all positions. Threads share it, and none of them reads what another writes at the same time.
pub(super) struct Swept {
    pub values: Vec<AtomicU64>,
    /// Of layers that are solved: mean numbers of throws to come, or rather more. Of a layer in which endless play is looked
    /// for: 0 where both can stay, as far as is known.
    pub lengths: Vec<AtomicU32>,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Where both seats can stay for ever.
    Stay,
    /// Values, and by which moves.
    Values,
    /// Lengths, by the values that are there.
    Lengths,
    /// How far values can be off.
    Check,
}

/// Room for what is looked at. All of it stands column by column of the first grid, for each throw what concerns it.
pub(super) struct Looked {
    /// What the best move leaves to the other seat, and where it leads.
    left: [Vec<f64>; 2],
    targets: [Vec<Target>; 2],
    /// The greatest length after a best move.
    long: [Vec<f64>; 2],
    /// The values and lengths that are found.
    values: [[f64; MOST_CELLS]; 2],
    lengths: [[f64; MOST_CELLS]; 2],
    /// By how much values are off.
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

/// What is found of some pairs, in their order.
#[derive(Default)]
pub(super) struct Found {
    /// The greatest changes, or of a check what that says.
    pub most: [f64; 2],
    /// The best moves of each position and of its mirror image, throw by throw, in the order in which they are followed.
    pub targets: Vec<Target>,
}

/// A pair with all that it takes to look at it.
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

    fn law(&self, side: usize) -> &ThrowLaw {
        self.plan.laws[side]
    }

    fn inner(&self, side: usize, row: usize) -> &[InnerMove] {
        &self.plan.inner[usize::from(self.pair.inner[side])][row]
    }

    fn outer(&self, side: usize) -> &[OuterMove] {
        &self.plan.outer[self.pair.outer[side] as usize..self.pair.outer[side + 1] as usize]
    }

    /// Looks at it, puts what is found in its place, and adds the greatest change; of a check how far values are off for each
    /// throw to come, and how many come at most.
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

    /// What moves out of a grid leave to the other seat.
    fn left(&self, side: usize, values: &[impl Stored], looked: &mut Looked) {
        let cells = self.pair.cells();
        let (left, targets) = (&mut looked.left[side], &mut looked.targets[side]);
        left.clear();
        left.resize(self.law(side).throws.len() * cells, NOTHING);
        targets.clear();
        targets.resize(left.len(), PASSES);
        for made in self.outer(side) {
            let of_throw = usize::from(made.throw) * cells..usize::from(made.throw + 1) * cells;
            let (left, targets) = (&mut left[of_throw.clone()], &mut targets[of_throw]);
            match (made.kind, self.task) {
                // The lengths of other layers, which are left, are 1 or more.
                (Kind::Wins, Task::Stay) => left.iter_mut().for_each(|left| *left = left.min(1.0)),
                (_, Task::Stay) => self.each(side, made, |place, there| {
                    left[place] = left[place].min(values[there].get().min(1.0));
                }),
                (Kind::Wins, _) => {
                    left.fill(0.0);
                    targets.fill(WINS);
                }
                (Kind::Again, _) => self.each(side, made, |place, there| {
                    less(
                        (&mut left[place], &mut targets[place]),
                        1.0 - values[there].get(),
                        there as Target | AGAIN,
                    );
                }),
                (Kind::Other, _) => self.each(side, made, |place, there| {
                    less((&mut left[place], &mut targets[place]), values[there].get(), there as Target);
                }),
            }
        }
    }

    /// Each position from which a move can be made, by its place in the order of the first grid, with the number of the one to
    /// which that leads.
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

    /// Where both seats can stay: 0 where every throw leads to a 0, or is lost and the other seat can. The greatest change, and
    /// whether there is such a place.
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
                    passes[side] = self.law(side).lost > 0.0;
                    for throw in 0..self.law(side).throws.len() {
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

    /// Where a position stands that has another row, or for the second grid another column, and the number of its own.
    fn line(&self, side: usize, row: usize, column: usize) -> (impl Fn(u8) -> usize + use<>, usize) {
        let [rows, _] = self.size();
        let place = move |from: u8| {
            if side == 0 { column * rows + usize::from(from) } else { usize::from(from) * rows + row }
        };
        (place, if side == 0 { row } else { column })
    }

    /// The values, or, if these are not looked for, how far those that are stored are off. The greatest change.
    fn values(&self, looked: &mut Looked) -> f64 {
        let [rows, columns] = self.size();
        let cells = self.pair.cells();
        let mut changed = 0.0_f64;
        for column in (0..columns).rev() {
            for row in (0..rows).rev() {
                let at = column * rows + row;
                let (mut won, mut passed) = ([0.0; 2], [0.0; 2]);
                for side in 0..2 {
                    passed[side] = self.law(side).lost;
                    for (throw, (_, chance)) in self.law(side).throws.iter().enumerate() {
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
                        let place = usize::from(inner.throw) * cells + line(inner.from);
                        let next = (&mut looked.left[side][place], &mut looked.targets[side][place]);
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

    /// The lengths, by values that are known: the greatest change; or of a check how far values are off for each throw to
    /// come, and how many come at most.
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
                    passed[side] = self.law(side).lost;
                    for (throw, (_, chance)) in self.law(side).throws.iter().enumerate() {
                        let place = throw * cells + at;
                        if looked.left[side][place] < NOTHING {
                            sums[side] += chance * looked.long[side][place];
                        } else {
                            passed[side] += chance;
                        }
                    }
                }
                let here = if self.task == Task::Check {
                    for side in 0..2 {
                        let gap = before[side] - sums[side] - passed[side] * before[1 - side];
                        // Lengths themselves are rounded.
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
                        let place = usize::from(inner.throw) * cells + line(inner.from);
                        longer(&mut looked.long[side][place], looked.left[side][place], left, length);
                    }
                }
            }
        }
        most
    }

    /// The greatest length after moves out of a grid that are best.
    fn long(&self, side: usize, looked: &mut Looked) {
        let cells = self.pair.cells();
        let (left, long) = (&looked.left[side], &mut looked.long[side]);
        long.clear();
        long.resize(left.len(), 0.0);
        let Swept { values, lengths } = self.all;
        for made in self.outer(side).iter().filter(|made| made.kind != Kind::Wins) {
            let throw = usize::from(made.throw) * cells;
            self.each(side, made, |place, there| {
                let value = values[there].get();
                let value = if made.kind == Kind::Again { 1.0 - value } else { value };
                longer(&mut long[throw + place], left[throw + place], value, lengths[there].get());
            });
        }
    }
}

/// Takes a greater length, if it is that of a move which is among the best.
#[inline]
fn longer(long: &mut f64, best: f64, left: f64, length: f64) {
    let takes = (left <= best + TIE) && (length > *long);
    *long = if takes { length } else { *long };
}

/// Takes what leaves less to the other seat.
#[inline]
fn less((least, target): (&mut f64, &mut Target), left: f64, there: Target) {
    let takes = left < *least;
    *least = if takes { left } else { *least };
    *target = if takes { there } else { *target };
}
