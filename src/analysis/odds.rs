//! The odds of an event on one cast, and how long it is waited for.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Absence, Figure, NamedSet, Sensitivity, SetSensitivity};
use crate::exact::WaitingTime;
use crate::tali::{Cast, CastTable, Event, Kind};

/// What is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A kind of cast.
    Kind(Kind),
    /// An event, as its user wrote it.
    Event(String, Event),
}

impl Subject {
    /// What the subject is called: `venus`, or the event's text.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Kind(kind) => kind.name(),
            Self::Event(text, _) => text,
        }
    }

    fn holds(&self, cast: &Cast) -> bool {
        match self {
            Self::Kind(kind) => cast.kind() == Some(*kind),
            Self::Event(_, event) => event.holds(cast),
        }
    }
}

/// What is asked about events on one cast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsQuestion {
    /// The events.
    pub subjects: Vec<Subject>,
    /// The event that is known to hold, with its text, if there is one.
    pub given: Option<(String, Event)>,
    /// The numbers of casts within which to say how likely the events are.
    pub within: Vec<u64>,
    /// The lengths of runs to say how likely they are.
    pub running: Vec<u32>,
    /// Whether to say how the probability moves with the weights.
    pub sensitivity: bool,
}

impl OddsQuestion {
    /// The numbers of casts that are answered for unless others are asked for.
    pub const WITHIN: [u64; 6] = [1, 5, 10, 20, 50, 100];

    /// The lengths of runs that are answered for unless others are asked for: Cicero's twice and
    /// thrice in a row (*De divinatione* 2.121), and once more.
    pub const RUNNING: [u32; 3] = [2, 3, 4];
}

/// The odds of events on one cast of one set of bones.
#[derive(Clone, Debug, PartialEq)]
pub struct SetOdds {
    /// The bones.
    pub bones: NamedSet,
    /// The odds of each event, in the order in which they were asked for.
    pub events: Vec<EventOdds>,
}

/// The odds of one event on one cast.
///
/// Given another event G, the probability is P(E∧G)/P(G), and waits count the casts on which G
/// holds.
#[derive(Clone, Debug, PartialEq)]
pub struct EventOdds {
    /// The event.
    pub subject: Subject,
    /// The text of the event that is given.
    pub given: Option<String>,
    /// P.
    pub probability: Figure,
    /// (1 − P)/P to one.
    pub odds_against: Figure,
    /// The mean number of casts until it happens, 1/P.
    pub mean_wait: Figure,
    /// The median and the 90th percentile of that number.
    pub quantiles: [WaitQuantile; 2],
    /// The chance that it happens within some numbers of casts.
    pub within: Vec<Within>,
    /// The chance that it happens several times running.
    pub running: Vec<Running>,
    /// How P moves with the weights, if asked for.
    pub sensitivity: Option<Sensitivity>,
}

/// A quantile of the wait: the smallest number of casts that suffices with probability q.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitQuantile {
    /// Its level in percent.
    pub percent: u8,
    /// The number of casts, or why there is none.
    pub casts: Result<BigUint, Absence>,
}

impl WaitQuantile {
    /// The number of casts as a figure.
    #[must_use]
    pub fn figure(&self) -> Figure {
        match &self.casts {
            Ok(casts) => BigRational::from_integer(casts.clone().into()).into(),
            Err(absence) => Figure::None(*absence),
        }
    }
}

/// The chance of at least one success within so many casts.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Within {
    /// The number of casts.
    pub casts: u64,
    /// 1 − (1 − P)ⁿ.
    pub probability: Figure,
}

/// The chance of so many successes in a row.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Running {
    /// The length of the run.
    pub times: u32,
    /// Pᵏ, for the next k casts.
    pub probability: Figure,
    /// The mean number of casts until the first run of that length is complete.
    pub mean_wait: Figure,
}

impl SetOdds {
    /// Answers the question for one set of bones.
    #[must_use]
    pub fn new(bones: NamedSet, question: &OddsQuestion) -> Self {
        let table = CastTable::new(bones.set());
        let sensitivity = question.sensitivity.then(|| SetSensitivity::new(bones.set()));
        let given = |cast: &Cast| question.given.as_ref().is_none_or(|(_, given)| given.holds(cast));
        let all = table.weight_of(given);
        let events = question.subjects.iter().map(|subject| {
            let both = table.weight_of(|cast| subject.holds(cast) && given(cast));
            let chance = (!all.is_zero()).then(|| BigRational::new(both.into(), all.clone().into()));
            let sensitivity = sensitivity.as_ref().map(|of| of.given(|cast| subject.holds(cast), given));
            EventOdds::new(subject, chance, question, sensitivity)
        });
        let events = events.collect();
        Self { bones, events }
    }
}

