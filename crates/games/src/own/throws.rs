//! What dice can show: every throw once, with how likely it is.

use std::collections::BTreeMap;
use std::fmt::Write;

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use tali_core::process::Distribution;
use tali_core::tali::{Cast, Face, Kind};

/// How a die falls: the faces that it can show, with their weights.
pub(super) type DieLaw = Distribution<i64>;

/// What some dice show: the index of each die's law and its face, sorted; where dice are not told apart all indices are 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Thrown(pub Vec<(u16, i64)>);

/// How it is typed that no dice lie somewhere.
pub(super) const NO_DICE: &str = "none";

/// Throws have up to so many outcomes.
pub(super) const MOST_OUTCOMES: usize = 100_000;

/// Of so many each is told where nobody chooses.
pub(super) const MOST_TOLD: usize = 5_000;

/// So many steps are done to find them.
const MOST_STEPS: usize = 3_000_000;

impl Thrown {
    /// The faces, high to low.
    pub(super) fn faces(&self) -> Vec<i64> {
        let mut faces: Vec<i64> = self.0.iter().map(|(_, face)| *face).collect();
        faces.sort_unstable_by(|one, other| other.cmp(one));
        faces
    }

    /// Which dice these are, by the indices of their laws.
    pub(super) fn dice(&self) -> Vec<u16> {
        self.0.iter().map(|(die, _)| *die).collect()
    }

    pub(super) fn sum(&self) -> i64 {
        self.0.iter().map(|(_, face)| *face).sum()
    }

    pub(super) fn count(&self, face: i64) -> i64 {
        self.within(face, face)
    }

    /// How many dice show from this to that.
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

    /// As it is typed: digits high to low, faces beyond 9 or below 0 with signs between.
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
    pub dice: Vec<DieLaw>,
    pub thrown: Vec<Thrown>,
    /// Whether it is known which die shows what, as it has to be where some are thrown again.
    pub tells_dice_apart: bool,
    /// Of throws with up to so many outcomes all that they show is told, whatever is read of them.
    pub most_told: usize,
    numbers: FxHashMap<Thrown, u32>,
}

/// What some dice show, and in how many ways they do.
type Ways = (Vec<(u16, i64)>, BigUint);

/// The outcomes of a throw with their weights.
pub(super) type Outcomes = Vec<(Thrown, BigUint)>;

impl Throws {
    /// The index of a die that falls like this.
    pub(super) fn die(&mut self, law: DieLaw) -> u16 {
        let known = self.dice.iter().position(|known| *known == law);
        let index = known.unwrap_or_else(|| {
            self.dice.push(law);
            self.dice.len() - 1
        });
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    /// The number of a throw, if it has one.
    pub(super) fn known(&self, thrown: &Thrown) -> Option<u32> {
        self.numbers.get(thrown).copied()
    }

    /// The number of a throw.
    pub(super) fn number(&mut self, thrown: &Thrown) -> u32 {
        if let Some(known) = self.numbers.get(thrown) {
            return *known;
        }
        let number = u32::try_from(self.thrown.len()).unwrap_or(u32::MAX);
        self.thrown.push(thrown.clone());
        self.numbers.insert(thrown.clone(), number);
        number
    }

    /// What these dice can show together with some that lie already; `None` if that is too much. Where it would be, throws of
    /// which the same is read are one.
    pub(super) fn outcomes(&self, dice: &[u16], lying: &[(u16, i64)], read: &Readings) -> Option<Outcomes> {
        let is_many = self.most_outcomes(dice) > self.most_told;
        if self.most_outcomes(dice) > MOST_OUTCOMES && read.is_whole && dice.iter().all(|die| *die == dice[0])
        {
            return None;
        }
        let read = if is_many { read } else { &Readings { is_whole: true, ..Readings::default() } };
        let mut all: BTreeMap<Vec<i64>, Ways> = BTreeMap::new();
        let mut first = lying.to_vec();
        first.sort_unstable();
        all.insert(Vec::new(), (first, BigUint::one()));
        let mut steps = 0;
        for die in dice {
            let told = if self.tells_dice_apart { *die } else { 0 };
            let faces = self.dice[usize::from(*die)].outcomes();
            let mut next: BTreeMap<Vec<i64>, Ways> = BTreeMap::new();
            for (shown, ways) in all.values() {
                for (face, weight) in faces {
                    let mut shown = shown.clone();
                    let at = shown.partition_point(|known| *known < (told, *face));
                    shown.insert(at, (told, *face));
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

    /// How many throws of these dice differ, at most.
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

/// What is read of a throw, each part of which follows from that of fewer dice and one more.
#[derive(Debug, Default)]
pub(super) struct Readings {
    /// All that it shows.
    pub is_whole: bool,
    pub sum: bool,
    /// So many of the highest, and so many of the lowest.
    pub highest: usize,
    pub lowest: usize,
    /// Which faces are there.
    pub faces: bool,
    /// How many there are from this to that.
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
