//! Triangular (LU) factors of a sparse matrix.
//!
//! Gaussian elimination in the order of H. M. Markowitz, "The elimination form of the inverse and its application to
//! linear programming", *Management Science* 3 (1957): columns and rows with a single entry first, then the shortest
//! column, and in it the shortest row whose entry is large enough.

use smallvec::SmallVec;

use super::field::Field;
use super::lists::{Lists, narrow};

/// The least size of a pivot, as a fraction of the largest entry of its column.
const LEAST_PART: f64 = 0.1;

/// The least absolute size of a pivot.
const LEAST: f64 = 1e-11;

/// The factors of a square matrix B, in the order of the elimination.
pub(super) struct Factors<S> {
    /// The pivots, with their rows and columns.
    pivots: Vec<(u32, u32, S)>,
    /// The steps whose pivots had entries below them.
    eliminating: Vec<u32>,
    /// The multiples of the pivot's row that were subtracted from other rows.
    lower: Lists<S>,
    /// The rest of the pivot's row, by columns.
    across: Lists<S>,
    /// The rest of the pivot's column, in rows that were eliminated before.
    above: Lists<S>,
}

/// One step of the elimination.
struct Step<S> {
    row: usize,
    column: usize,
    pivot: S,
    lower: Row<S>,
    across: Row<S>,
}

impl<S: Field> Factors<S> {
    /// Factorises the matrix with these columns; `None` if it is singular.
    pub(super) fn new<C>(size: usize, column: impl Fn(usize) -> C) -> Option<Self>
    where
        C: Iterator<Item = (u32, f64)>,
    {
        let mut work = Work::new(size, column);
        let (mut pivots, mut step_of) = (Vec::with_capacity(size), vec![0; size]);
        let (mut lower, mut across) = (Vec::with_capacity(size), Vec::with_capacity(size));
        for number in 0..size {
            let (row, column) = work.pivot()?;
            let step = work.eliminate(row, column)?;
            step_of[step.column] = number;
            pivots.push((narrow(step.row), narrow(step.column), step.pivot));
            lower.push(step.lower);
            across.push(step.across);
        }
        let eliminating = (0..).zip(&lower).filter(|(_, list)| !list.is_empty()).map(|(step, _)| step);
        let eliminating = eliminating.collect();
        let (lower, across): (Lists<S>, Lists<S>) =
            (lower.into_iter().collect(), across.into_iter().collect());
        // The entries across each pivot, arranged by columns, with the rows of their pivots.
        let above = across.transposed(size, |column| step_of[column], |step| pivots[step].0);
        Some(Self { pivots, eliminating, lower, across, above })
    }

    /// Solves B·z = v; the entries of v belong to rows and are used up, those of z to columns.
    pub(super) fn solve(&self, v: &mut [S], z: &mut [S]) {
        for step in &self.eliminating {
            let (row, ..) = self.pivots[*step as usize];
            if !v[row as usize].is_nothing() {
                let part = v[row as usize].clone();
                for (row, factor) in self.lower.of(*step as usize) {
                    v[*row as usize].subtract(factor, &part);
                }
            }
        }
        for (step, (row, column, pivot)) in self.pivots.iter().enumerate().rev() {
            if v[*row as usize].is_nothing() {
                z[*column as usize] = S::nothing();
                continue;
            }
            let part = std::mem::replace(&mut v[*row as usize], S::nothing()).over(pivot);
            for (row, entry) in self.above.of(step) {
                v[*row as usize].subtract(entry, &part);
            }
            z[*column as usize] = part;
        }
    }

    /// Solves w·B = c; the entries of c belong to columns and are used up, those of w to rows.
    pub(super) fn solve_transposed(&self, c: &mut [S], w: &mut [S]) {
        for (step, (row, column, pivot)) in self.pivots.iter().enumerate() {
            if c[*column as usize].is_nothing() {
                w[*row as usize] = S::nothing();
                continue;
            }
            let part = std::mem::replace(&mut c[*column as usize], S::nothing()).over(pivot);
            for (column, entry) in self.across.of(step) {
                c[*column as usize].subtract(entry, &part);
            }
            w[*row as usize] = part;
        }
        for step in self.eliminating.iter().rev() {
            let (row, ..) = self.pivots[*step as usize];
            let mut sum = std::mem::replace(&mut w[row as usize], S::nothing());
            for (row, factor) in self.lower.of(*step as usize) {
                if !w[*row as usize].is_nothing() {
                    sum.subtract(factor, &w[*row as usize]);
                }
            }
            w[row as usize] = sum;
        }
    }
}

/// The rest of a row, or multiples of it. Most have few entries, stored without an allocation.
type Row<S> = SmallVec<[(u32, S); 4]>;

/// A matrix that is being eliminated.
struct Work<S> {
    /// The rest of each row.
    rows: Vec<Row<S>>,
    /// The rows in which each column has or had entries.
    columns: Vec<SmallVec<[u32; 8]>>,
    /// The number of entries left in each column.
    counts: Vec<usize>,
    row_done: Vec<bool>,
    column_done: Vec<bool>,
    /// Columns and rows that have or had a single entry.
    single_columns: Vec<usize>,
    single_rows: Vec<usize>,
    /// The remaining columns, once there are no single entries.
    left: Option<Vec<usize>>,
}

