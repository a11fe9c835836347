//! The odds of an event on one cast, and the wait for it.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::posterior::{CastPosterior, drawn_average};
use super::{Absence, Averaging, Credible, Figure, NamedSet, OverPosterior, Sensitivity, SetSensitivity};
use crate::exact::WaitingTime;
use crate::inference::PosteriorMoments;
use crate::tali::{Cast, CastTable, Event, Kind};

/// The subject of a question about one cast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// A kind of cast.
    Kind(Kind),
    /// An event, as its user wrote it.
    #[serde(serialize_with = "text_of")]
    Event(String, Event),
}

impl Subject {
    /// The name of the subject: `venus`, or the event's text.
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

/// A question about events on one cast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsQuestion {
    /// The events.
    pub subjects: Vec<Subject>,
    /// The condition, with its text, if there is one.
    pub given: Option<(String, Event)>,
    /// The numbers of casts within which to compute the chance of the events.
    pub within: Vec<u64>,
    /// The lengths of runs whose chance to compute.
    pub running: Vec<u32>,
    /// Whether to compute how the probability changes with the weights.
    pub sensitivity: bool,
}

impl OddsQuestion {
    /// The default numbers of casts.
    pub const WITHIN: [u64; 6] = [1, 5, 10, 20, 50, 100];

    /// The default lengths of runs: Cicero's twice and thrice in a row (*De divinatione* 2.121), and four times.
    pub const RUNNING: [u32; 3] = [2, 3, 4];
}

/// The odds of events on one cast of one set of bones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SetOdds {
    /// The odds of each event, in the requested order.
    #[serde(flatten, serialize_with = "one_or_several")]
    pub events: Vec<EventOdds>,
    /// The bones.
    pub bones: NamedSet,
}

/// The odds of one event on one cast.
///
/// Given another event G, the probability is P(E∧G)/P(G), and waits count the casts on which G
/// holds.
///
/// If the weights were estimated from throws, probabilities (and the odds that follow from P) are averaged
/// over the posterior, and waits are for the mean weights: see [`Averaging`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventOdds {
    /// The event.
    #[serde(flatten)]
    pub subject: Subject,
    /// The text of the condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// P.
    pub probability: Figure,
    /// The uncertainty, if the weights were estimated from throws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior: Option<EventPosterior>,
    /// (1 − P)/P to one.
    pub odds_against: Figure,
    /// The mean number of casts until it happens, 1/P.
    pub mean_wait: Figure,
    /// The median and the 90th percentile of that number.
    pub quantiles: [WaitQuantile; 2],
    /// The chance to see it within several numbers of casts.
    pub within: Vec<Within>,
    /// The chance of runs.
    pub running: Vec<Running>,
    /// How much P changes with the weights, at the mean weights, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitivity: Option<Sensitivity>,
}

/// The uncertainty of the odds of an event.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventPosterior {
    /// The uncertainty of P.
    #[serde(flatten)]
    pub probability: OverPosterior,
    /// The credible interval of the odds against it.
    pub odds_against: Option<Credible>,
    /// The credible interval of the mean wait.
    pub mean_wait: Option<Credible>,
}

/// A quantile of the wait: the smallest number of casts that suffices with probability q.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitQuantile {
    /// Its level in percent.
    pub percent: u8,
    /// The number of casts, or why there is none.
    pub casts: Result<BigUint, Absence>,
    /// Its credible interval, if the weights were estimated.
    pub posterior: Option<Credible>,
}

impl WaitQuantile {
    /// The number of casts as a figure.
    pub fn figure(&self) -> Figure {
        match &self.casts {
            Ok(casts) => BigRational::from_integer(casts.clone().into()).into(),
            Err(absence) => Figure::None(*absence),
        }
    }
}

/// The chance of at least one success within a number of casts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Within {
    /// The number of casts.
    pub casts: u64,
    /// 1 − (1 − P)ⁿ.
    pub probability: Figure,
    /// Its uncertainty, if the weights were estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior: Option<OverPosterior>,
}

