//! Where solutions that take long are kept from one run to the next.

use std::fmt::Debug;

/// A place for what took long to solve: a folder of files, say. The games know none themselves.
///
/// What is read may be damaged, or somebody else's work: whoever reads it checks it before it is used, and solves anew what
/// does not pass.
pub trait SolutionStore: Debug + Send + Sync {
    /// What was kept under a name, if anything was.
    fn read(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps something under a name, in place of what was kept there. Where that fails, nothing is lost but time.
    fn write(&self, name: &str, contents: &[u8]);
}
