//! Figures with their intervals, where they are estimates.

use super::number::{self, is_positive, percent, signed};
use super::wins::estimated;
use crate::analysis::Figure;

/// A figure, with its interval where it is an estimate.
pub(super) fn shown(figure: &Figure, chance: bool) -> String {
    match figure {
        Figure::Simulated(_) => estimated(Some(figure), chance),
        figure => number::shown(figure, chance),
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
