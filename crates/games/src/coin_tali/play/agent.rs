//! Agents that decide in simulations.

use std::sync::{Mutex, PoisonError};

use crate::coin_tali::deciding;
use crate::coin_tali::payoffs::Gains;
use crate::coin_tali::policies::Policy;
use crate::coin_tali::purses::Purse;
use crate::coin_tali::round::{CoinGame, Position};
use crate::coin_tali::solver::{Solver, Workings, best};
use crate::coin_tali::tree::Turns;
use crate::coin_tali::turns::Action;

/// The largest number of positions cached by all agents together, about 300 MB at most: a cache that is half full is cleared.
const MOST_REMEMBERED: usize = 3_200_000;

/// Decides for all seats by their policies, and caches what it solves for that.
pub(crate) struct Agent<'a> {
    game: &'a CoinGame,
    solved: Solver<'a, Gains>,
    /// The last turn, with the best choices in it: a seat that cannot afford everything may choose several times in one turn.
    last: Option<(Position, Workings<Gains>)>,
}

impl<'a> Agent<'a> {
    pub(crate) fn new(game: &'a CoinGame) -> Self {
        Self { game, solved: Solver::new(game, MOST_REMEMBERED), last: None }
    }

    /// Limits the work, in leaves of turns; after that, best play is unknown.
    pub(crate) fn working(self, most: u64) -> Self {
        Self { solved: self.solved.working(most), ..self }
    }

    /// The work so far.
    pub(crate) const fn work(&self) -> u64 {
        self.solved.work()
    }

    /// The mover's choice among the options it can afford, if it began the turn with this purse.
    pub(crate) fn decides(&mut self, at: &Position, turns: &Turns, number: usize, purse: Purse) -> usize {
        let choice = &turns.choices[number];
        // A seat that could not pay is out: it stands, which is the first option.
        let Some(left) = self.game.left(at, choice, purse) else { return 0 };
        let open = |option: usize| match choice.options[option].action {
            // A debt must be paid.
            Action::Pay => true,
            Action::Call | Action::Match => at.ante <= left,
            _ => choice.options[option].pays <= left,
        };
        if self.game.policy_at(at) != Policy::Best {
            return deciding::option(self.game, at, (turns, choice), &open);
        }
        let at = self.game.tidy(*at).0;
        self.solved.clear_if_full();
        let chosen = self.solved.solve(at);
        let chosen = chosen.map_or(0, |index| usize::from(self.solved.choices(index)[number]));
        if open(chosen) {
            return chosen;
        }
        if self.last.as_ref().is_none_or(|(last, _)| *last != at) {
            self.last = self.solved.turn(&at, turns, None).ok().map(|turn| (at, turn));
        }
        match &self.last {
            Some((_, turn)) => {
                let values = choice.options.iter().map(|option| &turn.values[option.to]).enumerate();
                best(usize::from(at.mover), values.filter(|(option, _)| open(*option)))
            }
            // Best play is unknown.
            None => (0..choice.options.len()).find(|option| open(*option)).unwrap_or(0),
        }
    }
}

/// A pool of unused agents with their caches.
pub(crate) struct Agents<'a>(Mutex<Vec<Agent<'a>>>);

impl<'a> Agents<'a> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Lends an agent to a function.
    pub(crate) fn with<T>(&self, game: &'a CoinGame, play: impl FnOnce(&mut Agent<'a>) -> T) -> T {
        let lent = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut agent = lent.unwrap_or_else(|| Agent::new(game));
        let played = play(&mut agent);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(agent);
        played
    }
}
