//! The system of the program: that of the computer it runs on.

mod cache;
mod patience;
mod place;
mod signals;
mod staged;
mod threads;

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

pub(in crate::cli) use cache::{parts, store};
pub(in crate::cli) use patience::{played, solving, watched};
pub(in crate::cli) use place::is_same_file;
pub(in crate::cli) use staged::{write_files, write_folder};

use crate::cli::failure::{Failure, could_not};
use crate::output::chart::Screen;
use crate::output::{Sheet, Terminal};

/// Tables are printed, and nobody lays them out.
pub(in crate::cli) fn lay_tables(_: impl FnOnce() -> Vec<Sheet>) {}

/// What must be there before any work begins.
pub(in crate::cli) fn start() -> Result<(), Failure> {
    signals::listen().map_err(|error| could_not!("cannot listen for signals: {error}"))?;
    threads::start().map_err(|error| could_not!("cannot start threads: {error}"))
}

/// Opens a file to read it.
pub(in crate::cli) fn open(path: &Path) -> io::Result<impl Read + use<>> {
    File::open(path)
}

/// The files in the folder of a path, if they are not too many.
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

/// Says on standard error what is wrong; without one to speak to, the exit code says it alone.
pub(in crate::cli) fn complain(words: &str) {
    let _ = writeln!(io::stderr(), "error: {words}");
}

/// Shows how the program is used, or what is wrong with what was typed.
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

/// Pictures are for documents.
pub(in crate::cli) fn screen() -> Screen {
    Screen::default()
}

/// As wide as `COLUMNS` says, else as is read easily; nobody can draw it wider, so that nothing is left out.
pub(in crate::cli) fn no_terminal() -> Terminal {
    const WIDTH: u16 = 100;
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let width = columns.filter(|columns| *columns > 0).unwrap_or(WIDTH);
    Terminal { colour: false, width: Some(width), whole: true }
}
