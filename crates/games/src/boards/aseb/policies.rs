//! How seats play.

use super::notation::GameState;
use super::position::Move;
use super::settings::{OFF, SHARED, Settings, has};
use super::solved::Solved;
use crate::kit::{Play, PolicyInfo, TableError};

pub(super) const POLICIES: [PolicyInfo; 6] = [
    PolicyInfo::new(
        "best",
        "what wins most often if both play so; of moves that are equally good that of the foremost piece. Solved for up to five \
         pieces: the solution takes a while, and is kept",
    ),
    PolicyInfo::new(
        "careful",
        "the first of these that can be done: captures; bears off; moves to a safe square, the rearmost piece first; moves a piece that \
         can be captured by one throw; moves the rearmost piece",
    ),
    PolicyInfo::new("greedy", "captures if it can, on the highest square; else moves the foremost piece"),
    PolicyInfo::new("runner", "moves the foremost piece that can move"),
    PolicyInfo::new("first", "moves the rearmost piece that can move: enters whenever it can"),
    PolicyInfo::new("random", "any legal move, each as likely as another"),
];

/// How a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    Best,
    Careful,
    Greedy,
    Runner,
    First,
    Random,
}

impl Policy {
    /// All but the best, which needs a solution.
    pub(super) const SIMPLE: [Self; 5] =
        [Self::Careful, Self::Greedy, Self::Runner, Self::First, Self::Random];

    pub(super) fn of(play: &Play) -> Self {
        Self::named(play.name())
    }

    pub(super) fn named(name: &str) -> Self {
        match name {
            "careful" => Self::Careful,
            "greedy" => Self::Greedy,
            "runner" => Self::Runner,
            "first" => Self::First,
            "random" => Self::Random,
            _ => Self::Best,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Careful => "careful",
            Self::Greedy => "greedy",
            Self::Runner => "runner",
            Self::First => "first",
            Self::Random => "random",
        }
    }
}

/// Which of these moves, the foremost piece first, a policy makes; nothing where any will do. Without a solution the best is the
/// first.
pub(super) fn chosen(
    policy: Policy,
    best: Option<&Solved>,
    state: &GameState,
    moves: &[Move],
    settings: &Settings,
) -> Result<Option<usize>, TableError> {
    Ok(match (policy, best) {
        (Policy::Random, _) => None,
        _ if moves.len() < 2 => Some(0),
        (Policy::Best, Some(best)) => Some(best.best(state, moves)?),
        (policy, _) => Some(choice(policy, state, moves, settings)),
    })
}

/// The same of a policy that is neither random nor the best.
pub(super) fn choice(policy: Policy, state: &GameState, moves: &[Move], settings: &Settings) -> usize {
    let first = |is: &dyn Fn(&Move) -> bool| moves.iter().position(is);
    let rearmost = |is: &dyn Fn(&Move) -> bool| moves.iter().rposition(is);
    let last = moves.len().saturating_sub(1);
    // Of captures that of the foremost piece comes to the highest square.
    let captures = first(&|made| made.captures);
    match policy {
        Policy::First => last,
        Policy::Greedy => captures.unwrap_or(0),
        Policy::Careful => captures
            .or_else(|| first(&|made| made.to == OFF))
            .or_else(|| rearmost(&|made| is_safe(made, settings)))
            .or_else(|| first(&|made| is_exposed(state, made, settings)))
            .unwrap_or(last),
        Policy::Runner | Policy::Best | Policy::Random => 0,
    }
}

/// Whether a move leads to a safe square.
pub(super) fn is_safe(made: &Move, settings: &Settings) -> bool {
    (SHARED..OFF).contains(&made.to) && has(settings.safe, made.to)
}

/// Whether a move is that of a piece which could be captured by one throw.
pub(super) fn is_exposed(state: &GameState, made: &Move, settings: &Settings) -> bool {
    state.position.is_exposed(made.from, state.seat.into(), settings)
}
