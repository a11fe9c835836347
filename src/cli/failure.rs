//! What goes wrong, how it is said, and the exit code that it means.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Why a question was not answered.
#[derive(Debug)]
pub(super) enum Failure {
    /// The command line is no request, or asks for help.
    Usage(clap::Error),
    /// The request is wrong: exit code 2.
    Wrong(anyhow::Error),
    /// It could not be answered: exit code 1.
    CouldNot(anyhow::Error),
    /// Whoever read the answer had enough of it: not an error.
    ReaderGone,
}

/// The request is wrong, in these words.
macro_rules! wrong {
    ($($words:tt)*) => { $crate::cli::failure::Failure::Wrong(anyhow::anyhow!($($words)*)) };
}

/// It could not be answered, in these words.
macro_rules! could_not {
    ($($words:tt)*) => { $crate::cli::failure::Failure::CouldNot(anyhow::anyhow!($($words)*)) };
}

pub(super) use {could_not, wrong};

impl Failure {
    pub(super) fn wrong(error: impl Into<anyhow::Error>) -> Self {
        Self::Wrong(error.into())
    }

    /// Says what is wrong on standard error.
    pub(super) fn report(self) -> ExitCode {
        match self {
            Self::ReaderGone => ExitCode::SUCCESS,
            Self::Usage(usage) => match usage.print() {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => say(&error.into(), 1),
                Ok(()) | Err(_) => ExitCode::from(u8::try_from(usage.exit_code()).unwrap_or(2)),
            },
            Self::Wrong(error) => say(&error, 2),
            Self::CouldNot(error) => say(&error, 1),
        }
    }
}

/// The words of the failure alone.
impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Usage(usage) => write!(f, "{usage}"),
            Self::Wrong(error) | Self::CouldNot(error) => write!(f, "{error:#}"),
            Self::ReaderGone => Ok(()),
        }
    }
}

fn say(error: &anyhow::Error, code: u8) -> ExitCode {
    // Without a standard error to speak to, the exit code says it alone.
    let told = format!("{error:#}").replace(|c: char| c.is_control() && c != '\n', "?");
    let _ = writeln!(io::stderr(), "error: {told}");
    ExitCode::from(code)
}

/// The name of a file as an error tells it: on one line, and not longer than names are.
pub(super) fn shown(path: &Path) -> String {
    const LONGEST: usize = 300;
    let name: String = path.to_string_lossy().chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    if name.chars().count() <= LONGEST { name } else { name.chars().take(LONGEST).chain(['…']).collect() }
}
