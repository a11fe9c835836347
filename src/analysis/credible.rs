//! Where a figure lies, given the throws that the weights of bones were estimated from.

use serde::Serialize;

use super::Figure;

/// An interval that holds a figure with some probability, given the throws.
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
    /// From how many draws of the weights it comes; `None` if it was computed from their distribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<u64>,
}

impl Credible {
    /// From the values that the figure takes over draws of the weights: the smallest of them that is not exceeded
    /// by more than the part of the draws that each level says. `None` if one of them is no number.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place in a list"
    )]
    pub fn of(values: &mut [f64], level: f64) -> Option<Self> {
        if values.is_empty() || values.iter().any(|value| value.is_nan()) {
            return None;
        }
        let draws = values.len();
        let mut quantile = |part: f64| {
            let place = ((part * draws as f64).ceil() as usize).clamp(1, draws) - 1;
            *values.select_nth_unstable_by(place, f64::total_cmp).1
        };
        let [low, high] = [(1.0 - level) / 2.0, f64::midpoint(1.0, level)].map(&mut quantile);
        Some(Self { low, high, level, draws: Some(draws as u64) })
    }

    /// Both ends.
    pub const fn ends(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// The interval of a function of the figure that only rises, or only falls.
    pub fn map(self, function: impl Fn(f64) -> f64) -> Self {
        let [one, other] = [self.low, self.high].map(function);
        Self { low: one.min(other), high: one.max(other), ..self }
    }
}

/// How sure a figure is that rests on weights which were estimated from throws.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OverPosterior {
    /// Its mean over the weights that the throws leave possible, beside a figure for their mean; of chances alone, as
    /// other means may be infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average: Option<Figure>,
    /// The figure for the mean weights, beside such an average where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plug_in: Option<Figure>,
    /// Where it lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credible: Option<Credible>,
}

impl OverPosterior {
    /// What stands beside an `average`: the figure for the mean weights if it is another, and the interval.
    pub(super) fn beside(average: &Figure, plug_in: Figure, credible: Option<Credible>) -> Self {
        Self { average: None, plug_in: (plug_in != *average).then_some(plug_in), credible }
    }
}
