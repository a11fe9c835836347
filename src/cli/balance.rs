//! `balance`

use std::ffi::OsString;
use std::path::Path;

use super::args::BalanceArgs;
use super::deliver::Delivery;
use super::failure::{Failure, shown, wrong};
use super::game_file;
use super::night;
use super::system::watched;
use super::table::{purse_is_enough, set_up, set_up_versus};
use crate::analysis::{BalanceAnswer, BalanceQuestion, NightAnswer, SideBySide};
use crate::games::Decisions;

pub(super) fn answer(arguments: &BalanceArgs) -> Result<(), Failure> {
    if let Some(path) = arguments.games.iter().find(|name| is_night_file(name)) {
        return of_night(arguments, path);
    }
    let versus = arguments.versus.iter().filter(|text| !text.contains('=')).map(Into::into);
    let games = arguments.games.iter().filter_map(|game| game_file::inputs(game));
    let inputs: Vec<OsString> = arguments.table.inputs().into_iter().chain(versus).chain(games).collect();
    let delivery = Delivery::new("balance", &arguments.answer, &inputs)?;
    if arguments.games.len() > 1
        && !(arguments.table.house.rule.is_empty() && arguments.table.house.rules.is_none())
    {
        return Err(wrong!(
            "house rules apply to one game; ask about each game separately, or write a night file"
        ));
    }
    if !arguments.versus.is_empty() && arguments.games.len() > 1 {
        return Err(wrong!(
            "--versus: two sets of house rules can be compared only for one game; ask about each game separately"
        ));
    }
    let first = arguments.games.iter().map(|game| set_up(game, &arguments.table));
    let second = (!arguments.versus.is_empty())
        .then(|| set_up_versus(&arguments.games[0], &arguments.table, &arguments.versus));
    let settings = first.chain(second).map(|made| {
        let (setting, table) = made?;
        if let Some(purse) = arguments.purse {
            purse_is_enough(&setting, table.as_ref(), purse)?;
        }
        // In games with decisions, the value of skill takes longest.
        let tables = table.decisions().map_or(0, Decisions::skill_tables);
        Ok((setting, tables))
    });
    let settings = settings.collect::<Result<Vec<_>, Failure>>()?;
    if let ([(first, _), (second, _)], false) = (settings.as_slice(), arguments.versus.is_empty())
        && first.rules == second.rules
    {
        return Err(wrong!(
            "--versus: both sets of house rules are the same; 'tali-odds rules {}' lists the rules you can change",
            first.game.name
        ));
    }
    let answers = settings.into_iter().map(|(setting, tables)| {
        let purses =
            arguments.purse.map(|purse| (vec![purse; setting.players], arguments.games_of_evening()));
        let question =
            BalanceQuestion { purses, story: arguments.answer.chart.is_some(), ..arguments.question() };
        let what = if tables == 0 { "solving and playing" } else { "tables solved" };
        watched(tables, what, |watch| BalanceAnswer::new(setting, question, watch)).map_err(Failure::wrong)
    });
    let answers = answers.collect::<Result<Vec<_>, _>>()?;
    if arguments.versus.is_empty() {
        return delivery.answer_with_picture(answers.as_slice());
    }
    match <[BalanceAnswer; 2]>::try_from(answers) {
        Ok([first, second]) => delivery.answer_with_picture(&SideBySide::new(first, second)),
        Err(answers) => delivery.answer_with_picture(answers.as_slice()),
    }
}

/// Whether it names a night file: it has an ending or a folder, which names of games have not.
fn is_night_file(name: &str) -> bool {
    name.contains(['.', '/', '\\']) && !game_file::has_ending(name)
}

fn of_night(arguments: &BalanceArgs, path: &str) -> Result<(), Failure> {
    let alone = arguments.games.len() == 1 && arguments.table.is_empty() && arguments.purse.is_none();
    let alone =
        alone && arguments.followed.is_none() && arguments.versus.is_empty() && arguments.luck.is_usual();
    if !alone || arguments.has_host() {
        return Err(wrong!(
            "{} already sets players, games, bones, rules, purses, pace, tolerance and seed; leave out those options and any \
             other game",
            shown(Path::new(path))
        ));
    }
    if arguments.mend {
        return Err(wrong!(
            "--mend: 'tali-odds report {} -o DIR' looks for house rules that fix the games of a night",
            shown(Path::new(path))
        ));
    }
    if arguments.answer.chart.is_some() {
        return Err(wrong!(
            "--chart: 'tali-odds report {} -o DIR' draws the games of a night",
            shown(Path::new(path))
        ));
    }
    let (night, read) = night::read(Path::new(path), &arguments.table.cache)?;
    let delivery = Delivery::new("balance", &arguments.answer, &read)?;
    let answer = watched(night.games.len() as u64, "games", |watch| {
        NightAnswer::new(night, false, arguments.luck.threads, watch)
    });
    delivery.answer(&answer.map_err(Failure::wrong)?)
}
