//! Ways as tracks, and the seats that climb them.

use std::collections::BTreeMap;

use crate::exact::Interval;
use crate::exact::absorption::AbsorptionTime;
use crate::exact::number::{Missing, Number};
use crate::exact::scalar::{Scalar, Weight};
use crate::process::{MAX_SEATS, Way};

/// What one throw does on a stage: probabilities that add up to 1, or what they weigh.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stage<S> {
    pub(super) stay: S,
    pub(super) advance: S,
    pub(super) done: S,
    pub(super) total: S,
}

pub(super) type Track<S> = Vec<Stage<S>>;

/// Turns a way into a track. After k moves the seat may be at several places; the chance to stay is the
/// same at all of them, and the chance to be done with the next move is averaged over them.
pub(super) fn track<S: Scalar>(way: &Way) -> Track<S> {
    let mut stages = Vec::new();
    let places = way.places().iter().map(|distribution| {
        let outcomes = distribution.outcomes().iter();
        outcomes.map(|(to, weight)| (*to, S::ratio(weight, distribution.total()))).collect()
    });
    let places: Vec<Vec<(Option<u32>, S)>> = places.collect();
    // Where the seat is after so many moves, if it is not done.
    let mut at: BTreeMap<u32, S> = BTreeMap::from([(0, S::one())]);
    while !at.is_empty() {
        let here = S::sum(at.values().cloned());
        let mut next: BTreeMap<u32, S> = BTreeMap::new();
        let (mut stay, mut moves, mut done) = (S::zero(), S::zero(), S::zero());
        for (place, mass) in &at {
            let mut staying = S::zero();
            let mut moving = S::zero();
            for (to, chance) in &places[*place as usize] {
                match to {
                    Some(to) if to == place => staying = staying.plus(chance),
                    to => {
                        moving = moving.plus(chance);
                        let moved = mass.times(chance);
                        match to {
                            Some(to) => {
                                let entry = next.entry(*to).or_insert_with(S::zero);
                                *entry = entry.plus(&moved);
                            }
                            None => done = done.plus(&moved),
                        }
                    }
                }
            }
            (stay, moves) = (staying, moving);
        }
        // Given that it moved, so that long ways do not vanish. Of a move so rare that it may be none to a double the parts
        // are not known, but that they are parts.
        if !moves.is_zero() {
            done = done.over(&moves).at_most_one();
            for mass in next.values_mut() {
                *mass = mass.over(&moves).at_most_one();
            }
        }
        let mut further = S::sum(next.values().cloned()).at_most_one();
        if further.is_negligible() {
            // So seldom that it is bounded instead: as if the end came with this move.
            done = done.plus(&further);
            (further, next) = (S::zero(), BTreeMap::new());
        }
        let part = |mass: &S| {
            if mass.is_zero() { S::zero() } else { mass.over(&here).at_most_one().times(&moves) }
        };
        stages.push(Stage { advance: part(&further), done: part(&done), stay, total: S::one() });
        at = next;
    }
    stages
}

/// When a seat is done that climbs this track.
pub(super) fn climb(track: &Track<Interval>) -> AbsorptionTime {
    let moves = track.iter().enumerate().map(|(place, stage)| {
        let on = (place + 1 < track.len()).then_some((place + 1, stage.advance));
        [(place, stage.stay)].into_iter().chain(on).collect()
    });
    AbsorptionTime {
        moves: moves.collect(),
        done: track.iter().map(|stage| stage.done).collect(),
        lost: vec![Interval::ZERO; track.len()],
        start: 0,
    }
}

/// Seats on their tracks; alike seats share one.
pub(super) struct Field<S> {
    pub(super) tracks: Vec<Track<S>>,
    /// Which track each seat climbs.
    pub(super) of_seat: Vec<usize>,
}

impl<S: Scalar> Field<S> {
    pub(super) fn new(ways: &[Way]) -> Self {
        let mut field = Self { tracks: Vec::new(), of_seat: Vec::new() };
        for way in ways {
            let climbed = track(way);
            let known = field.tracks.iter().position(|known| *known == climbed);
            field.of_seat.push(known.unwrap_or(field.tracks.len()));
            if known.is_none() {
                field.tracks.push(climbed);
            }
        }
        field
    }

    /// The same in what the chances weigh.
    pub(super) fn weights<W: Weight<Number = S>>(&self) -> Field<W> {
        let stage = |Stage { stay, advance, done, .. }: &Stage<S>| {
            let total = W::whole_of([stay, advance, done]);
            let [stay, advance, done] = [stay, advance, done].map(|chance| W::part(chance, &total));
            Stage { stay, advance, done, total }
        };
        Field {
            tracks: self.tracks.iter().map(|track| track.iter().map(stage).collect()).collect(),
            of_seat: self.of_seat.clone(),
        }
    }

    /// The mean number of throws that each seat needs, Σ P(it comes to a stage) / (1 − stay).
    pub(super) fn means(&self) -> Vec<Number> {
        let mean = |track: &Track<S>| {
            let (mut mean, mut reach) = (S::zero(), S::one());
            for stage in track {
                let leave = stage.advance.plus(&stage.done);
                if leave.is_zero() {
                    return Err(Missing::Endless);
                }
                mean = mean.plus(&reach.over(&leave));
                reach = reach.times(&stage.advance).over(&leave);
            }
            mean.number()
        };
        self.of_seat.iter().map(|track| mean(&self.tracks[*track])).collect()
    }
}

impl<S> Field<S> {
    pub(super) fn seats(&self) -> usize {
        self.of_seat.len()
    }

    pub(super) fn stage(&self, seat: usize, stages: &Stages) -> &Stage<S> {
        &self.tracks[self.of_seat[seat]][usize::from(stages[seat])]
    }

    /// The number of joint states with the stages of alike seats sorted: C(stages + seats − 1, seats) of
    /// each kind.
    pub(super) fn sets(&self) -> usize {
        let alike = |(track, stages): (usize, &Track<S>)| {
            (0..self.seats_on(track).count()).fold(1, |sets, seat| sets * (stages.len() + seat) / (seat + 1))
        };
        self.tracks.iter().enumerate().map(alike).fold(1, usize::saturating_mul)
    }

    /// The number of joint states if no seats were alike.
    pub(super) fn states(&self) -> usize {
        let lengths = self.of_seat.iter().map(|track| self.tracks[*track].len());
        lengths.fold(1, usize::saturating_mul)
    }

    pub(super) fn seats_on(&self, track: usize) -> impl Iterator<Item = usize> {
        self.of_seat.iter().enumerate().filter(move |(_, on)| **on == track).map(|(seat, _)| seat)
    }

    /// The stages with those of alike seats in rising order.
    pub(super) fn sorted(&self, mut stages: Stages) -> Stages {
        let before = |seat: usize| self.of_seat[..seat].iter().rposition(|on| *on == self.of_seat[seat]);
        for seat in 0..self.seats() {
            // Insertion: a round moves every seat by one stage at most.
            let mut place = seat;
            while let Some(lower) = before(place).filter(|lower| stages[*lower] > stages[place]) {
                stages.swap(lower, place);
                place = lower;
            }
        }
        stages
    }
}

/// Where every seat stands.
pub(super) type Stages = [u16; MAX_SEATS];
