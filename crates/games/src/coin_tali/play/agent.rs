//! Who decides in a game that is played.

use std::sync::{Mutex, PoisonError};

use crate::coin_tali::deciding;
use crate::coin_tali::payoffs::Gains;
use crate::coin_tali::policies::Policy;
use crate::coin_tali::purses::Purse;
use crate::coin_tali::round::{CoinGame, Position};
use crate::coin_tali::solver::{Solver, Workings, best};
use crate::coin_tali::tree::Turns;
use crate::coin_tali::turns::Action;

/// So many positions are remembered by everybody who plays: some 300 MB at most, as all are forgotten when half as many are
/// known.
const MOST_REMEMBERED: usize = 3_200_000;

/// Chooses for all seats, each by its policy, and remembers what it has solved for that.
pub(crate) struct Agent<'a> {
    game: &'a CoinGame,
    solved: Solver<'a, Gains>,
    /// The turn that was looked at last, with what is best at each choice of it: a seat that cannot pay for everything
    /// chooses several times in one.
    last: Option<(Position, Workings<Gains>)>,
}

impl<'a> Agent<'a> {
    pub(crate) fn new(game: &'a CoinGame) -> Self {
        Self { game, solved: Solver::new(game, MOST_REMEMBERED), last: None }
    }

    /// The same, looking at so many ways for turns to end at most; what is best is not known then.
    pub(crate) fn working(self, most: u64) -> Self {
        Self { solved: self.solved.working(most), ..self }
    }

    /// How many it has looked at.
    pub(crate) const fn work(&self) -> u64 {
        self.solved.work()
    }

    /// What the mover chooses, of what it can pay for who began the turn with this purse.
    pub(crate) fn decides(&mut self, at: &Position, turns: &Turns, number: usize, purse: Purse) -> usize {
        let choice = &turns.choices[number];
        // Whoever could not pay is out: it stands, which is listed first.
        let Some(left) = self.game.left(at, choice, purse) else { return 0 };
        let open = |option: usize| match choice.options[option].action {
            // What is owed is no choice.
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
            // Nothing is known of what is best.
            None => (0..choice.options.len()).find(|option| open(*option)).unwrap_or(0),
        }
    }
}

/// Agents that are not in use, with what they remember.
pub(crate) struct Agents<'a>(Mutex<Vec<Agent<'a>>>);

impl<'a> Agents<'a> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Lends an agent.
    pub(crate) fn with<T>(&self, game: &'a CoinGame, play: impl FnOnce(&mut Agent<'a>) -> T) -> T {
        let lent = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut agent = lent.unwrap_or_else(|| Agent::new(game));
        let played = play(&mut agent);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(agent);
        played
    }
}
