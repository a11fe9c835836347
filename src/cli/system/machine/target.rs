//! Finds the file to which the path of an output file leads.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file that a path leads to through links and dots, whether it exists or not. That file is replaced, not the link.
/// `None` for a device, a pipe or an open file of a process, which no file can be moved over.
pub(super) fn file_at(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => return Ok(None),
        // A loop of links, or a folder without permission. Missing files and folders are reported later, by name.
        Err(error) if ![io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) => {
            return Err(error);
        }
        _ => {}
    }
    Ok(end_of_links(path).map(|end| in_its_folder(&end).unwrap_or(end)))
}

/// Whether both paths lead to the same file, existing or not. A stream may be named twice.
pub(in crate::cli) fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((file_at(one), file_at(other)), (Ok(Some(one)), Ok(Some(other))) if one == other)
}

/// The path at the end of a chain of links, whether it exists or not. `None` if the chain passes an open file of a process
/// (`/dev/stdout`).
pub(super) fn end_of_links(path: &Path) -> Option<PathBuf> {
    // The system follows as many links, and has already rejected loops.
    const LONGEST_CHAIN: usize = 40;
    let mut end = path.to_owned();
    for _ in 0..LONGEST_CHAIN {
        let folder = fs::canonicalize(folder_of(&end)).unwrap_or_default();
        if folder.ends_with("fd") && (folder.starts_with("/proc") || folder.starts_with("/dev")) {
            return None;
        }
        let Ok(next) = fs::read_link(&end) else { break };
        end.set_file_name(next);
    }
    Some(end)
}

/// The folder of a file, `.` if the path has none.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// The path with its folder resolved.
fn in_its_folder(path: &Path) -> Option<PathBuf> {
    Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?))
}
