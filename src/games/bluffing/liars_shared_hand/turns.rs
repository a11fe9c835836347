//! A turn: what is thrown for a goal, how likely it is reached, and the distribution of what a seat that follows a policy does.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{NumAssign, One, Zero};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::calls::Rank;
use super::cup::{Cup, Hand, Lying};
use super::policies::Policy;
use super::settings::{MOST_THROWS, Settings, Void};

/// The numbers of bones thrown in a turn, one after another; all 0 if none were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub(super) struct Told([u8; MOST_THROWS as usize]);

impl Told {
    /// The same with another throw.
    pub(super) fn with(mut self, bones: u8) -> Self {
        if let Some(place) = self.0.iter_mut().find(|bones| **bones == 0) {
            *place = bones;
        }
        self
    }

    /// How many bones were thrown first.
    pub(super) const fn first(self) -> u8 {
        self.0[0]
    }

    /// The throws.
    pub(super) fn throws(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().take_while(|bones| *bones > 0)
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0[0])?;
        self.throws().skip(1).try_for_each(|bones| write!(f, "/{bones}"))
    }
}

/// What a turn begins with: the hand that was accepted and what it was called; nothing at the opening.
pub(super) type Given = Option<(Hand, Rank)>;

/// What a turn ends with: what is told of the throws, the hand, and what it is called.
pub(super) type Called = (Told, Hand, Rank);

/// What can lie there at the end of a turn, with what is told of the throws, and how likely.
pub(super) type Falls<N> = Vec<((Told, Hand), N)>;

/// Upon what it depends what a policy throws: what it was given, and the rank that it wants, if it wants one.
type Aim = (Option<Hand>, Option<Rank>);

/// What a thrower is at: the throws that are left, what lies there, and the rank it wants.
type Goal = (u8, Lying, Rank);

/// An honest call: the hand that was taken up, if any, how many bones were thrown first, and the call.
type Honest = (Option<Hand>, u8, Rank);

/// Turns at a table.
pub(super) struct Turns {
    pub cup: Cup,
    pub throws: u8,
    pub void: Void,
    /// How likely a goal is reached, and what is thrown for it; nothing to stop.
    plans: RwLock<FxHashMap<Goal, (BigRational, Option<Hand>)>>,
    odds: RwLock<FxHashMap<Honest, BigRational>>,
    falls: RwLock<FxHashMap<Aim, Arc<Falls<BigRational>>>>,
    near_falls: RwLock<FxHashMap<Aim, Arc<Falls<f64>>>>,
}

impl Turns {
    pub(super) fn new(cup: Cup, settings: &Settings) -> Self {
        Self {
            cup,
            throws: settings.throws,
            void: settings.void,
            plans: RwLock::default(),
            odds: RwLock::default(),
            falls: RwLock::default(),
            near_falls: RwLock::default(),
        }
    }

    /// What may be called after a call; nothing at the opening.
    pub(super) fn may_call(&self, given: Given) -> impl Iterator<Item = Rank> + Clone + use<> {
        let lowest = if self.void == Void::Lowest { Rank::VOID } else { Rank::CANIS };
        Rank::from(given.map_or(lowest, |(_, call)| Rank(call.0 + 1)))
    }

    /// Before the first throw of a turn.
    pub(super) const fn begin(given: Given) -> Lying {
        match given {
            None => Lying::all_loose(Hand::CUP),
            Some((hand, _)) => Lying::all_loose(hand),
        }
    }

    /// How likely a goal is reached at best, with what is thrown for it.
    ///
    /// Of equally good ways the one that throws fewest bones, then the one that keeps the higher faces.
    pub(super) fn plan(&self, throws: u8, lying: Lying, goal: Rank) -> (BigRational, Option<Hand>) {
        if lying.hand != Hand::CUP && self.cup.rank(lying.hand) >= goal {
            return (BigRational::one(), None);
        }
        if throws == 0 {
            return (BigRational::zero(), None);
        }
        let key = (throws, lying, goal);
        if let Some(known) = self.plans.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let stops = lying.hand != Hand::CUP && self.cup.may_stand(lying.hand);
        let stop = stops.then(|| (BigRational::zero(), None, Hand::default()));
        let throw = self.cup.throws(&lying).into_iter();
        let ways = throw.map(|(part, _)| (self.after(throws, part, goal), Some(part), part));
        let best = stop.into_iter().chain(ways).max_by_key(|(chance, part, _)| {
            let part = part.unwrap_or(lying.hand);
            let mut kept: Vec<u8> = part.0.into_iter().filter(|face| *face > 0).collect();
            kept.sort_unstable_by(|one, other| other.cmp(one));
            (chance.clone(), std::cmp::Reverse(part.thrown()), kept, self.cup.kept_by_kind(part))
        });
        let plan = best.map_or((BigRational::zero(), None), |(chance, part, _)| (chance, part));
        self.plans.write().unwrap_or_else(PoisonError::into_inner).insert(key, plan.clone());
        plan
    }

