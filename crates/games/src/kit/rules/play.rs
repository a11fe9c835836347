//! How seats play in games with choices.

use std::ops::RangeInclusive;

use num_rational::BigRational;
use serde::ser::{Serialize, Serializer};

use super::{Rules, Value, chance_of_text};

use tali_core::messages::{abridged, did_you_mean};

/// A policy of a game with choices.
#[derive(Clone, Copy, Debug)]
pub struct PolicyInfo {
    /// Its name.
    pub name: &'static str,
    /// The rule that it follows.
    pub reading: &'static str,
    /// The default of its parameter, a probability; `None` if it takes no number.
    pub number: Option<&'static str>,
    /// The search depths, if it looks ahead.
    pub depth: Option<Depths>,
    /// Which policy replaces it at a table.
    pub(crate) stand_in: fn(&Rules) -> Option<StandIn>,
}

/// A policy that replaces another one, which is unknown or has the same effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandIn {
    /// Its name.
    pub policy: &'static str,
    /// When the replacement ends, if it does: ` until two are left`.
    pub until: &'static str,
}

impl PartialEq for PolicyInfo {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.reading) == (other.name, other.reading)
    }
}

impl Eq for PolicyInfo {}

/// The search depths of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// The minimum.
    pub least: u32,
    /// The maximum.
    pub most: u32,
    /// The default.
    pub usual: u32,
}

impl PolicyInfo {
    /// Creates a policy without a parameter.
    pub(crate) const fn new(name: &'static str, reading: &'static str) -> Self {
        Self { name, reading, number: None, depth: None, stand_in: |_| None }
    }

    /// Sets the policy that replaces it at some tables.
    pub(crate) const fn with_stand_in(self, stand_in: fn(&Rules) -> Option<StandIn>) -> Self {
        Self { stand_in, ..self }
    }

    /// Creates a policy with a probability.
    pub(crate) const fn with_number(name: &'static str, number: &'static str, reading: &'static str) -> Self {
        Self { number: Some(number), ..Self::new(name, reading) }
    }

    /// Creates a policy that looks ahead.
    pub(crate) const fn with_depth(
        name: &'static str,
        usual: u32,
        range: RangeInclusive<u32>,
        reading: &'static str,
    ) -> Self {
        let depth = Depths { least: *range.start(), most: *range.end(), usual };
        Self { depth: Some(depth), ..Self::new(name, reading) }
    }

    /// Its notation: `search:N` if it takes a depth.
    pub fn typed(&self) -> String {
        let Self { name, .. } = self;
        if self.depth.is_some() { format!("{name}:N") } else { (*name).to_owned() }
    }
}

/// The policy of one seat, with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    policy: &'static PolicyInfo,
    /// The probability, if the policy takes one.
    number: Option<BigRational>,
    /// The search depth, if the policy looks ahead.
    depth: Option<u32>,
}

impl Play {
    /// Creates a policy with its default parameters.
    pub fn usual(policy: &'static PolicyInfo) -> Self {
        let number = policy.number.and_then(|number| Value::parse(number).ok()?.number().cloned());
        Self { policy, number, depth: policy.depth.map(|depth| depth.usual) }
    }

    /// The name of its policy.
    pub const fn name(&self) -> &'static str {
        self.policy.name
    }

    /// The policy that replaces it at a table with these rules, if any.
    pub fn stand_in(&self, rules: &Rules) -> Option<StandIn> {
        (self.policy.stand_in)(rules)
    }

    /// The probability, if the policy takes one.
    pub const fn number(&self) -> Option<&BigRational> {
        self.number.as_ref()
    }

    /// The search depth, if the policy looks ahead.
    pub const fn depth(&self) -> Option<u32> {
        self.depth
    }
}

impl std::fmt::Display for Play {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.policy.name)?;
        if let Some(depth) = self.depth {
            return write!(f, ":{depth}");
        }
        let usual = Self::usual(self.policy);
        match &self.number {
            Some(number) if *self != usual => write!(f, "={number}"),
            _ => Ok(()),
        }
    }
}

