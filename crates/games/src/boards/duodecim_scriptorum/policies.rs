//! How seats play.

use std::sync::Arc;

use num_rational::BigRational;

use super::evaluation::AS_GOOD;
use super::few::Solved;
use super::position::{HAND, OFF, Position};
use super::process::{Race, State};
use crate::kit::{Play, PolicyInfo};
use tali_core::monte_carlo::Generator;
use tali_core::search::Expectiminimax;

pub(super) const POLICIES: [PolicyInfo; 7] = [
    PolicyInfo::new(
        "best",
        "what wins most often if both play so, where each seat has at most two pieces left, which is solved and kept; before, `search:1`. \
         Nobody knows what is best there",
    ),
    PolicyInfo::with_depth(
        "search",
        1,
        1..=2,
        "takes what leads to the position that it likes best: ahead in pips, few lone pieces that can be hit, many spaces held by two or \
         more, few pieces in hand. `search:2` weighs the eight results that it likes best by all that the other can do with each throw then. It is good by most \
         rules, and bad where pieces leave by the exact total",
    ),
    PolicyInfo::new(
        "greedy",
        "captures what has come farthest; of what is left leaves fewest lone pieces on shared spaces",
    ),
    PolicyInfo::new(
        "careful",
        "leaves fewest lone pieces on shared spaces; of what is left captures what has come farthest",
    ),
    PolicyInfo::new(
        "racer",
        "takes most pieces off; of what is left keeps fewest in hand, and then gets on as far as can be",
    ),
    PolicyInfo::new(
        "first",
        "runs with its foremost piece: what takes off most, then has most on space 30, on 29, and so on",
    ),
    PolicyInfo::new("random", "any different result of the throw, each as likely as another"),
];

/// `search:2` looks further at so many results, and at all that are as good.
const CANDIDATES: usize = 8;

/// How a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    Best,
    Search,
    /// With all that the other can do.
    SearchTwo,
    Greedy,
    Careful,
    Racer,
    First,
    Random,
}

impl Policy {
    /// Whether it goes by what it thinks of positions alone.
    pub(super) const fn searches(self) -> bool {
        matches!(self, Self::Search | Self::SearchTwo)
    }

    pub(super) fn of(play: &Play) -> Self {
        match (play.name(), play.depth()) {
            ("search", Some(2)) => Self::SearchTwo,
            ("search", _) => Self::Search,
            ("greedy", _) => Self::Greedy,
            ("careful", _) => Self::Careful,
            ("racer", _) => Self::Racer,
            ("first", _) => Self::First,
            ("random", _) => Self::Random,
            _ => Self::Best,
        }
    }
}

/// Seats that choose by their policies.
#[derive(Clone)]
pub(super) struct Chooser {
    pub race: Arc<Race>,
    pub ahead: Arc<Expectiminimax<Arc<Race>>>,
    /// What is solved, if anybody plays so.
    pub solved: Option<Solved>,
}

/// What a result is worth to who comes to it.
pub(super) struct Worth {
    pub result: Position,
    /// Between what bounds its chance to win lies.
    pub bounds: [f64; 2],
    /// How far was looked for that; nothing if it is solved.
    pub depth: Option<u32>,
    /// How likely the policy comes to it: for certain, never, or as likely as to all others.
    pub chance: BigRational,
}

impl Worth {
    pub(super) fn value(&self) -> f64 {
        f64::midpoint(self.bounds[0], self.bounds[1])
    }
}

impl Chooser {
    pub(super) fn new(race: Arc<Race>) -> Self {
        Self { ahead: Arc::new(Expectiminimax::new(Arc::clone(&race))), race, solved: None }
    }

    /// The result that a seat chooses from these, at least one.
    pub(super) fn choose(
        &self,
        policy: Policy,
        from: &Position,
        results: &[Position],
        generator: &mut Generator,
    ) -> Position {
        match policy {
            Policy::Random => generator.one_of(results).copied().unwrap_or(*from),
            _ => self.choice(policy, from, results),
        }
    }

    /// The same of a policy that is not random.
    pub(super) fn choice(&self, policy: Policy, from: &Position, results: &[Position]) -> Position {
        match policy {
            _ if results.len() == 1 => results[0],
            Policy::First | Policy::Random => first_of(results.iter()).unwrap_or(*from),
            Policy::SearchTwo => best_of(&self.looked_ahead(results)).unwrap_or(*from),
            Policy::Best if let Some(solved) = self.solves(from) => {
                let value = |result: &Position| {
                    solved.of_result(result).map_or(0.0, |[low, high]| f64::midpoint(low, high))
                };
                best_of(&with(results, value)).unwrap_or(*from)
            }
            Policy::Best | Policy::Search => {
                best_of(&with(results, |result| self.liking(result))).unwrap_or(*from)
            }
            Policy::Greedy | Policy::Careful | Policy::Racer => {
                best_of(&with(results, |result| rank(policy, from, result))).unwrap_or(*from)
            }
        }
    }

