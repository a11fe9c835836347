//! A round among seats with known policies.

use std::collections::BTreeMap;

use super::best::{BestPlay, Turn};
use super::calls::Rank;
use super::cup::Hand;
use super::policies::Policy;
use super::table::{Table, score};
use super::turns::{Announced, Called, Given};
use crate::bluffing::ending::Ending;
use crate::bluffing::series::{MatchState, next};

/// The outcome of a round.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub ends: BTreeMap<Ending, f64>,
    pub counts: Counts,
}

/// Counts of a round, or of a match.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    pub calls: f64,
    /// Calls above the rank of the hand, and below it.
    pub lies: f64,
    pub under: f64,
    /// Challenges of a lie.
    pub right: f64,
}

impl Counts {
    pub(super) fn nothing() -> Self {
        Self { calls: 0.0, lies: 0.0, under: 0.0, right: 0.0 }
    }

    /// Adds the counts of another, multiplied by `part`.
    pub(super) fn add(&mut self, part: f64, other: &Self) {
        self.calls += part * other.calls;
        self.lies += part * other.lies;
        self.under += part * other.under;
        self.right += part * other.right;
    }

    /// Adds one call.
    pub(super) fn add_call(&mut self, part: f64, call: Rank, has: Rank) {
        self.calls += part;
        match call.cmp(&has) {
            std::cmp::Ordering::Greater => self.lies += part,
            std::cmp::Ordering::Less => self.under += part,
            std::cmp::Ordering::Equal => {}
        }
    }
}

/// Seats with policies; those with best play use it if two seats are left and it is known.
struct Playing<'a> {
    table: &'a Table,
    state: &'a MatchState,
    policies: &'a [Policy],
    best: Option<&'a BestPlay>,
    /// Whether two seats are left, so the replying seat knows the hand that was passed on.
    two: bool,
}

impl Playing<'_> {
    /// Best play in the turn of a seat, if the asked seat plays best.
    fn turn(&self, mover: usize, asked: usize, given: Given) -> Option<&Turn> {
        let best = self.best.filter(|_| self.two && self.policies[asked] == Policy::Best)?;
        best.turn(score(&self.state.counters, mover), given)
    }

    /// The probabilities of a seat's turn.
    fn called(&self, mover: usize, given: Given) -> Vec<(Called, f64)> {
        match self.turn(mover, mover, given) {
            Some(turn) => turn.distribution.clone(),
            None => self.table.turns.distribution(&self.policies[mover].without_solution(), given),
        }
    }

    /// The probability that the next seat challenges a call, given the hand and call before it.
    fn challenges(&self, [mover, judge]: [usize; 2], given: Given, announced: Announced, call: Rank) -> f64 {
        if let Some(turn) = self.turn(mover, judge, given) {
            return turn.challenges(announced, self.table.lowest(given), call);
        }
        let turns = &self.table.turns;
        let from = turns.seen(given, self.two);
        turns.challenges(&self.policies[judge].without_solution(), from, announced, call)
    }
}

/// The outcome of the round that follows a state, with these policies.
pub(super) fn outcome(
    table: &Table,
    state: &MatchState,
    policies: &[Policy],
    best: Option<&BestPlay>,
) -> Outcome {
    let (left, cup) = (state.counters.left(), &table.turns.cup);
    let playing = Playing { table, state, policies, best, two: left.number() == 2 };
    let mut outcome = Outcome { ends: BTreeMap::new(), counts: Counts::nothing() };
    // Calls rise, so the situation with the lowest call has already received all its probability.
    let mut open: BTreeMap<(Option<Rank>, Option<Hand>, usize), f64> = BTreeMap::new();
    open.insert((None, None, state.starter), 1.0);
    while let Some(((call, hand, mover), reached)) = open.pop_first() {
        let given: Given = hand.zip(call);
        let judge = next(left, mover);
        // Announcements no longer matter once the probability of a challenge is known.
        let mut calls: BTreeMap<(Rank, Hand), Vec<(f64, f64)>> = BTreeMap::new();
        for ((announced, hand, call), chance) in playing.called(mover, given) {
            let challenges = playing.challenges([mover, judge], given, announced, call);
            let alike = calls.entry((call, hand)).or_default();
            match alike.iter_mut().find(|(known, _)| known.to_bits() == challenges.to_bits()) {
                Some((_, sum)) => *sum += chance,
                None => alike.push((challenges, chance)),
            }
        }
        let calls = calls.into_iter();
        for (call, hand, challenges, chance) in calls.flat_map(|((call, hand), of)| {
            of.into_iter().map(move |(part, chance)| (call, hand, part, chance))
        }) {
            let called = reached * chance;
            outcome.counts.add_call(called, call, cup.rank(hand));
            if challenges > 0.0 {
                let ending = Ending::new(mover, judge, cup.is_true(hand, call));
                let challenged = called * challenges;
                if ending.is_right() {
                    outcome.counts.right += challenged;
                }
                *outcome.ends.entry(ending).or_insert(0.0) += challenged;
            }
            let accepts = 1.0 - challenges;
            if accepts > 0.0 {
                *open.entry((Some(call), Some(hand), judge)).or_insert(0.0) += called * accepts;
            }
        }
    }
    outcome
}
