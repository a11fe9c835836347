//! `games` and `rules`

use std::path::Path;

use super::args::{FormArgs, RulesArgs, TableArgs};
use super::deliver::Delivery;
use super::failure::{Failure, wrong};
use super::game_file;
use super::table::set_up;
use crate::games::all;
use crate::output::{Catalogue, Form, GameRules, PrintedCard};

pub(super) fn catalogue(arguments: &FormArgs) -> Result<(), Failure> {
    Delivery::without_chart("games", arguments, &[])?.answer(&Catalogue(all().collect()))
}

pub(super) fn rules(arguments: &RulesArgs) -> Result<(), Failure> {
    let delivery = Delivery::without_chart("rules", &arguments.form, arguments.house.inputs().as_slice())?;
    if arguments.card {
        return card(arguments, &delivery);
    }
    if !arguments.house.is_empty() {
        return Err(wrong!("--players, --rule and --rules work only with --card; add it"));
    }
    let game = game_file::find(&arguments.game)?;
    let rules = GameRules(game);
    if (arguments.file || arguments.toml) && arguments.form.format != Form::Table {
        let option = if arguments.file { "--file" } else { "--toml" };
        return Err(wrong!("{option} has a format of its own; leave out --format"));
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

/// The rules card alone: as plain text, or as a page if HTML is requested.
fn card(arguments: &RulesArgs, delivery: &Delivery) -> Result<(), Failure> {
    let ending = arguments.form.output.as_deref().and_then(Path::extension);
    let is_page = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("html"));
    let table = TableArgs { house: arguments.house.clone(), ..TableArgs::default() };
    let (setting, _) = set_up(&arguments.game, &table)?;
    let card = PrintedCard(setting);
    match arguments.form.format {
        Form::Html => delivery.text_as_it_is(&card.html()),
        Form::Table if is_page => delivery.text_as_it_is(&card.html()),
        Form::Table => delivery.text_as_it_is(&card.text()),
        _ => Err(wrong!("--card prints text or a page; leave out --format, or use --format html")),
    }
}
