//! `games` and `rules`

use super::args::{FormArgs, RulesArgs};
use super::deliver::Delivery;
use super::failure::{Failure, wrong};
use super::game_file;
use crate::games::all;
use crate::output::{Catalogue, Form, GameRules};

pub(super) fn catalogue(arguments: &FormArgs) -> Result<(), Failure> {
    Delivery::without_chart("games", arguments)?.answer(&Catalogue(all().collect()))
}

pub(super) fn rules(arguments: &RulesArgs) -> Result<(), Failure> {
    let game = game_file::find(&arguments.game)?;
    let delivery = Delivery::without_chart("rules", &arguments.form)?;
    let rules = GameRules(game);
    if arguments.file {
        if game.file.is_empty() {
            let with = all().filter(|game| !game.file.is_empty()).map(|game| game.name).collect::<Vec<_>>();
            return Err(wrong!(
                "{} cannot be written as a game file; these can: {}",
                game.name,
                with.join(", ")
            ));
        }
        if arguments.form.format != Form::Table {
            return Err(wrong!("--file is a form of its own; leave out --format"));
        }
        return delivery.text_as_it_is(game.file);
    }
    if !arguments.toml {
        return delivery.answer(&rules);
    }
    if arguments.form.format != Form::Table {
        return Err(wrong!("--toml is a form of its own; leave out --format"));
    }
    delivery.text_as_it_is(&rules.toml())
}
