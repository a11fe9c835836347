//! Writes files completely or not at all, and either all of a set or none.
//!
//! All files are first written under temporary names. If one of them fails, all are removed again.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use super::target::{end_of_links, file_at, folder_of};
use crate::cli::failure::{Failure, could_not, shown};

/// Returns a guard during which no file is written or moved: sets of files are written one after the other, and a signal
/// ends the program between them.
pub(super) fn between_files() -> MutexGuard<'static, ()> {
    static WRITING: Mutex<()> = Mutex::new(());
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes files into existing folders. All are written under temporary names before any is moved to its final name. Streams
/// come last, one after the other.
pub(in crate::cli) fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    write(files, false)
}

/// The same for files with their names in a folder. The folder and folders in it are created if necessary.
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
            Some(target) => staged.push((*path, stage(path, &target, contents, makes_folders)?, target)),
            None => streams.push((*path, *contents)),
        }
    }
    for (path, _, target) in staged.iter().filter(|_| makes_folders) {
        fs::create_dir_all(folder_of(target)).map_err(|error| cannot_write(path, &error))?;
    }
    for (path, file, target) in staged {
        file.persist(target).map_err(|error| cannot_write(path, &error.error))?;
    }
    drop(alone);
    streams.into_iter().try_for_each(|(path, contents)| write_through(path, contents))
}

/// Writes the contents to a temporary file in the folder of the target, or in the nearest existing folder around it.
fn stage(path: &Path, target: &Path, contents: &[u8], makes_folders: bool) -> Result<NamedTempFile, Failure> {
    let folder = target.ancestors().map(folder_of).find(|folder| !makes_folders || folder.exists());
    let folder = folder.unwrap_or_else(|| folder_of(target));
    if !folder.is_dir() {
        let (path, folder, exists) = (shown(path), shown(folder), folder.exists());
        return Err(if exists {
            could_not!("cannot write {path}: {folder} is not a folder")
        } else {
            could_not!("cannot write {path}: there is no folder {folder}")
        });
    }
    let staged = temporary(folder, target).and_then(|mut staged| {
        // Errors of the file itself do not mention the temporary name.
        let file = staged.as_file_mut();
        file.write_all(contents)?;
        file.sync_all().map(|()| staged)
    });
    staged.map_err(|error| cannot_write(path, &error))
}

/// Creates a temporary file with the permissions of the existing target, or else the default ones.
#[cfg_attr(not(unix), expect(unused_variables, reason = "only Unix has these permissions"))]
fn temporary(folder: &Path, target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tali-odds-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(target).map_or(0o666, |there| there.permissions().mode() & 0o777);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    // Reduced to its kind, the error does not mention the temporary name.
    builder.tempfile_in(folder).map_err(|error| error.kind().into())
}

/// Writes to a device, a pipe or an open file. A closed pipe is not an error.
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
