//! Simulates evenings.

use std::ops::ControlFlow;

use num_traits::ToPrimitive;

use super::CoinPlayer;
use super::agent::Agent;
use crate::coin_tali::evening::EveningState;
use crate::coin_tali::figures::{
    BANK_MEAN, COINS_MEAN, COINS_SD, FIRST_RUIN, OF_EVENING, ROUNDS_MEAN, ROUNDS_SD, RUIN, UNFINISHED,
    VENUS_MEAN, tell, uncounted,
};
use crate::coin_tali::purses::Purse;
use crate::coin_tali::round::CoinGame;
use tali_core::monte_carlo::{BankrollPlayer, Evening, Generator, Moments, Tally};
use tali_core::process::Seats;

/// A simulated evening is given up after this many rounds.
const LONGEST: u64 = 10_000;

/// The result of an evening.
struct Outcome {
    /// The winners; `None` if the evening was given up.
    winners: Option<Seats>,
    end: EveningState,
    venuses: u64,
    /// The round in which each seat went out.
    ruined_with: Vec<Option<u64>>,
}

impl<'a> CoinPlayer<'a> {
    /// Estimates the cost of an evening, in drawn throws, from the rounds and the work of a few evenings; `of_round` is the cost
    /// of a round without decisions. Later evenings reuse solved positions, so work grows as a power of their number. Infinite if
    /// a few evenings are already too much.
    #[expect(clippy::cast_precision_loss, reason = "a rough number")]
    pub(crate) fn cost_of_evening(&self, of_round: f64) -> f64 {
        const EVENINGS: u64 = 20;
        const MOST_ROUNDS: u64 = 2_000;
        const FEWEST: u64 = 2;
        /// Two seconds of work, and the number of throws drawn in the time of one leaf.
        const MOST_WORK: u64 = 20_000_000;
        const OF_WORK: f64 = 10.0;
        /// The largest cost of all evenings together.
        const ALL: f64 = 6e8;
        let settings = &self.game.settings;
        let mut agent = Agent::new(self.game).working(MOST_WORK);
        let mut generator = Generator::new(1, 0);
        let longest = |start: &EveningState| if start.last > 0 { start.last } else { LONGEST };
        let (mut rounds, mut evenings, mut work) = (0, 0, Vec::new());
        while evenings < EVENINGS && rounds < 2 * MOST_ROUNDS {
            let start = EveningState::new(settings);
            let (end, cut) = (longest(&start), longest(&start).min(MOST_ROUNDS));
            let start = EveningState { last: cut, ..start };
            let lasted = self.evening_from(start, &mut agent, &mut generator).end.rounds;
            rounds += if lasted < cut { lasted } else { end };
            evenings += 1;
            work.push(agent.work() as f64);
            if agent.work() + MOST_WORK / 100 > MOST_WORK {
                break;
            }
        }
        if evenings < FEWEST {
            return f64::INFINITY;
        }
        let [half, all] = [work.len() / 2, work.len()].map(|number| work[number - 1].max(1.0));
        let power = ((all / half).ln() / (evenings as f64 / (evenings / 2) as f64).ln()).clamp(0.0, 1.0);
        let played = rounds as f64 / evenings as f64 * of_round;
        // Assumes as many evenings as this total cost allows.
        let thought = |number: f64| OF_WORK * all * (number / evenings as f64).powf(power);
        let (mut low, mut high) = (1.0, ALL);
        while high / low > 1.01 {
            let number = f64::sqrt(low * high);
            if number.mul_add(played, thought(number)) < ALL { low = number } else { high = number }
        }
        ALL / low
    }

