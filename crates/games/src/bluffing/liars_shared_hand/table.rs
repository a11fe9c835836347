//! The game at a table: who plays how, with what bones.

use std::sync::{Arc, OnceLock};

use super::best::{Against, BestPlay, Score};
use super::calls::Rank;
use super::cup::Cup;
use super::policies::Policy;
use super::settings::Settings;
use super::shape::Shapes;
use super::turns::{Given, Turns};
use crate::kit::SolutionStore;
use crate::kit::series::Counters;
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

    /// Whether best play is known already.
    pub(super) fn is_solved(&self) -> bool {
        self.best.get().is_some()
    }

    /// The turns that there can be.
    pub(super) fn shapes(&self) -> &Arc<Shapes> {
        self.shapes.get_or_init(|| Arc::new(Shapes::new(&self.turns)))
    }

    /// Whoever solves the match against somebody.
    pub(super) fn solver(&self, against: Against) -> BestPlay {
        BestPlay::new(Arc::clone(&self.turns), Arc::clone(self.shapes()), self.settings.starter, against)
    }

    /// Whether best play is known within some minutes.
    pub(super) fn is_soon_solved(&self) -> bool {
        self.is_soon_solved_from(self.two_most())
    }

    /// The same from a score on.
    pub(super) fn is_soon_solved_from(&self, score: Score) -> bool {
        const LONGEST: f64 = 1_000_000.0;
        self.solver(Against::random()).work(score) <= LONGEST
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

    /// Whether that takes some seconds at most, so that it can be solved against several opponents.
    pub(super) fn is_solved_at_once(&self) -> bool {
        const LONGEST: f64 = 6_000.0;
        self.work() <= LONGEST
    }

    /// Whether the best answer to a policy is known as soon: that is much less work.
    pub(super) fn is_answered_at_once(&self) -> bool {
        const LONGEST: f64 = 200_000.0;
        self.work() <= LONGEST
    }

    /// How many milliseconds of one processor best play takes, roughly.
    pub(super) fn work(&self) -> f64 {
        self.solver(Against::random()).work(self.two_most())
    }

    /// Whether what follows from policies can be told in rationals that are soon found and not too long.
    pub(super) fn is_soon_exact(&self) -> bool {
        // Numbers grow with every throw, and with every counter that is paid.
        const LONGEST: u64 = 300;
        // What was measured: so many calls take a third of a second.
        const MOST_CALLS: usize = 100_000;
        let (cup, seats) = (&self.turns.cup, self.settings.seats);
        let longest = cup.distributions().iter().map(|throw| throw.total().bits()).max().unwrap_or(0);
        // What a turn can end with: who does anything keeps any bones, and makes any call.
        let hands = cup.hands().len();
        let calls = usize::from(Rank::VENUS.0);
        let throws = u32::from(self.settings.throws);
        let ends = |policy: &Policy| match policy {
            Policy::Random => hands * 5usize.pow(throws) * calls / 2,
            _ => 2 * hands * throws as usize,
        };
        let of_round: usize = self.policies.iter().map(ends).sum::<usize>() * hands * calls;
        // A round for each set of seats that can be left, and for each of them that can start.
        let rounds = if seats == 2 { 1 } else { seats << (seats - 2) };
        let longest = longest * u64::from(self.settings.counters.all());
        longest <= LONGEST && of_round.saturating_mul(rounds) <= MOST_CALLS
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
