//! Stores solved best play from one run to the next.
//!
//! The store contains the strategies of both seats, turn by turn. Their values and bounds are recomputed whenever they are read,
//! so strategies that are not best are detected and solved again. There is no protection against stored throws that these bones
//! never show.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

use super::best::{AtScore, BestPlay, Score, Turn};
use super::calls::Rank;
use super::cup::Hand;
use super::table::Table;
use super::turns::{Called, Given, Replies};
use crate::kit::SolutionStore;
use tali_core::exact::Unsolved;
use tali_core::tali::Face;

/// Shorter solves, in milliseconds, are as fast as reading the store.
const LEAST_STORED_WORK: f64 = 30.0;

/// The largest allowed distance between the bounds of a value.
const GAP: f64 = 1e-9;

/// The strategies of a turn: throws and calls, and replies.
pub(super) type Played = (Vec<(Called, f64)>, Replies);

/// The strategies at some scores: for the opening, and after every call for every hand, as in [`AtScore`].
#[derive(Debug, Default, Deserialize)]
pub(super) struct Strategies(BTreeMap<Score, Vec<Option<Played>>>);

impl Strategies {
    /// Whether the strategies at a score are stored.
    pub(super) fn holds(&self, score: Score) -> bool {
        self.0.contains_key(&score)
    }

    /// The strategies in a turn, if they are stored and valid.
    pub(super) fn played(&self, play: &BestPlay, score: Score, given: Given) -> Option<Played> {
        let index = match given {
            None => 0,
            Some((hand, call)) => 1 + play.index(hand, call)?,
        };
        let (distribution, replies) = self.0.get(&score)?.get(index)?.as_ref()?;
        is_distribution(play, given, distribution).then_some(())?;
        replies.iter().flat_map(|(_, chances)| chances).all(is_chance).then_some(())?;
        Some((distribution.clone(), replies.clone()))
    }
}

fn is_chance(chance: &f64) -> bool {
    (0.0..=1.0).contains(chance)
}

/// Whether a distribution of throws and calls is valid.
fn is_distribution(play: &BestPlay, given: Given, distribution: &[(Called, f64)]) -> bool {
    const ROUNDED: f64 = 1e-9;
    let turns = &play.turns;
    let may_call: Vec<Rank> = turns.may_call(given).collect();
    let all: f64 = distribution.iter().map(|(_, chance)| chance).sum();
    let shapes = play.shapes.of(turns, given);
    let is_hand = |hand: Hand| {
        let number = turns.cup.number(hand).map(usize::from);
        number.is_some_and(|number| turns.cup.hands()[number] == hand)
    };
    let can_be = |(announced, hand, call)| {
        is_hand(hand)
            && may_call.contains(&call)
            && shapes.iter().any(|shape| shape.announced.contains(&announced))
    };
    (all - 1.0).abs() <= ROUNDED
        && distribution.iter().all(|(called, chance)| is_chance(chance) && can_be(*called))
}

impl AtScore {
    /// Whether the bounds of every value are close enough.
    fn is_certified(&self) -> bool {
        let mut turns = std::iter::once(&self.opening).chain(self.given.iter().flatten());
        turns.all(|turn| (0.0..=GAP).contains(&(turn.prospect.high - turn.prospect.low)))
    }
}

impl BestPlay {
    /// Serializes all certified strategies, and the known ones of other scores.
    fn to_bytes(&self, mut known: Strategies) -> Option<Vec<u8>> {
        for (score, at) in self.scores.iter().filter(|(_, at)| at.is_certified()) {
            let turns = std::iter::once(Some(&at.opening)).chain(at.given.iter().map(Option::as_ref));
            let played = |turn: &Turn| (turn.distribution.clone(), turn.replies.clone());
            known.0.insert(*score, turns.map(|turn| turn.map(played)).collect());
        }
        postcard::to_allocvec(&known.0).ok()
    }

    fn write(&self, store: &dyn SolutionStore, name: &str, known: Strategies) {
        if let Some(bytes) = self.to_bytes(known) {
            store.write(name, &bytes);
        }
    }
}

impl Table {
    /// Best play of matches with at most these counters, from the store if possible.
    pub(super) fn solved(&self, most: Score) -> Result<BestPlay, Unsolved> {
        let progress = self.progress.as_ref();
        let Some(store) = self.store.as_ref().filter(|_| self.solver().work(most) >= LEAST_STORED_WORK)
        else {
            return self.solver().solve(most, progress);
        };
        let name = self.name();
        let known = read(store.as_ref(), &name);
        let is_right = |(score, at): (&Score, &AtScore)| !known.holds(*score) || at.is_certified();
        let completed = self.solver().complete(most, &known, progress);
        if let Some(solved) = completed.ok().filter(|solved| solved.scores.iter().all(is_right)) {
            if !solved.scores.keys().all(|score| known.holds(*score)) {
                // Another process may have stored something in the meantime.
                solved.write(store.as_ref(), &name, read(store.as_ref(), &name));
            }
            return Ok(solved);
        }
        let solved = self.solver().solve(most, progress)?;
        solved.write(store.as_ref(), &name, Strategies::default());
        Ok(solved)
    }

