//! A round among seats that are known to play in some way.

use std::collections::BTreeMap;

use num_traits::NumAssign;

use super::calls::Rank;
use super::cup::{Cup, Hand};
use super::settings::next;
use super::turns::{Called, Given, Told};
use crate::process::Seats;

/// How a round ends: who pays a counter, and who challenged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ending {
    pub loser: usize,
    pub challenger: usize,
}

/// What can come of a round, in rationals or in doubles.
#[derive(Clone, Debug)]
pub(super) struct Course<N> {
    pub ends: BTreeMap<Ending, N>,
    pub counts: Counts<N>,
}

/// What is counted in a round, or in a match.
#[derive(Clone, Debug)]
pub(super) struct Counts<N> {
    pub calls: N,
    /// Calls above the rank of the hand, and below it.
    pub lies: N,
    pub under: N,
    /// Challenges that are right.
    pub right: N,
}

impl<N: NumAssign + Clone> Counts<N> {
    pub(super) fn nothing() -> Self {
        Self { calls: N::zero(), lies: N::zero(), under: N::zero(), right: N::zero() }
    }

    /// Adds so many times what another counts.
    pub(super) fn add(&mut self, part: &N, other: &Self) {
        self.calls += part.clone() * other.calls.clone();
        self.lies += part.clone() * other.lies.clone();
        self.under += part.clone() * other.under.clone();
        self.right += part.clone() * other.right.clone();
    }

    /// What one call counts.
    pub(super) fn add_call(&mut self, part: &N, call: Rank, has: Rank) {
        self.calls += part.clone();
        match call.cmp(&has) {
            std::cmp::Ordering::Greater => self.lies += part.clone(),
            std::cmp::Ordering::Less => self.under += part.clone(),
            std::cmp::Ordering::Equal => {}
        }
    }
}

/// How the seats of a round play.
pub(super) trait Behaviour<N> {
    /// What a seat does in its turn, with how likely.
    fn law(&self, mover: usize, given: Given) -> Vec<(Called, N)>;

    /// How likely a seat challenges what another has called, who was given something first.
    fn challenges(&self, judge: usize, given: Given, told: Told, call: Rank) -> N;
}

/// What can come of a round that a seat starts.
pub(super) fn course<N>(cup: &Cup, left: Seats, starter: usize, behaviour: &dyn Behaviour<N>) -> Course<N>
where
    N: NumAssign + Clone,
{
    let mut course = Course { ends: BTreeMap::new(), counts: Counts::nothing() };
    // Calls rise, so that whoever has the lowest call before it has got all that comes to it.
    let mut open: BTreeMap<(Option<Rank>, Option<Hand>, usize), N> = BTreeMap::new();
    open.insert((None, None, starter), N::one());
    while let Some(((call, hand, mover), reached)) = open.pop_first() {
        let given: Given = hand.zip(call);
        let judge = next(left, mover);
        // What was told matters no more once it is known how likely it is challenged.
        let mut calls: BTreeMap<(Rank, Hand), Vec<(N, N)>> = BTreeMap::new();
        for ((told, hand, call), chance) in behaviour.law(mover, given) {
            let challenges = behaviour.challenges(judge, given, told, call);
            let alike = calls.entry((call, hand)).or_default();
            match alike.iter_mut().find(|(known, _)| *known == challenges) {
                Some((_, sum)) => *sum += chance,
                None => alike.push((challenges, chance)),
            }
        }
        let calls = calls.into_iter();
        for (call, hand, challenges, chance) in calls.flat_map(|((call, hand), of)| {
            of.into_iter().map(move |(part, chance)| (call, hand, part, chance))
        }) {
            let called = reached.clone() * chance;
            course.counts.add_call(&called, call, cup.rank(hand));
            if !challenges.is_zero() {
                let is_true = cup.is_true(hand, call);
                let ending = Ending { loser: if is_true { judge } else { mover }, challenger: judge };
                let challenged = called.clone() * challenges.clone();
                if !is_true {
                    course.counts.right += challenged.clone();
                }
                *course.ends.entry(ending).or_insert_with(N::zero) += challenged;
            }
            let accepts = N::one() - challenges;
            if !accepts.is_zero() {
                *open.entry((Some(call), Some(hand), judge)).or_insert_with(N::zero) += called * accepts;
            }
        }
    }
    course
}
