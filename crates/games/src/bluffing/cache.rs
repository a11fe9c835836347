//! A cache of computed values.

use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

use rustc_hash::FxHashMap;

/// Values that take long to compute, each computed on first use.
pub(super) struct Cache<K, V>(RwLock<FxHashMap<K, V>>);

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// Returns the value of a key. Threads do not wait for each other: if several compute it, the first result is stored.
    pub(super) fn get(&self, key: K, find: impl FnOnce() -> V) -> V {
        self.get_of(usize::MAX, key, find)
    }

    /// Like [`Cache::get`], but stores at most `most` values.
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
