//! The rules of a game at a table.

mod key;
mod play;
mod value;

pub(crate) use key::LARGEST_IN_FILE;
use key::chance_of_text;
pub use key::{BLANK, EndsBy, Key, MOST_COINS, Sentence, Takes, Usual};
pub(crate) use key::{OfSeats, ReadAs, Readable, Rule, chance, words};
pub use play::{Play, PlayError, PolicyInfo, StandIn};
pub use value::Value;

use serde::ser::{Serialize, SerializeMap, Serializer};

use tali_core::messages::{abridged, did_you_mean};
use tali_core::toml_text::{self, Item, TomlError};

/// Errors in house rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// The text is not a value.
    #[error(
        "`{0}` is not a value; write a whole number, a decimal, a fraction such as \"3/2\", a word or a list"
    )]
    Unreadable(String),
    /// The game does not have this key.
    #[error("{game} has no rule `{key}`; {allowed}{hint}")]
    UnknownKey {
        /// The game.
        game: &'static str,
        /// The key.
        key: String,
        /// The keys of the game, in words.
        allowed: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// The key does not take this value.
    #[error("`{key}` is {allowed}, not {found}{hint}")]
    WrongValue {
        /// The key.
        key: &'static str,
        /// The allowed values.
        allowed: String,
        /// What was found.
        found: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// The key does not take this value, with a specific reason.
    #[error("`{key}`: {complaint}")]
    Complaint {
        /// The key.
        key: &'static str,
        /// What is wrong, and what is allowed.
        complaint: String,
    },
    /// The policies are wrong.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The game file cannot be played by these rules.
    #[error("{0}")]
    File(String),
}

/// An error in a file of rules, with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesFileError {
    /// The file is not valid TOML.
    #[error(transparent)]
    Toml(#[from] TomlError),
    /// A rule is wrong.
    #[error("line {line}: {error}")]
    Rule {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: RuleError,
    },
    /// The file is for another game.
    #[error("line {line}: these are rules of `{found}`, not of {game}")]
    OtherGame {
        /// The line, from 1.
        line: usize,
        /// The game named in the file.
        found: String,
        /// The game being played.
        game: &'static str,
    },
}

/// Reads a file of rules, one `KEY = VALUE` per line, and applies them. The file may name its `game`.
///
/// # Errors
///
/// [`RulesFileError`], with the line.
pub fn read_rules(text: &str, rules: &mut Rules) -> Result<(), RulesFileError> {
    for (name, value) in &toml_text::parse(text)?.entries {
        let line = name.line;
        if name.text != "game" {
            rules.read(&name.text, value).map_err(|error| RulesFileError::Rule { line, error })?;
        } else if value.text() != Some(rules.game) {
            let found = abridged(&value.digits());
            return Err(RulesFileError::OtherGame { line, found, game: rules.game });
        }
    }
    Ok(())
}

/// The rules of a game at a table: a value for every key.
#[derive(Clone, Debug)]
pub struct Rules {
    game: &'static str,
    keys: &'static [Key],
    /// In the order of the keys.
    values: Vec<Value>,
    pub(crate) seats: usize,
    /// The policies of the game, the default first, and the one of each seat.
    policies: &'static [PolicyInfo],
    play: Vec<Play>,
}

impl Rules {
    /// Creates the default rules.
    pub(crate) fn new(
        game: &'static str,
        keys: &'static [Key],
        policies: &'static [PolicyInfo],
        seats: usize,
    ) -> Result<Self, RuleError> {
        let default = |key: &Key| Value::parse(key.default).and_then(|value| accepted(key, value, seats));
        let values = keys.iter().map(default).collect::<Result<_, _>>()?;
        let play = policies.first().map_or_else(Vec::new, |usual| vec![Play::usual(usual); seats]);
        Ok(Self { game, keys, values, seats, policies, play })
    }

    /// Sets the policies, in notation: one for all seats, or one for each in order.
    ///
    /// # Errors
    ///
    /// [`PlayError`], if the game has no choices, a policy is unknown, or the number is neither one nor that of the seats.
    pub fn set_play(&mut self, texts: &[impl AsRef<str>]) -> Result<(), PlayError> {
        self.play = play::read(self.game, self.policies, texts, self.seats)?;
        Ok(())
    }

    /// The number of seats.
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// The policy of each seat; empty if there are no choices.
    pub fn play(&self) -> &[Play] {
        &self.play
    }

    /// The policies of the game, the default first.
    pub const fn policies(&self) -> &'static [PolicyInfo] {
        self.policies
    }

    /// The policies, if any is not the default: one if all are equal, else one for each seat.
    pub fn changed_play(&self) -> Vec<String> {
        let usual = self.policies.first().map(|usual| usual.name);
        let names = once_if_alike(self.play.iter().map(Play::to_string).collect());
        if names.first().map(String::as_str) == usual && names.len() == 1 { Vec::new() } else { names }
    }

    /// The policy that each seat really follows, including stand-ins at this table.
    pub fn played(&self) -> Vec<String> {
        let named = |play: &Play| match play.stand_in(self) {
            Some(StandIn { policy, until }) => format!("{play} (as {policy}{until})"),
            None => play.to_string(),
        };
        self.play.iter().map(named).collect()
    }

    /// The policies that seats really follow, without repetition.
    pub fn played_policies(&self) -> Vec<&'static PolicyInfo> {
        let name = |play: &Play| play.stand_in(self).map_or(play.name(), |stand_in| stand_in.policy);
        let names: Vec<&str> = self.play.iter().map(name).collect();
        self.policies.iter().filter(|policy| names.contains(&policy.name)).collect()
    }

    /// The policies that seats really follow, if any is not the default: one if all are equal.
    pub fn shown_play(&self) -> Vec<String> {
        if self.changed_play().is_empty() && !self.has_stand_ins() {
            return Vec::new();
        }
        once_if_alike(self.played())
    }

    /// Whether another policy stands in for that of some seat.
    pub fn has_stand_ins(&self) -> bool {
        self.play.iter().any(|play| play.stand_in(self).is_some())
    }

    /// Sets a rule.
    ///
    /// # Errors
    ///
    /// [`RuleError`], if the game does not have the key or the key does not take the value.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), RuleError> {
        let index = self.index(key).ok_or_else(|| {
            let names = || self.keys.iter().map(|key| key.name);
            let allowed = match names().collect::<Vec<_>>().as_slice() {
                [] => "it has no rules to change".to_owned(),
                names => format!("its rules are {}", names.join(", ")),
            };
            let hint = did_you_mean(key, names());
            RuleError::UnknownKey { game: self.game, key: abridged(key), allowed, hint }
        })?;
        self.values[index] = accepted(&self.keys[index], value, self.seats)?;
        Ok(())
    }

    /// Sets a rule to a value from a file.
    ///
    /// # Errors
    ///
    /// The errors of [`Rules::set`].
    pub fn read(&mut self, key: &str, value: &Item<'_>) -> Result<(), RuleError> {
        self.set(key, Value::read(value)?)
    }

    /// The keys of the game.
    pub const fn keys(&self) -> &'static [Key] {
        self.keys
    }

    /// The value of a key, in TOML; empty for an unknown one.
    pub fn value(&self, key: &str) -> String {
        self.index(key).map_or_else(String::new, |index| self.values[index].to_string())
    }

    /// The keys with values other than the default, and these values.
    pub fn changed(&self) -> Vec<(&'static str, &Value)> {
        let pairs = self.keys.iter().zip(&self.values);
        pairs
            .filter(|(key, value)| Value::parse(key.default).as_ref() != Ok(*value))
            .map(|(key, value)| (key.name, value))
            .collect()
    }

    /// The values of all keys, in order.
    pub(crate) fn values(&self) -> &[Value] {
        &self.values
    }

    /// The value of a game's own rule.
    pub(crate) fn get<T: Readable>(&self, rule: &Rule<T>) -> T {
        let index = self.index(rule.key.name);
        let value = index.and_then(|index| T::read(rule.key.takes, &self.values[index], self.seats).ok());
        value.expect("a game reads the rules that it lists, and none is set to what it cannot read")
    }

    fn index(&self, key: &str) -> Option<usize> {
        self.keys.iter().position(|known| known.name == key)
    }
}

