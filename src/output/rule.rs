//! The rules of a table and its house rules, in the words of players.

use super::words::{capitalised, listed, uncapitalised};
use crate::analysis::Setting;
use crate::games::{BLANK, Key, Sentence, Takes, Value};

/// Plural nouns after a number in a rule, with their singulars.
const ONE: [(&str, &str); 23] = [
    ("armies", "army"),
    ("casts", "cast"),
    ("centuries", "century"),
    ("centurions", "centurion"),
    ("chips", "chip"),
    ("coins", "coin"),
    ("coppers", "copper"),
    ("counters", "counter"),
    ("days", "day"),
    ("dice", "die"),
    ("laps", "lap"),
    ("matches", "match"),
    ("men", "man"),
    ("people", "person"),
    ("pieces", "piece"),
    ("plies", "ply"),
    ("points", "point"),
    ("rounds", "round"),
    ("squares", "square"),
    ("stones", "stone"),
    ("tali", "talus"),
    ("throws", "throw"),
    ("times", "time"),
];

/// What a rule means, with `…` for its value.
pub(super) fn reading(key: &Key) -> String {
    // At the end of a sentence the ellipsis also serves as the full stop.
    key.reading.replacen("_.", "…", 1).replacen(BLANK, "…", 1)
}

/// The sentence of a rule with a value filled in: `The fee is 8 coins.`
fn filled(key: &Key, value: &Value) -> Option<String> {
    let Sentence { before, after, .. } = key.sentence()?;
    let of_seats =
        matches!(value, Value::List(_)) && key.takes != Takes::Numbers && key.takes.can_differ_by_seat();
    let value = in_words(value)?;
    let one = ["1", "one"].contains(&value.as_str());
    let of_one = ONE.iter().filter(|_| one).find_map(|(many, one)| {
        let rest = after.strip_prefix(' ')?.strip_prefix(many)?;
        (!rest.starts_with(char::is_alphabetic)).then(|| format!(" {one}{rest}"))
    });
    let said = format!("{before}{value}{}", of_one.as_deref().unwrap_or(after));
    Some(if of_seats { format!("{}, in the order of the seats.", said.trim_end_matches('.')) } else { said })
}

/// The rules of a table that differ from the usual ones, in sentences; numbers with the usual value.
pub(super) fn of_the_house(setting: &Setting) -> Vec<String> {
    let changed = setting.rules.changed();
    let shown = changed.iter().filter_map(|(name, value)| {
        let key = setting.game.key(name)?;
        // Not a house rule if most tables play it.
        let is_usual =
            key.usual.is_some_and(|usual| Value::parse(usual.value).is_ok_and(|usual| usual == **value));
        (!is_usual && setting.game.is_in_play(&setting.rules, name)).then_some((key, *value))
    });
    shown
        .map(|(key, value)| {
            let title = capitalised(&title(key));
            match (value, Value::parse(key.default)) {
                (Value::Number(number), Ok(Value::Number(usual))) => {
                    let said = filled(key, value).unwrap_or_else(|| format!("{title} {number}"));
                    format!("{} (default {usual}).{}", said.trim_end_matches('.'), of_nought(key, value))
                }
                // Only the card has room for longer explanations.
                _ => filled(key, value).unwrap_or_else(|| format!("{title}.")),
            }
        })
        .collect()
}

/// The house rules in sentences, or as typed if they have none.
pub(super) fn changed(setting: &Setting) -> Vec<String> {
    let changed = setting.rules.changed();
    let said = changed.iter().map(|(name, value)| {
        let said = setting.game.key(name).and_then(|key| filled(key, value));
        said.unwrap_or_else(|| format!("{name} = {value}."))
    });
    said.collect()
}

/// The name of a rule in words.
fn title(key: &Key) -> String {
    key.name.replace('_', " ")
}

/// What a rule says about a special meaning of 0: ` With 0 there is no limit.`
fn of_nought(key: &Key, value: &Value) -> String {
    let more = key.sentence().map_or("", |sentence| sentence.more);
    let said = more.find("With 0 ").filter(|_| value.to_string() == "0");
    said.map_or_else(String::new, |start| format!(" {}", &more[start..]))
}

