//! The bones of an answer, which every document repeats.

use serde::{Serialize, Serializer};

use super::record;
use crate::tali::{Bones, BonesError, Face, TaliSet, Talus};

/// Named bones, and the set of them that is cast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSet {
    bones: Bones,
    set: TaliSet,
}

impl NamedSet {
    /// Makes a set of `tali` such bones.
    ///
    /// # Errors
    ///
    /// [`BonesError`], if the bones do not make a set of that many.
    pub fn new(bones: Bones, tali: usize) -> Result<Self, BonesError> {
        let set = bones.set(tali)?;
        Ok(Self { bones, set })
    }

    /// The name of the bones.
    pub fn name(&self) -> &str {
        &self.bones.name
    }

    /// The name, the source and remarks.
    pub const fn bones(&self) -> &Bones {
        &self.bones
    }

    /// The bones that are cast together.
    pub const fn set(&self) -> &TaliSet {
        &self.set
    }
}

record!(NamedSet, set =>
    "name": set.name(),
    "source": set.bones.source,
    "tali": set.set.tali().iter().map(TalusRecord).collect::<Vec<_>>(),
    "remarks"?: Some(&set.bones.remarks).filter(|remarks| !remarks.is_empty()),
);

struct TalusRecord<'a>(&'a Talus);

record!(TalusRecord<'_>, Self(talus) =>
    "name"?: talus.name(),
    "faces": ByFace(Face::ALL.map(|face| talus.probability(face).to_string())),
    "counts"?: talus.posterior().map(|posterior| ByFace(posterior.counts())),
    "prior"?: talus.posterior().map(|posterior| {
        ByFace(Face::ALL.map(|face| posterior.prior().shape(face).to_string()))
    }),
    "read"?: Some("down").filter(|_| talus.is_turned()),
);

/// Four values keyed by face: `{"1": …, "3": …, "4": …, "6": …}`.
struct ByFace<T>([T; 4]);

impl<T: Serialize> Serialize for ByFace<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Face::ALL.iter().map(|face| (face.to_string(), &self.0[face.index()])))
    }
}
