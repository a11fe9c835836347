//! Texts that are read whole: faces files, files of rules, night files.

use std::io::Read;
use std::path::Path;

use super::failure::{Failure, could_not, shown, wrong};
use super::system::open;
use crate::plain_text;

/// The text of a file that is no larger than that, as `in_words` says with what it should be.
pub(super) fn read_file(path: &Path, largest: u64, in_words: &str) -> Result<String, Failure> {
    let name = shown(path);
    let file = open(path).map_err(|error| could_not!("cannot read {name}: {error}"))?;
    read(file, &name, largest, in_words)
}

/// The same of whatever is called `name`.
pub(super) fn read(from: impl Read, name: &str, largest: u64, in_words: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let whole = from.take(largest + 1).read_to_end(&mut bytes);
    whole.map_err(|error| could_not!("cannot read {name}: {error}"))?;
    if bytes.len() as u64 > largest {
        return Err(wrong!("{name} is larger than {in_words}"));
    }
    plain_text::decoded(bytes).map_err(|error| wrong!("{name}: {error}"))
}
