//! Every cast that a set of bones can show.

use std::cmp::Reverse;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;
use serde::Serialize;

use super::posterior::CastPosterior;
use super::written::as_text;
use super::{Averaging, Figure, NamedSet, OverPosterior, Sensitivity, SetSensitivity};
use crate::tali::{Cast, CastTable, Kind, TaliSet};

/// The order of the list; ties are ordered by rank, as in [`Cast::all`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "render", derive(clap::ValueEnum))]
pub enum CastOrder {
    /// From Venus down to the void casts; by sum unless there are four bones
    #[default]
    Rank,
    /// From the largest sum down
    Sum,
    /// From the likeliest down
    Probability,
}

/// A question about the casts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastsQuestion {
    /// Their order.
    pub order: CastOrder,
    /// Whether to show how much each cast's probability changes with the weights.
    pub sensitivity: bool,
}

/// The casts of one set of bones with their probabilities.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CastList {
    /// The casts in the requested order.
    pub casts: Vec<CastRow>,
    /// The numbers of casts.
    pub count: CastCount,
    /// The kinds, the best first; empty unless four tali are cast.
    pub kinds: Vec<KindRow>,
    /// The bones.
    pub bones: NamedSet,
}

/// One cast.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CastRow {
    /// The cast.
    #[serde(serialize_with = "as_text")]
    pub cast: Cast,
    /// Its kind, for four tali.
    pub kind: Option<Kind>,
    /// The number of its rank, 0 (void) to 18 (Venus), for four tali.
    pub rank: Option<u8>,
    /// The sum of its faces.
    pub sum: u32,
    /// The number of orders in which the bones can show it.
    pub ways: u32,
    /// Its probability: averaged over the posterior, if weights were estimated from throws.
    pub probability: Figure,
    /// Its uncertainty, if weights were estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior: Option<OverPosterior>,
    /// The probability of this cast or one above it in the list.
    pub cumulative: Figure,
    /// How much its probability changes with the weights, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitivity: Option<Sensitivity>,
}

/// The numbers of casts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CastCount {
    /// Different casts of that many tali.
    pub casts: usize,
    /// Ordered outcomes.
    pub outcomes: u64,
    /// Casts that these bones can show.
    pub possible: usize,
    /// Casts with a rank, for four tali.
    pub ranked: Option<usize>,
    /// Senios among them, for four tali.
    pub senios: Option<usize>,
}

/// All casts of one kind together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindRow {
    /// The kind.
    pub kind: Kind,
    /// The number of casts of the kind.
    pub casts: usize,
    /// The number of ordered outcomes.
    pub ways: u32,
    /// The probability of a cast of the kind.
    pub probability: Figure,
    /// Its uncertainty, if weights were estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior: Option<OverPosterior>,
}

impl CastList {
    /// Lists the casts of `bones`.
    pub fn new(bones: NamedSet, question: CastsQuestion, averaging: &Averaging) -> Self {
        let set = bones.set();
        let known = CastTable::new(set);
        let posterior = CastPosterior::new(set, averaging);
        let table = posterior.as_ref().map_or(&known, |posterior| &posterior.table);
        let count = CastCount::of(table, set);
        let mut casts = table.entries().to_vec();
        match question.order {
            CastOrder::Rank => {}
            CastOrder::Sum => casts.sort_by_key(|(cast, _)| Reverse(cast.sum())),
            CastOrder::Probability => casts.sort_by(|(_, a), (_, b)| b.cmp(a)),
        }
        let sensitivity = question.sensitivity.then(|| SetSensitivity::new(set));
        let denominator = table.denominator();
        let over = |weight: &BigUint| {
            Figure::from(BigRational::new(weight.clone().into(), denominator.clone().into()))
        };
        let mut above = BigUint::zero();
        let rows = casts.into_iter().map(|(cast, weight)| {
            above += &weight;
            let probability = over(&weight);
            let is_cast = |other: &Cast| *other == cast;
            let beside = |posterior: &CastPosterior| posterior.beside(&probability, &known, is_cast);
            CastRow {
                posterior: posterior.as_ref().map(beside),
                ways: cast.ways(),
                cast,
                kind: cast.kind(),
                rank: cast.rank(),
                sum: cast.sum(),
                probability,
                cumulative: over(&above),
                sensitivity: sensitivity.as_ref().map(|sensitivity| sensitivity.of(is_cast, |_| true)),
            }
        });
        Self { casts: rows.collect(), count, kinds: kinds(table, &known, posterior.as_ref()), bones }
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
        let beside = |posterior: &CastPosterior| posterior.beside(&probability, known, of_kind);
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
