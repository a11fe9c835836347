//! The distribution of the sum, the kind, or the number of bones with a face over casts.

use num_rational::BigRational;
use num_traits::Zero;
use serde::{Serialize, Serializer};

use super::posterior::CastPosterior;
use super::{Averaging, Figure, NamedSet, OverPosterior, record};
use crate::exact::root;
use crate::tali::{Cast, CastTable, Face, Kind};

/// The value by which casts are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The sum of the faces.
    Sum,
    /// The kind, for four tali.
    Kind,
    /// The number of bones with this face.
    Count(Face),
}

impl By {
    /// The name as it is typed: `sum`, `kind`, `count:6`.
    pub fn name(self) -> String {
        match self {
            Self::Sum => "sum".to_owned(),
            Self::Kind => "kind".to_owned(),
            Self::Count(face) => format!("count:{face}"),
        }
    }

    /// The value of a cast.
    fn of(self, cast: &Cast) -> Option<CastValue> {
        match self {
            Self::Sum => Some(CastValue::Number(cast.sum())),
            Self::Kind => cast.kind().map(CastValue::Kind),
            Self::Count(face) => Some(CastValue::Number(cast.count(face))),
        }
    }
}

/// The value of a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastValue {
    /// A number.
    Number(u32),
    /// A kind.
    Kind(Kind),
}

impl Serialize for CastValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Kind(kind) => kind.serialize(serializer),
        }
    }
}

/// The whole distribution of a value over the casts of one set of bones.
#[derive(Clone, Debug, PartialEq)]
pub struct CastsBy {
    /// The kind of value.
    pub by: By,
    /// The rows, numbers in rising order, kinds from the best down.
    pub rows: Vec<CastsByRow>,
    /// The mean, for numbers.
    pub mean: Option<Figure>,
    /// The standard deviation, for numbers.
    pub sd: Option<Figure>,
    /// The bones.
    pub bones: NamedSet,
}

/// All casts with the same value.
#[derive(Clone, Debug, PartialEq)]
pub struct CastsByRow {
    /// The value.
    pub value: CastValue,
    /// The number of casts.
    pub casts: usize,
    /// The number of ordered outcomes.
    pub ways: u32,
    /// Its probability: averaged over the posterior, if weights were estimated from throws.
    pub probability: Figure,
    /// Its uncertainty, if weights were estimated.
    pub posterior: Option<OverPosterior>,
    /// The probability of at least this value, for numbers.
    pub at_least: Option<Figure>,
}

impl CastsBy {
    /// Groups the casts of `bones`. The probabilities add up to 1; no row is left out, however unlikely.
    pub fn new(bones: NamedSet, by: By, averaging: &Averaging) -> Self {
        let set = bones.set();
        let known = CastTable::new(set);
        let posterior = CastPosterior::new(set, averaging);
        let table = posterior.as_ref().map_or(&known, |posterior| &posterior.table);
        let mut values: Vec<CastValue> = Vec::new();
        for (cast, _) in table.entries() {
            values.extend(by.of(cast).filter(|value| !values.contains(value)));
        }
        let number = |value: &CastValue| if let CastValue::Number(number) = value { *number } else { 0 };
        // Casts are listed by rank, so their kinds are in order.
        values.sort_by_key(number);
        let row = |value: &CastValue| {
            let comes_to = |cast: &Cast| by.of(cast) == Some(*value);
            let casts = || table.entries().iter().map(|(cast, _)| cast).filter(|cast| comes_to(cast));
            let probability = Figure::from(table.probability_that(comes_to));
            let beside = |posterior: &CastPosterior| posterior.beside(&probability, &known, comes_to);
            let at_least = |least: u32| {
                let reaches = |cast: &Cast| by.of(cast).is_some_and(|value| number(&value) >= least);
                table.probability_that(reaches).into()
            };
            CastsByRow {
                value: *value,
                casts: casts().count(),
                ways: casts().map(Cast::ways).sum(),
                posterior: posterior.as_ref().map(beside),
                probability,
                at_least: match value {
                    CastValue::Number(least) => Some(at_least(*least)),
                    CastValue::Kind(_) => None,
                },
            }
        };
        let rows = values.iter().map(row).collect();
        let moment = |power: u32| -> BigRational {
            let of_value = |value: &CastValue| {
                let chance = table.probability_that(|cast| by.of(cast) == Some(*value));
                BigRational::from_integer(number(value).pow(power).into()) * chance
            };
            values.iter().map(of_value).fold(BigRational::zero(), |sum, part| sum + part)
        };
        let numbers = by != By::Kind;
        let mean = moment(1);
        let variance = moment(2) - &mean * &mean;
        let (mean, sd) = (numbers.then(|| mean.into()), numbers.then(|| root(&variance).into()));
        Self { by, rows, mean, sd, bones }
    }
}

record!(CastsBy, spread =>
    "by": spread.by.name(),
    "rows": spread.rows,
    "mean"?: spread.mean,
    "sd"?: spread.sd,
    "bones": spread.bones,
);

record!(CastsByRow, row =>
    "value": row.value,
    "casts": row.casts,
    "ways": row.ways,
    "probability": row.probability,
    "posterior"?: row.posterior,
    "at_least"?: row.at_least,
);

#[cfg(test)]
mod tests {
    use num_traits::One;

    use super::*;
    use crate::tali::presets;

    #[test]
    fn a_distribution_is_whole() {
        for tali in [1, 4, 5] {
            for by in [By::Sum, By::Count(Face::Six), By::Kind] {
                let bones = NamedSet::new(presets::TRADITIONAL.bones(), tali).unwrap();
                let spread = CastsBy::new(bones, by, &Averaging::default());
                if by == By::Kind && tali != 4 {
                    assert!(spread.rows.is_empty());
                    continue;
                }
                let sum: BigRational =
                    spread.rows.iter().map(|row| row.probability.rational().unwrap()).sum();
                assert!(sum.is_one(), "{by:?}");
                assert_eq!(
                    spread.rows.iter().map(|row| row.ways).sum::<u32>(),
                    4u32.pow(u32::try_from(tali).unwrap())
                );
                // The mean of a sum is the number of bones times the mean of one: 1/10 + 12/10 + 16/10 + 6/10.
                if by == By::Sum {
                    let each = BigRational::new(35.into(), 10.into());
                    let mean = each * BigRational::from_integer(tali.into());
                    assert_eq!(spread.mean, Some(Figure::Exact(mean)));
                    assert_eq!(spread.rows[0].at_least, Some(Figure::Exact(BigRational::one())));
                }
            }
        }
    }
}
