//! Playing for the highest total.

use super::engine::Player;
use super::sampler::Sampler;
use super::{Generator, Tally};
use crate::process::{Law, Totals};

/// Plays for the highest total.
///
/// Its figures besides are, for each seat, whether it reaches the favour, whether it misses it, and
/// whether it is alone on top; whether the top is shared; how often the lead changes; and for each lap
/// what the leader after it has of the win.
pub struct TotalsPlayer<'a> {
    game: &'a Totals,
    throws: Vec<Sampler<u32>>,
}

impl<'a> TotalsPlayer<'a> {
    /// A player of this game.
    #[must_use]
    pub fn new(game: &'a Totals) -> Self {
        let throw = |throw: &crate::process::Throw| {
            let all = (1..throw.pieces)
                .fold(throw.of.clone(), |law: Law<u32>, _| law.and(&throw.of, |sum, piece| sum + piece));
            Sampler::new(&all)
        };
        Self { game, throws: game.throws.iter().map(throw).collect() }
    }
}

impl Player for TotalsPlayer<'_> {
    fn seats(&self) -> usize {
        self.throws.len()
    }

    fn specials(&self) -> usize {
        3 * self.seats() + 2 + self.game.laps as usize
    }

    #[expect(clippy::cast_precision_loss, reason = "seats and laps are few")]
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let seats = self.seats();
        let laps = self.game.laps as usize;
        let casts = u64::from(self.game.laps) * u64::from(self.game.throws_per_lap) * seats as u64;
        let mut totals = vec![0u64; seats];
        let mut leaders: Vec<Option<usize>> = vec![None; laps];
        for _ in 0..games {
            totals.fill(0);
            let mut leader = None;
            let mut last_leader = None;
            let mut changes = 0u32;
            for lap_leader in &mut leaders {
                for (total, throw) in totals.iter_mut().zip(&self.throws) {
                    let lap: u32 = (0..self.game.throws_per_lap).map(|_| throw.draw(generator)).sum();
                    *total += u64::from(lap);
                }
                leader = leading(&totals, leader);
                if let Some(now) = leader {
                    changes += u32::from(last_leader.is_some_and(|before| before != now));
                    last_leader = Some(now);
                }
                *lap_leader = leader;
            }
            let best = totals.iter().max().copied().unwrap_or(0);
            let wins = best >= self.game.favour;
            let top = totals.iter().filter(|total| **total == best).count();
            let part = |seat: usize| if wins && totals[seat] == best { 1.0 / top as f64 } else { 0.0 };
            let specials = &mut tally.specials;
            for seat in 0..seats {
                let qualifies = totals[seat] >= self.game.favour;
                specials[seat].add(f64::from(u8::from(qualifies)));
                specials[seats + seat].add(f64::from(u8::from(!qualifies)));
                let share = part(seat);
                specials[2 * seats + seat].add(f64::from(u8::from(share > 0.0 && top == 1)));
                if share > 0.0 {
                    tally.shares[seat].add(share);
                }
            }
            specials[3 * seats].add(f64::from(u8::from(wins && top > 1)));
            specials[3 * seats + 1].add(f64::from(changes));
            for (special, leader) in specials[3 * seats + 2..].iter_mut().zip(&leaders) {
                if let Some(leader) = leader {
                    special.add(part(*leader));
                }
            }
            tally.nobody += u64::from(!wins);
            tally.games += 1;
        }
        tally.casts.add_many(casts as f64, games);
    }
}

/// Who leads: the sole highest; among tied ones the leader before, if he is one of them.
#[inline]
fn leading(totals: &[u64], before: Option<usize>) -> Option<usize> {
    let best = totals.iter().max().copied().unwrap_or(0);
    let mut highest = totals.iter().enumerate().filter(|(_, total)| **total == best).map(|(seat, _)| seat);
    let first = highest.next();
    match highest.next() {
        None => first,
        Some(_) => before.filter(|leader| totals[*leader] == best),
    }
}
