//! Figures with their intervals, if they are estimates.

use super::number::{self, percent, round, round_percent, signed, with_sign};
use super::wins::{estimated, quantity_or_whole};
use crate::analysis::Figure;
use crate::games::Shown;

/// A figure, with its interval if it is an estimate.
pub(super) fn shown(figure: &Figure, chance: bool) -> String {
    match figure {
        Figure::Simulated(_) => estimated(Some(figure), chance),
        figure => number::shown(figure, chance),
    }
}

/// A figure in the given format, with its interval if it is an estimate.
pub(super) fn shown_as(figure: &Figure, as_what: Shown) -> String {
    match as_what {
        Shown::Plain => shown(figure, false),
        Shown::Percent => shown(figure, true),
        Shown::SignedPercent => signed_percent(figure),
        Shown::Points => signed_points(figure),
        Shown::Signed => shown_signed(figure),
        Shown::Whole => quantity_or_whole(figure),
    }
}

/// A figure for a page for guests: rounded, without its interval.
pub(super) fn rounded_as(figure: &Figure, as_what: Shown) -> String {
    match as_what {
        Shown::Plain => round(figure),
        Shown::Whole => quantity_or_whole(figure),
        Shown::Percent => round_percent(figure),
        Shown::Signed => with_sign(figure, round(figure)),
        Shown::SignedPercent => with_sign(figure, round_percent(figure)),
        Shown::Points => rounded_as(figure, Shown::SignedPercent).replace(" %", " points"),
    }
}

/// A figure with its sign, and with its interval if it is an estimate.
pub(super) fn shown_signed(figure: &Figure) -> String {
    if matches!(figure, Figure::Simulated(_)) { shown(figure, false) } else { signed(figure) }
}

/// Percent with a sign: `+1.958 %`.
pub(super) fn signed_percent(figure: &Figure) -> String {
    match figure {
        Figure::Simulated(_) => shown(figure, true),
        figure => with_sign(figure, percent(figure)),
    }
}

/// A difference of two shares, in percentage points: `+1.958 points`.
pub(super) fn signed_points(figure: &Figure) -> String {
    signed_percent(figure).replace(" %", " points")
}
