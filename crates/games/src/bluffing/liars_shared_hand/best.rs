//! Best play of two seats at all scores.

use std::sync::Arc;

use num_rational::BigRational;
use rustc_hash::FxHashMap;

use super::calls::Rank;
use super::cup::Hand;
use super::policies::Policy;
use super::prospects::{Prospect, Scene, roundings};
use super::settings::Starter;
use super::shape::Shapes;
use super::turns::{Announced, Called, Given, Replies, Turns};
use tali_core::exact::Enclosure;

/// The counters of the thrower, and of the other seat.
pub(super) type Score = [u8; 2];

/// Best play in a turn at a score.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// Its value to the thrower.
    pub prospect: Prospect,
    /// The probabilities of the thrower's results.
    pub distribution: Vec<(Called, f64)>,
    /// The probability that each call is challenged, by the announced throws.
    pub replies: Replies,
}

impl Turn {
    /// The bounds of its value.
    pub(super) fn value(&self) -> Enclosure {
        between(self.prospect.low, self.prospect.high)
    }

    /// The probability that a call is challenged, given the lowest allowed call.
    pub(super) fn challenges(&self, announced: Announced, lowest: Rank, call: Rank) -> f64 {
        challenges(&self.replies, announced, lowest, call)
    }
}

/// The enclosure of a number between two doubles, widened by rounding unless they are whole.
pub(super) fn between(low: f64, high: f64) -> Enclosure {
    let number = |bound: f64| BigRational::from_float(bound).unwrap_or_default();
    let low = if low.fract() <= 0.0 { low } else { low.next_down() };
    let high = if high.fract() <= 0.0 { high } else { high.next_up() };
    Enclosure::between(number(low), number(high.max(low)))
}

/// The probability that these replies challenge a call, given the lowest allowed call.
pub(super) fn challenges(replies: &Replies, announced: Announced, lowest: Rank, call: Rank) -> f64 {
    let replies = replies.iter().find(|(known, _)| *known == announced);
    let index = usize::from(call.0 - lowest.0);
    replies.and_then(|(_, replies)| replies.get(index)).copied().unwrap_or(0.0)
}

/// All turns at a score.
#[derive(Debug)]
pub(super) struct AtScore {
    pub opening: Turn,
    /// The turns after every call, for every hand.
    pub given: Vec<Option<Turn>>,
}

/// Among all best strategies, we show the one that gains most against this opponent.
pub(super) const SHARPENED_AGAINST: Policy = Policy::Random;

/// Best play at all scores that two seats can reach.
pub(super) struct BestPlay {
    pub turns: Arc<Turns>,
    pub starter: Starter,
    pub shapes: Arc<Shapes>,
    pub scores: FxHashMap<Score, AtScore>,
}

impl BestPlay {
    /// Creates it without any score.
    pub(super) fn new(turns: Arc<Turns>, shapes: Arc<Shapes>, starter: Starter) -> Self {
        Self { turns, starter, shapes, scores: FxHashMap::default() }
    }

    /// Best play in a turn at a score.
    pub(super) fn turn(&self, score: Score, given: Given) -> Option<&Turn> {
        let at = self.scores.get(&score)?;
        match given {
            None => Some(&at.opening),
            Some((hand, call)) => at.given.get(self.index(hand, call)?)?.as_ref(),
        }
    }

    /// The index of the turn after a call on a hand.
    pub(super) fn index(&self, hand: Hand, call: Rank) -> Option<usize> {
        let hands = self.turns.cup.hands().len();
        Some(usize::from(call.0) * hands + usize::from(self.turns.cup.number(hand)?))
    }

    /// The value of a challenge to the thrower, after a true call and after a lie.
    pub(super) fn after_challenge(&self, score: Score) -> [Prospect; 2] {
        after_challenge(self.starter, score, |score| {
            self.scores.get(&score).map_or(Prospect::sure(false), |at| at.opening.prospect)
        })
    }

    /// Computes the value of a turn with these strategies.
    pub(super) fn assessed(
        &self,
        scene: &Scene<'_>,
        given: Given,
        distribution: Vec<(Called, f64)>,
        replies: Replies,
    ) -> Turn {
        let turns = &*self.turns;
        let may_call: Vec<Rank> = turns.may_call(given).collect();
        let challenged =
            |announced: Announced, call: Rank| challenges(&replies, announced, may_call[0], call);
        let shapes = self.shapes.of(turns, given);
        // Rounding errors add up over the outcomes of each throw of the turn.
        let fall = shapes.iter().flat_map(|shape| shape.nodes.iter()).flat_map(|node| &node.throws);
        let fall = fall.map(|(_, outcomes)| outcomes.len()).max().unwrap_or(0);
        let certain = replies.iter().flat_map(|(_, chances)| chances).all(|chance| chance.fract() <= 0.0);
        // Without chance there is no rounding.
        let rounded = if distribution.len() == 1 && fall <= 1 && certain {
            0.0
        } else {
            roundings(distribution.len() + usize::from(turns.throws) * fall)
        };
        let most = shapes.iter().map(|shape| scene.most(shape, &may_call, &challenged, |of| of.high)[0]);
        let high = (most.fold(0.0, f64::max) + rounded).min(1.0);
        let low = (scene.answered(&distribution, |of| of.low, f64::min) - rounded).max(0.0);
        // The opponent used for sharpening replies to best play, or throws against its replies.
        let from = given.map(|(hand, _)| hand);
        let opponent = |announced, call| turns.challenges(&SHARPENED_AGAINST, from, announced, call);
        let throws = turns.distribution(&SHARPENED_AGAINST, given);
        let against_random = [
            scene.mean(&distribution, &opponent, |of| of.against_random[0]),
            scene.mean(&throws, &challenged, |of| of.against_random[1]),
        ];
        Turn { prospect: Prospect { low, high, against_random }, distribution, replies }
    }
}

/// The value of a challenge to the thrower, after a true call and after a lie, from the values of the openings.
pub(super) fn after_challenge(
    starter: Starter,
    [own, other]: Score,
    opening: impl Fn(Score) -> Prospect,
) -> [Prospect; 2] {
    // The challenger of a true call pays, and starts under either rule.
    let after_truth = if other == 1 { Prospect::sure(true) } else { opening([other - 1, own]).of_other() };
    let after_lie = match starter {
        _ if own == 1 => Prospect::sure(false),
        Starter::Challenger => opening([other, own - 1]).of_other(),
        Starter::Loser => opening([own - 1, other]),
    };
    [after_truth, after_lie]
}
