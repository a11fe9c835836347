//! One look at a grid and its mirror image.

use super::plan::{ALL_ROWS, InnerMove, Kind, OuterMove, Pair, Plan};
use super::{MOST_ROWS, TIE, ThrowLaw};

/// What a backup in doubles is off by at most: a sum of up to eight products of numbers that are at most 1, each of which is
/// rounded, as are the chances and the differences from 1.
const ROUNDING: f64 = 2e-15;

/// What is left to the other seat where nothing can be done: more than any value.
const NOTHING: f64 = 2.0;

const MOST_CELLS: usize = MOST_ROWS * MOST_ROWS;

/// What is known of all positions.
pub(super) struct Swept {
    pub values: Vec<f64>,
    /// Of layers that are solved: mean numbers of throws to come, or rather more. Of a layer in which endless play is looked
    /// for: 0 where both can stay, as far as is known.
    pub lengths: Vec<f64>,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Where both seats can stay for ever.
    Stay,
    /// Values.
    Values,
    /// Values and lengths.
    Both,
    /// Lengths, by the values that are there.
    Lengths,
    /// How far values can be off.
    Check,
}

impl Task {
    pub(super) const fn finds_values(self) -> bool {
        matches!(self, Self::Values | Self::Both)
    }

    pub(super) const fn finds_lengths(self) -> bool {
        matches!(self, Self::Stay | Self::Both | Self::Lengths)
    }
}

/// Room for what is looked at. All of it stands column by column of the first grid, for each throw what concerns it.
pub(super) struct Looked {
    /// What the best move leaves to the other seat.
    left: [Vec<f64>; 2],
    /// The greatest length after a best move.
    long: [Vec<f64>; 2],
    /// The values and lengths that are found.
    values: [[f64; MOST_CELLS]; 2],
    lengths: [[f64; MOST_CELLS]; 2],
    /// By how much values are off.
    off: [[f64; MOST_CELLS]; 2],
    turned: Vec<f64>,
}

impl Default for Looked {
    fn default() -> Self {
        let none = [[0.0; MOST_CELLS]; 2];
        Self {
            left: Default::default(),
            long: Default::default(),
            values: none,
            lengths: none,
            off: none,
            turned: Vec::new(),
        }
    }
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

    /// What is stored of a position of the first grid, and of its mirror image.
    fn stored(&self, all: &[f64], row: usize, column: usize) -> [f64; 2] {
        let [rows, columns] = self.size();
        let [one, other] = self.pair.first;
        [all[one as usize + row * columns + column], all[other as usize + column * rows + row]]
    }

    /// Looks at it, and adds what is found: values, then lengths, of the first grid and of the other one. The greatest
    /// changes of both; of a check how far values are off for each throw to come, and how many come at most.
    pub(super) fn look(&self, looked: &mut Looked, found: &mut [Vec<f64>; 2]) -> [f64; 2] {
        let values = if self.task == Task::Stay { &self.all.lengths } else { &self.all.values };
        for side in 0..2 {
            self.left(side, values, looked);
        }
        let changed = if self.task == Task::Stay { self.stay(looked) } else { self.values(looked) };
        if self.task.finds_values() {
            self.put(&looked.values, &mut found[0]);
        }
        let lengthened =
            if matches!(self.task, Task::Stay | Task::Values) { [0.0; 2] } else { self.lengths(looked) };
        if self.task.finds_lengths() {
            self.put(&looked.lengths, &mut found[1]);
        }
        if self.task == Task::Check { lengthened } else { [changed, lengthened[0]] }
    }

    fn put(&self, numbers: &[[f64; MOST_CELLS]; 2], found: &mut Vec<f64>) {
        let [rows, columns] = self.size();
        found.extend(
            (0..rows).flat_map(|row| (0..columns).map(move |column| numbers[0][column * rows + row])),
        );
        if !self.pair.is_its_mirror {
            found.extend_from_slice(&numbers[1][..rows * columns]);
        }
    }

    /// What moves out of a grid leave to the other seat.
    fn left(&self, side: usize, values: &[f64], looked: &mut Looked) {
        let cells = self.pair.cells();
        let size = self.size();
        let [rows, columns] = [size[side], size[1 - side]];
        let stays = self.task == Task::Stay;
        let left = &mut looked.left[side];
        left.clear();
        left.resize(self.law(side).throws.len() * cells, NOTHING);
        for made in self.outer(side) {
            let left = &mut left[usize::from(made.throw) * cells..][..cells];
            match made.kind {
                Kind::Wins => left.iter_mut().for_each(|left| least(left, if stays { 1.0 } else { 0.0 })),
                Kind::Again if !stays => {
                    self.merge(made, [rows, columns], left, values, |left, value| least(left, 1.0 - value));
                }
                _ if stays => {
                    // The lengths of other layers, which are left, are 1 or more.
                    self.merge(made, [rows, columns], left, values, |left, value| {
                        least(left, value.min(1.0));
                    });
                }
                _ => self.merge(made, [rows, columns], left, values, least),
            }
        }
        if side == 1 {
            turn(left, size, &mut looked.turned);
        }
    }

