//! Where the path of a file leads that is to be written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What is to be written to.
#[derive(Debug)]
pub(super) enum Place {
    /// A file, there or not, to be replaced as a whole.
    File(PathBuf),
    /// A device, a pipe or an open file of this process, which nothing can be moved over.
    Stream,
}

impl Place {
    /// Where a path leads, through links and dots. What a link leads to is replaced, not the link.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => return Ok(Self::Stream),
            // A loop of links, or a folder that may not be looked into.
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        Ok(end_of_links(path).map_or(Self::Stream, |end| Self::File(in_its_folder(&end).unwrap_or(end))))
    }
}

/// Whether both paths lead to one file, or would if it were there. A stream can be named twice.
pub(in crate::cli) fn is_same_file(one: &Path, other: &Path) -> bool {
    match (Place::of(one), Place::of(other)) {
        (Ok(Place::File(one)), Ok(Place::File(other))) => one == other,
        _ => false,
    }
}

/// What a chain of links ends at, there or not; nothing if the chain goes through an open file of this process
/// (`/dev/stdout`), which stands for what is behind it.
pub(super) fn end_of_links(path: &Path) -> Option<PathBuf> {
    // Links that go round were refused by the system, which follows as many.
    const LONGEST_CHAIN: usize = 40;
    let mut end = path.to_owned();
    for _ in 0..LONGEST_CHAIN {
        if is_open_file(&end) {
            return None;
        }
        let Ok(next) = fs::read_link(&end) else { break };
        end = end.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    Some(end)
}

/// Whether the path is a name by which this process calls one of its open files.
fn is_open_file(path: &Path) -> bool {
    let Some(folder) = path.parent().and_then(|folder| fs::canonicalize(folder).ok()) else { return false };
    let own = Path::new("/proc").join(std::process::id().to_string());
    folder == Path::new("/dev/fd") || (folder.starts_with(own) && folder.ends_with("fd"))
}

/// The path by the real name of its folder.
fn in_its_folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or_else(|| Path::new("."))).ok()?;
    Some(folder.join(path.file_name()?))
}
