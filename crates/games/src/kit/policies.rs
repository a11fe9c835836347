//! The policies of every game without hidden information.

use super::rules::{Play, PolicyInfo};

/// The default depth of `search`.
const USUAL_DEPTH: u32 = 2;

/// The policies of a game that is solved or searched by its process, the default first.
pub static POLICIES: [PolicyInfo; 5] = [
    PolicyInfo::new(
        "best",
        "plays so as to win most often if everybody plays best; where that is unknown, as `search:2`",
    ),
    PolicyInfo::with_depth(
        "search",
        USUAL_DEPTH,
        1..=8,
        "looks N choices ahead, over all throws in between, and takes the option with the best outcome there",
    ),
    PolicyInfo::new("greedy", "takes the option with the best immediate outcome: `search:1`"),
    PolicyInfo::new("first", "takes the first option"),
    PolicyInfo::new("random", "takes any option, all equally likely"),
];

/// A kind of policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyKind {
    /// Best play, or the game's substitute for it.
    Best,
    /// Searches this many choices ahead.
    Search(u32),
    /// Takes the highest immediate value.
    Greedy,
    /// Takes the first option.
    First,
    /// Takes a random option.
    Random,
    /// The game's own policy with this index: [`Described::own_policy`](super::Described::own_policy).
    Own(usize),
}

impl PolicyKind {
    /// Finds the policy of this name; `None` if it is not one of the common ones.
    pub fn of(play: &Play) -> Option<Self> {
        Some(match play.name() {
            "best" => Self::Best,
            "search" => Self::Search(play.depth().unwrap_or(USUAL_DEPTH)),
            "greedy" => Self::Greedy,
            "first" => Self::First,
            "random" => Self::Random,
            _ => return None,
        })
    }
}
