//! `advise` and `strategy`

use super::args::{AdviseArgs, StrategyArgs};
use super::deliver::Delivery;
use super::failure::{Failure, wrong};
use super::patience;
use super::table::set_up;
use crate::analysis::{AdviceAnswer, Setting, StrategyAnswer};
use crate::games::{self, AdviceError, Decisions, Playable};

pub(super) fn advise(arguments: &AdviseArgs) -> Result<(), Failure> {
    let delivery = Delivery::new(&arguments.answer, &arguments.table.inputs())?;
    let position = arguments.position.as_deref();
    // A position says how many play, unless somebody says otherwise.
    let players = position.and_then(games::players_in);
    let mut asked = arguments.table.clone();
    if asked.players.is_none() && games::find(&arguments.game).is_ok_and(|game| game.seats(players)) {
        asked.players = players;
    }
    let (setting, mut table) = set_up(&arguments.game, &asked)?;
    let (advice, worth) = patience::solving(table.as_mut(), |table| {
        let decisions = decisions(&setting, table)?;
        let mut advice = decisions.advise(position).map_err(failure)?;
        if let Some(depth) = arguments.lines {
            advice.count(&decisions.lines(position, depth).map_err(failure)?, depth);
        }
        Ok((advice, decisions.worth()))
    })?;
    delivery.answer_with_picture(&AdviceAnswer::new(setting, advice, worth, arguments.explain))
}

pub(super) fn strategy(arguments: &StrategyArgs) -> Result<(), Failure> {
    let delivery = Delivery::new(&arguments.answer, &arguments.table.inputs())?;
    let (setting, mut table) = set_up(&arguments.game, &arguments.table)?;
    let strategy =
        patience::solving(table.as_mut(), |table| decisions(&setting, table)?.strategy().map_err(failure));
    delivery.answer_with_picture(&StrategyAnswer::new(setting, strategy?))
}

/// The table from a position on.
pub(super) fn at(
    setting: &Setting,
    table: &dyn Playable,
    position: &str,
) -> Result<Box<dyn Playable>, Failure> {
    decisions(setting, table)?.at(position).map_err(failure)
}

/// What is asked of a game in which seats choose.
fn decisions<'t>(setting: &Setting, table: &'t dyn Playable) -> Result<&'t dyn Decisions, Failure> {
    table.decisions().ok_or_else(|| {
        let with = games::ALL.iter().filter(|game| !game.policies.is_empty()).map(|game| game.name);
        let with: Vec<&str> = with.collect();
        wrong!(
            "in {} nobody has anything to decide; games with decisions: {}",
            setting.game.name,
            with.join(", ")
        )
    })
}

fn failure(error: AdviceError) -> Failure {
    match error {
        AdviceError::Position(error) => wrong!("--position: {error}"),
        AdviceError::TooLarge(_) => Failure::CouldNot(error.into()),
        error => Failure::wrong(error),
    }
}
