//! Reads texts: faces files, files of rules, night files, game files.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::Path;

use super::failure::{Failure, could_not, shown, wrong};
use super::system::{files_beside, open};
use crate::messages::did_you_mean;
use crate::plain_text;

/// The largest accepted text, in bytes.
const LARGEST: u64 = 1 << 20;

/// Reads the text of a file. If it is too large, `usual` describes a usual file in the error.
pub(super) fn read_file(path: &Path, usual: &str) -> Result<String, Failure> {
    let file = open(path).map_err(|error| cannot_read(path, &error))?;
    read(file, &shown(path), usual)
}

/// The error for a file that cannot be read. If it is missing, suggests a similar name.
pub(super) fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    let meant = if error.kind() == io::ErrorKind::NotFound { beside(path) } else { String::new() };
    could_not!("cannot read {}: {error}{meant}", shown(path))
}

/// `; did you mean …?` for a file with the same ending and a similar name in the same folder, or nothing.
fn beside(path: &Path) -> String {
    let name = |path: &Path| path.file_name().and_then(OsStr::to_str).map(str::to_owned);
    let Some(wanted) = name(path) else { return String::new() };
    let alike = files_beside(path).into_iter().filter(|file| file.extension() == path.extension());
    let names: Vec<String> = alike.filter_map(|file| name(&file)).collect();
    did_you_mean(&wanted, names.iter().map(String::as_str))
}

/// Reads text from a source called `name` in errors.
pub(super) fn read(from: impl Read, name: &str, usual: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let whole = from.take(LARGEST + 1).read_to_end(&mut bytes);
    whole.map_err(|error| could_not!("cannot read {name}: {error}"))?;
    if bytes.len() as u64 > LARGEST {
        return Err(wrong!("{name} is larger than 1 MiB; {usual}"));
    }
    plain_text::decoded(bytes).map_err(|error| wrong!("{name}: {error}"))
}
