//! Figures that were solved beside those that were simulated.

use serde::{Serialize, Serializer};

use super::{Absence, Credible, Figure, OverPosterior};
use crate::exact::Missing;
use crate::monte_carlo::Tally;

/// A figure that was solved for, and what simulated games say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Exact, or within a bound; simulated where no solver knows it.
    pub solved: Figure,
    /// From simulated games, if any were.
    pub simulated: Option<Figure>,
    /// How sure it is, where weights of bones were estimated from throws; `solved` is then the figure for their
    /// mean.
    pub posterior: Option<OverPosterior>,
}

impl Compared {
    /// Whether a solver knows it; else it is an estimate.
    pub const fn is_solved(&self) -> bool {
        !matches!(self.solved, Figure::Simulated(_))
    }

    /// Where it lies, where weights were estimated.
    pub fn credible(&self) -> Option<Credible> {
        self.posterior.as_ref()?.credible
    }

    pub(super) fn new(solved: impl Into<Figure>, simulated: Option<Figure>) -> Self {
        let mut solved = solved.into();
        let simulated = match solved {
            // What no solver knows is told as it was simulated.
            Figure::None(Absence::Game(Missing::TooLong | Missing::OutOfRange)) => {
                solved = simulated.clone().unwrap_or(solved);
                simulated
            }
            // The games that were played stopped where it goes on growing.
            Figure::None(Absence::Game(Missing::Endless | Missing::EndlessLoss | Missing::Unbalanced)) => {
                None
            }
            _ => simulated,
        };
        Self { solved, simulated, posterior: None }
    }

    /// The same with how sure it is.
    pub(super) fn over(self, mut posterior: Option<OverPosterior>) -> Self {
        const ROUNDING: f64 = 1e-9;
        // What no draw changes differs by rounding alone.
        let credible = posterior.as_mut().and_then(|posterior| posterior.credible.as_mut());
        if let (Some(Credible { low, high, .. }), Some(value)) = (credible, self.solved.approximate()) {
            let slack = ROUNDING * value.abs().max(1.0);
            // Small chances do differ by as little.
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
    /// What came of them.
    pub tally: Tally,
    /// How many were asked for; more, if they were ended before their time.
    pub asked: u64,
    /// The seed.
    pub seed: u64,
    /// The confidence of the intervals.
    pub confidence: f64,
}

/// Simulated games, and how they agree with what is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// The games.
    pub played: Played,
    /// The largest distance between an estimate and what is known, in standard errors.
    pub largest_z: f64,
}

impl Simulation {
    /// What was played, if that tells anything.
    pub(super) fn of(played: Option<&Played>, largest_z: f64) -> Option<Self> {
        let played = played.filter(|played| played.tally.games > 0)?.clone();
        Some(Self { played, largest_z })
    }
}

/// What is solved alone; what stands beside it is told elsewhere.
pub(super) fn solved<S: Serializer>(beside: &Compared, serializer: S) -> Result<S::Ok, S::Error> {
    beside.solved.serialize(serializer)
}
