//! `casts`

use super::args::CastsArgs;
use super::deliver::Delivery;
use super::faces;
use super::failure::{Failure, wrong};
use crate::analysis::{By, CastList, CastsBy, CastsQuestion};
use crate::tali::USUAL_TALI;

pub(super) fn answer(arguments: &CastsArgs) -> Result<(), Failure> {
    let delivery = Delivery::new("casts", &arguments.answer, &arguments.bones.faces)?;
    let question = CastsQuestion { order: arguments.sort, sensitivity: arguments.sensitivity };
    let sets = faces::sets(&arguments.bones.faces, arguments.bones.tali)?;
    let averaging = arguments.bones.chance.averaging();
    if let Some(by) = arguments.by {
        if by == By::Kind && arguments.bones.tali != USUAL_TALI {
            return Err(wrong!(
                "--by kind: only casts of {USUAL_TALI} tali have kinds, and these have {}",
                arguments.bones.tali
            ));
        }
        let spreads: Vec<CastsBy> =
            sets.into_iter().map(|bones| CastsBy::new(bones, by, &averaging)).collect();
        return delivery.answer_with_picture(spreads.as_slice());
    }
    let lists: Vec<CastList> =
        sets.into_iter().map(|bones| CastList::new(bones, question, &averaging)).collect();
    delivery.answer_with_picture(lists.as_slice())
}
