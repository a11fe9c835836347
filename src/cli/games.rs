//! `games` and `rules`

use super::args::{FormArgs, RulesArgs};
use super::deliver::Delivery;
use super::failure::{Failure, wrong};
use super::game_file;
use crate::games::all;
use crate::output::{Catalogue, Form, GameRules};

pub(super) fn catalogue(arguments: &FormArgs) -> Result<(), Failure> {
    Delivery::without_chart("games", arguments, &[])?.answer(&Catalogue(all().collect()))
}

pub(super) fn rules(arguments: &RulesArgs) -> Result<(), Failure> {
    let game = game_file::find(&arguments.game)?;
    let delivery = Delivery::without_chart("rules", &arguments.form, &[])?;
    let rules = GameRules(game);
    if (arguments.file || arguments.toml) && arguments.form.format != Form::Table {
        let option = if arguments.file { "--file" } else { "--toml" };
        return Err(wrong!("{option} is a form of its own; leave out --format"));
    }
    if arguments.file {
        if game.file.is_empty() {
            let with = game_file::names(|game| !game.file.is_empty());
            return Err(wrong!("{} cannot be written as a game file; these can: {with}", game.name));
        }
        return delivery.text_as_it_is(game.file);
    }
    if arguments.toml { delivery.text_as_it_is(&rules.toml()) } else { delivery.answer(&rules) }
}
