//! How seats play that do not play their best.

use crate::kit::PolicyInfo;

/// How a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Policy {
    Best,
    Venus,
    Behind,
    Void,
    Never,
    Card,
}

pub(super) const POLICIES: [PolicyInfo; 6] = [
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
    PolicyInfo::new(
        "card",
        "plays from the printed card: what best play would do if no seat before had paid a charge or a price",
    ),
];

impl Policy {
    pub(super) fn named(name: &str) -> Self {
        const ALL: [Policy; 6] =
            [Policy::Best, Policy::Venus, Policy::Behind, Policy::Void, Policy::Never, Policy::Card];
        let index = POLICIES.iter().position(|policy| policy.name == name).unwrap_or(0);
        ALL[index]
    }
}
