//! The game at a table: who plays how, with what bones.

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

/// What stays the same for the whole match, and what was worked out of it.
pub(super) struct Table {
    pub settings: Settings,
    pub bones: TaliSet,
    pub turns: Arc<Turns>,
    pub policies: Vec<Policy>,
    /// Who hears how much of best play is solved.
    pub progress: Option<OnProgress>,
    pub store: Option<Arc<dyn SolutionStore>>,
    shapes: OnceLock<Arc<Shapes>>,
    best: OnceLock<Result<Arc<BestPlay>, Unsolved>>,
    /// The same from a lower score on, as it was asked for last.
    part: Mutex<Option<Arc<BestPlay>>>,
}

/// The counters of a seat that is to throw, and of the other that is left.
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

    /// Whether the game can be played at all: a hand that must rank has to be able to.
    pub(super) fn can_be_played(&self) -> bool {
        self.turns.cup.can_be_played()
    }

    /// Best play of two seats, sharpened against `random`.
    pub(super) fn best(&self) -> Result<&Arc<BestPlay>, Unsolved> {
        let solved = self.best.get_or_init(|| self.solved(self.two_most()).map(Arc::new));
        solved.as_ref().map_err(|error| *error)
    }

    /// Best play from a score on: no more than that is solved, and nothing that is known already.
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

    /// Whether best play is known already.
    pub(super) fn is_solved(&self) -> bool {
        self.best.get().is_some()
    }

    /// The turns that there can be.
    pub(super) fn shapes(&self) -> &Arc<Shapes> {
        self.shapes.get_or_init(|| Arc::new(Shapes::new(&self.turns)))
    }

    /// Best play of no score so far.
    pub(super) fn solver(&self) -> BestPlay {
        BestPlay::new(Arc::clone(&self.turns), Arc::clone(self.shapes()), self.settings.starter)
    }

    /// Whether best play is known within some minutes.
    pub(super) fn is_soon_solved(&self) -> bool {
        self.is_soon_solved_from(self.two_most())
    }

    /// The same from a score on.
    pub(super) fn is_soon_solved_from(&self, score: Score) -> bool {
        const LONGEST: f64 = 360_000.0;
        self.solver().work(score) <= LONGEST
    }

    /// The score at which a match of two seats begins.
    pub(super) fn first_score(&self) -> Score {
        score(&self.settings.counters, 0)
    }

    /// With how many counters two seats can be left at most.
    pub(super) fn two_most(&self) -> Score {
        let mut counters = self.settings.counters.0;
        counters.sort_unstable_by(|one, other| other.cmp(one));
        [counters[0], counters[1]]
    }

    /// How many milliseconds of one processor best play takes, roughly.
    pub(super) fn work(&self) -> f64 {
        self.solver().work(self.two_most())
    }

    /// What is more likely than this is never lost in doubles: products of chances of 18 turns.
    pub(super) fn least(&self) -> f64 {
        const RAREST: f64 = 1e-12;
        if self.turns.cup.rarest() >= RAREST { 0.0 } else { 1e-290 }
    }

    /// The lowest rank that may be called after something was given.
    pub(super) fn lowest(&self, given: Given) -> Rank {
        self.turns.may_call(given).next().unwrap_or(Rank::VENUS)
    }
}
