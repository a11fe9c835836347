//! What seats do at the table, remembered.

use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::coin_tali::deciding;
use crate::coin_tali::policies::Policy;
use crate::coin_tali::purses::Purse;
use crate::coin_tali::round::{Card, CoinGame, MOST_SEATS, Position, number};
use crate::coin_tali::turns::{Action, Turns};
use tali_core::exact::{BackwardInduction, Doubles, Payoffs, Workings};

/// So many positions are remembered by everybody who plays, and as many of the card: each some 300 MB at most, as all are
/// forgotten when half as many are known.
const MOST_REMEMBERED: usize = 3_200_000;

/// Chooses for all seats, each by its policy, and remembers what it has solved for that.
pub(crate) struct Agent<'a> {
    game: &'a CoinGame,
    solved: BackwardInduction<&'a CoinGame, Doubles<MOST_SEATS>>,
    /// The card, and what those do who play from it, for what they read on it.
    card: Option<Card>,
    cards: FxHashMap<Position, Arc<[u8]>>,
    /// The turn that was looked at last, with what is best at each choice of it: a seat that cannot pay for everything
    /// chooses several times in one.
    last: Option<(Position, Workings<Doubles<MOST_SEATS>>)>,
}

impl<'a> Agent<'a> {
    pub(crate) fn new(game: &'a CoinGame) -> Self {
        let (cards, last) = (FxHashMap::default(), None);
        let solved = BackwardInduction::new(game, MOST_REMEMBERED);
        Self { game, solved, card: game.new_card(MOST_REMEMBERED), cards, last }
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
        let policy = self.game.policy_at(at);
        if !matches!(policy, Policy::Best | Policy::Card) {
            return deciding::option(self.game, at, choice, &open);
        }
        let shown = self.game.shown(at);
        let chosen = match policy {
            Policy::Card => self.read_card(shown, number),
            _ => self.solve(shown).map_or(0, |index| usize::from(self.solved.choices(index)[number])),
        };
        if open(chosen) {
            return chosen;
        }
        if self.last.as_ref().is_none_or(|(last, _)| *last != shown) {
            let turn = match policy {
                Policy::Card => self.card.as_mut().and_then(|card| card.turn(&shown, None).ok()),
                _ => self.solved.turn(&shown, None).ok(),
            };
            self.last = turn.map(|turn| (shown, turn));
        }
        match &self.last {
            Some((_, turn)) => deciding::best_of(self.game, &shown, choice, &turn.values, &open),
            // Nothing is known of what is best.
            None => (0..choice.options.len()).find(|option| open(*option)).unwrap_or(0),
        }
    }

    /// What the card says, if everything can be paid for.
    fn read_card(&mut self, shown: Position, number: usize) -> usize {
        let Some(card) = &mut self.card else { return 0 };
        if self.cards.len() > MOST_REMEMBERED / 8 {
            self.cards.clear();
        }
        if card.len() > MOST_REMEMBERED / 2 {
            card.clear();
        }
        if let Entry::Vacant(unknown) = self.cards.entry(shown)
            && let Some(read) = deciding::from_card(self.game, &shown, card)
        {
            unknown.insert(read);
        }
        self.cards.get(&shown).map_or(0, |known| usize::from(known[number]))
    }

    /// What the first of these seats can expect to gain in coppers by a round with that ante.
    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    pub(crate) fn gain_of_starter(&mut self, seats: &[usize], game_pot: i64, ante: i64) -> f64 {
        let (game, players) = (self.game, seats.len());
        let first = game.first(game.seating(seats), ante * number(players), game_pot, ante);
        let gain = self.solve(game.tidy(first).0);
        let gain = gain.map_or(0.0, |index| self.solved.value(index).approximate(0));
        gain / game.settings.parts(players) as f64 - ante as f64
    }

    /// Solves a position, having forgotten everything if that is much.
    fn solve(&mut self, position: Position) -> Option<usize> {
        if self.solved.len() > MOST_REMEMBERED / 2 {
            self.solved.clear();
        }
        self.solved.solve(position).ok()
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
