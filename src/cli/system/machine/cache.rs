//! The user's cache folder: what took long to solve is kept there from one run to the next.
//!
//! Each solution is a file of its own, compressed by gzip, which tells whether it is damaged. It begins with two lines: the
//! program's version, and what is kept in it. A file that cannot be read or written costs time and nothing else.

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

/// So many bytes are kept at most; the oldest files make room for new ones.
const MOST_KEPT: u64 = 256 << 20;

/// No file is read further than this.
const LARGEST: u64 = 1 << 30;

const ENDING: &str = "solved.gz";

/// Tables of values have files of their own, which are not packed.
const TABLE: &str = "table";
const MOST_IN_TABLES: u64 = 2 << 30;

/// A folder of solutions, unless nobody wants one, and a table that somebody named.
#[derive(Debug, Default)]
struct Cache {
    folder: Option<PathBuf>,
    named: Option<PathBuf>,
    memo: Memo,
}

/// Where solutions are kept: for as long as the program runs alone, if nobody wants more or has a folder for it. What is
/// looked up is looked up in a named file first.
pub(in crate::cli) fn store(is_kept: bool, named: Option<&Path>) -> Arc<dyn SolutionStore> {
    let folders = is_kept.then(etcetera::choose_base_strategy).and_then(Result::ok);
    let folder = folders.map(|folders| folders.cache_dir().join(env!("CARGO_PKG_NAME")));
    Arc::new(Cache { folder, named: named.map(Path::to_owned), ..Cache::default() })
}

/// A file of which parts are read.
#[derive(Debug)]
struct Parts {
    file: Mutex<File>,
    size: u64,
}

/// Opens a file of which parts are read.
pub(in crate::cli) fn parts(path: &Path) -> io::Result<Box<dyn ReadAt>> {
    let about = fs::metadata(path)?;
    // Nobody waits for what is no file.
    if !about.is_file() {
        return Err(io::Error::other("it is no file"));
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

/// What every file begins with.
fn heading(name: &str) -> String {
    format!("{} {}\n{name}\n", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
}

impl Cache {
    /// The file for something. Two that were given the same would take turns in it.
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
        // Nobody waits for what is no file.
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

    /// Keeps a file in place of what was kept there.
    fn put(&self, file: String, contents: Vec<u8>, ending: &str, most: u64) {
        let Some(folder) = &self.folder else { return };
        let is_other = fs::metadata(folder.join(&file)).is_ok_and(|there| !there.is_file());
        if contents.len() as u64 <= most && !is_other {
            // Where it fails, nothing is lost but time.
            let _ = write_folder(folder, &[(file, contents)]).map(|()| Self::make_room(folder, ending, most));
        }
    }

    /// Removes the oldest files until the others are not too large together. Another program may do the same.
    fn make_room(folder: &Path, ending: &str, most: u64) {
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        let kept = |entry: &DirEntry| entry.file_name().to_string_lossy().ends_with(ending);
        let mut files: Vec<(SystemTime, u64, PathBuf)> = files
            .filter(kept)
            .filter_map(|entry| {
                let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((about.modified().ok()?, about.len(), entry.path()))
            })
            .collect();
        files.sort_unstable();
        let mut kept = 0;
        for (_, bytes, path) in files.iter().rev() {
            kept += bytes;
            if kept > most {
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
            self.put(Self::file(name, ENDING), packed, ENDING, MOST_KEPT);
        }
    }

    fn open(&self, name: &str) -> Vec<Box<dyn ReadAt>> {
        let kept = self.folder.as_ref().map(|folder| folder.join(Self::file(name, TABLE)));
        self.named.iter().cloned().chain(kept).filter_map(|path| parts(&path).ok()).collect()
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
    fn what_was_kept_is_read_under_its_name_alone() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        assert_eq!(cache.read("game one"), None);
        cache.write("game one", b"first");
        cache.write("game other", b"second");
        assert_eq!(cache.read("game one").unwrap(), b"first");
        assert_eq!(cache.read("game other").unwrap(), b"second");
        cache.write("game one", b"third");
        assert_eq!(cache.read("game one").unwrap(), b"third");
        // A file of something else in its place.
        let place = |name| cache.folder.as_ref().unwrap().join(Cache::file(name, ENDING));
        fs::copy(place("game other"), place("game one")).unwrap();
        assert_eq!(cache.read("game one"), None);
    }

    #[test]
    fn whatever_byte_of_a_file_is_damaged_it_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let contents: Vec<u8> = (0..200u8).collect();
        cache.write("game", &contents);
        let place = cache.folder.as_ref().unwrap().join(Cache::file("game", ENDING));
        let whole = fs::read(&place).unwrap();
        for length in 0..whole.len() {
            fs::write(&place, &whole[..length]).unwrap();
            assert_eq!(cache.read("game"), None, "cut off after {length} bytes");
        }
        // The ten bytes before tell of the time and the system, and are not read.
        for byte in 10..whole.len() {
            let mut damaged = whole.clone();
            damaged[byte] ^= 0x10;
            fs::write(&place, damaged).unwrap();
            // What fills up the last byte of what is compressed says nothing.
            assert!(cache.read("game").is_none_or(|read| read == contents), "byte {byte}");
        }
        fs::write(&place, &whole).unwrap();
        assert_eq!(cache.read("game").unwrap(), contents);
    }

    #[test]
    fn the_oldest_files_make_room() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let place = cache.folder.clone().unwrap();
        let hours = |hours: u64| SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(3_600 * hours);
        for (name, age) in [("oldest", 1), ("old", 2), ("new", 3)] {
            cache.write(name, b"");
            let file = File::options().write(true).open(place.join(Cache::file(name, ENDING))).unwrap();
            // A file with a hole takes no room on the disk.
            file.set_len(MOST_KEPT / 2).unwrap();
            file.set_modified(hours(age)).unwrap();
        }
        fs::write(place.join("something else"), "").unwrap();
        Cache::make_room(&place, ENDING, MOST_KEPT);
        let mut left: Vec<String> = fs::read_dir(&place)
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
