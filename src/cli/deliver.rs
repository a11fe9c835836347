//! Answers on their way out: whole or not at all.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::args::{AnswerArgs, FormArgs};
use super::failure::{Failure, could_not, shown, wrong};
use super::system::{
    is_same_file, lay_tables, names_a_folder, no_terminal, print, screen, terminal, write_files,
};
use crate::output::chart::{ChartError, ChartFormat, Picture};
use crate::output::{Answer, Form, Terminal, render};
use crate::tali::presets;

/// Where a checked request wants its answer, and in which forms.
#[derive(Debug)]
pub(super) struct Delivery {
    /// The verb that the answer is of.
    verb: &'static str,
    form: Form,
    output: Option<PathBuf>,
    chart: Option<(PathBuf, ChartFormat)>,
    /// Where a faces file goes.
    bones: Option<PathBuf>,
    /// Where the same answer goes in other forms.
    also: Vec<(PathBuf, Form)>,
    /// A table that takes the place of the answer, which then goes to standard output.
    table: Option<(PathBuf, Vec<u8>)>,
}

impl Delivery {
    /// Checks the destinations before any work is done; what is read from (`inputs`) is none.
    pub(super) fn new(
        verb: &'static str,
        arguments: &AnswerArgs,
        inputs: &[OsString],
    ) -> Result<Self, Failure> {
        Self::with_bones(verb, arguments, None, inputs)
    }

    /// The same, with a place for a faces file.
    pub(super) fn with_bones(
        verb: &'static str,
        arguments: &AnswerArgs,
        bones: Option<&Path>,
        inputs: &[OsString],
    ) -> Result<Self, Failure> {
        let AnswerArgs { form, chart, csv, json } = arguments.clone();
        let chart_format = chart.as_deref().map(chart_format).transpose()?;
        let named = [("-o/--output", &form.output), ("--chart", &chart), ("--csv", &csv), ("--json", &json)];
        let named = named.map(|(option, path)| (option, path.as_deref()));
        check(named.into_iter().chain([("--bones", bones)]), inputs)?;
        let csv = csv.map(|path| (path, Form::Csv));
        Ok(Self {
            verb,
            form: form.format,
            output: form.output,
            chart: chart.zip(chart_format),
            bones: bones.map(Path::to_owned),
            also: csv.into_iter().chain(json.map(|path| (path, Form::Json))).collect(),
            table: None,
        })
    }

    /// The same of an answer without a picture.
    pub(super) fn without_chart(
        verb: &'static str,
        form: &FormArgs,
        inputs: &[OsString],
    ) -> Result<Self, Failure> {
        Self::new(verb, &AnswerArgs { form: form.clone(), chart: None, csv: None, json: None }, inputs)
    }

    /// A text that is no document, for that file or for standard output.
    pub(super) fn to(output: Option<PathBuf>) -> Result<Self, Failure> {
        Self::without_chart("", &FormArgs { format: Form::Table, output }, &[])
    }

    /// The same with a table, if there is one, for the file that is named for the answer.
    pub(super) fn with_table(mut self, table: Option<Vec<u8>>) -> Self {
        self.table = table.and_then(|table| Some((self.output.take()?, table)));
        self
    }

    /// Hands over an answer that has a picture.
    pub(super) fn answer_with_picture<A: Answer + Picture + ?Sized>(
        &self,
        answer: &A,
    ) -> Result<(), Failure> {
        self.answer_with_bones(answer, None)
    }

    /// Hands over an answer that has a picture, and a faces file.
    pub(super) fn answer_with_bones<A: Answer + Picture + ?Sized>(
        &self,
        answer: &A,
        bones: Option<&str>,
    ) -> Result<(), Failure> {
        let bones = self.bones.as_deref().zip(bones).map(|(path, bones)| (path, bones.as_bytes().to_vec()));
        let mut files = Vec::from_iter(bones);
        let mut outcome = Ok(());
        if let Some((path, format)) = &self.chart {
            match answer.picture(*format, screen()) {
                Ok(picture) => files.push((path, picture)),
                Err(error @ ChartError::TooMany { .. }) => return Err(Failure::wrong(error)),
                // The answer is there all the same.
                Err(error) => {
                    outcome = Err(could_not!("--chart {}: no picture was made: {error}", shown(path)));
                }
            }
        }
        self.in_all_forms(answer, files).and(outcome)
    }

    /// Hands over an answer without a picture.
    pub(super) fn answer<A: Answer + ?Sized>(&self, answer: &A) -> Result<(), Failure> {
        self.in_all_forms(answer, Vec::new())
    }

    /// Hands over a text that is an answer as it stands.
    pub(super) fn text_as_it_is(&self, text: &str) -> Result<(), Failure> {
        self.hand_over(text, &[])
    }

    /// Hands over an answer in all forms that are asked for, and other files with it.
    fn in_all_forms<'s, A: Answer + ?Sized>(
        &'s self,
        answer: &A,
        mut files: Vec<(&'s Path, Vec<u8>)>,
    ) -> Result<(), Failure> {
        lay_tables(|| answer.sheets());
        let text = |form, terminal| render(self.verb, answer, form, terminal).map_err(Failure::CouldNot);
        for (path, form) in &self.also {
            files.push((path, text(*form, Terminal::default())?.into_bytes()));
        }
        let terminal = if self.output.is_none() { terminal() } else { no_terminal() };
        self.hand_over(&text(self.form, terminal)?, &files)
    }

    /// The words come last: where a picture cannot be placed, nobody has been told the answer yet.
    fn hand_over(&self, text: &str, others: &[(&Path, Vec<u8>)]) -> Result<(), Failure> {
        let others = others.iter().map(|(path, bytes)| (*path, bytes.as_slice()));
        let output = self.output.as_deref().map(|path| (path, text.as_bytes()));
        let table = self.table.as_ref().map(|(path, table)| (path.as_path(), table.as_slice()));
        write_files(&others.chain(output).chain(table).collect::<Vec<_>>())?;
        if self.output.is_none() { print(text.as_bytes()) } else { Ok(()) }
    }
}

/// That every destination can be one, and is named once.
fn check<'a>(
    destinations: impl Iterator<Item = (&'static str, Option<&'a Path>)>,
    inputs: &[OsString],
) -> Result<(), Failure> {
    let mut seen: Vec<(&str, &Path)> = Vec::new();
    for (option, path) in destinations.filter_map(|(option, path)| Some((option, path?))) {
        if path == Path::new("-") {
            let without = "what is printed goes to standard output where no file is named";
            return Err(wrong!("{option} -: name a file (one that is called so is ./-); {without}"));
        }
        if names_a_folder(path) {
            return Err(wrong!("{option} {}: a folder is named; name a file", shown(path)));
        }
        let is_file = |input: &&OsString| input.to_str().and_then(presets::find).is_none();
        if inputs.iter().filter(is_file).any(|input| is_same_file(path, Path::new(input))) {
            return Err(wrong!("{option} {} is read from, and would be overwritten", shown(path)));
        }
        if let Some((other, first)) = seen.iter().find(|(_, other)| is_same_file(path, other)) {
            return Err(wrong!("{other} and {option} both name {}", shown(first)));
        }
        seen.push((option, path));
    }
    Ok(())
}

fn chart_format(path: &Path) -> Result<ChartFormat, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("png") => Ok(ChartFormat::Png),
        Some("svg") => Ok(ChartFormat::Svg),
        _ => Err(wrong!("--chart {}: a chart is a .png or a .svg file", shown(path))),
    }
}
