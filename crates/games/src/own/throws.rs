//! The throws of dice: each once, with its weight.

use std::collections::BTreeMap;
use std::fmt::Write;

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use tali_core::process::Distribution;
use tali_core::tali::{Cast, Face, Kind};

/// The distribution of a die: its faces with their weights.
pub(super) type DieDistribution = Distribution<i64>;

/// What some dice show: the index of each die's distribution and its face, sorted; all indices are 0 if dice are not
/// distinguished.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Thrown(pub Vec<(u16, i64)>);

/// How an empty set of dice is typed.
pub(super) const NO_DICE: &str = "none";

/// The most outcomes of a throw.
pub(super) const MOST_OUTCOMES: usize = 100_000;

/// The most outcomes that are all distinguished if nobody chooses.
pub(super) const MOST_SHOWN: usize = 5_000;

/// The most steps to find them.
const MOST_STEPS: usize = 3_000_000;

impl Thrown {
    /// The faces, high to low.
    pub(super) fn faces(&self) -> Vec<i64> {
        let mut faces: Vec<i64> = self.0.iter().map(|(_, face)| *face).collect();
        faces.sort_unstable_by(|one, other| other.cmp(one));
        faces
    }

    /// The dice, by the indices of their distributions.
    pub(super) fn dice(&self) -> Vec<u16> {
        self.0.iter().map(|(die, _)| *die).collect()
    }

    pub(super) fn sum(&self) -> i64 {
        self.0.iter().map(|(_, face)| *face).sum()
    }

    pub(super) fn count(&self, face: i64) -> i64 {
        self.within(face, face)
    }

    /// The number of dice with a face in this range.
    pub(super) fn within(&self, low: i64, high: i64) -> i64 {
        i64::try_from(self.0.iter().filter(|(_, face)| (low..=high).contains(face)).count()).unwrap_or(0)
    }

    pub(super) fn distinct(&self) -> i64 {
        let mut faces = self.faces();
        faces.dedup();
        i64::try_from(faces.len()).unwrap_or(0)
    }

    /// The faces high to low as the digits of a number, if each is one.
    pub(super) fn digits(&self) -> Option<i64> {
        let fits = self.0.len() <= 9 && self.0.iter().all(|(_, face)| (0..=9).contains(face));
        fits.then(|| self.faces().iter().fold(0, |number, face| number * 10 + face))
    }

    /// As a cast of four tali, if it can be one.
    fn cast(&self) -> Option<Cast> {
        let face = |(_, face): &(u16, i64)| Face::from_value(u32::try_from(*face).ok()?);
        let faces: Option<Vec<Face>> = self.0.iter().map(face).collect();
        let faces = faces.filter(|faces| faces.len() == tali_core::tali::USUAL_TALI)?;
        Some(faces.into_iter().fold(Cast::EMPTY, Cast::with))
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        self.cast()?.kind()
    }

    pub(super) fn rank(&self) -> Option<i64> {
        self.cast()?.rank().map(i64::from)
    }

    /// As it is typed: digits high to low; with faces beyond 9 or below 0, signs between them.
    pub(super) fn typed(&self) -> String {
        if self.0.is_empty() {
            return NO_DICE.to_owned();
        }
        let faces = self.faces();
        let sign = if faces.iter().all(|face| (0..=9).contains(face)) { "" } else { "+" };
        let mut typed = String::new();
        for (index, face) in faces.iter().enumerate() {
            let _ = write!(typed, "{}{face}", if index == 0 { "" } else { sign });
        }
        typed
    }
}

/// All dice and all throws of a game, each once.
#[derive(Debug, Default)]
pub(super) struct Throws {
    pub dice: Vec<DieDistribution>,
    pub thrown: Vec<Thrown>,
    /// Whether it is recorded which die shows what, as rerolls need it.
    pub tells_dice_apart: bool,
    /// Throws with at most this many outcomes are distinguished by all that they show, whatever is read of them.
    pub most_shown: usize,
    numbers: FxHashMap<Thrown, u32>,
}

/// What some dice show, and in how many ways.
type Ways = (Vec<(u16, i64)>, BigUint);

/// The outcomes of a throw with their weights.
pub(super) type Outcomes = Vec<(Thrown, BigUint)>;

