//! How seats play where they choose.

use std::ops::RangeInclusive;

use num_rational::BigRational;
use serde::ser::{Serialize, Serializer};

use super::{Rules, Value, chance_of_text};

use tali_core::messages::{abridged, did_you_mean};

/// A way to play a game in which seats choose.
#[derive(Clone, Copy, Debug)]
pub struct PolicyInfo {
    /// Its name.
    pub name: &'static str,
    /// The rule that it follows.
    pub reading: &'static str,
    /// The number that it takes, if it takes one: what it is if nobody says otherwise. It is a probability.
    pub number: Option<&'static str>,
    /// How far it looks ahead, if it does.
    pub depth: Option<Depths>,
    /// What is really played by it at a table.
    pub(crate) stand_in: fn(&Rules) -> Option<StandIn>,
}

/// The policy by which another is really played, where that is not known or comes to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandIn {
    /// Its name.
    pub policy: &'static str,
    /// For how long, if not always: ` until two are left`.
    pub until: &'static str,
}

impl PartialEq for PolicyInfo {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.reading) == (other.name, other.reading)
    }
}

impl Eq for PolicyInfo {}

/// How far a policy can look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
    /// If nobody says otherwise.
    pub usual: u32,
}

impl PolicyInfo {
    /// A policy that takes no number.
    pub(crate) const fn new(name: &'static str, reading: &'static str) -> Self {
        Self { name, reading, number: None, depth: None, stand_in: |_| None }
    }

    /// A policy in place of which another is played at some tables.
    pub(crate) const fn with_stand_in(self, stand_in: fn(&Rules) -> Option<StandIn>) -> Self {
        Self { stand_in, ..self }
    }

    /// A policy that takes a probability.
    pub(crate) const fn with_number(name: &'static str, number: &'static str, reading: &'static str) -> Self {
        Self { number: Some(number), ..Self::new(name, reading) }
    }

    /// A policy that looks ahead.
    pub(crate) const fn with_depth(
        name: &'static str,
        usual: u32,
        range: RangeInclusive<u32>,
        reading: &'static str,
    ) -> Self {
        let depth = Depths { least: *range.start(), most: *range.end(), usual };
        Self { depth: Some(depth), ..Self::new(name, reading) }
    }

    /// How it is typed: `search:N` where it takes how far to look.
    pub fn typed(&self) -> String {
        let Self { name, .. } = self;
        if self.depth.is_some() { format!("{name}:N") } else { (*name).to_owned() }
    }
}

/// How one seat plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    policy: &'static PolicyInfo,
    /// The number of its policy, if it takes one.
    number: Option<BigRational>,
    /// How far it looks ahead, if it does.
    depth: Option<u32>,
}

impl Play {
    /// A policy with its usual number.
    pub fn usual(policy: &'static PolicyInfo) -> Self {
        let number = policy.number.and_then(|number| Value::parse(number).ok()?.number().cloned());
        Self { policy, number, depth: policy.depth.map(|depth| depth.usual) }
    }

    /// The name of its policy.
    pub const fn name(&self) -> &'static str {
        self.policy.name
    }

    /// The policy by which it is really played at a table of these rules, if by another.
    pub fn stand_in(&self, rules: &Rules) -> Option<StandIn> {
        (self.policy.stand_in)(rules)
    }

    /// The number of its policy, if it takes one.
    pub const fn number(&self) -> Option<&BigRational> {
        self.number.as_ref()
    }

    /// How far its policy looks ahead, if it does.
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
    /// A number that is no probability.
    #[error("`{name}` takes a probability from 0 to 1, such as `{name}={usual}`, not `{found}`")]
    Probability {
        /// The policy.
        name: &'static str,
        /// What it takes if nobody says otherwise.
        usual: &'static str,
        /// What was found.
        found: String,
    },
    /// A policy that does not look ahead is given a depth, or one that does is given none that it takes.
    #[error("{allowed}, not `{found}`")]
    Depth {
        /// What is allowed.
        allowed: String,
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

/// A policy that looks so far ahead.
fn ahead(policy: &'static PolicyInfo, depth: &str) -> Result<Play, PlayError> {
    let PolicyInfo { name, depth: depths, .. } = policy;
    let found = abridged(&format!("{name}:{depth}"));
    let Some(Depths { least, most, .. }) = depths else {
        return Err(PlayError::Depth {
            allowed: format!("`{name}` does not look ahead: write `{name}`"),
            found,
        });
    };
    let digits = !depth.is_empty() && depth.bytes().all(|byte| byte.is_ascii_digit());
    let number = depth.parse::<u32>().ok().filter(|depth| digits && (least..=most).contains(&depth));
    let allowed = || format!("`{name}:N` looks N ahead, a whole number from {least} to {most}");
    let depth = number.ok_or_else(|| PlayError::Depth { allowed: allowed(), found })?;
    Ok(Play { depth: Some(depth), ..Play::usual(policy) })
}
