//! The policies.

use super::moves::Move;
use super::process::Aseb;
use super::settings::{OFF, SHARED, Settings, has};
use super::solved::AS_GOOD;
use crate::boards::game::{Liked, Likes, Policy};
use crate::boards::race::State;
use crate::kit::PolicyInfo;

/// The cost of a move, in draws: of a policy that only looks at the board, and of one that looks values up.
const SIMPLE: f64 = 15.0;
const LOOKED_UP: f64 = 60.0;

pub(super) static POLICIES: [Policy<Aseb>; 6] = [
    Policy {
        info: PolicyInfo::new(
            "best",
            "wins most often if both play it; of equally good moves, it makes that of the foremost piece. Solved for up to five \
             pieces: this takes a while, and is cached",
        ),
        agent: |game, _| Box::new(move |state| Liked::These(vec![best(game, state)])),
        draws: |_, _| LOOKED_UP,
    },
    Policy {
        info: PolicyInfo::new(
            "careful",
            "does the first of these that it can: captures; bears off; moves to a safe square, the rearmost piece first; moves a piece that \
             can be captured by one throw; moves the rearmost piece",
        ),
        agent: |game, _| by(game, careful),
        draws: |_, _| SIMPLE,
    },
    Policy {
        info: PolicyInfo::new(
            "greedy",
            "captures if it can, on the highest square; otherwise moves the foremost piece",
        ),
        agent: |game, _| by(game, |_, _, moves| capture(moves).unwrap_or(0)),
        draws: |_, _| SIMPLE,
    },
    Policy {
        info: PolicyInfo::new("runner", "moves the foremost piece that can move"),
        agent: |game, _| by(game, |_, _, _| 0),
        draws: |_, _| SIMPLE,
    },
    Policy {
        info: PolicyInfo::new("first", "moves the rearmost piece that can move: enters whenever it can"),
        agent: |game, _| by(game, |_, _, moves| moves.len() - 1),
        draws: |_, _| SIMPLE,
    },
    Policy {
        info: PolicyInfo::new("random", "makes any legal move, each equally likely"),
        agent: |_, _| Box::new(|_| Liked::Any),
        draws: |_, _| SIMPLE,
    },
];

/// Returns which of some moves, the foremost piece first, a rule takes.
type Rule = fn(&Settings, &State, &[Move]) -> usize;

/// A seat that plays by a rule; if there are no moves, it passes.
fn by(game: &Aseb, rule: Rule) -> Likes<'_, Aseb> {
    Box::new(move |state| {
        let moves = game.settings.moves_in(state);
        let chosen = if moves.is_empty() { 0 } else { moves[rule(&game.settings, state, &moves)].from };
        Liked::These(vec![chosen])
    })
}

/// The best move; that of the foremost piece if no value can be looked up, which was checked before.
fn best(game: &Aseb, state: &State) -> u8 {
    let moves = game.settings.moves_in(state);
    let values =
        game.solved().ok().filter(|_| moves.len() > 1).map(|solved| {
            moves.iter().map(|made| solved.of_move(state, *made)).collect::<Result<Vec<f64>, _>>()
        });
    let index = values.and_then(Result::ok).map_or(0, |values| greatest(&values));
    moves.get(index).map_or(0, |made| made.from)
}

/// The index of the first value that is as good as the greatest.
pub(super) fn greatest(values: &[f64]) -> usize {
    let most = values.iter().copied().fold(0.0, f64::max);
    values.iter().position(|value| *value >= most - AS_GOOD).unwrap_or(0)
}

/// The capture on the highest square, which is that of the foremost piece.
fn capture(moves: &[Move]) -> Option<usize> {
    moves.iter().position(|made| made.captures)
}

fn careful(settings: &Settings, state: &State, moves: &[Move]) -> usize {
    let is_safe = |made: &Move| (SHARED..OFF).contains(&made.to) && has(settings.safe, made.to);
    capture(moves)
        .or_else(|| moves.iter().position(|made| made.to == OFF))
        .or_else(|| moves.iter().rposition(is_safe))
        .or_else(|| moves.iter().position(|made| settings.is_exposed(state, made.from)))
        .unwrap_or(moves.len() - 1)
}