impl Serialize for Play {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Errors in policies.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game has no choices.
    #[error("in {0} the players have no choices; --play is for games with decisions")]
    NoChoice(&'static str),
    /// There is no policy of that name.
    #[error("there is no policy `{name}` in {game}; its policies are {known}{hint}")]
    Unknown {
        /// The game.
        game: &'static str,
        /// The name.
        name: String,
        /// The policies of the game.
        known: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// The policy takes no number but has one.
    #[error("`{name}` takes no number, but `{found}` has one")]
    Number {
        /// The policy.
        name: &'static str,
        /// What was found.
        found: String,
    },
    /// The number is not a probability.
    #[error("`{name}` takes a probability from 0 to 1, such as `{name}={usual}`, not `{found}`")]
    Probability {
        /// The policy.
        name: &'static str,
        /// The default.
        usual: &'static str,
        /// What was found.
        found: String,
    },
    /// The depth is not allowed, or the policy does not look ahead.
    #[error("{allowed}, not `{found}`")]
    Depth {
        /// The allowed values.
        allowed: String,
        /// What was found.
        found: String,
    },
    /// The number of policies is neither one nor that of the seats.
    #[error("{found} policies are given for {seats} seats; give one for all, or one for each in order")]
    Count {
        /// The number of policies.
        found: usize,
        /// The number of seats.
        seats: usize,
    },
}

/// Reads the policies of the seats; without any, all seats use the default.
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
        let (name, depth) = name.split_once(':').map_or((name, None), |(name, depth)| (name, Some(depth)));
        let found = policies.iter().find(|policy| policy.name == name.trim()).ok_or_else(|| {
            let names = || policies.iter().map(|policy| policy.name);
            let known = policies.iter().map(PolicyInfo::typed).collect::<Vec<_>>().join(", ");
            PlayError::Unknown { game, name: abridged(name), known, hint: did_you_mean(name, names()) }
        })?;
        let name = found.name;
        if let Some(depth) = depth {
            return ahead(found, depth.trim());
        }
        match (number, found.number) {
            (None, _) => Ok(Play::usual(found)),
            (Some(_), None) => Err(PlayError::Number { name, found: abridged(text) }),
            (Some(number), Some(usual)) => {
                let read = chance_of_text(number.trim());
                let wrong = || PlayError::Probability { name, usual, found: abridged(number) };
                Ok(Play { number: Some(read.ok_or_else(wrong)?), ..Play::usual(found) })
            }
        }
    };
    let plays: Vec<Play> = texts.iter().map(|text| one(text.as_ref())).collect::<Result<_, _>>()?;
    match plays.as_slice() {
        [] => Ok(vec![Play::usual(usual); seats]),
        [play] => Ok(vec![play.clone(); seats]),
        each if each.len() == seats => Ok(plays),
        _ => Err(PlayError::Count { found: plays.len(), seats }),
    }
}

/// Creates a policy with this search depth.
fn ahead(policy: &'static PolicyInfo, depth: &str) -> Result<Play, PlayError> {
    let PolicyInfo { name, depth: depths, .. } = policy;
    let found = abridged(&format!("{name}:{depth}"));
    let Some(Depths { least, most, .. }) = depths else {
        return Err(PlayError::Depth {
            allowed: format!("`{name}` does not look ahead; write `{name}`"),
            found,
        });
    };
    let digits = !depth.is_empty() && depth.bytes().all(|byte| byte.is_ascii_digit());
    let number = depth.parse::<u32>().ok().filter(|depth| digits && (least..=most).contains(&depth));
    let allowed = || format!("`{name}:N` looks N ahead; N is a whole number from {least} to {most}");
    let depth = number.ok_or_else(|| PlayError::Depth { allowed: allowed(), found })?;
    Ok(Play { depth: Some(depth), ..Play::usual(policy) })
}
