//! Plays games for the highest total.

use super::engine::Player;
use super::sampler::Sampler;
use super::{Generator, Moments, Tally};
use crate::process::{
    ALONE, DEAD_HEAT, Distribution, LEAD_CHANGES, LEADER_WINS, QUALIFY, Throw, Totals, highest, leader,
};

/// Plays games for the highest total. The sum of a lap is drawn at once.
pub struct TotalsPlayer<'a> {
    game: &'a Totals,
    laps: Vec<Sampler<u64>>,
}

impl<'a> TotalsPlayer<'a> {
    /// A player of this game.
    pub fn new(game: &'a Totals) -> Self {
        let lap = |throw: &Throw| {
            let pieces = u64::from(game.throws_per_lap) * u64::from(throw.pieces);
            let (least, weights) = throw.of.sum_of(pieces);
            let sums = Distribution::new((least..).zip(weights));
            Sampler::new(&sums.unwrap_or_else(|| Distribution::certain(0)))
        };
        Self { game, laps: game.throws.iter().map(lap).collect() }
    }
}

impl Player for TotalsPlayer<'_> {
    fn seats(&self) -> usize {
        self.laps.len()
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let (seats, laps) = (self.seats(), self.game.laps as usize);
        let each = || vec![Moments::default(); seats];
        let (mut qualify, mut miss, mut alone) = (each(), each(), each());
        let (mut dead_heat, mut lead_changes) = (Moments::default(), Moments::default());
        let mut leader_wins = vec![Moments::default(); laps];
        let casts = u64::from(self.game.laps) * u64::from(self.game.throws_per_lap) * seats as u64;
        let one_if = |holds: bool| if holds { 1.0 } else { 0.0 };
        let mut totals = vec![0u64; seats];
        let mut leaders: Vec<Option<usize>> = vec![None; laps];
        for _ in 0..games {
            totals.fill(0);
            let (mut now, mut last, mut changes) = (None, None, 0u32);
            for lap_leader in &mut leaders {
                for (total, lap) in totals.iter_mut().zip(&self.laps) {
                    *total += lap.draw(generator);
                }
                now = leader(&totals, now);
                changes += u32::from(now.is_some() && last.is_some() && now != last);
                last = now.or(last);
                *lap_leader = now;
            }
            let winners = highest(&totals, self.game.favour);
            for (seat, total) in totals.iter().enumerate() {
                let qualifies = *total >= self.game.favour;
                qualify[seat].add(one_if(qualifies));
                miss[seat].add(one_if(!qualifies));
                alone[seat].add(one_if(winners.alone() == Some(seat)));
            }
            dead_heat.add(one_if(winners.number() > 1));
            lead_changes.add(f64::from(changes));
            for (wins, leader) in leader_wins.iter_mut().zip(&leaders) {
                if let Some(leader) = leader {
                    wins.add(winners.share(*leader));
                }
            }
            tally.won(winners, casts);
        }
        tally.count(&QUALIFY, &qualify);
        tally.count(self.game.miss, &miss);
        tally.count(&ALONE, &alone);
        tally.count(&DEAD_HEAT, &[dead_heat]);
        tally.count(&LEAD_CHANGES, &[lead_changes]);
        tally.count(&LEADER_WINS, &leader_wins);
    }
}
