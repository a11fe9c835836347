//! Who leads after each lap of a game of totals, where the joint totals are few enough to follow.
//!
//! Followed are the totals of all seats, or, of two seats, only their difference, which suffices where the
//! favour binds nobody. Compared them stands who leads, or who led last. Going back from the end, the share of
//! the win that each seat has from every joint total says what a leader's lead is worth.

use super::Interval;
use super::number::{Missing, Number};
use super::scalar::{Scalar, product};
use crate::process::{Totals, highest, leader};

/// So many steps at most are taken.
const MOST_STEPS: usize = 60_000_000;

/// Where fewer than one game in so many comes through, it is left out, which the bounds allow for.
const NEGLIGIBLE: f64 = 1e-32;
const LEFT_OUT: f64 = 1e-24;

/// Misses of the favour so rare change nothing.
const NEVER_MISSED: f64 = 1e-18;

/// What is said of the leads.
pub(super) struct Leads {
    /// The expected number of changes from one leader to another.
    pub changes: Number,
    /// For each lap, what the leader after it has of the win; given that there is one.
    pub wins: Vec<Number>,
}

impl Leads {
    /// What would take too long to follow.
    pub(super) fn unknown(game: &Totals) -> Self {
        Self { changes: Err(Missing::TooLong), wins: vec![Err(Missing::TooLong); game.laps as usize] }
    }
}

/// One way to follow the totals: a lattice with an axis for each number that is followed.
struct Lattice<'a> {
    game: &'a Totals,
    seats: usize,
    /// Of each axis the distribution of what one lap adds.
    laps: Vec<Vec<Interval>>,
    /// The number of places on each axis.
    lengths: Vec<usize>,
    /// The totals of all seats at a place, after so many laps, as far as they can be told apart.
    totals: Box<dyn Fn(usize, u64) -> Vec<i64> + 'a>,
    favour: i64,
}

/// Follows the leads; the distribution of one lap of each seat is given with its least total, and the chance of
/// missing the favour.
pub(super) fn follow(game: &Totals, laps: &[(u64, Vec<Interval>)], missed: f64) -> Leads {
    let seats = laps.len();
    let all: usize = game.laps as usize;
    let lengths: Vec<usize> =
        laps.iter().map(|(_, distribution)| (distribution.len() - 1) * all + 1).collect();
    let cells = lengths.iter().fold(1, |cells: usize, length| cells.saturating_mul(*length));
    let widths: usize = laps.iter().map(|(_, distribution)| distribution.len()).sum();
    let steps = cells.saturating_mul(widths).saturating_mul(all * (3 * seats + 1));
    if steps <= MOST_STEPS {
        let least: Vec<u64> = laps.iter().map(|(least, _)| *least).collect();
        let places = lengths.clone();
        let totals = move |mut cell: usize, lap: u64| {
            let mut totals = vec![0; places.len()];
            for (seat, length) in places.iter().enumerate().rev() {
                totals[seat] = as_signed((cell % length) as u64 + least[seat] * lap);
                cell /= length;
            }
            totals
        };
        let laps = laps.iter().map(|(_, distribution)| distribution.clone()).collect();
        let favour = as_signed(game.favour);
        return Lattice { game, seats, laps, lengths, totals: Box::new(totals), favour }.follow();
    }
    if seats != 2 || missed > NEVER_MISSED {
        return Leads::unknown(game);
    }
    // The first seat's distribution against the second's turned round.
    let (one, other) = (&laps[0], &laps[1]);
    let reversed: Vec<Interval> = other.1.iter().rev().copied().collect();
    let distribution = product(&one.1, &reversed, usize::MAX);
    let length = (distribution.len() - 1) * all + 1;
    let each = as_signed(one.0) - as_signed(other.0) - as_signed(other.1.len() as u64 - 1);
    let totals = move |cell: usize, lap: u64| vec![as_signed(cell as u64) + each * as_signed(lap), 0];
    let (laps, lengths, totals) = (vec![distribution], vec![length], Box::new(totals));
    Lattice { game, seats, laps, lengths, totals, favour: i64::MIN }.follow()
}

