//! Figures with their intervals, where they are estimates.

use super::number::{self, is_positive, percent, signed};
use super::wins::{estimated, quantity_or_whole};
use crate::analysis::Figure;
use crate::games::Shown;

/// A figure, with its interval where it is an estimate.
pub(super) fn shown(figure: &Figure, chance: bool) -> String {
    match figure {
        Figure::Simulated(_) => estimated(Some(figure), chance),
        figure => number::shown(figure, chance),
    }
}

/// A figure as it is to be shown, with its interval where it is an estimate.
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

/// The same with a sign.
pub(super) fn shown_signed(figure: &Figure) -> String {
    if matches!(figure, Figure::Simulated(_)) { shown(figure, false) } else { signed(figure) }
}

/// Percent with a sign: `+1.958 %`.
pub(super) fn signed_percent(figure: &Figure) -> String {
    let positive = is_positive(figure);
    match figure {
        Figure::Simulated(_) => shown(figure, true),
        figure => format!("{}{}", if positive { "+" } else { "" }, percent(figure)),
    }
}

/// The same of a difference of two parts, which is in points: `+1.958 points`.
pub(super) fn signed_points(figure: &Figure) -> String {
    signed_percent(figure).replace(" %", " points")
}