    /// Merges what a move leads to into what stands by the columns of its own grid.
    #[inline]
    fn merge(
        &self,
        made: &OuterMove,
        [rows, columns]: [usize; 2],
        into: &mut [f64],
        from: &[f64],
        merge: impl Fn(&mut f64, f64),
    ) {
        let wide = usize::from(made.columns);
        let from = &from[made.to as usize..];
        let each = |into: &mut [f64], from: &[f64]| {
            into.iter_mut().zip(from).for_each(|(into, from)| merge(into, *from));
        };
        match (self.rows(made), made.kind) {
            (None, Kind::Other) if wide == rows => each(into, from),
            (None, Kind::Other) => {
                into.chunks_exact_mut(rows).zip(from.chunks(wide)).for_each(|(into, from)| each(into, from));
            }
            (Some(pairs), Kind::Other) => {
                for (into, from) in into.chunks_exact_mut(rows).zip(from.chunks(wide)) {
                    for (row, there) in pairs {
                        merge(&mut into[usize::from(*row)], from[usize::from(*there)]);
                    }
                }
            }
            (pairs, _) => {
                let mut line = |row: usize, there: usize| {
                    for column in 0..columns {
                        merge(&mut into[column * rows + row], from[there * wide + column]);
                    }
                };
                match pairs {
                    None => (0..rows).for_each(|row| line(row, row)),
                    Some(pairs) => pairs.iter().for_each(|(row, there)| line((*row).into(), (*there).into())),
                }
            }
        }
    }

