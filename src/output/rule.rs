//! The rules of a table that its house has changed, as players say them.

use super::words::capitalised;
use crate::analysis::Setting;
use crate::games::{Key, Takes, Value};

/// The rules that a table plays otherwise than usual: numbers with what is usual, all others by name, since the card says
/// what they are.
pub(super) fn of_the_house(setting: &Setting) -> Vec<String> {
    let changed = setting.rules.changed();
    let told = changed.iter().filter(|(name, value)| {
        let usual = setting.game.key(name).and_then(|key| key.usual);
        // What most tables play by is no rule of the house.
        let is_usual =
            usual.is_some_and(|usual| Value::parse(usual.value).is_ok_and(|usual| usual == **value));
        !is_usual && setting.game.is_in_play(&setting.rules, name)
    });
    told.map(|(name, value)| {
        let title = name.replace('_', " ");
        let usual = setting.game.key(name).map_or("", |key| key.default);
        match (value, Value::parse(usual)) {
            (Value::Number(_), Ok(Value::Number(_))) => {
                format!("{title} {} (usually {})", in_words(&value.to_string()), in_words(usual))
            }
            _ => title,
        }
    })
    .collect()
}

/// The value of a rule that goes by another.
const SAID_ELSEWHERE: &str = "\"set\"";

/// What a rule says for one of the words that it takes, of a reading that explains each of them as `"word": …`.
pub(super) fn in_force(key: &Key, value: &str) -> Option<String> {
    let Takes::Word(words) = key.takes else { return None };
    let starts = words.iter().filter_map(|word| key.reading.find(&format!("\"{word}\": ")));
    let mut starts: Vec<usize> = starts.collect();
    starts.sort_unstable();
    let start = key.reading.find(&format!("{value}: "))?;
    let end = starts.iter().find(|other| **other > start).copied().unwrap_or(key.reading.len());
    let explained = key.reading[start..end].trim_start_matches(value).trim_matches([':', '.', ' ']);
    let about = key.reading[..*starts.first()?].trim_end_matches(['.', ' ']);
    Some(if about.is_empty() { explained.to_owned() } else { format!("{about}: {explained}") })
}

/// A rule that is played otherwise: `the rule target from 100 to 40`.
pub(super) fn change(setting: &Setting, key: &Key, value: &Value) -> String {
    const LONGEST: usize = 6;
    let now = setting.rules.value(key.name);
    let from = match Value::parse(&now) {
        _ if now == SAID_ELSEWHERE => String::new(),
        Ok(Value::List(list)) if key.takes == Takes::Casts && list.len() > LONGEST => {
            format!(" from its {} casts", list.len())
        }
        _ => format!(" from {}", in_words(&now)),
    };
    let value = value.to_string();
    let says = in_force(key, &value).map_or_else(String::new, |says| format!(" ({says})"));
    format!("the rule {}{from} to {}{says}", key.name.replace('_', " "), in_words(&value))
}

/// A rule that is to be played otherwise, as short as can be: `Ante 8 instead of 0`, `With rake`.
pub(super) fn instead(setting: &Setting, key: &str, was: &str, value: &Value) -> String {
    let title = key.replace('_', " ");
    let is_ladder = setting.game.key(key).is_some_and(|key| key.takes == Takes::Casts);
    let (was, value) = match (Value::parse(was), value) {
        (_, Value::Truth(true)) => return format!("With {title}"),
        (_, Value::Truth(false)) => return format!("Without {title}"),
        (Ok(Value::List(was)), Value::List(value)) if is_ladder => {
            (was.len().to_string(), format!("of {} casts", value.len()))
        }
        _ => (in_words(was), in_words(&value.to_string())),
    };
    let title = if key == "target" { "Play to".to_owned() } else { capitalised(&title) };
    format!("{title} {value} instead of {was}")
}

/// A value as a player reads it, without the signs of a file.
fn in_words(value: &str) -> String {
    match value {
        "true" => return "yes".to_owned(),
        "false" => return "no".to_owned(),
        _ => {}
    }
    value.replace(['"', '[', ']'], "").replace(" = ", " ").replace(['{', '}'], "")
}
