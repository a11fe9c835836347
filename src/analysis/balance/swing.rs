//! What every throw does to every seat's chance, as figures.

use serde::Serialize;
use serde::ser::SerializeMap;

use crate::analysis::distribution::thinned;
use crate::analysis::{Absence, Figure, record};
use crate::exact::{Missing, Swings};
use crate::figures::Estimator;
use crate::monte_carlo::SwingTally;
use crate::process::{BySwing, Swing};

/// How a game swings, solved or from games that were followed cast by cast.
#[derive(Clone, Debug, PartialEq)]
pub struct SwingFigures {
    /// The figures.
    pub figures: BySwing<Figure>,
    /// How many games were followed, if any were.
    pub followed: Option<u64>,
}

impl SwingFigures {
    pub(super) fn new(swings: &Swings, followed: Option<&SwingTally>, estimator: &Estimator) -> Self {
        let seats = swings.variance.len();
        let figure = |swing: Swing, seat: usize| match (&swings.figures.all(swing)[seat], followed) {
            (Err(Missing::TooLong), Some(tally)) => estimator
                .clone()
                .ratio(&tally.pairs.all(swing)[seat], swing.is_part(), None)
                .unwrap_or(Figure::None(Absence::Game(Missing::Impossible))),
            (number, _) => number.clone().into(),
        };
        Self { figures: BySwing::new(seats, figure), followed: followed.map(|tally| tally.games) }
    }

    /// The figure, the first seat's where there is one for each.
    pub fn of(&self, swing: Swing) -> &Figure {
        self.figures.one(swing)
    }

    pub(super) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let mut entry = |swing: Swing| map.serialize_entry(swing.name(), self.of(swing));
        [Swing::Drawishness, Swing::DeadCasts, Swing::LeadChanges].into_iter().try_for_each(&mut entry)?;
        let comebacks = Swing::COMEBACKS
            .map(|swing| Comeback { from: swing.comeback_from(), probability: self.of(swing) });
        map.serialize_entry("comeback", &comebacks)?;
        let mut entry = |swing: Swing| map.serialize_entry(swing.name(), self.of(swing));
        [Swing::Drama, Swing::Decisiveness].into_iter().try_for_each(&mut entry)?;
        if let Some(games) = self.followed {
            map.serialize_entry("followed", &games)?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct Comeback<'a> {
    from: Option<f64>,
    probability: &'a Figure,
}

/// One game of middling length, as it was simulated: every seat's chance to win after so many casts.
#[derive(Clone, Debug, PartialEq)]
pub struct Story {
    /// The seed.
    pub seed: u64,
    /// After how many casts, each seat's chance; the last is the end.
    pub points: Vec<(u64, Vec<f64>)>,
}

impl Story {
    /// The story with some of its points, if it has many.
    pub(super) fn new(points: Vec<(u64, Vec<f64>)>, seed: u64) -> Self {
        let mut points = thinned(points);
        // Chances that are sums of doubles may be beyond 1 by their last places.
        points
            .iter_mut()
            .flat_map(|(_, chances)| chances)
            .for_each(|chance| *chance = chance.clamp(0.0, 1.0));
        Self { seed, points }
    }

    /// Each seat's chances, one after the other.
    fn of_seats(&self) -> Vec<Vec<f64>> {
        let seats = self.points.first().map_or(0, |(_, chances)| chances.len());
        (0..seats).map(|seat| self.points.iter().map(|(_, chances)| chances[seat]).collect()).collect()
    }
}

record!(Story, story =>
    "seed": story.seed,
    "casts": story.points.iter().map(|(casts, _)| casts).collect::<Vec<_>>(),
    "chances": story.of_seats(),
);
