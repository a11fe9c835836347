//! The bones that an answer is about, as every document repeats them.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::tali::{Bones, BonesError, Face, TaliSet, Talus};

/// Bones under their name, and the set of them that is cast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSet {
    bones: Bones,
    set: TaliSet,
}

impl NamedSet {
    /// The set of `tali` of these bones.
    ///
    /// # Errors
    ///
    /// [`BonesError`], if the bones do not make a set of that many.
    pub fn new(bones: Bones, tali: usize) -> Result<Self, BonesError> {
        let set = bones.set(tali)?;
        Ok(Self { bones, set })
    }

    /// What the bones are called.
    pub fn name(&self) -> &str {
        &self.bones.name
    }

    /// Name, source and what was noticed of them.
    pub const fn bones(&self) -> &Bones {
        &self.bones
    }

    /// The bones that are cast together.
    pub const fn set(&self) -> &TaliSet {
        &self.set
    }
}

impl Serialize for NamedSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.name())?;
        map.serialize_entry("source", &self.bones.source)?;
        let tali: Vec<TalusRecord> = self.set.tali().iter().map(TalusRecord).collect();
        map.serialize_entry("tali", &tali)?;
        if !self.bones.remarks.is_empty() {
            map.serialize_entry("remarks", &self.bones.remarks)?;
        }
        map.end()
    }
}

struct TalusRecord<'a>(&'a Talus);

impl Serialize for TalusRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(name) = self.0.name() {
            map.serialize_entry("name", name)?;
        }
        map.serialize_entry("faces", &ByFace(Face::ALL.map(|face| self.0.probability(face).to_string())))?;
        if let Some(posterior) = self.0.posterior() {
            map.serialize_entry("counts", &ByFace(posterior.counts()))?;
            map.serialize_entry(
                "prior",
                &ByFace(Face::ALL.map(|face| posterior.prior().shape(face).to_string())),
            )?;
        }
        if self.0.is_turned() {
            map.serialize_entry("read", "down")?;
        }
        map.end()
    }
}

/// Four values keyed by face: `{"1": …, "3": …, "4": …, "6": …}`.
struct ByFace<T>([T; 4]);

impl<T: Serialize> Serialize for ByFace<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Face::ALL.iter().map(|face| (face.to_string(), &self.0[face.index()])))
    }
}
