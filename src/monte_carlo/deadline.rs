//! Playing games that are over after so many throws.

use super::engine::Player;
use super::sampler::Sampler;
use super::{Generator, Moments, Tally};
use crate::process::{Process, Turn, WithDeadline};

/// Plays a game of one seat that is over after so many throws, and counts with which throw it is won and with which
/// score it ends.
pub struct DeadlinePlayer<'a, P: Process> {
    game: &'a WithDeadline<P>,
    samplers: Vec<Sampler<P::Move>>,
}

impl<'a, P: Process> DeadlinePlayer<'a, P> {
    /// A player of this game.
    pub fn new(game: &'a WithDeadline<P>) -> Self {
        Self { game, samplers: game.distributions().iter().map(Sampler::new).collect() }
    }

    /// One game: the throws, the score, and whether it was won.
    #[inline]
    fn game(&self, generator: &mut Generator) -> (u64, u32, bool) {
        let process = &self.game.process;
        let mut state = process.start();
        let mut throws = 0;
        let won = loop {
            match process.turn(&state) {
                Turn::End(winners) => break !winners.is_empty(),
                Turn::Chance(place) if throws < self.game.throws => {
                    throws += 1;
                    state = process.next(&state, self.samplers[place].draw(generator)).to;
                }
                _ => break false,
            }
        };
        (throws, (self.game.score)(&state), won)
    }
}

impl<P: Process> Player for DeadlinePlayer<'_, P> {
    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let throws = usize::try_from(self.game.throws).unwrap_or(usize::MAX);
        // How many games were won with each throw, from the first, and how many were lost.
        let mut won = vec![0u64; throws];
        let mut lost = 0;
        let (mut score, mut lost_score) = (Scores::default(), Scores::default());
        for _ in 0..games {
            let (thrown, points, wins) = self.game(generator);
            score.add(points);
            match usize::try_from(thrown).ok().and_then(|thrown| won.get_mut(thrown.wrapping_sub(1))) {
                Some(times) if wins => *times += 1,
                _ => {
                    lost += 1;
                    lost_score.add(points);
                }
            }
        }
        tally.games += games;
        tally.nobody += lost;
        tally.shares[0].add_many(1.0, games - lost);
        let mut won_with = vec![Moments::default(); throws];
        #[expect(clippy::cast_precision_loss, reason = "throws are counted in doubles")]
        for ((throw, times), moments) in (1u64..).zip(&won).zip(&mut won_with) {
            tally.casts.add_many(throw as f64, *times);
            moments.add_many(1.0, *times);
            moments.add_many(0.0, games - times);
        }
        #[expect(clippy::cast_precision_loss, reason = "throws are counted in doubles")]
        tally.casts.add_many(self.game.throws as f64, lost);
        let statistics = &self.game.statistics;
        tally.count(statistics.won_with, &won_with);
        tally.count(statistics.score, &[score.moments(games)]);
        tally.count(statistics.score_if_lost, &[lost_score.moments(lost)]);
    }
}

/// Sums of scores and of their squares, in whole numbers, which add up faster than doubles.
#[derive(Default)]
struct Scores {
    sum: u64,
    squares: u128,
}

impl Scores {
    #[inline]
    fn add(&mut self, points: u32) {
        let points = u64::from(points);
        self.sum += points;
        self.squares += u128::from(points * points);
    }

    #[expect(clippy::cast_precision_loss, reason = "sums are doubles")]
    fn moments(&self, count: u64) -> Moments {
        Moments { count, sum: self.sum as f64, squares: self.squares as f64 }
    }
}
