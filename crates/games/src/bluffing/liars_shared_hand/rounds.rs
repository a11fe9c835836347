//! A round among seats that are known to play in some way.

use std::collections::BTreeMap;

use super::best::{BestPlay, Turn};
use super::calls::Rank;
use super::cup::Hand;
use super::policies::Policy;
use super::table::{Table, score};
use super::turns::{Announced, Called, Given};
use crate::bluffing::ending::Ending;
use crate::bluffing::series::{MatchState, next};

/// What can come of a round.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub ends: BTreeMap<Ending, f64>,
    pub counts: Counts,
}

/// What is counted in a round, or in a match.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    pub calls: f64,
    /// Calls above the rank of the hand, and below it.
    pub lies: f64,
    pub under: f64,
    /// Challenges of what was a lie.
    pub right: f64,
}

impl Counts {
    pub(super) fn nothing() -> Self {
        Self { calls: 0.0, lies: 0.0, under: 0.0, right: 0.0 }
    }

    /// Adds so many times what another counts.
    pub(super) fn add(&mut self, part: f64, other: &Self) {
        self.calls += part * other.calls;
        self.lies += part * other.lies;
        self.under += part * other.under;
        self.right += part * other.right;
    }

    /// What one call counts.
    pub(super) fn add_call(&mut self, part: f64, call: Rank, has: Rank) {
        self.calls += part;
        match call.cmp(&has) {
            std::cmp::Ordering::Greater => self.lies += part,
            std::cmp::Ordering::Less => self.under += part,
            std::cmp::Ordering::Equal => {}
        }
    }
}

/// Seats that follow policies, or play their best where two are left and that is known.
struct Playing<'a> {
    table: &'a Table,
    state: &'a MatchState,
    policies: &'a [Policy],
    best: Option<&'a BestPlay>,
    /// Whether two are left, so that who replies knows what was passed on.
    two: bool,
}

impl Playing<'_> {
    /// What best play does in the turn of a seat, if the seat asked about plays its best.
    fn turn(&self, mover: usize, asked: usize, given: Given) -> Option<&Turn> {
        let best = self.best.filter(|_| self.two && self.policies[asked] == Policy::Best)?;
        best.turn(score(&self.state.counters, mover), given)
    }

    /// What a seat does in its turn, with how likely.
    fn called(&self, mover: usize, given: Given) -> Vec<(Called, f64)> {
        match self.turn(mover, mover, given) {
            Some(turn) => turn.distribution.clone(),
            None => self.table.turns.distribution(&self.policies[mover].without_solution(), given),
        }
    }

    /// How likely the next seat challenges what a seat has called, who was given something first.
    fn challenges(&self, [mover, judge]: [usize; 2], given: Given, announced: Announced, call: Rank) -> f64 {
        if let Some(turn) = self.turn(mover, judge, given) {
            return turn.challenges(announced, self.table.lowest(given), call);
        }
        let turns = &self.table.turns;
        let from = turns.seen(given, self.two);
        turns.challenges(&self.policies[judge].without_solution(), from, announced, call)
    }
}

/// What can come of the round that follows a state, if its seats play so.
pub(super) fn outcome(
    table: &Table,
    state: &MatchState,
    policies: &[Policy],
    best: Option<&BestPlay>,
) -> Outcome {
    let (left, cup) = (state.counters.left(), &table.turns.cup);
    let playing = Playing { table, state, policies, best, two: left.number() == 2 };
    let mut outcome = Outcome { ends: BTreeMap::new(), counts: Counts::nothing() };
    // Calls rise, so that whoever has the lowest call before it has got all that comes to it.
    let mut open: BTreeMap<(Option<Rank>, Option<Hand>, usize), f64> = BTreeMap::new();
    open.insert((None, None, state.starter), 1.0);
    while let Some(((call, hand, mover), reached)) = open.pop_first() {
        let given: Given = hand.zip(call);
        let judge = next(left, mover);
        // What was announced matters no more once it is known how likely it is challenged.
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
