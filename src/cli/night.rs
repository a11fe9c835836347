//! Reads night files.

use std::cell::{Cell, RefCell};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;

use super::args::CacheArgs;
use super::failure::{Failure, shown};
use super::game_file;
use super::texts::read_file;
use super::{faces, system};
use crate::analysis::{Night, read_night_of};
use crate::games;

/// Reads a night file with the faces and game files that it names, relative to its folder. Also returns the paths read.
pub(super) fn read(path: &Path, cache: &CacheArgs) -> Result<(Night, Vec<OsString>), Failure> {
    let text = read_file(path, "a night file has a few dozen lines")?;
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    // If a named file cannot be read, the night file itself is not wrong.
    let unreadable = Cell::new(false);
    let files = RefCell::new(vec![path.as_os_str().to_owned()]);
    let beside = |name: &str| {
        let path = folder.join(name);
        files.borrow_mut().push(path.clone().into_os_string());
        path
    };
    let at_entry = |failure: Failure| {
        unreadable.set(matches!(failure, Failure::CouldNot(_)));
        failure.to_string()
    };
    let open = |name: &str| faces::bones_of_file(&beside(name)).map_err(at_entry);
    let game = |name: &str| {
        if !game_file::is_file(name) || name == "-" {
            return games::find(name).map_err(|error| error.to_string());
        }
        game_file::of_file(&beside(name)).map_err(at_entry)
    };
    let mut night = read_night_of(&text, open, game).map_err(|error| {
        let error = anyhow!("{}: {error}", shown(path));
        if unreadable.get() { Failure::CouldNot(error) } else { Failure::Wrong(error) }
    })?;
    let store = system::store(!cache.no_cache, None);
    for game in &mut night.games {
        game.setting.store = Some(Arc::clone(&store));
    }
    Ok((night, files.into_inner()))
}
