//! Failures, their messages, and the exit codes they lead to.

use std::path::Path;

use clap::error::{ContextKind, ContextValue};

use crate::messages::{plain, steers};

/// The longest part of the input that an error repeats, in characters.
const LONGEST: usize = 80;

/// Why a question was not answered.
#[derive(Debug)]
pub(super) enum Failure {
    /// The command line is malformed or asks for help.
    Usage(clap::Error),
    /// The request is wrong: exit code 2.
    Wrong(anyhow::Error),
    /// The request could not be answered: exit code 1.
    CouldNot(anyhow::Error),
    /// The reader of the answer closed the pipe, which is not an error.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only a closed pipe makes it"))]
    ReaderGone,
}

/// Makes a failure of a wrong request, with this message.
macro_rules! wrong {
    ($($words:tt)*) => { $crate::cli::failure::Failure::Wrong(anyhow::anyhow!($($words)*)) };
}

/// Makes a failure of a request that could not be answered, with this message.
macro_rules! could_not {
    ($($words:tt)*) => { $crate::cli::failure::Failure::CouldNot(anyhow::anyhow!($($words)*)) };
}

pub(super) use {could_not, wrong};

impl Failure {
    pub(super) fn wrong(error: impl Into<anyhow::Error>) -> Self {
        Self::Wrong(error.into())
    }
}

/// Shortens the parts of an error that repeat the input, and escapes their control characters.
pub(super) fn abridged(mut usage: clap::Error) -> clap::Error {
    let context: Vec<(ContextKind, ContextValue)> =
        usage.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in context {
        match value {
            ContextValue::String(typed) => drop(usage.insert(kind, ContextValue::String(start(&typed)))),
            ContextValue::Strings(typed) if kind != ContextKind::ValidValue => {
                let starts = typed.iter().map(|typed| start(typed)).collect();
                drop(usage.insert(kind, ContextValue::Strings(starts)));
            }
            // Leaves out advice that repeats a long input in full.
            ContextValue::StyledStrs(advice) => {
                let repeats =
                    |advice: &str| advice.chars().count() > 2 * LONGEST || advice.chars().any(steers);
                if advice.iter().any(|advice| repeats(&advice.to_string())) {
                    usage.remove(kind);
                }
            }
            _ => {}
        }
    }
    usage
}

/// The input as plain text, shortened to its start if it is long.
fn start(typed: &str) -> String {
    let typed = plain(typed);
    match typed.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &typed[..cut]),
        None => typed,
    }
}

/// Writes only the message of the failure.
impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Usage(usage) => write!(f, "{usage}"),
            Self::Wrong(error) | Self::CouldNot(error) => write!(f, "{error:#}"),
            Self::ReaderGone => Ok(()),
        }
    }
}

/// The name of a file for an error: on one line, shortened to its end if it is long.
pub(super) fn shown(path: &Path) -> String {
    let name = plain(&path.to_string_lossy());
    match name.char_indices().rev().nth(LONGEST - 1) {
        Some((cut, _)) if cut > 0 => format!("…{}", &name[cut..]),
        _ => name,
    }
}
