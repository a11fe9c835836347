//! Work that takes a while: a bar that shows how far it is.

use std::io::IsTerminal;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::signals;
use crate::monte_carlo::Watch;

/// Does what is left to chance with a bar that shows how far it is, and lets Ctrl-C end it with the estimate so far.
pub(super) fn played<T>(number: u64, what: &str, work: impl FnOnce(&Watch<'_>) -> T) -> T {
    signals::while_playing(|stop| with_bar(number, what, "Ctrl-C for the estimate so far", stop, work))
}

/// Does work of which a part is no answer, with a bar that shows how far it is.
pub(super) fn watched<T>(number: u64, what: &str, work: impl FnOnce(&Watch<'_>) -> T) -> T {
    with_bar(number, what, "Ctrl-C to end", &AtomicBool::new(false), work)
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
    // Something moves even while nothing is counted.
    bar.enable_steady_tick(OFTEN);
    bar
}
