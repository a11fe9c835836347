//! Answers on their way out: whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::args::{AnswerArgs, FormArgs};
use super::failure::{Failure, could_not, shown, wrong};
use crate::output::chart::{ChartError, ChartFormat, Picture};
use crate::output::{Answer, Form, Terminal, render};
use crate::tali::presets;

/// Where a checked request wants its answer, and in which forms.
#[derive(Debug)]
pub(super) struct Delivery {
    form: Form,
    output: Option<PathBuf>,
    chart: Option<(PathBuf, ChartFormat)>,
    /// Where a faces file goes.
    bones: Option<PathBuf>,
}

impl Delivery {
    /// Checks the destinations before any work is done; what is read from (`inputs`) is none.
    pub(super) fn new(arguments: &AnswerArgs, inputs: &[OsString]) -> Result<Self, Failure> {
        Self::with_bones(arguments, None, inputs)
    }

    /// The same, with a place for a faces file.
    pub(super) fn with_bones(
        arguments: &AnswerArgs,
        bones: Option<&Path>,
        inputs: &[OsString],
    ) -> Result<Self, Failure> {
        let chart =
            arguments.chart.as_deref().map(|path| Ok((path.to_owned(), chart_format(path)?))).transpose()?;
        let bones = bones.map(Path::to_owned);
        let delivery = Self { chart, bones, ..Self::without_chart(&arguments.form) };
        let chart = delivery.chart.as_ref().map(|(path, _)| path.as_path());
        let (output, bones) = (delivery.output.as_deref(), delivery.bones.as_deref());
        let destinations = [("--output", output), ("--chart", chart), ("--bones", bones)];
        let mut seen: Vec<(&str, &Path)> = Vec::new();
        for (option, path) in destinations.into_iter().filter_map(|(option, path)| Some((option, path?))) {
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
        Ok(delivery)
    }

    pub(super) fn without_chart(arguments: &FormArgs) -> Self {
        Self { form: arguments.format, ..Self::to(arguments.output.as_deref()) }
    }

    /// A text for that file, or for standard output.
    pub(super) fn to(output: Option<&Path>) -> Self {
        Self { form: Form::Table, output: output.map(Path::to_owned), chart: None, bones: None }
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
        let text = self.text(answer)?;
        let picture = self.chart.as_ref().map(|(path, format)| {
            let picture = answer.picture(*format).map_err(|error| match error {
                ChartError::TooMany { .. } | ChartError::Nothing(_) => Failure::wrong(error),
                ChartError::Drawing(_) => Failure::CouldNot(error.into()),
            });
            Staged::new(path, &picture?)
        });
        let picture = picture.transpose()?;
        let bones = self.bones.as_deref().zip(bones).map(|(path, bones)| Staged::new(path, bones.as_bytes()));
        self.hand_over(&text, picture.into_iter().chain(bones.transpose()?))
    }

    /// Hands over an answer without a picture.
    pub(super) fn answer<A: Answer + ?Sized>(&self, answer: &A) -> Result<(), Failure> {
        self.hand_over(&self.text(answer)?, None)
    }

    /// Hands over a text that is an answer as it stands.
    pub(super) fn text_as_it_is(&self, text: &str) -> Result<(), Failure> {
        self.hand_over(text, None)
    }

    fn text<A: Answer + ?Sized>(&self, answer: &A) -> Result<String, Failure> {
        let terminal = if self.output.is_none() { terminal() } else { Terminal::default() };
        render(answer, self.form, terminal).map_err(Failure::CouldNot)
    }

    /// Everything is written before anything is put in its place, and the words come last: where a
    /// picture cannot be placed, nobody has been told the answer yet.
    fn hand_over(&self, text: &str, others: impl IntoIterator<Item = Staged>) -> Result<(), Failure> {
        let written = self.output.as_ref().map(|path| Staged::new(path, text.as_bytes())).transpose()?;
        others.into_iter().try_for_each(Staged::keep)?;
        match written {
            Some(written) => written.keep(),
            None => print(text.as_bytes()),
        }
    }
}

/// Writes to standard output.
pub(super) fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    written.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => could_not!("cannot write to standard output: {error}"),
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
        _ => Err(wrong!("--chart {}: a chart is a .png or a .svg file", shown(path))),
    }
}

/// Whether both names lead to one file, or would if it were there. Devices can be named twice.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let device = is_stream(&end_of_links(one)) || fs::metadata(one).is_ok_and(|there| !there.is_file());
    !device && (one == other || place_of(one) == place_of(other))
}