impl Throws {
    /// The index of a die with this distribution.
    pub(super) fn die(&mut self, distribution: DieDistribution) -> u16 {
        let known = self.dice.iter().position(|known| *known == distribution);
        let index = known.unwrap_or_else(|| {
            self.dice.push(distribution);
            self.dice.len() - 1
        });
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    /// The number of a throw, if it has one.
    pub(super) fn known(&self, thrown: &Thrown) -> Option<u32> {
        self.numbers.get(thrown).copied()
    }

    /// The number of a throw, which is assigned if it is new.
    pub(super) fn number(&mut self, thrown: &Thrown) -> u32 {
        if let Some(known) = self.numbers.get(thrown) {
            return *known;
        }
        let number = u32::try_from(self.thrown.len()).unwrap_or(u32::MAX);
        self.thrown.push(thrown.clone());
        self.numbers.insert(thrown.clone(), number);
        number
    }

    /// The outcomes of these dice together with some on the table; `None` if there are too many. If there are more than
    /// `most_shown`, those of which the same is read are merged.
    pub(super) fn outcomes(
        &self,
        dice: &[u16],
        on_table: &[(u16, i64)],
        read: &Readings,
    ) -> Option<Outcomes> {
        let is_many = self.most_outcomes(dice) > self.most_shown;
        if self.most_outcomes(dice) > MOST_OUTCOMES && read.is_whole && dice.iter().all(|die| *die == dice[0])
        {
            return None;
        }
        let read = if is_many { read } else { &Readings { is_whole: true, ..Readings::default() } };
        let mut all: BTreeMap<Vec<i64>, Ways> = BTreeMap::new();
        let mut first = on_table.to_vec();
        first.sort_unstable();
        all.insert(Vec::new(), (first, BigUint::one()));
        let mut steps = 0;
        for die in dice {
            let kind = if self.tells_dice_apart { *die } else { 0 };
            let faces = self.dice[usize::from(*die)].outcomes();
            let mut next: BTreeMap<Vec<i64>, Ways> = BTreeMap::new();
            for (shown, ways) in all.values() {
                for (face, weight) in faces {
                    let mut shown = shown.clone();
                    let at = shown.partition_point(|known| *known < (kind, *face));
                    shown.insert(at, (kind, *face));
                    let found = next.entry(read.of(&shown)).or_insert_with(|| (shown, BigUint::zero()));
                    found.1 += ways * weight;
                }
                steps += faces.len();
                if next.len() > MOST_OUTCOMES || steps > MOST_STEPS {
                    return None;
                }
            }
            all = next;
        }
        Some(all.into_values().map(|(shown, ways)| (Thrown(shown), ways)).collect())
    }

    /// The greatest possible number of distinct throws of these dice.
    fn most_outcomes(&self, dice: &[u16]) -> usize {
        let mut sorted = dice.to_vec();
        sorted.sort_unstable();
        let of_alike = |alike: &[u16]| {
            let faces = self.dice[usize::from(alike[0])].outcomes().len();
            let ways = |ways: usize, number: usize| ways.saturating_mul(faces - 1 + number) / number;
            (1..=alike.len()).fold(1, ways)
        };
        sorted.chunk_by(|one, other| one == other).map(of_alike).fold(1, usize::saturating_mul)
    }
}

/// What is read of a throw; each part follows from that of fewer dice and one more.
#[derive(Debug, Default)]
pub(super) struct Readings {
    /// Everything that it shows.
    pub is_whole: bool,
    pub sum: bool,
    /// How many of the highest, and how many of the lowest.
    pub highest: usize,
    pub lowest: usize,
    /// Which faces occur.
    pub faces: bool,
    /// The number of dice in each of these ranges.
    pub counted: Vec<(i64, i64)>,
}

impl Readings {
    fn of(&self, shown: &[(u16, i64)]) -> Vec<i64> {
        if self.is_whole {
            return shown.iter().flat_map(|(die, face)| [i64::from(*die), *face]).collect();
        }
        let faces = || shown.iter().map(|(_, face)| *face);
        let count = |(low, high): &(i64, i64)| {
            faces().filter(|shown| (low..=high).contains(&shown)).fold(0, |number, _| number + 1)
        };
        let mut read: Vec<i64> = self.counted.iter().map(count).collect();
        read.extend(self.sum.then(|| faces().sum::<i64>()));
        let mut sorted: Vec<i64> = faces().collect();
        sorted.sort_unstable();
        read.extend(sorted.iter().take(self.lowest));
        read.extend(sorted.iter().rev().take(self.highest));
        if self.faces {
            let there: std::collections::BTreeSet<i64> = faces().collect();
            read.extend(there);
        }
        read
    }
}
