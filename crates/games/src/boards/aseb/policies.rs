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
    pub(super) fn of(play: &Play) -> Self {
        match play.name() {
            "careful" => Self::Careful,
            "greedy" => Self::Greedy,
            "runner" => Self::Runner,
            "first" => Self::First,
            "random" => Self::Random,
            _ => Self::Best,
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
    let first = |is: &dyn Fn(&Move) -> bool| moves.iter().position(is);
    let rearmost = |is: &dyn Fn(&Move) -> bool| moves.iter().rposition(is);
    let last = moves.len().saturating_sub(1);
    // Of captures that of the foremost piece comes to the highest square.
    let captures = || first(&|made| made.captures);
    let is_safe = |made: &Move| (SHARED..OFF).contains(&made.to) && has(settings.safe, made.to);
    let is_exposed = |made: &Move| state.position.is_exposed(made.from, state.seat.into(), settings);
    Ok(match (policy, best) {
        (Policy::Random, _) => None,
        _ if moves.len() < 2 => Some(0),
        (Policy::Best, Some(best)) => Some(best.best(state, moves)?),
        (Policy::Best, None) | (Policy::Runner, _) => Some(0),
        (Policy::First, _) => Some(last),
        (Policy::Greedy, _) => Some(captures().unwrap_or(0)),
        (Policy::Careful, _) => captures()
            .or_else(|| first(&|made| made.to == OFF))
            .or_else(|| rearmost(&is_safe))
            .or_else(|| first(&is_exposed))
            .or(Some(last)),
    })
}
