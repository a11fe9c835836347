//! `odds`, and `venus`, `senio`, `vultures`, `canis`

use super::args::{EventArgs, OddsArgs};
use super::deliver::Delivery;
use super::faces;
use super::failure::{Failure, wrong};
use crate::analysis::{OddsQuestion, SetOdds, Subject};
use crate::tali::{Event, Kind, USUAL_TALI};

pub(super) fn of_kind(kind: Kind, arguments: &EventArgs) -> Result<(), Failure> {
    let tali = arguments.bones.tali;
    if tali != USUAL_TALI {
        let hint = "'tali-odds casts' and 'tali-odds odds EVENT' accept any number";
        return Err(wrong!("{kind} is a cast of {USUAL_TALI} tali, not of {tali}; {hint}"));
    }
    answer(kind.name(), vec![Subject::Kind(kind)], arguments)
}

pub(super) fn of_events(arguments: &OddsArgs) -> Result<(), Failure> {
    let tali = arguments.odds.bones.tali;
    let subjects = arguments
        .events
        .iter()
        .map(|text| Ok(Subject::Event(on_one_line(text), event(text, tali, "EVENT")?)));
    answer("odds", subjects.collect::<Result<_, Failure>>()?, &arguments.odds)
}

fn answer(verb: &'static str, subjects: Vec<Subject>, arguments: &EventArgs) -> Result<(), Failure> {
    let delivery = Delivery::new(verb, &arguments.answer, &arguments.bones.faces)?;
    let given = arguments.given.as_ref();
    let given = given
        .map(|text| Ok((on_one_line(text), event(text, arguments.bones.tali, "--given")?)))
        .transpose()?;
    let question = OddsQuestion {
        subjects,
        given,
        within: arguments.within.clone(),
        running: arguments.running.clone(),
        sensitivity: arguments.sensitivity,
    };
    let sets = faces::sets(&arguments.bones.faces, arguments.bones.tali)?;
    let averaging = arguments.bones.chance.averaging();
    let answers = sets.into_iter().map(|bones| SetOdds::new(bones, &question, &averaging));
    let answers: Vec<SetOdds> = answers.collect();
    delivery.answer_with_picture(answers.as_slice())
}

/// The text with all white space turned into single spaces, for headings, cells and titles.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn event(text: &str, tali: usize, argument: &str) -> Result<Event, Failure> {
    Event::parse(text, tali).map_err(|error| {
        let pointed = error.pointed().replace('\n', "\n  ");
        wrong!("{argument}: {error}\n\n  {pointed}")
    })
}
