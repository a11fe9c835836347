//! Answers as people and programs read them. Nothing is computed here.
//!
//! Each answer ([`Answer`]) is laid out once as a sheet, for terminals and Markdown, and once as
//! records, for CSV; its JSON is its serde form. Each form has a file of its own.

mod balance;
mod bones;
mod casts;
pub(crate) mod chart;
mod csv;
mod faces_file;
mod fit;
mod games;
mod json;
mod markdown;
mod night;
mod number;
mod odds;
pub(crate) mod page;
pub(crate) mod posterior;
mod pots;
mod presets;
mod sheet;
mod table;
mod throw_sheet;
mod tune;
mod verdicts;
mod wins;

pub(crate) use faces_file::{bones_file, faces_file};
pub(crate) use games::{Catalogue, GameRules};
pub(crate) use night::NightDocument;
pub(crate) use table::Terminal;
pub(crate) use throw_sheet::ThrowSheet;
pub(crate) use verdicts::Names;

/// The form of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Form {
    /// Tables for a terminal.
    #[default]
    Table,
    /// One JSON document.
    Json,
    /// Comma-separated values with a header.
    Csv,
    /// Markdown with tables.
    Markdown,
}

/// An answer that can take every form.
pub(crate) trait Answer {
    fn sheets(&self) -> Vec<sheet::Sheet>;
    fn records(&self) -> csv::Records;
    fn json(&self) -> Result<String, serde_json::Error>;
}

/// An answer could not be written down, which no answer of this crate causes.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum RenderError {
    /// By the JSON writer.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// By the CSV writer.
    #[error(transparent)]
    Csv(#[from] ::csv::Error),
}

/// The answer in the form asked for, ending in a line break.
pub(crate) fn render(
    answer: &(impl Answer + ?Sized),
    form: Form,
    terminal: Terminal,
) -> Result<String, RenderError> {
    let sheets = || answer.sheets().into_iter();
    Ok(match form {
        Form::Table => sheets().map(|sheet| table::render(&sheet, terminal)).collect::<Vec<_>>().join("\n"),
        Form::Markdown => sheets().map(|sheet| markdown::render(&sheet)).collect::<Vec<_>>().join("\n"),
        Form::Json => answer.json()?,
        Form::Csv => csv::render(&answer.records())?,
    })
}
