//! How seats play.

use super::game::Running;
use super::position::Ply;
use super::settings::Settings;
use super::tree::Tree;
use crate::kit::policies;
use crate::kit::{PolicyInfo, PolicyKind, Rules};

/// How far `best` looks ahead.
pub(super) const BEST: u32 = 3;

pub(super) const POLICIES: [PolicyInfo; 4] = [
    PolicyInfo::with_depth(
        "search",
        2,
        1..=6,
        "looks so many plies ahead and takes the move of the greatest value: 100 for each stone more than the other has, 1 for each \
         move more that the pieces could make, 20 for each empty square more beside the dux, and 1,000,000 less its distance in plies for \
         a win. `search:2` is what seats play where nobody says otherwise: the strongest policy of which hundreds of games are \
         soon played",
    ),
    PolicyInfo::new(
        "best",
        "`search:3`: nobody knows what is best in this game, and this is the strongest policy that plays a game within seconds. \
         `advise` and `strategy` go by it where nobody says otherwise",
    ),
    PolicyInfo::new(
        "greedy",
        "a move that wins at once, else one that takes most stones; places stones anywhere",
    ),
    PolicyInfo::new("random", "any legal move, each as likely as another"),
];

/// What seats play if nobody says otherwise.
pub(super) const USUAL: PolicyKind = PolicyKind::Search(2);

/// What both seats play.
pub(super) fn policies(rules: &Rules) -> [PolicyKind; 2] {
    PolicyKind::of_both(rules, USUAL).map(|policy| match policy {
        PolicyKind::Best => PolicyKind::Search(BEST),
        other => other,
    })
}

/// A seat that chooses.
pub(super) type Agent<'s> = policies::Agent<'s, Tree<'s>>;

pub(super) fn agent<'s>(policy: PolicyKind, tree: &'s Tree<'s>) -> Agent<'s> {
    Agent { policy, search: policy.depth().map(|depth| tree.search(depth)) }
}

/// What a seat likes best of what may be done, all alike: whoever is greedy plies that win at once, else those that take most.
pub(super) fn choices(agent: &mut Agent<'_>, game: &Running, settings: &Settings) -> Vec<Ply> {
    let own = Some(game.position.seat);
    let gain = |ply: &Ply| match ply.from.map(|_| game.over_after(*ply, settings)) {
        // Of two that win either will do, whatever they take.
        Some((Some(over), _)) if over.winner == own => (true, 0),
        Some((_, taken)) => (false, taken),
        None => (false, 0),
    };
    let allows = |ply: &Ply| game.allows(*ply, settings);
    agent.choices(&game.position, || game.plies(settings), allows, gain)
}
