//! `games` and `rules`

use super::args::{FormArgs, RulesArgs};
use super::deliver::Delivery;
use super::failure::{Failure, wrong};
use super::game_file;
use crate::games::ALL;
use crate::output::{Catalogue, Form, GameRules};

pub(super) fn catalogue(arguments: &FormArgs) -> Result<(), Failure> {
    Delivery::without_chart("games", arguments)?.answer(&Catalogue(&ALL))
}

pub(super) fn rules(arguments: &RulesArgs) -> Result<(), Failure> {
    let game = game_file::find(&arguments.game)?;
    let delivery = Delivery::without_chart("rules", &arguments.form)?;
    let rules = GameRules(game);
    if !arguments.toml {
        return delivery.answer(&rules);
    }
    if arguments.form.format != Form::Table {
        return Err(wrong!("--toml is a form of its own; leave out --format"));
    }
    delivery.text_as_it_is(&rules.toml())
}
