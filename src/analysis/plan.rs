//! How many throws make it surer.

use num_traits::ToPrimitive;
use serde::Serialize;

use super::posterior::{CastPosterior, face_interval};
use super::{Absence, Averaging, Credible, Figure, record};
use crate::figures::Estimator;
use crate::inference::{Power, two_digits};
use crate::monte_carlo::{Draws, Watch};
use crate::tali::{CastTable, Event, Face, Posterior, Prior, TaliSet, Talus, TalusError};

/// What an interval is to be narrow for.
#[derive(Clone, Debug)]
pub enum Goal {
    /// The probability of a face.
    Face(Face),
    /// The probability of an event on one cast.
    Event(Event),
}

/// How many throws are asked about.
#[derive(Clone, Debug)]
pub struct PlanQuestion {
    /// What the interval is for, as its user wrote it.
    pub name: String,
    /// The same.
    pub goal: Goal,
    /// How wide it may be from end to end.
    pub width: f64,
    /// The weights that are assumed: those of a set of bones, of which every kind is thrown as often.
    pub assumed: TaliSet,
    /// Where they come from.
    pub assumed_name: String,
    /// What is thought before the throws.
    pub prior: Prior,
    /// The level, and how weights are drawn.
    pub averaging: Averaging,
    /// How often each kind of bone was thrown already.
    pub made: u64,
}

/// How many throws make an interval narrow enough.
///
/// Throws are assumed to show each face as often as its weight says. The width of the interval of a figure for n
/// throws of each kind of bone, found as for real throws, falls like 1/√n, by which n is found in a few steps.
#[derive(Clone, Debug)]
pub struct PlanAnswer {
    /// What was asked.
    pub question: PlanQuestion,
    /// How many throws of each kind of bone it takes, to two digits; `None` if more than could ever be made.
    pub throws: Option<u64>,
    /// The interval for that many.
    pub credible: Option<Credible>,
    /// What the figure is if the bones fall as is assumed; of several bones that are told apart, of a face, none.
    pub assumed: Option<f64>,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// There are no weights to assume.
    #[error(transparent)]
    Talus(#[from] TalusError),
    /// Nothing that throws could tell depends on the bones.
    #[error("no number of throws changes that interval")]
    NoInterval,
    /// It was ended before its time.
    #[error("ended before the number of throws was known")]
    Ended,
}

impl PlanAnswer {
    /// Looks for the number of throws.
    ///
    /// # Errors
    ///
    /// [`PlanError`], where there is no interval.
    pub fn new(question: PlanQuestion, watch: &Watch<'_>) -> Result<Self, PlanError> {
        const MOST: f64 = 1e12;
        const FIRST: f64 = 1000.0;
        const STEPS: usize = 40;
        // The most throws that were found too few, and the fewest that suffice.
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
            // By the distribution of the square root; else between what is known.
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

    /// Whether the interval that is promised would not hold the figure for which the throws are planned: with few throws
    /// what was thought before them draws it away.
    pub fn misses(&self) -> bool {
        let beyond =
            |(credible, assumed): (&Credible, f64)| assumed < credible.low || assumed > credible.high;
        self.credible.as_ref().zip(self.assumed).is_some_and(beyond)
    }

    /// How many more throws of each kind of bone are needed.
    pub fn more(&self) -> Option<u64> {
        self.throws.map(|throws| throws.saturating_sub(self.question.made))
    }
}

/// Rounded up to two digits: more are not known.
fn about(throws: f64) -> f64 {
    throws.ceil().to_u64().map_or(throws, |throws| two_digits(throws).to_f64().unwrap_or(f64::INFINITY))
}

impl PlanQuestion {
    /// What the figure is for the weights that are assumed.
    fn figure(&self) -> Option<f64> {
        match &self.goal {
            Goal::Face(face) => self.assumed.common_talus()?.probability(*face).to_f64(),
            Goal::Event(event) => {
                CastTable::new(&self.assumed).probability_that(|cast| event.holds(cast)).to_f64()
            }
        }
    }

    /// Where the figure would lie after so many throws of each kind of bone.
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
            // Of several bones the one that is least sure.
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

/// How likely throws are to tell bones from given weights.
#[derive(Clone, Debug, Serialize)]
pub struct PowerAnswer {
    /// The weights that are assumed to be true.
    #[serde(rename = "assumed")]
    pub assumed_name: String,
    /// The weights that are tested.
    pub against: String,
    /// How likely the test is to reject weights that are true.
    pub level: f64,
    /// The power of some numbers of throws.
    pub rows: Vec<PowerOf>,
    /// The fewest throws of some powers.
    pub fewest: Vec<Fewest>,
    #[serde(skip)]
    simulated: Simulated,
}

/// The power of so many throws.
#[derive(Clone, Debug, Serialize)]
pub struct PowerOf {
    /// How many throws.
    pub throws: u64,
    /// How often as many simulated ones show that the tested weights are wrong.
    pub power: Figure,
}

/// How many throws it takes for a power.
#[derive(Clone, Debug, Serialize)]
pub struct Fewest {
    /// The power.
    pub wanted: f64,
    /// About the fewest throws that have it; `None` where no number has.
    pub throws: Option<u64>,
    /// What they have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<Figure>,
}

/// A power, and how it is simulated.
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

/// What so many hits in that many draws say of a chance.
pub(super) fn share_of_draws(hits: u64, draws: u64, level: f64) -> Figure {
    let hits = hits.to_f64().unwrap_or(f64::INFINITY);
    let share = Estimator::of_draws(level).chance(hits, hits, draws, None);
    share.unwrap_or(Figure::None(Absence::NothingToScale))
}

impl PowerAnswer {
    /// The power that is usually wanted.
    pub const USUAL: f64 = 0.8;

    /// The powers that are answered for.
    const POWERS: [f64; 4] = [0.5, Self::USUAL, 0.9, 0.99];

    /// The numbers of throws that are answered for.
    const THROWS: [u64; 8] = [25, 50, 100, 200, 500, 1_000, 2_000, 5_000];

    /// How many series of throws are simulated for each power.
    const SERIES: u64 = 20_000;

    /// Asks how likely throws of bones with the weights `truth` are to show that they are not `against`, by a test that is wrong
    /// about true weights as often as the intervals of `averaging` are.
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

    /// The power of 0 throws up to 100, or to the round number above it that nearly surely tells the weights apart.
    pub fn curve(&self) -> Vec<(f64, f64)> {
        const POINTS: u64 = 100;
        let sure = self.fewest.iter().filter_map(|fewest| fewest.throws).max();
        let round = |power: u32| [1, 2, 5].map(|part| part * 10u64.saturating_pow(power));
        let end = (2..18).flat_map(round).find(|end| *end >= sure.unwrap_or(0)).unwrap_or(u64::MAX);
        let point = |place: u64| {
            let throws = place * (end / POINTS);
            Some((throws.to_f64()?, if throws == 0 { 0.0 } else { self.simulated.of(throws).approximate()? }))
        };
        (0..=POINTS).filter_map(point).collect()
    }

    /// The fewest throws that have the power that is usually wanted, with what they have.
    pub fn answer(&self) -> Option<(u64, f64)> {
        let usual = self.fewest.iter().find(|fewest| fewest.wanted.total_cmp(&Self::USUAL).is_eq())?;
        Some((usual.throws?, usual.reached.as_ref()?.approximate()?))
    }
}
