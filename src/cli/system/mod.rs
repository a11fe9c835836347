//! What the command line has of the system on which it runs: files, streams, a terminal, threads, signals, a folder for what
//! took long.
//!
//! The program has all of it (`machine`). Without the feature `cli` there is none, as on a page in a browser: files are those
//! that came with the request, and what is written is handed back (`memory`). Both have the functions that the verbs call.

#[cfg(feature = "cli")]
mod machine;
mod memo;
#[cfg(not(feature = "cli"))]
mod memory;

use std::path::Path;

#[cfg(feature = "cli")]
pub(super) use machine::*;
#[cfg(not(feature = "cli"))]
pub(super) use memory::*;

/// Whether a path can only be one of a folder.
pub(in crate::cli) fn names_a_folder(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let last = bytes.rsplit(|byte| std::path::is_separator(char::from(*byte))).next();
    matches!(last, Some(b"" | b"." | b".."))
}
