//! Writes answers, completely or not at all.

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

/// The checked destinations and forms of an answer.
#[derive(Debug)]
pub(super) struct Delivery {
    /// The verb that is answered.
    verb: &'static str,
    form: Form,
    output: Option<PathBuf>,
    chart: Option<(PathBuf, ChartFormat)>,
    /// The path of a faces file.
    bones: Option<PathBuf>,
    /// Further files with the same answer, and their forms.
    also: Vec<(PathBuf, Form)>,
    /// A table to write to the output file; the answer itself then goes to standard output.
    table: Option<(PathBuf, Vec<u8>)>,
}

impl Delivery {
    /// Checks the destinations before any work is done. They must differ from the `inputs`.
    pub(super) fn new(
        verb: &'static str,
        arguments: &AnswerArgs,
        inputs: &[OsString],
    ) -> Result<Self, Failure> {
        Self::with_bones(verb, arguments, None, inputs)
    }

    /// The same, with a destination for a faces file.
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

    /// The same for an answer without a picture.
    pub(super) fn without_chart(
        verb: &'static str,
        form: &FormArgs,
        inputs: &[OsString],
    ) -> Result<Self, Failure> {
        Self::new(verb, &AnswerArgs { form: form.clone(), chart: None, csv: None, json: None }, inputs)
    }

    /// The delivery of a plain text to that file or to standard output.
    pub(super) fn to(output: Option<PathBuf>) -> Result<Self, Failure> {
        Self::without_chart("", &FormArgs { format: Form::Table, output }, &[])
    }

    /// Adds a table, if there is one, which is written to the output file instead of the answer.
    pub(super) fn with_table(mut self, table: Option<Vec<u8>>) -> Self {
        self.table = table.and_then(|table| Some((self.output.take()?, table)));
        self
    }

    /// Writes an answer that has a picture.
    pub(super) fn answer_with_picture<A: Answer + Picture + ?Sized>(
        &self,
        answer: &A,
    ) -> Result<(), Failure> {
        self.answer_with_bones(answer, None)
    }

    /// Writes an answer that has a picture, and a faces file.
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
                // The answer is written all the same.
                Err(error) => {
                    outcome = Err(could_not!("--chart {}: the chart was not made: {error}", shown(path)));
                }
            }
        }
        self.in_all_forms(answer, files).and(outcome)
    }

    /// Writes an answer without a picture.
    pub(super) fn answer<A: Answer + ?Sized>(&self, answer: &A) -> Result<(), Failure> {
        self.in_all_forms(answer, Vec::new())
    }

    /// Writes a text unchanged.
    pub(super) fn text_as_it_is(&self, text: &str) -> Result<(), Failure> {
        self.hand_over(text, &[])
    }

    /// Writes an answer in all requested forms, together with other files.
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

    /// Writes the files first and prints the answer last, so that nothing is printed if a file cannot be written.
    fn hand_over(&self, text: &str, others: &[(&Path, Vec<u8>)]) -> Result<(), Failure> {
        let others = others.iter().map(|(path, bytes)| (*path, bytes.as_slice()));
        let output = self.output.as_deref().map(|path| (path, text.as_bytes()));
        let table = self.table.as_ref().map(|(path, table)| (path.as_path(), table.as_slice()));
        write_files(&others.chain(output).chain(table).collect::<Vec<_>>())?;
        if self.output.is_none() { print(text.as_bytes()) } else { Ok(()) }
    }
}

/// Checks that every destination can be written, and is named only once.
fn check<'a>(
    destinations: impl Iterator<Item = (&'static str, Option<&'a Path>)>,
    inputs: &[OsString],
) -> Result<(), Failure> {
    let mut seen: Vec<(&str, &Path)> = Vec::new();
    for (option, path) in destinations.filter_map(|(option, path)| Some((option, path?))) {
        if path == Path::new("-") {
            let without = "without a file, the answer goes to standard output";
            return Err(wrong!("{option} -: name a file (./- for a file called -); {without}"));
        }
        if names_a_folder(path) {
            return Err(wrong!("{option} {}: this is a folder; name a file", shown(path)));
        }
        let is_file = |input: &&OsString| input.to_str().and_then(presets::find).is_none();
        if inputs.iter().filter(is_file).any(|input| is_same_file(path, Path::new(input))) {
            return Err(wrong!("{option} {} is an input file and would be overwritten", shown(path)));
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
        _ => Err(wrong!("--chart {}: a chart file ends in .png or .svg", shown(path))),
    }
}
