//! Finds games by their names or reads them from game files.

use std::ffi::OsString;
use std::path::Path;
use std::sync::OnceLock;

use super::failure::{Failure, shown, wrong};
use super::system::stdin;
use super::texts::{read, read_file};
use crate::games::{self, Game, own};

/// The hint in the error about a file that is too large.
const USUAL: &str = "a game file has a few dozen lines";

/// The name of standard input.
const STDIN: &str = "-";

/// Whether the word names a game file: by its ending, a folder in it, or `-`.
pub(super) fn is_file(word: &str) -> bool {
    word == STDIN || has_ending(word) || word.contains(['/', '\\'])
}

/// Whether the word ends in `.game`.
pub(super) fn has_ending(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("game"))
}

/// The file that is read for a game, if it is a game file.
pub(super) fn inputs(word: &str) -> Option<OsString> {
    is_file(word).then(|| word.into())
}

/// Finds the game that the word names, or reads it from its file.
pub(super) fn find(word: &str) -> Result<&'static Game, Failure> {
    if !is_file(word) {
        return games::find(word).map_err(Failure::wrong);
    }
    of_file(Path::new(word))
}

/// Reads the game of a file.
pub(super) fn of_file(path: &Path) -> Result<&'static Game, Failure> {
    let text = text(path)?;
    let name = shown(path);
    own::read_as(&text, &name).map_err(|error| wrong!("{error}"))
}

/// The names of the games in the catalogue that satisfy a condition, for an error.
pub(super) fn names(holds: impl Fn(&Game) -> bool) -> String {
    games::all().filter(|game| holds(game)).map(|game| game.name).collect::<Vec<_>>().join(", ")
}

/// The text of a game file. Standard input is read once and remembered.
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
