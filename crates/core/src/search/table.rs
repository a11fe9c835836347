//! What is known of positions that were looked at before.

use super::Bounds;

/// A table of so many places, each of which keeps what was found of one position.
pub(super) struct Table {
    /// As many as a power of two, once there is something to keep.
    places: Vec<Entry>,
    bits: u32,
}

/// What was found of a position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    key: u128,
    pub bounds: Bounds,
    /// How deep was looked; nothing in an empty place.
    pub depth: Option<u32>,
}

const EMPTY: Entry = Entry { key: 0, bounds: Bounds::exactly(0), depth: None };

impl Table {
    pub(super) const fn new(bits: u32) -> Self {
        Self { places: Vec::new(), bits }
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: u128) -> Option<Entry> {
        let entry = *self.places.get(self.place(key))?;
        (entry.depth.is_some() && entry.key == key).then_some(entry)
    }

    /// Keeps what was found, in place of what was there.
    pub(super) fn keep(&mut self, key: u128, bounds: Bounds, depth: u32) {
        if self.places.is_empty() {
            self.places = vec![EMPTY; 1 << self.bits];
        }
        let place = self.place(key);
        self.places[place] = Entry { key, bounds, depth: Some(depth) };
    }

    #[expect(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
    fn place(&self, key: u128) -> usize {
        // The finalizer of D. Stafford's variant 13 of MurmurHash3.
        let mut bits = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) as usize & ((1 << self.bits) - 1)
    }
}
