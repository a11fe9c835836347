//! `casts`

use super::args::CastsArgs;
use super::deliver::Delivery;
use super::faces;
use super::failure::{Failure, wrong};
use crate::analysis::{By, CastList, CastsBy, CastsQuestion};
use crate::tali::USUAL_TALI;

/// The most ordered outcomes in one answer: those of eight tali, twice.
const MOST_OUTCOMES: usize = 1 << 17;

pub(super) fn answer(arguments: &CastsArgs) -> Result<(), Failure> {
    let delivery = Delivery::new("casts", &arguments.answer, &arguments.bones.faces)?;
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
    if let Some(by) = arguments.by {
        if by == By::Kind && arguments.bones.tali != USUAL_TALI {
            return Err(wrong!(
                "--by kind: kinds are those of {USUAL_TALI} tali, not of {}",
                arguments.bones.tali
            ));
        }
        let spreads: Vec<CastsBy> =
            sets.into_iter().map(|bones| CastsBy::new(bones, by, &averaging)).collect();
        return delivery.answer_with_picture(spreads.as_slice());
    }
    let lists = sets.into_iter().map(|bones| CastList::new(bones, question, &averaging));
    let lists = lists.collect::<Result<Vec<_>, _>>().map_err(Failure::wrong)?;
    delivery.answer_with_picture(lists.as_slice())
}
