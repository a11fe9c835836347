//! The policies other than best play.

use crate::kit::PolicyInfo;

/// The policy of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    Best,
    Venus,
    Behind,
    Void,
    Never,
}

/// All policies in the order of [`POLICIES`].
const ALL: [Policy; 5] = [Policy::Best, Policy::Venus, Policy::Behind, Policy::Void, Policy::Never];

pub(super) const POLICIES: [PolicyInfo; ALL.len()] = [
    PolicyInfo::new(
        "best",
        "maximises its average gain in this round, knowing how the others play; the only one that calls Jove, drops, and \
                  uses powers",
    ),
    PolicyInfo::new(
        "venus",
        "hunts Venus: the re-roll with the largest P(Venus) times game pot minus price, if that is above 0",
    ),
    PolicyInfo::new("behind", "throws its lowest faces again if its cast does not beat the best so far"),
    PolicyInfo::new("void", "throws its lowest faces again if its cast scores nothing"),
    PolicyInfo::new("never", "stands"),
];

impl Policy {
    /// The policy of this name, or best play if there is none.
    pub(super) fn named(name: &str) -> Self {
        let index = POLICIES.iter().position(|policy| policy.name == name);
        ALL[index.unwrap_or(0)]
    }

    /// The policies simpler than best play.
    pub(super) fn simpler() -> impl Iterator<Item = (&'static str, Self)> {
        POLICIES.iter().map(|policy| policy.name).zip(ALL).filter(|(_, policy)| *policy != Self::Best)
    }
}
