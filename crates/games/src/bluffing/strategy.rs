//! Card tables for mixed play.

use std::fmt::Display;

use crate::kit::{StrategyTable, TableUnit};

/// Creates a table from the names of rows and columns, the column headings, and the named rows; `None` marks cells that play
/// never reaches.
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
