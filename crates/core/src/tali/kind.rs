//! The kinds of cast.

use std::fmt;
use std::str::FromStr;

/// The kind of a cast of four tali.
///
/// Venus is 6431; Canis 1111; the Vultures are 3333, 4444 and 6666; a Senio shows at least one 6
/// and is neither Venus nor 6666; every other cast is void. Source: M. J. Speakman's collection of
/// tali games, which follows Suetonius, Martial and Cicero for the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Any other cast.
    Void,
    /// The dogs: four 1s.
    Canis,
    /// Four equal faces other than 1.
    Vultures,
    /// At least one 6, but neither a Venus nor four 6s.
    Senio,
    /// All four faces at once.
    Venus,
}

impl Kind {
    /// Every kind, the best first.
    pub const ALL: [Self; 5] = [Self::Venus, Self::Senio, Self::Vultures, Self::Canis, Self::Void];

    /// The name in lower case, as it is typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Venus => "venus",
            Self::Senio => "senio",
            Self::Vultures => "vultures",
            Self::Canis => "canis",
            Self::Void => "void",
        }
    }

    /// The name for headings.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Venus => "Venus",
            Self::Senio => "Senio",
            Self::Vultures => "Vultures",
            Self::Canis => "Canis",
            Self::Void => "Void",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not a kind of cast.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a kind of cast; the kinds are venus, senio, vultures, canis, void")]
pub struct UnknownKind(pub String);

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        Self::ALL
            .into_iter()
            .find(|kind| text.eq_ignore_ascii_case(kind.name()))
            .ok_or_else(|| UnknownKind(text.to_owned()))
    }
}
