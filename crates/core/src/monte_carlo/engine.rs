//! Plays batches of games on several threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Generator, Tally};

/// The number of games in one batch, unless a player sets its own.
pub const BATCH: u64 = 8192;

/// The number of batches played before their results are added up.
const WAVE: u64 = 128;

/// How many games to play, and from which seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The number of threads; 0 for one per core.
    pub threads: usize,
}

/// Observes a simulation, and can stop it.
pub struct Watch<'a> {
    /// Set to stop early.
    pub stop: &'a AtomicBool,
    /// Called after every batch with its number of games.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// Plays a game many times.
pub trait Player: Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// The number of games in a batch, which has its own generator. Fewer if games are long: a stop takes effect between
    /// batches.
    fn batch(&self) -> u64 {
        BATCH
    }

    /// Plays games and counts them in the tally.
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally);
}

/// Plays the games of the plan, or fewer if stopped.
pub fn simulate(player: &dyn Player, plan: &Plan, watch: &Watch<'_>) -> Tally {
    let nothing = || Tally::new(player.seats());
    let play = |games, generator: &mut _, tally: &mut _| player.play(games, generator, tally);
    in_batches(plan, [player.batch(), WAVE], watch, nothing, play, Tally::merge)
}

/// Plays the games of the plan, `batch` games in a batch and `wave` batches at a time, and adds up the results of the
/// batches in order, beginning with `nothing`.
pub(super) fn in_batches<T: Send>(
    plan: &Plan,
    [batch, wave]: [u64; 2],
    watch: &Watch<'_>,
    nothing: impl Fn() -> T + Sync,
    play: impl Fn(u64, &mut Generator, &mut T) + Sync,
    add: impl Fn(&mut T, T),
) -> T {
    let one = |number: u64| {
        let mut played = nothing();
        if !watch.stop.load(Ordering::Relaxed) {
            let games = batch.min(plan.games - number * batch);
            play(games, &mut Generator::new(plan.seed, number), &mut played);
            (watch.played)(games);
        }
        played
    };
    let mut sum = nothing();
    in_waves(plan.games.div_ceil(batch), wave, plan.threads, watch, one, |played| add(&mut sum, played));
    sum
}

/// Plays batches on `threads` threads and passes their results to `take` in order.
pub(super) fn in_waves<T: Send>(
    batches: u64,
    wave: u64,
    threads: usize,
    watch: &Watch<'_>,
    play: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(T),
) {
    let mut first = 0;
    while first < batches && !watch.stop.load(Ordering::Relaxed) {
        let wave = first..(first + wave).min(batches);
        first = wave.end;
        // A single thread is the current one.
        let played: Vec<T> = if threads == 1 {
            wave.map(&play).collect()
        } else {
            on_threads(threads, || wave.into_par_iter().map(&play).collect())
        };
        played.into_iter().for_each(&mut take);
    }
}

/// The number of threads that the machine runs at once, queried from the system once.
pub fn cores() -> usize {
    static CORES: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
    *CORES
}

/// Runs some work on `threads` threads, 0 for one per core, but at most one per core. Work within other work uses the
/// threads of that.
///
/// A thread pool is created once for each number of threads, and never within another.
pub fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    static POOLS: Mutex<Vec<(usize, Arc<ThreadPool>)>> = Mutex::new(Vec::new());
    if threads == 0 || rayon::current_thread_index().is_some() {
        return work();
    }
    let threads = threads.min(cores());
    let pool = {
        let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = pools.iter().find(|(number, _)| *number == threads).map(|(_, pool)| Arc::clone(pool));
        known.or_else(|| {
            let made = Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().ok()?);
            pools.push((threads, Arc::clone(&made)));
            Some(made)
        })
    };
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
