//! Playing for the highest total.

use super::engine::Player;
use super::sampler::Sampler;
use super::{Generator, Moments, Tally};
use crate::process::{ALONE, DEAD_HEAT, LEAD_CHANGES, LEADER_WINS, QUALIFY, Throw, Totals, highest, leader};

/// Plays for the highest total.
pub struct TotalsPlayer<'a> {
    game: &'a Totals,
    throws: Vec<Sampler<u32>>,
}

impl<'a> TotalsPlayer<'a> {
    /// A player of this game.
    pub fn new(game: &'a Totals) -> Self {
        let throw = |throw: &Throw| Sampler::new(&throw.whole());
        Self { game, throws: game.throws.iter().map(throw).collect() }
    }
}

/// What is counted of the figures of many games.
struct Counted {
    qualify: Vec<Moments>,
    miss: Vec<Moments>,
    alone: Vec<Moments>,
    dead_heat: Moments,
    lead_changes: Moments,
    leader_wins: Vec<Moments>,
}

impl Player for TotalsPlayer<'_> {
    fn seats(&self) -> usize {
        self.throws.len()
    }

    #[expect(clippy::cast_precision_loss, reason = "seats and laps are few")]
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let (seats, laps) = (self.seats(), self.game.laps as usize);
        let each = || vec![Moments::default(); seats];
        let mut counted = Counted {
            qualify: each(),
            miss: each(),
            alone: each(),
            dead_heat: Moments::default(),
            lead_changes: Moments::default(),
            leader_wins: vec![Moments::default(); laps],
        };
        let one_if = |holds: bool| if holds { 1.0 } else { 0.0 };
        let mut totals = vec![0u64; seats];
        let mut leaders: Vec<Option<usize>> = vec![None; laps];
        for _ in 0..games {
            totals.fill(0);
            let (mut now, mut last, mut changes) = (None, None, 0u32);
            for lap_leader in &mut leaders {
                for (total, throw) in totals.iter_mut().zip(&self.throws) {
                    let lap: u32 = (0..self.game.throws_per_lap).map(|_| throw.draw(generator)).sum();
                    *total += u64::from(lap);
                }
                now = leader(&totals, now);
                changes += u32::from(now.is_some() && last.is_some() && now != last);
                last = now.or(last);
                *lap_leader = now;
            }
            let winners = highest(&totals, self.game.favour);
            for (seat, total) in totals.iter().enumerate() {
                let qualifies = *total >= self.game.favour;
                counted.qualify[seat].add(one_if(qualifies));
                counted.miss[seat].add(one_if(!qualifies));
                counted.alone[seat].add(one_if(winners.alone() == Some(seat)));
                if winners.has(seat) {
                    tally.shares[seat].add(winners.share(seat));
                }
            }
            counted.dead_heat.add(one_if(winners.number() > 1));
            counted.lead_changes.add(f64::from(changes));
            for (wins, leader) in counted.leader_wins.iter_mut().zip(&leaders) {
                if let Some(leader) = leader {
                    wins.add(winners.share(*leader));
                }
            }
            tally.nobody += u64::from(winners.is_empty());
        }
        tally.games += games;
        let casts = u64::from(self.game.laps) * u64::from(self.game.throws_per_lap) * seats as u64;
        tally.casts.add_many(casts as f64, games);
        tally.count(&QUALIFY, &counted.qualify);
        tally.count(self.game.miss, &counted.miss);
        tally.count(&ALONE, &counted.alone);
        tally.count(&DEAD_HEAT, &[counted.dead_heat]);
        tally.count(&LEAD_CHANGES, &[counted.lead_changes]);
        tally.count(&LEADER_WINS, &counted.leader_wins);
    }
}
