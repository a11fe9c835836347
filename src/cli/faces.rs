//! Reads the bones that `--faces` names: presets, files, standard input.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

use super::failure::{Failure, shown, wrong};
use super::system::{open, stdin};
use super::texts::{cannot_read, read};
use crate::analysis::NamedSet;
use crate::messages::{did_you_mean, plain};
use crate::tali::{Bones, presets, read_faces};

/// The hint in the error about a file that is too large.
const USUAL: &str = "a faces file has a few lines";

/// Sets of `tali` bones for each name in `faces`, or of the default preset without names.
pub(super) fn sets(faces: &[OsString], tali: usize) -> Result<Vec<NamedSet>, Failure> {
    if faces.iter().filter(|name| *name == "-").count() > 1 {
        return Err(wrong!("--faces - is given twice, but standard input can be read only once"));
    }
    let default: [OsString; 1] = [presets::ALL[0].name.into()];
    let named = if faces.is_empty() { &default[..] } else { faces };
    named
        .iter()
        .map(|name| {
            let wrong = |error| wrong!("{}: {error}", shown(Path::new(name)));
            NamedSet::new(bones(name)?, tali).map_err(wrong)
        })
        .collect()
}

/// The bones of one name: a preset, a file, or standard input.
pub(super) fn bones(name: &OsStr) -> Result<Bones, Failure> {
    if let Some(preset) = name.to_str().and_then(presets::find) {
        return Ok(preset.bones());
    }
    let path = Path::new(name);
    if name == "-" {
        return parsed(&read(stdin(), "standard input", USUAL)?, "standard input", path);
    }
    bones_of_file(path)
}

/// The bones of a faces file.
pub(super) fn bones_of_file(path: &Path) -> Result<Bones, Failure> {
    let file = open(path).map_err(|error| cannot_open(path, &error))?;
    let shown = shown(path);
    let called = path.file_name().map_or_else(|| shown.clone(), |name| name.to_string_lossy().into_owned());
    parsed(&read(file, &shown, USUAL)?, &called, path)
}

fn parsed(text: &str, called: &str, path: &Path) -> Result<Bones, Failure> {
    // A file name may contain characters that a name of bones may not.
    read_faces(text, &plain(called)).map_err(|error| wrong!("{}: {error}", shown(path)))
}

/// The error for a file that cannot be opened. A missing file with a plain name was meant as a preset.
fn cannot_open(path: &Path, error: &io::Error) -> Failure {
    let text = shown(path);
    let is_missing = error.kind() == io::ErrorKind::NotFound;
    let is_path = text.contains(['/', '\\']) || path.extension().is_some_and(|ending| ending == "toml");
    if is_missing && !is_path && text.contains(['=', ',']) {
        return wrong!(
            "`{text}` is neither a file nor a preset; write weights to a file, such as 'faces = {{ 1 = 0.1, 3 = 0.4, 4 = 0.4, \
             6 = 0.1 }}'"
        );
    }
    if !is_missing || text.contains(['/', '\\', '.']) {
        return cannot_read(path, error);
    }
    let names = presets::ALL.map(|preset| preset.name);
    let hint = did_you_mean(&text, names);
    wrong!("`{text}` is neither a file nor a preset; the presets are {}{hint}", names.join(", "))
}
