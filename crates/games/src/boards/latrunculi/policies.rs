//! The policies.

use super::position::Ply;
use super::process::Soldiers;
use super::settings::Settings;
use super::state::State;
use crate::boards::game::{Liked, Likes, Playing, Policy, most};
use crate::kit::PolicyInfo;

/// The plies that `best` looks ahead.
const BEST: u32 = 3;

pub(super) static POLICIES: [Policy<Soldiers>; 4] = [
    Policy {
        info: PolicyInfo::with_depth(
            "search",
            2,
            1..=6,
            "looks this many plies ahead and makes the move with the greatest value: 100 for each stone more than the other has, 1 for each \
             move more that the pieces could make, 20 for each empty square more beside the dux, and 1,000,000 less its distance in plies for \
             a win. `search:2` is the default: the strongest policy that plays hundreds of games \
             soon",
        ),
        agent: searching,
        draws: search_draws,
    },
    Policy {
        info: PolicyInfo::new(
            "best",
            "`search:3`: best play is not known in this game, and this is the strongest policy that plays a game within seconds. \
             `advise` and `strategy` use it by default",
        ),
        agent: |game, _| searching(game, BEST),
        draws: |game, _| search_draws(game, BEST),
    },
    Policy {
        info: PolicyInfo::new(
            "greedy",
            "makes a move that wins at once, otherwise one that takes the most stones; places stones anywhere",
        ),
        agent: |game, _| Box::new(move |state| greedy(state, &game.settings)),
        draws: |game, _| 900.0 * size(game),
    },
    Policy {
        info: PolicyInfo::new("random", "makes any legal move, each equally likely"),
        agent: |_, _| Box::new(|_| Liked::Any),
        draws: |_, _| 60.0,
    },
];

/// How seats play by default.
pub(super) const USUAL: Playing<Soldiers> = Playing { policy: &POLICIES[0], depth: 2 };

/// The depth at which the moves of a seat are assessed: its own, if it looks ahead.
pub(super) const fn depth(playing: Playing<Soldiers>) -> u32 {
    if playing.depth > 0 { playing.depth } else { BEST }
}

/// The size of the board, relative to the usual one.
fn size(game: &Soldiers) -> f64 {
    f64::from(game.settings.board.squares()) / 96.0
}

/// Measured in games at depths 1 to 3, and in first moves beyond.
fn search_draws(game: &Soldiers, depth: u32) -> f64 {
    size(game)
        * match depth {
            1 => 4_000.0,
            2 => 26_000.0,
            depth => 440_000.0 * 28f64.powi(depth.cast_signed() - 3),
        }
}

/// An agent that looks `depth` plies ahead.
fn searching(game: &Soldiers, depth: u32) -> Likes<'_, Soldiers> {
    let mut search = game.settings.search(depth);
    Box::new(move |state: &State| {
        let allows = |ply: &Ply| state.allows(*ply, &game.settings);
        Liked::These(search.best_among(&state.position, Some(depth), allows).0)
    })
}

/// Plies that win at once, otherwise those that take most.
fn greedy(state: &State, settings: &Settings) -> Liked<Ply> {
    let own = Some(state.position.seat);
    Liked::These(most(state.plies(settings), |ply| {
        match ply.from.map(|_| state.over_after(*ply, settings)) {
            // Of two that win, either will do, whatever they take.
            Some((Some(over), _)) if over.winner == own => (true, 0),
            Some((_, taken)) => (false, taken),
            None => (false, 0),
        }
    }))
}
