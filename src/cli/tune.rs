//! `tune`

use super::args::TuneArgs;
use super::deliver::Delivery;
use super::failure::{Failure, wrong};
use super::system::watched;
use super::table::set_up;
use crate::analysis::{Sweep, TuneAnswer, TuneQuestion, Want};

pub(super) fn answer(arguments: &TuneArgs) -> Result<(), Failure> {
    let delivery = Delivery::new("tune", &arguments.answer, &arguments.table.inputs_with(&arguments.game))?;
    let (setting, _) = set_up(&arguments.game, &arguments.table)?;
    let vary = arguments.vary.iter().map(|text| Sweep::parse(text, &setting));
    let vary: Vec<Sweep> = vary.collect::<Result<_, _>>().map_err(Failure::wrong)?;
    for sweep in &vary {
        let fixed = |rule: &&String| rule.split('=').next().is_some_and(|key| key.trim() == sweep.key);
        if arguments.table.house.rule.iter().find(fixed).is_some() {
            return Err(wrong!("{} is both set by --rule and varied by --vary", sweep.key));
        }
    }
    let wants = arguments.want.iter().map(|text| Want::parse(text, setting.players));
    let wants = wants.collect::<Result<_, _>>().map_err(Failure::wrong)?;
    let question = TuneQuestion {
        vary,
        wants,
        pace: arguments.pace.clone(),
        averaging: arguments.luck.averaging(),
        fractions: true,
    };
    let games = question.vary.iter().fold(1u64, |all, sweep| all.saturating_mul(sweep.values.len() as u64));
    let answer = watched(games, "values", |watch| TuneAnswer::new(setting, question, watch));
    let mut answer = answer.map_err(Failure::wrong)?;
    // If no values were given, the values between those tried are tried too.
    let are_usual = arguments.vary.iter().all(|text| !text.contains('='));
    while are_usual && !answer.between().is_empty() {
        let values = answer.between();
        let refined = watched(values.len() as u64, "values", |watch| answer.refined(&values, watch));
        answer = refined.map_err(Failure::wrong)?;
    }
    delivery.answer_with_picture(&answer)
}