    /// How likely a goal is reached if this is left lying and the other bones are thrown, with so many throws left.
    fn after(&self, throws: u8, part: Hand, goal: Rank) -> BigRational {
        let Some(law) = self.cup.law(part, throws == 1) else { return BigRational::zero() };
        // Most outcomes reach it or do not: fractions are made of the others alone.
        let (mut sure, mut open) = (BigUint::zero(), BigRational::zero());
        for (lying, weight) in law.outcomes() {
            let chance = self.plan(throws - 1, *lying, goal).0;
            if chance.is_one() {
                sure += weight;
            } else if !chance.is_zero() {
                open += chance * BigRational::from_integer(weight.clone().into());
            }
        }
        (open + BigRational::from_integer(sure.into()))
            / BigRational::from_integer(law.total().clone().into())
    }

    /// The odds that a call is true, if so many bones were thrown first from a hand, or all at the opening, for no other goal.
    pub(super) fn odds(&self, from: Option<Hand>, thrown: u8, call: Rank) -> BigRational {
        let key = (from, thrown, call);
        if let Some(known) = self.odds.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let odds = match from {
            Some(hand) if thrown == 0 => {
                if self.cup.is_true(hand, call) {
                    BigRational::one()
                } else {
                    BigRational::zero()
                }
            }
            from => {
                let lying = Lying::all_loose(from.unwrap_or(Hand::CUP));
                let parts = self.cup.throws(&lying).into_iter().filter(|(part, _)| part.thrown() == thrown);
                parts.map(|(part, _)| self.after(self.throws, part, call)).max().unwrap_or_default()
            }
        };
        self.odds.write().unwrap_or_else(PoisonError::into_inner).insert(key, odds.clone());
        odds
    }

    /// What a policy throws, with how likely: what is left lying, or nothing where it stops.
    pub(super) fn throws_of(
        &self,
        policy: &Policy,
        given: Given,
        throws: u8,
        lying: Lying,
    ) -> Vec<(Option<Hand>, BigRational)> {
        if lying.hand == Hand::CUP {
            return vec![(Some(Hand::CUP), BigRational::one())];
        }
        if throws == 0 {
            return vec![(None, BigRational::one())];
        }
        if *policy != Policy::Random {
            let goal = self.may_call(given).next().unwrap_or(Rank::VENUS);
            return vec![(self.plan(throws, lying, goal).1, BigRational::one())];
        }
        let stop = self.cup.may_stand(lying.hand).then_some((None, 1));
        let throw = self.cup.throws(&lying).into_iter().map(|(part, ways)| (Some(part), ways));
        let ways: Vec<(Option<Hand>, u32)> = stop.into_iter().chain(throw).collect();
        let all: u32 = ways.iter().map(|(_, ways)| ways).sum();
        ways.into_iter().map(|(part, ways)| (part, BigRational::new(ways.into(), all.into()))).collect()
    }

    /// What a policy throws for.
    pub(super) fn aim(&self, policy: &Policy, given: Given) -> Aim {
        let goal = || self.may_call(given).next().unwrap_or(Rank::VENUS);
        (given.map(|(hand, _)| hand), (*policy != Policy::Random).then(goal))
    }

