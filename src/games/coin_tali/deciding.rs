//! What seats do that do not play their best.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use super::policies::Policy;
use super::round::{Card, CoinGame, ENDLESS, MOST_REMEMBERED, MOST_WORK, Position};
use super::scores::Score;
use super::settings::{REROLL_BONES, Settings};
use super::turns::{Action, Bones, Choice, Choosable, faces_of};
use crate::exact::{Payoffs, SLACK};
use crate::process::TurnGame;

impl CoinGame {
    /// What the mover of a position would do by its policy; `None` if it plays its best.
    pub(super) fn chosen(&self, position: &Position) -> Option<Arc<[u8]>> {
        let policy = self.seats[self.at_table(position)].policy;
        if policy == Policy::Best {
            return None;
        }
        if policy == Policy::Card {
            return Some(self.card_at(&self.tidy(Self::as_on_card(position)).0));
        }
        Some(simple(self, policy, position))
    }

    /// What the mover does by the card, at a position as the card shows it.
    fn card_at(&self, shown: &Position) -> Arc<[u8]> {
        let card = self.card.get_or_init(|| {
            let card = self.new_card(MOST_REMEMBERED)?;
            Some(Mutex::new(card.working(MOST_WORK)))
        });
        let card = card.as_ref().map(|card| card.lock().unwrap_or_else(PoisonError::into_inner));
        let choices = card.and_then(|mut card| from_card(self, shown, &mut card));
        choices.unwrap_or_else(|| {
            // Whoever solves what follows from this is told that it is worth nothing.
            self.unreadable.store(true, Ordering::Relaxed);
            vec![0; self.turns(shown).choices.len()].into()
        })
    }
}

/// What a seat chooses that follows a simple rule.
pub(super) fn simple(game: &CoinGame, policy: Policy, position: &Position) -> Arc<[u8]> {
    let option = |choice: &Choice| option(game, policy, position, choice, &|_| true);
    let choices = &game.turns(position).choices;
    choices.iter().map(|choice| u8::try_from(option(choice)).unwrap_or(0)).collect()
}

/// What it chooses at one place, among the options that are open.
pub(super) fn option(
    game: &CoinGame,
    policy: Policy,
    position: &Position,
    choice: &Choice,
    open: &dyn Fn(usize) -> bool,
) -> usize {
    let place = |wanted: Action| choice.options.iter().position(|option| option.action == wanted);
    let or_first = |place: Option<usize>| place.filter(|place| open(*place)).unwrap_or(0);
    let Some(lying) = &choice.lying else {
        // Nobody but the best calls, and everybody matches who can.
        return or_first(place(Action::Match).or_else(|| place(Action::Throw)));
    };
    if let Some(pay) = place(Action::Pay) {
        return pay;
    }
    let stand = place(Action::Stand).unwrap_or(0);
    if lying.course.bought.iter().any(|bought| *bought > 0) {
        return stand;
    }
    let score = Score::new(&lying.faces, lying.added);
    let wants = match policy {
        Policy::Venus => return hunt(game, position, choice, open).unwrap_or(stand),
        Policy::Void => score.is_none(),
        Policy::Behind => score.is_none() || score <= position.best,
        Policy::Best | Policy::Never | Policy::Card => false,
    };
    let cheapest = cheapest(&game.settings, lying.open).filter(|_| wants);
    let bought = cheapest.and_then(|variant| lowest(choice, variant));
    bought.filter(|option| open(*option)).unwrap_or(stand)
}

/// The cheapest of the re-rolls that are open, of equally cheap ones the first.
fn cheapest(settings: &Settings, open: [bool; 3]) -> Option<usize> {
    (0..open.len()).filter(|variant| open[*variant]).min_by_key(|variant| settings.prices[*variant])
}

/// The option that throws the lowest faces again, of equal faces the lower bones.
fn lowest(choice: &Choice, variant: usize) -> Option<usize> {
    let lying = choice.lying.as_ref()?;
    let mut bones = [0, 1, 2, 3];
    bones.sort_by_key(|bone: &usize| (lying.faces[*bone], *bone));
    let wanted: Bones =
        bones.iter().take(REROLL_BONES[variant] as usize).fold(0, |set, bone| set | 1 << *bone);
    let faces = faces_of(&lying.faces, wanted);
    let thrown = |option: &Choosable| match option.action {
        Action::Reroll(bought, bones) if bought == variant => Some(bones),
        _ => None,
    };
    let exactly = choice.options.iter().position(|option| thrown(option) == Some(wanted));
    // Of bones that are alike only one choice of equal faces is listed.
    let alike =
        |option: &Choosable| thrown(option).is_some_and(|bones| faces_of(&lying.faces, bones) == faces);
    exactly.or_else(|| choice.options.iter().position(alike))
}

/// The re-roll with the most to be won by a Venus, less its price.
fn hunt(
    game: &CoinGame,
    position: &Position,
    choice: &Choice,
    open: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let lying = choice.lying.as_ref()?;
    let pots = game.settle(&lying.course, (position.pot, position.game), ENDLESS);
    let mut best: Option<(usize, f64)> = None;
    for (place, option) in choice.options.iter().enumerate().filter(|(place, _)| open(*place)) {
        let Action::Reroll(..) = option.action else { continue };
        #[expect(clippy::cast_precision_loss, reason = "coins are few")]
        let value = option.venus * pots.game as f64 - option.pays as f64;
        if value > best.map_or(0.0, |(_, value)| value) + SLACK {
            best = Some((place, value));
        }
    }
    best.map(|(place, _)| place)
}

/// The best of the options that are open, of equal ones the first.
pub(super) fn best_of<V: Payoffs>(
    game: &CoinGame,
    position: &Position,
    choice: &Choice,
    values: &[V],
    open: &dyn Fn(usize) -> bool,
) -> usize {
    let (mover, tree) = game.turn(position);
    let mut options = (0..choice.options.len()).filter(|option| open(*option));
    let value = |option: usize| &values[tree.chosen(choice.node, u8::try_from(option).unwrap_or(0))];
    let first = options.next().unwrap_or(0);
    options.fold(
        first,
        |taken, option| {
            if value(option).exceeds(value(taken), mover, SLACK) { option } else { taken }
        },
    )
}

/// Whether it is on the card: only best play uses powers, calls and drops.
fn is_on_card(action: Action) -> bool {
    !matches!(action, Action::Power(..) | Action::Call | Action::Drop)
}

/// What a seat chooses that plays from the card, at what it reads there; `None` if that is not known.
pub(super) fn from_card(game: &CoinGame, shown: &Position, card: &mut Card) -> Option<Arc<[u8]>> {
    let choices = &game.turns(shown).choices;
    let turn = card.turn(shown, None).ok()?;
    let option = |choice: &Choice| on_card(game, shown, choice, &turn.values, &|_| true);
    Some(choices.iter().map(|choice| u8::try_from(option(choice)).unwrap_or(0)).collect())
}

/// The same at one place, among the options that are open.
pub(super) fn on_card<V: Payoffs>(
    game: &CoinGame,
    shown: &Position,
    choice: &Choice,
    values: &[V],
    open: &dyn Fn(usize) -> bool,
) -> usize {
    let listed = |option: usize| open(option) && is_on_card(choice.options[option].action);
    // Who cannot pay for what is on the card has something else to do that costs nothing.
    let any = (0..choice.options.len()).any(listed);
    if any {
        best_of(game, shown, choice, values, &listed)
    } else {
        best_of(game, shown, choice, values, open)
    }
}
