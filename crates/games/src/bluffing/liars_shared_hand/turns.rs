//! A turn: throws for a goal, the probability to reach it, and the behaviour of policies.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde::{Deserialize, Serialize};

use super::calls::Rank;
use super::cup::{Cup, Hand, OnTable};
use super::policies::Policy;
use super::settings::{MOST_THROWS, Settings, Void};
use crate::bluffing::cache::Cache;

/// The numbers of bones thrown in a turn, in order; all 0 if none were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub(super) struct Announced([u8; MOST_THROWS as usize]);

impl Announced {
    /// Adds a throw.
    pub(super) fn with(mut self, bones: u8) -> Self {
        if let Some(index) = self.0.iter_mut().find(|bones| **bones == 0) {
            *index = bones;
        }
        self
    }

    /// The number of bones thrown first.
    pub(super) const fn first(self) -> u8 {
        self.0[0]
    }

    pub(super) fn throws(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().take_while(|bones| *bones > 0)
    }
}

impl fmt::Display for Announced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0[0])?;
        self.throws().skip(1).try_for_each(|bones| write!(f, "/{bones}"))
    }
}

/// The beginning of a turn: the accepted hand and its call; `None` at the opening.
pub(super) type Given = Option<(Hand, Rank)>;

/// The end of a turn: the announced throws, the hand and its call.
pub(super) type Called = (Announced, Hand, Rank);

/// The distribution of the bones on the table at the end of a turn, with the announced throws.
pub(super) type Falls = Vec<((Announced, Hand), f64)>;

/// The probability that each call is challenged, from the lowest up, by the announced throws.
pub(super) type Replies = Vec<(Announced, Vec<f64>)>;

/// What a policy's throws depend on: the accepted hand, and the rank it aims for, if any.
pub(super) type Aim = (Option<Hand>, Option<Rank>);

/// A thrower's goal: the throws left, the bones on the table, and the wanted rank.
type Goal = (u8, OnTable, Rank);

/// An honest call: the accepted hand, if any, the number of bones thrown first, and the call.
type Honest = (Option<Hand>, u8, Rank);

/// The possible calls and throws at a table, with caches.
pub(super) struct Turns {
    pub cup: Cup,
    pub throws: u8,
    pub void: Void,
    /// The probability to reach a goal, and the throw for it; `None` to stop.
    plans: Cache<Goal, (BigRational, Option<Hand>)>,
    odds: Cache<Honest, BigRational>,
    pub falls: Cache<Aim, Arc<Falls>>,
}

impl Turns {
    pub(super) fn new(cup: Cup, settings: &Settings) -> Self {
        let (plans, odds) = (Cache::default(), Cache::default());
        Self { cup, throws: settings.throws, void: settings.void, plans, odds, falls: Cache::default() }
    }

    /// The allowed calls after a call, or at the opening.
    pub(super) fn may_call(&self, given: Given) -> impl Iterator<Item = Rank> + Clone + use<> {
        let lowest = if self.void == Void::Lowest { Rank::VOID } else { Rank::CANIS };
        Rank::from(given.map_or(lowest, |(_, call)| Rank(call.0 + 1)))
    }

    /// The bones before the first throw of a turn.
    pub(super) const fn begin(given: Given) -> OnTable {
        match given {
            None => OnTable::all_loose(Hand::CUP),
            Some((hand, _)) => OnTable::all_loose(hand),
        }
    }

    /// The probability to reach a goal with the best throw, and that throw.
    ///
    /// Of equally good throws, the one with the fewest bones, then the one that holds higher faces.
    pub(super) fn plan(&self, throws: u8, on_table: OnTable, goal: Rank) -> (BigRational, Option<Hand>) {
        if on_table.hand != Hand::CUP && self.cup.rank(on_table.hand) >= goal {
            return (BigRational::one(), None);
        }
        if throws == 0 {
            return (BigRational::zero(), None);
        }
        self.plans.get((throws, on_table, goal), || {
            let stops = on_table.hand != Hand::CUP && self.cup.may_stand(on_table.hand);
            let stop = stops.then(|| (BigRational::zero(), None, Hand::default()));
            let throw = self.cup.throws(&on_table).into_iter();
            let ways = throw.map(|(part, _)| (self.after(throws, part, goal), Some(part), part));
            let best = stop.into_iter().chain(ways).max_by_key(|(chance, part, _)| {
                let part = part.unwrap_or(on_table.hand);
                let mut held: Vec<u8> = part.0.into_iter().filter(|face| *face > 0).collect();
                held.sort_unstable_by(|one, other| other.cmp(one));
                (chance.clone(), std::cmp::Reverse(part.thrown()), held, self.cup.held_by_kind(part))
            });
            best.map_or((BigRational::zero(), None), |(chance, part, _)| (chance, part))
        })
    }

