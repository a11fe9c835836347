//! The game at a table: policies and bones.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::best::{BestPlay, Score};
use super::calls::Rank;
use super::cup::Cup;
use super::policies::Policy;
use super::settings::Settings;
use super::shape::Shapes;
use super::turns::{Given, Turns};
use crate::bluffing::series::Counters;
use crate::kit::SolutionStore;
use tali_core::exact::{OnProgress, Unsolved};
use tali_core::tali::TaliSet;

/// The fixed data of a match, and the results computed from it.
pub(super) struct Table {
    pub settings: Settings,
    pub bones: TaliSet,
    pub turns: Arc<Turns>,
    pub policies: Vec<Policy>,
    /// Receives the progress of solving best play.
    pub progress: Option<OnProgress>,
    pub store: Option<Arc<dyn SolutionStore>>,
    shapes: OnceLock<Arc<Shapes>>,
    best: OnceLock<Result<Arc<BestPlay>, Unsolved>>,
    /// Best play from a lower score, as requested last.
    part: Mutex<Option<Arc<BestPlay>>>,
}

/// The counters of the thrower, and of the next remaining seat.
pub(super) fn score(counters: &Counters, mover: usize) -> Score {
    [mover, counters.next(mover)].map(|seat| counters.of(seat))
}

impl Table {
    pub(super) fn new(settings: Settings, bones: &TaliSet, policies: Vec<Policy>) -> Self {
        let cup = Cup::new(bones, settings.void, settings.throws);
        let turns = Arc::new(Turns::new(cup, &settings));
        Self {
            settings,
            bones: bones.clone(),
            turns,
            policies,
            progress: None,
            store: None,
            shapes: OnceLock::new(),
            best: OnceLock::new(),
            part: Mutex::default(),
        }
    }

    /// Whether the game can be played at all: if hands must rank, some hand must be able to.
    pub(super) fn can_be_played(&self) -> bool {
        self.turns.cup.can_be_played()
    }

    /// Best play of two seats, sharpened against `random`.
    pub(super) fn best(&self) -> Result<&Arc<BestPlay>, Unsolved> {
        let solved = self.best.get_or_init(|| self.solved(self.two_most()).map(Arc::new));
        solved.as_ref().map_err(|error| *error)
    }

    /// Best play from a score on; solves only what is needed and not yet known.
    pub(super) fn best_from(&self, score: Score) -> Result<Arc<BestPlay>, Unsolved> {
        let most = [score[0].max(score[1]), score[0].min(score[1])];
        if most == self.two_most() || self.is_solved() {
            return self.best().map(Arc::clone);
        }
        let mut part = self.part.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = part.as_ref().filter(|known| known.scores.contains_key(&most)) {
            return Ok(Arc::clone(known));
        }
        let solved = Arc::new(self.solved(most)?);
        *part = Some(Arc::clone(&solved));
        Ok(solved)
    }

    /// Whether best play is already solved.
    pub(super) fn is_solved(&self) -> bool {
        self.best.get().is_some()
    }

    /// The possible turns.
    pub(super) fn shapes(&self) -> &Arc<Shapes> {
        self.shapes.get_or_init(|| Arc::new(Shapes::new(&self.turns)))
    }

    /// Best play without any solved score.
    pub(super) fn solver(&self) -> BestPlay {
        BestPlay::new(Arc::clone(&self.turns), Arc::clone(self.shapes()), self.settings.starter)
    }

    /// Whether best play can be solved in a few minutes.
    pub(super) fn is_soon_solved(&self) -> bool {
        self.is_soon_solved_from(self.two_most())
    }

    /// Whether best play from a score on can be solved in a few minutes.
    pub(super) fn is_soon_solved_from(&self, score: Score) -> bool {
        const LONGEST: f64 = 360_000.0;
        self.solver().work(score) <= LONGEST
    }

    /// The initial score of a match of two seats.
    pub(super) fn first_score(&self) -> Score {
        score(&self.settings.counters, 0)
    }

    /// The largest score at which two seats can be left.
    pub(super) fn two_most(&self) -> Score {
        let mut counters = self.settings.counters.0;
        counters.sort_unstable_by(|one, other| other.cmp(one));
        [counters[0], counters[1]]
    }

    /// The rough time to solve best play on one processor, in milliseconds.
    pub(super) fn work(&self) -> f64 {
        self.solver().work(self.two_most())
    }

    /// Products of probabilities over 18 turns above this do not underflow; 0 if none can.
    pub(super) fn least(&self) -> f64 {
        const RAREST: f64 = 1e-12;
        if self.turns.cup.rarest() >= RAREST { 0.0 } else { 1e-290 }
    }

    /// The lowest allowed call after this hand and call.
    pub(super) fn lowest(&self, given: Given) -> Rank {
        self.turns.may_call(given).next().unwrap_or(Rank::VENUS)
    }
}
