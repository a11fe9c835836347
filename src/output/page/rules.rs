//! The rules of a table as players say them.

use crate::analysis::Setting;
use crate::games::{Key, Takes};

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

/// All rules of a table but those that go by another.
pub(super) fn of(setting: &Setting) -> impl Iterator<Item = Rule> + '_ {
    let changed = setting.rules.changed();
    setting.game.keys.iter().filter_map(move |key| {
        let value = setting.rules.value(key.name);
        let is_changed = changed.iter().any(|(name, _)| *name == key.name);
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
fn in_force(key: &Key, value: &str) -> Option<String> {
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

/// A value as a player reads it, without the signs of a file.
fn in_words(value: &str) -> String {
    value.replace(['"', '[', ']'], "").replace(" = ", " ").replace(['{', '}'], "")
}
