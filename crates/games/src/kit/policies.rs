//! Policies that every game has in which nothing is hidden.

use super::rules::{Play, PolicyInfo};

/// How far `search` looks ahead where nobody says how far.
const USUAL_DEPTH: u32 = 2;

/// The policies of a game that is solved or searched by its process, the usual one first.
pub static POLICIES: [PolicyInfo; 5] = [
    PolicyInfo::new(
        "best",
        "what wins most often if everybody plays so; where that is not known, as `search:2`",
    ),
    PolicyInfo::with_depth(
        "search",
        USUAL_DEPTH,
        1..=8,
        "looks so many choices ahead, with all throws in between, and takes what is worth most there",
    ),
    PolicyInfo::new("greedy", "takes what is worth most at once: `search:1`"),
    PolicyInfo::new("first", "takes the first of all that can be done"),
    PolicyInfo::new("random", "anything that can be done, each as likely as another"),
];

/// How a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyKind {
    /// What is best if everybody plays so, or what the game takes for it.
    Best,
    /// Looks so many choices ahead.
    Search(u32),
    /// What brings most at once.
    Greedy,
    /// The first of all that can be done.
    First,
    /// Anything.
    Random,
    /// What the game has for this index: [`Described::own_policy`](super::Described::own_policy).
    Own(usize),
}

impl PolicyKind {
    /// The policy of this name; `None` if it is none of those that many games share.
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
