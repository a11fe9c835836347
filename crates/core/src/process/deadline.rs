//! Points to be gathered in so many throws.

use super::{Distribution, Process, Seats, Statistic, Step, Turn};

/// One seat gathers points, of which it never has fewer than none. It wins with the first throw that brings it to the
/// target, and nobody has won if so many throws do not.
#[derive(Clone, Debug)]
pub struct WithDeadline {
    /// The points that a throw adds, or takes.
    pub gain: Distribution<i32>,
    /// The points that win, 1 or more.
    pub target: i32,
    /// The throws.
    pub throws: u32,
    /// What the chance to win with each throw is called.
    pub won_with: &'static Statistic,
    /// What the mean points in the end are called.
    pub points: &'static Statistic,
    /// What those of games that nobody won are called.
    pub points_if_lost: &'static Statistic,
}

impl Process for WithDeadline {
    /// The throws and the points so far.
    type State = (u32, i32);
    type Move = i32;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> (u32, i32) {
        (0, 0)
    }

    fn distributions(&self) -> &[Distribution<i32>] {
        std::slice::from_ref(&self.gain)
    }

    #[inline]
    fn turn(&self, (thrown, points): &(u32, i32)) -> Turn<()> {
        if *points >= self.target {
            Turn::End(Seats::one(0))
        } else if *thrown == self.throws {
            Turn::End(Seats::NONE)
        } else {
            Turn::Chance(0)
        }
    }

    #[inline]
    fn next(&self, (thrown, points): &(u32, i32), gain: i32) -> Step<(u32, i32)> {
        let after = (points + gain).max(0);
        Step::to((thrown + 1, after)).idle_if(after == *points)
    }

    fn estimated_states(&self) -> f64 {
        f64::from(self.throws) * f64::from(self.target)
    }
}