    /// Plays an evening from this state.
    fn evening_from(&self, start: EveningState, agent: &mut Agent<'a>, generator: &mut Generator) -> Outcome {
        let ruined_with = vec![None; self.game.settings.seats];
        let mut outcome = Outcome { winners: None, end: start, venuses: 0, ruined_with };
        while outcome.winners.is_none() && (outcome.end.rounds < LONGEST || start.last > 0) {
            let before = outcome.end.present;
            outcome.winners = self.next_round(&mut outcome, agent, generator).break_value();
            for seat in before.iter().filter(|seat| !outcome.end.present.has(*seat)) {
                outcome.ruined_with[seat] = Some(outcome.end.rounds);
            }
        }
        outcome
    }

    fn next_round(
        &self,
        outcome: &mut Outcome,
        agent: &mut Agent<'a>,
        generator: &mut Generator,
    ) -> ControlFlow<Seats> {
        let Outcome { end: state, venuses, .. } = outcome;
        let begun = state.begin(&self.game.settings)?;
        let seating = self.game.seating(&begun.seats);
        let first = CoinGame::first(seating, begun.pot, state.game_pot, state.ante);
        let played = self.round(first, &begun.seats, &mut state.purses, agent, generator).end;
        *venuses += u64::from(played.venus);
        state.finish(&self.game.settings, &begun, &played, self.vote.draw(generator))
    }

    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    pub(super) fn play_evenings(
        &self,
        agent: &mut Agent<'a>,
        evenings: u64,
        generator: &mut Generator,
        tally: &mut Tally,
    ) {
        let settings = &self.game.settings;
        let mut counted = uncounted(&OF_EVENING, settings.seats);
        let (mut rounds, mut coins) = (vec![Vec::new()], vec![Vec::new(); settings.seats]);
        for _ in 0..evenings {
            let evening = self.evening_from(EveningState::new(settings), agent, generator);
            let end = &evening.end;
            match evening.winners {
                Some(winners) => {
                    tally.won(winners, end.rounds);
                    rounds[0].push(end.rounds as f64);
                }
                None => tally.never_ended(),
            }
            counted[UNFINISHED][0].add(if evening.winners.is_none() { 1.0 } else { 0.0 });
            if let Some(round) = evening.ruined_with.iter().flatten().min() {
                counted[FIRST_RUIN][0].add(*round as f64);
            }
            counted[VENUS_MEAN][0].add(evening.venuses as f64);
            counted[BANK_MEAN][0].add(end.purses.bank as f64);
            for seat in 0..settings.seats {
                counted[RUIN][seat].add(if end.present.has(seat) { 0.0 } else { 1.0 });
                // Counts the purse at the start as paid, and the purse at the end as taken.
                let (has, brought) = (end.purses.coins[seat], settings.purses[seat]);
                coins[seat].push(has as f64);
                tally.paid[seat].add(brought as f64);
                tally.taken[seat].add(has as f64);
                tally.net[seat].add((has - brought) as f64);
            }
        }
        for (mean, sd, numbers) in [(ROUNDS_MEAN, ROUNDS_SD, rounds), (COINS_MEAN, COINS_SD, coins)] {
            counted[mean] = numbers.iter().map(|numbers| moments(numbers)).collect();
            counted[sd] = numbers.iter().map(|numbers| distances(numbers)).collect();
        }
        tell(&OF_EVENING, &counted, tally);
    }
}

fn moments(numbers: &[f64]) -> Moments {
    let mut moments = Moments::default();
    for number in numbers {
        moments.add(*number);
    }
    moments
}

/// The squared distances from the mean, scaled for an unbiased variance.
#[expect(clippy::cast_precision_loss, reason = "numbers are few")]
fn distances(numbers: &[f64]) -> Moments {
    let (mean, number) = (moments(numbers).mean(), numbers.len() as f64);
    let freedom = number / (number - 1.0).max(1.0);
    let squares: Vec<f64> = numbers.iter().map(|one| (one - mean).powi(2) * freedom).collect();
    moments(&squares)
}

