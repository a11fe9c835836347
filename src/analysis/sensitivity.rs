//! How the probability of an event moves with the weights of the faces.
//!
//! Let bone b show face f with probability `p[b,f]`, and P be the probability of an event E. Raise
//! the weight of f by ε, and scale the bone's weights back to 1: `p[b,g]` becomes
//! `(p[b,g] + ε·[g = f]) / (1 + ε)`. P is linear in the weights of each bone, so its derivative at
//! ε = 0 is
//!
//! ```text
//! D[b,f] = P(E | bone b shows f) − P(E)
//! ```
//!
//! and where all bones change at once, as they do if one vector of weights stands for all,
//! `D[f] = Σ_b D[b,f]`. The derivatives of one bone, weighted with its probabilities, add up to 0.
//! Given G, the chance is P(E∧G)/P(G) and its derivative follows by the quotient rule. The elasticity
//! `Σ_b p[b,f]·D[b,f] / P` says by how many percent P grows if the weight of f grows by one percent.

use num_rational::BigRational;
use num_traits::{Signed, Zero};
use serde::Serialize;

use super::{Absence, Figure};
use crate::tali::{Cast, CastTable, Face, TaliSet};

/// How the probability of one event moves with the weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sensitivity {
    /// With the weight of each face, on all bones at once.
    pub faces: [FaceSensitivity; 4],
    /// The face whose weight moves it most, several where they tie, none if none moves it.
    pub most: Vec<u32>,
    /// With the weights of each bone alone, where the bones differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bones: Vec<BoneSensitivity>,
}

/// How a probability moves with the weight of one face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaceSensitivity {
    /// The face.
    pub face: u32,
    /// The derivative by the weight of the face, with the weights scaled back to 1.
    pub derivative: Figure,
    /// The percent by which it grows if the weight of the face grows by one percent.
    pub elasticity: Figure,
}

/// How a probability moves with the weights of one bone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoneSensitivity {
    /// Which bone, from 1.
    pub bone: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// With the weight of each of its faces.
    pub faces: [FaceSensitivity; 4],
}

/// What all sensitivities of one set share: the law of the cast, and of the other bones for each.
#[derive(Clone, Debug)]
pub struct SetSensitivity<'a> {
    set: &'a TaliSet,
    table: CastTable,
    others: Vec<CastTable>,
}

impl<'a> SetSensitivity<'a> {
    /// Prepares the laws of the set and of its bones but one.
    #[must_use]
    pub fn new(set: &'a TaliSet) -> Self {
        let others = (0..set.len()).map(|bone| CastTable::without(set, bone)).collect();
        Self { set, table: CastTable::new(set), others }
    }

    /// How the probability of `event` moves.
    pub fn event(&self, event: impl Fn(&Cast) -> bool) -> Sensitivity {
        self.given(event, |_| true)
    }

    /// How the probability of `event` given `given` moves; undefined where `given` is impossible.
    pub fn given(&self, event: impl Fn(&Cast) -> bool, given: impl Fn(&Cast) -> bool) -> Sensitivity {
        let both = |cast: &Cast| event(cast) && given(cast);
        let (p_both, p_given) = (self.table.probability_that(both), self.table.probability_that(&given));
        if p_given.is_zero() {
            return Sensitivity::undefined();
        }
        let chance = &p_both / &p_given;
        let by_bone: Vec<[BigRational; 4]> = self
            .others
            .iter()
            .map(|others| {
                Face::ALL.map(|face| {
                    let slope_both = others.probability_that(|cast| both(&cast.with(face))) - &p_both;
                    let slope_given = others.probability_that(|cast| given(&cast.with(face))) - &p_given;
                    // (D(E∧G)·P(G) − P(E∧G)·D(G)) / P(G)², with P(E∧G)/P(G) taken out.
                    (slope_both - &chance * slope_given) / &p_given
                })
            })
            .collect();
        self.collected(&by_bone, &chance)
    }

    fn collected(&self, by_bone: &[[BigRational; 4]], chance: &BigRational) -> Sensitivity {
        let scaled =
            |bone: usize, face: Face| self.set.tali()[bone].probability(face) * &by_bone[bone][face.index()];
        let faces = |bones: std::ops::Range<usize>| {
            Face::ALL.map(|face| {
                let derivative: BigRational = bones.clone().map(|bone| &by_bone[bone][face.index()]).sum();
                let proportional: BigRational = bones.clone().map(|bone| scaled(bone, face)).sum();
                FaceSensitivity {
                    face: face.value(),
                    derivative: derivative.into(),
                    elasticity: if chance.is_zero() {
                        Figure::None(Absence::NothingToScale)
                    } else {
                        (proportional / chance).into()
                    },
                }
            })
        };
        let each = self.set.tali().iter().enumerate();
        let bones = each.map(|(bone, talus)| BoneSensitivity {
            bone: bone + 1,
            name: talus.name().map(str::to_owned),
            faces: faces(bone..bone + 1),
        });
        let all = faces(0..by_bone.len());
        Sensitivity {
            most: steepest(&all),
            bones: if self.set.is_alike() { Vec::new() } else { bones.collect() },
            faces: all,
        }
    }
}

impl Sensitivity {
    fn undefined() -> Self {
        let undefined = Figure::None(Absence::ImpossibleCondition);
        let faces = Face::ALL.map(|face| FaceSensitivity {
            face: face.value(),
            derivative: undefined.clone(),
            elasticity: undefined.clone(),
        });
        Self { faces, most: Vec::new(), bones: Vec::new() }
    }
}

/// The faces with the largest slope, up or down.
fn steepest(faces: &[FaceSensitivity; 4]) -> Vec<u32> {
    let steepness = |face: &FaceSensitivity| face.derivative.rational().map(|slope| slope.abs());
    let most = faces.iter().filter_map(steepness).max().filter(|most| !most.is_zero());
    faces.iter().filter(|face| most.is_some() && steepness(face) == most).map(|face| face.face).collect()
}