/// The names, or only one if all are equal.
fn once_if_alike(mut names: Vec<String>) -> Vec<String> {
    if names.windows(2).all(|pair| pair[0] == pair[1]) {
        names.truncate(1);
    }
    names
}

/// Returns the value, if the key takes it.
fn accepted(key: &Key, value: Value, seats: usize) -> Result<Value, RuleError> {
    match key.reads(&value, seats) {
        Ok(()) => return Ok(value),
        Err(Some(complaint)) => return Err(RuleError::Complaint { key: key.name, complaint }),
        Err(None) => {}
    }
    let hint = match (key.takes, value.word()) {
        (Takes::Word(words), Some(word)) => did_you_mean(word, words.iter().copied()),
        _ => String::new(),
    };
    Err(RuleError::WrongValue { key: key.name, allowed: key.takes.allowed(), found: value.found(), hint })
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        (self.game, self.seats, &self.values, &self.play)
            == (other.game, other.seats, &other.values, &other.play)
    }
}

impl Eq for Rules {}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.keys.iter().zip(&self.values) {
            map.serialize_entry(key.name, value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::all;

    #[test]
    fn every_default_is_accepted_and_reads_back() {
        for game in all() {
            let rules = game.rules(game.players.usual).unwrap_or_else(|error| panic!("{error}"));
            assert!(rules.changed().is_empty(), "{}", game.name);
            for key in game.keys {
                let mut again = rules.clone();
                again.set(key.name, Value::parse(&rules.value(key.name)).unwrap()).unwrap();
                assert_eq!(again.values, rules.values, "{} of {}", key.name, game.name);
            }
        }
    }

    #[test]
    fn whole_numbers_fit_their_types_at_both_ends() {
        for game in all() {
            let mut rules = game.rules(game.players.usual).unwrap();
            for key in game.keys {
                if let Takes::Whole(least, most) = key.takes {
                    for end in [least, most] {
                        rules.set(key.name, Value::parse(&end.to_string()).unwrap()).unwrap();
                    }
                    for beyond in [least - 1, most + 1] {
                        assert!(rules.set(key.name, Value::parse(&beyond.to_string()).unwrap()).is_err());
                    }
                }
            }
        }
    }
}
