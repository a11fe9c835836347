//! What seats choose: by a simple rule, or by what was solved for best play.

use super::payoffs::SLACK;
use super::policies::Policy;
use super::purses::Purse;
use super::round::{CoinGame, Position, small};
use super::scores::Score;
use super::settings::{REROLL_BONES, Settings};
use super::tree::Node;
use super::turns::{Action, Bones, Choice, Choosable, faces_of};

impl CoinGame {
    /// What the mover of a position would do by its policy; `None` if it plays its best.
    pub(super) fn chosen(&self, position: &Position) -> Option<Vec<u8>> {
        let option = |choice: &Choice| option(self, position, choice, &|_| true);
        let choices = &self.turns(position).choices;
        (self.policy_at(position) != Policy::Best)
            .then(|| choices.iter().map(|choice| small(option(choice))).collect())
    }
}

/// What a seat chooses that follows a simple rule, among the options that are open.
pub(super) fn option(
    game: &CoinGame,
    position: &Position,
    choice: &Choice,
    open: &dyn Fn(usize) -> bool,
) -> usize {
    let index = |wanted: Action| choice.options.iter().position(|option| option.action == wanted);
    let Some(on_table) = &choice.on_table else {
        // Nobody but the best calls, and everybody matches who can.
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
        Policy::Venus => return hunt(game, position, choice, open).unwrap_or(stand),
        Policy::Void => score.is_none(),
        Policy::Behind => score.is_none() || score <= position.best,
        Policy::Best | Policy::Never => false,
    };
    let cheapest = cheapest(&game.settings, on_table.open).filter(|_| wants);
    let bought = cheapest.and_then(|variant| lowest(choice, variant));
    bought.filter(|option| open(*option)).unwrap_or(stand)
}

/// The cheapest of the re-rolls that are open, of equally cheap ones the first.
fn cheapest(settings: &Settings, open: [bool; 3]) -> Option<usize> {
    (0..open.len()).filter(|variant| open[*variant]).min_by_key(|variant| settings.prices[*variant])
}

/// The option that throws the lowest faces again, of equal faces the lower bones.
fn lowest(choice: &Choice, variant: usize) -> Option<usize> {
    let on_table = choice.on_table.as_ref()?;
    let mut bones = [0, 1, 2, 3];
    bones.sort_by_key(|bone: &usize| (on_table.faces[*bone], *bone));
    let wanted: Bones =
        bones.iter().take(REROLL_BONES[variant] as usize).fold(0, |set, bone| set | 1 << *bone);
    let faces = faces_of(&on_table.faces, wanted);
    let thrown = |option: &Choosable| match option.action {
        Action::Reroll(bought, bones) if bought == variant => Some(bones),
        _ => None,
    };
    let exactly = choice.options.iter().position(|option| thrown(option) == Some(wanted));
    // Of bones that are alike only one choice of equal faces is listed.
    let alike =
        |option: &Choosable| thrown(option).is_some_and(|bones| faces_of(&on_table.faces, bones) == faces);
    exactly.or_else(|| choice.options.iter().position(alike))
}

/// The re-roll with the most to be won by a Venus, less its price.
fn hunt(
    game: &CoinGame,
    position: &Position,
    choice: &Choice,
    open: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let settled = game.settle(&choice.on_table.as_ref()?.log, position, Purse::ENDLESS);
    let turns = game.turns(position);
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
