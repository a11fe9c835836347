//! Work that takes a while: a bar that shows how far it is.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::signals;
use crate::games::Playable;
use crate::monte_carlo::Watch;

/// Does what is left to chance with a bar that shows how far it is, and lets Ctrl-C end it with the estimate so far.
pub(in crate::cli) fn played<T>(number: u64, what: &str, work: impl FnOnce(&Watch<'_>) -> T) -> T {
    signals::while_playing(|stop| with_bar(number, what, "Ctrl-C for the estimate so far", stop, work))
}

/// Does work of which a part is no answer, with a bar that shows how far it is.
pub(in crate::cli) fn watched<T>(number: u64, what: &str, work: impl FnOnce(&Watch<'_>) -> T) -> T {
    with_bar(number, what, "Ctrl-C to end", &AtomicBool::new(false), work)
}

/// Solves a game; as soon as it is known how much there is to do at most, it is said how long that takes at most.
pub(in crate::cli) fn solving<T>(table: &mut dyn Playable, work: impl FnOnce(&dyn Playable) -> T) -> T {
    const WHAT: &str = "solving";
    const HINT: &str = "Ctrl-C to end";
    let bar = progress(0, WHAT, HINT);
    let start = Instant::now();
    let shown = bar.clone();
    table.tell(Arc::new(move |done: f64| {
        // As fast as it went so far.
        let left = start.elapsed().mul_f64(((1.0 - done) / done.max(1e-6)).max(0.0));
        let template =
            format!("{{spinner}} {WHAT}, for {{elapsed}}, and {} s more at most; {HINT}", left.as_secs());
        if let Ok(style) = ProgressStyle::with_template(&template) {
            shown.set_style(style);
        }
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

/// A bar on standard error, if that is a terminal; where it is not known how long it takes, one that says how long it
/// has taken.
fn progress(number: u64, what: &str, hint: &str) -> ProgressBar {
    const OFTEN: Duration = Duration::from_millis(250);
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = if number == 0 {
        (ProgressBar::new_spinner(), format!("{{spinner}} {what}, for {{elapsed}}; {hint}"))
    } else {
        let counted = format!("{{bar:40}} {{human_pos}}/{{human_len}} {what}, {{eta}} left; {hint}");
        (ProgressBar::new(number), counted)
    };
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    // Something moves even while nothing is counted, where a thread is to be had for it.
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
