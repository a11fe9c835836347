//! What a figure becomes when the weights of the bones are not known for certain.
//!
//! Weights that come from counts have a posterior distribution ([`Posterior`](crate::tali::Posterior)). Two numbers can
//! then be told for one question:
//!
//! - **averaged over the posterior**: the mean of the figure over all weights that the throws leave possible. Of
//!   a probability this is the probability to bet on (the posterior-predictive one). The four bones of a cast that
//!   share one estimate are then not independent: what one shows tells something of the others.
//! - **plug-in**: the figure for the mean weights, as if they were known.
//!
//! *Probabilities* of what one cast shows, and of what happens within n casts or k times running, are averaged:
//! exactly where the polynomial is short enough to write out, else over draws of the weights. Win shares and other
//! probabilities of whole games are solved for the mean weights, with their average over draws beside them.
//! *Waits, lengths and coins* are plug-in: their averages may be infinite however many throws there were (the mean
//! wait for Canis is, if 1 was shown fewer than four times), so that only their intervals are told beside them.
//!
//! The credible interval of a figure lies between two quantiles of the values that it takes over draws of the
//! weights, as many of them below as above. A function that only rises or only falls with a chance takes
//! the ends of its interval from those of the chance.

use super::{Credible, Figure, OverPosterior};
use crate::figures::Estimator;
use crate::inference::Beta;
use crate::monte_carlo::{CastChances, Draws, Moments, WeightSampler, draw};
use crate::tali::{Cast, CastTable, Face, Posterior, TaliSet};

/// How weights are drawn, and which part of the draws an interval holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Averaging {
    /// The draws; `None` for as many as are soon made.
    pub draws: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// The threads; 0 for one on each core.
    pub threads: usize,
    /// How probable it is that the figure lies in its interval.
    pub level: f64,
}

impl Default for Averaging {
    fn default() -> Self {
        Self { draws: None, seed: 1, threads: 0, level: 0.95 }
    }
}

impl Averaging {
    /// Draws for questions on one cast, unless others are asked for.
    pub const OF_CASTS: u64 = 10_000;

    /// Draws for games, each of which is solved, unless others are asked for; of games that take long fewer.
    pub const OF_GAMES: u64 = 1_000;

    /// The fewest of them.
    pub const FEWEST: u64 = 100;

    /// The plan with that many draws, unless others are asked for.
    pub(super) fn plan(&self, usual: u64) -> Draws {
        Draws { draws: self.draws.unwrap_or(usual), seed: self.seed, threads: self.threads }
    }
}

/// The mean of chances over draws of the weights, with the interval that comes of drawing no more of them; `None`
/// if one of them is no number.
pub(super) fn drawn_average(values: impl IntoIterator<Item = f64>, confidence: f64) -> Option<Figure> {
    let mut moments = Moments::default();
    values.into_iter().for_each(|value| moments.add(value));
    if !moments.sum.is_finite() {
        return None;
    }
    Estimator::of_draws(confidence).mean(&moments, 0.0, None, None).map(Figure::clamped_to_one)
}

/// What one cast shows, of a set whose weights were estimated from throws.
pub(super) struct CastPosterior {
    /// The distribution of the cast, averaged.
    pub(super) table: CastTable,
    casts: Vec<Cast>,
    /// The distribution for each draw of the weights.
    draws: Vec<Vec<f64>>,
    /// The confidence of all intervals.
    pub(super) level: f64,
}

impl CastPosterior {
    /// `None` where nothing was estimated.
    pub(super) fn new(set: &TaliSet, averaging: &Averaging) -> Option<Self> {
        let sampler = set.is_estimated().then(|| WeightSampler::new(set))?;
        let chances = CastChances::new(set.len());
        // They are made sooner than threads are.
        let plan = Draws { threads: 1, ..averaging.plan(Averaging::OF_CASTS) };
        let draws = draw(&plan, |generator| chances.of(&sampler.draw(generator)));
        let casts = chances.casts().to_vec();
        Some(Self { table: CastTable::averaged(set), casts, draws, level: averaging.level })
    }

    /// The probability of an event given another, for each draw of the weights.
    pub(super) fn chances(&self, event: impl Fn(&Cast) -> bool, given: impl Fn(&Cast) -> bool) -> Vec<f64> {
        let places = |holds: &dyn Fn(&Cast) -> bool| -> Vec<usize> {
            (0..self.casts.len()).filter(|place| holds(&self.casts[*place])).collect()
        };
        let both = places(&|cast| event(cast) && given(cast));
        let given = (!self.casts.iter().all(&given)).then(|| places(&given));
        let sum = |distribution: &[f64], places: &[usize]| {
            places.iter().fold(0.0, |sum, place| sum + distribution[*place])
        };
        let chance = |distribution: &Vec<f64>| match &given {
            None => sum(distribution, &both).min(1.0),
            Some(given) => (sum(distribution, &both) / sum(distribution, given)).min(1.0),
        };
        self.draws.iter().map(chance).collect()
    }

    /// Where the probability of an event lies.
    pub(super) fn credible(&self, event: impl Fn(&Cast) -> bool) -> Option<Credible> {
        Credible::of(&mut self.chances(event, |_| true), self.level)
    }

    /// What stands beside the probability of an event, which `known` has for the mean weights.
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

/// The interval that holds a face's probability with that level: quantiles of the marginal Beta distribution of its posterior.
pub(super) fn face_interval(posterior: &Posterior, face: Face, level: f64) -> [f64; 2] {
    let shapes = posterior.shapes_f64();
    let shape = shapes[face.index()];
    Beta::new(shape, shapes.iter().sum::<f64>() - shape).interval(level)
}
