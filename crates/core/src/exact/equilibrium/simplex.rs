//! The simplex method, in doubles or in rationals.
//!
//! The revised method of G. B. Dantzig with triangular factors of the basis and, between two factorisations, one
//! elementary matrix per pivot. Source: V. Chvátal, *Linear Programming* (1983), chapter 7. Entering variables are chosen by
//! Devex pricing: P. M. J. Harris, "Pivot selection methods of the Devex LP code", *Mathematical Programming* 5 (1973).

use super::factors::Factors;
use super::field::Field;
use super::lists::{Lists, narrow};
use super::program::Program;

/// The number of pivots after which the basis is factorised again.
const REFACTORISED_AFTER: usize = 100;

/// If a pricing weight exceeds this, it is too inaccurate, and all weights are reset.
const LARGEST_WEIGHT: f64 = 1e12;

/// A basis of a linear program, improved pivot by pivot.
pub(super) struct Simplex<'a, S> {
    program: &'a Program,
    rhs: Vec<S>,
    costs: &'a [S],
    /// Variables that may not enter.
    barred: &'a [bool],
    /// The basic variables, one for each row.
    basis: Vec<usize>,
    factors: Factors<S>,
    pivots: Vec<Pivot<S>>,
    /// For each pivot the other entries of its column, in terms of the basis then.
    others: Lists<S>,
    /// The value at each index of the basis.
    values: Vec<S>,
    /// The reduced cost of each variable: the growth of the objective with it.
    reduced: Vec<S>,
    /// The Devex weights: the squared reduced cost over the weight estimates the steepness of the objective.
    weights: Vec<f64>,
    /// The pivot's row of the tableau; all zeros between two pivots.
    row: Vec<S>,
    /// A buffer for solving systems; all zeros between two of them.
    scratch: Vec<S>,
    column: Vec<S>,
    unit: Vec<S>,
}

/// An exchange since the basis was factorised: the index and value of the pivot in the entering column.
struct Pivot<S> {
    index: usize,
    entry: S,
}

/// The reason why no optimum was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    /// The basis cannot be factorised.
    Singular,
    /// The objective grows without end.
    Unbounded,
    /// The allowed pivots were not enough.
    TooLong,
}

