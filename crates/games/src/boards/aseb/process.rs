//! The game as a process of throws and choices, and its figures.

use std::sync::{Arc, OnceLock};

use super::moves::{Move, passed};
use super::numbering::Reach;
use super::settings::{OFF, SHARED, Settings};
use super::solved::{SOON_SOLVED, Solved};
use crate::boards::race::{Solving, State};
use crate::kit::{AdviceError, Rules};
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
static CHOICE_SHARE: Statistic =
    Statistic::new("choice_share", "Share of turns that leave a choice", Over::Game, Measure::Probability);
static CAPTURES_ON: Statistic =
    Statistic::new("captures_on", "Captures on each of the squares 5 to 16", Over::Squares, Measure::Plain);

/// Who wins if both throw for the start, if their bones differ.
pub(super) static START_THROWN: Statistic =
    Statistic::new("start_thrown", "Seat 1 wins, if both throw to begin", Over::Game, Measure::Probability);

/// What happens in a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Event {
    pub seat: usize,
    /// Whether the throw counts, or the turn is lost with it.
    pub turn: bool,
    pub choice: bool,
    pub passes: bool,
    /// The square on which a piece is captured, if one is.
    pub captured_on: Option<u8>,
}

impl Event {
    fn of(seat: usize, made: Move) -> Self {
        Self { seat, captured_on: made.captures.then_some(made.to), ..Self::default() }
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
        Counter::new(&CAPTURES_ON, (OFF - SHARED).into(), |event: &Event, index| {
            u32::from(event.captured_on.is_some_and(|square| usize::from(square - SHARED) == index))
        }),
    ]
}

/// A game from some state on, with the value of every position once it is needed.
#[derive(Clone)]
pub(super) struct Aseb {
    pub settings: Arc<Settings>,
    pub start: State,
    pub solving: Solving<Arc<Solved>>,
    /// The table in a file that was named, and the cached one; both are only read as far as needed.
    pub named: Option<Arc<Solved>>,
    cached: Arc<OnceLock<Option<Solved>>>,
}

impl Aseb {
    /// The game from its first position.
    pub(super) fn new(settings: Settings, rules: Rules) -> Self {
        Self {
            start: settings.first(),
            settings: Arc::new(settings),
            solving: Solving::new(rules),
            named: None,
            cached: Arc::default(),
        }
    }

    /// The same game from another state.
    pub(super) fn from(&self, start: State) -> Self {
        let mut from = Self { start, ..self.clone() };
        if from.off() != self.off() {
            from.solving = self.solving.anew();
        }
        from
    }

    /// The same game from its first position.
    pub(super) fn whole(&self) -> Self {
        self.from(self.settings.first())
    }

    /// The least number of pieces off of each seat wherever the game is solved: pieces that are off never come back, but a game
    /// that is soon solved is solved as a whole.
    fn off(&self) -> [u8; 2] {
        let whole = Reach::new(self.settings.pieces, [0; 2]);
        if whole.positions() <= SOON_SOLVED { [0; 2] } else { self.start.position.off() }
    }

    /// The number of positions to solve.
    pub(super) fn positions(&self) -> usize {
        Reach::new(self.settings.pieces, self.off()).positions()
    }

    /// The number of positions that can still come, with either seat to move.
    pub(super) fn to_come(&self) -> usize {
        Reach::new(self.settings.pieces, self.start.position.off()).positions()
    }

    /// The solution, which is found if it is not yet known.
    pub(super) fn solved(&self) -> Result<&Solved, AdviceError> {
        self.solving.solution(|solving| Solved::new(&self.settings, self.off(), solving)).map(Arc::as_ref)
    }

    /// Looks up few values: in a named file if there is one, otherwise in the cached solution, unless it is damaged.
    pub(super) fn look_up<T>(
        &self,
        ask: impl Fn(&Solved) -> Result<T, AdviceError>,
    ) -> Result<T, AdviceError> {
        if let Some(named) = &self.named {
            return ask(named);
        }
        let cached = || Solved::cached(&self.settings, &self.solving, false);
        let cached = if self.solving.is_found() { None } else { self.cached.get_or_init(cached).as_ref() };
        cached.and_then(|cached| ask(cached).ok()).map_or_else(|| ask(self.solved()?), Ok)
    }
}

impl Process for Aseb {
    type State = State;
    /// A throw, as squares, 0 being none; or the square from which a piece moves.
    type Move = u8;
    type Information = State;
    type Event = Event;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        self.start
    }

    fn distributions(&self) -> &[Distribution<u8>] {
        &self.settings.throws
    }

    fn turn(&self, state: &State) -> Turn<State> {
        if let Some(seat) = state.winner() {
            return Turn::End(Seats::one(seat));
        }
        let seat = usize::from(state.seat);
        if state.thrown.is_none() { Turn::Chance(seat) } else { Turn::Choose { seat, information: *state } }
    }

    /// The squares from which pieces can move; 0 if none can, as is possible with a typed throw.
    fn actions(&self, state: &State, actions: &mut Vec<u8>) {
        let squares = state.thrown.unwrap_or(0);
        actions.extend(self.settings.moves(&state.position, squares).map(|made| made.from));
        if actions.is_empty() {
            actions.push(0);
        }
    }

    fn next(&self, state: &State, made: u8) -> Step<State, Event> {
        let (settings, seat) = (&self.settings, usize::from(state.seat));
        if let Some(squares) = state.thrown {
            return match settings.legal(&state.position, made, squares) {
                Some(made) => Step::to(made.after(state)).taking(0).with(Event::of(seat, made)),
                None => {
                    Step::to(passed(state)).taking(0).with(Event { seat, passes: true, ..Event::default() })
                }
            };
        }
        if made == 0 && settings.rethrows {
            return Step::to(*state).idle_if(true);
        }
        let mut moves = settings.moves(&state.position, made);
        let (to, event) = match (moves.next(), moves.next()) {
            (None, _) => (passed(state), Event { passes: true, ..Event::default() }),
            (Some(only), None) => (only.after(state), Event::of(seat, only)),
            (Some(_), Some(_)) => {
                (State { thrown: Some(made), ..*state }, Event { choice: true, ..Event::default() })
            }
        };
        Step::to(to).with(Event { seat, turn: true, ..event })
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures()
    }
}
