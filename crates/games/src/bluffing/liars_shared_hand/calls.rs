//! Calls: the ranks of hands.

use std::fmt;

use serde::{Deserialize, Serialize};

use tali_core::messages::did_you_mean;

/// A called rank, or the rank of a hand: 0 is a void, 1 the dogs, 18 Venus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub(super) struct Rank(pub u8);

/// The names of the ranks, from a void up.
pub(super) const NAMES: [&str; 19] = [
    "void", "canis", "3333", "4444", "6666", "S9", "S11", "S12", "S13", "S14", "S15", "S16", "S17", "S18",
    "S19", "S20", "S21", "S22", "venus",
];

impl Rank {
    pub(super) const VOID: Self = Self(0);
    pub(super) const CANIS: Self = Self(1);
    pub(super) const VENUS: Self = Self(18);

    /// The ranks from a lowest one up.
    pub(super) fn from(lowest: Self) -> impl Iterator<Item = Self> + Clone {
        (lowest.0..=Self::VENUS.0).map(Self)
    }

    /// The rank higher by this much, at most Venus.
    pub(super) fn raised(self, by: u8) -> Self {
        Self(self.0 + by).min(Self::VENUS)
    }

    /// Reads a rank, or explains why the text is not one.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let found = (0..).zip(NAMES).find(|(_, name)| name.eq_ignore_ascii_case(text));
        found.map(|(rank, _)| Self(rank)).ok_or_else(|| {
            format!(
                "the calls are void, canis, 3333, 4444, 6666, S9, S11 to S22 (a Senio of that sum) and venus{}",
                did_you_mean(text, NAMES)
            )
        })
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[usize::from(self.0)])
    }
}
