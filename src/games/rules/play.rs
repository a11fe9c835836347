//! How seats play where they choose.

use serde::ser::{Serialize, Serializer};

use crate::messages::{abridged, did_you_mean};

/// A way to play a game in which seats choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyInfo {
    /// Its name.
    pub name: &'static str,
    /// The rule that it follows.
    pub reading: &'static str,
}

/// How one seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    policy: &'static PolicyInfo,
}

impl Play {
    pub(super) const fn usual(policy: &'static PolicyInfo) -> Self {
        Self { policy }
    }

    /// The name of its policy.
    pub const fn name(&self) -> &'static str {
        self.policy.name
    }
}

impl std::fmt::Display for Play {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.policy.name)
    }
}

impl Serialize for Play {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.policy.name)
    }
}

/// Why seats cannot play like that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// Nobody chooses.
    #[error("in {0} nobody has anything to choose; --play is for games with decisions")]
    NoChoice(&'static str),
    /// No policy of that name.
    #[error("there is no policy `{name}` in {game}; its policies are {known}{hint}")]
    Unknown {
        /// The game.
        game: &'static str,
        /// The name.
        name: String,
        /// The policies there are.
        known: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// A policy that takes no number has one.
    #[error("`{name}` takes no number, and `{found}` gives it one")]
    Number {
        /// The policy.
        name: &'static str,
        /// What was found.
        found: String,
    },
    /// Neither one nor one for each seat.
    #[error("{found} policies are given for {seats} seats; give one for all, or one for each in order")]
    Count {
        /// How many.
        found: usize,
        /// For how many.
        seats: usize,
    },
}

/// Reads the policies of so many seats; none are the usual one.
pub(super) fn read(
    game: &'static str,
    policies: &'static [PolicyInfo],
    texts: &[impl AsRef<str>],
    seats: usize,
) -> Result<Vec<Play>, PlayError> {
    let Some(usual) = policies.first() else {
        return if texts.is_empty() { Ok(Vec::new()) } else { Err(PlayError::NoChoice(game)) };
    };
    let one = |text: &str| {
        let (name, number) = text.split_once('=').map_or((text, None), |(name, number)| (name, Some(number)));
        let found = policies.iter().find(|policy| policy.name == name.trim()).ok_or_else(|| {
            let names = || policies.iter().map(|policy| policy.name);
            let known = names().collect::<Vec<_>>().join(", ");
            PlayError::Unknown { game, name: abridged(name), known, hint: did_you_mean(name, names()) }
        })?;
        match number {
            Some(_) => Err(PlayError::Number { name: found.name, found: abridged(text) }),
            None => Ok(Play { policy: found }),
        }
    };
    let plays: Vec<Play> = texts.iter().map(|text| one(text.as_ref())).collect::<Result<_, _>>()?;
    match plays.as_slice() {
        [] => Ok(vec![Play::usual(usual); seats]),
        [play] => Ok(vec![*play; seats]),
        each if each.len() == seats => Ok(plays),
        _ => Err(PlayError::Count { found: plays.len(), seats }),
    }
}
