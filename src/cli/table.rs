//! Sets up the requested table and checks all of it.

use std::path::{Path, PathBuf};

use super::args::{HouseArgs, TableArgs};
use super::faces;
use super::failure::{Failure, could_not, shown, wrong};
use super::game_file;
use super::system;
use super::texts::{cannot_read, read_file};
use crate::analysis::Setting;
use crate::games::{self, Game, GameError, Playable, Rules, RulesFileError, TableError, Takes, Value};
use crate::messages::abridged;
use crate::tali::USUAL_TALI;

/// Sets up a table of this game.
pub(super) fn set_up(game: &str, arguments: &TableArgs) -> Result<(Setting, Box<dyn Playable>), Failure> {
    set_up_by("--rule", game, arguments)
}

/// The same with the house rules of `--versus`: rules, and at most one file of rules.
pub(super) fn set_up_versus(
    game: &str,
    arguments: &TableArgs,
    versus: &[String],
) -> Result<(Setting, Box<dyn Playable>), Failure> {
    let is_file = |text: &&String| !text.contains('=');
    let mut files = versus.iter().filter(is_file);
    let rules = files.next().map(PathBuf::from);
    if let Some(second) = files.next() {
        return Err(wrong!("--versus {}: a set of house rules has only one file", abridged(second)));
    }
    let rule = versus.iter().filter(|text| !is_file(text)).cloned().collect();
    let house = HouseArgs { rule, rules, ..arguments.house.clone() };
    set_up_by("--versus", game, &TableArgs { house, ..arguments.clone() })
}

/// A rule that makes a game without bones use them, if there is one.
fn rule_with_bones(game: &Game, rules: &Rules) -> Option<(&'static str, &'static str)> {
    game.keys.iter().find_map(|key| {
        let Takes::Word(words) = key.takes else { return None };
        let plays_with_bones = |word: &&&str| {
            let mut changed = rules.clone();
            let set = Value::parse(word).and_then(|value| changed.set(key.name, value));
            set.is_ok() && game.has_tali(&changed)
        };
        Some((key.name, *words.iter().find(plays_with_bones)?))
    })
}

fn set_up_by(
    option: &str,
    game: &str,
    arguments: &TableArgs,
) -> Result<(Setting, Box<dyn Playable>), Failure> {
    let game = game_file::find(game)?;
    let house = &arguments.house;
    let players = house.players.unwrap_or(game.players.usual);
    let mut rules = game.rules(players).map_err(Failure::wrong)?;
    if let Some(path) = &house.rules {
        read_rules(path, &mut rules)?;
    }
    let mut seen: Vec<&str> = Vec::new();
    for rule in &house.rule {
        let Some((key, value)) = rule.split_once('=') else {
            return Err(wrong!(
                "{option} `{}`: write a rule as KEY=VALUE, such as {option} fee=2",
                abridged(rule)
            ));
        };
        let key = key.trim();
        if seen.contains(&key) {
            return Err(wrong!("{option} {} is given twice", abridged(key)));
        }
        seen.push(key);
        let changed = Value::parse(value).and_then(|value| rules.set(key, value));
        changed.map_err(|error| wrong!("{option} {}: {error}", abridged(key)))?;
    }
    rules.set_play(&arguments.play).map_err(|error| wrong!("--play: {error}"))?;
    if !game.has_tali(&rules) && !arguments.faces.is_empty() {
        return Err(match rule_with_bones(game, &rules) {
            Some((key, word)) => wrong!(
                "--faces: with these rules {} is played without bones; {option} {key}={word} uses them",
                game.name
            ),
            None if game.key("die").is_some() => wrong!(
                "--faces: {} is played without bones; {option} die=[1,0,4,4,0,1] sets the weights of its dice",
                game.name
            ),
            None => wrong!("--faces: {} is played without bones; leave it out", game.name),
        });
    }
    let bones = faces::sets(&arguments.faces, USUAL_TALI)?;
    if game.one_set && bones.len() > 1 {
        return Err(Failure::wrong(GameError::OneSet(game.name)));
    }
    let mut setting = Setting::new(game, rules, bones);
    setting.store = Some(system::store(!arguments.cache.no_cache, arguments.table.as_deref()));
    let mut table = setting.table().map_err(Failure::wrong)?;
    if let Some(path) = &arguments.table {
        let file = system::parts(path).map_err(|error| cannot_read(path, &error))?;
        table.look_up_in(file, !arguments.reads_parts).map_err(|error| match error {
            TableError::Unreadable(_) => could_not!("--table {}: {error}", shown(path)),
            error => wrong!("--table {}: {error}", shown(path)),
        })?;
    }
    setting.note(table.as_ref());
    Ok((setting, table))
}

/// Checks that an evening can be played with purses of this size.
pub(super) fn purse_is_enough(setting: &Setting, table: &dyn Playable, purse: u64) -> Result<(), Failure> {
    if setting.game.is_match(&setting.rules) {
        return Err(wrong!(
            "--purse: with these rules a game is already a whole evening; the rule `purse` sets what each seat brings"
        ));
    }
    let least = table.purses().least_purse();
    if purse < least {
        return Err(wrong!(
            "--purse {purse}: an evening of this game takes {least} {} from every seat at the start; give {} or more",
            setting.money(),
            table.purses().least_to_play()
        ));
    }
    Ok(())
}

/// Reads a file of rules, with one `KEY = VALUE` per line.
fn read_rules(path: &Path, rules: &mut Rules) -> Result<(), Failure> {
    let text = read_file(path, "a file of rules has a few lines").map_err(|error| {
        match path.to_str().filter(|text| text.contains('=')) {
            Some(rule) => {
                wrong!("--rules takes a file of rules; for a single rule use --rule {}", abridged(rule))
            }
            None => error,
        }
    })?;
    let wrong = |error: RulesFileError| wrong!("{}: {error}", shown(path));
    games::read_rules(&text, rules).map_err(wrong)
}