    /// What is solved, if this position is.
    pub(super) fn solves(&self, from: &Position) -> Option<&Solved> {
        self.solved.as_ref().filter(|solved| solved.bounds(from).is_some())
    }

    /// How much a result is liked at once.
    fn liking(&self, result: &Position) -> f64 {
        if result.own.is_gone() { f64::INFINITY } else { self.race.evaluation.logit(result) }
    }

    /// The results that `search:2` looks further at, with what each is worth over all that the other can do with each throw.
    fn looked_ahead(&self, results: &[Position]) -> Vec<(Position, f64)> {
        let liked = with(results, |result| self.liking(result));
        let mut most: Vec<f64> = liked.iter().map(|(_, liking)| *liking).collect();
        most.sort_unstable_by(|one, other| other.total_cmp(one));
        let least = most.get(CANDIDATES - 1).map_or(f64::NEG_INFINITY, |least| least - AS_GOOD);
        let candidates = liked.into_iter().filter(|(_, liking)| *liking >= least);
        let worth = |result: &Position| self.ahead.value(&State::of(result.flipped(), 1), 1);
        candidates.map(|(result, _)| (result, worth(&result))).collect()
    }

    /// What these results are worth, the best first: to who searches as far as it looks, to all others as `best` has it.
    pub(super) fn worths(&self, policy: Policy, from: &Position, results: &[Position]) -> Vec<Worth> {
        if results.is_empty() {
            return Vec::new();
        }
        let valuing = if policy.searches() { policy } else { Policy::Best };
        let ahead = if policy == Policy::SearchTwo { self.looked_ahead(results) } else { Vec::new() };
        let solved = self.solves(from).filter(|_| !policy.searches());
        let best = best_of(&ahead).unwrap_or_else(|| self.choice(valuing, from, results));
        let chosen = if valuing == policy { best } else { self.choice(policy, from, results) };
        let looked = |result: &Position| ahead.iter().find(|(looked, _)| looked == result);
        let worth = |result: &Position| {
            let (value, depth) = match solved.and_then(|solved| solved.of_result(result)) {
                Some(bounds) => (bounds, None),
                None if result.own.is_gone() => ([1.0; 2], None),
                None => looked(result).map_or_else(
                    || ([self.race.evaluation.chance(result); 2], Some(1)),
                    |(_, worth)| ([*worth; 2], Some(2)),
                ),
            };
            let chance = match policy {
                Policy::Random => BigRational::new(1.into(), results.len().into()),
                _ => BigRational::from_integer(u8::from(*result == chosen).into()),
            };
            Worth { result: *result, bounds: value, depth, chance }
        };
        let mut worths: Vec<Worth> = results.iter().map(worth).collect();
        let order = |worth: &Worth| (worth.result == best, worth.depth.max(Some(1)));
        worths.sort_by(|one, other| {
            let by_value = other.value().total_cmp(&one.value());
            order(other).cmp(&order(one)).then(by_value).then(one.result.in_order(&other.result))
        });
        worths
    }
}

/// The first of these in their order.
fn first_of<'a>(results: impl Iterator<Item = &'a Position>) -> Option<Position> {
    results.min_by(|one, other| one.in_order(other)).copied()
}

/// Results, each with how much it has of something.
fn with(results: &[Position], of: impl Fn(&Position) -> f64) -> Vec<(Position, f64)> {
    results.iter().map(|result| (*result, of(result))).collect()
}

/// The first of those that have most.
fn best_of(results: &[(Position, f64)]) -> Option<Position> {
    let most = results.iter().map(|(_, each)| *each).fold(f64::NEG_INFINITY, f64::max);
    first_of(results.iter().filter(|(_, each)| *each >= most - AS_GOOD).map(|(result, _)| result))
}

/// How a policy ranks a result, in whole numbers.
fn rank(policy: Policy, from: &Position, result: &Position) -> f64 {
    let captured =
        || f64::from(if result.other == from.other { 0 } else { result.other.pips() - from.other.pips() });
    let alone = || f64::from(result.own.singles());
    match policy {
        Policy::Greedy => 1e3 * captured() - alone(),
        Policy::Careful => captured() - 1e3 * alone(),
        _ => {
            let [off, hand] = [OFF, HAND].map(|place| f64::from(result.own.count(place)));
            1e6 * off - 1e3 * hand - f64::from(result.own.pips())
        }
    }
}