/// Evenings with a limited number of rounds, and purses of any size.
impl BankrollPlayer for CoinPlayer<'_> {
    fn seats(&self) -> usize {
        self.game.settings.seats
    }

    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn evening(&self, purses: &[f64], games: u64, generator: &mut Generator) -> Evening {
        let settings = &self.game.settings;
        let purses: Vec<i64> =
            purses.iter().map(|purse| purse.to_i64().unwrap_or(Purse::ENDLESS.coins)).collect();
        let start = EveningState::of_purses(settings, &purses, games);
        let outcome = self.agents.with(self.game, |agent| self.evening_from(start, agent, generator));
        let coins = &outcome.end.purses.coins[..settings.seats];
        Evening {
            purses: coins.iter().map(|coins| *coins as f64).collect(),
            ruined_with: outcome.ruined_with,
            games: outcome.end.rounds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coin_tali::policies::Policy;
    use crate::coin_tali::round::Seat;
    use crate::coin_tali::settings::Settings;
    use crate::find;
    use crate::kit::{Rules, Value};
    use tali_core::tali::presets;

    fn game(rules: &[(&str, &str)], players: usize, policy: Policy) -> CoinGame {
        let mut agreed: Rules = find("coin-tali").unwrap().rules(players).unwrap();
        for (key, value) in rules {
            agreed.set(key, Value::parse(value).unwrap()).unwrap();
        }
        let bones = presets::TRADITIONAL.bones().set(4).unwrap();
        let seats = (0..players).map(|_| Seat { bones: bones.clone(), policy });
        CoinGame::new(Settings::new(&agreed), seats.collect())
    }

    /// The seats' coins at the end equal their purses at the start plus what the bank paid.
    #[test]
    fn coppers_are_conserved() {
        type Table<'a> = (&'a [(&'a str, &'a str)], usize, Policy);
        let all = ("variants", "[etiam, mercury, fortuna, jove]");
        let small = ("purse", "{gold = 1, silver = 1, copper = 1}");
        let tables: [Table<'_>; 8] = [
            (&[], 5, Policy::Never),
            (&[all, ("loans", "true"), ("raise", "up")], 4, Policy::Behind),
            (&[("variants", "[mercury]"), ("loans", "true"), small, ("dog", "7")], 3, Policy::Void),
            (&[all, ("fees", "roll"), ("gold", "20"), ("purse", "20")], 4, Policy::Venus),
            (&[("purse", "[100, 101, 250]"), ("ante", "9")], 3, Policy::Never),
            (&[("rounds", "7"), ("variants", "[etiam]"), ("role_play", "[0.5, 0.3, 0.1]")], 3, Policy::Venus),
            (&[("variants", "[fortuna]"), ("raise", "[up, down]"), ("rounds", "6")], 2, Policy::Best),
            (&[("variants", "[jove]"), ("loans", "true"), ("rounds", "8"), ("ante", "20")], 2, Policy::Best),
        ];
        for (rules, players, policy) in tables {
            let game = game(rules, players, policy);
            let (player, mut agent) = (CoinPlayer::new(&game), Agent::new(&game));
            let mut generator = Generator::new(7, 0);
            let brought: i64 = game.settings.purses.iter().sum();
            for _ in 0..200 {
                let start = EveningState::new(&game.settings);
                let Outcome { winners, end, .. } = player.evening_from(start, &mut agent, &mut generator);
                let has: i64 = end.purses.coins.iter().sum();
                let what = format!("{rules:?}, {end:?}");
                assert_eq!(has + end.game_pot, brought + end.purses.bank, "{what}");
                assert!(end.purses.coins.iter().all(|coins| *coins >= 0), "{what}");
                assert!(winners.is_none_or(|winners| !winners.is_empty()), "{what}");
                if game.settings.rounds > 0 {
                    assert!(end.rounds <= game.settings.rounds, "{what}");
                } else if let Some(winners) = winners {
                    assert_eq!(end.present.number(), 1, "{what}");
                    assert_eq!(end.present, winners, "{what}");
                }
            }
        }
    }
}
