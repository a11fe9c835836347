//! Advice where best play is mixed.

use crate::kit::OptionValue;
use tali_core::exact::{Enclosure, Missing};
use tali_core::figures::Figure;

/// Sorts options by probability, then by value, highest first.
pub(super) fn sort_by_probability(options: &mut [OptionValue]) {
    let value = |option: &OptionValue| option.value.enclosure().map(|value| value.low().clone());
    options.sort_by(|one, other| {
        other.probability.cmp(&one.probability).then_with(|| value(other).cmp(&value(one)))
    });
}

/// The largest value of the options; missing if one of them is.
pub(super) fn best_of(options: &[OptionValue]) -> Figure {
    let mut best: Option<Enclosure> = None;
    for option in options {
        let Some(value) = option.value.enclosure() else { return option.value.clone() };
        if best.as_ref().is_none_or(|best| value.low() >= best.low()) {
            best = Some(value);
        }
    }
    best.map_or_else(|| Err(Missing::Impossible).into(), Figure::from)
}
