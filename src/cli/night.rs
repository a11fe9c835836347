//! Night files.

use std::cell::Cell;
use std::path::Path;

use anyhow::anyhow;

use super::faces;
use super::failure::{Failure, shown};
use super::table::read_text;
use crate::analysis::{Night, read_night};

/// The largest night file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// Reads a night file, and the faces files that it names, which lie beside it.
pub(super) fn read(path: &Path) -> Result<Night, Failure> {
    let text = read_text(path, LARGEST, "1 MiB; a night file has a few dozen lines")?;
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    // A faces file that cannot be read is no fault of the night file.
    let unreadable = Cell::new(false);
    let open = |name: &str| {
        faces::bones_of_file(&folder.join(name)).map_err(|failure| {
            unreadable.set(matches!(failure, Failure::CouldNot(_)));
            failure.to_string()
        })
    };
    read_night(&text, open).map_err(|error| {
        let error = anyhow!("{}: {error}", shown(path));
        if unreadable.get() { Failure::CouldNot(error) } else { Failure::Wrong(error) }
    })
}
