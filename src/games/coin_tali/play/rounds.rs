//! Rounds that are simulated.

use super::{Hands, Mind, Minds, Purses, Table};
use crate::games::coin_tali::round::{CoinGame, number};
use crate::games::coin_tali::solution::{
    BOUGHT, JOVE_CALL, JOVE_DROP, NET, NET_PURSE, POT_MEAN, POWER_USED, SPLIT, VENUS,
};
use crate::monte_carlo::{Generator, Moments, Player, Tally};

/// Plays single rounds with purses that are never empty.
pub(crate) struct RoundPlayer<'a> {
    game: &'a CoinGame,
    hands: Hands,
    minds: Minds<'a>,
}

impl Player for RoundPlayer<'_> {
    fn seats(&self) -> usize {
        self.game.settings.seats
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        self.minds.with(self.game, |mind| self.play_with(mind, games, generator, tally));
    }
}

impl<'a> RoundPlayer<'a> {
    pub(crate) fn new(game: &'a CoinGame) -> Self {
        Self { game, hands: Hands::new(game), minds: Minds::new() }
    }

    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn play_with(&self, mind: &mut Mind<'a>, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let (settings, players) = (&self.game.settings, self.game.settings.seats);
        let mut purses = Purses::endless();
        let seats: Vec<usize> = (0..players).collect();
        let parts = settings.parts(players) as f64;
        let antes = settings.ante * number(players);
        let chances = settings.votes();
        let each = || vec![Moments::default(); players];
        let (mut venus, mut net, mut net_purse, mut powers) = (each(), each(), each(), each());
        let mut bought: [Vec<Moments>; 3] = std::array::from_fn(|_| each());
        let (mut calls, mut drops) = (each(), each());
        let [mut split, mut pot] = [Moments::default(); 2];
        for _ in 0..games {
            let mut table = Table {
                game: self.game,
                hands: &self.hands,
                mind: &mut *mind,
                purses: &mut purses,
                seats: &seats,
                generator: &mut *generator,
            };
            let played = table.play(antes, settings.game_pot, settings.ante);
            let end = played.end;
            tally.won(end.winners, played.throws);
            tally.pot.add(end.pot as f64);
            let voted = voted(&chances, generator);
            let truth = |is: bool| if is { 1.0 } else { 0.0 };
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
                venus[seat].add(truth(end.venus && end.first == seat));
                net[seat].add((taken - paid) as f64 + to_shares);
                net_purse[seat].add((taken - paid) as f64);
                for (bought, played) in bought.iter_mut().zip(&played.bought) {
                    bought[seat].add(played[seat].into());
                }
                powers[seat].add(played.powers[seat].into());
                calls[seat].add(truth(end.caller == Some(seat)));
                if played.asked.has(seat) {
                    drops[seat].add(truth(played.dropped.has(seat)));
                }
            }
            split.add(truth(end.winners.number() > 1));
            pot.add(end.pot as f64);
        }
        for (of, counted) in [
            (&VENUS, venus),
            (&NET, net),
            (&NET_PURSE, net_purse),
            (&POWER_USED, powers),
            (&JOVE_CALL, calls),
            (&JOVE_DROP, drops),
            (&SPLIT, vec![split]),
            (&POT_MEAN, vec![pot]),
        ] {
            tally.count(of, &counted);
        }
        for (of, counted) in BOUGHT.iter().zip(&bought) {
            tally.count(of, counted);
        }
    }
}

/// Who is voted the bonus.
pub(crate) fn voted(chances: &[f64], generator: &mut Generator) -> Option<usize> {
    if chances.iter().all(|chance| *chance <= 0.0) {
        return None;
    }
    let mut left = generator.uniform();
    for (seat, chance) in chances.iter().enumerate() {
        if left < *chance {
            return Some(seat);
        }
        left -= chance;
    }
    None
}