/// The chance of a run of successes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Running {
    /// The length of the run.
    pub times: u32,
    /// Pᵏ, for the next k casts.
    pub probability: Figure,
    /// Its uncertainty, if the weights were estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior: Option<OverPosterior>,
    /// The mean number of casts until the first run of that length is complete.
    pub mean_wait: Figure,
}

impl SetOdds {
    /// Answers the question for one set of bones.
    pub fn new(bones: NamedSet, question: &OddsQuestion, averaging: &Averaging) -> Self {
        let table = CastTable::new(bones.set());
        let posterior = CastPosterior::new(bones.set(), averaging);
        let sensitivity = question.sensitivity.then(|| SetSensitivity::new(bones.set()));
        let given = |cast: &Cast| question.given.as_ref().is_none_or(|(_, given)| given.holds(cast));
        let events = question.subjects.iter().map(|subject| {
            let chance = |table: &CastTable| {
                let all = table.weight_of(given);
                let both = table.weight_of(|cast| subject.holds(cast) && given(cast));
                (!all.is_zero()).then(|| BigRational::new(both.into(), all.into()))
            };
            let sensitivity =
                sensitivity.as_ref().map(|sensitivity| sensitivity.of(|cast| subject.holds(cast), given));
            let odds = EventOdds::new(subject, chance(&table), question, sensitivity);
            let Some(posterior) = &posterior else { return odds };
            let moments = question
                .given
                .is_none()
                .then(|| PosteriorMoments::new(bones.set(), |cast| subject.holds(cast)));
            let drawn = posterior.chances(|cast| subject.holds(cast), given);
            odds.averaged(chance(&posterior.table), moments.as_ref(), drawn, posterior.level)
        });
        let events = events.collect();
        Self { events, bones }
    }
}

impl EventOdds {
    /// The odds for a known chance.
    fn new(
        subject: &Subject,
        chance: Option<BigRational>,
        question: &OddsQuestion,
        sensitivity: Option<Sensitivity>,
    ) -> Self {
        let wait = chance.clone().and_then(|chance| WaitingTime::new(chance).ok());
        let absence = if wait.is_some() { Absence::NeverHappens } else { Absence::ImpossibleCondition };
        let figure = |value: Option<BigRational>| value.map_or(Figure::None(absence), Figure::from);
        let quantile = |percent: u8| {
            let level = BigRational::new(percent.into(), 100.into());
            WaitQuantile {
                percent,
                casts: wait.as_ref().and_then(|wait| wait.quantile(&level)).ok_or(absence),
                posterior: None,
            }
        };
        let within = |&casts: &u64| Within {
            casts,
            probability: wait.as_ref().map_or(Figure::None(absence), |wait| wait.within(casts).into()),
            posterior: None,
        };
        let running = |&times: &u32| Running {
            times,
            probability: figure(wait.as_ref().map(|wait| wait.running(times))),
            posterior: None,
            mean_wait: figure(wait.as_ref().and_then(|wait| wait.mean_until_run(times))),
        };
        Self {
            subject: subject.clone(),
            given: question.given.as_ref().map(|(text, _)| text.clone()),
            odds_against: odds_against(chance.as_ref()),
            mean_wait: figure(wait.as_ref().and_then(WaitingTime::mean)),
            quantiles: [50, 90].map(quantile),
            within: question.within.iter().map(within).collect(),
            running: question.running.iter().map(running).collect(),
            probability: figure(chance),
            sensitivity,
            posterior: None,
        }
    }

