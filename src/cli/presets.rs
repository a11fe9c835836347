//! `presets`

use super::args::FormArgs;
use super::deliver::Delivery;
use super::failure::Failure;
use crate::analysis::NamedSet;
use crate::tali::presets;

pub(super) fn answer(arguments: &FormArgs) -> Result<(), Failure> {
    let one_of_each = presets::ALL.into_iter().map(|preset| NamedSet::new(preset.bones(), 1));
    let list = one_of_each.collect::<Result<Vec<_>, _>>().map_err(Failure::wrong)?;
    Delivery::without_chart("presets", arguments, &[])?.answer(list.as_slice())
}
