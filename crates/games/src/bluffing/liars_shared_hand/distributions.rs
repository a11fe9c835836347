//! The probabilities of a turn of a seat with a policy.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_rational::BigRational;

use super::best::between;
use super::calls::Rank;
use super::cup::{Hand, OnTable};
use super::policies::{Policy, chance_of};
use super::turns::{Announced, Called, Falls, Given, Turns};
use tali_core::exact::Enclosure;

/// The relative error of sums of products of non-negative doubles over a match: each of 39 rounds of 18 turns sums at most 5,000
/// numbers, each with an error of half of 2⁻⁵².
const ERROR: f64 = 4e-10;

/// The enclosure of such a sum, if no probability above `least` underflows.
pub(super) fn enclosure(sum: f64, least: f64) -> Enclosure {
    between(sum * (1.0 - ERROR), (sum * (1.0 + ERROR)).max(least))
}

/// Converts a double to an exact weight.
pub(super) fn weight(chance: f64) -> BigRational {
    BigRational::from_float(chance).unwrap_or_default()
}

impl Turns {
    /// The distribution of the bones on the table at the end of a turn of a seat with a policy.
    pub(super) fn falls(&self, policy: &Policy, given: Given) -> Arc<Falls> {
        self.falls.get(self.aim(policy, given), || Arc::new(self.thrown(policy, given)))
    }

    fn thrown(&self, policy: &Policy, given: Given) -> Falls {
        // The bones on the table before each throw, with the announced throws.
        let mut lie: BTreeMap<(Announced, OnTable), f64> = BTreeMap::new();
        lie.insert((Announced::default(), Self::begin(given)), 1.0);
        let mut ends: BTreeMap<(Announced, Hand), f64> = BTreeMap::new();
        for throws in (0..=self.throws).rev() {
            // Groups equal throws, so the outcomes of each are visited once.
            let mut thrown: BTreeMap<(Announced, Hand), f64> = BTreeMap::new();
            for ((announced, on_table), chance) in std::mem::take(&mut lie) {
                for (part, part_chance) in self.throws_of(policy, given, throws, on_table) {
                    let chance = chance * chance_of(&part_chance);
                    let (sums, key) = match part {
                        None => (&mut ends, (announced, on_table.hand)),
                        Some(part) => (&mut thrown, (announced.with(part.thrown()), part)),
                    };
                    *sums.entry(key).or_insert(0.0) += chance;
                }
            }
            for ((announced, part), chance) in thrown {
                for (on_table, falls) in self.cup.outcomes(part, throws == 1) {
                    *lie.entry((announced, on_table)).or_insert(0.0) += chance * falls;
                }
            }
        }
        ends.into_iter().collect()
    }

    /// The distribution of a turn of a seat with a policy.
    pub(super) fn distribution(&self, policy: &Policy, given: Given) -> Vec<(Called, f64)> {
        let falls = self.falls(policy, given);
        // The call only depends on the rank.
        let calls: Vec<Vec<(Rank, f64)>> =
            Rank::from(Rank::VOID).map(|has| policy.calls(has, self.may_call(given))).collect();
        let called = falls.iter().flat_map(|((announced, hand), chance)| {
            let calls = calls[usize::from(self.cup.rank(*hand).0)].iter();
            calls.map(move |(call, part)| ((*announced, *hand, *call), chance * part))
        });
        called.collect()
    }
}
