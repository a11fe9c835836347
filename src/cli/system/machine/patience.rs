//! Progress bars for long work.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use super::signals;
use crate::games::Playable;
use crate::monte_carlo::Watch;

/// Runs a simulation with a progress bar. Ctrl-C stops it with the estimate so far.
pub(in crate::cli) fn played<T>(number: u64, what: &str, work: impl FnOnce(&Watch<'_>) -> T) -> T {
    signals::while_playing(|stop| with_bar(number, what, "Ctrl-C for the estimate so far", stop, work))
}

/// Runs work without a partial answer, with a progress bar.
pub(in crate::cli) fn watched<T>(number: u64, what: &str, work: impl FnOnce(&Watch<'_>) -> T) -> T {
    with_bar(number, what, "Ctrl-C to stop", &AtomicBool::new(false), work)
}

/// Solves a game. As soon as the most work is known, shows how long it takes at most.
pub(in crate::cli) fn solving<T>(table: &mut dyn Playable, work: impl FnOnce(&dyn Playable) -> T) -> T {
    let bar = progress(0, "solving", "Ctrl-C to stop");
    let start = Instant::now();
    let shown = bar.clone();
    let foretold = table.workload().foretold();
    table.tell(Arc::new(move |done: f64| {
        // Long work begins here, unless the solution is cached.
        if done <= 0.0
            && let Some(message) = &foretold
        {
            shown.println(message);
        }
        let left = left(start.elapsed(), done);
        shown.set_message(left.map_or_else(String::new, |left| format!(", at most {left:#} left")));
    }));
    let done = work(table);
    bar.finish_and_clear();
    done
}

fn with_bar<T>(
    number: u64,
    what: &str,
    hint: &str,
    stop: &AtomicBool,
    work: impl FnOnce(&Watch<'_>) -> T,
) -> T {
    let bar = progress(number, what, hint);
    let done = work(&Watch { stop, played: &|number| bar.inc(number) });
    bar.finish_and_clear();
    done
}

/// The time left at the speed so far. `None` in the first seconds, and within a second of the end, where the estimate is
/// unreliable.
fn left(elapsed: Duration, done: f64) -> Option<HumanDuration> {
    const SOON: Duration = Duration::from_secs(2);
    let left = (done > 0.0 && elapsed >= SOON).then(|| (1.0 - done) / done)?;
    let left = Duration::try_from_secs_f64(elapsed.as_secs_f64() * left).ok()?;
    (left >= Duration::from_secs(1)).then_some(HumanDuration(left))
}

/// A progress bar on standard error, if that is a terminal. For work of unknown length (`number` 0), it shows the time
/// elapsed.
fn progress(number: u64, what: &str, hint: &str) -> ProgressBar {
    const OFTEN: Duration = Duration::from_millis(250);
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = if number == 0 {
        (ProgressBar::new_spinner(), format!("{{spinner}} {what}, for {{elapsed}}{{msg}}; {hint}"))
    } else {
        let counted = format!("{{bar:40}} {{human_pos}}/{{human_len}} {what}{{left}}; {hint}");
        (ProgressBar::new(number), counted)
    };
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.with_key("left", |state: &ProgressState, out: &mut dyn Write| {
            if let Some(left) = left(state.elapsed(), f64::from(state.fraction())) {
                let _ = write!(out, ", {left:#} left");
            }
        }));
    }
    // Keeps the bar moving while nothing is counted, if a thread can be started.
    let moved = bar.clone();
    let moves = move || {
        while !moved.is_finished() {
            moved.tick();
            std::thread::sleep(OFTEN);
        }
    };
    drop(std::thread::Builder::new().spawn(moves));
    bar
}
