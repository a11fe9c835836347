//! How the probability of an event moves with the weights of the faces.
//!
//! Let bone b show face f with probability `p[b,f]`, and P be the probability of an event E. Raise
//! the weight of f by ε, and scale the bone's weights back to 1: `p[b,g]` becomes
//! `(p[b,g] + ε·[g = f]) / (1 + ε)`. P is linear in the weights of each bone, so its derivative at
//! ε = 0 is
//!
//! ```text
//! D[b,f] = P(E | b shows f) − P(E)
//! ```
//!
//! and where all bones change at once, as they do if one vector of weights stands for all,
//! `D[f] = Σ_b D[b,f]`. The derivatives of one bone, weighted with its probabilities, add up to 0.
//! Given G, the chance is P(E∧G)/P(G), and by the quotient rule
//!
//! ```text
//! D[b,f] = (P(E∧G | b shows f)·P(G) − P(E∧G)·P(G | b shows f)) / P(G)²
//! ```
//!
//! The elasticity `Σ_b p[b,f]·D[b,f] / P` says by how many percent P grows if the weight of f grows
//! by one percent. It is the mean number of f shown when E happens, less the mean number otherwise
//! expected: `Σ_b P(b shows f | E∧G) − P(b shows f | G)`.

use std::ops::Range;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use serde::Serialize;

use super::{Absence, Figure};
use crate::tali::{Cast, CastTable, Face, TaliSet};

/// How the probability of one event moves with the weights.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaceSensitivity {
    /// The face.
    pub face: u32,
    /// The derivative by the weight of the face, with the weights scaled back to 1.
    pub derivative: Figure,
    /// The percent by which it grows if the weight of the face grows by one percent.
    pub elasticity: Figure,
}

/// How a probability moves with the weights of one bone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoneSensitivity {
    /// Which bone, from 1.
    pub bone: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// With the weight of each of its faces.
    pub faces: [FaceSensitivity; 4],
}

/// What all sensitivities of one set share: the distribution of the cast, and of the other bones for each.
#[derive(Clone, Debug)]
pub struct SetSensitivity<'a> {
    set: &'a TaliSet,
    table: CastTable,
    others: Vec<CastTable>,
}

impl<'a> SetSensitivity<'a> {
    /// Prepares the distributions of the set and of its bones but one.
    pub fn new(set: &'a TaliSet) -> Self {
        let different = if set.is_alike() { 1 } else { set.len() };
        let others = (0..different).map(|bone| CastTable::without(set, bone)).collect();
        Self { set, table: CastTable::new(set), others }
    }

    /// How the probability of `event` moves.
    pub fn event(&self, event: impl Fn(&Cast) -> bool) -> Sensitivity {
        self.given(event, |_| true)
    }

    /// How the probability of `event` given `given` moves; undefined where `given` is impossible.
    pub fn given(&self, event: impl Fn(&Cast) -> bool, given: impl Fn(&Cast) -> bool) -> Sensitivity {
        let chance = self.chance(event, given);
        if chance.given.all.is_zero() {
            return Sensitivity::undefined();
        }
        let bones = self.set.tali().iter().enumerate().map(|(bone, talus)| BoneSensitivity {
            bone: bone + 1,
            name: talus.name().map(str::to_owned),
            faces: chance.faces(bone..bone + 1, 1),
        });
        let bones = if self.set.is_alike() { Vec::new() } else { bones.collect() };
        Sensitivity::new(chance.on_all_bones(), bones)
    }

    /// How the probability of `event` moves if all bones change at once, and not bone by bone.
    pub fn together(&self, event: impl Fn(&Cast) -> bool) -> Sensitivity {
        Sensitivity::new(self.chance(event, |_| true).on_all_bones(), Vec::new())
    }

