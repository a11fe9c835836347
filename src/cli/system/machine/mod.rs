//! The system of the computer that the program runs on.

mod cache;
mod patience;
mod signals;
mod staged;
mod target;
mod threads;

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

pub(in crate::cli) use cache::{parts, store};
pub(in crate::cli) use patience::{played, solving, watched};
pub(in crate::cli) use staged::{write_files, write_folder};
pub(in crate::cli) use target::is_same_file;

use crate::cli::failure::{Failure, could_not};
use crate::output::chart::Screen;
use crate::output::{Sheet, Terminal};

/// Does nothing: tables are only printed.
pub(in crate::cli) fn lay_tables(_: impl FnOnce() -> Vec<Sheet>) {}

/// Starts listening for signals, and starts the threads.
pub(in crate::cli) fn start() -> Result<(), Failure> {
    signals::listen().map_err(|error| could_not!("cannot listen for signals: {error}"))?;
    threads::start().map_err(|error| could_not!("cannot start threads: {error}"))
}

/// Opens a file to read it.
pub(in crate::cli) fn open(path: &Path) -> io::Result<impl Read + use<>> {
    File::open(path)
}

/// The files in the folder of a path, at most `MOST`.
pub(in crate::cli) fn files_beside(path: &Path) -> Vec<PathBuf> {
    const MOST: usize = 10_000;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(found) = fs::read_dir(folder.unwrap_or_else(|| Path::new("."))) else { return Vec::new() };
    let all = found.take(MOST).filter_map(Result::ok).map(|entry| entry.path());
    all.filter(|path| path.is_file()).collect()
}

/// Standard input.
pub(in crate::cli) fn stdin() -> impl Read {
    io::stdin().lock()
}

/// Writes to standard output.
pub(in crate::cli) fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    written.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => could_not!("cannot write to standard output: {error}"),
    })
}

/// Prints an error on standard error. If that fails, only the exit code reports it.
pub(in crate::cli) fn complain(words: &str) {
    let _ = writeln!(io::stderr(), "error: {words}");
}

/// Prints help or a usage error.
pub(in crate::cli) fn show_usage(usage: &clap::Error) -> io::Result<()> {
    usage.print().and_then(|()| io::stdout().flush())
}

pub(in crate::cli) fn terminal() -> Terminal {
    let out = io::stdout();
    let colour = anstream::AutoStream::choice(&out) != anstream::ColorChoice::Never;
    let size = out.is_terminal().then(terminal_size::terminal_size).flatten();
    match size {
        Some((width, _)) => Terminal { colour, width: Some(width.0), whole: false },
        None => Terminal { colour, ..no_terminal() },
    }
}

/// The default screen: pictures are drawn for documents.
pub(in crate::cli) fn screen() -> Screen {
    Screen::default()
}

/// The layout without a terminal: `COLUMNS` wide, by default an easily read width. Nothing is left out, because nobody can
/// widen it.
pub(in crate::cli) fn no_terminal() -> Terminal {
    const WIDTH: u16 = 100;
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let width = columns.filter(|columns| *columns > 0).unwrap_or(WIDTH);
    Terminal { colour: false, width: Some(width), whole: true }
}
