//! Answers in the forms that people and programs read. Nothing is computed here.
//!
//! Each answer ([`Answer`]) becomes a sheet, for terminals, Markdown and HTML, and records, for CSV; its JSON is its serde
//! form. Each form has a file of its own.

mod advice;
mod balance;
mod board;
mod bones;
mod casts;
mod casts_by;
pub(crate) mod chart;
mod check;
mod csv;
mod faces_file;
mod fit;
mod games;
mod html;
mod intervals;
mod json;
mod markdown;
mod night;
mod number;
mod odds;
pub(crate) mod page;
mod position_form;
pub(crate) mod posterior;
mod pots;
mod presets;
mod rule;
mod sheet;
mod side_by_side;
mod strategy;
mod table;
mod throw_sheet;
mod tune;
mod verdicts;
mod wins;
mod words;
mod worksheet;

pub(crate) use faces_file::{bones_file, faces_file};
pub(crate) use games::{Catalogue, GameRules};
pub(crate) use number::grouped;
pub(crate) use page::PrintedCard;
pub(crate) use table::Terminal;
pub(crate) use throw_sheet::{TallySheet, ThrowSheet};
pub(crate) use verdicts::Names;
pub(crate) use worksheet::Worksheet;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// Human-readable tables
    Table,
    /// One JSON document
    Json,
    /// Comma-separated values
    Csv,
    /// Markdown
    Markdown,
    /// An HTML fragment
    Html,
}

pub(crate) use sheet::Sheet;

/// An answer that can take every form.
pub(crate) trait Answer {
    fn sheets(&self) -> Vec<Sheet>;
    fn records(&self) -> csv::Records;
    fn json(&self) -> impl serde::Serialize;
}

/// The answer of a command in the requested form, ending in a line break. No answer of this crate fails.
pub(crate) fn render(
    verb: &str,
    answer: &(impl Answer + ?Sized),
    form: Form,
    terminal: Terminal,
) -> anyhow::Result<String> {
    let sheets = || answer.sheets().into_iter();
    Ok(match form {
        Form::Table => sheets().map(|sheet| table::render(&sheet, terminal)).collect::<Vec<_>>().join("\n"),
        Form::Markdown => sheets().map(|sheet| markdown::render(&sheet)).collect::<Vec<_>>().join("\n"),
        Form::Html => sheets().map(|sheet| html::render(&sheet)).collect(),
        Form::Json => json::render(verb, &answer.json())?,
        Form::Csv => csv::render(answer.records())?,
    })
}
