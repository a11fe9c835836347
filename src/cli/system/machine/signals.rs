//! Signals: Ctrl-C stops a simulation and prints the estimate so far. Otherwise Ctrl-C and other signals end the program,
//! and leave no incomplete file behind.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::staged;

/// Whether a simulation is running that can give a partial answer.
static PLAYING: AtomicBool = AtomicBool::new(false);

/// Whether the running simulation should stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// Runs a simulation that Ctrl-C stops; it has to check the flag it gets.
pub(super) fn while_playing<T>(play: impl FnOnce(&AtomicBool) -> T) -> T {
    PLAYING.store(true, Ordering::SeqCst);
    let played = play(&STOP);
    PLAYING.store(false, Ordering::SeqCst);
    played
}

/// Handles repeated presses of Ctrl-C.
#[derive(Default)]
struct Interrupts {
    first: Option<Instant>,
}

impl Interrupts {
    /// The first press stops a simulation with the estimate so far. A second press ends the program, and so does a
    /// simulation that completes no batch of games in time. Nothing has been written by then.
    fn another(&mut self) {
        /// One press can arrive twice.
        const SOON: Duration = Duration::from_millis(500);
        const PATIENCE: Duration = Duration::from_secs(3);
        match self.first {
            Some(first) if first.elapsed() <= SOON => return,
            None if PLAYING.load(Ordering::SeqCst) => {}
            _ => end("interrupted", 130),
        }
        self.first = Some(Instant::now());
        STOP.store(true, Ordering::SeqCst);
        // If no thread can be started, only another press ends the program.
        let waiting = std::thread::Builder::new().spawn(|| {
            std::thread::sleep(PATIENCE);
            if PLAYING.load(Ordering::SeqCst) {
                end(
                    "interrupted before there was a result; nothing was written (if there are --games or --draws, try fewer)",
                    1,
                );
            }
        });
        drop(waiting);
    }
}

/// Ends the program as soon as no file is being written.
fn end(why: &str, code: i32) -> ! {
    let _guard = staged::between_files();
    let _ = writeln!(io::stderr(), "error: {why}");
    std::process::exit(code)
}

/// Listens for signals from now on.
#[cfg(unix)]
pub(super) fn listen() -> io::Result<()> {
    use std::sync::Arc;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    // With a handler for SIGXFSZ, writing too large a file fails with an error instead of ending the program.
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    let ignored = ignored();
    let wanted = |signal: &i32| *signal == SIGINT || ignored >> (signal - 1) & 1 == 0;
    let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(wanted);
    let (hand_over, waiting) = std::sync::mpsc::channel::<Signals>();
    let listener = move || {
        let Ok(mut signals) = waiting.recv() else { return };
        let mut interrupts = Interrupts::default();
        for signal in signals.forever() {
            match signal {
                SIGINT => interrupts.another(),
                SIGTERM => end("ended by SIGTERM", 128 + SIGTERM),
                other => end("ended by SIGHUP", 128 + other),
            }
        }
    };
    // If no thread can be started to listen, signals end the program in the default way.
    if std::thread::Builder::new().name("signals".to_owned()).spawn(listener).is_ok() {
        hand_over.send(Signals::new(heeded)?).map_err(io::Error::other)?;
    }
    Ok(())
}

/// The signals that were set to be ignored when the program started (by `nohup`): bit n - 1 for signal n.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Listens for Ctrl-C from now on.
#[cfg(not(unix))]
pub(super) fn listen() -> io::Result<()> {
    let mut interrupts = Interrupts::default();
    ctrlc::set_handler(move || interrupts.another()).map_err(io::Error::other)
}
