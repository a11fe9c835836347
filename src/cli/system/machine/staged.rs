//! Files on their way to their places: whole or not at all, all of them or none.
//!
//! Everything is written under a passing name first. What has one is known here, so that it is removed however the
//! program ends.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use super::place::{Place, end_of_links};
use crate::cli::failure::{Failure, could_not, shown};

/// What is to be removed if the program ends before all is in its place, in the order in which it was made. Whoever holds
/// the lock makes files or moves them, and the program does not end meanwhile.
static PASSING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn passing() -> MutexGuard<'static, Vec<PathBuf>> {
    PASSING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is not in its place; nothing is made or moved for as long as the answer is kept.
pub(super) fn clear_away() -> impl Drop {
    let mut all = passing();
    for path in all.drain(..).rev() {
        // A folder that cannot be removed holds something of somebody else.
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir(&path));
    }
    all
}

/// One after the other, as what is removed where one fails is all that is on its way.
static WRITING: Mutex<()> = Mutex::new(());

fn one_by_one() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does all of this, or leaves nothing of it.
fn or_nothing(work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    let _alone = one_by_one();
    work().inspect_err(|_| drop(clear_away()))
}

/// Writes files. All of them are written before any is put in its place; streams come last, one after the other.
pub(in crate::cli) fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    or_nothing(|| put(files))
}

fn put(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    let mut staged = Vec::new();
    let mut streams = Vec::new();
    for (path, contents) in files {
        match Place::of(path).map_err(|error| cannot_write(path, &error))? {
            Place::File(place) => staged.push((*path, stage(path, &place, contents)?, place)),
            Place::Stream => streams.push((*path, *contents)),
        }
    }
    let mut passing = passing();
    for (path, file, place) in staged {
        file.persist(place).map_err(|error| cannot_write(path, &error.error))?;
    }
    passing.clear();
    drop(passing);
    streams.into_iter().try_for_each(|(path, contents)| write_through(path, contents))
}

/// Writes files by their names in a folder, which is made if it is not there, and is there whole or not at all.
pub(in crate::cli) fn write_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    or_nothing(|| {
        if !folder.is_dir() {
            return new_folder(folder, files);
        }
        let files: Vec<(PathBuf, &[u8])> =
            files.iter().map(|(name, contents)| (folder.join(name), contents.as_slice())).collect();
        files.iter().try_for_each(|(path, _)| make_folder_of(path))?;
        put(&files.iter().map(|(path, contents)| (path.as_path(), *contents)).collect::<Vec<_>>())
    })
}

fn new_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    let cannot = |error: io::Error| could_not!("cannot make the folder {}: {error}", shown(folder));
    let place = end_of_links(folder).unwrap_or_else(|| folder.to_owned());
    make_folder_of(&place)?;
    let staged = passing_folder(folder_of(&place)).map_err(cannot)?;
    for (name, contents) in files {
        make_folder_of(&staged.join(name))?;
        let written = new_file(&staged.join(name)).and_then(|mut file| {
            file.write_all(contents)?;
            file.sync_all()
        });
        written.map_err(|error| cannot_write(&folder.join(name), &error))?;
    }
    let mut passing = passing();
    fs::rename(staged, place).map_err(cannot)?;
    passing.clear();
    Ok(())
}

/// Makes the folder of a file, and those around it, the outermost first.
fn make_folder_of(path: &Path) -> Result<(), Failure> {
    let blocked = path.ancestors().skip(1).find(|folder| folder.exists()).filter(|folder| !folder.is_dir());
    if let Some(blocked) = blocked {
        let (path, blocked) = (shown(path), shown(blocked));
        return Err(could_not!("cannot write {path}: {blocked} is no folder"));
    }
    let missing =
        path.ancestors().skip(1).take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    for folder in missing.collect::<Vec<_>>().into_iter().rev() {
        let mut passing = passing();
        fs::create_dir(folder)
            .map_err(|error| could_not!("cannot make the folder {}: {error}", shown(folder)))?;
        passing.push(folder.to_owned());
    }
    Ok(())
}

