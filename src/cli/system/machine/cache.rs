//! The user's cache folder, which stores solutions that took long.
//!
//! Each solution is a file of its own, compressed by gzip, whose checksum detects damage. It begins with two lines: the
//! program's version, and the name of the solution. A file that cannot be read or written only costs time.

use std::any::Any;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use etcetera::BaseStrategy;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

use super::staged::write_folder;
use crate::cli::system::memo::Memo;
use crate::games::{ReadAt, SolutionStore};

/// The most bytes of packed solutions; the oldest files make room for new ones.
const MOST_BYTES: u64 = 256 << 20;

/// The most bytes that are read of a file.
const LARGEST: u64 = 1 << 30;

const ENDING: &str = "solved.gz";

/// The ending of tables of values, which are not compressed.
const TABLE: &str = "table";
const MOST_IN_TABLES: u64 = 2 << 30;

/// The cache folder, unless it is turned off, and the table that the user named.
#[derive(Debug, Default)]
struct Cache {
    folder: Option<PathBuf>,
    named: Option<PathBuf>,
    memo: Memo,
}

/// The store of solutions. It lasts only as long as the program if caching is turned off or there is no cache folder. A
/// named table is searched first.
pub(in crate::cli) fn store(is_stored: bool, named: Option<&Path>) -> Arc<dyn SolutionStore> {
    let folders = is_stored.then(etcetera::choose_base_strategy).and_then(Result::ok);
    let folder = folders.map(|folders| folders.cache_dir().join(env!("CARGO_PKG_NAME")));
    Arc::new(Cache { folder, named: named.map(Path::to_owned), ..Cache::default() })
}

/// A file that is read in parts.
#[derive(Debug)]
struct Parts {
    file: Mutex<File>,
    size: u64,
}

/// Opens a file to read parts of it.
pub(in crate::cli) fn parts(path: &Path) -> io::Result<Box<dyn ReadAt>> {
    let about = fs::metadata(path)?;
    // Reading a pipe could wait forever.
    if !about.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    Ok(Box::new(Parts { file: Mutex::new(File::open(path)?), size: about.len() }))
}

impl ReadAt for Parts {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(into)
    }
}

/// The first two lines of a file.
fn heading(name: &str) -> String {
    format!("{} {}\n{name}\n", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
}

impl Cache {
    /// The file name of a solution. Two solutions with the same checksum overwrite each other.
    fn file(name: &str, ending: &str) -> String {
        let mut sum = Crc::new();
        sum.update(heading(name).as_bytes());
        let game = name.split_whitespace().next().unwrap_or_default();
        format!("{game}-{:08x}.{ending}", sum.sum())
    }

    fn unpacked(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut contents = Vec::new();
        let folder = self.folder.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let path = folder.join(Self::file(name, ENDING));
        // Reading a pipe could wait forever.
        if !fs::metadata(&path)?.is_file() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let file = GzDecoder::new(File::open(path)?);
        file.take(LARGEST).read_to_end(&mut contents)?;
        let heading = heading(name);
        if !contents.starts_with(heading.as_bytes()) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(contents.split_off(heading.len()))
    }

    /// Stores a file, replacing an older one.
    fn put(&self, file: String, contents: Vec<u8>, ending: &str, most: u64) {
        let Some(folder) = &self.folder else { return };
        let is_other = fs::metadata(folder.join(&file)).is_ok_and(|there| !there.is_file());
        if contents.len() as u64 <= most && !is_other {
            // A failure only costs time.
            let _ = write_folder(folder, &[(file, contents)]).map(|()| Self::make_room(folder, ending, most));
        }
    }

    /// Removes the oldest files until the total size is at most `most`. Another process may do the same at the same time.
    fn make_room(folder: &Path, ending: &str, most: u64) {
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        let stored = |entry: &DirEntry| entry.file_name().to_string_lossy().ends_with(ending);
        let mut files: Vec<(SystemTime, u64, PathBuf)> = files
            .filter(stored)
            .filter_map(|entry| {
                let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((about.modified().ok()?, about.len(), entry.path()))
            })
            .collect();
        files.sort_unstable();
        let mut stored = 0;
        for (_, bytes, path) in files.iter().rev() {
            stored += bytes;
            if stored > most {
                let _ = fs::remove_file(path);
            }
        }
    }
}

impl SolutionStore for Cache {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.unpacked(name).ok()
    }

    fn write(&self, name: &str, contents: &[u8]) {
        if let Ok(packed) = packed(name, contents) {
            self.put(Self::file(name, ENDING), packed, ENDING, MOST_BYTES);
        }
    }

    fn open(&self, name: &str) -> Vec<Box<dyn ReadAt>> {
        let stored = self.folder.as_ref().map(|folder| folder.join(Self::file(name, TABLE)));
        self.named.iter().cloned().chain(stored).filter_map(|path| parts(&path).ok()).collect()
    }

    fn keep(&self, name: &str, contents: Vec<u8>) {
        self.put(Self::file(name, TABLE), contents, TABLE, MOST_IN_TABLES);
    }

    fn recall(&self, name: &str) -> Option<Arc<dyn Any + Send + Sync>> {
        self.memo.recall(name)
    }

    fn remember(&self, name: &str, what: Arc<dyn Any + Send + Sync>) {
        self.memo.remember(name, what);
    }
}

