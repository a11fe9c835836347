//! Races, throw by throw.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::{Chances, Fraction, Move, Next, Purse, Thrown, Unfolding, Winners, as_double};
use crate::process::{Climb, MAX_SEATS, Race};

/// Where a race stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunningRace {
    /// The course, if there are several and it is drawn already.
    pub course: Option<u32>,
    /// The place of each seat on its way, the start being 0.
    pub places: [u16; MAX_SEATS],
    /// Whose throw it is.
    pub turn: u8,
}

/// From one place the places to which a throw leads, `None` for the end, with the chances.
pub type Steps = Vec<(Option<u16>, u32)>;

/// A race; a position is where every seat stands, and whose throw it is.
pub struct RaceUnfolding {
    seats: usize,
    stake: Option<u64>,
    chances: Vec<Fraction>,
    courses: Vec<(usize, u32)>,
    /// On each course of each seat the places of its way.
    ways: Vec<Vec<Vec<Steps>>>,
}

impl RaceUnfolding {
    /// This race; `None` if a way has more places than can be numbered.
    #[must_use]
    pub fn new<C: Climb>(race: &Race<C>) -> Option<Self> {
        let mut chances = Chances::default();
        let mut ways = Vec::with_capacity(race.ways.len());
        for each in &race.ways {
            ways.push(each.iter().map(|way| numbered(way, &mut chances)).collect::<Option<Vec<_>>>()?);
        }
        let courses = chances.of(&race.courses);
        Some(Self { seats: race.seats(), stake: race.stake, chances: chances.0, courses, ways })
    }

    /// The ways of a course, seat by seat.
    #[must_use]
    pub fn ways(&self, course: Option<u32>) -> &[Vec<Steps>] {
        &self.ways[course.unwrap_or(0) as usize]
    }

    /// How many courses there are.
    #[must_use]
    pub fn courses(&self) -> usize {
        self.ways.len()
    }

    /// The courses with the places of their chances.
    #[must_use]
    pub fn drawn(&self) -> &[(usize, u32)] {
        &self.courses
    }
}

/// The places of a way in the order in which they are reached.
fn numbered<C: Climb>(way: &C, chances: &mut Chances) -> Option<Vec<Steps>> {
    let mut numbers = BTreeMap::from([(way.start(), 0u16)]);
    let mut waiting = std::collections::VecDeque::from([way.start()]);
    let mut places = Vec::new();
    while let Some(place) = waiting.pop_front() {
        let law = &way.laws()[way.thrown(place)];
        let mut steps: BTreeMap<Option<u16>, BigUint> = BTreeMap::new();
        for (effect, weight) in law.outcomes() {
            let to = match way.step(place, *effect) {
                None => None,
                Some(to) => {
                    let next = u16::try_from(numbers.len()).ok()?;
                    Some(*numbers.entry(to).or_insert_with(|| {
                        waiting.push_back(to);
                        next
                    }))
                }
            };
            *steps.entry(to).or_default() += weight;
        }
        let steps = steps.into_iter().map(|(to, weight)| (to, chances.place(weight, law.total())));
        places.push(steps.collect());
    }
    Some(places)
}

impl Unfolding for RaceUnfolding {
    type Position = RunningRace;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> RunningRace {
        RunningRace { course: None, places: [0; MAX_SEATS], turn: 0 }
    }

    fn chances(&self) -> &[Fraction] {
        &self.chances
    }

    fn moves(&self, at: RunningRace, found: &mut Vec<Move<RunningRace>>) {
        found.clear();
        if self.ways.len() > 1 && at.course.is_none() {
            for (course, chance) in &self.courses {
                let mut next = at;
                next.course = u32::try_from(*course).ok();
                let (next, throw) = (Next::To(next), Thrown::None);
                found.push(Move { chance: *chance, next, throw, payment: None });
            }
            return;
        }
        let seat = usize::from(at.turn);
        let here = at.places[seat];
        let turn = if seat + 1 == self.seats { 0 } else { at.turn + 1 };
        for (to, chance) in &self.ways(at.course)[seat][usize::from(here)] {
            let mut next = at;
            next.turn = turn;
            let next = match to {
                None => Next::End(Winners::one(seat)),
                Some(to) => {
                    next.places[seat] = *to;
                    Next::To(next)
                }
            };
            let throw = if *to == Some(here) { Thrown::Dead } else { Thrown::Live };
            found.push(Move { chance: *chance, next, throw, payment: None });
        }
    }

    fn most_positions(&self) -> f64 {
        let joint = |ways: &Vec<Vec<Steps>>| ways.iter().map(|way| as_double(way.len())).product::<f64>();
        self.ways.iter().map(joint).sum::<f64>() * as_double(self.seats)
    }

    fn purse(&self) -> Purse {
        self.stake.map_or(Purse::None, Purse::Paid)
    }
}
