//! The tables of a card on which best play mixes.

use std::fmt::Display;

use crate::kit::{StrategyTable, TableUnit};

/// A table with what rows and columns are, the names of the columns, and every row with its name: a number for each column,
/// nothing where it never comes to that.
pub(super) fn table<R: Display>(
    title: &str,
    unit: TableUnit,
    [rows, columns]: [&'static str; 2],
    column_names: impl IntoIterator<Item = impl Display>,
    cells: impl IntoIterator<Item = (R, Vec<Option<f64>>)>,
) -> StrategyTable {
    let (row_names, cells) = cells.into_iter().map(|(name, row)| (name.to_string(), row)).unzip();
    let column_names = column_names.into_iter().map(|name| name.to_string()).collect();
    StrategyTable {
        title: title.to_owned(),
        unit,
        rows: rows.to_owned(),
        columns: columns.to_owned(),
        row_names,
        column_names,
        cells,
    }
}