fn as_signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Lattice<'_> {
    fn cells(&self) -> usize {
        self.lengths.iter().product()
    }

    /// One lap along every axis, forward or back.
    fn lap(&self, from: &[Interval], forward: bool) -> Vec<Interval> {
        let mut now = from.to_vec();
        let mut stride = 1;
        for (distribution, length) in self.laps.iter().zip(&self.lengths).rev() {
            let mut next = vec![Interval::ZERO; now.len()];
            for (cell, here) in now.iter().enumerate().filter(|(_, here)| here.high > NEGLIGIBLE) {
                let place = cell / stride % length;
                for (distance, chance) in
                    distribution.iter().enumerate().filter(|(_, chance)| !chance.is_zero())
                {
                    let to = if forward {
                        if place + distance >= *length {
                            break;
                        }
                        cell + distance * stride
                    } else {
                        if distance > place {
                            break;
                        }
                        cell - distance * stride
                    };
                    next[to] = next[to].plus(here.times(chance));
                }
            }
            now = next;
            stride *= length;
        }
        now
    }

    /// What each seat has of the win, from every place after every lap, the last lap last.
    fn worth(&self) -> Vec<Vec<Vec<Interval>>> {
        let laps = u64::from(self.game.laps);
        let mut last = vec![vec![Interval::ZERO; self.cells()]; self.seats];
        for cell in 0..last[0].len() {
            let winners = highest(&(self.totals)(cell, laps), self.favour);
            for seat in winners.iter() {
                last[seat][cell] = Interval::ONE.over(Interval::whole(winners.number().into()));
            }
        }
        let mut worth = vec![last];
        for _ in 1..laps {
            let after = &worth[worth.len() - 1];
            let before = after.iter().map(|values| self.lap(values, false)).collect();
            worth.push(before);
        }
        worth.reverse();
        worth
    }

    fn follow(&self) -> Leads {
        let (seats, cells) = (self.seats, self.cells());
        let worth = self.worth();
        // Someone leads; nobody does, and someone led last; nobody ever led.
        let labels = 2 * seats + 1;
        let mut at = vec![vec![Interval::ZERO; cells]; labels];
        at[2 * seats][0] = Interval::ONE;
        let mut changes = Interval::ZERO;
        let mut wins = Vec::with_capacity(worth.len());
        for (lap, worth) in (1..).zip(&worth) {
            let mut next = vec![vec![Interval::ZERO; cells]; labels];
            let (mut led, mut won) = (Interval::ZERO, Interval::ZERO);
            for (label, masses) in at.iter().enumerate() {
                if masses.iter().all(super::interval::Interval::is_zero) {
                    continue;
                }
                let before = (label < seats).then_some(label);
                let last = if label < 2 * seats { Some(label % seats) } else { None };
                for (cell, mass) in
                    self.lap(masses, true).into_iter().enumerate().filter(|(_, mass)| !mass.is_zero())
                {
                    let label = match leader(&(self.totals)(cell, lap), before) {
                        Some(leader) => {
                            if last.is_some_and(|last| last != leader) {
                                changes = changes.plus(mass);
                            }
                            led = led.plus(mass);
                            won = won.plus(mass.times(worth[leader][cell]));
                            leader
                        }
                        None => last.map_or(2 * seats, |last| seats + last),
                    };
                    next[label][cell] = next[label][cell].plus(mass);
                }
            }
            wins.push(if led.is_zero() { Err(Missing::Impossible) } else { widened(won.over(led)) });
            at = next;
        }
        Leads { changes: widened(changes), wins }
    }
}

/// With room for what was left out.
fn widened(number: Interval) -> Number {
    let wide = Interval { low: (number.low - LEFT_OUT).max(0.0), high: number.high + LEFT_OUT };
    wide.number()
}