    /// The probability to reach a goal if this part is held and the other bones are thrown, with this many throws left.
    fn after(&self, throws: u8, part: Hand, goal: Rank) -> BigRational {
        let Some(throw) = self.cup.distribution(part, throws == 1) else { return BigRational::zero() };
        // Most outcomes are certain to reach it or not; only the others need fractions.
        let (mut sure, mut open) = (BigUint::zero(), BigRational::zero());
        for (on_table, weight) in throw.outcomes() {
            let chance = self.plan(throws - 1, *on_table, goal).0;
            if chance.is_one() {
                sure += weight;
            } else if !chance.is_zero() {
                open += chance * BigRational::from_integer(weight.clone().into());
            }
        }
        (open + BigRational::from_integer(sure.into()))
            / BigRational::from_integer(throw.total().clone().into())
    }

    /// The odds that a call is true if this many bones of a hand, or all at the opening, were thrown first for no other goal.
    pub(super) fn odds(&self, from: Option<Hand>, thrown: u8, call: Rank) -> BigRational {
        self.odds.get((from, thrown, call), || match from {
            Some(hand) if thrown == 0 => {
                BigRational::from_integer(u8::from(self.cup.is_true(hand, call)).into())
            }
            from => {
                let on_table = OnTable::all_loose(from.unwrap_or(Hand::CUP));
                let parts =
                    self.cup.throws(&on_table).into_iter().filter(|(part, _)| part.thrown() == thrown);
                parts.map(|(part, _)| self.after(self.throws, part, call)).max().unwrap_or_default()
            }
        })
    }

    /// The throws of a policy with their probabilities: the part held, or `None` to stop.
    pub(super) fn throws_of(
        &self,
        policy: &Policy,
        given: Given,
        throws: u8,
        on_table: OnTable,
    ) -> Vec<(Option<Hand>, BigRational)> {
        if on_table.hand == Hand::CUP {
            return vec![(Some(Hand::CUP), BigRational::one())];
        }
        if throws == 0 {
            return vec![(None, BigRational::one())];
        }
        if *policy != Policy::Random {
            let goal = self.may_call(given).next().unwrap_or(Rank::VENUS);
            return vec![(self.plan(throws, on_table, goal).1, BigRational::one())];
        }
        let stop = self.cup.may_stand(on_table.hand).then_some((None, 1));
        let throw = self.cup.throws(&on_table).into_iter().map(|(part, ways)| (Some(part), ways));
        let ways: Vec<(Option<Hand>, u32)> = stop.into_iter().chain(throw).collect();
        let all: u32 = ways.iter().map(|(_, ways)| ways).sum();
        ways.into_iter().map(|(part, ways)| (part, BigRational::new(ways.into(), all.into()))).collect()
    }

    /// The aim of a policy's throws.
    pub(super) fn aim(&self, policy: &Policy, given: Given) -> Aim {
        let goal = || self.may_call(given).next().unwrap_or(Rank::VENUS);
        (given.map(|(hand, _)| hand), (*policy != Policy::Random).then(goal))
    }

    /// The probability that a policy challenges a call, if it believes that the accepted hand was `from`.
    pub(super) fn challenges(
        &self,
        policy: &Policy,
        from: Option<Hand>,
        announced: Announced,
        call: Rank,
    ) -> f64 {
        policy.challenges(call, || self.odds(from, announced.first(), call))
    }

    /// The hand that a replying seat believes was passed on. With two seats, it passed the hand itself; with more, it believes
    /// the call, and assumes the hand with the largest number.
    pub(super) fn seen(&self, given: Given, two: bool) -> Option<Hand> {
        given.map(|(hand, call)| if two { hand } else { self.cup.word(call) })
    }
}
