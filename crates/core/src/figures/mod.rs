//! Numbers that say how they were obtained.

mod estimate;

pub use estimate::{Ends, Estimator, ends, known};

use num_rational::BigRational;
use num_traits::{FromPrimitive, One, Signed, ToPrimitive};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::exact::{Enclosure, Missing, Number};

/// A computed number and how it was obtained.
///
/// In JSON a figure is an object: `{"value", "method": "exact", "exact": "24/625"}`,
/// `{"value", "method": "numerical", "error"}`, `{"value", "method": "simulated", "low", "high", "confidence",
/// "games"}`, `{"value", "method": "searched", "depth"}`, or `{"value": null, "why"}`. `value` is the nearest
/// double; for a numerical figure, it is that to the middle of the bounds. `error` bounds its distance from the true
/// number. A number beyond the largest double has a `null` value and a `why`. One below the smallest is 0, with its `exact`
/// form or the fractions `low` and `high` around it.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// A rational number, known exactly.
    Exact(BigRational),
    /// A number between two rationals.
    Numerical(Enclosure),
    /// An estimate from simulated games.
    Simulated(Estimate),
    /// A value from a search of limited depth: an estimate without proof.
    Searched {
        /// The value.
        value: BigRational,
        /// The depth of the search.
        depth: u32,
    },
    /// A number that does not exist or is infinite, and why.
    None(Absence),
}

/// An estimate of a number from simulated games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the confidence interval; both ends are infinite if there were too few games for an interval.
    pub low: f64,
    /// The upper end of the confidence interval.
    pub high: f64,
    /// The confidence of the interval.
    pub confidence: f64,
    /// The number of games or draws.
    pub games: u64,
    /// Whether these are games or draws.
    pub from: Chance,
}

impl Estimate {
    /// Whether it comes from enough games for an interval.
    pub const fn has_interval(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }
}

/// The source of an estimate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chance {
    /// Simulated games.
    #[default]
    Games,
    /// Draws of weights from their posterior distribution, or of counts under given weights.
    Draws,
}

/// Why a figure has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Absence {
    /// The wait for something that cannot happen.
    NeverHappens,
    /// Odds against something that cannot happen.
    Impossible,
    /// A chance given something that cannot happen.
    ImpossibleCondition,
    /// A proportional change of a chance that is zero.
    NothingToScale,
    /// A part of the stake, where nothing is staked.
    NothingStaked,
    /// The distance of throws from weights that cannot show them.
    ImpossibleThrow,
    /// A spread, about which a single game says nothing.
    OneGame,
    /// A missing number of a game.
    Game(Missing),
}

impl Absence {
    /// The reason in words.
    pub const fn why(self) -> &'static str {
        match self {
            Self::NeverHappens => "infinite: these bones never throw it",
            Self::Impossible => "infinite: these bones cannot throw it",
            Self::ImpossibleCondition => "undefined: these bones cannot throw what is given",
            Self::NothingToScale => "undefined: the probability is 0",
            Self::NothingStaked => "undefined: nothing is staked",
            Self::ImpossibleThrow => "infinite: a face was shown that these weights never show",
            Self::OneGame => "not known: a single game was simulated",
            Self::Game(Missing::Endless) => "infinite: the game may never end",
            Self::Game(Missing::EndlessLoss) => "-infinite: the game may never end",
            Self::Game(Missing::Diverges) => "infinite: the pot grows faster than it is won",
            Self::Game(Missing::DivergingLoss) => "-infinite: the pot grows faster than it is won",
            Self::Game(Missing::Unbalanced) => "undefined: it weighs two infinite numbers against each other",
            Self::Game(Missing::Impossible) => "undefined: this never happens",
            Self::Game(Missing::OutOfRange) => "not known: it goes beyond what floating point can hold",
            Self::Game(Missing::Undecided) => "not known: chances are too close to tell which is better",
            Self::Game(_) => "not computed: it would take too long",
        }
    }

    /// The reason in one word, for a cell of a table.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NeverHappens => "never",
            Self::Impossible | Self::ImpossibleThrow | Self::Game(Missing::Endless | Missing::Diverges) => {
                "infinite"
            }
            Self::Game(Missing::EndlessLoss | Missing::DivergingLoss) => "−infinite",
            Self::ImpossibleCondition
            | Self::NothingToScale
            | Self::NothingStaked
            | Self::Game(Missing::Impossible | Missing::Unbalanced) => "undefined",
            Self::OneGame | Self::Game(_) => "–",
        }
    }
}

