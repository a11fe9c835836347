//! Records for a spreadsheet or a data frame.

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
    let [value, exact] = value_and_exact(figure);
    let error = figure.error().map_or_else(String::new, |error| error.to_string());
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    [value, text(figure.method()), exact, error, text(figure.why())]
}

/// The ends of a credible interval; empty where there is none.
pub(crate) fn ends(credible: Option<Credible>) -> [String; 2] {
    credible.map(|credible| [credible.low, credible.high].map(|end| end.to_string())).unwrap_or_default()
}

/// The double and the exact form of a figure; empty where there is none.
pub(crate) fn value_and_exact(figure: &Figure) -> [String; 2] {
    let value = figure.approximate().map_or_else(String::new, |value| value.to_string());
    let exact = match figure {
        Figure::Exact(exact) => exact.to_string(),
        Figure::Numerical(_) | Figure::Simulated(_) | Figure::None(_) => String::new(),
    };
    [value, exact]
}