    fn chance(&self, event: impl Fn(&Cast) -> bool, given: impl Fn(&Cast) -> bool) -> Chance<'_> {
        let weights = |of: &dyn Fn(&Cast) -> bool| {
            let all = self.table.weight_of(of);
            let with =
                |others: &CastTable| Face::ALL.map(|face| others.weight_of(|cast| of(&cast.with(face))));
            Weights { all, with: self.others.iter().map(with).collect() }
        };
        Chance { set: self.set, both: weights(&|cast| event(cast) && given(cast)), given: weights(&given) }
    }
}

/// The numerators of an event's probability: over the set's denominator, and, with what one bone
/// shows given, over that of the other bones.
struct Weights {
    all: BigUint,
    with: Vec<[BigUint; 4]>,
}

/// A conditional chance in integers.
struct Chance<'a> {
    set: &'a TaliSet,
    both: Weights,
    given: Weights,
}

impl Chance<'_> {
    fn on_all_bones(&self) -> [FaceSensitivity; 4] {
        let number = self.set.len();
        // Of bones that fall alike, one stands for all of them.
        if self.set.is_alike() { self.faces(0..1, number) } else { self.faces(0..number, 1) }
    }

    /// The sum over some bones, `times` over. Each sum is of integers over one denominator, and is
    /// reduced once.
    fn faces(&self, bones: Range<usize>, times: usize) -> [FaceSensitivity; 4] {
        let times = BigInt::from(times);
        Face::ALL.map(|face| FaceSensitivity {
            face: face.value(),
            derivative: (self.derivative(bones.clone(), face) * &times).into(),
            elasticity: if self.both.all.is_zero() {
                Figure::None(Absence::NothingToScale)
            } else {
                ((self.both.mean_shown(self.set, bones.clone(), face)
                    - self.given.mean_shown(self.set, bones.clone(), face))
                    * &times)
                    .into()
            },
        })
    }

    fn derivative(&self, bones: Range<usize>, face: Face) -> BigRational {
        let scaled = |weights: &Weights, bone: usize| {
            self.set.tali()[bone].total() * &weights.with[bone][face.index()]
        };
        let sum = |weights: &Weights| bones.clone().map(|bone| scaled(weights, bone)).sum::<BigUint>();
        let both = sum(&self.both);
        // A condition that is as likely whatever these bones show drops out of the quotient rule,
        // and the numbers stay half as long.
        if bones.clone().all(|bone| scaled(&self.given, bone) == self.given.all) {
            return quotient(both, &(&self.both.all * bones.len()), self.given.all.clone());
        }
        let (up, down) = (both * &self.given.all, sum(&self.given) * &self.both.all);
        quotient(up, &down, &self.given.all * &self.given.all)
    }
}

impl Weights {
    /// The mean number of these bones that show the face when the event holds.
    fn mean_shown(&self, set: &TaliSet, bones: Range<usize>, face: Face) -> BigRational {
        let shown = |bone: usize| set.tali()[bone].weight(face) * &self.with[bone][face.index()];
        quotient(bones.map(shown).sum(), &BigUint::zero(), self.all.clone())
    }
}

/// (up − down) / denominator
fn quotient(up: BigUint, down: &BigUint, denominator: BigUint) -> BigRational {
    BigRational::new(BigInt::from(up) - BigInt::from(down.clone()), denominator.into())
}

impl Sensitivity {
    fn new(faces: [FaceSensitivity; 4], bones: Vec<BoneSensitivity>) -> Self {
        Self { most: steepest(&faces), faces, bones }
    }

    fn undefined() -> Self {
        let undefined = Figure::None(Absence::ImpossibleCondition);
        let faces = Face::ALL.map(|face| FaceSensitivity {
            face: face.value(),
            derivative: undefined.clone(),
            elasticity: undefined.clone(),
        });
        Self::new(faces, Vec::new())
    }
}

/// The faces with the largest slope, up or down.
fn steepest(faces: &[FaceSensitivity; 4]) -> Vec<u32> {
    let steepness = |face: &FaceSensitivity| face.derivative.rational().map(|slope| slope.abs());
    let most = faces.iter().filter_map(steepness).max().filter(|most| !most.is_zero());
    faces.iter().filter(|face| most.is_some() && steepness(face) == most).map(|face| face.face).collect()
}
