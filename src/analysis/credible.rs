//! Credible intervals, given the throws from which the weights of bones were estimated.

use serde::Serialize;

use super::Figure;

/// An interval that contains a figure with a given probability, given the throws.
///
/// In JSON an infinite end is `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Credible {
    /// The lower end.
    pub low: f64,
    /// The upper end, which may be infinite.
    pub high: f64,
    /// The probability.
    pub level: f64,
    /// The number of draws of the weights behind it; `None` if it was computed from their distribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<u64>,
}

impl Credible {
    /// The quantiles of the figure's values over draws of the weights; `None` if one of them is not a number.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an index in a list"
    )]
    pub fn of(values: &mut [f64], level: f64) -> Option<Self> {
        if values.is_empty() || values.iter().any(|value| value.is_nan()) {
            return None;
        }
        let draws = values.len();
        let mut quantile = |part: f64| {
            let index = ((part * draws as f64).ceil() as usize).clamp(1, draws) - 1;
            *values.select_nth_unstable_by(index, f64::total_cmp).1
        };
        let [low, high] = [(1.0 - level) / 2.0, f64::midpoint(1.0, level)].map(&mut quantile);
        Some(Self { low, high, level, draws: Some(draws as u64) })
    }

    /// Both ends.
    pub const fn ends(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// The interval of a monotonic function of the figure.
    pub fn map(self, function: impl Fn(f64) -> f64) -> Self {
        let [one, other] = [self.low, self.high].map(function);
        Self { low: one.min(other), high: one.max(other), ..self }
    }
}

/// The uncertainty of a figure whose weights were estimated from throws.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OverPosterior {
    /// The posterior average, beside a figure for the mean weights; only for chances, because other means may be infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average: Option<Figure>,
    /// The figure for the mean weights, beside an average that differs from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plug_in: Option<Figure>,
    /// The credible interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credible: Option<Credible>,
}

impl OverPosterior {
    /// The uncertainty of an `average`: the figure for the mean weights if it differs, and the interval.
    pub(super) fn beside(average: &Figure, plug_in: Figure, credible: Option<Credible>) -> Self {
        Self { average: None, plug_in: (plug_in != *average).then_some(plug_in), credible }
    }
}
