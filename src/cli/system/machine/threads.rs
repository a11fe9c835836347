//! The threads to use if no number is given.

use std::io;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rayon::{ThreadBuilder, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::monte_carlo::cores;

/// Starts one thread per core, or `RAYON_NUM_THREADS` if that is fewer. If the system allows fewer, uses those; if it allows
/// none, uses the current thread.
///
/// The threads are started in advance, because rayon ends the program if it cannot start one itself.
pub(super) fn start() -> Result<(), ThreadPoolBuildError> {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|threads| threads.parse::<usize>().ok());
    let wanted = asked.filter(|threads| *threads > 0).map_or_else(cores, |threads| threads.min(cores()));
    let (hand_out, waiting) = channel::<ThreadBuilder>();
    let waiting = Arc::new(Mutex::new(waiting));
    let one = || {
        let waiting = Arc::clone(&waiting);
        let work = move || {
            let part = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            if let Ok(part) = part {
                part.run();
            }
        };
        thread::Builder::new().spawn(work).is_ok()
    };
    let started = (0..wanted).take_while(|_| one()).count();
    if started == 0 {
        return ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
    }
    let hand_out = move |part| hand_out.send(part).map_err(|_| io::Error::other("no thread waits"));
    ThreadPoolBuilder::new().num_threads(started).spawn_handler(hand_out).build_global()
}
