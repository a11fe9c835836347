//! The game at a table: who plays how, with what bones.

use std::sync::{Arc, OnceLock};

use num_rational::BigRational;
use num_traits::NumAssign;

use super::best::work;
use super::best::{Against, BestPlay, Score, Turn, between};
use super::calls::Rank;
use super::cup::Cup;
use super::policies::Policy;
use super::rounds::{Behaviour, Course, Ending, course};
use super::settings::{Counters, Settings, Starter, next};
use super::shape::Shapes;
use super::turns::{Called, Given, Told, Turns, chance_of};
use crate::exact::{Enclosure, Telling, Unsolved};
use crate::games::kit::SolutionStore;
use crate::process::{Play, Seats};
use crate::tali::TaliSet;

/// The game at a table.
pub(super) struct Table {
    pub settings: Settings,
    pub bones: TaliSet,
    pub turns: Arc<Turns>,
    pub policies: Vec<Policy>,
    pub telling: Option<Telling>,
    pub store: Option<Arc<dyn SolutionStore>>,
    shapes: OnceLock<Arc<Shapes>>,
    best: OnceLock<Result<Arc<BestPlay>, Unsolved>>,
}

/// Between two rounds: how many counters each seat has, and who starts.
pub(super) type Standing = (Counters, usize);

impl Settings {
    /// What follows a round.
    pub(super) fn after(&self, counters: &Counters, ending: Ending) -> Play<Standing> {
        let counters = counters.without_one(ending.loser);
        let left = counters.left();
        if let Some(winner) = left.alone() {
            return Play::won_by(winner);
        }
        let starter = match self.starter {
            Starter::Challenger => ending.challenger,
            Starter::Loser => ending.loser,
        };
        Play::On((counters, if left.has(starter) { starter } else { next(left, starter) }))
    }
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
            telling: None,
            store: None,
            shapes: OnceLock::new(),
            best: OnceLock::new(),
        }
    }

    /// Before the first round.
    pub(super) const fn start(&self) -> Standing {
        (self.settings.counters, 0)
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
        work(&self.solver(Against::random()), score) <= LONGEST
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
        work(&self.solver(Against::random()), self.two_most())
    }

    /// What can come of a round that follows a standing, in rationals, where nobody plays its best.
    pub(super) fn exact_course(&self, left: Seats, starter: usize) -> Course<BigRational> {
        let named = Named { table: self, policies: &self.policies, two: left.number() == 2 };
        course(&self.turns.cup, left, starter, &named)
    }

    /// The same in doubles, whoever plays how.
    pub(super) fn near_course(
        &self,
        (counters, starter): &Standing,
        policies: &[Policy],
        best: Option<&BestPlay>,
    ) -> Course<f64> {
        let left = counters.left();
        let named = Named { table: self, policies, two: left.number() == 2 };
        let behaviour = Solved { named, counters, best };
        course(&self.turns.cup, left, *starter, &behaviour)
    }

    /// Whether what follows from policies can be told in rationals that are soon found and not too long.
    pub(super) fn is_soon_exact(&self) -> bool {
        // Numbers grow with every throw, and with every counter that is paid.
        const LONGEST: u64 = 300;
        // What was measured: so many calls take a third of a second.
        const MOST_CALLS: usize = 100_000;
        let (cup, seats) = (&self.turns.cup, self.settings.seats);
        let longest = cup.laws().iter().map(|law| law.total().bits()).max().unwrap_or(0);
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

/// Seats that follow policies.
pub(super) struct Named<'a> {
    pub table: &'a Table,
    pub policies: &'a [Policy],
    /// Whether two are left, so that who replies knows what was passed on.
    pub two: bool,
}

impl Named<'_> {
    /// The hand that a thrower was given, as who replies to it sees it.
    fn seen(&self, given: Given) -> Option<super::cup::Hand> {
        if self.two { given.map(|(hand, _)| hand) } else { self.table.turns.believed(given) }
    }

    fn policy(&self, seat: usize) -> Policy {
        self.policies[seat].without_solution()
    }
}

impl Behaviour<BigRational> for Named<'_> {
    fn law(&self, mover: usize, given: Given) -> Vec<(Called, BigRational)> {
        self.table.turns.law(&self.policy(mover), given)
    }

    fn challenges(&self, judge: usize, given: Given, told: Told, call: Rank) -> BigRational {
        self.table.turns.challenges(&self.policy(judge), self.seen(given), told, call)
    }
}

/// Seats of which some may play their best.
struct Solved<'a> {
    named: Named<'a>,
    counters: &'a Counters,
    best: Option<&'a BestPlay>,
}

impl Solved<'_> {
    /// What best play does in the turn of a seat, if the seat asked about plays its best and two are left.
    fn turn(&self, mover: usize, asked: usize, given: Given) -> Option<&Turn> {
        let best = self.best.filter(|_| self.named.two && self.named.policies[asked] == Policy::Best)?;
        let score = score(self.counters, mover);
        best.turn(score, given)
    }
}

/// The counters of a seat that is to throw, and of the other that is left.
pub(super) fn score(counters: &Counters, mover: usize) -> Score {
    [counters.of(mover), counters.of(next(counters.left(), mover))]
}

impl Behaviour<f64> for Solved<'_> {
    fn law(&self, mover: usize, given: Given) -> Vec<(Called, f64)> {
        if let Some(turn) = self.turn(mover, mover, given) {
            return turn.law.clone();
        }
        self.named.table.turns.near_law(&self.named.policy(mover), given)
    }

    fn challenges(&self, judge: usize, given: Given, told: Told, call: Rank) -> f64 {
        let (table, mover) = (self.named.table, next(self.counters.left(), judge));
        if let Some(turn) = self.turn(mover, judge, given) {
            return turn.challenges(told, table.lowest(given), call);
        }
        chance_of(&Behaviour::<BigRational>::challenges(&self.named, judge, given, told, call))
    }
}

/// How likely something is, in rationals or in doubles.
pub(super) trait Chance: NumAssign + Clone {
    /// What is known of it, if what is more likely than this is never lost in doubles.
    fn enclosure(&self, least: f64) -> Enclosure;

    /// As a weight, in parts as small as are known.
    fn rational(&self) -> BigRational;
}

impl Chance for BigRational {
    fn enclosure(&self, _: f64) -> Enclosure {
        Enclosure::exact(self.clone())
    }

    fn rational(&self) -> BigRational {
        self.clone()
    }
}

/// Sums of products of doubles, none of them negative, over a match are no further off than this, in parts of themselves:
/// of 39 rounds of 18 turns each sums at most 5,000 numbers, each with an error of half of 2⁻⁵².
const ERROR: f64 = 4e-10;

impl Chance for f64 {
    fn enclosure(&self, least: f64) -> Enclosure {
        between(self * (1.0 - ERROR), (self * (1.0 + ERROR)).max(least))
    }

    fn rational(&self) -> BigRational {
        BigRational::from_float(*self).unwrap_or_default()
    }
}
