//! The game as a process of throws and choices, and what it tells besides who wins.

#![expect(clippy::cast_precision_loss, reason = "estimates need no more")]

use super::notation::GameState;
use super::numbering::Reach;
use super::position::Move;
use super::settings::{OFF, SHARED, Settings};
use tali_core::process::{Counter, Distribution, Measure, Over, Process, Seats, Statistic, Step, Turn};

static TURNS_MEAN: Statistic = Statistic::new(
    "turns_mean",
    "Turns: throws that count, and turns that are lost",
    Over::Game,
    Measure::Plain,
);
static CAPTURES_MEAN: Statistic =
    Statistic::new("captures_mean", "Pieces that each seat captures", Over::Seats, Measure::Plain);
static PASSES_MEAN: Statistic =
    Statistic::new("passes_mean", "Turns in which nothing can be done", Over::Seats, Measure::Plain);
static CHOICES_MEAN: Statistic =
    Statistic::new("choices_mean", "Throws that leave a choice", Over::Game, Measure::Plain);
static CHOICE_SHARE: Statistic = Statistic::new(
    "choice_share",
    "Of all turns those that leave a choice",
    Over::Game,
    Measure::Probability,
);
static CAPTURES_ON: Statistic =
    Statistic::new("captures_on", "Captures on each of the squares 5 to 16", Over::Squares, Measure::Plain);

/// Who wins if both throw for the start, where their bones differ.
pub(super) static START_THROWN: Statistic = Statistic::new(
    "start_thrown",
    "Seat 1 wins, if whoever alone throws a 1 begins",
    Over::Game,
    Measure::Probability,
);

/// What happens in a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Event {
    pub seat: usize,
    /// Whether a throw counts, or the turn is lost with it.
    pub turn: bool,
    pub choice: bool,
    pub passes: bool,
    /// On what square a piece is captured, if one is.
    pub captured_on: Option<u8>,
}

impl Event {
    fn of(seat: usize, made: Move) -> Self {
        Self { seat, captured_on: made.captures.then_some(made.to), ..Self::default() }
    }

    /// A whole turn: what is done with a throw, if anything, and whether there was a choice.
    pub(super) fn of_turn(seat: usize, made: Option<Move>, choice: bool) -> Self {
        let captured_on = made.filter(|made| made.captures).map(|made| made.to);
        Self { seat, turn: true, choice, passes: made.is_none(), captured_on }
    }

    pub(super) fn captures(&self, seat: usize) -> u32 {
        u32::from(self.captured_on.is_some() && self.seat == seat)
    }

    pub(super) fn passes(&self, seat: usize) -> u32 {
        u32::from(self.passes && self.seat == seat)
    }
}

/// The figures, and how they are counted.
pub(super) fn figures() -> Vec<Counter<Event>> {
    vec![
        Counter::new(&TURNS_MEAN, 1, |event, _| event.turn.into()),
        Counter::new(&CAPTURES_MEAN, 2, Event::captures),
        Counter::new(&PASSES_MEAN, 2, Event::passes),
        Counter::new(&CHOICES_MEAN, 1, |event, _| event.choice.into()),
        Counter::ratio(&CHOICE_SHARE, |event, _| event.choice.into(), |event| event.turn.into()),
        Counter::new(&CAPTURES_ON, (OFF - SHARED).into(), |event: &Event, place| {
            u32::from(event.captured_on.is_some_and(|square| usize::from(square - SHARED) == place))
        }),
    ]
}

/// A game of no more positions, those of three pieces, is solved as a whole: that takes a second.
const SOON_SOLVED: usize = 512_349;

/// A game from a position on.
#[derive(Clone, Debug)]
pub(super) struct Race {
    pub settings: Settings,
    pub start: GameState,
}

impl Race {
    /// How many pieces of each seat are off at least wherever it is solved: what is off never comes back, but a game of which
    /// all is solved soon is solved whole.
    pub(super) fn off(&self) -> [u8; 2] {
        let whole = Reach::new(self.settings.pieces, [0; 2]);
        if whole.positions() <= SOON_SOLVED { [0; 2] } else { self.start.position.off }
    }

    /// How many positions can still come, of either seat to move.
    pub(super) fn to_come(&self) -> usize {
        Reach::new(self.settings.pieces, self.start.position.off).positions()
    }

    /// How many positions are solved.
    pub(super) fn positions(&self) -> usize {
        Reach::new(self.settings.pieces, self.off()).positions()
    }
}

impl GameState {
    /// What a move leads to.
    pub(super) fn made(&self, made: Move) -> Self {
        let after = self.position.after(made);
        if made.again {
            return Self { position: after, thrown: None, ..*self };
        }
        Self { position: after.mirrored(), seat: 1 - self.seat, thrown: None }
    }

    /// The other seat's turn, as nothing can be done.
    pub(super) const fn passed(&self) -> Self {
        Self { position: self.position.mirrored(), seat: 1 - self.seat, thrown: None }
    }

    /// What a turn leads to in which a move is made, or nothing can be.
    pub(super) fn then(&self, made: Option<Move>) -> Self {
        made.map_or_else(|| self.passed(), |made| self.made(made))
    }

    /// Which seat has won.
    pub(super) fn winner(&self, settings: &Settings) -> Option<usize> {
        self.position.winner(settings).map(|side| side ^ usize::from(self.seat))
    }
}

impl Process for Race {
    type State = GameState;
    /// A throw, as squares, 0 being none; or the square from which a piece moves.
    type Move = u8;
    type Information = GameState;
    type Event = Event;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> GameState {
        self.start
    }

    fn distributions(&self) -> &[Distribution<u8>] {
        &self.settings.throws
    }

    fn turn(&self, state: &GameState) -> Turn<GameState> {
        if let Some(seat) = state.winner(&self.settings) {
            return Turn::End(Seats::one(seat));
        }
        let seat = usize::from(state.seat);
        if state.thrown.is_none() { Turn::Chance(seat) } else { Turn::Choose { seat, information: *state } }
    }

    fn actions(&self, state: &GameState, actions: &mut Vec<u8>) {
        let squares = state.thrown.unwrap_or(0);
        actions.extend(state.position.moves(squares, &self.settings).map(|made| made.from));
    }

    fn next(&self, state: &GameState, made: u8) -> Step<GameState, Event> {
        let (settings, seat) = (&self.settings, usize::from(state.seat));
        if let Some(squares) = state.thrown {
            return match state.position.legal(made, squares, settings) {
                Some(made) => Step::to(state.made(made)).taking(0).with(Event::of(seat, made)),
                // A position that was typed with a throw by which nothing can be done.
                None => {
                    Step::to(state.passed()).taking(0).with(Event { seat, passes: true, ..Event::default() })
                }
            };
        }
        if made == 0 && settings.rethrows {
            return Step::to(*state).idle_if(true);
        }
        let mut moves = state.position.moves(made, settings).filter(|_| made > 0);
        let (to, event) = match (moves.next(), moves.next()) {
            (None, _) => (state.passed(), Event { passes: true, ..Event::default() }),
            (Some(only), None) => (state.made(only), Event::of(seat, only)),
            (Some(_), Some(_)) => {
                (GameState { thrown: Some(made), ..*state }, Event { choice: true, ..Event::default() })
            }
        };
        Step::to(to).with(Event { seat, turn: true, ..event })
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures()
    }

    fn estimated_states(&self) -> f64 {
        // Positions of either seat, with what may have been thrown.
        10.0 * self.positions() as f64
    }
}