impl<'a, S: Field> Simplex<'a, S> {
    /// Starts from a basis.
    pub(super) fn new(
        program: &'a Program,
        [rhs, costs]: [&'a [S]; 2],
        barred: &'a [bool],
        basis: Vec<usize>,
    ) -> Result<Self, Stopped> {
        let (rows, variables) = (program.rows.len(), program.variables());
        let factors = factorised(program, &basis)?;
        let mut simplex = Self {
            program,
            rhs: rhs.to_vec(),
            costs,
            barred,
            basis,
            factors,
            pivots: Vec::new(),
            others: Lists::default(),
            values: vec![S::nothing(); rows],
            reduced: vec![S::nothing(); variables],
            weights: vec![1.0; variables],
            row: vec![S::nothing(); variables],
            scratch: vec![S::nothing(); rows],
            column: vec![S::nothing(); rows],
            unit: vec![S::nothing(); rows],
        };
        simplex.evaluate();
        Ok(simplex)
    }

    /// The current basis.
    pub(super) fn into_basis(self) -> Vec<usize> {
        self.basis
    }

    /// The value of each variable.
    pub(super) fn solution(&self) -> Vec<S> {
        let mut solution = vec![S::nothing(); self.program.variables()];
        for (variable, value) in self.basis.iter().zip(&self.values) {
            solution[*variable] = value.clone();
        }
        solution
    }

    /// The growth of the objective with each variable: nowhere positive at an optimum.
    pub(super) fn reduced_costs(&self) -> &[S] {
        &self.reduced
    }

    /// Whether no variable that must be 0 or more is negative.
    pub(super) fn is_feasible(&self) -> bool {
        let values = self.basis.iter().zip(&self.values);
        values.into_iter().all(|(variable, value)| self.is_free(*variable) || !value.is_negative())
    }

    /// Whether no variable that may enter improves the objective.
    pub(super) fn is_optimal(&self) -> bool {
        !(0..self.reduced.len()).any(|variable| self.may_enter(variable) && self.reduced[variable].improves())
    }

    /// Pivots to the optimum, in at most `most_pivots` exchanges.
    pub(super) fn maximise(&mut self, most_pivots: usize) -> Result<(), Stopped> {
        let mut left = self.climb(most_pivots)?;
        while !self.pivots.is_empty() {
            // Repeats with fresh factors, to correct accumulated roundings.
            self.refactorise()?;
            left = self.climb(left)?;
        }
        Ok(())
    }

    /// The same without correcting accumulated roundings; returns the number of exchanges left.
    fn climb(&mut self, most_pivots: usize) -> Result<usize, Stopped> {
        let mut left = most_pivots;
        while let Some(entering) = self.entering() {
            left = left.checked_sub(1).ok_or(Stopped::TooLong)?;
            match self.exchange(entering, None) {
                // Nothing limits this gain. Checks again with fresh factors; a tiny gain is a rounding.
                Err(Stopped::Unbounded) if !self.pivots.is_empty() => self.refactorise()?,
                Err(Stopped::Unbounded) if self.reduced[entering].may_be_rounding() => {
                    self.reduced[entering] = S::nothing();
                }
                exchanged => exchanged?,
            }
            if self.pivots.len() >= REFACTORISED_AFTER {
                self.refactorise()?;
            }
        }
        Ok(left)
    }

    /// Replaces the shifted right-hand side by this one.
    pub(super) fn unshift(&mut self, rhs: &[S]) -> Result<(), Stopped> {
        self.rhs.clone_from_slice(rhs);
        self.refactorise()
    }

    /// Adds `by()` to the value of each basic variable and changes the right-hand side to match, so that no two vertices
    /// coincide and every pivot gains something.
    pub(super) fn shift(&mut self, mut by: impl FnMut() -> S) {
        for index in 0..self.basis.len() {
            if self.is_free(self.basis[index]) {
                continue;
            }
            let shift = by();
            for (row, entry) in self.program.column(self.basis[index]) {
                self.rhs[row as usize].subtract_part(&shift, -entry);
            }
            self.values[index].subtract_part(&shift, -1.0);
        }
    }

    fn is_free(&self, variable: usize) -> bool {
        self.program.is_free(variable)
    }

    fn may_enter(&self, variable: usize) -> bool {
        !self.barred[variable] && !self.program.is_fixed(variable)
    }

    /// The variable along which the objective grows most steeply by the Devex estimate.
    fn entering(&self) -> Option<usize> {
        let (mut best, mut most) = (None, 0.0);
        for (variable, (reduced, weight)) in self.reduced.iter().zip(&self.weights).enumerate() {
            if reduced.improves() {
                let size = reduced.size();
                let steepness = size * size / weight;
                // An improving variable may enter even if its square is too small for a double.
                if (best.is_none() || steepness > most) && self.may_enter(variable) {
                    (best, most) = (Some(variable), steepness);
                }
            }
        }
        best
    }

    /// Pivots from a basis that is optimal but not feasible to one that is both, in at most `most_pivots` exchanges, by the
    /// dual simplex method (C. E. Lemke, 1954).
    pub(super) fn restore(&mut self, most_pivots: usize) -> Result<(), Stopped> {
        for _ in 0..most_pivots {
            let Some(leaving) = self.leaving() else { return Ok(()) };
            self.find_row(leaving);
            let mut entering: Option<(usize, S)> = None;
            for variable in 0..self.row.len() {
                let row = std::mem::replace(&mut self.row[variable], S::nothing());
                if row.is_negative() && row.negated().is_pivot() && self.may_enter(variable) {
                    let ratio = self.reduced[variable].over(&row);
                    if entering.as_ref().is_none_or(|(_, least)| ratio < *least) {
                        entering = Some((variable, ratio));
                    }
                }
            }
            let (entering, _) = entering.ok_or(Stopped::Unbounded)?;
            self.exchange(entering, Some(leaving))?;
        }
        if self.is_feasible() { Ok(()) } else { Err(Stopped::TooLong) }
    }

    /// The index in the basis of the most negative value among variables that must be 0 or more.
    fn leaving(&self) -> Option<usize> {
        let (mut leaving, mut most) = (None, 0.0);
        for (index, value) in self.values.iter().enumerate() {
            if value.is_negative()
                && !self.is_free(self.basis[index])
                && (leaving.is_none() || value.size() > most)
            {
                (leaving, most) = (Some(index), value.size());
            }
        }
        leaving
    }

    /// Computes the row of the tableau at an index of the basis.
    fn find_row(&mut self, index: usize) {
        let mut unit = std::mem::take(&mut self.unit);
        unit[index] = S::of(1.0);
        for (pivot, others) in self.pivots.iter().zip(self.others.iter()).rev() {
            pivot.solve_transposed(others, &mut unit);
        }
        self.factors.solve_transposed(&mut unit, &mut self.scratch);
        self.unit = unit;
        let variables = self.program.columns.len();
        for row in 0..self.program.rows.len() {
            let part = std::mem::replace(&mut self.scratch[row], S::nothing());
            if !part.is_nothing() {
                for (variable, entry) in self.program.rows.of(row) {
                    self.row[*variable as usize].subtract_part(&part, -entry);
                }
                self.row[variables + row].subtract_part(&part, -1.0);
            }
        }
    }

    /// Enters a variable into the basis, in place of the one at this index, or of the first that becomes 0.
    fn exchange(&mut self, entering: usize, leaves: Option<usize>) -> Result<(), Stopped> {
        // The entering column in terms of the basis.
        let mut column = std::mem::take(&mut self.column);
        for (row, entry) in self.program.column(entering) {
            self.scratch[row as usize] = S::of(entry);
        }
        self.factors.solve(&mut self.scratch, &mut column);
        for (pivot, others) in self.pivots.iter().zip(self.others.iter()) {
            pivot.solve(others, &mut column);
        }
        let Some(index) = leaves.or_else(|| self.first_to_leave(&column)) else {
            column.fill(S::nothing());
            self.column = column;
            return Err(Stopped::Unbounded);
        };
        let pivot = column[index].clone();
        let step = self.values[index].over(&pivot);
        self.find_row(index);
        let change = self.reduced[entering].over(&pivot);
        let size = pivot.size();
        let least = self.weights[entering] / (size * size);
        let leaves = self.basis[index];
        for ((row, reduced), weight) in self.row.iter_mut().zip(&mut self.reduced).zip(&mut self.weights) {
            if !row.is_nothing() {
                let row = std::mem::replace(row, S::nothing());
                reduced.subtract(&change, &row);
                *weight = weight.max(row.size() * row.size() * least);
            }
        }
        self.weights[leaves] = least.max(1.0);
        let values = &mut self.values;
        let entries = column.iter_mut().enumerate().filter(|(_, entry)| !entry.is_nothing());
        self.others.push(entries.filter_map(|(other, entry)| {
            let entry = std::mem::replace(entry, S::nothing());
            (other != index).then(|| {
                values[other].subtract(&step, &entry);
                (narrow(other), entry)
            })
        }));
        self.column = column;
        self.values[index] = step;
        self.reduced[entering] = S::nothing();
        self.basis[index] = entering;
        self.pivots.push(Pivot { index, entry: pivot });
        Ok(())
    }

    /// The index in the basis whose value first becomes 0 as a variable with this column grows.
    fn first_to_leave(&self, column: &[S]) -> Option<usize> {
        let mut leaving: Option<(usize, S)> = None;
        for (index, entry) in column.iter().enumerate() {
            if entry.is_pivot() && !self.is_free(self.basis[index]) {
                let ratio = self.values[index].over(entry);
                if leaving.as_ref().is_none_or(|(_, least)| ratio < *least) {
                    leaving = Some((index, ratio));
                }
            }
        }
        leaving.map(|(index, _)| index)
    }

    fn refactorise(&mut self) -> Result<(), Stopped> {
        if !self.pivots.is_empty() {
            self.factors = factorised(self.program, &self.basis)?;
            self.pivots.clear();
            self.others.clear();
            if self.weights.iter().any(|weight| *weight > LARGEST_WEIGHT) {
                self.weights.fill(1.0);
            }
        }
        self.evaluate();
        Ok(())
    }

    /// Computes values and reduced costs from the factors.
    fn evaluate(&mut self) {
        self.scratch.clone_from_slice(&self.rhs);
        self.factors.solve(&mut self.scratch, &mut self.values);
        let mut costs: Vec<S> = self.basis.iter().map(|variable| self.costs[*variable].clone()).collect();
        self.factors.solve_transposed(&mut costs, &mut self.scratch);
        self.reduced.clone_from_slice(self.costs);
        let variables = self.program.columns.len();
        for (row, entries) in self.program.rows.iter().enumerate() {
            let price = std::mem::replace(&mut self.scratch[row], S::nothing());
            if !price.is_nothing() {
                for (variable, entry) in entries {
                    self.reduced[*variable as usize].subtract_part(&price, *entry);
                }
                self.reduced[variables + row].subtract_part(&price, 1.0);
            }
        }
        for variable in &self.basis {
            self.reduced[*variable] = S::nothing();
        }
    }
}

impl<S: Field> Pivot<S> {
    fn solve(&self, others: &[(u32, S)], column: &mut [S]) {
        if !column[self.index].is_nothing() {
            let part = column[self.index].over(&self.entry);
            for (index, entry) in others {
                column[*index as usize].subtract(entry, &part);
            }
            column[self.index] = part;
        }
    }

    fn solve_transposed(&self, others: &[(u32, S)], unit: &mut [S]) {
        let mut sum = std::mem::replace(&mut unit[self.index], S::nothing());
        for (index, entry) in others {
            if !unit[*index as usize].is_nothing() {
                sum.subtract(entry, &unit[*index as usize]);
            }
        }
        unit[self.index] = sum.over(&self.entry);
    }
}

fn factorised<S: Field>(program: &Program, basis: &[usize]) -> Result<Factors<S>, Stopped> {
    Factors::new(basis.len(), |index| program.column(basis[index])).ok_or(Stopped::Singular)
}
