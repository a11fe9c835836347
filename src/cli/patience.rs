//! Work that takes a while: a bar that shows how far it is, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::failure::{Failure, could_not};
use crate::monte_carlo::Watch;

/// What Ctrl-C sets, so that games are ended with the estimate so far. Another one after that, or not one
/// batch of games over in time, ends the program, which has written nothing by then.
pub(super) fn on_ctrl_c() -> Result<Arc<AtomicBool>, Failure> {
    const SOON: Duration = Duration::from_millis(500);
    const PATIENCE: Duration = Duration::from_secs(3);
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    let handled = ctrlc::set_handler(move || {
        let again = first.is_some_and(|first| first.elapsed() > SOON);
        if again && PLAYING.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
        first.get_or_insert_with(Instant::now);
        if handler.swap(true, Ordering::Relaxed) {
            return;
        }
        std::thread::spawn(|| {
            std::thread::sleep(PATIENCE);
            if PLAYING.load(Ordering::Relaxed) {
                could_not!(
                    "interrupted before there was anything to tell; nothing was written (where there are --games or --draws, ask for fewer)"
                )
                .report();
                std::process::exit(1);
            }
        });
    });
    handled.map_err(|error| could_not!("cannot listen for Ctrl-C: {error}"))?;
    Ok(stop)
}

/// Whether games are being played, which takes as long as it takes.
static PLAYING: AtomicBool = AtomicBool::new(false);

/// Does what is left to chance with a bar that shows how far it is, and lets Ctrl-C end it.
pub(super) fn watched<T>(
    number: u64,
    what: &str,
    stop: &AtomicBool,
    work: impl FnOnce(&Watch<'_>) -> T,
) -> T {
    let bar = progress(number, what);
    PLAYING.store(true, Ordering::Relaxed);
    let done = work(&Watch { stop, played: &|number| bar.inc(number) });
    PLAYING.store(false, Ordering::Relaxed);
    bar.finish_and_clear();
    done
}

/// Whether Ctrl-C ended work of which a part is no answer.
pub(super) fn unless_ended<T>(stop: &AtomicBool, done: T) -> Result<T, Failure> {
    if stop.load(Ordering::Relaxed) {
        return Err(could_not!("interrupted; nothing was written"));
    }
    Ok(done)
}

/// A bar on standard error, if that is a terminal and it is known how long it takes.
fn progress(number: u64, what: &str) -> ProgressBar {
    if number == 0 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(number);
    let style = ProgressStyle::with_template(&format!(
        "{{bar:40}} {{human_pos}}/{{human_len}} {what}, {{eta}} left; Ctrl-C for the estimate so far"
    ));
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
