//! How sure figures are whose bones were counted, in words.

use num_rational::BigRational;
use num_traits::FromPrimitive;

use super::number::{self, decimal, double, percent};
use super::sheet::{Column, Rows};
use super::words::text;
use crate::analysis::{Compared, Credible, OverPosterior};

/// A double as a figure to be shown; `infinite` where it is no number.
pub(super) fn shown(value: f64, chance: bool) -> String {
    let shown = double(value).map(|figure| number::shown(&figure, chance).trim_end_matches(" %").to_owned());
    shown.unwrap_or_else(|| "infinite".to_owned())
}

/// `3.119 to 4.723 %`, or without the sign where it is no chance.
pub(super) fn interval(credible: Option<&Credible>, chance: bool) -> String {
    let Some(credible) = credible else { return String::new() };
    let unit = if chance { " %" } else { "" };
    let (low, high) = (shown(credible.low, chance), shown(credible.high, chance));
    if low != high || credible.low.to_bits() == credible.high.to_bits() {
        return format!("{low} to {high}{unit}");
    }
    // Of ends that are very near, as many digits as tell them apart.
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

/// The figure for the mean weights, where it is another.
pub(super) fn plug_in(posterior: Option<&OverPosterior>) -> String {
    text(posterior.and_then(|posterior| posterior.plug_in.as_ref()).map(percent))
}

/// The average of a chance of a game over the weights.
pub(super) fn average(beside: &Compared, chance: bool) -> String {
    let average = beside.posterior.as_ref().and_then(|posterior| posterior.average.as_ref());
    text(average.filter(|_| chance).map(percent))
}

/// The interval of a mean, in a row of so many columns below it.
pub(super) fn row(mean: &Compared, columns: usize) -> Option<Vec<String>> {
    let credible = mean.credible()?;
    let mut row = vec![column(credible.level).title, interval(Some(&credible), false)];
    row.resize(columns, String::new());
    Some(row)
}

impl<R> Rows<R> {
    /// The intervals of chances on one cast, where bones were counted.
    pub(super) fn intervals(
        self,
        level: Option<f64>,
        averaged: impl Fn(&R) -> Option<&OverPosterior>,
    ) -> Self {
        self.column(level.map(column), |row| interval_of(averaged(row)))
    }

    /// The chances for the mean weights, where bones were counted.
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

/// `95 % of the weights`: what heads a column of intervals.
pub(crate) fn column(level: f64) -> Column {
    Column::numbers(format!("{} % interval", shown_level(level)))
}

/// A level in percent, as it was asked for: `95`.
pub(super) fn shown_level(level: f64) -> String {
    let percents = format!("{:.4}", 100.0 * level);
    percents.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// How the figures of one cast are to be read.
pub(super) fn note_of_casts(credible: Option<&Credible>, waits: bool) -> Option<String> {
    let credible = credible?;
    let draws = credible.draws.map_or_else(String::new, |draws| format!(" {}", number::grouped(&draws)));
    let waits = if waits { " Waits are those of the mean weights." } else { "" };
    Some(format!(
        "These bones were counted: probabilities are averaged over all weights that the counts leave possible, \"mean weights\" \
         takes their mean for the true ones, and the intervals hold {} % of{draws} draws of the weights.{waits}",
        shown_level(credible.level)
    ))
}

/// How the figures of a game are to be read.
pub(super) fn note_of_game(draws: u64, seed: u64, level: f64) -> String {
    format!(
        "These bones were counted: the game is solved for their mean weights; \"averaged\" is the mean over {} draws of the weights \
         that the counts leave possible (seed {seed}), and the intervals hold {} % of those.",
        number::grouped(&draws),
        shown_level(level)
    )
}
