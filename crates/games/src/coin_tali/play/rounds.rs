//! Rounds that are simulated.

use super::CoinPlayer;
use super::agent::Agent;
use super::table::{Table, voted};
use crate::coin_tali::figures::{COUNTED, JOVE_DROP, NET, NET_PURSE, POT_MEAN, SPLIT};
use crate::coin_tali::purses::Purses;
use crate::coin_tali::round::number;
use crate::coin_tali::turns::{ANSWERS, DROPS};
use tali_core::monte_carlo::{Generator, Moments, Tally};

impl<'a> CoinPlayer<'a> {
    /// Plays single rounds with purses that are never empty.
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
        let parts = settings.parts(players) as f64;
        let antes = settings.ante * number(players);
        let chances = settings.votes();
        let each = || vec![Moments::default(); players];
        let (mut net, mut net_purse, mut drops) = (each(), each(), each());
        let mut counted = COUNTED.each_ref().map(|_| each());
        let [mut split, mut pot] = [Moments::default(); 2];
        for _ in 0..games {
            let mut table = Table {
                game: self.game,
                hands: &self.hands,
                agent: &mut *agent,
                purses: &mut purses,
                seats: &seats,
                generator: &mut *generator,
            };
            let played = table.play(antes, settings.game_pot, settings.ante);
            let end = played.end;
            tally.won(end.winners, played.throws);
            tally.pot.add(end.pot as f64);
            let voted = voted(&chances, generator);
            let to_shares = if settings.parts(players) == 1 {
                0.0
            } else {
                (end.game - settings.game_pot) as f64 / parts
            };
            for seat in 0..players {
                let bonus = if voted == Some(seat) { settings.silver } else { 0 };
                let (paid, taken) = (played.paid[seat] + settings.ante, played.taken[seat] + bonus);
                tally.paid[seat].add(paid as f64);
                // Its part of what the game pot gains is taken as well.
                tally.taken[seat].add(taken as f64 + to_shares);
                tally.net[seat].add((taken - paid) as f64 + to_shares);
                net[seat].add((taken - paid) as f64 + to_shares);
                net_purse[seat].add((taken - paid) as f64);
                let events = played.events[seat];
                for (counted, number) in counted.iter_mut().zip(events) {
                    counted[seat].add(number.into());
                }
                if events[ANSWERS] > 0 {
                    drops[seat].add(events[DROPS].into());
                }
            }
            split.add(if end.winners.number() > 1 { 1.0 } else { 0.0 });
            pot.add(end.pot as f64);
        }
        for (of, counted) in COUNTED.iter().zip(&counted) {
            tally.count(of, counted);
        }
        tally.count(&NET, &net);
        tally.count(&NET_PURSE, &net_purse);
        tally.count(&JOVE_DROP, &drops);
        tally.count(&SPLIT, &[split]);
        tally.count(&POT_MEAN, &[pot]);
    }
}
