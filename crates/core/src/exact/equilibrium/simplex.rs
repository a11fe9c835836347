//! The simplex method, in doubles or in rationals.
//!
//! The revised method of G. B. Dantzig with triangular factors of the basis and, between two factorisations, one
//! elementary matrix a pivot. Source: V. Chvátal, *Linear Programming* (1983), chapter 7. What enters is chosen as by P. M. J.
//! Harris, "Pivot selection methods of the Devex LP code", *Mathematical Programming* 5 (1973).

use super::factors::Factors;
use super::field::Field;
use super::lists::{Lists, narrow};
use super::program::Program;

/// After so many pivots the basis is factorised anew.
const REFACTORISED_AFTER: usize = 100;

/// Weights above this say little of how steep the objective is, and all begin anew.
const LARGEST_WEIGHT: f64 = 1e12;

/// A basis of a linear program that is improved pivot by pivot.
pub(super) struct Simplex<'a, S> {
    program: &'a Program,
    rhs: Vec<S>,
    costs: &'a [S],
    /// Variables that may not enter.
    barred: &'a [bool],
    /// The variable at each index, as many as rows.
    basis: Vec<usize>,
    factors: Factors<S>,
    pivots: Vec<Pivot<S>>,
    /// For each pivot the other entries of its column, as the basis saw it.
    others: Lists<S>,
    /// The value at each index of the basis.
    values: Vec<S>,
    /// Of each variable, by how much the objective grows with it.
    reduced: Vec<S>,
    /// How steep the objective is along each variable is told by its reduced cost, squared, over this.
    weights: Vec<f64>,
    /// What a pivot's row of the inverse of the basis makes of each variable: zeros, between two pivots.
    row: Vec<S>,
    /// Where systems are solved: zeros, between two of them.
    scratch: Vec<S>,
    column: Vec<S>,
    unit: Vec<S>,
}

/// An exchange of the basis since it was factorised: where in the entering column, as the basis saw it, the pivot was.
struct Pivot<S> {
    index: usize,
    entry: S,
}

/// Why there is no optimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    /// The basis cannot be factorised.
    Singular,
    /// The objective grows without end.
    Unbounded,
    /// So many pivots were not enough.
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

    /// The basis as it is.
    pub(super) fn into_basis(self) -> Vec<usize> {
        self.basis
    }

    /// Of each variable its value.
    pub(super) fn solution(&self) -> Vec<S> {
        let mut solution = vec![S::nothing(); self.program.variables()];
        for (variable, value) in self.basis.iter().zip(&self.values) {
            solution[*variable] = value.clone();
        }
        solution
    }

    /// Of each variable by how much the objective grows with it: at an optimum nowhere.
    pub(super) fn reduced_costs(&self) -> &[S] {
        &self.reduced
    }

    /// Whether every variable has a value that it may have.
    pub(super) fn is_feasible(&self) -> bool {
        let values = self.basis.iter().zip(&self.values);
        values.into_iter().all(|(variable, value)| self.is_free(*variable) || !value.is_negative())
    }

    /// Whether nothing that may enter improves the objective.
    pub(super) fn is_optimal(&self) -> bool {
        !(0..self.reduced.len()).any(|variable| self.may_enter(variable) && self.reduced[variable].improves())
    }

    /// Pivots to the optimum, in so many exchanges at most.
    pub(super) fn maximise(&mut self, most_pivots: usize) -> Result<(), Stopped> {
        let mut left = self.climb(most_pivots)?;
        while !self.pivots.is_empty() {
            // Once more with what was rounded off on the way.
            self.refactorise()?;
            left = self.climb(left)?;
        }
        Ok(())
    }

    /// The same, but for what is rounded off on the way; how many exchanges are left.
    fn climb(&mut self, most_pivots: usize) -> Result<usize, Stopped> {
        let mut left = most_pivots;
        while let Some(entering) = self.entering() {
            left = left.checked_sub(1).ok_or(Stopped::TooLong)?;
            match self.exchange(entering, None) {
                // Nothing limits this gain. It is looked at again with fresh factors; if it is tiny, it is a rounding.
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

    /// Takes this for the right-hand side, which was shifted.
    pub(super) fn unshift(&mut self, rhs: &[S]) -> Result<(), Stopped> {
        self.rhs.clone_from_slice(rhs);
        self.refactorise()
    }

    /// Adds so much to the value at each index and changes the right-hand side to suit: no two vertices coincide then, and
    /// every pivot gains something.
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

    /// The variable along which the objective grows most steeply, as far as that is known.
    fn entering(&self) -> Option<usize> {
        let (mut best, mut most) = (None, 0.0);
        for (variable, (reduced, weight)) in self.reduced.iter().zip(&self.weights).enumerate() {
            if reduced.improves() {
                let size = reduced.size();
                let steepness = size * size / weight;
                // Whatever improves may enter, even where its square is too small for a double.
                if (best.is_none() || steepness > most) && self.may_enter(variable) {
                    (best, most) = (Some(variable), steepness);
                }
            }
        }
        best
    }

    /// Pivots from a basis that is optimal, but not feasible, to one that is both, in so many exchanges at most: the dual
    /// simplex method (C. E. Lemke, 1954).
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

    /// Where in the basis a value is most negative, of those that may not be.
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

    /// Finds what the row of the inverse of the basis at an index makes of each variable.
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

    /// Has a variable enter the basis, in place of the one at this index, or of the first that becomes 0.
    fn exchange(&mut self, entering: usize, leaves: Option<usize>) -> Result<(), Stopped> {
        // The entering column as the basis sees it.
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

    /// Where in the basis a value becomes 0 first if a variable with this column grows.
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

    /// Finds values and reduced costs from the factors.
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
