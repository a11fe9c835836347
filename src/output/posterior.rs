//! The uncertainty of figures with counted bones, in words.

use num_rational::BigRational;
use num_traits::FromPrimitive;

use super::number::{self, decimal, double, percent};
use super::sheet::{Column, Rows};
use super::words::text;
use crate::analysis::{Compared, Credible, OverPosterior};

/// A double as text; `infinite` if it is not a finite number.
pub(super) fn shown(value: f64, chance: bool) -> String {
    let shown = double(value).map(|figure| number::shown(&figure, chance).trim_end_matches(" %").to_owned());
    shown.unwrap_or_else(|| "infinite".to_owned())
}

/// `3.119 to 4.723 %`, without the `%` if it is not a chance.
pub(super) fn interval(credible: Option<&Credible>, chance: bool) -> String {
    let Some(credible) = credible else { return String::new() };
    let unit = if chance { " %" } else { "" };
    let (low, high) = (shown(credible.low, chance), shown(credible.high, chance));
    if low != high || credible.low.to_bits() == credible.high.to_bits() {
        return format!("{low} to {high}{unit}");
    }
    // If the ends are very close, use enough digits to distinguish them.
    let scale = if chance { 100.0 } else { 1.0 };
    let digits = |end: f64, digits: i64| {
        BigRational::from_f64(scale * end).map_or(low.clone(), |end| decimal(&end, digits))
    };
    let apart =
        (5..=15).find(|count| digits(credible.low, *count) != digits(credible.high, *count)).unwrap_or(15);
    format!("{} to {}{unit}", digits(credible.low, apart), digits(credible.high, apart))
}

/// The interval of a chance.
pub(super) fn interval_of(posterior: Option<&OverPosterior>) -> String {
    interval(posterior.and_then(|posterior| posterior.credible.as_ref()), true)
}

/// The figure for the mean weights, if it differs.
pub(super) fn plug_in(posterior: Option<&OverPosterior>) -> String {
    text(posterior.and_then(|posterior| posterior.plug_in.as_ref()).map(percent))
}

/// The average of a figure of a game over the weights.
pub(super) fn average(beside: &Compared, chance: bool) -> String {
    let average = beside.posterior.as_ref().and_then(|posterior| posterior.average.as_ref());
    text(average.filter(|_| chance).map(percent))
}

/// The interval of a mean, as a row of `columns` cells below it.
pub(super) fn row(mean: &Compared, columns: usize) -> Option<Vec<String>> {
    let credible = mean.credible()?;
    let mut row = vec![column(credible.level).title, interval(Some(&credible), false)];
    row.resize(columns, String::new());
    Some(row)
}

impl<R> Rows<R> {
    /// Adds the intervals of chances on one cast, if bones were counted.
    pub(super) fn intervals(
        self,
        level: Option<f64>,
        averaged: impl Fn(&R) -> Option<&OverPosterior>,
    ) -> Self {
        self.column(level.map(column), |row| interval_of(averaged(row)))
    }

    /// Adds the chances for the mean weights, if bones were counted.
    pub(super) fn mean_weights(
        self,
        level: Option<f64>,
        spare: u8,
        averaged: impl Fn(&R) -> Option<&OverPosterior>,
    ) -> Self {
        let column = level.map(|_| Column::numbers("Mean weights").spare(spare));
        self.column(column, |row| plug_in(averaged(row)))
    }
}

/// The column of intervals, titled `95 % of the weights`.
pub(crate) fn column(level: f64) -> Column {
    Column::numbers(format!("{} % interval", shown_level(level)))
}

/// A level in percent, as it was typed: `95`.
pub(super) fn shown_level(level: f64) -> String {
    let percents = format!("{:.4}", 100.0 * level);
    percents.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A note on how to read the figures of one cast.
pub(super) fn note_of_casts(credible: Option<&Credible>, waits: bool) -> Option<String> {
    let credible = credible?;
    let draws = credible.draws.map_or_else(String::new, |draws| format!(" {}", number::grouped(&draws)));
    let waits = if waits { " Waits are for the mean weights." } else { "" };
    Some(format!(
        "These bones were counted: probabilities are posterior averages over the weights, \"mean weights\" treats the posterior \
        mean as true, and the intervals contain {} % of{draws} draws of the weights.{waits}",
        shown_level(credible.level)
    ))
}

/// A note on how to read the figures of a game.
pub(super) fn note_of_game(draws: u64, seed: u64, level: f64) -> String {
    format!(
        "These bones were counted: the game is solved for their mean weights; \"averaged\" is the mean over {} posterior draws \
        of the weights (seed {seed}), and the intervals contain {} % of these.",
        number::grouped(&draws),
        shown_level(level)
    )
}
