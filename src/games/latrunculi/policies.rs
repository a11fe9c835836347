//! How seats play.

use super::game::Running;
use super::position::Ply;
use super::settings::Settings;
use super::tree::Tree;
use crate::games::rules::{Play, PolicyInfo};
use crate::search::AlphaBeta;

/// How far `best` looks ahead.
pub(super) const BEST: u32 = 3;

pub(super) const POLICIES: [PolicyInfo; 4] = [
    PolicyInfo::new(
        "best",
        "`search:3`: nobody knows what is best in this game, and this is the strongest policy that plays a game within seconds",
    ),
    PolicyInfo::with_depth(
        "search",
        2,
        1..=6,
        "looks so many plies ahead and takes the move of the greatest value: 100 for each stone more than the other has, 1 for each \
         move more that the pieces could make, 20 for each empty square more beside the dux, and 1,000,000 less its distance in plies for \
         a win",
    ),
    PolicyInfo::new(
        "greedy",
        "a move that wins at once, else one that takes most stones; places stones anywhere",
    ),
    PolicyInfo::new("random", "does anything that is allowed, all alike"),
];

/// How a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    Search(u32),
    Greedy,
    Random,
}

impl Policy {
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
    let position = &game.position;
    let plies = game.plies(settings);
    let wins = |ply: &&Ply| {
        let mut after = game.clone();
        after.make(**ply, settings);
        after.over(settings).is_some_and(|over| over.winner == Some(position.seat))
    };
    if may_win(game, settings) {
        let winning: Vec<Ply> = plies.iter().filter(wins).copied().collect();
        if !winning.is_empty() {
            return winning;
        }
    }
    let takes = |ply: &Ply| position.after(*ply, settings).1;
    let most = plies.iter().map(takes).max();
    plies.into_iter().filter(|ply| Some(takes(ply)) == most).collect()
}

/// Whether a ply can win at all: a dux has one free square or none, few stones or moves are left, or quiet has lasted long.
fn may_win(game: &Running, settings: &Settings) -> bool {
    const FEW: u32 = 16;
    let (position, other) = (&game.position, 1 - game.position.mover());
    let room = (settings.board.beside(position.pieces(other)) & position.empty(&settings.board)).number();
    let long = settings.quiet > 0 && game.quiet + 1 >= settings.quiet;
    let caught = settings.dux && super::tree::freedom(position, other, settings) <= 1;
    let last = !settings.dux && position.stones_of(other) <= FEW;
    caught || last || room <= FEW || long || !game.is_free()
}
