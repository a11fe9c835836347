//! Planning: how many throws make the weights of bones certain enough.

use num_traits::ToPrimitive;
use serde::Serialize;

use super::posterior::{CastPosterior, face_interval};
use super::{Absence, Averaging, Credible, Figure, record};
use crate::figures::Estimator;
use crate::inference::{Power, two_digits};
use crate::monte_carlo::{Draws, Watch};
use crate::tali::{CastTable, Event, Face, Posterior, Prior, TaliSet, Talus, TalusError};

/// The figure that needs a narrow interval.
#[derive(Clone, Debug)]
pub enum Goal {
    /// The probability of a face.
    Face(Face),
    /// The probability of an event on one cast.
    Event(Event),
}

/// A question about the number of throws needed.
#[derive(Clone, Debug)]
pub struct PlanQuestion {
    /// The goal, as the user wrote it.
    pub name: String,
    /// The goal, parsed.
    pub goal: Goal,
    /// The greatest width of the interval.
    pub width: f64,
    /// The assumed weights: those of a set of bones, of which every kind is thrown equally often.
    pub assumed: TaliSet,
    /// The name of the assumed weights.
    pub assumed_name: String,
    /// The prior.
    pub prior: Prior,
    /// The level, and the settings for drawing weights.
    pub averaging: Averaging,
    /// The number of throws already made with each kind of bone.
    pub made: u64,
}

/// The number of throws that make an interval narrow enough.
///
/// Assumes that each face comes up in proportion to its weight. The width of the interval for n throws of each kind of bone is
/// computed as for real throws; it falls like 1/√n, so n is found in a few steps.
#[derive(Clone, Debug)]
pub struct PlanAnswer {
    /// What was asked.
    pub question: PlanQuestion,
    /// The number of throws of each kind of bone, to two digits; `None` if more than anybody could make.
    pub throws: Option<u64>,
    /// The interval for that number.
    pub credible: Option<Credible>,
    /// The figure for the assumed weights; `None` for a face if several bones differ.
    pub assumed: Option<f64>,
}

/// The reason why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// There are no weights to assume.
    #[error(transparent)]
    Talus(#[from] TalusError),
    /// Throws cannot change the interval.
    #[error("no number of throws changes that interval")]
    NoInterval,
    /// The search was stopped early.
    #[error("ended before the number of throws was known")]
    Ended,
}

impl PlanAnswer {
    /// Searches for the number of throws.
    ///
    /// # Errors
    ///
    /// [`PlanError`], where there is no interval.
    pub fn new(question: PlanQuestion, watch: &Watch<'_>) -> Result<Self, PlanError> {
        const MOST: f64 = 1e12;
        const FIRST: f64 = 1000.0;
        const STEPS: usize = 40;
        // The largest number known to be too small, and the smallest known to suffice.
        let (mut few, mut enough) = (0.0f64, f64::INFINITY);
        let mut credible = None;
        let mut throws = FIRST;
        for _ in 0..STEPS {
            if watch.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Err(PlanError::Ended);
            }
            let found = question.interval(throws)?;
            let wide = (found.high - found.low) / question.width;
            if wide <= 1.0 {
                (enough, credible) = (throws, Some(found));
            } else {
                few = throws;
            }
            // Try the 1/√n rule first, then the middle of the remaining range.
            let guess = about(throws * wide * wide).max(1.0);
            let middle = about(if enough.is_infinite() { few * 4.0 } else { (few.max(0.5) * enough).sqrt() });
            let next = [guess, middle].into_iter().find(|next| *next > few && *next < enough);
            throws = match next {
                Some(next) if next <= MOST => next,
                _ => break,
            };
        }
        let throws = credible.and(enough.to_u64());
        let assumed = question.figure();
        Ok(Self { question, throws, credible, assumed })
    }

    /// Whether the planned interval would miss the assumed figure, because with few throws the prior dominates.
    pub fn misses(&self) -> bool {
        let beyond =
            |(credible, assumed): (&Credible, f64)| assumed < credible.low || assumed > credible.high;
        self.credible.as_ref().zip(self.assumed).is_some_and(beyond)
    }

    /// The number of further throws needed for each kind of bone.
    pub fn more(&self) -> Option<u64> {
        self.throws.map(|throws| throws.saturating_sub(self.question.made))
    }
}

/// Rounds up to two digits, the precision of the plan.
fn about(throws: f64) -> f64 {
    throws.ceil().to_u64().map_or(throws, |throws| two_digits(throws).to_f64().unwrap_or(f64::INFINITY))
}

impl PlanQuestion {
    /// The figure for the assumed weights.
    fn figure(&self) -> Option<f64> {
        match &self.goal {
            Goal::Face(face) => self.assumed.common_talus()?.probability(*face).to_f64(),
            Goal::Event(event) => {
                CastTable::new(&self.assumed).probability_that(|cast| event.holds(cast)).to_f64()
            }
        }
    }