    /// The name in the store: everything that best play depends on except the score.
    fn name(&self) -> String {
        let settings = &self.settings;
        let mut name = format!(
            "mendax-common throws={} void={:?} starter={:?}",
            settings.throws, settings.void, settings.starter
        );
        for talus in self.bones.tali() {
            let [one, three, four, six] = Face::ALL.map(|face| talus.weight(face));
            // Writing to a string cannot fail.
            let _ = write!(name, " {one}:{three}:{four}:{six}");
        }
        name
    }
}

/// The stored strategies, or none if they cannot be read.
fn read(store: &dyn SolutionStore, name: &str) -> Strategies {
    let bytes = store.read(name);
    bytes.and_then(|bytes| postcard::from_bytes(&bytes).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::{Arc, Mutex};

    use super::super::policies::Policy;
    use super::super::tests::{self, USUAL};
    use super::*;
    use tali_core::tali::presets;

    /// A store in memory that counts writes.
    #[derive(Debug, Default)]
    struct Memory(Mutex<(HashMap<String, Vec<u8>>, u32)>);

    impl SolutionStore for Memory {
        fn read(&self, name: &str) -> Option<Vec<u8>> {
            self.0.lock().unwrap().0.get(name).cloned()
        }

        fn write(&self, name: &str, contents: &[u8]) {
            let mut memory = self.0.lock().unwrap();
            memory.0.insert(name.to_owned(), contents.to_vec());
            memory.1 += 1;
        }
    }

    fn table(counters: [u8; 2], memory: Option<&Arc<Memory>>) -> Table {
        let bones = presets::TRADITIONAL.bones().set(4).unwrap();
        let mut table = tests::table(&bones, &counters, USUAL, &[Policy::Best, Policy::Best]);
        table.store = memory.map(|memory| Arc::clone(memory) as Arc<dyn SolutionStore>);
        table
    }

    fn opening(table: &Table) -> Turn {
        let counters = &table.settings.counters;
        table.best().unwrap().turn([counters.of(0), counters.of(1)], None).unwrap().clone()
    }

    #[test]
    fn longer_matches_extend_stored_shorter_ones() {
        let memory = Arc::new(Memory::default());
        let writes = || memory.0.lock().unwrap().1;
        // The longer ones take some time.
        let number = if std::env::var_os("TALI_ODDS_ALL").is_some() { 5 } else { 2 };
        let matches = [([1, 1], 1), ([2, 1], 2), ([1, 2], 2), ([1, 1], 2), ([2, 1], 2)];
        for (counters, expected) in matches.into_iter().take(number) {
            let [stored, anew] = [Some(&memory), None].map(|memory| opening(&table(counters, memory)));
            assert_eq!(writes(), expected, "{counters:?}");
            let bits = |turn: &Turn| [turn.prospect.low, turn.prospect.high].map(f64::to_bits);
            assert_eq!(bits(&stored), bits(&anew), "{counters:?}");
            assert_eq!(
                format!("{:?}", (stored.distribution, stored.replies)),
                format!("{:?}", (anew.distribution, anew.replies))
            );
        }
    }

    #[test]
    fn stored_strategies_are_used_only_if_unbeatable() {
        let plain = table([1, 1], None);
        let best = plain.solver().solve([1, 1], None).unwrap();
        let read = |bytes: Vec<u8>| {
            let memory = Arc::new(Memory::default());
            memory.write(&plain.name(), &bytes);
            let opening = opening(&table([1, 1], Some(&memory)));
            (opening.prospect.against_random, memory.0.lock().unwrap().1 - 1)
        };
        let value = |play: &BestPlay| play.turn([1, 1], None).unwrap().prospect.against_random;
        // Nothing is written if the stored strategies are best.
        assert_eq!(read(best.to_bytes(Strategies::default()).unwrap()), (value(&best), 0));
        // A seat that believes every call can be exploited.
        let mut simple = plain.solver().solve([1, 1], None).unwrap();
        for turn in simple.scores.values_mut().flat_map(|at| &mut at.given).flatten() {
            turn.replies.iter_mut().flat_map(|(_, chances)| chances).for_each(|chance| *chance = 0.0);
        }
        assert_eq!(read(simple.to_bytes(Strategies::default()).unwrap()), (value(&best), 1));
        assert_eq!(read(b"no strategy at all".to_vec()), (value(&best), 1));
    }
}
