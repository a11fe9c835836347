//! The score of a match between its rounds.

use tali_core::process::Seats;

/// The number of rounds after which a match counts as endless.
const LONGEST: u32 = 1_000;

/// The score of a match: the points of both, the number of rounds, and who lays out the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Score {
    scores: [u32; 2],
    pub rounds: u32,
    pub layer: usize,
}

/// How a match ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum End {
    /// A seat has won it, or nobody.
    Over(Seats),
    /// It would never end.
    Endless,
}

impl Score {
    /// Counts a round that seat 1 ended `margin` pebbles ahead; returns the end of the match, if it ends. With a target of 0 it
    /// is a single round.
    pub(super) fn count(&mut self, margin: i32, target: u32) -> Option<End> {
        self.rounds += 1;
        if margin == 0 {
            self.layer = 1 - self.layer;
            if target == 0 {
                return Some(End::Over(Seats::NONE));
            }
        } else {
            let winner = usize::from(margin < 0);
            self.scores[winner] += margin.unsigned_abs();
            self.layer = 1 - winner;
            if self.scores[winner] >= target {
                return Some(End::Over(Seats::one(winner)));
            }
        }
        (self.rounds >= LONGEST).then_some(End::Endless)
    }
}