    /// What can lie there at the end of a turn of a seat that follows a policy.
    fn falls(&self, policy: &Policy, given: Given) -> Arc<Falls<BigRational>> {
        let aim = self.aim(policy, given);
        if let Some(known) = self.falls.read().unwrap_or_else(PoisonError::into_inner).get(&aim) {
            return Arc::clone(known);
        }
        let falls = Arc::new(self.thrown(
            policy,
            given,
            &|part, is_last| {
                let law = self.cup.law(part, is_last)?;
                let chance =
                    |weight: &BigUint| BigRational::new(weight.clone().into(), law.total().clone().into());
                Some(law.outcomes().iter().map(|(lying, weight)| (*lying, chance(weight))).collect())
            },
            &Clone::clone,
        ));
        let mut all = self.falls.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(aim).or_insert(falls))
    }

    /// The same in doubles.
    pub(super) fn near_falls(&self, policy: &Policy, given: Given) -> Arc<Falls<f64>> {
        let aim = self.aim(policy, given);
        if let Some(known) = self.near_falls.read().unwrap_or_else(PoisonError::into_inner).get(&aim) {
            return Arc::clone(known);
        }
        let falls = Arc::new(self.thrown(
            policy,
            given,
            &|part, is_last| {
                let chances = self.cup.chances(part, is_last).iter();
                let outcomes = self.cup.outcomes(part, is_last).iter().zip(chances);
                Some(outcomes.map(|((lying, _), chance)| (*lying, *chance)).collect())
            },
            &chance_of,
        ));
        let mut all = self.near_falls.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(aim).or_insert(falls))
    }

    /// What can lie there at the end of a turn, by what can come of a throw.
    fn thrown<N: NumAssign + Clone>(
        &self,
        policy: &Policy,
        given: Given,
        law: &dyn Fn(Hand, bool) -> Option<Vec<(Lying, N)>>,
        number: &dyn Fn(&BigRational) -> N,
    ) -> Falls<N> {
        // What lies there before each throw, with what was told.
        let mut lie: BTreeMap<(Told, Lying), N> = BTreeMap::new();
        lie.insert((Told::default(), Self::begin(given)), N::one());
        let mut ends: BTreeMap<(Told, Hand), N> = BTreeMap::new();
        for throws in (0..=self.throws).rev() {
            // Of what is thrown in the same way everything that can come of it is looked at once.
            let mut thrown: BTreeMap<(Told, Hand), N> = BTreeMap::new();
            for ((told, lying), chance) in std::mem::take(&mut lie) {
                for (part, part_chance) in self.throws_of(policy, given, throws, lying) {
                    let chance = chance.clone() * number(&part_chance);
                    let (sums, key) = match part {
                        None => (&mut ends, (told, lying.hand)),
                        Some(part) => (&mut thrown, (told.with(part.thrown()), part)),
                    };
                    *sums.entry(key).or_insert_with(N::zero) += chance;
                }
            }
            for ((told, part), chance) in thrown {
                for (lying, falls) in law(part, throws == 1).unwrap_or_default() {
                    *lie.entry((told, lying)).or_insert_with(N::zero) += chance.clone() * falls;
                }
            }
        }
        ends.into_iter().collect()
    }

    /// The distribution of a turn of a seat that follows a policy.
    pub(super) fn law(&self, policy: &Policy, given: Given) -> Vec<(Called, BigRational)> {
        let falls = self.falls(policy, given);
        let called = falls.iter().flat_map(|((told, hand), chance)| {
            let calls = policy.calls(self.cup.rank(*hand), self.may_call(given)).into_iter();
            calls.map(move |(call, part)| ((*told, *hand, call), chance * part))
        });
        called.collect()
    }

    /// The same in doubles.
    pub(super) fn near_law(&self, policy: &Policy, given: Given) -> Vec<(Called, f64)> {
        let falls = self.near_falls(policy, given);
        // What is called depends on the rank alone.
        let calls: Vec<Vec<(Rank, f64)>> = Rank::from(Rank::VOID)
            .map(|has| policy.calls(has, self.may_call(given)))
            .map(|calls| calls.into_iter().map(|(call, part)| (call, chance_of(&part))).collect())
            .collect();
        let called = falls.iter().flat_map(|((told, hand), chance)| {
            let calls = calls[usize::from(self.cup.rank(*hand).0)].iter();
            calls.map(move |(call, part)| ((*told, *hand, *call), chance * part))
        });
        called.collect()
    }

    /// How likely a policy challenges a call, where the hand that was taken up before is believed to be this.
    pub(super) fn challenges(
        &self,
        policy: &Policy,
        from: Option<Hand>,
        told: Told,
        call: Rank,
    ) -> BigRational {
        policy.challenges(call, || self.odds(from, told.first(), call))
    }

    /// What a seat that did not pass the hand on believes of it: of the call before it takes the hand with the greatest
    /// number.
    pub(super) fn believed(&self, given: Given) -> Option<Hand> {
        given.map(|(_, call)| self.cup.word(call))
    }
}

/// A probability as a double.
pub(super) fn chance_of(chance: &BigRational) -> f64 {
    num_traits::ToPrimitive::to_f64(chance).unwrap_or(0.0)
}

/// For everything that can be told of the throws how likely each call is challenged, from the lowest up.
pub(super) type Replies = Vec<(Told, Vec<f64>)>;
