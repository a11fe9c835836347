//! Files on their way to their places: whole or not at all, all of them or none.
//!
//! Everything is written under a temporary name first, and is removed again where not all of it can be written.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use super::place::{end_of_links, file_at, folder_of};
use crate::cli::failure::{Failure, could_not, shown};

/// Nothing is under a temporary name, and no file comes to its place, for as long as the answer is kept: files are written
/// one set after the other, and a signal ends the program between them.
pub(super) fn between_files() -> MutexGuard<'static, ()> {
    static WRITING: Mutex<()> = Mutex::new(());
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes files into folders that are there. All of them are written before any is put in its place; streams come last, one
/// after the other.
pub(in crate::cli) fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    write(files, false)
}

/// The same of files by their names in a folder. It is made if it is not there, and so are folders in it.
pub(in crate::cli) fn write_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    let folder = end_of_links(folder).unwrap_or_else(|| folder.to_owned());
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
    let contents = files.iter().map(|(_, contents)| contents.as_slice());
    write(&paths.iter().map(PathBuf::as_path).zip(contents).collect::<Vec<_>>(), true)
}

fn write(files: &[(&Path, &[u8])], makes_folders: bool) -> Result<(), Failure> {
    let alone = between_files();
    let (mut staged, mut streams) = (Vec::new(), Vec::new());
    for (path, contents) in files {
        match file_at(path).map_err(|error| cannot_write(path, &error))? {
            Some(place) => staged.push((*path, stage(path, &place, contents, makes_folders)?, place)),
            None => streams.push((*path, *contents)),
        }
    }
    for (path, _, place) in staged.iter().filter(|_| makes_folders) {
        fs::create_dir_all(folder_of(place)).map_err(|error| cannot_write(path, &error))?;
    }
    for (path, file, place) in staged {
        file.persist(place).map_err(|error| cannot_write(path, &error.error))?;
    }
    drop(alone);
    streams.into_iter().try_for_each(|(path, contents)| write_through(path, contents))
}

/// The contents in a file under a temporary name, in the folder of its place, or in one around it that is there.
fn stage(path: &Path, place: &Path, contents: &[u8], makes_folders: bool) -> Result<NamedTempFile, Failure> {
    let folder = place.ancestors().map(folder_of).find(|folder| !makes_folders || folder.exists());
    let folder = folder.unwrap_or_else(|| folder_of(place));
    if !folder.is_dir() {
        let (path, folder, exists) = (shown(path), shown(folder), folder.exists());
        return Err(if exists {
            could_not!("cannot write {path}: {folder} is no folder")
        } else {
            could_not!("cannot write {path}: there is no folder {folder}")
        });
    }
    let staged = temporary(folder, place).and_then(|mut staged| {
        // Through the file itself, whose errors do not speak of the temporary name.
        let file = staged.as_file_mut();
        file.write_all(contents)?;
        file.sync_all().map(|()| staged)
    });
    staged.map_err(|error| cannot_write(path, &error))
}

/// A new file under a temporary name, with the rights that the file in its place has or would have.
#[cfg_attr(not(unix), expect(unused_variables, reason = "rights are those of Unix"))]
fn temporary(folder: &Path, place: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tali-odds-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(place).map_or(0o666, |there| there.permissions().mode() & 0o777);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    // Told by its kind, the error does not speak of the temporary name.
    builder.tempfile_in(folder).map_err(|error| error.kind().into())
}

/// Writes to a device, a pipe or an open file; a reader who has enough is no error.
fn write_through(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    let stream = fs::OpenOptions::new().append(true).open(path);
    match stream.and_then(|mut stream| stream.write_all(contents)) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(cannot_write(path, &error)),
        _ => Ok(()),
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    could_not!("cannot write {}: {error}", shown(path))
}
