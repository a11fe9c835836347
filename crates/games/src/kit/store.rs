//! Storage for solutions that take long to compute.

use std::any::Any;
use std::fmt::Debug;
use std::io;
use std::sync::Arc;

/// A store for solutions that take long to compute, such as a folder of files. The games provide none themselves.
///
/// Stored data may be damaged or come from someone else: the reader checks it first, and solves again if the check fails.
pub trait SolutionStore: Debug + Send + Sync {
    /// Reads the data stored under a name, if any.
    fn read(&self, name: &str) -> Option<Vec<u8>>;

    /// Stores data under a name and replaces any old data. A failure only costs time.
    fn write(&self, name: &str, contents: &[u8]);

    /// Files that may hold a large table stored under a name; parts of it are read as needed.
    fn open(&self, _name: &str) -> Vec<Box<dyn ReadAt>> {
        Vec::new()
    }

    /// Stores a large table under a name.
    fn keep(&self, _name: &str, _contents: Vec<u8>) {}

    /// Returns the value cached in memory under a name.
    fn recall(&self, _name: &str) -> Option<Arc<dyn Any + Send + Sync>> {
        None
    }

    /// Caches a value in memory under a name until the program ends or the cache is full.
    fn remember(&self, _name: &str, _what: Arc<dyn Any + Send + Sync>) {}
}

/// Data with random access, such as a file.
pub trait ReadAt: Debug + Send + Sync {
    /// The size in bytes.
    fn size(&self) -> u64;

    /// Reads bytes, starting at an offset.
    ///
    /// # Errors
    ///
    /// The system's error, if they cannot be read or the data is too short.
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()>;
}

impl<T: AsRef<Vec<u8>> + Debug + Send + Sync> ReadAt for T {
    fn size(&self) -> u64 {
        self.as_ref().len() as u64
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let from =
            usize::try_from(offset).ok().and_then(|offset| self.as_ref().get(offset..)?.get(..into.len()));
        into.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Why a table cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// It cannot be read.
    #[error("the table cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The table is for something else.
    #[error("the table is for other rules: {what} is {found}, expected {expected}; --solve makes a new one")]
    Other {
        /// The differing property.
        what: String,
        /// The value in the table.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// The game has no tables.
    #[error("this game has no table of solved positions; omit --table")]
    None,
    /// The table is damaged.
    #[error("the table is damaged: {0}; --solve makes a new one")]
    Damaged(String),
}
