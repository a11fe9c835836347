//! `balance`

use anyhow::anyhow;

use super::args::BalanceArgs;
use super::deliver::Delivery;
use super::failure::Failure;
use super::patience::{on_ctrl_c, watched};
use super::table::{no_table, set_up};
use crate::analysis::{BalanceAnswer, BalanceQuestion};

pub(super) fn answer(arguments: &BalanceArgs) -> Result<(), Failure> {
    let delivery = Delivery::new(&arguments.answer, &arguments.table.inputs())?;
    if arguments.games.len() > 1 && !(arguments.table.rule.is_empty() && arguments.table.rules.is_none()) {
        return Err(Failure::Wrong(anyhow!(
            "house rules are those of one game; ask for each game by itself, or write a night file"
        )));
    }
    let settings = arguments.games.iter().map(|game| Ok(set_up(game, &arguments.table)?.0));
    let settings = settings.collect::<Result<Vec<_>, Failure>>()?;
    let stop = on_ctrl_c()?;
    let answers = settings.into_iter().map(|setting| {
        let purses = arguments.purse.map(|purse| (vec![purse; setting.players], arguments.evening));
        let question =
            BalanceQuestion { purses, story: arguments.answer.chart.is_some(), ..arguments.question() };
        watched(0, "games", &stop, |watch| BalanceAnswer::new(setting, question, watch)).map_err(no_table)
    });
    let answers = answers.collect::<Result<Vec<_>, _>>()?;
    delivery.answer_with_picture(answers.as_slice())
}
