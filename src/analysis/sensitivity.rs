//! How much the probability of an event changes with the weights of the faces, computed exactly with one face one percent
//! more frequent.
//!
//! A face with the probability p then has 1.01·p, and the others are scaled down so that all add up to 1 (see
//! [`Talus::with_more`](crate::tali::Talus::with_more)). With P the probability before and P′ the one after, the change is
//! `P′ − P`, and the relative change `(P′ − P) / P`.

use num_rational::BigRational;
use num_traits::{Signed, Zero};
use serde::Serialize;

use super::{Absence, Figure};
use crate::tali::{Cast, CastTable, Face, TaliSet};

/// How much the probability of one event changes with the weights.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensitivity {
    /// With more of each face, on all bones at once.
    pub faces: [FaceSensitivity; 4],
    /// The face that changes it most; several if they tie, none if no face changes it.
    pub most: Vec<u32>,
    /// With more of each face on one bone alone, if the bones differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bones: Vec<BoneSensitivity>,
}

/// How much a probability changes if a face comes up one percent more often.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaceSensitivity {
    /// The face.
    pub face: u32,
    /// The change of the probability.
    pub change: Figure,
    /// The change relative to the probability.
    pub relative_change: Figure,
}

/// How much a probability changes with the weights of one bone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoneSensitivity {
    /// The number of the bone, from 1.
    pub bone: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// With more of each of its faces.
    pub faces: [FaceSensitivity; 4],
}

/// The distribution of a set's casts, as it is and with more of each face.
#[derive(Clone, Debug)]
pub struct SetSensitivity<'a> {
    set: &'a TaliSet,
    now: CastTable,
    all: [CastTable; 4],
    /// With more of it on one bone alone, if the bones differ.
    bones: Vec<[CastTable; 4]>,
}

impl<'a> SetSensitivity<'a> {
    /// Computes the distributions.
    pub fn new(set: &'a TaliSet) -> Self {
        let with_more = |bone| Face::ALL.map(|face| CastTable::with_more(set, face, bone));
        let different = if set.is_alike() { 0 } else { set.len() };
        let bones = (0..different).map(|bone| with_more(Some(bone))).collect();
        Self { set, now: CastTable::new(set), all: with_more(None), bones }
    }

    /// How much the probability of `event` given `given` changes; undefined if `given` is impossible.
    pub fn of(&self, event: impl Fn(&Cast) -> bool, given: impl Fn(&Cast) -> bool) -> Sensitivity {
        let chance = |table: &CastTable| {
            let all = table.weight_of(&given);
            let both = table.weight_of(|cast| event(cast) && given(cast));
            (!all.is_zero()).then(|| BigRational::new(both.into(), all.into()))
        };
        let now = chance(&self.now);
        let faces = |then: &[CastTable; 4]| {
            Face::ALL.map(|face| FaceSensitivity::new(face, now.as_ref().zip(chance(&then[face.index()]))))
        };
        let bones = self.set.tali().iter().zip(1..).zip(&self.bones);
        let bones = bones.map(|((talus, bone), then)| BoneSensitivity {
            bone,
            name: talus.name().map(str::to_owned),
            faces: faces(then),
        });
        let all = faces(&self.all);
        Sensitivity { most: largest(&all), faces: all, bones: bones.collect() }
    }
}

impl FaceSensitivity {
    /// From the probabilities before and after, if the condition is possible.
    fn new(face: Face, chances: Option<(&BigRational, BigRational)>) -> Self {
        let undefined = || Figure::None(Absence::ImpossibleCondition);
        let change = chances.as_ref().map(|(now, then)| then - *now);
        let relative = chances.zip(change.clone()).map(|((now, _), change)| {
            if now.is_zero() { Figure::None(Absence::NothingToScale) } else { (change / now).into() }
        });
        Self {
            face: face.value(),
            change: change.map_or_else(undefined, Figure::from),
            relative_change: relative.unwrap_or_else(undefined),
        }
    }
}

/// The faces with the largest change, up or down.
fn largest(faces: &[FaceSensitivity; 4]) -> Vec<u32> {
    let size = |face: &FaceSensitivity| face.change.rational().map(|change| change.abs());
    let most = faces.iter().filter_map(size).max().filter(|most| !most.is_zero());
    faces.iter().filter(|face| most.is_some() && size(face) == most).map(|face| face.face).collect()
}
