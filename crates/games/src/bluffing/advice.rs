//! What is advised where best play mixes.

use crate::kit::OptionValue;
use tali_core::exact::{Enclosure, Missing, Number};

/// What is done most often first, then what has the greatest value.
pub(super) fn sort_by_probability(options: &mut [OptionValue]) {
    let value = |option: &OptionValue| option.value.as_ref().ok().map(|value| value.low().clone());
    options.sort_by(|one, other| {
        other.probability.cmp(&one.probability).then_with(|| value(other).cmp(&value(one)))
    });
}

/// The greatest value of any option.
pub(super) fn best_of(options: &[OptionValue]) -> Number {
    let values = options.iter().map(|option| option.value.as_ref().map_err(|why| *why));
    let values: Vec<&Enclosure> = values.collect::<Result<_, _>>()?;
    let best = values.into_iter().max_by(|one, other| one.low().cmp(other.low()));
    best.cloned().ok_or(Missing::Impossible)
}
