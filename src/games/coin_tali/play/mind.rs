//! What seats do at the table, remembered.

use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::exact::{BackwardInduction, Doubles, Payoffs, Workings};
use crate::games::coin_tali::deciding;
use crate::games::coin_tali::policies::Policy;
use crate::games::coin_tali::round::{Card, CoinGame, MOST_SEATS, Position, number};
use crate::games::coin_tali::turns::{Action, Choice, Turns};

/// So many positions are remembered by everybody who plays, and as many of the card: each some 300 MB at most, as all are
/// forgotten when half as many are known.
const MOST_IN_MIND: usize = 3_200_000;

/// What is done where nothing is known of what is best.
fn first_open(choice: &Choice, open: &dyn Fn(usize) -> bool) -> usize {
    (0..choice.options.len()).find(|option| open(*option)).unwrap_or(0)
}

/// Somebody who knows what seats do.
pub(crate) struct Mind<'a> {
    game: &'a CoinGame,
    solved: BackwardInduction<&'a CoinGame, Doubles<MOST_SEATS>>,
    /// The card, and what those do who play from it, for what they read on it.
    card: Option<Card>,
    cards: FxHashMap<Position, Arc<[u8]>>,
    /// The turn that was looked at last, with what is best at each choice of it: a seat that cannot pay for everything
    /// chooses several times in one.
    last: Option<(Position, Workings<Doubles<MOST_SEATS>>)>,
}

impl<'a> Mind<'a> {
    pub(crate) fn new(game: &'a CoinGame) -> Self {
        Self {
            game,
            solved: BackwardInduction::new(game, MOST_IN_MIND),
            card: game.new_card(MOST_IN_MIND),
            cards: FxHashMap::default(),
            last: None,
        }
    }

    /// The same, looking at so many ways for turns to end at most; what is best is not known then.
    pub(crate) fn working(self, most: u64) -> Self {
        Self { solved: self.solved.working(most), card: self.card.map(|card| card.working(most)), ..self }
    }

    /// How many it has looked at.
    pub(crate) fn work(&self) -> u64 {
        self.solved.work() + self.card.as_ref().map_or(0, BackwardInduction::work)
    }

    /// The game that is played.
    pub(crate) const fn game(&self) -> &'a CoinGame {
        self.game
    }

    /// What the mover chooses, of what it can pay for.
    pub(crate) fn decides(&mut self, at: &Position, turns: &Turns, number: usize, purse: i64) -> usize {
        let choice = &turns.choices[number];
        let open = |option: usize| {
            let option = &choice.options[option];
            match option.action {
                // What is owed is no choice.
                Action::Stand | Action::Pay => true,
                Action::Call | Action::Match => at.ante <= purse,
                _ => option.pays <= purse,
            }
        };
        let chosen = self.chooses(at, number, choice);
        if open(chosen) { chosen } else { self.chooses_among(at, choice, &open) }
    }

    /// What the mover chooses, if it can pay for everything.
    fn chooses(&mut self, position: &Position, number: usize, choice: &Choice) -> usize {
        match self.game.seats[self.game.at_table(position)].policy {
            Policy::Best => {
                let solved = self.solve(self.game.tidy(*position).0);
                solved.map_or(0, |place| usize::from(self.solved.choices(place)[number]))
            }
            Policy::Card => {
                let shown = self.game.tidy(CoinGame::as_on_card(position)).0;
                let Some(card) = &mut self.card else { return 0 };
                if self.cards.len() > MOST_IN_MIND / 8 {
                    self.cards.clear();
                }
                let game = self.game;
                if card.len() > MOST_IN_MIND / 2 {
                    card.clear();
                }
                if let Entry::Vacant(unknown) = self.cards.entry(shown)
                    && let Some(read) = deciding::from_card(game, &shown, card)
                {
                    unknown.insert(read);
                }
                self.cards.get(&shown).map_or(0, |known| usize::from(known[number]))
            }
            policy => deciding::option(self.game, policy, position, choice, &|_| true),
        }
    }

    /// What the mover chooses among what it can pay for.
    fn chooses_among(&mut self, position: &Position, choice: &Choice, open: &dyn Fn(usize) -> bool) -> usize {
        match self.game.seats[self.game.at_table(position)].policy {
            Policy::Best => {
                let position = self.game.tidy(*position).0;
                if self.last.as_ref().is_none_or(|(last, _)| *last != position) {
                    self.last = self.solved.turn(&position, None).ok().map(|turn| (position, turn));
                }
                let Some((_, turn)) = &self.last else { return first_open(choice, open) };
                deciding::best_of(self.game, &position, choice, &turn.values, open)
            }
            Policy::Card => {
                let shown = self.game.tidy(CoinGame::as_on_card(position)).0;
                if self.last.as_ref().is_none_or(|(last, _)| *last != shown) {
                    let turn = self.card.as_mut().and_then(|card| card.turn(&shown, None).ok());
                    self.last = turn.map(|turn| (shown, turn));
                }
                let Some((_, turn)) = &self.last else { return first_open(choice, open) };
                deciding::on_card(self.game, &shown, choice, &turn.values, open)
            }
            policy => deciding::option(self.game, policy, position, choice, open),
        }
    }

    /// What the first of these seats can expect to gain in coppers by a round with that ante.
    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    pub(crate) fn gain_of_starter(&mut self, seats: &[usize], game_pot: i64, ante: i64) -> f64 {
        let (game, players) = (self.game, seats.len());
        let first = game.first(game.seating(seats), ante * number(players), game_pot, ante);
        let gain = self.solve(first).map_or(0.0, |place| self.solved.value(place).approximate(0));
        gain / game.settings.parts(players) as f64 - ante as f64
    }

    /// Solves a position, having forgotten everything if that is much.
    fn solve(&mut self, position: Position) -> Option<usize> {
        if self.solved.len() > MOST_IN_MIND / 2 {
            self.solved.clear();
        }
        self.solved.solve(position).ok()
    }
}

/// What was thought of already, by whoever plays at once.
pub(crate) struct Minds<'a>(Mutex<Vec<Mind<'a>>>);

impl<'a> Minds<'a> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Lends a mind.
    pub(crate) fn with<T>(&self, game: &'a CoinGame, think: impl FnOnce(&mut Mind<'a>) -> T) -> T {
        let lent = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut mind = lent.unwrap_or_else(|| Mind::new(game));
        let thought = think(&mut mind);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(mind);
        thought
    }
}