    /// The odds with probabilities averaged over the posterior and waits for the mean weights: `chance` is the average of P, and
    /// `drawn` has its values for draws of the weights.
    fn averaged(
        mut self,
        chance: Option<BigRational>,
        moments: Option<&PosteriorMoments<'_>>,
        mut drawn: Vec<f64>,
        level: f64,
    ) -> Self {
        let Some(chance) = chance else { return self };
        let credible = Credible::of(&mut drawn, level);
        // Replaces a figure that follows from P by its average, exact if that is known.
        let averaged = |figure: &mut Figure, exactly: Option<BigRational>, of: &dyn Fn(f64) -> f64| {
            let average = exactly.map(Figure::from);
            let average = average.or_else(|| drawn_average(drawn.iter().copied().map(of), level));
            let average = average.unwrap_or_else(|| figure.clone());
            let plug_in = std::mem::replace(figure, average);
            OverPosterior::beside(figure, plug_in, credible.map(|credible| credible.map(of)))
        };
        let lengths: Vec<u64> = self.within.iter().map(|within| within.casts).collect();
        let exactly = moments.map_or_else(|| vec![None; lengths.len()], |moments| moments.within(&lengths));
        for (within, exactly) in self.within.iter_mut().zip(exactly) {
            #[expect(clippy::cast_precision_loss, reason = "an average over draws is a double")]
            let casts = within.casts as f64;
            let of = |chance: f64| chance_of_any(chance, casts);
            within.posterior = Some(averaged(&mut within.probability, exactly, &of));
        }
        for run in &mut self.running {
            let exactly = moments.and_then(|moments| moments.running(run.times));
            let of = |chance: f64| chance.powf(f64::from(run.times));
            run.posterior = Some(averaged(&mut run.probability, exactly, &of));
        }
        self.odds_against = odds_against(Some(&chance));
        // Impossible events have neither odds nor waits.
        let possible = credible.filter(|_| !chance.is_zero());
        let wait = |chance: f64, percent: u8| {
            ((1.0 - f64::from(percent) / 100.0).ln() / (-chance).ln_1p()).ceil().max(1.0)
        };
        for quantile in &mut self.quantiles {
            let of = |chance: f64| wait(chance, quantile.percent);
            quantile.posterior = possible.map(|credible| credible.map(of));
        }
        self.posterior = Some(EventPosterior {
            probability: averaged(&mut self.probability, Some(chance), &|chance| chance),
            odds_against: possible.map(|credible| credible.map(|chance| (1.0 - chance) / chance)),
            mean_wait: possible.map(|credible| credible.map(f64::recip)),
        });
        self
    }

    /// The median wait in casts; `None` if it is infinite, undefined, or beyond a double.
    pub fn median(&self) -> Option<f64> {
        self.quantiles[0].casts.as_ref().ok().and_then(BigUint::to_f64).filter(|median| median.is_finite())
    }

    /// The chance of success within n casts for a chart, in double precision.
    pub fn chance_within(&self, casts: f64) -> f64 {
        // For estimated weights, use the mean weights, as for the waits.
        let averaged = self.posterior.as_ref().map(|posterior| &posterior.probability);
        let plug_in = averaged.and_then(|averaged| averaged.plug_in.as_ref());
        chance_of_any(plug_in.unwrap_or(&self.probability).approximate().unwrap_or(0.0), casts)
    }

    /// The credible interval of that chance, if the weights were estimated from throws.
    pub fn credible_within(&self, casts: f64) -> Option<Credible> {
        let credible = self.posterior.as_ref()?.probability.credible?;
        Some(credible.map(|chance| chance_of_any(chance, casts)))
    }
}

/// 1 − (1 − P)ⁿ; linear from 0 to P before the first cast.
fn chance_of_any(chance: f64, casts: f64) -> f64 {
    if casts < 1.0 { casts * chance } else { -(casts * (-chance).ln_1p()).exp_m1() }
}

/// (1 − P)/P
fn odds_against(chance: Option<&BigRational>) -> Figure {
    match chance {
        None => Figure::None(Absence::ImpossibleCondition),
        Some(chance) if chance.is_zero() => Figure::None(Absence::Impossible),
        Some(chance) => ((BigRational::one() - chance) / chance).into(),
    }
}

/// Writes one event at the top level beside its bones, and several as a list.
fn one_or_several<S: Serializer>(events: &[EventOdds], serializer: S) -> Result<S::Ok, S::Error> {
    match events {
        [event] => event.serialize(serializer),
        events => serializer.collect_map([("events", events)]),
    }
}

fn text_of<S: Serializer>(text: &str, _: &Event, serializer: S) -> Result<S::Ok, S::Error> {
    text.serialize(serializer)
}

impl Serialize for WaitQuantile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("q", &(f64::from(self.percent) / 100.0))?;
        self.figure().entries(&mut map, "casts")?;
        if let Some(posterior) = &self.posterior {
            map.serialize_entry("posterior", posterior)?;
        }
        map.end()
    }
}
