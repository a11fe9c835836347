//! A bag of bones: what a faces file or a preset describes, before it is known how many are cast.

use super::{SetError, TaliSet, Talus};

/// Bones under one name, with where their weights come from.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::tali::presets;
///
/// let bones = presets::UNIFORM.bones();
/// assert_eq!(bones.set(5)?.len(), 5);
/// # Ok::<(), tali_odds::tali::BonesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bones {
    /// What the bones are called.
    pub name: String,
    /// Where their weights come from.
    pub source: Option<String>,
    /// What was noticed when they were read, such as weights that do not add up to 1.
    pub remarks: Vec<String>,
    contents: Contents,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Contents {
    /// Any number of bones that all fall like this one.
    Alike(Talus),
    /// These bones and no others: kinds with the number of bones that each stands for.
    Each(Vec<(Talus, usize)>),
}

/// Why the bones do not make the set that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BonesError {
    /// They make no set.
    #[error(transparent)]
    Set(#[from] SetError),
    /// The bones are named one by one, and there are more or fewer than asked for.
    #[error(
        "{named} tali are given one by one, and {asked} are cast; give {asked}, or one weight for all (odds and casts \
         take {named} with --tali {named})"
    )]
    Mismatch {
        /// How many bones there are.
        named: usize,
        /// How many are cast.
        asked: usize,
    },
}

impl Bones {
    /// Bones that all fall alike.
    pub fn alike(name: impl Into<String>, talus: Talus) -> Self {
        Self::of(name, Contents::Alike(talus))
    }

    /// Bones that are each their own.
    pub fn each(name: impl Into<String>, tali: Vec<Talus>) -> Self {
        Self::kinds(name, tali.into_iter().map(|talus| (talus, 1)).collect())
    }

    /// Bones of several kinds, with how many there are of each; see [`TaliSet::of`].
    pub fn kinds(name: impl Into<String>, kinds: Vec<(Talus, usize)>) -> Self {
        Self::of(name, Contents::Each(kinds))
    }

    fn of(name: impl Into<String>, contents: Contents) -> Self {
        Self { name: name.into(), source: None, contents, remarks: Vec::new() }
    }

    /// The same bones with where their weights come from.
    pub fn with_source(self, source: impl Into<String>) -> Self {
        Self { source: Some(source.into()), ..self }
    }

    /// The set of `number` bones.
    ///
    /// # Errors
    ///
    /// [`BonesError`], if no set has that many, or the bones are given one by one and are not that
    /// many.
    pub fn set(&self, number: usize) -> Result<TaliSet, BonesError> {
        let set = match &self.contents {
            Contents::Alike(talus) => TaliSet::alike(talus, number),
            Contents::Each(kinds) => {
                let named = kinds.iter().map(|(_, bones)| bones).sum();
                if named != number {
                    return Err(BonesError::Mismatch { named, asked: number });
                }
                TaliSet::of(kinds.iter().cloned())
            }
        };
        set.map_err(BonesError::Set)
    }
}
