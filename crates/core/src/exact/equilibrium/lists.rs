//! Sparse vectors in contiguous memory, for repeated sequential reading.

use super::field::Field;

/// A list of sparse vectors.
///
/// With an allocation for each vector, best play of mendax-common spent two fifths of its time on memory; without, including
/// the vectors of a game, it takes a seventh less.
pub(super) struct Lists<S> {
    starts: Vec<u32>,
    entries: Vec<(u32, S)>,
}

impl<S> Default for Lists<S> {
    fn default() -> Self {
        Self { starts: vec![0], entries: Vec::new() }
    }
}

impl<S> Lists<S> {
    /// Adds a vector.
    pub(super) fn push(&mut self, entries: impl IntoIterator<Item = (u32, S)>) {
        self.entries.extend(entries);
        self.starts.push(narrow(self.entries.len()));
    }

    pub(super) fn clear(&mut self) {
        self.starts.truncate(1);
        self.entries.clear();
    }

    /// The number of vectors.
    pub(super) const fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn of(&self, index: usize) -> &[(u32, S)] {
        &self.entries[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// All vectors, in their order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &[(u32, S)]> + ExactSizeIterator {
        (0..self.len()).map(|index| self.of(index))
    }
}

impl<S: Field> Lists<S> {
    /// The transpose, with `number` vectors; `index` renumbers the entries and `name` the vectors.
    pub(super) fn transposed(
        &self,
        number: usize,
        index: impl Fn(usize) -> usize,
        name: impl Fn(usize) -> u32,
    ) -> Self {
        let mut starts = vec![0; number + 1];
        for (at, _) in &self.entries {
            starts[index(*at as usize) + 1] += 1;
        }
        for vector in 0..number {
            starts[vector + 1] += starts[vector];
        }
        let mut entries = vec![(0, S::nothing()); self.entries.len()];
        let mut next = starts.clone();
        for (vector, list) in self.iter().enumerate() {
            for (at, entry) in list {
                let next = &mut next[index(*at as usize)];
                entries[*next as usize] = (name(vector), entry.clone());
                *next += 1;
            }
        }
        Self { starts, entries }
    }

    /// The same with every entry negated.
    pub(super) fn negated(&self) -> Self {
        let entries = self.entries.iter().map(|(index, entry)| (*index, entry.negated())).collect();
        Self { starts: self.starts.clone(), entries }
    }
}

impl<S, V: IntoIterator<Item = (u32, S)>> FromIterator<V> for Lists<S> {
    fn from_iter<I: IntoIterator<Item = V>>(vectors: I) -> Self {
        let mut lists = Self::default();
        vectors.into_iter().for_each(|vector| lists.push(vector));
        lists
    }
}

/// A row or column number; there are fewer than four billion.
pub(super) fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
