//! Totals, throw by throw.

use super::{Chances, Fraction, Move, Next, Thrown, Unfolding, Winners, as_double};
use crate::process::{Law, Throw, Totals};

/// Totals; a position is what every seat has, and how many throws were made.
pub struct TotalsUnfolding {
    seats: usize,
    throws: u32,
    favour: u64,
    chances: Vec<Fraction>,
    /// What one throw of each seat adds.
    laws: Vec<Vec<(u32, u32)>>,
}

/// Where a game of totals stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunningTotals {
    /// What each seat has.
    pub totals: [u32; Self::SEATS],
    /// The throws of all seats so far.
    pub thrown: u32,
}

impl RunningTotals {
    /// The most seats that add up totals against each other here.
    pub const SEATS: usize = 4;
}

impl TotalsUnfolding {
    /// This game; `None` with more seats than are followed.
    #[must_use]
    pub fn new(game: &Totals) -> Option<Self> {
        let seats = game.throws.len();
        if seats > RunningTotals::SEATS {
            return None;
        }
        let mut chances = Chances::default();
        let laws = game.throws.iter().map(|throw| chances.of(&whole_throw(throw))).collect();
        let throws = game.laps * game.throws_per_lap * u32::try_from(seats).ok()?;
        Some(Self { seats, throws, favour: game.favour, chances: chances.0, laws })
    }

    /// How many throws all seats have together.
    #[must_use]
    pub const fn throws(&self) -> u32 {
        self.throws
    }

    /// The least total that can win.
    #[must_use]
    pub const fn favour(&self) -> u64 {
        self.favour
    }

    /// What one throw of each seat adds, with the places of the chances.
    #[must_use]
    pub fn laws(&self) -> &[Vec<(u32, u32)>] {
        &self.laws
    }

    /// Whose throw it is.
    #[must_use]
    pub const fn turn(&self, at: RunningTotals) -> usize {
        at.thrown as usize % self.seats
    }

    /// Who has won with these totals.
    fn winners(&self, totals: &[u32]) -> Winners {
        let best = totals.iter().max().copied().unwrap_or(0);
        if u64::from(best) < self.favour {
            return Winners::NOBODY;
        }
        let top = totals.iter().enumerate().filter(|(_, total)| **total == best);
        Winners(top.fold(0, |top, (seat, _)| top | 1 << seat))
    }
}

/// What all pieces of a throw add together.
pub(crate) fn whole_throw(throw: &Throw) -> Law<u32> {
    (1..throw.pieces).fold(throw.of.clone(), |law, _| law.and(&throw.of, |sum, piece| sum + piece))
}

impl Unfolding for TotalsUnfolding {
    type Position = RunningTotals;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> RunningTotals {
        RunningTotals { totals: [0; RunningTotals::SEATS], thrown: 0 }
    }

    fn chances(&self) -> &[Fraction] {
        &self.chances
    }

    fn most_positions(&self) -> f64 {
        let rounds = f64::from(self.throws) / as_double(self.seats);
        let wide = |law: &Vec<(u32, u32)>| {
            let ends = law.first().zip(law.last());
            ends.map_or(0.0, |((least, _), (most, _))| rounds / 2.0 * f64::from(most - least) + 1.0)
        };
        f64::from(self.throws) * self.laws.iter().map(wide).product::<f64>()
    }

    fn moves(&self, at: RunningTotals, found: &mut Vec<Move<RunningTotals>>) {
        found.clear();
        let seat = self.turn(at);
        for (pips, chance) in &self.laws[seat] {
            let mut next = RunningTotals { thrown: at.thrown + 1, ..at };
            next.totals[seat] += pips;
            let over = next.thrown == self.throws;
            let next =
                if over { Next::End(self.winners(&next.totals[..self.seats])) } else { Next::To(next) };
            found.push(Move { chance: *chance, next, throw: Thrown::Live, payment: None });
        }
    }
}
