//! The rules of a game as a table has agreed on them.

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

/// What can be wrong with house rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// Neither a number, nor a word, nor a list.
    #[error(
        "`{0}` is no value; write a whole number, a decimal, a fraction such as \"3/2\", a word or a list"
    )]
    Unreadable(String),
    /// A key that the game does not have.
    #[error("{game} has no rule `{key}`; {allowed}{hint}")]
    UnknownKey {
        /// The game.
        game: &'static str,
        /// The key.
        key: String,
        /// The keys there are, in words.
        allowed: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// A value that the key does not take.
    #[error("`{key}` is {allowed}, not {found}{hint}")]
    WrongValue {
        /// The key.
        key: &'static str,
        /// What it takes.
        allowed: String,
        /// What was found.
        found: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// A value that the key does not take, and what exactly is wrong with it.
    #[error("`{key}`: {complaint}")]
    Complaint {
        /// The key.
        key: &'static str,
        /// What is wrong, and what is allowed.
        complaint: String,
    },
    /// How seats play.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A game file that cannot be played by these rules.
    #[error("{0}")]
    File(String),
}

/// Where a file of rules is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesFileError {
    /// Its form.
    #[error(transparent)]
    Toml(#[from] TomlError),
    /// A rule.
    #[error("line {line}: {error}")]
    Rule {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: RuleError,
    },
    /// The rules of another game.
    #[error("line {line}: these are rules of `{found}`, not of {game}")]
    OtherGame {
        /// The line, from 1.
        line: usize,
        /// The game that the file names.
        found: String,
        /// The game that is played.
        game: &'static str,
    },
}

/// Reads a file of rules, one `KEY = VALUE` a line, and changes them. It may name its `game`.
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

/// The rules of one game as a table plays them: a value for every key.
#[derive(Clone, Debug)]
pub struct Rules {
    game: &'static str,
    keys: &'static [Key],
    /// In the order of the keys.
    values: Vec<Value>,
    pub(crate) seats: usize,
    /// How seats can play, the usual way first, and how each of them does.
    policies: &'static [PolicyInfo],
    play: Vec<Play>,
}

impl Rules {
    /// The rules that stand if nobody says otherwise.
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

    /// Has seats play by these policies, as they are typed: one for all, or one for each in order.
    ///
    /// # Errors
    ///
    /// [`PlayError`], if nothing is to be chosen, there is no such policy, or there are neither one nor one for each seat.
    pub fn set_play(&mut self, texts: &[impl AsRef<str>]) -> Result<(), PlayError> {
        self.play = play::read(self.game, self.policies, texts, self.seats)?;
        Ok(())
    }

    /// For how many seats they are.
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// How each seat plays; nothing where nobody chooses.
    pub fn play(&self) -> &[Play] {
        &self.play
    }

    /// The policies by which seats can play, the usual one first.
    pub const fn policies(&self) -> &'static [PolicyInfo] {
        self.policies
    }

    /// How seats play, if not all of them as usual: one policy where all play alike, else one for each; else nothing.
    pub fn changed_play(&self) -> Vec<String> {
        let usual = self.policies.first().map(|usual| usual.name);
        let names = once_if_alike(self.play.iter().map(Play::to_string).collect());
        if names.first().map(String::as_str) == usual && names.len() == 1 { Vec::new() } else { names }
    }

    /// How each seat really plays: its policy, with the one that stands in for it at this table.
    pub fn played(&self) -> Vec<String> {
        let named = |play: &Play| match play.stand_in(self) {
            Some(StandIn { policy, until }) => format!("{play} (as {policy}{until})"),
            None => play.to_string(),
        };
        self.play.iter().map(named).collect()
    }

    /// The policies by which seats really play, each once.
    pub fn played_policies(&self) -> Vec<&'static PolicyInfo> {
        let name = |play: &Play| play.stand_in(self).map_or(play.name(), |stand_in| stand_in.policy);
        let names: Vec<&str> = self.play.iter().map(name).collect();
        self.policies.iter().filter(|policy| names.contains(&policy.name)).collect()
    }

    /// The same where it is not all as usual: once where all play alike.
    pub fn told_play(&self) -> Vec<String> {
        if self.changed_play().is_empty() && !self.has_stand_ins() {
            return Vec::new();
        }
        once_if_alike(self.played())
    }

    /// Whether some seat really plays by another policy than its own.
    pub fn has_stand_ins(&self) -> bool {
        self.play.iter().any(|play| play.stand_in(self).is_some())
    }

    /// Changes a rule.
    ///
    /// # Errors
    ///
    /// [`RuleError`], if the game has no such key or it does not take this value.
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

    /// Changes a rule to a value of a file.
    ///
    /// # Errors
    ///
    /// Whatever [`Rules::set`] refuses.
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

    /// The keys whose values are not the defaults, with them.
    pub fn changed(&self) -> Vec<(&'static str, &Value)> {
        let pairs = self.keys.iter().zip(&self.values);
        pairs
            .filter(|(key, value)| Value::parse(key.default).as_ref() != Ok(*value))
            .map(|(key, value)| (key.name, value))
            .collect()
    }

    /// What each key is set to, in their order.
    pub(crate) fn values(&self) -> &[Value] {
        &self.values
    }

    /// What a game's own rule is set to.
    pub(crate) fn get<T: Readable>(&self, rule: &Rule<T>) -> T {
        let index = self.index(rule.key.name);
        let value = index.and_then(|index| T::read(rule.key.takes, &self.values[index], self.seats).ok());
        value.expect("a game reads the rules that it lists, and none is set to what it cannot read")
    }

    fn index(&self, key: &str) -> Option<usize> {
        self.keys.iter().position(|known| known.name == key)
    }
}

/// Names, or the one that all of them are.
fn once_if_alike(mut names: Vec<String>) -> Vec<String> {
    if names.windows(2).all(|pair| pair[0] == pair[1]) {
        names.truncate(1);
    }
    names
}

/// The value, if the key takes it.
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
    fn every_default_is_taken_and_reads_back() {
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
