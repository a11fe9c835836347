//! Linear programs with sparse coefficients.

use super::lists::{Lists, narrow};

/// The coefficients of a linear program: maximise c·z subject to A·z ≤ b and z ≥ 0, where some variables are free and
/// some rows are equations.
///
/// Variables are numbered: first the program's own, then one slack for each row.
pub(super) struct Program {
    pub rows: Lists<f64>,
    pub columns: Lists<f64>,
    /// The variables that may be negative.
    pub free: Vec<bool>,
    /// The rows that are equations.
    pub equal: Vec<bool>,
}

impl Program {
    pub(super) fn new(rows: Lists<f64>, equal: Vec<bool>, free: Vec<bool>) -> Self {
        let columns = rows.transposed(free.len(), |column| column, narrow);
        Self { rows, columns, free, equal }
    }

    /// The number of variables and slacks.
    pub(super) const fn variables(&self) -> usize {
        self.columns.len() + self.rows.len()
    }

    /// The column of a variable or a slack.
    pub(super) fn column(&self, variable: usize) -> impl Iterator<Item = (u32, f64)> {
        let slack = variable.checked_sub(self.columns.len()).map(|row| (narrow(row), 1.0));
        let column = if slack.is_none() { self.columns.of(variable) } else { &[] };
        column.iter().copied().chain(slack)
    }

    /// Whether a variable can be negative, so that it never leaves a basis.
    pub(super) fn is_free(&self, variable: usize) -> bool {
        self.free.get(variable).copied().unwrap_or(false)
    }

    /// Whether a variable is the slack of an equation, which never enters a basis.
    pub(super) fn is_fixed(&self, variable: usize) -> bool {
        variable.checked_sub(self.columns.len()).is_some_and(|row| self.equal[row])
    }

    /// The dual, written as a program of the same form: maximise −b·w subject to −w·A ≤ −c and w ≥ 0.
    ///
    /// Its variables are the rows of this program, and its rows the variables.
    pub(super) fn dual(&self) -> Self {
        Self {
            rows: self.columns.negated(),
            columns: self.rows.negated(),
            free: self.equal.clone(),
            equal: self.free.clone(),
        }
    }

    /// The variable of the dual that corresponds to a variable of this program: at the optimum they are never both positive.
    pub(super) const fn complement(&self, variable: usize) -> usize {
        let (variables, rows) = (self.columns.len(), self.rows.len());
        if variable < variables { rows + variable } else { variable - variables }
    }
}
