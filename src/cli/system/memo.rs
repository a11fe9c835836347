//! An in-memory cache of the latest solutions.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of solutions to remember; only one on a page, where memory never shrinks.
const MOST: usize = if cfg!(feature = "cli") { 2 } else { 1 };

type Found = Arc<dyn Any + Send + Sync>;

/// The latest solutions with their names, the newest first.
#[derive(Debug, Default)]
pub(super) struct Memo(Mutex<Vec<(String, Found)>>);

impl Memo {
    pub(super) fn recall(&self, name: &str) -> Option<Found> {
        let remembered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        remembered.iter().find(|(other, _)| other == name).map(|(_, what)| Arc::clone(what))
    }

    pub(super) fn remember(&self, name: &str, what: Found) {
        let mut remembered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        remembered.retain(|(other, _)| other != name);
        remembered.insert(0, (name.to_owned(), what));
        remembered.truncate(MOST);
    }
}