impl EventOdds {
    fn new(
        subject: &Subject,
        chance: Option<BigRational>,
        question: &OddsQuestion,
        sensitivity: Option<Sensitivity>,
    ) -> Self {
        let wait = chance.clone().and_then(|chance| WaitingTime::new(chance).ok());
        let absence = if wait.is_some() { Absence::NeverHappens } else { Absence::ImpossibleCondition };
        let figure = |value: Option<BigRational>| value.map_or(Figure::None(absence), Figure::from);
        let against = |chance: &BigRational| (BigRational::one() - chance) / chance;
        let possible = chance.as_ref().filter(|chance| !chance.is_zero());
        let quantile = |percent: u8| {
            let level = BigRational::new(percent.into(), 100.into());
            WaitQuantile {
                percent,
                casts: wait.as_ref().and_then(|wait| wait.quantile(&level)).ok_or(absence),
            }
        };
        let within = |&casts: &u64| Within {
            casts,
            probability: wait.as_ref().map_or(Figure::None(absence), |wait| wait.within(casts).into()),
        };
        let running = |&times: &u32| Running {
            times,
            probability: figure(wait.as_ref().map(|wait| wait.running(times))),
            mean_wait: figure(wait.as_ref().and_then(|wait| wait.mean_until_run(times))),
        };
        let impossible = if wait.is_some() { Absence::Impossible } else { absence };
        Self {
            subject: subject.clone(),
            given: question.given.as_ref().map(|(text, _)| text.clone()),
            odds_against: possible.map_or(Figure::None(impossible), |chance| against(chance).into()),
            mean_wait: figure(wait.as_ref().and_then(WaitingTime::mean)),
            quantiles: [50, 90].map(quantile),
            within: question.within.iter().map(within).collect(),
            running: question.running.iter().map(running).collect(),
            probability: figure(chance),
            sensitivity,
        }
    }

    /// The median wait in casts; `None` if it is infinite, undefined, or beyond a double.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        self.quantiles[0].casts.as_ref().ok().and_then(BigUint::to_f64).filter(|median| median.is_finite())
    }

    /// The chance of success within n casts for a picture, to a double's precision.
    #[must_use]
    pub fn chance_within(&self, casts: f64) -> f64 {
        let chance = self.probability.approximate().unwrap_or(0.0);
        if casts < 1.0 {
            // Between no cast and the first, a line from 0 to P.
            return casts * chance;
        }
        -(casts * (-chance).ln_1p()).exp_m1()
    }
}

impl Serialize for SetOdds {
    /// One event stands at the top level beside its bones; several in a list.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.events.as_slice() {
            [event] => event.entries(&mut map)?,
            events => map.serialize_entry("events", events)?,
        }
        map.serialize_entry("bones", &self.bones)?;
        map.end()
    }
}

impl EventOdds {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match &self.subject {
            Subject::Kind(kind) => map.serialize_entry("kind", kind.name())?,
            Subject::Event(text, _) => map.serialize_entry("event", text)?,
        }
        if let Some(given) = &self.given {
            map.serialize_entry("given", given)?;
        }
        map.serialize_entry("probability", &self.probability)?;
        map.serialize_entry("odds_against", &self.odds_against)?;
        map.serialize_entry("mean_wait", &self.mean_wait)?;
        map.serialize_entry("quantiles", &self.quantiles)?;
        map.serialize_entry("within", &self.within)?;
        map.serialize_entry("running", &self.running)?;
        if let Some(sensitivity) = &self.sensitivity {
            map.serialize_entry("sensitivity", sensitivity)?;
        }
        Ok(())
    }
}

impl Serialize for EventOdds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.entries(&mut map)?;
        map.end()
    }
}

impl Serialize for WaitQuantile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("q", &(f64::from(self.percent) / 100.0))?;
        let fitting = self.casts.as_ref().ok().and_then(BigUint::to_u64);
        map.serialize_entry("casts", &fitting)?;
        match &self.casts {
            Ok(_) if fitting.is_some() => map.serialize_entry("method", "exact")?,
            Ok(casts) => {
                map.serialize_entry("method", "exact")?;
                map.serialize_entry("why", "beyond the range of a 64-bit integer")?;
                map.serialize_entry("exact", &casts.to_string())?;
            }
            Err(absence) => map.serialize_entry("why", absence.why())?,
        }
        map.end()
    }
}
