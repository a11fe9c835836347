//! Where solutions that take long are stored for the next run.

use std::any::Any;
use std::fmt::Debug;
use std::io;
use std::sync::Arc;

/// A store for what took long to solve: a folder of files, say. The games know none themselves.
///
/// What is read may be damaged, or somebody else's work: whoever reads it checks it before it is used, and solves anew what
/// does not pass.
pub trait SolutionStore: Debug + Send + Sync {
    /// What is stored under a name, if anything is.
    fn read(&self, name: &str) -> Option<Vec<u8>>;

    /// Stores something under a name, in place of what was there. Where that fails, nothing is lost but time.
    fn write(&self, name: &str, contents: &[u8]);

    /// Files that may hold a large table stored under a name, of which parts are read as they are wanted.
    fn open(&self, _name: &str) -> Vec<Box<dyn ReadAt>> {
        Vec::new()
    }

    /// Stores a large table under a name.
    fn keep(&self, _name: &str, _contents: Vec<u8>) {}

    /// What was remembered under a name since the program began.
    fn recall(&self, _name: &str) -> Option<Arc<dyn Any + Send + Sync>> {
        None
    }

    /// Remembers something under a name as long as the program runs, or until there is too much else.
    fn remember(&self, _name: &str, _what: Arc<dyn Any + Send + Sync>) {}
}

/// Something of which any part can be read: a file, say.
pub trait ReadAt: Debug + Send + Sync {
    /// How many bytes there are.
    fn size(&self) -> u64;

    /// Reads the bytes from an offset on.
    ///
    /// # Errors
    ///
    /// What the system says, if they cannot be read, or there are not so many.
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

/// Why a table is not used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// It cannot be read.
    #[error("the table cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// It is something else.
    #[error(
        "the table is not one of these rules: {what} is {found}, and {expected} was expected; --solve makes a new one"
    )]
    Other {
        /// What is different.
        what: String,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The game has none.
    #[error("what is best in this game is no table of positions; leave --table out")]
    None,
    /// It is damaged.
    #[error("the table is damaged: {0}; --solve makes a new one")]
    Damaged(String),
}
