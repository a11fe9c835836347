//! Texts that are read whole: faces files, files of rules, night files.

use std::io::Read;
use std::path::Path;

use super::failure::{Failure, could_not, shown, wrong};
use super::system::open;
use crate::plain_text;

/// The largest text that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// The text of a file; `usual` says of a larger one how such a file is.
pub(super) fn read_file(path: &Path, usual: &str) -> Result<String, Failure> {
    let name = shown(path);
    let file = open(path).map_err(|error| could_not!("cannot read {name}: {error}"))?;
    read(file, &name, usual)
}

/// The same of whatever is called `name`.
pub(super) fn read(from: impl Read, name: &str, usual: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let whole = from.take(LARGEST + 1).read_to_end(&mut bytes);
    whole.map_err(|error| could_not!("cannot read {name}: {error}"))?;
    if bytes.len() as u64 > LARGEST {
        return Err(wrong!("{name} is larger than 1 MiB; {usual}"));
    }
    plain_text::decoded(bytes).map_err(|error| wrong!("{name}: {error}"))
}
