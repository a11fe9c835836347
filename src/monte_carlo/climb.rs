//! Playing races, seat by seat.
//!
//! The seats do not touch each other before one of them is done, so that each is played to its own end
//! and the earliest wins. At a place that a throw seldom changes, the number of throws until it does is
//! drawn at once.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero;

use super::engine::Player;
use super::sampler::{Sampler, Wait};
use super::{Evening, Generator, Tally};
use crate::process::{Climb, Law, Race};

/// Where a way ends.
const DONE: u32 = u32::MAX;

/// No throw changes anything any more.
const NEVER: u64 = u64::MAX;

/// A place on a way, as it is played.
#[derive(Clone, Debug)]
struct Place {
    /// How long nothing changes, where that is drawn at once.
    wait: Option<Wait>,
    next: Next,
}

#[derive(Clone, Debug)]
enum Next {
    Stuck,
    Sure(u32),
    Drawn(Sampler<u32>),
}

/// A way with its places numbered.
#[derive(Clone, Debug)]
struct Way {
    places: Vec<Place>,
    start: u32,
}

impl Way {
    fn new<C: Climb>(climb: &C, skip: bool) -> Self {
        let mut numbers = BTreeMap::from([(climb.start(), 0)]);
        let mut waiting = vec![climb.start()];
        let mut way = Self { places: Vec::new(), start: 0 };
        let mut laws = Vec::new();
        while let Some(place) = waiting.pop() {
            let law = &climb.laws()[climb.thrown(place)];
            let here = numbers[&place];
            let next = law.outcomes().iter().map(|(effect, weight)| {
                let to = match climb.step(place, *effect) {
                    None => DONE,
                    Some(to) => {
                        let number = u32::try_from(numbers.len()).unwrap_or(DONE);
                        *numbers.entry(to).or_insert_with(|| {
                            waiting.push(to);
                            number
                        })
                    }
                };
                (to, weight.clone())
            });
            let next: Vec<(u32, BigUint)> = next.collect();
            laws.push((here, next, law.total().clone()));
        }
        laws.sort_by_key(|(here, ..)| *here);
        for (here, next, total) in laws {
            way.places.push(Place::new(here, next, &total, skip));
        }
        way
    }

    /// The number of throws until the end.
    #[inline]
    fn play(&self, generator: &mut Generator) -> u64 {
        let mut throws = 0u64;
        let mut here = self.start;
        while here != DONE {
            let place = &self.places[here as usize];
            throws = throws.saturating_add(match place.wait {
                Some(wait) => wait.draw(generator),
                None => 1,
            });
            here = match &place.next {
                Next::Stuck => return NEVER,
                Next::Sure(next) => *next,
                Next::Drawn(sampler) => sampler.draw(generator),
            };
        }
        throws
    }
}

impl Place {
    fn new(here: u32, next: Vec<(u32, BigUint)>, total: &BigUint, skip: bool) -> Self {
        let moving: BigUint = next.iter().filter(|(to, _)| *to != here).map(|(_, weight)| weight).sum();
        let wait = if skip { Wait::if_seldom(&moving, total) } else { None };
        let law = Law::new(next.into_iter().filter(|(to, _)| wait.is_none() || *to != here));
        let next = match law {
            Some(law) if !moving.is_zero() => match law.outcomes() {
                [(only, _)] => Next::Sure(*only),
                _ => Next::Drawn(Sampler::new(&law)),
            },
            _ => Next::Stuck,
        };
        Self { wait, next }
    }
}

/// Plays races. Its figures besides are the throws that each seat needs.
pub struct RacePlayer {
    courses: Sampler<usize>,
    /// On each course each seat's way.
    ways: Vec<Vec<Way>>,
    stake: Option<u64>,
}

impl RacePlayer {
    /// A player who may `skip` idle throws.
    #[must_use]
    pub fn new<C: Climb>(race: &Race<C>, skip: bool) -> Self {
        let ways = race.ways.iter().map(|ways| ways.iter().map(|way| Way::new(way, skip)).collect());
        Self { courses: Sampler::new(&race.courses), ways: ways.collect(), stake: race.stake }
    }
}

impl Player for RacePlayer {
    fn seats(&self) -> usize {
        self.ways.first().map_or(0, Vec::len)
    }

    fn specials(&self) -> usize {
        self.seats()
    }

    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn sit(&self, evening: &mut Evening, generator: &mut Generator) -> bool {
        let mut pot = 0.0;
        if !evening.ante(self.stake.unwrap_or(0) as f64, &mut pot) {
            return true;
        }
        let ways = &self.ways[self.courses.draw(generator)];
        let throws = evening.seats().into_iter().map(|seat| (ways[seat].play(generator), seat));
        match throws.min() {
            Some((fewest, winner)) if fewest != NEVER => {
                evening.take(&[winner], pot);
                true
            }
            _ => false,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a double holds every length that is not astronomic")]
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let seats = self.seats();
        let stake = self.stake.map(|stake| stake as f64);
        let paid = vec![stake.unwrap_or(0.0); seats];
        for _ in 0..games {
            let ways =
                if self.ways.len() == 1 { &self.ways[0] } else { &self.ways[self.courses.draw(generator)] };
            let (mut winner, mut fewest) = (0, NEVER);
            for (seat, way) in ways.iter().enumerate() {
                let throws = way.play(generator);
                if throws < fewest {
                    (winner, fewest) = (seat, throws);
                }
                if throws != NEVER {
                    tally.specials[seat].add(throws as f64);
                }
            }
            if fewest == NEVER {
                tally.games += 1;
                tally.never += 1;
                continue;
            }
            tally.shares[winner].add(1.0);
            tally.ended((fewest - 1).saturating_mul(seats as u64).saturating_add(winner as u64 + 1));
            if let Some(stake) = stake {
                let pot = stake * seats as f64;
                tally.coins(pot, &paid, |seat| if seat == winner { 1.0 } else { 0.0 });
            }
        }
    }
}
