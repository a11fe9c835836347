//! Records for a spreadsheet or a data frame.

use super::sheet::{Cell, Rows, Section};
use super::words::text;
use crate::analysis::{Credible, Figure};

/// What heads the ends of credible intervals.
pub(crate) const CREDIBLE: [&str; 2] = ["credible_low", "credible_high"];

/// A header and rows of as many fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct Records {
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Records {
    pub(crate) fn new<T: Into<String>>(header: impl IntoIterator<Item = T>) -> Self {
        Self { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    pub(crate) fn row<T: Into<String>>(&mut self, fields: impl IntoIterator<Item = T>) {
        self.rows.push(fields.into_iter().map(Into::into).collect());
    }

    /// Leaves out all columns but the first ones.
    pub(crate) fn leave_out_after(&mut self, columns: usize) {
        self.header.truncate(columns);
        self.rows.iter_mut().for_each(|row| row.truncate(columns));
    }

    /// What it is about, the five fields of a figure, and the ends of its interval.
    pub(crate) fn figure(&mut self, about: &[&str], figure: &Figure, ends: Option<[f64; 2]>) {
        self.told(about, all_of(figure), ends);
    }

    /// The same of what is no [`Figure`].
    pub(crate) fn told(&mut self, about: &[&str], told: [String; 5], ends: Option<[f64; 2]>) {
        let ends = ends.map(|ends| ends.map(|end| end.to_string())).unwrap_or_default();
        self.row(about.iter().map(|about| (*about).to_owned()).chain(told).chain(ends));
    }
}

impl From<Section> for Records {
    fn from(section: Section) -> Self {
        let texts = |row: Vec<Cell>| row.into_iter().map(|cell| cell.text).collect();
        Self {
            header: section.columns.into_iter().map(|column| column.title).collect(),
            rows: section.rows.into_iter().map(texts).collect(),
        }
    }
}

impl<R> Rows<R> {
    /// Two columns of records: the double of a figure and its exact form.
    pub(crate) fn figure(self, name: &str, figure: impl Fn(&R) -> Option<&Figure>) -> Self {
        self.words(name, |row| text(figure(row).map(value)))
            .words(format!("{name}_exact"), |row| text(figure(row).map(exact)))
    }
}

pub(crate) fn render(records: &Records) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&records.header)?;
    for row in &records.rows {
        writer.write_record(row)?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    // The fields are texts already, so that nothing can be lost here.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A figure as five fields: value, method, exact form, bound on the error, and why there is none.
pub(crate) fn all_of(figure: &Figure) -> [String; 5] {
    [value(figure), text(figure.method()), exact(figure), text(figure.error()), text(figure.why())]
}

/// The level of a quantile, `0.95`.
pub(crate) fn level(percent: u8) -> String {
    (f64::from(percent) / 100.0).to_string()
}

/// The ends of a credible interval.
pub(crate) fn ends(credible: Option<&Credible>) -> Option<[f64; 2]> {
    credible.map(|credible| [credible.low, credible.high])
}

/// The ends of the interval of what was simulated.
pub(crate) fn simulated_ends(figure: &Figure) -> Option<[f64; 2]> {
    match figure {
        Figure::Simulated(estimate) => Some([estimate.low, estimate.high]),
        Figure::Exact(_) | Figure::Numerical(_) | Figure::Searched { .. } | Figure::None(_) => None,
    }
}

/// The double of a figure; empty where there is none.
pub(crate) fn value(figure: &Figure) -> String {
    text(figure.approximate())
}

/// The exact form of a figure; empty where there is none.
pub(crate) fn exact(figure: &Figure) -> String {
    match figure {
        Figure::Exact(exact) => exact.to_string(),
        Figure::Numerical(_) | Figure::Simulated(_) | Figure::Searched { .. } | Figure::None(_) => {
            String::new()
        }
    }
}
