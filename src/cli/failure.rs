//! What goes wrong, how it is said, and the exit code that it means.

use std::path::Path;

use clap::error::{ContextKind, ContextValue};

use crate::messages::{plain, steers};

/// The most of what was typed that an error repeats, in characters.
const LONGEST: usize = 80;

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
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only a closed pipe makes it"))]
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
}

/// The error with what was typed cut to what fits it, and plain.
pub(super) fn abridged(mut usage: clap::Error) -> clap::Error {
    let told: Vec<(ContextKind, ContextValue)> =
        usage.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in told {
        match value {
            ContextValue::String(typed) => drop(usage.insert(kind, ContextValue::String(start(&typed)))),
            ContextValue::Strings(typed) if kind != ContextKind::ValidValue => {
                let starts = typed.iter().map(|typed| start(typed)).collect();
                drop(usage.insert(kind, ContextValue::Strings(starts)));
            }
            // Advice on what was typed that holds all of it is left out.
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

/// What was typed, and of a long one the start.
fn start(typed: &str) -> String {
    let typed = plain(typed);
    match typed.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &typed[..cut]),
        None => typed,
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

/// The name of a file as an error tells it: on one line, and of a long one the end.
pub(super) fn shown(path: &Path) -> String {
    let name = plain(&path.to_string_lossy());
    match name.char_indices().rev().nth(LONGEST - 1) {
        Some((cut, _)) if cut > 0 => format!("…{}", &name[cut..]),
        _ => name,
    }
}