/// The value of a rule that follows another rule.
const SAID_ELSEWHERE: &str = "set";

/// The explanation of one of a rule's words, from a reading that explains each of them as `"word": …`.
fn in_force(key: &Key, value: &Value) -> Option<String> {
    let (Takes::Word(words), Value::Word(word)) = (key.takes, value) else { return None };
    let start_of = |word: &str| {
        let start = format!("\"{word}\": ");
        key.reading.find(&start).map(|at| (at, at + start.len()))
    };
    let (_, start) = start_of(word)?;
    let starts = words.iter().filter_map(|word| start_of(word).map(|(start, _)| start));
    let end = starts.filter(|other| *other > start).min().unwrap_or(key.reading.len());
    let explained = key.reading[start..end].trim_end_matches(['.', ' ']);
    let Some(Sentence { before, after, .. }) = key.sentence() else { return Some(explained.to_owned()) };
    // `Charges apply to: …` ends with the meaning of the word.
    let about = if before.ends_with(": ") && after == "." {
        before.to_owned()
    } else {
        format!("{}: ", filled(key, value)?.trim_end_matches('.'))
    };
    Some(format!("{}{explained}", uncapitalised(&about)))
}

/// A change of a rule: `the rule target from 100 to 40`.
pub(super) fn change(setting: &Setting, key: &Key, value: &Value) -> String {
    let now = Value::parse(&setting.rules.value(key.name)).ok();
    let from = match &now {
        Some(Value::Word(word)) if word == SAID_ELSEWHERE => String::new(),
        Some(Value::List(list)) if list.len() > LONGEST => format!(" from its {} casts", list.len()),
        now => now.as_ref().and_then(in_words).map_or_else(String::new, |now| format!(" from {now}")),
    };
    let to = in_words(value).unwrap_or_else(|| value.to_string());
    let says = in_force(key, value).map_or_else(String::new, |says| format!(" ({says})"));
    format!("the rule {}{from} to {to}{says}", title(key))
}

/// A change of a rule, as short as possible: `Ante 8 instead of 0`, `With rake`.
pub(super) fn instead(setting: &Setting, key: &str, was: &str, value: &Value) -> String {
    let title = key.replace('_', " ");
    let is_ladder = setting.game.key(key).is_some_and(|key| key.takes == Takes::Casts);
    let was = Value::parse(was).ok();
    let said = |value: &Value| in_words(value).unwrap_or_else(|| value.to_string());
    let (was, value) = match (was, value) {
        (_, Value::Truth(true)) => return format!("With {title}"),
        (_, Value::Truth(false)) => return format!("Without {title}"),
        (Some(Value::List(was)), Value::List(casts)) if is_ladder => {
            let shown = in_words(value).unwrap_or_else(|| format!("of {} casts", casts.len()));
            (format!("{} casts", was.len()), shown)
        }
        (was, value) => (was.as_ref().map_or_else(String::new, said), said(value)),
    };
    let title = if key == "target" { "Play to".to_owned() } else { capitalised(&title) };
    format!("{title} {value} instead of {was}")
}

/// Longer lists are not spelled out.
const LONGEST: usize = 6;

/// A value in plain words, without file syntax; `None` if it is too long.
fn in_words(value: &Value) -> Option<String> {
    Some(match value {
        Value::Truth(truth) => if *truth { "yes" } else { "no" }.to_owned(),
        Value::Word(word) => word.clone(),
        Value::Number(number) => number.to_string(),
        Value::List(list) if list.is_empty() => "none".to_owned(),
        Value::List(list) if list.len() <= LONGEST && list.iter().all(is_plain) => {
            listed(&list.iter().filter_map(in_words).collect::<Vec<_>>())
        }
        Value::Table(entries) if entries.iter().all(|(_, value)| is_plain(value)) => {
            let entries =
                entries.iter().filter_map(|(name, value)| Some(format!("{name} {}", in_words(value)?)));
            entries.collect::<Vec<_>>().join(", ")
        }
        Value::List(_) | Value::Table(_) => return None,
    })
}

/// Whether a value is not composed of others.
fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::List(_) | Value::Table(_))
}