/// Where a path leads, through links and dots, whether there is a file yet or not.
fn place_of(path: &Path) -> PathBuf {
    let end = end_of_links(path);
    let in_its_folder = || {
        let folder = end.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or_else(|| Path::new("."))).ok()?;
        Some(folder.join(end.file_name()?))
    };
    in_its_folder().unwrap_or_else(|| end.clone())
}

/// What a chain of links ends at, there or not; a stream of this process (`/dev/stdout`) ends it,
/// whatever is behind it.
fn end_of_links(path: &Path) -> PathBuf {
    const LONGEST_CHAIN: usize = 40;
    let mut end = path.to_owned();
    for _ in 0..LONGEST_CHAIN {
        match fs::read_link(&end) {
            Ok(next) if !is_stream(&end) => {
                end = end.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
            }
            _ => break,
        }
    }
    end
}

/// Whether the path is one of the names by which a process calls its own open files.
fn is_stream(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

/// Writes files by their names in a folder, which is made if it is not there. All of them are written before any is
/// put in its place; where one cannot be, nothing is left behind.
pub(super) fn write_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    let mut made = Vec::new();
    let staged = files.iter().map(|(name, contents)| {
        let path = folder.join(name);
        make_folder_of(&path, &mut made)?;
        Staged::new(&path, contents)
    });
    match staged.collect::<Result<Vec<_>, _>>() {
        Ok(staged) => staged.into_iter().try_for_each(Staged::keep),
        Err(failure) => {
            // What cannot be removed holds something of somebody else.
            made.iter().rev().for_each(|folder| drop(fs::remove_dir(folder)));
            Err(failure)
        }
    }
}

/// Makes the folder of a file, and those around it, the outermost first; `made` tells which.
fn make_folder_of(path: &Path, made: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let blocked = path.ancestors().skip(1).find(|folder| folder.exists()).filter(|folder| !folder.is_dir());
    if let Some(blocked) = blocked {
        let (path, blocked) = (shown(path), shown(blocked));
        return Err(could_not!("cannot write {path}: {blocked} is no folder"));
    }
    let missing =
        path.ancestors().skip(1).take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    for folder in missing.collect::<Vec<_>>().into_iter().rev() {
        fs::create_dir(folder)
            .map_err(|error| could_not!("cannot make the folder {}: {error}", shown(folder)))?;
        made.push(folder.to_owned());
    }
    Ok(())
}

/// A file that is written but not yet in its place.
enum Staged {
    /// Compared its place, to be moved there in one step.
    Compared(NamedTempFile, PathBuf),
    /// A device or a pipe, which nothing can be moved over: written already.
    Through,
}

impl Staged {
    fn new(path: &Path, contents: &[u8]) -> Result<Self, Failure> {
        let cannot = |error: io::Error| cannot_write(path, &error);
        // What a link leads to is replaced, not the link.
        let place = place_of(path);
        let existing = fs::metadata(&place).ok();
        if existing.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(cannot(io::ErrorKind::IsADirectory.into()));
        }
        if is_stream(&place) || existing.as_ref().is_some_and(|there| !there.is_file()) {
            let stream = fs::OpenOptions::new().append(true).open(&place);
            return match stream.and_then(|mut stream| stream.write_all(contents)) {
                Ok(()) => Ok(Self::Through),
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Self::Through),
                Err(error) => Err(cannot(error)),
            };
        }
        let folder =
            place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
        if !folder.is_dir() {
            let (path, folder) = (shown(path), shown(folder));
            return Err(could_not!("cannot write {path}: there is no folder {folder}"));
        }
        let mut staged = new_file(folder, existing.map(|there| there.permissions())).map_err(cannot)?;
        // Through the file itself, whose errors do not speak of the passing name.
        let file = staged.as_file_mut();
        file.write_all(contents).and_then(|()| file.sync_all()).map_err(cannot)?;
        Ok(Self::Compared(staged, place))
    }

    fn keep(self) -> Result<(), Failure> {
        match self {
            Self::Through => Ok(()),
            Self::Compared(file, place) => match file.persist(&place) {
                Ok(_) => Ok(()),
                Err(error) => Err(cannot_write(&place, &error.error)),
            },
        }
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    could_not!("cannot write {}: {error}", shown(path))
}

/// A new file under a passing name, with the rights that the file in its place has or would have.
fn new_file(folder: &Path, existing: Option<fs::Permissions>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tali-odds-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = existing.map_or(0o666, |there| there.mode() & 0o777);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = existing;
    // Told by its kind, the error does not speak of the passing name.
    builder.tempfile_in(folder).map_err(|error| error.kind().into())
}
