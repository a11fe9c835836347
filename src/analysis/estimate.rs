//! Solved figures beside simulated ones.

use serde::{Serialize, Serializer};

use super::{Absence, Credible, Figure, OverPosterior};
use crate::exact::Missing;
use crate::monte_carlo::Tally;

/// A solved figure, and its estimate from simulated games.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The exact or bounded figure; a simulated one where no solver knows it.
    pub solved: Figure,
    /// The estimate from simulated games, if there were any.
    pub simulated: Option<Figure>,
    /// Its uncertainty, if weights of bones were estimated from throws; `solved` is then the figure for their mean.
    pub posterior: Option<OverPosterior>,
}

impl Compared {
    /// Whether the figure was solved and is not an estimate.
    pub const fn is_solved(&self) -> bool {
        !matches!(self.solved, Figure::Simulated(_))
    }

    /// The credible interval, if weights were estimated.
    pub fn credible(&self) -> Option<Credible> {
        self.posterior.as_ref()?.credible
    }

    pub(super) fn new(solved: impl Into<Figure>, simulated: Option<Figure>) -> Self {
        let mut solved = solved.into();
        let simulated = match solved {
            // Without a solution, the estimate takes its place.
            Figure::None(Absence::Game(Missing::TooLong | Missing::OutOfRange)) => {
                solved = simulated.clone().unwrap_or(solved);
                simulated
            }
            // The mean of the simulated games is misleading, because the true figure is infinite.
            Figure::None(Absence::Game(Missing::Endless | Missing::EndlessLoss | Missing::Unbalanced)) => {
                None
            }
            _ => simulated,
        };
        Self { solved, simulated, posterior: None }
    }

    /// Adds the uncertainty over the posterior.
    pub(super) fn over(self, mut posterior: Option<OverPosterior>) -> Self {
        const ROUNDING: f64 = 1e-9;
        // A figure that no draw changes differs by rounding alone.
        let credible = posterior.as_mut().and_then(|posterior| posterior.credible.as_mut());
        if let (Some(Credible { low, high, .. }), Some(value)) = (credible, self.solved.approximate()) {
            let slack = ROUNDING * value.abs().max(1.0);
            // Differences between small chances are real.
            let small = value > 0.0 && value < slack;
            if (*low - value).abs() <= slack && (*high - value).abs() <= slack && !small {
                (*low, *high) = (value, value);
            }
        }
        Self { posterior, ..self }
    }
}

/// Simulated games.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The tally of their outcomes.
    pub tally: Tally,
    /// The number requested; more than were played if the run was stopped.
    pub asked: u64,
    /// The seed.
    pub seed: u64,
    /// The confidence of the intervals.
    pub confidence: f64,
}

/// Simulated games, and their agreement with exact figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// The games.
    pub played: Played,
    /// The largest deviation of an estimate from its exact value, in standard errors.
    pub largest_z: f64,
}

impl Simulation {
    /// The simulated games, if they tell anything.
    pub(super) fn of(played: Option<&Played>, largest_z: f64) -> Option<Self> {
        let played = played.filter(|played| played.tally.games > 0)?.clone();
        Some(Self { played, largest_z })
    }
}

/// Writes the solved figure alone; the others appear elsewhere.
pub(super) fn solved<S: Serializer>(beside: &Compared, serializer: S) -> Result<S::Ok, S::Error> {
    beside.solved.serialize(serializer)
}
