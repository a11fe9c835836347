//! The transposition table: results of positions searched before.

use super::Bounds;

/// A table with a fixed number of entries, each of which stores the result of one position.
pub(super) struct Table {
    /// A power of two of entries; empty until something is stored.
    entries: Vec<Entry>,
    bits: u32,
}

/// The result of a position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    key: u128,
    pub bounds: Bounds,
    /// The depth of the search; `None` in an empty entry.
    pub depth: Option<u32>,
}

const EMPTY: Entry = Entry { key: 0, bounds: Bounds::exactly(0), depth: None };

impl Table {
    pub(super) const fn new(bits: u32) -> Self {
        Self { entries: Vec::new(), bits }
    }

    /// Returns what is known of a position.
    pub(super) fn get(&self, key: u128) -> Option<Entry> {
        let entry = *self.entries.get(self.index(key))?;
        (entry.depth.is_some() && entry.key == key).then_some(entry)
    }

    /// Stores a result, replacing what was there.
    pub(super) fn keep(&mut self, key: u128, bounds: Bounds, depth: u32) {
        if self.entries.is_empty() {
            self.entries = vec![EMPTY; 1 << self.bits];
        }
        let index = self.index(key);
        self.entries[index] = Entry { key, bounds, depth: Some(depth) };
    }

    #[expect(clippy::cast_possible_truncation, reason = "only the low bits are needed")]
    fn index(&self, key: u128) -> usize {
        // The finalizer of D. Stafford's variant 13 of MurmurHash3.
        let mut bits = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) as usize & ((1 << self.bits) - 1)
    }
}
