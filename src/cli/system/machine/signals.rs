//! Signals: Ctrl-C ends games with the estimate so far; at any other time it ends the program, as its fellows do, and
//! nothing half-written stays behind.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::staged;

/// Whether games are being played of which a part is an answer.
static PLAYING: AtomicBool = AtomicBool::new(false);

/// Whether the games being played are to end.
static STOP: AtomicBool = AtomicBool::new(false);

/// Plays games that Ctrl-C ends: they look whether they are to stop.
pub(super) fn while_playing<T>(play: impl FnOnce(&AtomicBool) -> T) -> T {
    PLAYING.store(true, Ordering::SeqCst);
    let played = play(&STOP);
    PLAYING.store(false, Ordering::SeqCst);
    played
}

/// What Ctrl-C does, time after time.
#[derive(Default)]
struct Interrupts {
    first: Option<Instant>,
}

impl Interrupts {
    /// The first one ends games with the estimate so far. Another one after that, or not one batch of games over in
    /// time, ends the program, which has written nothing by then.
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
        // Without a thread to wait, one more press ends it.
        let waiting = std::thread::Builder::new().spawn(|| {
            std::thread::sleep(PATIENCE);
            if PLAYING.load(Ordering::SeqCst) {
                end(
                    "interrupted before there was anything to tell; nothing was written (where there are --games or --draws, ask \
                     for fewer)",
                    1,
                );
            }
        });
        drop(waiting);
    }
}

/// Ends the program, as soon as no file of it is on its way.
fn end(why: &str, code: i32) -> ! {
    let _kept = staged::between_files();
    let _ = writeln!(io::stderr(), "error: {why}");
    std::process::exit(code)
}

/// Listens for signals from now on.
#[cfg(unix)]
pub(super) fn listen() -> io::Result<()> {
    use std::sync::Arc;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    // Somebody listens, so that a file that grows too large is an error of its writing and not the end of the program.
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
    // Where no thread is to be had that could listen, signals end the program as they end any.
    if std::thread::Builder::new().name("signals".to_owned()).spawn(listener).is_ok() {
        hand_over.send(Signals::new(heeded)?).map_err(io::Error::other)?;
    }
    Ok(())
}

/// The signals that whoever started the program wants ignored (`nohup`), a bit for each from 1.
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
