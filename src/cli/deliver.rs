//! Answers on their way out: whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use tempfile::NamedTempFile;

use super::args::{AnswerArgs, FormArgs};
use super::failure::Failure;
use crate::output::chart::{ChartError, ChartFormat, Picture};
use crate::output::{Answer, Form, Terminal, render};

/// Where a checked request wants its answer, and in which forms.
#[derive(Debug)]
pub(super) struct Delivery {
    form: Form,
    output: Option<PathBuf>,
    chart: Option<(PathBuf, ChartFormat)>,
}

impl Delivery {
    /// Checks the destinations before any work is done; what is read from (`inputs`) is none.
    pub(super) fn new(arguments: &AnswerArgs, inputs: &[OsString]) -> Result<Self, Failure> {
        let chart =
            arguments.chart.as_deref().map(|path| Ok((path.to_owned(), chart_format(path)?))).transpose()?;
        let delivery = Self { chart, ..Self::without_chart(&arguments.form) };
        let chart = delivery.chart.as_ref().map(|(path, _)| path.as_path());
        let destinations = [("--output", delivery.output.as_deref()), ("--chart", chart)];
        for (option, path) in destinations.into_iter().filter_map(|(option, path)| Some((option, path?))) {
            if inputs.iter().any(|input| is_same_file(path, Path::new(input))) {
                let path = path.display();
                return Err(Failure::Wrong(anyhow!(
                    "{option} {path} is a faces file, which would be overwritten"
                )));
            }
        }
        match (delivery.output.as_deref(), chart) {
            (Some(output), Some(chart)) if is_same_file(output, chart) => {
                Err(Failure::Wrong(anyhow!("--output and --chart both name {}", output.display())))
            }
            _ => Ok(delivery),
        }
    }

    pub(super) fn without_chart(arguments: &FormArgs) -> Self {
        Self { form: arguments.format.into(), output: arguments.output.clone(), chart: None }
    }

    /// Hands over an answer that has a picture.
    pub(super) fn answer_with_picture<A: Answer + Picture + ?Sized>(
        &self,
        answer: &A,
    ) -> Result<(), Failure> {
        let drawn = self.chart.as_ref().map(|(path, format)| {
            let picture = answer.picture(*format).map_err(|error| match error {
                ChartError::TooMany { .. } => Failure::wrong(error),
                ChartError::Drawing(_) => Failure::CouldNot(error.into()),
            });
            Staged::new(path, &picture?)
        });
        let drawn = drawn.transpose()?;
        self.answer(answer)?;
        drawn.map_or(Ok(()), Staged::keep)
    }

    /// Hands over an answer without a picture.
    pub(super) fn answer<A: Answer + ?Sized>(&self, answer: &A) -> Result<(), Failure> {
        let terminal = if self.output.is_none() { terminal() } else { Terminal::default() };
        let text = render(answer, self.form, terminal).map_err(|error| Failure::CouldNot(error.into()))?;
        match &self.output {
            Some(path) => Staged::new(path, text.as_bytes())?.keep(),
            None => match print(text.as_bytes()) {
                // The picture is wanted even if nobody reads the words to their end.
                Err(Failure::ReaderGone) if self.chart.is_some() => Ok(()),
                printed => printed,
            },
        }
    }
}

/// Writes to standard output.
pub(super) fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    written.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => Failure::CouldNot(anyhow!("cannot write to standard output: {error}")),
    })
}

fn terminal() -> Terminal {
    let out = io::stdout();
    let colour = anstream::AutoStream::choice(&out) != anstream::ColorChoice::Never;
    let width = out.is_terminal().then(terminal_size::terminal_size).flatten().map(|(width, _)| width.0);
    Terminal { colour, width }
}

fn chart_format(path: &Path) -> Result<ChartFormat, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("png") => Ok(ChartFormat::Png),
        Some("svg") => Ok(ChartFormat::Svg),
        _ => Err(Failure::Wrong(anyhow!("--chart {}: a chart is a .png or a .svg file", path.display()))),
    }
}

/// Whether both names lead to one file, or would if it were there. Devices can be named twice.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let device = fs::metadata(one).is_ok_and(|there| !there.is_file());
    !device && (one == other || place_of(one) == place_of(other))
}

/// Where a path leads, through links and dots, whether there is a file yet or not.
fn place_of(path: &Path) -> PathBuf {
    let in_its_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or_else(|| Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(in_its_folder).unwrap_or_else(|| path.to_owned())
}

/// A file that is written but not yet in its place.
enum Staged {
    /// Beside its place, to be moved there in one step.
    Beside(NamedTempFile, PathBuf),
    /// A device or a pipe, which nothing can be moved over: written already.
    Through,
}

impl Staged {
    fn new(path: &Path, contents: &[u8]) -> Result<Self, Failure> {
        let cannot =
            |error: io::Error| Failure::CouldNot(anyhow!("cannot write {}: {error}", path.display()));
        // What a link leads to is replaced, not the link.
        let place = place_of(path);
        let existing = fs::metadata(&place).ok();
        if existing.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(cannot(io::ErrorKind::IsADirectory.into()));
        }
        if existing.as_ref().is_some_and(|there| !there.is_file()) {
            return match fs::OpenOptions::new()
                .write(true)
                .open(&place)
                .and_then(|mut file| file.write_all(contents))
            {
                Ok(()) => Ok(Self::Through),
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Self::Through),
                Err(error) => Err(cannot(error)),
            };
        }
        let folder =
            place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
        if !folder.is_dir() {
            let missing = anyhow!("cannot write {}: there is no folder {}", path.display(), folder.display());
            return Err(Failure::CouldNot(missing));
        }
        let mut staged = new_file(folder, existing.map(|there| there.permissions())).map_err(cannot)?;
        staged.write_all(contents).and_then(|()| staged.as_file().sync_all()).map_err(cannot)?;
        Ok(Self::Beside(staged, place))
    }

    fn keep(self) -> Result<(), Failure> {
        match self {
            Self::Through => Ok(()),
            Self::Beside(file, place) => match file.persist(&place) {
                Ok(_) => Ok(()),
                Err(error) => {
                    Err(Failure::CouldNot(anyhow!("cannot write {}: {}", place.display(), error.error)))
                }
            },
        }
    }
}

/// A new file under a passing name, with the rights that the file in its place has or would have.
fn new_file(folder: &Path, existing: Option<fs::Permissions>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tali-odds-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(existing.unwrap_or_else(|| fs::Permissions::from_mode(0o666)));
    }
    #[cfg(not(unix))]
    let _ = existing;
    builder.tempfile_in(folder)
}
