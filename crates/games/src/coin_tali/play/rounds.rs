//! Simulates rounds.

use super::CoinPlayer;
use super::agent::Agent;
use crate::coin_tali::figures::{
    COUNTED, JOVE_DROP, NET, NET_PURSE, OF_ROUND, POT_MEAN, SPLIT, tell, uncounted,
};
use crate::coin_tali::purses::Purses;
use crate::coin_tali::round::{CoinGame, number};
use crate::coin_tali::settings::Count;
use crate::coin_tali::turns::{ANSWERS, DROPS};
use tali_core::monte_carlo::{Generator, Tally};

impl<'a> CoinPlayer<'a> {
    /// Simulates single rounds with purses that are never empty.
    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    pub(super) fn play_rounds(
        &self,
        agent: &mut Agent<'a>,
        games: u64,
        generator: &mut Generator,
        tally: &mut Tally,
    ) {
        let (settings, players) = (&self.game.settings, self.game.settings.seats);
        let mut purses = Purses::endless();
        let seats: Vec<usize> = (0..players).collect();
        let antes = settings.ante * number(players);
        let first = CoinGame::first(self.game.seating(&seats), antes, settings.game_pot, settings.ante);
        let mut counted = uncounted(&OF_ROUND, players);
        for _ in 0..games {
            let played = self.round(first, &seats, &mut purses, agent, generator);
            let end = played.end;
            tally.won(end.winners, played.throws);
            tally.pot.add(end.pot as f64);
            let voted = self.vote.draw(generator);
            let to_shares = match settings.count {
                Count::Shares => (end.game - settings.game_pot) as f64 / players as f64,
                Count::Purse => 0.0,
            };
            for &seat in &seats {
                let bonus = if voted == Some(seat) { settings.silver } else { 0 };
                let (paid, taken) = (played.paid[seat] + settings.ante, played.taken[seat] + bonus);
                let net = (taken - paid) as f64 + to_shares;
                tally.paid[seat].add(paid as f64);
                // This includes the seat's share of the game pot's growth.
                tally.taken[seat].add(taken as f64 + to_shares);
                tally.net[seat].add(net);
                counted[NET][seat].add(net);
                counted[NET_PURSE][seat].add((taken - paid) as f64);
                let events = played.events[seat];
                for (of, number) in COUNTED.into_iter().zip(events) {
                    counted[of][seat].add(number.into());
                }
                if events[ANSWERS] > 0 {
                    counted[JOVE_DROP][seat].add(events[DROPS].into());
                }
            }
            counted[SPLIT][0].add(if end.winners.number() > 1 { 1.0 } else { 0.0 });
            counted[POT_MEAN][0].add(end.pot as f64);
        }
        tell(&OF_ROUND, &counted, tally);
    }
}
