//! The policies.

use num_rational::BigRational;

use super::evaluation::{AS_GOOD, singles};
use super::few::Solved;
use super::process::{Duodecim, Made};
use super::results::Results;
use crate::boards::game::{Liked, Likes, Playing, Policy};
use crate::boards::race::{HAND, OFF, Position, State};
use crate::kit::PolicyInfo;
use tali_core::search::Expectiminimax;

/// The cost of a turn, in draws: of policies that rank results by a rule, that evaluate them, and that look further.
const RANKED: f64 = 250.0;
const EVALUATED: f64 = 2_000.0;
const LOOKED_AHEAD: f64 = 300_000.0;

pub(super) static POLICIES: [Policy<Duodecim>; 7] = [
    Policy {
        info: PolicyInfo::new(
            "best",
            "wins most often if both play it, once each seat has at most two pieces left, which is solved and cached; before that, \
             `search:1`, as best play is not known",
        ),
        agent: |game, _| by(game, Way::Best),
        draws: |_, _| EVALUATED,
    },
    Policy {
        info: PolicyInfo::with_depth(
            "search",
            1,
            1..=2,
            "moves to the position that it likes best: ahead in pips, few lone pieces that can be hit, many spaces held by two or \
             more, few pieces in hand. `search:2` compares the eight results that it likes best by all that the other can then do with each throw. It is good by most \
             rules, but bad if pieces leave by the exact total",
        ),
        agent: |game, depth| by(game, searching(depth)),
        draws: |_, depth| if depth > 1 { LOOKED_AHEAD } else { EVALUATED },
    },
    Policy {
        info: PolicyInfo::new(
            "greedy",
            "captures what has come farthest; then leaves the fewest lone pieces on shared spaces",
        ),
        agent: |game, _| by(game, Way::Greedy),
        draws: |_, _| RANKED,
    },
    Policy {
        info: PolicyInfo::new(
            "careful",
            "leaves the fewest lone pieces on shared spaces; then captures what has come farthest",
        ),
        agent: |game, _| by(game, Way::Careful),
        draws: |_, _| RANKED,
    },
    Policy {
        info: PolicyInfo::new(
            "racer",
            "takes the most pieces off; then keeps the fewest in hand, and then advances farthest",
        ),
        agent: |game, _| by(game, Way::Racer),
        draws: |_, _| RANKED,
    },
    Policy {
        info: PolicyInfo::new(
            "first",
            "runs with its foremost piece: takes the most pieces off, then has the most on space 30, on 29, and so on",
        ),
        agent: |game, _| by(game, Way::First),
        draws: |_, _| RANKED,
    },
    Policy {
        info: PolicyInfo::new("random", "takes any different result of the throw, each equally likely"),
        agent: |game, _| by(game, Way::Random),
        draws: |_, _| RANKED,
    },
];

/// The results that `search:2` looks further at, not counting others that are as good.
const CANDIDATES: usize = 8;

/// How a seat chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Best,
    Search,
    /// With everything that the other can do.
    SearchTwo,
    Greedy,
    Careful,
    Racer,
    First,
    Random,
}

/// The search that looks this far ahead.
const fn searching(depth: u32) -> Way {
    if depth > 1 { Way::SearchTwo } else { Way::Search }
}

impl Way {
    /// Whether it only goes by its opinion of positions.
    pub(super) const fn searches(self) -> bool {
        matches!(self, Self::Search | Self::SearchTwo)
    }

    pub(super) fn of(playing: Playing<Duodecim>) -> Self {
        match playing.policy.info.name {
            "search" => searching(playing.depth),
            "greedy" => Self::Greedy,
            "careful" => Self::Careful,
            "racer" => Self::Racer,
            "first" => Self::First,
            "random" => Self::Random,
            _ => Self::Best,
        }
    }
}

/// An agent that chooses like this, and reuses the memory for results.
fn by(game: &Duodecim, way: Way) -> Likes<'_, Duodecim> {
    let (chooser, mut results) = (Chooser::new(game, way == Way::Best), Results::default());
    Box::new(move |state| {
        let Some(throw) = game.thrown(state) else { return Liked::Any };
        let found = results.of(&state.position, throw, game.settings.readings);
        let number = u32::try_from(found.len()).unwrap_or(u32::MAX);
        let made = |result: &Position| Made::Result(*result, number);
        Liked::These(match found {
            [] => vec![made(&state.position)],
            found if way == Way::Random => found.iter().map(made).collect(),
            found => vec![made(&chooser.choice(way, &state.position, found))],
        })
    })
}

/// Seats that choose by their policies.
pub(super) struct Chooser<'g> {
    game: &'g Duodecim,
    ahead: Expectiminimax<&'g Duodecim>,
    /// The solution, if any seat uses it.
    solved: Option<&'g Solved>,
}

/// A result with its value to the seat that reaches it.
pub(super) struct ValuedResult {
    pub result: Position,
    /// The bounds of its probability to win.
    pub bounds: [f64; 2],
    /// The depth of the search for that; `None` if it is solved.
    pub depth: Option<u32>,
    /// The probability that the policy chooses it: 1, 0, or the same for all.
    pub chance: BigRational,
}

impl ValuedResult {
    pub(super) fn value(&self) -> f64 {
        f64::midpoint(self.bounds[0], self.bounds[1])
    }
}

