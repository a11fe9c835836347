//! The card of what best play does.

use super::Adviser;
use crate::coin_tali::payoffs::{Gains, Payoffs, Rationals};
use crate::coin_tali::scores::{self, Score, scoring, shown};
use crate::coin_tali::solution::{MOST_WORK_EXACTLY, is_soon_exact};
use crate::coin_tali::solver::{MOST_REMEMBERED, MOST_WORK, Solver};
use crate::kit::{AdviceError, Situation};

impl Adviser {
    /// The positions of the card: the first seat's, and of each later one by the best cast so far.
    pub(crate) fn cards(&mut self) -> Result<Vec<Situation>, AdviceError> {
        let exact = is_soon_exact(&self.game);
        let exact = exact.then(|| self.cards_in::<Rationals>(3 * MOST_WORK_EXACTLY).ok()).flatten();
        exact.map_or_else(|| self.cards_in::<Gains>(MOST_WORK), Ok)
    }

    fn cards_in<V: Payoffs>(&self, most_work: u64) -> Result<Vec<Situation>, AdviceError> {
        let game = &self.game;
        let seats = game.settings.seats;
        let parts = game.settings.parts(seats);
        let mut solver: Solver<'_, V> = Solver::new(game, MOST_REMEMBERED).working(most_work).telling();
        let seating = game.seating(&(0..seats).collect::<Vec<_>>());
        let mut situations = Vec::new();
        for seat in 0..seats {
            let mut scores = vec![Score::NONE];
            if seat > 0 {
                scores.extend(scoring().iter().map(|faces| Score::new(faces, 0)));
            }
            for best in scores {
                let mut written = self.read(Some(&format!("{}/{seats}", seat + 1)))?;
                written.best = best;
                written.tied = usize::from(!best.is_none());
                let position = self.position(&written, seating);
                let casts = self.casts(&mut solver, &position, parts)?;
                let written =
                    shown(best).filter(|_| !best.is_none()).map(|(faces, _)| scores::written(faces));
                let best = (seat > 0).then(|| written.unwrap_or_else(|| "-".to_owned()));
                let seat = format!("{}/{seats}", seat + 1);
                let position = best.iter().fold(seat.clone(), |seat, best| format!("{seat} best={best}"));
                situations.push(Situation { position, seat, best, casts });
            }
        }
        Ok(situations)
    }
}
