//! How seats play.

use super::position::Ply;
use super::process::Soldiers;
use super::settings::Settings;
use super::state::State;
use crate::boards::game::{Liked, Likes, Playing, Policy, most};
use crate::kit::PolicyInfo;

/// How far `best` looks ahead.
const BEST: u32 = 3;

pub(super) static POLICIES: [Policy<Soldiers>; 4] = [
    Policy {
        info: PolicyInfo::with_depth(
            "search",
            2,
            1..=6,
            "looks so many plies ahead and takes the move of the greatest value: 100 for each stone more than the other has, 1 for each \
             move more that the pieces could make, 20 for each empty square more beside the dux, and 1,000,000 less its distance in plies for \
             a win. `search:2` is what seats play where nobody says otherwise: the strongest policy of which hundreds of games are \
             soon played",
        ),
        agent: searching,
        draws: search_draws,
    },
    Policy {
        info: PolicyInfo::new(
            "best",
            "`search:3`: nobody knows what is best in this game, and this is the strongest policy that plays a game within seconds. \
             `advise` and `strategy` go by it where nobody says otherwise",
        ),
        agent: |game, _| searching(game, BEST),
        draws: |game, _| search_draws(game, BEST),
    },
    Policy {
        info: PolicyInfo::new(
            "greedy",
            "a move that wins at once, else one that takes most stones; places stones anywhere",
        ),
        agent: |game, _| Box::new(move |state| greedy(state, &game.settings)),
        draws: |game, _| 900.0 * size(game),
    },
    Policy {
        info: PolicyInfo::new("random", "any legal move, each as likely as another"),
        agent: |_, _| Box::new(|_| Liked::Any),
        draws: |_, _| 60.0,
    },
];

/// What seats play if nobody says otherwise.
pub(super) const USUAL: Playing<Soldiers> = Playing { policy: &POLICIES[0], depth: 2 };

/// How far ahead what a seat may do is assessed: as far as it looks, if it does.
pub(super) const fn depth(playing: Playing<Soldiers>) -> u32 {
    if playing.depth > 0 { playing.depth } else { BEST }
}

/// How large the board is, next to the usual one.
fn size(game: &Soldiers) -> f64 {
    f64::from(game.settings.board.squares()) / 96.0
}

/// What was measured of games at depths 1 to 3, and of first moves beyond.
fn search_draws(game: &Soldiers, depth: u32) -> f64 {
    size(game)
        * match depth {
            1 => 4_000.0,
            2 => 26_000.0,
            depth => 440_000.0 * 28f64.powi(depth.cast_signed() - 3),
        }
}

/// Whoever looks so many plies ahead.
fn searching(game: &Soldiers, depth: u32) -> Likes<'_, Soldiers> {
    let mut search = game.settings.search(depth);
    Box::new(move |state: &State| {
        let allows = |ply: &Ply| state.allows(*ply, &game.settings);
        Liked::These(search.best_among(&state.position, Some(depth), allows).0)
    })
}

/// Plies that win at once, else those that take most.
fn greedy(state: &State, settings: &Settings) -> Liked<Ply> {
    let own = Some(state.position.seat);
    Liked::These(most(state.plies(settings), |ply| {
        match ply.from.map(|_| state.over_after(*ply, settings)) {
            // Of two that win either will do, whatever they take.
            Some((Some(over), _)) if over.winner == own => (true, 0),
            Some((_, taken)) => (false, taken),
            None => (false, 0),
        }
    }))
}
