//! How likely a seat that follows a policy does what in its turn: in rationals, or in doubles where these would grow too long.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::NumAssign;

use super::best::between;
use super::calls::Rank;
use super::cup::{Cup, Hand, OnTable};
use super::policies::Policy;
use super::turns::{Aim, Announced, Called, Falls, Given, Turns, chance_of};
use crate::bluffing::cache::Cache;
use tali_core::exact::Enclosure;

pub(super) trait Chance: NumAssign + Clone + Send + Sync {
    fn of(chance: &BigRational) -> Self;

    fn of_f64(chance: f64) -> Self;

    /// What is known of it, if what is more likely than `least` is never lost in doubles.
    fn enclosure(&self, least: f64) -> Enclosure;

    /// As a weight, in parts as small as are known.
    fn rational(&self) -> BigRational;

    /// What comes of a throw, if it is allowed.
    fn outcomes(cup: &Cup, part: Hand, is_last: bool) -> Vec<(OnTable, Self)>;

    /// Where it is remembered what can lie there at the end of turns.
    fn falls(turns: &Turns) -> &Cache<Aim, Arc<Falls<Self>>>;
}

impl Chance for BigRational {
    fn of(chance: &BigRational) -> Self {
        chance.clone()
    }

    fn of_f64(chance: f64) -> Self {
        Self::from_float(chance).unwrap_or_default()
    }

    fn enclosure(&self, _: f64) -> Enclosure {
        Enclosure::exact(self.clone())
    }

    fn rational(&self) -> BigRational {
        self.clone()
    }

    fn outcomes(cup: &Cup, part: Hand, is_last: bool) -> Vec<(OnTable, Self)> {
        let Some(throw) = cup.distribution(part, is_last) else { return Vec::new() };
        let chance = |weight: &BigUint| Self::new(weight.clone().into(), throw.total().clone().into());
        throw.outcomes().iter().map(|(on_table, weight)| (*on_table, chance(weight))).collect()
    }

    fn falls(turns: &Turns) -> &Cache<Aim, Arc<Falls<Self>>> {
        &turns.falls
    }
}

/// Sums of products of doubles, none of them negative, over a match are no further off than this, in parts of themselves:
/// of 39 rounds of 18 turns each sums at most 5,000 numbers, each with an error of half of 2⁻⁵².
const ERROR: f64 = 4e-10;

impl Chance for f64 {
    fn of(chance: &BigRational) -> Self {
        chance_of(chance)
    }

    fn of_f64(chance: f64) -> Self {
        chance
    }

    fn enclosure(&self, least: f64) -> Enclosure {
        between(self * (1.0 - ERROR), (self * (1.0 + ERROR)).max(least))
    }

    fn rational(&self) -> BigRational {
        BigRational::from_float(*self).unwrap_or_default()
    }

    fn outcomes(cup: &Cup, part: Hand, is_last: bool) -> Vec<(OnTable, Self)> {
        cup.outcomes(part, is_last).collect()
    }

    fn falls(turns: &Turns) -> &Cache<Aim, Arc<Falls<Self>>> {
        &turns.falls_f64
    }
}

impl Turns {
    /// What can lie there at the end of a turn of a seat that follows a policy.
    pub(super) fn falls<N: Chance>(&self, policy: &Policy, given: Given) -> Arc<Falls<N>> {
        N::falls(self).get(self.aim(policy, given), || Arc::new(self.thrown(policy, given)))
    }

    fn thrown<N: Chance>(&self, policy: &Policy, given: Given) -> Falls<N> {
        // What lies there before each throw, with what was told.
        let mut lie: BTreeMap<(Announced, OnTable), N> = BTreeMap::new();
        lie.insert((Announced::default(), Self::begin(given)), N::one());
        let mut ends: BTreeMap<(Announced, Hand), N> = BTreeMap::new();
        for throws in (0..=self.throws).rev() {
            // Of what is thrown in the same way everything that can come of it is looked at once.
            let mut thrown: BTreeMap<(Announced, Hand), N> = BTreeMap::new();
            for ((announced, on_table), chance) in std::mem::take(&mut lie) {
                for (part, part_chance) in self.throws_of(policy, given, throws, on_table) {
                    let chance = chance.clone() * N::of(&part_chance);
                    let (sums, key) = match part {
                        None => (&mut ends, (announced, on_table.hand)),
                        Some(part) => (&mut thrown, (announced.with(part.thrown()), part)),
                    };
                    *sums.entry(key).or_insert_with(N::zero) += chance;
                }
            }
            for ((announced, part), chance) in thrown {
                for (on_table, falls) in N::outcomes(&self.cup, part, throws == 1) {
                    *lie.entry((announced, on_table)).or_insert_with(N::zero) += chance.clone() * falls;
                }
            }
        }
        ends.into_iter().collect()
    }

    /// The distribution of a turn of a seat that follows a policy.
    pub(super) fn distribution<N: Chance>(&self, policy: &Policy, given: Given) -> Vec<(Called, N)> {
        let falls = self.falls::<N>(policy, given);
        // What is called depends on the rank alone.
        let calls: Vec<Vec<(Rank, N)>> = Rank::from(Rank::VOID)
            .map(|has| policy.calls(has, self.may_call(given)))
            .map(|calls| calls.into_iter().map(|(call, part)| (call, N::of(&part))).collect())
            .collect();
        let called = falls.iter().flat_map(|((announced, hand), chance)| {
            let calls = calls[usize::from(self.cup.rank(*hand).0)].iter();
            calls.map(move |(call, part)| ((*announced, *hand, *call), chance.clone() * part.clone()))
        });
        called.collect()
    }
}