impl<S: Field> Work<S> {
    fn new<C: Iterator<Item = (u32, f64)>>(size: usize, column: impl Fn(usize) -> C) -> Self {
        let indices = (0..size).map(|index| column(index).map(|(row, _)| row).collect());
        let indices: Vec<SmallVec<[u32; 8]>> = indices.collect();
        let mut rows: Vec<Row<S>> = vec![Row::new(); size];
        for index in 0..size {
            for (row, entry) in column(index) {
                rows[row as usize].push((narrow(index), S::of(entry)));
            }
        }
        let counts: Vec<usize> = indices.iter().map(SmallVec::len).collect();
        Self {
            single_columns: (0..size).filter(|column| counts[*column] == 1).collect(),
            single_rows: (0..size).filter(|row| rows[*row].len() == 1).collect(),
            row_done: vec![false; size],
            column_done: vec![false; size],
            columns: indices,
            left: None,
            counts,
            rows,
        }
    }

    /// The row and column of the next pivot.
    fn pivot(&mut self) -> Option<(usize, usize)> {
        while let Some(column) = self.single_columns.pop() {
            if !self.column_done[column] && self.counts[column] == 1 {
                let row = self.entries(column).next()?.0;
                return Some((row, column));
            }
        }
        while let Some(row) = self.single_rows.pop() {
            if !self.row_done[row] && self.rows[row].len() == 1 {
                return Some((row, self.rows[row][0].0 as usize));
            }
        }
        let size = self.counts.len();
        let left = self.left.get_or_insert_with(|| (0..size).collect());
        let done = &self.column_done;
        left.retain(|column| !done[*column]);
        let column = *left.iter().min_by_key(|column| self.counts[**column])?;
        self.columns[column].sort_unstable();
        self.columns[column].dedup();
        let entries: Vec<(usize, f64)> = self.entries(column).collect();
        let largest = entries.iter().map(|(_, size)| *size).fold(0.0, f64::max);
        let fit = entries.iter().filter(|(_, size)| *size >= LEAST_PART * largest);
        let (row, _) = fit.min_by_key(|(row, _)| self.rows[*row].len())?;
        Some((*row, column))
    }

    /// The rows in which a column has entries, with the entries' sizes.
    fn entries(&self, column: usize) -> impl Iterator<Item = (usize, f64)> {
        self.columns[column].iter().filter_map(move |row| {
            let row = *row as usize;
            let entries = self.rows[row].iter();
            let (_, entry) = entries.into_iter().find(|(other, _)| *other as usize == column)?;
            (!self.row_done[row]).then(|| (row, entry.size()))
        })
    }

    fn eliminate(&mut self, row: usize, column: usize) -> Option<Step<S>> {
        let mut across = std::mem::take(&mut self.rows[row]);
        let index = across.iter().position(|(other, _)| *other as usize == column)?;
        let (_, pivot) = across.swap_remove(index);
        if pivot.size() < LEAST {
            return None;
        }
        self.row_done[row] = true;
        self.column_done[column] = true;
        for (other, _) in &across {
            self.lose(*other as usize);
        }
        let mut lower = Row::new();
        if self.counts[column] > 1 {
            let mut rows = std::mem::take(&mut self.columns[column]);
            rows.sort_unstable();
            rows.dedup();
            for below in rows {
                if let Some(factor) = self.take_off(below as usize, column, &pivot, &across) {
                    lower.push((below, factor));
                }
            }
        }
        Some(Step { row, column, pivot, lower, across })
    }

    /// Subtracts a multiple of the pivot's row from another row to clear its entry in the pivot's column; returns the factor.
    fn take_off(&mut self, row: usize, column: usize, pivot: &S, across: &Row<S>) -> Option<S> {
        if self.row_done[row] {
            return None;
        }
        let index = self.rows[row].iter().position(|(other, _)| *other as usize == column)?;
        let (_, entry) = self.rows[row].swap_remove(index);
        let factor = entry.over(pivot);
        for (other, entry) in across {
            if let Some((_, old)) = self.rows[row].iter_mut().find(|(column, _)| column == other) {
                old.subtract(&factor, entry);
                continue;
            }
            let mut new = S::nothing();
            new.subtract(&factor, entry);
            if !new.is_nothing() {
                self.rows[row].push((*other, new));
                self.columns[*other as usize].push(narrow(row));
                self.counts[*other as usize] += 1;
            }
        }
        let mut gone = Vec::new();
        self.rows[row].retain(|(other, entry)| {
            let is_gone = entry.is_nothing();
            if is_gone {
                gone.push(*other as usize);
            }
            !is_gone
        });
        for column in gone {
            self.lose(column);
        }
        if self.rows[row].len() == 1 {
            self.single_rows.push(row);
        }
        Some(factor)
    }

    /// Counts one entry less in a column.
    fn lose(&mut self, column: usize) {
        self.counts[column] -= 1;
        if self.counts[column] == 1 {
            self.single_columns.push(column);
        }
    }
}
