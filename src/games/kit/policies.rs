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
pub enum Agent {
    /// What is best if everybody plays so.
    Best,
    /// Looks so many choices ahead.
    Search(u32),
    /// Takes the first of all that can be done.
    First,
    /// Does anything.
    Random,
}

impl Agent {
    /// One of [`POLICIES`].
    pub fn of(play: &Play) -> Self {
        match play.name() {
            "search" => Self::Search(play.depth().unwrap_or(USUAL_DEPTH)),
            "greedy" => Self::Search(1),
            "first" => Self::First,
            "random" => Self::Random,
            _ => Self::Best,
        }
    }
}