    /// Where both seats can stay: 0 where every throw leads to a 0, or is lost and the other seat can. The greatest change.
    fn stay(&self, looked: &mut Looked) -> f64 {
        let [rows, columns] = self.size();
        let cells = self.pair.cells();
        let mut changed = 0.0_f64;
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
                let before = self.stored(&self.all.lengths, row, column);
                for side in 0..2 {
                    changed = changed.max(here[side] - before[side]);
                    looked.lengths[side][at] = here[side];
                    let (line, mine) = self.line(side, row, column);
                    for inner in self.inner(side, mine) {
                        let next = here[if inner.again { side } else { 1 - side }];
                        least(
                            &mut looked.left[side][usize::from(inner.throw) * cells + line(inner.from)],
                            next,
                        );
                    }
                }
            }
        }
        changed
    }

    /// Where a position stands that has another row, or for the second grid another column, and the number of its own.
    fn line(&self, side: usize, row: usize, column: usize) -> (impl Fn(u8) -> usize + use<>, usize) {
        let [rows, _] = self.size();
        let place = move |from: u8| {
            if side == 0 { column * rows + usize::from(from) } else { usize::from(from) * rows + row }
        };
        (place, if side == 0 { row } else { column })
    }

    /// The values, or, of a check, how far those that are stored are off. The greatest change.
    fn values(&self, looked: &mut Looked) -> f64 {
        let [rows, columns] = self.size();
        let cells = self.pair.cells();
        let [law, other_law] = self.plan.laws;
        let Looked { left: [left, other_left], values: [values, other_values], off, .. } = looked;
        let mut changed = 0.0_f64;
        for column in (0..columns).rev() {
            let base = column * rows;
            let line = base..base + rows;
            // What the second grid has is known of all rows, as its moves come from columns that are done.
            let (mut won, mut passed) = ([0.0; MOST_ROWS], [other_law.lost; MOST_ROWS]);
            for ((_, chance), left) in other_law.throws.iter().zip(other_left.chunks_exact(cells)) {
                let sums = won[..rows].iter_mut().zip(&mut passed[..rows]);
                sums.zip(&left[line.clone()])
                    .for_each(|((won, passed), left)| add(won, passed, *chance, *left));
            }
            for row in (0..rows).rev() {
                let (mut own_won, mut own_passed) = (0.0, law.lost);
                for ((_, chance), left) in law.throws.iter().zip(left.chunks_exact(cells)) {
                    add(&mut own_won, &mut own_passed, *chance, left[base + row]);
                }
                let before = self.stored(&self.all.values, row, column);
                let found = if self.task.finds_values() {
                    both([own_won, won[row]], [own_passed, passed[row]])
                } else {
                    off[0][base + row] = (own_won + own_passed * (1.0 - before[1]) - before[0]).abs();
                    off[1][base + row] = (won[row] + passed[row] * (1.0 - before[0]) - before[1]).abs();
                    before
                };
                changed = changed.max((found[0] - before[0]).abs()).max((found[1] - before[1]).abs());
                (values[base + row], other_values[base + row]) = (found[0], found[1]);
                for inner in self.inner(0, row) {
                    let next = if inner.again { 1.0 - found[0] } else { found[1] };
                    least(&mut left[usize::from(inner.throw) * cells + base + usize::from(inner.from)], next);
                }
            }
            for inner in self.inner(1, column) {
                let into = &mut other_left
                    [usize::from(inner.throw) * cells + usize::from(inner.from) * rows..][..rows];
                if inner.again {
                    into.iter_mut()
                        .zip(&other_values[line.clone()])
                        .for_each(|(left, value)| least(left, 1.0 - value));
                } else {
                    into.iter_mut().zip(&values[line.clone()]).for_each(|(left, value)| least(left, *value));
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
                let before = self.stored(&self.all.lengths, row, column);
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
                    let first = (1.0 + sums[0] + passed[0] * (1.0 + sums[1])) / (1.0 - passed[0] * passed[1]);
                    [first, 1.0 + sums[1] + passed[1] * first]
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
        let size = self.size();
        let [rows, columns] = [size[side], size[1 - side]];
        let [left, long] = [&mut looked.left[side], &mut looked.long[side]];
        if side == 1 {
            turn(left, [columns, rows], &mut looked.turned);
        }
        long.clear();
        long.resize(left.len(), 0.0);
        let Swept { values, lengths } = self.all;
        for made in self.outer(side).iter().filter(|made| made.kind != Kind::Wins) {
            let of_throw = usize::from(made.throw) * cells..usize::from(made.throw + 1) * cells;
            let (left, long) = (&left[of_throw.clone()], &mut long[of_throw]);
            let (wide, to) = (usize::from(made.columns), made.to as usize);
            let (values, lengths) = (&values[to..], &lengths[to..]);
            let again = made.kind == Kind::Again;
            let mut line = |place: usize, step: usize, from: usize, there: usize| {
                let value = if again { 1.0 - values[from + there] } else { values[from + there] };
                longer(&mut long[place + step], left[place + step], value, lengths[from + there]);
            };
            match (self.rows(made), again) {
                (None, false) => (0..columns).for_each(|column| {
                    (0..rows).for_each(|row| line(column * rows, row, column * wide, row));
                }),
                (Some(pairs), false) => (0..columns).for_each(|column| {
                    for (row, there) in pairs {
                        line(column * rows, (*row).into(), column * wide, (*there).into());
                    }
                }),
                (None, true) => (0..rows).for_each(|row| {
                    (0..columns).for_each(|column| line(column * rows, row, row * wide, column));
                }),
                (Some(pairs), true) => pairs.iter().for_each(|(row, there)| {
                    let (row, there) = (usize::from(*row), usize::from(*there));
                    (0..columns).for_each(|column| line(column * rows, row, there * wide, column));
                }),
            }
        }
        if side == 1 {
            turn(left, size, &mut looked.turned);
            turn(long, size, &mut looked.turned);
        }
    }

    fn rows(&self, made: &OuterMove) -> Option<&[(u8, u8)]> {
        (made.rows != ALL_ROWS).then(|| self.plan.rows[usize::from(made.rows)])
    }
}

/// Adds what a throw wins, or that nothing can be done with it.
#[inline]
fn add(won: &mut f64, passed: &mut f64, chance: f64, left: f64) {
    let can = left < NOTHING;
    *won += if can { chance * (1.0 - left) } else { 0.0 };
    *passed += if can { 0.0 } else { chance };
}

/// Two values, of which each is what is won and, where nothing can be done, what the other leaves.
fn both([won, other]: [f64; 2], [passed, other_passed]: [f64; 2]) -> [f64; 2] {
    let value = if passed == 0.0 {
        won
    } else {
        (won + passed * (1.0 - other - other_passed)) / (1.0 - passed * other_passed)
    };
    [value, other + other_passed * (1.0 - value)]
}

/// Takes a greater length, if it is that of a move which is among the best.
#[inline]
fn longer(long: &mut f64, best: f64, left: f64, length: f64) {
    let takes = (left <= best + TIE) && (length > *long);
    *long = if takes { length } else { *long };
}

#[inline]
fn least(one: &mut f64, other: f64) {
    *one = if other < *one { other } else { *one };
}

/// Brings what stands by the columns of the second grid in the order of the columns of the first.
fn turn(numbers: &mut Vec<f64>, [rows, columns]: [usize; 2], room: &mut Vec<f64>) {
    room.clear();
    for of_throw in numbers.chunks_exact(rows * columns) {
        for column in 0..columns {
            room.extend((0..rows).map(|row| of_throw[row * columns + column]));
        }
    }
    std::mem::swap(numbers, room);
}
