//! `casts`

use super::args::CastsArgs;
use super::deliver::Delivery;
use super::faces;
use super::failure::{Failure, wrong};
use crate::analysis::{CastList, CastsQuestion};

/// The most ordered outcomes in one answer: those of eight tali, twice.
const MOST_OUTCOMES: usize = 1 << 17;

pub(super) fn answer(arguments: &CastsArgs) -> Result<(), Failure> {
    let delivery = Delivery::new(&arguments.answer, &arguments.bones.faces)?;
    let question = CastsQuestion {
        order: arguments.sort.into(),
        ordered: arguments.ordered,
        sensitivity: arguments.sensitivity,
    };
    let sets = faces::sets(&arguments.bones.faces, arguments.bones.tali)?;
    let outcomes =
        sets.iter().fold(0usize, |outcomes, bones| outcomes.saturating_add(1 << (2 * bones.set().len())));
    if arguments.ordered && outcomes > MOST_OUTCOMES {
        return Err(wrong!(
            "--ordered lists at most {MOST_OUTCOMES} outcomes, and {outcomes} are asked for; cast fewer tali"
        ));
    }
    let averaging = arguments.bones.chance.averaging();
    let lists = sets.into_iter().map(|bones| CastList::new(bones, question, &averaging));
    let lists = lists.collect::<Result<Vec<_>, _>>().map_err(Failure::wrong)?;
    delivery.answer_with_picture(lists.as_slice())
}