/// The contents in a file under a passing name, in the folder of its place.
fn stage(path: &Path, place: &Path, contents: &[u8]) -> Result<NamedTempFile, Failure> {
    let folder = folder_of(place);
    if !folder.is_dir() {
        let (path, folder) = (shown(path), shown(folder));
        return Err(could_not!("cannot write {path}: there is no folder {folder}"));
    }
    let mut staged = passing_file(folder, place).map_err(|error| cannot_write(path, &error))?;
    // Through the file itself, whose errors do not speak of the passing name.
    let file = staged.as_file_mut();
    let written = file.write_all(contents).and_then(|()| file.sync_all());
    written.map_err(|error| cannot_write(path, &error)).map(|()| staged)
}

/// Writes to a device, a pipe or an open file; a reader who has enough is no error.
fn write_through(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    let stream = fs::OpenOptions::new().append(true).open(path);
    match stream.and_then(|mut stream| stream.write_all(contents)) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(cannot_write(path, &error)),
        _ => Ok(()),
    }
}

fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    could_not!("cannot write {}: {error}", shown(path))
}

/// A new file under a passing name, with the rights that the file in its place has or would have.
fn passing_file(folder: &Path, place: &Path) -> io::Result<NamedTempFile> {
    let mut builder = passing_name();
    let existing = fs::metadata(place).ok().map(|there| there.permissions());
    with_rights(&mut builder, existing, 0o666);
    let mut passing = passing();
    // Told by its kind, the error does not speak of the passing name.
    let file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    passing.push(file.path().to_owned());
    Ok(file)
}

/// A new folder under a passing name.
fn passing_folder(folder: &Path) -> io::Result<PathBuf> {
    let mut builder = passing_name();
    with_rights(&mut builder, None, 0o777);
    let mut passing = passing();
    let made = builder.tempdir_in(folder).map_err(|error| io::Error::from(error.kind()))?.keep();
    passing.push(made.clone());
    Ok(made)
}

/// A new file in a folder under a passing name.
fn new_file(path: &Path) -> io::Result<fs::File> {
    let mut passing = passing();
    let file = fs::File::create_new(path)?;
    passing.push(path.to_owned());
    Ok(file)
}

fn passing_name<'a>() -> tempfile::Builder<'a, 'a> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tali-odds-");
    builder
}

#[cfg(unix)]
fn with_rights(builder: &mut tempfile::Builder<'_, '_>, existing: Option<fs::Permissions>, usual: u32) {
    use std::os::unix::fs::PermissionsExt;
    let mode = existing.map_or(usual, |there| there.mode() & 0o777);
    builder.permissions(fs::Permissions::from_mode(mode));
}

#[cfg(not(unix))]
fn with_rights(_: &mut tempfile::Builder<'_, '_>, _: Option<fs::Permissions>, _: u32) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_of_a_folder_that_is_half_written() {
        // What is cleared away would be that of other tests too.
        let _alone = one_by_one();
        let around = tempfile::tempdir().unwrap();
        fs::write(around.path().join("mine.txt"), "mine").unwrap();
        make_folder_of(&around.path().join("a/b/night")).unwrap();
        let folder = passing_folder(&around.path().join("a/b")).unwrap();
        make_folder_of(&folder.join("charts/x.png")).unwrap();
        new_file(&folder.join("charts/x.png")).unwrap().write_all(b"half").unwrap();
        let (_, staged) = passing_file(around.path(), &around.path().join("x.json")).unwrap().keep().unwrap();
        assert!(staged.exists() && folder.join("charts/x.png").exists());
        drop(clear_away());
        let left = fs::read_dir(around.path()).unwrap().map(|entry| entry.unwrap().file_name());
        assert_eq!(left.collect::<Vec<_>>(), ["mine.txt"]);
    }
}
