//! Decisions of seats: by a simple policy, or by solved best play.

use super::payoffs::SLACK;
use super::policies::Policy;
use super::purses::Purse;
use super::round::{CoinGame, Position, small};
use super::scores::Score;
use super::tree::{Node, Turns};
use super::turns::{Action, Choice, Choosable};

impl CoinGame {
    /// The choices of the mover's policy; `None` if it plays best.
    pub(super) fn chosen(&self, position: &Position) -> Option<Vec<u8>> {
        let turns = self.turns(position);
        let option = |choice: &Choice| small(option(self, position, (turns, choice), &|_| true));
        (self.policy_at(position) != Policy::Best).then(|| turns.choices.iter().map(option).collect())
    }
}

/// The choice of a seat with a simple policy, among the allowed options.
pub(super) fn option(
    game: &CoinGame,
    position: &Position,
    (turns, choice): (&Turns, &Choice),
    open: &dyn Fn(usize) -> bool,
) -> usize {
    let index = |wanted: Action| choice.options.iter().position(|option| option.action == wanted);
    let Some(on_table) = &choice.on_table else {
        // Simple policies never call, and match if they can.
        let option = index(Action::Match).or_else(|| index(Action::Throw));
        return option.filter(|option| open(*option)).unwrap_or(0);
    };
    if let Some(pay) = index(Action::Pay) {
        return pay;
    }
    let stand = index(Action::Stand).unwrap_or(0);
    if on_table.log.bought.iter().any(|bought| *bought > 0) {
        return stand;
    }
    let score = Score::new(&on_table.faces, on_table.added);
    let wants = match game.policy_at(position) {
        Policy::Venus => return hunt(game, position, (turns, choice), open).unwrap_or(stand),
        Policy::Void => score.is_none(),
        Policy::Behind => score.is_none() || score <= position.best,
        Policy::Best | Policy::Never => false,
    };
    // Options are sorted by price, variant, lowest faces and lowest bones, so the first re-roll is the cheapest.
    let is_bought = |option: &Choosable| matches!(option.action, Action::Reroll(..));
    let bought = choice.options.iter().position(is_bought).filter(|_| wants);
    bought.filter(|option| open(*option)).unwrap_or(stand)
}

/// The re-roll with the largest expected gain from a Venus minus its price.
fn hunt(
    game: &CoinGame,
    position: &Position,
    (turns, choice): (&Turns, &Choice),
    open: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let settled = game.settle(&choice.on_table.as_ref()?.log, position, Purse::ENDLESS);
    let mut best: Option<(usize, f64)> = None;
    for (index, option) in choice.options.iter().enumerate().filter(|(index, _)| open(*index)) {
        let (Action::Reroll(..), Node::Chance(throw)) = (option.action, &turns.nodes()[option.to]) else {
            continue;
        };
        #[expect(clippy::cast_precision_loss, reason = "coins are few")]
        let value = throw.venus * settled.game as f64 - option.pays as f64;
        if value > best.map_or(0.0, |(_, value)| value) + SLACK {
            best = Some((index, value));
        }
    }
    best.map(|(index, _)| index)
}
