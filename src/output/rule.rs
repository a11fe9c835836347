//! The rules of a table as players say them.

use crate::analysis::Setting;
use crate::games::{Key, Takes, Value};

/// Of games with more rules only those of the house are explained: the rest is said in the reading.
const MOST_EXPLAINED: usize = 10;

/// A rule in words.
pub(super) struct Rule {
    /// Its name.
    pub name: String,
    /// Its value, but of a word that is explained.
    pub value: Option<String>,
    /// What it says.
    pub says: String,
    /// Whether it is one of the house.
    pub is_changed: bool,
}

/// The rules of a table that its players are told: those of the house, and the others where they are few.
pub(super) fn told(setting: &Setting) -> Vec<Rule> {
    let all = of(setting).count() <= MOST_EXPLAINED;
    of(setting).filter(|rule| all || rule.is_changed).collect()
}

/// How the rules are read of what is in play at a table.
pub(super) fn reading(setting: &Setting) -> impl Iterator<Item = &'static str> + '_ {
    let game = setting.game;
    game.reading.iter().copied().filter(|line| game.is_in_play(&setting.rules, line))
}

/// All rules of a table that mean something there, but those that go by another.
fn of(setting: &Setting) -> impl Iterator<Item = Rule> + '_ {
    let changed = setting.rules.changed();
    setting.game.keys.iter().filter_map(move |key| {
        let value = setting.rules.value(key.name);
        let is_changed = changed.iter().any(|(name, _)| *name == key.name);
        // Nobody has to be told what is not paid.
        let is_free = key.takes == Takes::Coins && value == "0" && !is_changed;
        if is_free || !setting.game.is_in_play(&setting.rules, key.name) {
            return None;
        }
        let name = key.name.replace('_', " ");
        let rule = match in_force(key, &value) {
            Some(says) => Rule { name, value: None, says, is_changed },
            None => Rule { name, value: Some(in_words(&value)), says: key.reading.to_owned(), is_changed },
        };
        (value != SAID_ELSEWHERE).then_some(rule)
    })
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

/// A value as a player reads it, without the signs of a file.
fn in_words(value: &str) -> String {
    match value {
        "true" => return "yes".to_owned(),
        "false" => return "no".to_owned(),
        _ => {}
    }
    value.replace(['"', '[', ']'], "").replace(" = ", " ").replace(['{', '}'], "")
}
