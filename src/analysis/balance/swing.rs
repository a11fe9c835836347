//! What every throw does to every seat's chance, as figures.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::analysis::distribution::thinned;
use crate::analysis::estimate::Estimator;
use crate::analysis::{Absence, Figure};
use crate::exact::{COMEBACKS, Missing, Number, Swings};
use crate::monte_carlo::{Moments, Pairs, SwingTally};

/// How a game swings, solved or from games that were followed cast by cast.
#[derive(Clone, Debug, PartialEq)]
pub struct SwingFigures {
    /// The share of casts that change nothing.
    pub dead_casts: Figure,
    /// The mean number of times that the best chance passes to another seat.
    pub lead_changes: Figure,
    /// The probability that the winner was once at or below such a chance.
    pub comebacks: [(f64, Figure); 2],
    /// By how much the winner is short of the best chance, where he is.
    pub drama: Figure,
    /// The share of the casts that are made when it is decided.
    pub decisiveness: Figure,
    /// The probability that the game ends and no seat wins alone.
    pub drawishness: Figure,
    /// Suspense of each seat.
    pub suspense: Vec<Figure>,
    /// Surprise of each seat.
    pub surprise: Vec<Figure>,
    /// How many games were followed, if any were.
    pub followed: Option<u64>,
}

impl SwingFigures {
    pub(super) fn new(swings: &Swings, followed: Option<&SwingTally>, estimator: &Estimator) -> Self {
        let missing = |number: &Number| matches!(number, Err(Missing::TooLong));
        let ratio = |number: &Number, of: fn(&SwingTally) -> &Pairs| match followed {
            Some(tally) if missing(number) => {
                estimator.ratio(of(tally)).unwrap_or(Figure::None(Absence::Game(Missing::Impossible)))
            }
            _ => number.clone().into(),
        };
        let mean = |number: &Number, of: &dyn Fn(&SwingTally) -> Moments| match followed {
            Some(tally) if missing(number) => {
                let moments = of(tally);
                estimator.sum(&moments)
            }
            _ => number.clone().into(),
        };
        let seats = 0..swings.suspense.len();
        Self {
            dead_casts: ratio(&swings.dead, |tally| &tally.dead),
            lead_changes: mean(&swings.lead_changes, &|tally| tally.lead_changes),
            comebacks: [
                (COMEBACKS[0], ratio(&swings.comebacks[0], |tally| &tally.comebacks[0])),
                (COMEBACKS[1], ratio(&swings.comebacks[1], |tally| &tally.comebacks[1])),
            ],
            drama: ratio(&swings.drama, |tally| &tally.drama),
            decisiveness: ratio(&swings.decided, |tally| &tally.decided),
            drawishness: mean(&swings.drawn, &|tally| tally.drawn),
            suspense: seats
                .clone()
                .map(|seat| mean(&swings.suspense[seat], &|tally| tally.suspense[seat]))
                .collect(),
            surprise: seats.map(|seat| mean(&swings.surprise[seat], &|tally| tally.surprise[seat])).collect(),
            followed: followed.map(|tally| tally.games),
        }
    }

    pub(super) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("drawishness", &self.drawishness)?;
        map.serialize_entry("dead_casts", &self.dead_casts)?;
        map.serialize_entry("lead_changes", &self.lead_changes)?;
        let comebacks: Vec<Comeback<'_>> =
            self.comebacks.iter().map(|(from, probability)| Comeback { from: *from, probability }).collect();
        map.serialize_entry("comeback", &comebacks)?;
        map.serialize_entry("drama", &self.drama)?;
        map.serialize_entry("decisiveness", &self.decisiveness)?;
        if let Some(games) = self.followed {
            map.serialize_entry("followed", &games)?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct Comeback<'a> {
    from: f64,
    probability: &'a Figure,
}

/// One game of middling length, as it was played by chance: every seat's chance to win after so many casts.
#[derive(Clone, Debug, PartialEq)]
pub struct Story {
    /// The seed.
    pub seed: u64,
    /// After how many casts, each seat's chance; the last is the end.
    pub points: Vec<(u64, Vec<f64>)>,
}

impl Story {
    /// The story with some of its points, if it has many.
    pub(super) fn new(points: &[(u64, Vec<f64>)], casts: u64, seed: u64) -> Self {
        let points = points.iter().map(|(throws, chances)| (throws * casts, chances.clone())).collect();
        Self { seed, points: thinned(points) }
    }
}

impl Serialize for Story {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("seed", &self.seed)?;
        let casts: Vec<u64> = self.points.iter().map(|(casts, _)| *casts).collect();
        map.serialize_entry("casts", &casts)?;
        let seats = self.points.first().map_or(0, |(_, chances)| chances.len());
        let of = |seat: usize| self.points.iter().map(|(_, chances)| chances[seat]).collect::<Vec<f64>>();
        map.serialize_entry("chances", &(0..seats).map(of).collect::<Vec<_>>())?;
        map.end()
    }
}
