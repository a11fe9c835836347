//! Playing to gather points in so many throws.

use super::engine::Player;
use super::sampler::Sampler;
use super::{Generator, Moments, Tally};
use crate::process::{Process, Seats, Turn, WithDeadline};

/// Plays to gather points in so many throws, and counts with which throw that is done and how many there are in the end.
pub struct DeadlinePlayer<'a> {
    game: &'a WithDeadline,
    gain: Sampler<i32>,
}

impl<'a> DeadlinePlayer<'a> {
    /// A player of this game.
    pub fn new(game: &'a WithDeadline) -> Self {
        Self { game, gain: Sampler::new(&game.gain) }
    }

    /// One game: the winners, the throws and the points.
    #[inline]
    fn game(&self, generator: &mut Generator) -> (Seats, u32, i32) {
        let mut state = self.game.start();
        loop {
            if let Turn::End(winners) = self.game.turn(&state) {
                return (winners, state.0, state.1);
            }
            state = self.game.next(&state, self.gain.draw(generator)).to;
        }
    }
}

impl Player for DeadlinePlayer<'_> {
    fn seats(&self) -> usize {
        1
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        // How many games were won with so many throws.
        let mut won = vec![0; self.game.throws as usize + 1];
        let (mut points, mut points_if_lost) = (Moments::default(), Moments::default());
        for _ in 0..games {
            let (winners, thrown, gathered) = self.game(generator);
            tally.won(winners, thrown.into());
            points.add(gathered.into());
            if winners.is_empty() {
                points_if_lost.add(gathered.into());
            } else {
                won[thrown as usize] += 1;
            }
        }
        let won_with = |times: &u64| {
            let mut moments = Moments::default();
            moments.add_many(1.0, *times);
            moments.add_many(0.0, games - times);
            moments
        };
        tally.count(self.game.won_with, &won[1..].iter().map(won_with).collect::<Vec<_>>());
        tally.count(self.game.points, &[points]);
        tally.count(self.game.points_if_lost, &[points_if_lost]);
    }
}
