//! A turn: what is thrown for a goal, how likely it is reached, and what a seat that follows a policy does.

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

/// The numbers of bones thrown in a turn, one after another; all 0 if none were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub(super) struct Announced([u8; MOST_THROWS as usize]);

impl Announced {
    /// The same with another throw.
    pub(super) fn with(mut self, bones: u8) -> Self {
        if let Some(index) = self.0.iter_mut().find(|bones| **bones == 0) {
            *index = bones;
        }
        self
    }

    /// How many bones were thrown first.
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

/// What a turn begins with: the hand that was accepted and what it was called; nothing at the opening.
pub(super) type Given = Option<(Hand, Rank)>;

/// What a turn ends with: what is announced of the throws, the hand, and what it is called.
pub(super) type Called = (Announced, Hand, Rank);

/// What can be on the table at the end of a turn, with what is announced of the throws, and how likely.
pub(super) type Falls = Vec<((Announced, Hand), f64)>;

/// For everything that can be announced of the throws how likely each call is challenged, from the lowest up.
pub(super) type Replies = Vec<(Announced, Vec<f64>)>;

/// Upon what it depends what a policy throws: what it was given, and the rank that it wants, if it wants one.
pub(super) type Aim = (Option<Hand>, Option<Rank>);

/// What a thrower is at: the throws that are left, what is on the table, and the rank it wants.
type Goal = (u8, OnTable, Rank);

/// An honest call: the hand that was taken up, if any, how many bones were thrown first, and the call.
type Honest = (Option<Hand>, u8, Rank);

/// What can be called and thrown in the turns at a table, remembered once it is worked out.
pub(super) struct Turns {
    pub cup: Cup,
    pub throws: u8,
    pub void: Void,
    /// How likely a goal is reached, and what is thrown for it; nothing to stop.
    plans: Cache<Goal, (BigRational, Option<Hand>)>,
    odds: Cache<Honest, BigRational>,
    pub falls: Cache<Aim, Arc<Falls>>,
}

impl Turns {
    pub(super) fn new(cup: Cup, settings: &Settings) -> Self {
        let (plans, odds) = (Cache::default(), Cache::default());
        Self { cup, throws: settings.throws, void: settings.void, plans, odds, falls: Cache::default() }
    }

    /// What may be called after a call; nothing at the opening.
    pub(super) fn may_call(&self, given: Given) -> impl Iterator<Item = Rank> + Clone + use<> {
        let lowest = if self.void == Void::Lowest { Rank::VOID } else { Rank::CANIS };
        Rank::from(given.map_or(lowest, |(_, call)| Rank(call.0 + 1)))
    }

    /// Before the first throw of a turn.
    pub(super) const fn begin(given: Given) -> OnTable {
        match given {
            None => OnTable::all_loose(Hand::CUP),
            Some((hand, _)) => OnTable::all_loose(hand),
        }
    }

    /// How likely a goal is reached at best, with what is thrown for it.
    ///
    /// Of equally good ways the one that throws fewest bones, then the one that keeps the higher faces.
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

    /// How likely a goal is reached if this is left on the table and the other bones are thrown, with so many throws left.
    fn after(&self, throws: u8, part: Hand, goal: Rank) -> BigRational {
        let Some(throw) = self.cup.distribution(part, throws == 1) else { return BigRational::zero() };
        // Most outcomes reach it or do not: fractions are made of the others alone.
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

    /// The odds that a call is true, if so many bones were thrown first from a hand, or all at the opening, for no other goal.
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

    /// What a policy throws, with how likely: what is left on the table, or nothing where it stops.
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

    /// What a policy throws for.
    pub(super) fn aim(&self, policy: &Policy, given: Given) -> Aim {
        let goal = || self.may_call(given).next().unwrap_or(Rank::VENUS);
        (given.map(|(hand, _)| hand), (*policy != Policy::Random).then(goal))
    }

    /// How likely a policy challenges a call, where the hand that was taken up before is believed to be this.
    pub(super) fn challenges(
        &self,
        policy: &Policy,
        from: Option<Hand>,
        announced: Announced,
        call: Rank,
    ) -> f64 {
        policy.challenges(call, || self.odds(from, announced.first(), call))
    }

    /// What a seat that replies takes the hand for that was passed on. Of two seats it passed it on itself; of more it believes
    /// the call before, and takes the hand with the greatest number.
    pub(super) fn seen(&self, given: Given, two: bool) -> Option<Hand> {
        given.map(|(hand, call)| if two { hand } else { self.cup.word(call) })
    }
}
