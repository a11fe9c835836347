//! The command line's access to the system: files, streams, the terminal, threads, signals, the cache folder.
//!
//! The program uses the real system (`machine`). Without the feature `cli`, as on a page in a browser, there is none: files
//! come with the request, and written files are returned (`memory`). Both modules have the functions that the verbs call.

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

/// Whether a path can only name a folder.
pub(in crate::cli) fn names_a_folder(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let last = bytes.rsplit(|byte| std::path::is_separator(char::from(*byte))).next();
    matches!(last, Some(b"" | b"." | b".."))
}