impl Figure {
    /// The square root of an estimate.
    #[must_use]
    pub fn root(self) -> Self {
        let Self::Simulated(estimate) = self else { return self };
        let root = |end: f64| end.max(0.0).sqrt();
        let value = root(estimate.value);
        if !estimate.has_interval() {
            return Self::Simulated(Estimate { value, ..estimate });
        }
        Self::Simulated(Estimate { value, low: root(estimate.low), high: root(estimate.high), ..estimate })
    }

    /// Whether there is a number at all.
    pub const fn is_number(&self) -> bool {
        !matches!(self, Self::None(_))
    }

    /// Whether the number is known to be infinite.
    pub const fn is_infinite(&self) -> bool {
        matches!(self, Self::None(Absence::Game(why)) if why.is_infinite())
    }

    /// Whether the number is missing because the game may never end.
    pub const fn is_endless(&self) -> bool {
        matches!(self, Self::None(Absence::Game(Missing::Endless)))
    }

    /// The depth of the search, if the figure comes from one.
    pub const fn depth(&self) -> Option<u32> {
        if let Self::Searched { depth, .. } = self { Some(*depth) } else { None }
    }

    /// The number as a rational, as far as it is known; `None` if there is no number.
    pub fn rational(&self) -> Option<BigRational> {
        match self {
            Self::Exact(value) | Self::Searched { value, .. } => Some(value.clone()),
            Self::Numerical(enclosure) => {
                Some((enclosure.low() + enclosure.high()) / BigRational::from_integer(2.into()))
            }
            Self::Simulated(estimate) => BigRational::from_f64(estimate.value),
            Self::None(_) => None,
        }
    }

    /// The bounds of the number; `None` for a simulated estimate, or if there is no number.
    pub fn enclosure(&self) -> Option<Enclosure> {
        match self {
            Self::Exact(value) | Self::Searched { value, .. } => Some(Enclosure::exact(value.clone())),
            Self::Numerical(enclosure) => Some(enclosure.clone()),
            Self::Simulated(_) | Self::None(_) => None,
        }
    }

    /// The nearest double; `None` if there is no number, or it is beyond the largest double.
    pub fn approximate(&self) -> Option<f64> {
        if let Self::Simulated(estimate) = self {
            return Some(estimate.value);
        }
        self.rational().and_then(|value| nearest_double(&value))
    }

    /// The method: `exact`, `numerical`, `simulated` or `searched`.
    pub const fn method(&self) -> Option<&'static str> {
        match self {
            Self::Exact(_) => Some("exact"),
            Self::Numerical(_) => Some("numerical"),
            Self::Simulated(_) => Some("simulated"),
            Self::Searched { .. } => Some("searched"),
            Self::None(_) => None,
        }
    }

    /// Limits an estimate of a probability, and its interval if it has one, to the range from 0 to 1.
    #[must_use]
    pub fn clamped_to_one(self) -> Self {
        let estimate = match self {
            Self::Simulated(estimate) if estimate.has_interval() => estimate,
            other => return other,
        };
        let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|end| end.clamp(0.0, 1.0));
        Self::Simulated(Estimate { value, low, high, ..estimate })
    }

    /// An interval that contains the number, with its confidence: that of an estimate, or the bounds if they are all that is
    /// known.
    pub fn interval(&self) -> Option<([f64; 2], f64)> {
        match self {
            Self::Simulated(estimate) => {
                estimate.has_interval().then_some(([estimate.low, estimate.high], estimate.confidence))
            }
            Self::Numerical(enclosure) if is_wide(enclosure) => {
                let ends = [nearest_double(enclosure.low())?, nearest_double(enclosure.high())?];
                Some((ends, 1.0))
            }
            Self::Numerical(_) | Self::Exact(_) | Self::Searched { .. } | Self::None(_) => None,
        }
    }

    /// A bound on the distance of [`Figure::approximate`] from a number that is not known exactly.
    pub fn error(&self) -> Option<f64> {
        match self {
            Self::Numerical(enclosure) => self.approximate().map(|value| error_bound(enclosure, value)),
            Self::Exact(_) | Self::Simulated(_) | Self::Searched { .. } | Self::None(_) => None,
        }
    }

    /// Why [`Figure::approximate`] has no value, if it has none.
    pub fn why(&self) -> Option<&'static str> {
        match self {
            Self::None(absence) => Some(absence.why()),
            Self::Exact(_) | Self::Numerical(_) | Self::Simulated(_) | Self::Searched { .. } => {
                self.approximate().is_none().then_some("beyond the range of a double")
            }
        }
    }
}

