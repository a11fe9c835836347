//! Figures on how throws change the seats' chances.

use serde::Serialize;
use serde::ser::SerializeMap;

use crate::analysis::distribution::thinned;
use crate::analysis::{Absence, Figure, record};
use crate::exact::{Missing, Swings};
use crate::figures::Estimator;
use crate::monte_carlo::SwingTally;
use crate::process::{BySwing, Swing};

/// The swings of a game, solved or from games followed cast by cast.
#[derive(Clone, Debug, PartialEq)]
pub struct SwingFigures {
    /// The figures.
    pub figures: BySwing<Figure>,
    /// The number of games followed, if any.
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

    /// A figure, for the first seat if each seat has one.
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

/// One simulated game of medium length: every seat's chance to win after each cast.
#[derive(Clone, Debug, PartialEq)]
pub struct Story {
    /// The seed.
    pub seed: u64,
    /// Numbers of casts with each seat's chance; the last is the end.
    pub points: Vec<(u64, Vec<f64>)>,
}

impl Story {
    /// A story, thinned if it has many points.
    pub(super) fn new(points: Vec<(u64, Vec<f64>)>, seed: u64) -> Self {
        let mut points = thinned(points);
        // Sums of doubles may exceed 1 in their last digits.
        points
            .iter_mut()
            .flat_map(|(_, chances)| chances)
            .for_each(|chance| *chance = chance.clamp(0.0, 1.0));
        Self { seed, points }
    }

    /// The chances by seat.
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
