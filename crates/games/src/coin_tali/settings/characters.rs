//! Characters and their powers; the leaflet has none, so each table defines its own.

use crate::kit::rules::{MOST_COINS, ReadAs, Readable};
use crate::kit::{Takes, Value};
use tali_core::messages::abridged;

use super::values::{named_twice, unknown_word};

/// The character of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Character {
    pub name: String,
    pub powers: Vec<Power>,
}

/// A power that a character can use once per round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Power {
    /// Its name, or by default its number on the character's card, from 1.
    pub name: String,
    pub cost: i64,
    pub effect: Effect,
}

/// The effect of a power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Effect {
    /// Throws this many bones again.
    Reroll(u32),
    /// Turns this many bones over.
    Turn(u32),
    /// Adds this much to the score.
    Add(u32),
    /// Exempts the seat from these charges: 1s, Canis, Vultures.
    Immune([bool; 3]),
}

pub(crate) const CHARGES: [&str; 3] = ["ones", "canis", "vultures"];
const EFFECTS: [&str; 4] = ["reroll", "turn", "add", "immune"];
const KEYS: [&str; 6] = ["name", "cost", "reroll", "turn", "add", "immune"];

/// The characters at a table: none, or one for each seat.
#[derive(Clone, Debug)]
pub(crate) struct Characters(pub Vec<Character>);

impl Readable for Characters {
    const TAKES: Takes = Takes::Own(
        "a list with one table for each seat, such as [{name = \"Medusa\", powers = \
         [{name = \"gaze\", cost = 2, turn = 1}]}, {}], or an empty list",
    );

    fn read(_: Takes, value: &Value, seats: usize) -> ReadAs<Self> {
        characters(value, seats).map(Self).map_err(Some)
    }
}

fn characters(value: &Value, seats: usize) -> Result<Vec<Character>, String> {
    let Some(list) = value.list() else {
        return Err(format!("characters are {}", Characters::TAKES.allowed()));
    };
    if !list.is_empty() && list.len() != seats {
        return Err(format!("{} characters are given for {seats} seats; give one for each", list.len()));
    }
    let one = |(number, value): (usize, &Value)| {
        character(value).map_err(|problem| format!("character {number}: {problem}"))
    };
    (1..).zip(list).map(one).collect()
}

fn character(value: &Value) -> Result<Character, String> {
    let Some(entries) = value.table() else {
        return Err("a character is a table such as {name = \"Medusa\", powers = []}".to_owned());
    };
    let mut character = Character::default();
    for (key, value) in entries {
        match key.as_str() {
            "name" => character.name = name(value)?,
            "powers" => {
                let powers = value.list().ok_or("`powers` is a list of tables")?;
                let one = |(number, value): (usize, &Value)| {
                    power(value).map_err(|problem| format!("power {number}: {problem}"))
                };
                character.powers = (1..).zip(powers).map(one).collect::<Result<_, String>>()?;
                let names = character.powers.iter().map(|power| power.name.as_str());
                let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
                if let Some(problem) = named_twice(&names) {
                    return Err(format!("power {problem}"));
                }
            }
            odd => return Err(unknown_key(odd, &["name", "powers"])),
        }
    }
    Ok(character)
}

fn unknown_key(odd: &str, known: &[&str]) -> String {
    unknown_word("key", &[odd], known).unwrap_or_default()
}

/// Reads a short name of one line that is not a number.
fn name(value: &Value) -> Result<String, String> {
    const LONGEST: usize = 40;
    let name = value.word().ok_or("`name` is a text that does not begin with a digit")?;
    let fits = !name.trim().is_empty()
        && name.chars().count() <= LONGEST
        && !name.chars().any(tali_core::messages::steers);
    if fits {
        Ok(name.trim().to_owned())
    } else {
        Err(format!("`{}` is not a name; a name has 1 to {LONGEST} characters", abridged(name)))
    }
}

fn power(value: &Value) -> Result<Power, String> {
    let entries = value.table().ok_or("a power is a table such as {name = \"gaze\", cost = 2, turn = 1}")?;
    let (mut named, mut cost) = (String::new(), 0);
    let mut effects = Vec::new();
    let whole = |key: &str, value: &Value, least: i64, most: i64| {
        value
            .whole()
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| format!("`{key}` is a whole number from {least} to {most}, not {}", value.found()))
    };
    let small = |key: &str, value: &Value, most| {
        whole(key, value, 1, most).and_then(|number| u32::try_from(number).map_err(|error| error.to_string()))
    };
    for (key, value) in entries {
        let effect = match key.as_str() {
            "name" => {
                named = name(value)?;
                continue;
            }
            "cost" => {
                cost = whole(key, value, 0, MOST_COINS)?;
                continue;
            }
            "reroll" => Effect::Reroll(small(key, value, 4)?),
            "turn" => Effect::Turn(small(key, value, 4)?),
            "add" => Effect::Add(small(key, value, 1000)?),
            "immune" => Effect::Immune(immune(value)?),
            odd => return Err(unknown_key(odd, &KEYS)),
        };
        effects.push((key.as_str(), effect));
    }
    match effects.as_slice() {
        [(_, effect)] => Ok(Power { name: named, cost, effect: *effect }),
        [] => Err(format!("it has no effect; give one of {}", EFFECTS.join(", "))),
        [(one, _), (two, _), ..] => Err(format!("it has two effects, `{one}` and `{two}`; give only one")),
    }
}

fn immune(value: &Value) -> Result<[bool; 3], String> {
    let words: Option<Vec<&str>> = value.list().and_then(|list| list.iter().map(Value::word).collect());
    let words = words.filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| format!("`immune` is a list of {}", CHARGES.join(", ")))?;
    unknown_word("charge", &words, &CHARGES).map_or(Ok(CHARGES.map(|charge| words.contains(&charge))), Err)
}
