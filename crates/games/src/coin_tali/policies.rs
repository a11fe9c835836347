//! How seats play that do not play their best.

use crate::kit::PolicyInfo;

/// How a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    Best,
    Venus,
    Behind,
    Void,
    Never,
}

/// Every policy in the order of [`POLICIES`].
const ALL: [Policy; 5] = [Policy::Best, Policy::Venus, Policy::Behind, Policy::Void, Policy::Never];

pub(super) const POLICIES: [PolicyInfo; ALL.len()] = [
    PolicyInfo::new(
        "best",
        "what gains most on average in this round, knowing how the others play; the only one that calls Jove, drops, \
                  and uses powers",
    ),
    PolicyInfo::new(
        "venus",
        "hunts the Venus: the re-roll with the largest P(Venus) times game pot less price, if that is above 0",
    ),
    PolicyInfo::new("behind", "throws its lowest faces again if its cast does not beat the best so far"),
    PolicyInfo::new("void", "throws its lowest faces again if its cast scores nothing"),
    PolicyInfo::new("never", "stands"),
];

impl Policy {
    /// The policy of that name; best play, if there is none.
    pub(super) fn named(name: &str) -> Self {
        let index = POLICIES.iter().position(|policy| policy.name == name);
        ALL[index.unwrap_or(0)]
    }

    /// The policies that are simpler than best play.
    pub(super) fn simpler() -> impl Iterator<Item = (&'static str, Self)> {
        POLICIES.iter().map(|policy| policy.name).zip(ALL).filter(|(_, policy)| *policy != Self::Best)
    }
}
