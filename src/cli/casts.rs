//! `casts`

use super::args::CastsArgs;
use super::deliver::Delivery;
use super::faces;
use super::failure::Failure;
use crate::analysis::{CastList, CastsQuestion};

pub(super) fn answer(arguments: &CastsArgs) -> Result<(), Failure> {
    let delivery = Delivery::new(&arguments.answer, &arguments.bones.faces)?;
    let question = CastsQuestion {
        order: arguments.sort.into(),
        ordered: arguments.ordered,
        sensitivity: arguments.sensitivity,
    };
    let lists = faces::sets(&arguments.bones)?.into_iter().map(|bones| CastList::new(bones, question));
    let lists = lists.collect::<Result<Vec<_>, _>>().map_err(Failure::wrong)?;
    delivery.answer_with_picture(lists.as_slice())
}
