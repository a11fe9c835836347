//! How seats play.

use super::game::Running;
use super::position::Ply;
use super::settings::Settings;
use super::tree::Tree;
use crate::games::kit::rules::{Play, PolicyInfo};
use crate::search::AlphaBeta;

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

/// How a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    Search(u32),
    Greedy,
    Random,
}

impl Policy {
    /// What the first of [`POLICIES`] is if nobody says otherwise.
    pub(super) const USUAL: Self = Self::Search(2);

    pub(super) fn of(play: &Play) -> Self {
        match (play.name(), play.depth()) {
            ("search", Some(depth)) => Self::Search(depth),
            ("greedy", _) => Self::Greedy,
            ("random", _) => Self::Random,
            _ => Self::Search(BEST),
        }
    }

    /// How many plies ahead it looks.
    pub(super) const fn depth(self) -> Option<u32> {
        if let Self::Search(depth) = self { Some(depth) } else { None }
    }
}

/// A seat that decides, with what it remembers of positions that it looked at before.
pub(super) struct Mind<'s> {
    policy: Policy,
    settings: &'s Settings,
    search: Option<AlphaBeta<'s, Tree<'s>>>,
}

impl<'s> Mind<'s> {
    pub(super) fn new(policy: Policy, tree: &'s Tree<'s>) -> Self {
        let search = policy.depth().map(|depth| tree.search(depth));
        Self { policy, settings: tree.0, search }
    }

    pub(super) const fn policy(&self) -> Policy {
        self.policy
    }

    /// What it likes best of what may be done, all alike.
    pub(super) fn choices(&mut self, game: &Running) -> Vec<Ply> {
        let settings = self.settings;
        match (self.policy, &mut self.search) {
            (Policy::Search(depth), Some(search)) => {
                search.best_among(&game.position, Some(depth), |ply| game.allows(*ply, settings)).0
            }
            (Policy::Greedy, _) if !game.position.is_placing() => greedy(game, settings),
            _ => game.plies(settings),
        }
    }
}

/// Plies that win at once, else those that take most.
fn greedy(game: &Running, settings: &Settings) -> Vec<Ply> {
    let own = Some(game.position.seat);
    // Of two that win either will do, whatever they take.
    let worth = |ply| match game.over_after(ply, settings) {
        (Some(over), _) if over.winner == own => (true, 0),
        (_, taken) => (false, taken),
    };
    best_of(game.plies(settings), worth)
}

/// Those that are worth most.
fn best_of<W: Ord>(plies: Vec<Ply>, worth: impl Fn(Ply) -> W) -> Vec<Ply> {
    let mut best: Option<W> = None;
    let mut liked = Vec::new();
    for ply in plies {
        let worth = worth(ply);
        if best.as_ref().is_none_or(|best| worth > *best) {
            liked.clear();
            best = Some(worth);
        } else if best.as_ref() != Some(&worth) {
            continue;
        }
        liked.push(ply);
    }
    liked
}
