//! Playing walks.

use std::collections::HashSet;

use super::engine::Player;
use super::evening::LONGEST_GAME;
use super::sampler::Sampler;
use super::{Evening, Generator, Tally};
use crate::process::{Ending, Step, Walk};

/// Plays a walk.
///
/// Its figures besides are, where there is a deadline: for each throw whether the game was won with it,
/// the score in the end, and the score of games that nobody won.
pub struct WalkPlayer<'a, W: Walk> {
    walk: &'a W,
    samplers: Vec<Sampler<W::Effect>>,
    hopeless: HashSet<W::State>,
}

impl<'a, W: Walk> WalkPlayer<'a, W> {
    /// A player who gives up in the states from which no end can be reached.
    pub fn new(walk: &'a W, hopeless: HashSet<W::State>) -> Self {
        Self { walk, samplers: walk.laws().iter().map(Sampler::new).collect(), hopeless }
    }

    /// One game without coins.
    #[inline]
    fn game(&self, deadline: u64, generator: &mut Generator) -> (Option<Ending>, u64, u32) {
        let mut state = self.walk.start();
        let mut throws = 0;
        while throws < deadline {
            if !self.hopeless.is_empty() && self.hopeless.contains(&state) {
                return (None, throws, 0);
            }
            throws += 1;
            match self.walk.step(state, self.samplers[self.walk.thrown(state)].draw(generator)) {
                Step::To(next) => state = next,
                Step::End(ending, score) => return (Some(ending), throws, score),
            }
        }
        (Some(Ending::Nobody), throws, self.walk.score(state))
    }

    fn game_with_coins(&self, ante: u64, generator: &mut Generator, tally: &mut Tally) {
        let seats = self.walk.seats();
        let mut paid = [ante; crate::process::MAX_SEATS];
        let mut state = self.walk.start();
        let mut throws = 0;
        loop {
            if self.hopeless.contains(&state) {
                tally.games += 1;
                tally.never += 1;
                return;
            }
            throws += 1;
            let effect = self.samplers[self.walk.thrown(state)].draw(generator);
            if let Some(payment) = self.walk.payment(state, effect) {
                paid[payment.seat] += payment.coins;
            }
            match self.walk.step(state, effect) {
                Step::To(next) => state = next,
                Step::End(ending, _) => {
                    let paid = paid[..seats].iter().map(|coins| as_double(*coins)).collect::<Vec<f64>>();
                    let taker = if let Ending::Won(seat) = ending { Some(seat) } else { None };
                    tally.coins(paid.iter().sum(), &paid, |seat| if taker == Some(seat) { 1.0 } else { 0.0 });
                    self.count(Some(ending), throws, tally);
                    return;
                }
            }
        }
    }

    #[inline]
    fn count(&self, ending: Option<Ending>, throws: u64, tally: &mut Tally) {
        match ending {
            Some(Ending::Won(seat)) => tally.shares[seat].add(1.0),
            Some(Ending::Nobody) => tally.nobody += 1,
            None => {
                tally.games += 1;
                tally.never += 1;
                return;
            }
        }
        tally.ended(throws * self.walk.casts());
    }
}

#[expect(clippy::cast_precision_loss, reason = "coins are few")]
fn as_double(coins: u64) -> f64 {
    coins as f64
}

impl<W: Walk> Player for WalkPlayer<'_, W> {
    fn seats(&self) -> usize {
        self.walk.seats()
    }

    fn specials(&self) -> usize {
        self.walk.deadline().map_or(0, |deadline| usize::try_from(deadline).unwrap_or(usize::MAX) + 2)
    }

    fn sit(&self, evening: &mut Evening, generator: &mut Generator) -> bool {
        let mut pot = 0.0;
        if !evening.ante(as_double(self.walk.ante().unwrap_or(0)), &mut pot) {
            return true;
        }
        let mut state = self.walk.start();
        for _ in 0..LONGEST_GAME {
            if !evening.present[self.walk.seat(state)] {
                state = self.walk.pass(state);
                continue;
            }
            let effect = self.samplers[self.walk.thrown(state)].draw(generator);
            if let Some(payment) = self.walk.payment(state, effect)
                && !evening.pay(payment.seat, as_double(payment.coins), &mut pot)
                && let [alone] = evening.seats()[..]
            {
                evening.take(&[alone], pot);
                return true;
            }
            match self.walk.step(state, effect) {
                Step::To(next) => state = next,
                Step::End(Ending::Won(seat), _) => {
                    evening.take(&[seat], pot);
                    return true;
                }
                Step::End(Ending::Nobody, _) => return true,
            }
        }
        false
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        if let Some(ante) = self.walk.ante() {
            (0..games).for_each(|_| self.game_with_coins(ante, generator, tally));
            return;
        }
        let Some(deadline) = self.walk.deadline() else {
            for _ in 0..games {
                let (ending, throws, _) = self.game(u64::MAX, generator);
                self.count(ending, throws, tally);
            }
            return;
        };
        let days = self.specials() - 2;
        let mut won = vec![0u64; days + 1];
        let (mut score, mut lost_score) = (0u64, 0u64);
        let (mut squares, mut lost_squares) = (0u128, 0u128);
        let mut lost = 0;
        for _ in 0..games {
            let (ending, throws, points) = self.game(deadline, generator);
            let points = u64::from(points);
            score += points;
            squares += u128::from(points * points);
            if ending == Some(Ending::Nobody) {
                lost += 1;
                lost_score += points;
                lost_squares += u128::from(points * points);
            }
            let day = if ending == Some(Ending::Nobody) {
                days
            } else {
                usize::try_from(throws).unwrap_or(days) - 1
            };
            won[day] += 1;
        }
        let wins = games - lost;
        tally.games += games;
        tally.nobody += lost;
        tally.shares[0].add_many(1.0, wins);
        #[expect(clippy::cast_precision_loss, reason = "sums are doubles")]
        {
            for (day, times) in won.iter().enumerate() {
                tally.casts.add_many(day.min(days - 1) as f64 + 1.0, *times);
                if day < days {
                    tally.specials[day].add_many(1.0, *times);
                    tally.specials[day].count = tally.games;
                }
            }
            let [all, if_lost] = [(games, score, squares), (lost, lost_score, lost_squares)];
            for (moments, (count, sum, squares)) in tally.specials[days..].iter_mut().zip([all, if_lost]) {
                moments.count += count;
                moments.sum += sum as f64;
                moments.squares += squares as f64;
            }
        }
    }
}