fn packed(name: &str, contents: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(heading(name).as_bytes())?;
    packed.write_all(contents)?;
    packed.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(folder: &Path) -> Cache {
        Cache { folder: Some(folder.join("of the user").join("tali-odds")), ..Cache::default() }
    }

    #[test]
    fn cached_files_are_read_only_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        assert_eq!(cache.read("game one"), None);
        cache.write("game one", b"first");
        cache.write("game other", b"second");
        assert_eq!(cache.read("game one").unwrap(), b"first");
        assert_eq!(cache.read("game other").unwrap(), b"second");
        cache.write("game one", b"third");
        assert_eq!(cache.read("game one").unwrap(), b"third");
        // The file of another solution under this name.
        let index = |name| cache.folder.as_ref().unwrap().join(Cache::file(name, ENDING));
        fs::copy(index("game other"), index("game one")).unwrap();
        assert_eq!(cache.read("game one"), None);
    }

    #[test]
    fn damaged_files_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let contents: Vec<u8> = (0..200u8).collect();
        cache.write("game", &contents);
        let index = cache.folder.as_ref().unwrap().join(Cache::file("game", ENDING));
        let whole = fs::read(&index).unwrap();
        for length in 0..whole.len() {
            fs::write(&index, &whole[..length]).unwrap();
            assert_eq!(cache.read("game"), None, "cut off after {length} bytes");
        }
        // The first ten bytes hold the time and the system, and are not checked.
        for byte in 10..whole.len() {
            let mut damaged = whole.clone();
            damaged[byte] ^= 0x10;
            fs::write(&index, damaged).unwrap();
            // The padding of the last compressed byte has no meaning.
            assert!(cache.read("game").is_none_or(|read| read == contents), "byte {byte}");
        }
        fs::write(&index, &whole).unwrap();
        assert_eq!(cache.read("game").unwrap(), contents);
    }

    #[test]
    fn the_oldest_files_make_room() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let index = cache.folder.clone().unwrap();
        let hours = |hours: u64| SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(3_600 * hours);
        for (name, age) in [("oldest", 1), ("old", 2), ("new", 3)] {
            cache.write(name, b"");
            let file = File::options().write(true).open(index.join(Cache::file(name, ENDING))).unwrap();
            // A sparse file takes no room on the disk.
            file.set_len(MOST_BYTES / 2).unwrap();
            file.set_modified(hours(age)).unwrap();
        }
        fs::write(index.join("something else"), "").unwrap();
        Cache::make_room(&index, ENDING, MOST_BYTES);
        let mut left: Vec<String> = fs::read_dir(&index)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        let mut expected =
            vec![Cache::file("new", ENDING), Cache::file("old", ENDING), "something else".to_owned()];
        expected.sort();
        assert_eq!(left, expected);
    }
}
