//! What was worked out before, to be looked up.

use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

use rustc_hash::FxHashMap;

/// Values that take long to find, each found when it is first asked for.
pub(super) struct Cache<K, V>(RwLock<FxHashMap<K, V>>);

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// The value of a key. Nobody waits for somebody else who is just finding it: the first one found stays.
    pub(super) fn get(&self, key: K, find: impl FnOnce() -> V) -> V {
        self.get_of(usize::MAX, key, find)
    }

    /// The same where so many values at most are remembered.
    pub(super) fn get_of(&self, most: usize, key: K, find: impl FnOnce() -> V) -> V {
        let is_full = {
            let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(known) = all.get(&key) {
                return known.clone();
            }
            all.len() >= most
        };
        let found = find();
        if is_full {
            return found;
        }
        self.0.write().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(found).clone()
    }
}
