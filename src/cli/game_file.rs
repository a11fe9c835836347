//! Games by what is typed: by their names, or as the file in which they are written down.

use std::ffi::OsString;
use std::path::Path;
use std::sync::OnceLock;

use super::failure::{Failure, shown, wrong};
use super::system::stdin;
use super::texts::{read, read_file};
use crate::games::{self, Game, own};

/// What is said of a file that is too large.
const USUAL: &str = "a game file has a few dozen lines";

/// What stands for standard input.
const STDIN: &str = "-";

/// Whether what is typed is a file: it ends like one, or names a folder.
pub(super) fn is_file(word: &str) -> bool {
    word == STDIN || has_ending(word) || word.contains(['/', '\\'])
}

/// Whether it ends like a game file.
pub(super) fn has_ending(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("game"))
}

/// The files that are read for a game.
pub(super) fn inputs(word: &str) -> Option<OsString> {
    is_file(word).then(|| word.into())
}

/// The game that is typed.
pub(super) fn find(word: &str) -> Result<&'static Game, Failure> {
    if !is_file(word) {
        return games::find(word).map_err(Failure::wrong);
    }
    of_file(Path::new(word))
}

/// The game of a file.
pub(super) fn of_file(path: &Path) -> Result<&'static Game, Failure> {
    let text = text(path)?;
    let name = shown(path);
    own::read_as(&text, &name).map_err(|error| wrong!("{error}"))
}

/// The names of the games of the catalogue of which this holds, for an error.
pub(super) fn names(holds: impl Fn(&Game) -> bool) -> String {
    games::all().filter(|game| holds(game)).map(|game| game.name).collect::<Vec<_>>().join(", ")
}

/// The text of a game file; standard input is read once, whoever asks.
pub(super) fn text(path: &Path) -> Result<String, Failure> {
    static TYPED: OnceLock<String> = OnceLock::new();
    if path.as_os_str() != STDIN {
        return read_file(path, USUAL);
    }
    if let Some(typed) = TYPED.get() {
        return Ok(typed.clone());
    }
    let typed = read(stdin(), "standard input", USUAL)?;
    Ok(TYPED.get_or_init(|| typed).clone())
}
