//! Bones as a faces file or a preset describes them, before the number of bones to cast is known.

use super::{SetError, TaliSet, Talus};

/// Bones with a name and the source of their weights.
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
    /// The name of the bones.
    pub name: String,
    /// The source of their weights.
    pub source: Option<String>,
    /// Remarks made while reading them, such as about weights that do not add up to 1.
    pub remarks: Vec<String>,
    contents: Contents,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Contents {
    /// Any number of bones with the weights of this one.
    Alike(Talus),
    /// Exactly these bones: kinds, each with its number of bones.
    Each(Vec<(Talus, usize)>),
}

/// Why the bones do not make the requested set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BonesError {
    /// They do not make a set.
    #[error(transparent)]
    Set(#[from] SetError),
    /// The bones are given one by one, and there are more or fewer than requested.
    #[error(
        "{named} tali are given one by one, but {asked} are cast; give {asked}, or one weight for all (odds and casts \
         take {named} with --tali {named})"
    )]
    Mismatch {
        /// The number of bones given.
        named: usize,
        /// The number of bones cast.
        asked: usize,
    },
}

impl Bones {
    /// Identical bones, as many as needed.
    pub fn alike(name: impl Into<String>, talus: Talus) -> Self {
        Self::of(name, Contents::Alike(talus))
    }

    /// Different bones, given one by one.
    pub fn each(name: impl Into<String>, tali: Vec<Talus>) -> Self {
        Self::kinds(name, tali.into_iter().map(|talus| (talus, 1)).collect())
    }

    /// Bones of several kinds, with the number of each; see [`TaliSet::of`].
    pub fn kinds(name: impl Into<String>, kinds: Vec<(Talus, usize)>) -> Self {
        Self::of(name, Contents::Each(kinds))
    }

    fn of(name: impl Into<String>, contents: Contents) -> Self {
        Self { name: name.into(), source: None, contents, remarks: Vec::new() }
    }

    /// Adds the source of the weights.
    pub fn with_source(self, source: impl Into<String>) -> Self {
        Self { source: Some(source.into()), ..self }
    }

    /// The set of `number` bones.
    ///
    /// # Errors
    ///
    /// [`BonesError`], if a set cannot have that many, or the bones are given one by one and there are
    /// more or fewer.
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