impl From<BigRational> for Figure {
    fn from(value: BigRational) -> Self {
        Self::Exact(value)
    }
}

impl From<Enclosure> for Figure {
    fn from(enclosure: Enclosure) -> Self {
        match enclosure.as_exact() {
            Some(value) => Self::Exact(value.clone()),
            None => Self::Numerical(enclosure),
        }
    }
}

impl From<Number> for Figure {
    fn from(number: Number) -> Self {
        match number {
            Ok(enclosure) => enclosure.into(),
            Err(missing) => Self::None(Absence::Game(missing)),
        }
    }
}

/// The double nearest to a rational, 0 for very small numbers; `None` beyond the largest double.
pub fn nearest_double(value: &BigRational) -> Option<f64> {
    value.to_f64().filter(|double| double.is_finite())
}

/// Whether the bounds are at least 1 apart.
fn is_wide(enclosure: &Enclosure) -> bool {
    enclosure.high() - enclosure.low() >= BigRational::one()
}

/// A bound, rounded up, on how far `double`, written out in decimals, is from any number in
/// `enclosure`.
fn error_bound(enclosure: &Enclosure, double: f64) -> f64 {
    /// Multiples of ½ up to this have few enough digits to be written out exactly.
    const LARGEST: f64 = 1e15;
    let Some(exactly) = BigRational::from_f64(double) else {
        return f64::INFINITY;
    };
    let distance = (enclosure.low() - &exactly).abs().max((enclosure.high() - &exactly).abs());
    let Some(nearest) = distance.to_f64() else { return f64::INFINITY };
    let is_sharp = BigRational::from_f64(nearest).as_ref() == Some(&distance);
    if is_sharp && double.abs() < LARGEST && (double * 2.0).fract() == 0.0 {
        return nearest;
    }
    // The decimals written for a double may be off by half its last place. Each of the three
    // conversions and sums rounds to nearest, so the next double up is certainly a bound.
    let last_digit = double.abs().next_up() - double.abs();
    (nearest.next_up() + last_digit).next_up()
}

impl Figure {
    /// Writes the figure among other entries, with its value under `key`, as an integer if it is one.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    pub fn entries<M: SerializeMap>(&self, map: &mut M, key: &str) -> Result<(), M::Error> {
        match self {
            Self::Exact(value) if key != "value" && value.is_integer() => match value.to_integer().to_u64() {
                Some(whole) => map.serialize_entry(key, &whole)?,
                None => map.serialize_entry(key, &self.approximate())?,
            },
            _ => map.serialize_entry(key, &self.approximate())?,
        }
        if let Some(method) = self.method() {
            map.serialize_entry("method", method)?;
        }
        match self {
            Self::Exact(exact) => map.serialize_entry("exact", &exact.to_string())?,
            Self::Numerical(enclosure) => {
                map.serialize_entry("error", &self.error())?;
                if let Some(([low, high], _)) = self.interval() {
                    // Bounds are all that is known.
                    map.serialize_entry("low", &low)?;
                    map.serialize_entry("high", &high)?;
                } else if is_wide(enclosure) || self.approximate().is_none_or(|double| !double.is_normal()) {
                    map.serialize_entry("low", &enclosure.low().to_string())?;
                    map.serialize_entry("high", &enclosure.high().to_string())?;
                }
            }
            Self::Simulated(estimate) => {
                // Infinite ends are written as null: there are too few games for an interval.
                map.serialize_entry("low", &estimate.low)?;
                map.serialize_entry("high", &estimate.high)?;
                map.serialize_entry("confidence", &estimate.confidence)?;
                let from = match estimate.from {
                    Chance::Games => "games",
                    Chance::Draws => "draws",
                };
                map.serialize_entry(from, &estimate.games)?;
            }
            Self::Searched { depth, .. } => map.serialize_entry("depth", depth)?,
            Self::None(_) => {}
        }
        if let Some(why) = self.why() {
            map.serialize_entry("why", why)?;
        }
        Ok(())
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.entries(&mut map, "value")?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::WaitingTime;
    use num_bigint::BigInt;
    use num_traits::Pow;

