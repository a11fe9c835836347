//! The table that is asked for, all of it checked.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::args::TableArgs;
use super::faces;
use super::failure::{Failure, could_not, shown, wrong};
use crate::analysis::Setting;
use crate::games::{self, Game, GameError, Playable, RuleError, Rules, RulesFileError, Value};
use crate::tali::USUAL_TALI;

/// The largest file of rules that is read, in bytes.
const LARGEST: u64 = 1 << 16;

/// Sets up a table of this game.
pub(super) fn set_up(game: &str, arguments: &TableArgs) -> Result<(Setting, Box<dyn Playable>), Failure> {
    let game = games::find(game).map_err(Failure::wrong)?;
    let players = arguments.players.unwrap_or(game.players.usual);
    let mut rules = game.rules(players).map_err(Failure::wrong)?;
    if let Some(path) = &arguments.rules {
        read_rules(path, game, &mut rules)?;
    }
    let mut seen: Vec<&str> = Vec::new();
    for rule in &arguments.rule {
        let Some((key, value)) = rule.split_once('=') else {
            return Err(wrong!("--rule `{rule}`: a rule is given as KEY=VALUE, such as --rule fee=2"));
        };
        if seen.contains(&key.trim()) {
            return Err(wrong!("--rule {} is given twice", key.trim()));
        }
        seen.push(key.trim());
        let changed = Value::parse(value).and_then(|value| rules.set(key.trim(), value));
        changed.map_err(|error| wrong!("--rule {}: {error}", key.trim()))?;
    }
    let bones = faces::sets(&arguments.faces, USUAL_TALI)?;
    let setting = Setting { game, players, rules, bones, remarks: Vec::new() };
    let table = setting.table().map_err(no_table)?;
    Ok((setting, table))
}

/// Why there is no such table.
pub(super) fn no_table(error: GameError) -> Failure {
    match error {
        GameError::Rule(RuleError::TooLong) => Failure::CouldNot(error.into()),
        error => Failure::wrong(error),
    }
}

/// Reads a file of rules: one `KEY = VALUE` a line.
fn read_rules(path: &Path, game: &Game, rules: &mut Rules) -> Result<(), Failure> {
    let text = read_text(path, LARGEST, "64 KiB; a file of rules has a few lines")?;
    let wrong = |error: RulesFileError| wrong!("{}: {error}", shown(path));
    games::read_rules(&text, game, rules).map_err(wrong)
}

/// The text of a file that is no larger than that.
pub(super) fn read_text(path: &Path, largest: u64, in_words: &str) -> Result<String, Failure> {
    let cannot = |error: std::io::Error| could_not!("cannot read {}: {error}", shown(path));
    let mut text = String::new();
    File::open(path).map_err(cannot)?.take(largest + 1).read_to_string(&mut text).map_err(cannot)?;
    if text.len() as u64 > largest {
        return Err(wrong!("{} is larger than {in_words}", shown(path)));
    }
    Ok(text)
}
