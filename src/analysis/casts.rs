//! Every cast that a set of bones can show.

use std::cmp::Reverse;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde::Serialize;

use super::posterior::CastPosterior;
use super::written::as_text;
use super::{Averaged, Averaging, Figure, NamedSet, Sensitivity, SetSensitivity};
use crate::tali::{Cast, CastTable, Face, Kind, TaliSet};

/// The most work that a list of ordered outcomes may take: outcomes times bits of their denominator.
const LONGEST_LIST: u64 = 1 << 27;

/// In which order casts are listed, always from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastOrder {
    /// By rank, as [`Cast::all`] lists them.
    #[default]
    Rank,
    /// By sum; equal sums by rank.
    Sum,
    /// The likeliest first; equally likely ones by rank.
    Probability,
}

/// What is asked about the casts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastsQuestion {
    /// Their order.
    pub order: CastOrder,
    /// Whether to list each outcome, bone by bone, instead of casts.
    pub ordered: bool,
    /// Whether to say how much each cast's probability changes with the weights. Casts only.
    pub sensitivity: bool,
}

/// The outcomes are too many for weights of this length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{outcomes} ordered outcomes with probabilities of {digits} digits are too much to list; \
     list the casts without --ordered, cast fewer tali, or round the weights"
)]
pub struct ListTooLong {
    outcomes: u64,
    digits: u64,
}

/// The casts of one set of bones, with how likely each is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CastList {
    /// The casts, or the ordered outcomes, in the order asked for.
    pub casts: Vec<CastRow>,
    /// How many there are.
    pub count: CastCount,
    /// The kinds, the best first; none unless four tali are cast.
    pub kinds: Vec<KindRow>,
    /// The bones.
    pub bones: NamedSet,
}

impl CastList {
    /// Whether it is a list of ordered outcomes.
    pub fn is_ordered(&self) -> bool {
        self.casts.iter().any(|row| row.outcome.is_some())
    }
}

/// One cast, or one ordered outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CastRow {
    /// What each bone shows, in the order of the bones; only in a list of ordered outcomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The cast.
    #[serde(serialize_with = "as_text")]
    pub cast: Cast,
    /// Its kind, for four tali.
    pub kind: Option<Kind>,
    /// The number of its rank, 0 (void) to 18 (Venus), for four tali.
    pub rank: Option<u8>,
    /// The sum of its faces.
    pub sum: u32,
    /// In how many orders the bones can show it: 1 for an ordered outcome.
    pub ways: u32,
    /// How likely it is: averaged over the posterior, where weights were estimated from throws.
    pub probability: Figure,
    /// How sure that is, where weights were estimated; not of ordered outcomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior: Option<Averaged>,
    /// How likely this one or one above it in the list is.
    pub cumulative: Figure,
    /// How much its probability changes with the weights, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitivity: Option<Sensitivity>,
}

/// How many casts there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CastCount {
    /// Different casts of so many tali.
    pub casts: usize,
    /// Ordered outcomes.
    pub outcomes: u64,
    /// Casts that these bones can show.
    pub possible: usize,
    /// Casts that rank, for four tali.
    pub ranked: Option<usize>,
    /// Senios among them, for four tali.
    pub senios: Option<usize>,
}

/// All casts of one kind together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindRow {
    /// The kind.
    pub kind: Kind,
    /// How many casts are of the kind.
    pub casts: usize,
    /// In how many ordered outcomes.
    pub ways: u32,
    /// How likely a cast of the kind is.
    pub probability: Figure,
    /// How sure that is, where weights were estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior: Option<Averaged>,
}

