//! `check`

use super::args::CheckArgs;
use super::deliver::Delivery;
use super::failure::{Failure, wrong};
use super::game_file;
use super::system::watched;
use super::table::set_up;
use crate::analysis::CheckAnswer;
use crate::games::own;

/// The most throws and choices examined without `--all`: about half a second's worth.
const USUAL: usize = 60_000;

/// The most throws and choices examined with `--all`.
const ALL: usize = 20_000_000;

pub(super) fn answer(arguments: &CheckArgs) -> Result<(), Failure> {
    let inputs: Vec<_> = arguments.files.iter().filter_map(|file| game_file::inputs(file)).collect();
    let delivery = Delivery::without_chart("check", &arguments.form, &inputs)?;
    let most = if arguments.all { ALL } else { USUAL };
    let mut answers = Vec::new();
    for file in &arguments.files {
        if !game_file::is_file(file) {
            return Err(wrong!("{file} is not a game file; its name ends in .game or contains a folder"));
        }
        let (setting, _) = set_up(file, &arguments.table())?;
        let sets: Vec<_> = setting.bones.iter().map(|bones| bones.set().clone()).collect();
        let survey = watched(1, "files", |_| own::survey(setting.game, &setting.rules, &sets, most));
        let survey = survey.map_err(Failure::wrong)?;
        answers.push(CheckAnswer::new(setting, survey, arguments.all));
    }
    delivery.answer(answers.as_slice())
}
