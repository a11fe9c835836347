//! Answers on their way out: whole or not at all.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::args::{AnswerArgs, FormArgs};
use super::failure::{Failure, could_not, shown, wrong};
use super::system::{is_same_file, names_a_folder, no_terminal, print, terminal, write_files};
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
    also: Vec<(&'static str, PathBuf, Form)>,
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
        let chart =
            arguments.chart.as_deref().map(|path| Ok((path.to_owned(), chart_format(path)?))).transpose()?;
        let bones = bones.map(Path::to_owned);
        let csv = arguments.csv.clone().map(|path| ("--csv", path, Form::Csv));
        let json = arguments.json.clone().map(|path| ("--json", path, Form::Json));
        let also = csv.into_iter().chain(json).collect();
        let delivery = Self { chart, bones, also, ..Self::unchecked(verb, &arguments.form) };
        delivery.check(inputs).map(|()| delivery)
    }

    /// That every destination can be one, and is named once.
    fn check(&self, inputs: &[OsString]) -> Result<(), Failure> {
        let chart = self.chart.as_ref().map(|(path, _)| path.as_path());
        let destinations =
            [("-o/--output", self.output.as_deref()), ("--chart", chart), ("--bones", self.bones.as_deref())];
        let also = self.also.iter().map(|(option, path, _)| (*option, Some(path.as_path())));
        let mut seen: Vec<(&str, &Path)> = Vec::new();
        let all = destinations.into_iter().chain(also);
        for (option, path) in all.filter_map(|(option, path)| Some((option, path?))) {
            if path == Path::new("-") {
                let without = "what is printed goes to standard output where no file is named";
                return Err(wrong!("{option} -: name a file (one that is called so is ./-); {without}"));
            }
            if names_a_folder(path) {
                return Err(wrong!("{option} {}: a folder is named; name a file", shown(path)));
            }
            let is_file = |input: &&OsString| input.to_str().and_then(presets::find).is_none();
            if inputs.iter().filter(is_file).any(|input| is_same_file(path, Path::new(input))) {
                let path = shown(path);
                return Err(wrong!("{option} {path} is read from, and would be overwritten"));
            }
            if let Some((other, first)) = seen.iter().find(|(_, other)| is_same_file(path, other)) {
                return Err(wrong!("{other} and {option} both name {}", shown(first)));
            }
            seen.push((option, path));
        }
        Ok(())
    }

    /// The same with a table, if there is one, for the file that is named for the answer.
    pub(super) fn with_table(mut self, table: Option<Vec<u8>>) -> Self {
        self.table = table.and_then(|table| Some((self.output.take()?, table)));
        self
    }

    pub(super) fn without_chart(verb: &'static str, arguments: &FormArgs) -> Result<Self, Failure> {
        let delivery = Self::unchecked(verb, arguments);
        delivery.check(&[]).map(|()| delivery)
    }

    /// The same of an answer about files, which are read.
    pub(super) fn of_files(
        verb: &'static str,
        arguments: &FormArgs,
        inputs: &[OsString],
    ) -> Result<Self, Failure> {
        let delivery = Self::unchecked(verb, arguments);
        delivery.check(inputs).map(|()| delivery)
    }

    /// A text that is no document, for that file or for standard output.
    pub(super) fn to(output: Option<PathBuf>) -> Result<Self, Failure> {
        Self::without_chart("", &FormArgs { format: Form::Table, output })
    }

    fn unchecked(verb: &'static str, arguments: &FormArgs) -> Self {
        let (form, output) = (arguments.format, arguments.output.clone());
        Self { verb, form, output, chart: None, bones: None, also: Vec::new(), table: None }
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
        let drawn = self.chart.as_ref().map(|(path, format)| {
            let picture = answer.picture(*format);
            picture.map(|picture| (path.as_path(), picture)).map_err(|error| (path.as_path(), error))
        });
        let (picture, missing) = match drawn {
            Some(Ok(picture)) => (Some(picture), None),
            Some(Err((_, error @ ChartError::TooMany { .. }))) => return Err(Failure::wrong(error)),
            Some(Err(missing)) => (None, Some(missing)),
            None => (None, None),
        };
        let picture = picture.as_ref().map(|(path, picture)| (*path, picture.as_slice()));
        let bones = self.bones.as_deref().zip(bones).map(|(path, bones)| (path, bones.as_bytes()));
        self.in_all_forms(answer, picture.into_iter().chain(bones))?;
        // The answer is there all the same.
        missing.map_or(Ok(()), |(path, error)| {
            Err(could_not!("--chart {}: no picture was made: {error}", shown(path)))
        })
    }

    /// Hands over an answer without a picture.
    pub(super) fn answer<A: Answer + ?Sized>(&self, answer: &A) -> Result<(), Failure> {
        self.in_all_forms(answer, None)
    }

    /// Hands over an answer in all forms that are asked for, and other files with it.
    fn in_all_forms<'a, A: Answer + ?Sized>(
        &self,
        answer: &A,
        others: impl IntoIterator<Item = (&'a Path, &'a [u8])>,
    ) -> Result<(), Failure> {
        let text = self.text(answer)?;
        let mut also = Vec::new();
        for (_, path, form) in &self.also {
            let text = render(self.verb, answer, *form, Terminal::default()).map_err(Failure::CouldNot)?;
            also.push((path.as_path(), text));
        }
        let mut files: Vec<(&Path, &[u8])> = others.into_iter().collect();
        files.extend(also.iter().map(|(path, text)| (*path, text.as_bytes())));
        self.hand_over(&text, files)
    }

    /// Hands over a text that is an answer as it stands.
    pub(super) fn text_as_it_is(&self, text: &str) -> Result<(), Failure> {
        self.hand_over(text, None)
    }

    fn text<A: Answer + ?Sized>(&self, answer: &A) -> Result<String, Failure> {
        let terminal = if self.output.is_none() { terminal() } else { no_terminal() };
        render(self.verb, answer, self.form, terminal).map_err(Failure::CouldNot)
    }

    /// The words come last: where a picture cannot be placed, nobody has been told the answer yet.
    fn hand_over<'a>(
        &'a self,
        text: &'a str,
        others: impl IntoIterator<Item = (&'a Path, &'a [u8])>,
    ) -> Result<(), Failure> {
        let output = self.output.as_deref().map(|path| (path, text.as_bytes()));
        let table = self.table.as_ref().map(|(path, table)| (path.as_path(), table.as_slice()));
        write_files(&others.into_iter().chain(output).chain(table).collect::<Vec<_>>())?;
        if self.output.is_none() { print(text.as_bytes()) } else { Ok(()) }
    }
}

fn chart_format(path: &Path) -> Result<ChartFormat, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("png") => Ok(ChartFormat::Png),
        Some("svg") => Ok(ChartFormat::Svg),
        _ => Err(wrong!("--chart {}: a chart is a .png or a .svg file", shown(path))),
    }
}