impl<'g> Chooser<'g> {
    /// Creates a chooser for a game, which uses the solution if that is wanted and can be looked up.
    pub(super) fn new(game: &'g Duodecim, by_solved: bool) -> Self {
        let solved = if by_solved { game.solved().ok() } else { None };
        Self { game, ahead: Expectiminimax::new(game), solved }
    }

    /// The result that a seat chooses from these, of which there is at least one; the first, if it chooses at random.
    pub(super) fn choice(&self, way: Way, from: &Position, results: &[Position]) -> Position {
        match way {
            _ if results.len() == 1 => results[0],
            Way::First | Way::Random => first_of(results.iter()).unwrap_or(*from),
            Way::SearchTwo => best_of(&self.looked_ahead(results)).unwrap_or(*from),
            Way::Best | Way::Search => {
                let solved = if way == Way::Best { self.solves(from) } else { None };
                let value = |result: &Position| match solved {
                    Some(solved) => {
                        solved.of_result(result).map_or(0.0, |[low, high]| f64::midpoint(low, high))
                    }
                    None => self.liking(result),
                };
                best_of(&with(results, value)).unwrap_or(*from)
            }
            Way::Greedy | Way::Careful | Way::Racer => {
                best_of(&with(results, |result| rank(way, from, result))).unwrap_or(*from)
            }
        }
    }

    /// The solution, if it contains this position.
    pub(super) fn solves(&self, from: &Position) -> Option<&Solved> {
        self.solved.filter(|solved| solved.bounds(from).is_some())
    }

    /// How much a result is liked without looking further.
    fn liking(&self, result: &Position) -> f64 {
        if result.own.is_gone() { f64::INFINITY } else { self.game.evaluation.logit(result) }
    }

    /// The results that `search:2` looks further at, with the value of each over everything that the other can do with each
    /// throw.
    fn looked_ahead(&self, results: &[Position]) -> Vec<(Position, f64)> {
        let liked = with(results, |result| self.liking(result));
        let mut most: Vec<f64> = liked.iter().map(|(_, liking)| *liking).collect();
        most.sort_unstable_by(|one, other| other.total_cmp(one));
        let least = most.get(CANDIDATES - 1).map_or(f64::NEG_INFINITY, |least| least - AS_GOOD);
        let candidates = liked.into_iter().filter(|(_, liking)| *liking >= least);
        let value = |result: &Position| self.ahead.value(&State::of(result.flipped(), 1), 1);
        candidates.map(|(result, _)| (result, value(&result))).collect()
    }

    /// These results with their values, the best first: by its own search if the policy searches, otherwise as `best` values
    /// them.
    pub(super) fn valued(&self, way: Way, from: &Position, results: &[Position]) -> Vec<ValuedResult> {
        if results.is_empty() {
            return Vec::new();
        }
        let valuing = if way.searches() { way } else { Way::Best };
        let ahead = if way == Way::SearchTwo { self.looked_ahead(results) } else { Vec::new() };
        let solved = self.solves(from).filter(|_| !way.searches());
        let best = best_of(&ahead).unwrap_or_else(|| self.choice(valuing, from, results));
        let chosen = if valuing == way { best } else { self.choice(way, from, results) };
        let looked = |result: &Position| ahead.iter().find(|(looked, _)| looked == result);
        let valued = |result: &Position| {
            let (value, depth) = match solved.and_then(|solved| solved.of_result(result)) {
                Some(bounds) => (bounds, None),
                None if result.own.is_gone() => ([1.0; 2], None),
                None => looked(result).map_or_else(
                    || ([self.game.evaluation.chance(result); 2], Some(1)),
                    |(_, value)| ([*value; 2], Some(2)),
                ),
            };
            let chance = match way {
                Way::Random => BigRational::new(1.into(), results.len().into()),
                _ => BigRational::from_integer(u8::from(*result == chosen).into()),
            };
            ValuedResult { result: *result, bounds: value, depth, chance }
        };
        let mut all: Vec<ValuedResult> = results.iter().map(valued).collect();
        let order = |one: &ValuedResult| (one.result == best, one.depth.max(Some(1)));
        all.sort_by(|one, other| {
            let by_value = other.value().total_cmp(&one.value());
            order(other).cmp(&order(one)).then(by_value).then(one.result.in_order(&other.result))
        });
        all
    }
}

/// The first of these in their order.
fn first_of<'a>(results: impl Iterator<Item = &'a Position>) -> Option<Position> {
    results.min_by(|one, other| one.in_order(other)).copied()
}

/// Results with their values.
fn with(results: &[Position], of: impl Fn(&Position) -> f64) -> Vec<(Position, f64)> {
    results.iter().map(|result| (*result, of(result))).collect()
}

/// The first of the results with the greatest value.
fn best_of(results: &[(Position, f64)]) -> Option<Position> {
    let most = results.iter().map(|(_, each)| *each).fold(f64::NEG_INFINITY, f64::max);
    first_of(results.iter().filter(|(_, each)| *each >= most - AS_GOOD).map(|(result, _)| result))
}

/// How a policy ranks a result, in whole numbers.
fn rank(way: Way, from: &Position, result: &Position) -> f64 {
    let captured =
        || f64::from(if result.other == from.other { 0 } else { result.other.pips() - from.other.pips() });
    let alone = || f64::from(singles(result.own));
    match way {
        Way::Greedy => 1e3 * captured() - alone(),
        Way::Careful => captured() - 1e3 * alone(),
        _ => {
            let [off, hand] = [OFF, HAND].map(|space| f64::from(result.own.count(space)));
            1e6 * off - 1e3 * hand - f64::from(result.own.pips())
        }
    }
}
