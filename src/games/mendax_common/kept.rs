//! Best play that was solved before, kept from one run to the next.
//!
//! What is kept is what both seats do, turn by turn. What that is worth is found anew whenever it is read, and with it the bounds
//! within which the value lies: a file that says anything else than best play is seen through, and solved anew.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

use super::best::{Against, AtScore, BestPlay, Replies, Score, Turn};
use super::calls::Rank;
use super::table::Table;
use super::turns::{Called, Given};
use crate::exact::Unsolved;
use crate::games::SolutionStore;
use crate::tali::Face;

/// What takes fewer milliseconds than this is solved as soon as it is found in a file.
const WORTH_KEEPING: f64 = 1_000.0;

/// The bounds of a value may be so far apart.
const GAP: f64 = 1e-9;

/// How a seat throws and calls in a turn, and how the other replies.
type Played = (Vec<(Called, f64)>, Replies);

/// What is done at some scores: in the opening, and after every call, for every hand, as in
/// [`AtScore`].
#[derive(Debug, Default, Deserialize)]
pub(super) struct Strategies(BTreeMap<Score, Vec<Option<Played>>>);

impl Strategies {
    /// Whether nothing is known.
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all is known of matches that begin with so many counters at most.
    fn covers(&self, [one, other]: Score) -> bool {
        self.0.contains_key(&[one, other]) && self.0.contains_key(&[other, one])
    }

    /// What is done in a turn, if it is known and can be done.
    pub(super) fn played(&self, play: &BestPlay, score: Score, given: Given) -> Option<Played> {
        let place = match given {
            None => 0,
            Some((hand, call)) => 1 + play.place(hand, call)?,
        };
        let (law, replies) = self.0.get(&score)?.get(place)?.as_ref()?;
        is_law(play, given, law).then_some(())?;
        replies.iter().flat_map(|(_, chances)| chances).all(is_chance).then_some(())?;
        Some((law.clone(), replies.clone()))
    }
}

fn is_chance(chance: &f64) -> bool {
    (0.0..=1.0).contains(chance)
}

/// Whether this can be how a seat throws and calls.
fn is_law(play: &BestPlay, given: Given, law: &[(Called, f64)]) -> bool {
    const ROUNDED: f64 = 1e-9;
    let turns = &play.turns;
    let may_call: Vec<Rank> = turns.may_call(given).collect();
    let all: f64 = law.iter().map(|(_, chance)| chance).sum();
    let can_be = |(_, hand, call)| turns.cup.number(hand).is_some() && may_call.contains(&call);
    (all - 1.0).abs() <= ROUNDED && law.iter().all(|(called, chance)| is_chance(chance) && can_be(*called))
}

impl BestPlay {
    /// Whether every value is enclosed as narrowly as is promised.
    fn is_certified(&self) -> bool {
        let turns = |at: &AtScore| {
            let mut turns = std::iter::once(&at.opening).chain(at.given.iter().flatten());
            turns.all(|turn| (0.0..=GAP).contains(&(turn.prospect.conceded - turn.prospect.kept)))
        };
        self.scores.values().all(turns)
    }

    /// All that is done, with what was known of other scores, as bytes.
    fn to_bytes(&self, known: &Strategies) -> Option<Vec<u8>> {
        type Borrowed<'a> = (&'a Vec<(Called, f64)>, &'a Replies);
        let mut scores: BTreeMap<Score, Vec<Option<Borrowed<'_>>>> = BTreeMap::new();
        for (score, turns) in &known.0 {
            let turns = turns.iter().map(|turn| turn.as_ref().map(|(law, replies)| (law, replies)));
            scores.insert(*score, turns.collect());
        }
        for (score, at) in &self.scores {
            let turns = std::iter::once(Some(&at.opening)).chain(at.given.iter().map(Option::as_ref));
            let turns = turns.map(|turn| turn.map(|Turn { law, replies, .. }| (law, replies)));
            scores.insert(*score, turns.collect());
        }
        postcard::to_allocvec(&scores).ok()
    }
}

impl Table {
    /// Best play of matches that begin with so many counters at most, sharpened against somebody; it is looked up, if it was
    /// kept.
    pub(super) fn solved(&self, against: &Against, most: Score) -> Result<BestPlay, Unsolved> {
        let telling = self.telling.as_ref();
        let solver = || self.solver(against.clone());
        let Some(store) = self.store.as_ref().filter(|_| work(&solver(), most) >= WORTH_KEEPING) else {
            return solver().solve(most, telling);
        };
        let name = self.name(against);
        let mut known = read(store.as_ref(), &name);
        let mut solved = solver().complete(most, &known, telling)?;
        if !known.is_empty() && !solved.is_certified() {
            known = Strategies::default();
            solved = solver().solve(most, telling)?;
        }
        if solved.is_certified()
            && !known.covers(most)
            && let Some(bytes) = solved.to_bytes(&known)
        {
            store.write(&name, &bytes);
        }
        Ok(solved)
    }

    /// Under what name best play is kept: all that it depends on but the score.
    fn name(&self, against: &Against) -> String {
        let settings = &self.settings;
        let mut name = format!(
            "mendax-common throws={} void={:?} starter={:?} {against:?}",
            settings.throws, settings.void, settings.starter
        );
        for talus in self.bones.tali() {
            let [one, three, four, six] = Face::ALL.map(|face| talus.weight(face));
            // Writing to a string does not fail.
            let _ = write!(name, " {one}:{three}:{four}:{six}");
        }
        name
    }
}

/// How many milliseconds of one processor the matches take that begin with so many counters at most, roughly.
pub(super) fn work(play: &BestPlay, [one, other]: Score) -> f64 {
    f64::from(one) * f64::from(other) * play.work()
}

/// What was kept, or nothing, if it cannot be read.
fn read(store: &dyn SolutionStore, name: &str) -> Strategies {
    let bytes = store.read(name);
    bytes.and_then(|bytes| postcard::from_bytes(&bytes).ok()).unwrap_or_default()
}
