//! Batches of games on several threads.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;

use super::{Evening, Generator, Tally};

/// The number of games in one batch.
pub const BATCH: u64 = 8192;

/// Batches that are played before their results are added up.
const WAVE: u64 = 128;

/// How many games are played, and from which seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The threads; 0 for one on each core.
    pub threads: usize,
}

/// What watches over the playing from outside.
pub struct Watch<'a> {
    /// Set to end it before its time.
    pub stop: &'a AtomicBool,
    /// Told of every batch how many games it had.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// Someone who can play a game.
pub trait Player: Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// How many figures this kind of game has to tell besides.
    fn specials(&self) -> usize;

    /// Plays so many games.
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally);

    /// Plays one game of an evening; whether it came to its end.
    fn sit(&self, _evening: &mut Evening, _generator: &mut Generator) -> bool {
        false
    }
}

/// The generator of one batch: its state is drawn from the stream of that number of a `ChaCha8` generator
/// with the seed as key, so that neither neighbouring seeds nor neighbouring batches are alike.
pub(super) fn generator(seed: u64, batch: u64) -> Generator {
    let mut source = ChaCha8Rng::seed_from_u64(seed);
    source.set_stream(batch);
    let mut state = [0u8; 32];
    source.fill_bytes(&mut state);
    Generator::from_seed(state)
}

/// Plays the games of the plan, or as many as there is time for.
pub fn simulate(player: &dyn Player, plan: &Plan, watch: &Watch<'_>) -> Tally {
    let mut tally = Tally::new(player.seats(), player.specials());
    let batches = plan.games.div_ceil(BATCH);
    let play = |batch: u64| {
        let mut tally = Tally::new(player.seats(), player.specials());
        if !watch.stop.load(Ordering::Relaxed) {
            let games = BATCH.min(plan.games - batch * BATCH);
            player.play(games, &mut generator(plan.seed, batch), &mut tally);
            (watch.played)(games);
        }
        tally
    };
    in_waves(batches, WAVE, plan.threads, watch, play, |batch| tally.merge(&batch));
    tally
}

/// Plays batches on so many threads and hands over what came of each, in order.
pub(super) fn in_waves<T: Send>(
    batches: u64,
    wave: u64,
    threads: usize,
    watch: &Watch<'_>,
    play: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(T),
) {
    // Without threads of its own, the batches are played on this one.
    let pool = (threads != 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    let pool = pool.and_then(Result::ok);
    let mut first = 0;
    while first < batches && !watch.stop.load(Ordering::Relaxed) {
        let wave = first..(first + wave).min(batches);
        first = wave.end;
        let played: Vec<T> = match &pool {
            Some(pool) => pool.install(|| wave.into_par_iter().map(&play).collect()),
            None => wave.map(&play).collect(),
        };
        played.into_iter().for_each(&mut take);
    }
}