    /// The interval of the figure after a number of throws of each kind of bone.
    fn interval(&self, throws: f64) -> Result<Credible, PlanError> {
        let kinds = self.assumed.kinds().map(|(talus, number)| {
            let count = |face| (throws * talus.probability(face).to_f64().unwrap_or(0.0)).round().to_u64();
            let mut counts = Face::ALL.map(|face| count(face).unwrap_or(0));
            if counts == [0; 4] {
                counts[1] = 1;
            }
            Ok((Talus::from_posterior(Posterior::new(counts, self.prior.clone())?), number))
        });
        let kinds = kinds.collect::<Result<Vec<_>, PlanError>>()?;
        let level = self.averaging.level;
        let found = match &self.goal {
            // With several bones, take the least certain one.
            Goal::Face(face) => kinds
                .iter()
                .filter_map(|(talus, _)| talus.posterior())
                .map(|posterior| {
                    let [low, high] = face_interval(posterior, *face, level);
                    Credible { low, high, level, draws: None }
                })
                .max_by(|one, other| (one.high - one.low).total_cmp(&(other.high - other.low))),
            Goal::Event(event) => {
                let set = TaliSet::of(kinds).ok();
                let posterior = set.and_then(|set| CastPosterior::new(&set, &self.averaging));
                posterior.and_then(|posterior| posterior.credible(|cast| event.holds(cast)))
            }
        };
        found.ok_or(PlanError::NoInterval)
    }
}

record!(PlanAnswer, plan =>
    "for": plan.question.name,
    "width": plan.question.width,
    "level": plan.question.averaging.level,
    "assumed": plan.question.assumed_name,
    "throws": plan.throws,
    "made": plan.question.made,
    "more": plan.more(),
    "interval": plan.credible,
    "assumed_value": plan.assumed,
    "misses": plan.misses(),
);

/// The power of the test that distinguishes bones from given weights.
#[derive(Clone, Debug, Serialize)]
pub struct PowerAnswer {
    /// The weights assumed to be true.
    #[serde(rename = "assumed")]
    pub assumed_name: String,
    /// The tested weights.
    pub against: String,
    /// The probability that the test rejects true weights.
    pub level: f64,
    /// The power for several numbers of throws.
    pub rows: Vec<PowerOf>,
    /// The fewest throws for several powers.
    pub fewest: Vec<Fewest>,
    #[serde(skip)]
    simulated: Simulated,
}

/// The power of a number of throws.
#[derive(Clone, Debug, Serialize)]
pub struct PowerOf {
    /// The number of throws.
    pub throws: u64,
    /// How often that many simulated throws reject the tested weights.
    pub power: Figure,
}

/// The number of throws for a power.
#[derive(Clone, Debug, Serialize)]
pub struct Fewest {
    /// The power.
    pub wanted: f64,
    /// About the fewest throws with that power; `None` if no number reaches it.
    pub throws: Option<u64>,
    /// The power of these throws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<Figure>,
}

/// The settings for simulating the power.
#[derive(Clone, Debug)]
struct Simulated {
    power: Power,
    draws: Draws,
    confidence: f64,
}

impl Simulated {
    fn of(&self, throws: u64) -> Figure {
        share_of_draws(self.power.simulated(throws, &self.draws), self.draws.draws, self.confidence)
    }
}

/// The estimate of a chance from hits among draws.
pub(super) fn share_of_draws(hits: u64, draws: u64, level: f64) -> Figure {
    let hits = hits.to_f64().unwrap_or(f64::INFINITY);
    let share = Estimator::of_draws(level).chance(hits, hits, draws, None);
    share.unwrap_or(Figure::None(Absence::NothingToScale))
}

impl PowerAnswer {
    /// The usual target of the power.
    pub const USUAL: f64 = 0.8;

    /// The powers reported.
    const POWERS: [f64; 4] = [0.5, Self::USUAL, 0.9, 0.99];

    /// The numbers of throws reported.
    const THROWS: [u64; 8] = [25, 50, 100, 200, 500, 1_000, 2_000, 5_000];

    /// The number of simulated series of throws for each power.
    const SERIES: u64 = 20_000;

    /// Computes the power to reject the weights `against` for bones with the weights `truth`. The test level is 1 minus the level
    /// of `averaging`.
    pub fn new(truth: (&str, &Talus), against: (&str, &Talus), averaging: &Averaging) -> Self {
        let level = 1.0 - averaging.level;
        let draws = Draws { draws: Self::SERIES, seed: averaging.seed, threads: averaging.threads };
        let simulated =
            Simulated { power: Power::new(truth.1, against.1, level), draws, confidence: averaging.level };
        let fewest = |wanted: f64| {
            let throws = simulated.power.fewest(wanted, &draws);
            Fewest { wanted, throws, reached: throws.map(|throws| simulated.of(throws)) }
        };
        Self {
            assumed_name: truth.0.to_owned(),
            against: against.0.to_owned(),
            level,
            rows: Self::THROWS.map(|throws| PowerOf { throws, power: simulated.of(throws) }).into(),
            fewest: Self::POWERS.map(fewest).into(),
            simulated,
        }
    }

    /// The power from 0 throws to 100, or to the next round number that almost surely distinguishes the weights.
    pub fn curve(&self) -> Vec<(f64, f64)> {
        const POINTS: u64 = 100;
        let sure = self.fewest.iter().filter_map(|fewest| fewest.throws).max();
        let round = |power: u32| [1, 2, 5].map(|part| part * 10u64.saturating_pow(power));
        let end = (2..18).flat_map(round).find(|end| *end >= sure.unwrap_or(0)).unwrap_or(u64::MAX);
        let point = |index: u64| {
            let throws = index * (end / POINTS);
            Some((throws.to_f64()?, if throws == 0 { 0.0 } else { self.simulated.of(throws).approximate()? }))
        };
        (0..=POINTS).filter_map(point).collect()
    }

    /// The fewest throws with the usual power, and their power.
    pub fn answer(&self) -> Option<(u64, f64)> {
        let usual = self.fewest.iter().find(|fewest| fewest.wanted.total_cmp(&Self::USUAL).is_eq())?;
        Some((usual.throws?, usual.reached.as_ref()?.approximate()?))
    }
}
