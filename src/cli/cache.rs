//! The user's cache folder: what took long to solve is kept there from one run to the next.
//!
//! Each solution is a file of its own, compressed by gzip, which tells whether it is damaged. It begins with two lines: the
//! program's version, and what is kept in it. A file that cannot be read or written costs time and nothing else.

use std::fs::{self, DirEntry, File};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use etcetera::BaseStrategy;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

use super::args::CacheArgs;
use super::staged::write_folder;
use crate::games::SolutionStore;

/// So many bytes are kept at most; the oldest files make room for new ones.
const MOST_KEPT: u64 = 256 << 20;

/// No file is read further than this.
const LARGEST: u64 = 1 << 30;

const ENDING: &str = "solved.gz";

/// A folder of solutions.
#[derive(Debug)]
struct Cache(PathBuf);

/// Where solutions are kept, unless nobody wants that or has a folder for it.
pub(super) fn store(arguments: &CacheArgs) -> Option<Arc<dyn SolutionStore>> {
    let folders = (!arguments.no_cache).then(etcetera::choose_base_strategy)?.ok()?;
    Some(Arc::new(Cache(folders.cache_dir().join(env!("CARGO_PKG_NAME")))))
}

/// What every file begins with.
fn heading(name: &str) -> String {
    format!("{} {}\n{name}\n", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
}

impl Cache {
    /// The file for something. Two that were given the same would take turns in it.
    fn file(name: &str) -> String {
        let mut sum = Crc::new();
        sum.update(heading(name).as_bytes());
        let game = name.split_whitespace().next().unwrap_or_default();
        format!("{game}-{:08x}.{ENDING}", sum.sum())
    }

    fn unpacked(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut contents = Vec::new();
        let path = self.0.join(Self::file(name));
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

    /// Removes the oldest files until the others are not too large together. Another program may do the same.
    fn make_room(&self) {
        let files = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let kept = |entry: &DirEntry| entry.file_name().to_string_lossy().ends_with(ENDING);
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
            if kept > MOST_KEPT {
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
        let Ok(packed) = packed(name, contents) else { return };
        let file = Self::file(name);
        let is_other = fs::metadata(self.0.join(&file)).is_ok_and(|there| !there.is_file());
        if packed.len() as u64 <= MOST_KEPT && !is_other {
            // Where it fails, nothing is lost but time.
            let _ = write_folder(&self.0, &[(file, packed)]).map(|()| self.make_room());
        }
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
    use std::path::Path;

    use super::*;

    fn cache(folder: &Path) -> Cache {
        Cache(folder.join("of the user").join("tali-odds"))
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
        let place = |name| cache.0.join(Cache::file(name));
        fs::copy(place("game other"), place("game one")).unwrap();
        assert_eq!(cache.read("game one"), None);
    }

    #[test]
    fn whatever_byte_of_a_file_is_damaged_it_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let contents: Vec<u8> = (0..200u8).collect();
        cache.write("game", &contents);
        let place = cache.0.join(Cache::file("game"));
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
        let hours = |hours: u64| SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(3_600 * hours);
        for (name, age) in [("oldest", 1), ("old", 2), ("new", 3)] {
            cache.write(name, b"");
            let file = File::options().write(true).open(cache.0.join(Cache::file(name))).unwrap();
            // A file with a hole takes no room on the disk.
            file.set_len(MOST_KEPT / 2).unwrap();
            file.set_modified(hours(age)).unwrap();
        }
        fs::write(cache.0.join("something else"), "").unwrap();
        cache.make_room();
        let mut left: Vec<String> = fs::read_dir(&cache.0)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        let mut expected = vec![Cache::file("new"), Cache::file("old"), "something else".to_owned()];
        expected.sort();
        assert_eq!(left, expected);
    }
}
