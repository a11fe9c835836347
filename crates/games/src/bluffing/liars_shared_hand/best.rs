//! Best play of two seats at every score.

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

/// Counters of who is to throw, and of the other.
pub(super) type Score = [u8; 2];

/// A turn at a score at best play.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// Its value to who throws.
    pub prospect: Prospect,
    /// How it throws and calls.
    pub distribution: Vec<(Called, f64)>,
    /// How likely each call is challenged after what is announced.
    pub replies: Replies,
}

impl Turn {
    /// What is known of its value.
    pub(super) fn value(&self) -> Enclosure {
        between(self.prospect.low, self.prospect.high)
    }

    /// How likely a call is challenged, the lowest that may be made being this.
    pub(super) fn challenges(&self, announced: Announced, lowest: Rank, call: Rank) -> f64 {
        challenges(&self.replies, announced, lowest, call)
    }
}

/// What is known of a number between two doubles, which are roundings if they are not whole.
pub(super) fn between(low: f64, high: f64) -> Enclosure {
    let number = |bound: f64| BigRational::from_float(bound).unwrap_or_default();
    let low = if low.fract() <= 0.0 { low } else { low.next_down() };
    let high = if high.fract() <= 0.0 { high } else { high.next_up() };
    Enclosure::between(number(low), number(high.max(low)))
}

/// How likely a call is challenged by replies, the lowest call that may be made being this.
pub(super) fn challenges(replies: &Replies, announced: Announced, lowest: Rank, call: Rank) -> f64 {
    let replies = replies.iter().find(|(known, _)| *known == announced);
    let index = usize::from(call.0 - lowest.0);
    replies.and_then(|(_, replies)| replies.get(index)).copied().unwrap_or(0.0)
}

/// All turns at a score.
#[derive(Debug)]
pub(super) struct AtScore {
    pub opening: Turn,
    /// After every call, for every hand.
    pub given: Vec<Option<Turn>>,
}

/// Of all best strategies the one is shown that gains most from an opponent who plays so.
pub(super) const SHARPENED_AGAINST: Policy = Policy::Random;

/// Best play at all scores that two seats can come to.
pub(super) struct BestPlay {
    pub turns: Arc<Turns>,
    pub starter: Starter,
    pub shapes: Arc<Shapes>,
    pub scores: FxHashMap<Score, AtScore>,
}

impl BestPlay {
    /// Of no score so far.
    pub(super) fn new(turns: Arc<Turns>, shapes: Arc<Shapes>, starter: Starter) -> Self {
        Self { turns, starter, shapes, scores: FxHashMap::default() }
    }

    /// What is done at a score in a turn.
    pub(super) fn turn(&self, score: Score, given: Given) -> Option<&Turn> {
        let at = self.scores.get(&score)?;
        match given {
            None => Some(&at.opening),
            Some((hand, call)) => at.given.get(self.index(hand, call)?)?.as_ref(),
        }
    }

    /// Where the turn after a call on a hand is found.
    pub(super) fn index(&self, hand: Hand, call: Rank) -> Option<usize> {
        let hands = self.turns.cup.hands().len();
        Some(usize::from(call.0) * hands + usize::from(self.turns.cup.number(hand)?))
    }

    /// The value of a challenge to who threw, after a true call and after a lie.
    pub(super) fn after_challenge(&self, score: Score) -> [Prospect; 2] {
        after_challenge(self.starter, score, |score| {
            self.scores.get(&score).map_or(Prospect::sure(false), |at| at.opening.prospect)
        })
    }

    /// What a turn comes to in which this is done.
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
        // A sum over what falls for each throw of the turn.
        let fall = shapes.iter().flat_map(|shape| shape.nodes.iter()).flat_map(|node| &node.throws);
        let fall = fall.map(|(_, outcomes)| outcomes.len()).max().unwrap_or(0);
        let certain = replies.iter().flat_map(|(_, chances)| chances).all(|chance| chance.fract() <= 0.0);
        // Where nothing is left to chance nothing is rounded.
        let rounded = if distribution.len() == 1 && fall <= 1 && certain {
            0.0
        } else {
            roundings(distribution.len() + usize::from(turns.throws) * fall)
        };
        let most = shapes.iter().map(|shape| scene.most(shape, &may_call, &challenged, |of| of.high)[0]);
        let high = (most.fold(0.0, f64::max) + rounded).min(1.0);
        let low = (scene.answered(&distribution, |of| of.low, f64::min) - rounded).max(0.0);
        // The opponent for whom best play is sharpened replies to it, or throws while it replies.
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

/// The value of a challenge to who threw, after a true call and after a lie, by the value of each opening.
pub(super) fn after_challenge(
    starter: Starter,
    [own, other]: Score,
    opening: impl Fn(Score) -> Prospect,
) -> [Prospect; 2] {
    // Who challenged a true call pays, and starts whatever the rule.
    let after_truth = if other == 1 { Prospect::sure(true) } else { opening([other - 1, own]).of_other() };
    let after_lie = match starter {
        _ if own == 1 => Prospect::sure(false),
        Starter::Challenger => opening([other, own - 1]).of_other(),
        Starter::Loser => opening([own - 1, other]),
    };
    [after_truth, after_lie]
}