impl CastList {
    /// Lists what `bones` can show.
    ///
    /// # Errors
    ///
    /// [`ListTooLong`], for ordered outcomes of many bones with weights of hundreds of digits.
    pub fn new(bones: NamedSet, question: CastsQuestion, averaging: &Averaging) -> Result<Self, ListTooLong> {
        let set = bones.set();
        let known = CastTable::new(set);
        let posterior = CastPosterior::new(set, averaging);
        let table = posterior.as_ref().map_or(&known, |posterior| &posterior.table);
        let count = CastCount::of(table, set);
        let of_cast =
            |(cast, weight): &(Cast, BigUint)| Outcome { faces: None, cast: *cast, weight: weight.clone() };
        let mut outcomes = if question.ordered {
            ordered_outcomes(set, count.outcomes)?
        } else {
            table.entries().iter().map(of_cast).collect()
        };
        match question.order {
            CastOrder::Rank => {}
            CastOrder::Sum => outcomes.sort_by_key(|outcome| Reverse(outcome.cast.sum())),
            CastOrder::Probability => outcomes.sort_by(|a, b| b.weight.cmp(&a.weight)),
        }
        let sensitivity = question.sensitivity.then(|| SetSensitivity::new(set));
        let denominator = table.denominator();
        let over = |weight: &BigUint| {
            Figure::from(BigRational::new(weight.clone().into(), denominator.clone().into()))
        };
        let mut above = BigUint::zero();
        let rows = outcomes.into_iter().map(|Outcome { faces, cast, weight }| {
            above += &weight;
            let probability = over(&weight);
            let is_cast = |other: &Cast| *other == cast;
            let beside = |posterior: &CastPosterior| {
                let plug_in = known.probability(&cast).into();
                Averaged::beside(&probability, plug_in, posterior.credible(is_cast))
            };
            CastRow {
                posterior: posterior.as_ref().filter(|_| faces.is_none()).map(beside),
                ways: if faces.is_some() { 1 } else { cast.ways() },
                outcome: faces,
                cast,
                kind: cast.kind(),
                rank: cast.rank(),
                sum: cast.sum(),
                probability,
                cumulative: over(&above),
                sensitivity: sensitivity.as_ref().map(|sensitivity| sensitivity.of(is_cast, |_| true)),
            }
        });
        Ok(Self { casts: rows.collect(), count, kinds: kinds(table, &known, posterior.as_ref()), bones })
    }
}

impl CastCount {
    fn of(table: &CastTable, set: &TaliSet) -> Self {
        let count = |counts: &dyn Fn(&Cast, &BigUint) -> bool| {
            table.entries().iter().filter(|(cast, weight)| counts(cast, weight)).count()
        };
        let with_kinds = table.entries().iter().all(|(cast, _)| cast.kind().is_some());
        Self {
            casts: table.entries().len(),
            outcomes: (0..set.len()).fold(1, |outcomes, _| outcomes * 4),
            possible: count(&|_, weight| !weight.is_zero()),
            ranked: with_kinds.then(|| count(&|cast, _| cast.kind() != Some(Kind::Void))),
            senios: with_kinds.then(|| count(&|cast, _| cast.kind() == Some(Kind::Senio))),
        }
    }
}

fn kinds(table: &CastTable, known: &CastTable, posterior: Option<&CastPosterior>) -> Vec<KindRow> {
    let rows = Kind::ALL.into_iter().map(|kind| {
        let of_kind = |cast: &Cast| cast.kind() == Some(kind);
        let casts: Vec<&Cast> =
            table.entries().iter().map(|(cast, _)| cast).filter(|cast| of_kind(cast)).collect();
        let probability = table.probability_that(of_kind).into();
        let beside = |posterior: &CastPosterior| {
            Averaged::beside(
                &probability,
                known.probability_that(of_kind).into(),
                posterior.credible(of_kind),
            )
        };
        KindRow {
            posterior: posterior.map(beside),
            kind,
            casts: casts.len(),
            ways: casts.iter().map(|cast| cast.ways()).sum(),
            probability,
        }
    });
    rows.filter(|row| row.casts > 0).collect()
}

struct Outcome {
    faces: Option<String>,
    cast: Cast,
    weight: BigUint,
}

/// Every outcome bone by bone, those of one cast together, in falling order of their digits.
fn ordered_outcomes(set: &TaliSet, outcomes: u64) -> Result<Vec<Outcome>, ListTooLong> {
    let bits = set.denominator().bits();
    if outcomes.saturating_mul(bits) > LONGEST_LIST {
        // log10(2) is a little more than 3/10.
        return Err(ListTooLong { outcomes, digits: bits * 3 / 10 });
    }
    let mut faces: Vec<(Vec<Face>, BigUint)> = vec![(Vec::new(), BigUint::one())];
    for (talus, number) in set.kinds() {
        // Of bones that share an estimate, each makes what it shows a little likelier on the next: first those of
        // one kind, so that they stand together at the end of what is shown.
        for drawn in 0..number {
            let longer = faces.iter().flat_map(|(shown, weight)| {
                Face::ALL.into_iter().rev().map(move |face| {
                    let urn = talus.posterior().map(|posterior| {
                        let again =
                            shown[shown.len() - drawn..].iter().filter(|other| **other == face).count();
                        posterior.shape(face) + &posterior.unit * again
                    });
                    let shown = shown.iter().copied().chain([face]).collect();
                    (shown, weight * urn.as_ref().unwrap_or_else(|| talus.weight(face)))
                })
            });
            faces = longer.collect();
        }
    }
    let mut listed: Vec<Outcome> = faces
        .into_iter()
        .map(|(faces, weight)| Outcome {
            cast: Cast::from_faces(&faces),
            faces: Some(faces.iter().map(Face::to_string).collect()),
            weight,
        })
        .collect();
    listed.sort_by_cached_key(|outcome| outcome.cast.listing_key());
    Ok(listed)
}