    fn json(figure: &Figure) -> serde_json::Value {
        serde_json::to_value(figure).unwrap()
    }

    #[test]
    fn figures_state_their_method() {
        let venus = BigRational::new(24.into(), 625.into());
        assert_eq!(
            json(&venus.clone().into()),
            serde_json::json!({"value": 0.0384, "method": "exact", "exact": "24/625"})
        );
        assert_eq!(json(&BigRational::from_integer(35.into()).into())["exact"], "35");
        assert_eq!(json(&Figure::None(Absence::NeverHappens))["value"], serde_json::Value::Null);
        let long = Figure::from(WaitingTime::new(venus).unwrap().within(1_000_000_000));
        assert_eq!(json(&long)["method"], "numerical");
    }

    #[test]
    fn the_error_covers_the_whole_enclosure() {
        let wait = WaitingTime::new(BigRational::new(1.into(), BigInt::from(10).pow(12u32))).unwrap();
        let enclosure = wait.within(10u64.pow(12));
        let figure = json(&enclosure.clone().into());
        let exactly = |key: &str| BigRational::from_f64(figure[key].as_f64().unwrap()).unwrap();
        assert!(exactly("value") - exactly("error") <= *enclosure.low());
        assert!(exactly("value") + exactly("error") >= *enclosure.high());
        assert!(figure["error"].as_f64().unwrap() < 1e-15);
    }

    #[test]
    fn the_error_of_whole_bounds_is_whole() {
        let between = |low: i64, high: i64| {
            json(
                &Enclosure::between(
                    BigRational::from_integer(low.into()),
                    BigRational::from_integer(high.into()),
                )
                .into(),
            )
        };
        // Half of 20 and of 5 away from the middle, to the last digit.
        assert_eq!((&between(-8, 12)["value"], &between(-8, 12)["error"]), (&2.0.into(), &10.0.into()));
        assert_eq!((&between(-3, 2)["value"], &between(-3, 2)["error"]), (&(-0.5).into(), &2.5.into()));
    }

    #[test]
    fn numbers_outside_the_range_of_doubles_stay_exact() {
        let huge = BigRational::from_integer(BigInt::from(10).pow(400u32));
        let tiny = BigRational::one() / &huge;
        let figure = json(&huge.clone().into());
        assert_eq!(figure["value"], serde_json::Value::Null);
        assert_eq!(figure["exact"], huge.to_string());
        assert_eq!(figure["why"], "beyond the range of a double");
        let figure = json(&tiny.clone().into());
        assert_eq!(figure["value"], 0.0);
        assert_eq!(figure["exact"], tiny.to_string());
    }

    #[test]
    fn tiny_enclosures_are_written_with_their_bounds() {
        let rare = BigRational::new(BigInt::one(), BigInt::from(10).pow(400u32));
        let figure = json(&WaitingTime::new(rare).unwrap().within(1_000_000).into());
        assert_eq!(figure["value"], 0.0);
        assert!(figure["error"].as_f64().unwrap() < 1e-300);
        assert!(
            figure["low"].as_str().unwrap().contains('/') && figure["high"].as_str().unwrap().contains('/')
        );
    }

    #[test]
    fn doubles_are_the_nearest_ones() {
        for (numerator, denominator) in
            [(1u64, 10u64), (2, 3), (24, 625), (1, 3), (9_007_199_254_740_993, 1), (7, 1 << 60)]
        {
            let exact = BigRational::new(numerator.into(), denominator.into());
            let nearest = nearest_double(&exact).unwrap();
            let distance = |double: f64| (BigRational::from_f64(double).unwrap() - &exact).abs();
            assert!(
                distance(nearest) <= distance(nearest.next_up())
                    && distance(nearest) <= distance(nearest.next_down())
            );
        }
    }
}
