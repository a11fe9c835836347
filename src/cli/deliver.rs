//! Answers on their way out: whole or not at all.

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
    /// Checks the destinations before any work is done.
    pub(super) fn new(arguments: &AnswerArgs) -> Result<Self, Failure> {
        let chart =
            arguments.chart.as_deref().map(|path| Ok((path.to_owned(), chart_format(path)?))).transpose()?;
        let delivery = Self { chart, ..Self::without_chart(&arguments.form) };
        match (&delivery.output, &delivery.chart) {
            (Some(output), Some((chart, _))) if same_place(output, chart) => {
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

fn same_place(one: &Path, other: &Path) -> bool {
    one == other
        || fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
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
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
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
