//! Figures for bones with uncertain weights.
//!
//! Weights from counts have a posterior distribution ([`Posterior`](crate::tali::Posterior)). Two numbers can
//! then answer one question:
//!
//! - **averaged over the posterior**: the mean of the figure over the posterior of the weights. For
//!   a probability this is the probability to bet on (the posterior-predictive one). Four bones of a cast that
//!   share one estimate are then not independent: one bone is evidence about the others.
//! - **plug-in**: the figure for the mean weights, as if they were known.
//!
//! *Probabilities* of events on one cast, within n casts, or k times in a row are averaged:
//! exactly if the polynomial is short enough, else over draws of the weights. Win shares and other
//! probabilities of whole games are solved for the mean weights, with their average over draws beside them.
//! *Waits, lengths and coins* are plug-in: their averages may be infinite for any number of throws (the mean
//! wait for Canis is, if 1 came up fewer than four times), so only their intervals are shown beside them.
//!
//! The credible interval of a figure is equal-tailed, between two quantiles of its values over draws of the
//! weights. The interval of a monotonic function of a chance has the function's values at the ends of the
//! chance's interval.

use super::{Credible, Figure, OverPosterior};
use crate::figures::Estimator;
use crate::inference::Beta;
use crate::monte_carlo::{CastChances, Draws, Moments, WeightSampler, draw};
use crate::tali::{Cast, CastTable, Face, Posterior, TaliSet};

/// The settings for drawing weights, and the level of the intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Averaging {
    /// The number of draws; `None` for as many as are quick to make.
    pub draws: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// The number of threads; 0 for one on each core.
    pub threads: usize,
    /// The probability that a figure is in its interval.
    pub level: f64,
}

impl Default for Averaging {
    fn default() -> Self {
        Self { draws: None, seed: 1, threads: 0, level: 0.95 }
    }
}

impl Averaging {
    /// The default number of draws for questions about one cast.
    pub const OF_CASTS: u64 = 10_000;

    /// The default number of draws for games, each of which is solved; slow games get fewer.
    pub const OF_GAMES: u64 = 1_000;

    /// The fewest draws, except for very slow games.
    pub const FEWEST: u64 = 100;

    /// The plan, with `usual` draws by default.
    pub(super) fn plan(&self, usual: u64) -> Draws {
        Draws { draws: self.draws.unwrap_or(usual), seed: self.seed, threads: self.threads }
    }
}

/// The mean of chances over draws of the weights, with its Monte Carlo confidence interval; `None` if one of them is not a
/// number.
pub(super) fn drawn_average(values: impl IntoIterator<Item = f64>, confidence: f64) -> Option<Figure> {
    let mut moments = Moments::default();
    values.into_iter().for_each(|value| moments.add(value));
    if !moments.sum.is_finite() {
        return None;
    }
    Estimator::of_draws(confidence).mean(&moments, 0.0, None, None).map(Figure::clamped_to_one)
}

/// The casts of a set whose weights were estimated from throws.
pub(super) struct CastPosterior {
    /// The distribution of the cast, averaged over the posterior.
    pub(super) table: CastTable,
    casts: Vec<Cast>,
    /// The distribution for each draw of the weights.
    draws: Vec<Vec<f64>>,
    /// The level of all intervals.
    pub(super) level: f64,
}

impl CastPosterior {
    /// Draws the weights; `None` if none were estimated.
    pub(super) fn new(set: &TaliSet, averaging: &Averaging) -> Option<Self> {
        let sampler = set.is_estimated().then(|| WeightSampler::new(set))?;
        let chances = CastChances::new(set.len());
        // Drawing is faster than starting threads.
        let plan = Draws { threads: 1, ..averaging.plan(Averaging::OF_CASTS) };
        let draws = draw(&plan, |generator| chances.of(&sampler.draw(generator)));
        let casts = chances.casts().to_vec();
        Some(Self { table: CastTable::averaged(set), casts, draws, level: averaging.level })
    }

    /// The probability of an event given another, for each draw of the weights.
    pub(super) fn chances(&self, event: impl Fn(&Cast) -> bool, given: impl Fn(&Cast) -> bool) -> Vec<f64> {
        let indices = |holds: &dyn Fn(&Cast) -> bool| -> Vec<usize> {
            (0..self.casts.len()).filter(|slot| holds(&self.casts[*slot])).collect()
        };
        let both = indices(&|cast| event(cast) && given(cast));
        let given = (!self.casts.iter().all(&given)).then(|| indices(&given));
        let sum = |distribution: &[f64], indices: &[usize]| {
            indices.iter().fold(0.0, |sum, slot| sum + distribution[*slot])
        };
        let chance = |distribution: &Vec<f64>| match &given {
            None => sum(distribution, &both).min(1.0),
            Some(given) => (sum(distribution, &both) / sum(distribution, given)).min(1.0),
        };
        self.draws.iter().map(chance).collect()
    }

    /// The credible interval of the probability of an event.
    pub(super) fn credible(&self, event: impl Fn(&Cast) -> bool) -> Option<Credible> {
        Credible::of(&mut self.chances(event, |_| true), self.level)
    }

    /// The uncertainty of the probability of an event; `known` is the table for the mean weights.
    pub(super) fn beside(
        &self,
        probability: &Figure,
        known: &CastTable,
        event: impl Fn(&Cast) -> bool,
    ) -> OverPosterior {
        let credible = self.credible(&event);
        OverPosterior::beside(probability, known.probability_that(event).into(), credible)
    }
}

/// The credible interval of a face's probability: quantiles of its marginal Beta posterior.
pub(super) fn face_interval(posterior: &Posterior, face: Face, level: f64) -> [f64; 2] {
    let shapes = posterior.shapes_f64();
    let shape = shapes[face.index()];
    Beta::new(shape, shapes.iter().sum::<f64>() - shape).interval(level)
}
