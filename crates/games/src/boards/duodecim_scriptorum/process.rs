//! The game as a process of throws and choices, and what it tells besides who wins.

use super::evaluation::Evaluation;
use super::position::{HAND, Position, Side};
use super::results::Results;
use super::settings::{Faces, Settings};
use tali_core::process::{
    Counter, Distribution, Evaluated, Measure, Over, Process, Seats, Statistic, Step, Turn,
};

const fn mean(name: &'static str, title: &'static str, over: Over) -> Statistic {
    Statistic::new(name, title, over, Measure::Plain)
}

const fn share(name: &'static str, title: &'static str) -> Statistic {
    Statistic::new(name, title, Over::Game, Measure::Probability)
}

static CAPTURES: Statistic = mean("captures", "Pieces that each seat captures", Over::Seats);
static FORFEITS: Statistic = mean("forfeits", "Turns that each seat forfeits", Over::Seats);
static FORFEIT_SHARE: Statistic = share("forfeit_share", "Of all turns those that are forfeited");
static CHOICE_SHARE: Statistic = share("choice_share", "Of all turns those that leave a choice");
static OPTIONS_MEAN: Statistic =
    mean("options_mean", "Results to choose from, in turns that are not forfeited", Over::Game);
static LEFT_MEAN: Statistic = mean("left_mean", "Pieces that the loser has not taken off", Over::Game);

/// What happens in a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Event {
    pub seat: usize,
    /// Whether anybody has thrown.
    pub turn: bool,
    /// How many results the throw has.
    pub options: u32,
    captured: u32,
    /// How many pieces the other had left, if this won the game.
    left: u32,
}

impl Event {
    /// What happens if a position comes to a result, one of so many.
    pub(super) fn of_turn(seat: usize, from: &Position, options: usize, result: &Position) -> Self {
        let in_hand = |side: Side| u32::from(side.count(HAND));
        Self {
            seat,
            turn: true,
            options: u32::try_from(options).unwrap_or(u32::MAX),
            captured: in_hand(result.other) - in_hand(from.other),
            left: if result.own.is_gone() { result.other.left().into() } else { 0 },
        }
    }

    fn of(&self, seat: usize, number: u32) -> u32 {
        if self.seat == seat { number } else { 0 }
    }

    fn forfeits(&self) -> u32 {
        u32::from(self.turn && self.options == 0)
    }
}

/// The figures, and how they are counted.
pub(super) fn figures() -> Vec<Counter<Event>> {
    vec![
        Counter::new(&CAPTURES, 2, |event: &Event, seat| event.of(seat, event.captured)),
        Counter::new(&FORFEITS, 2, |event: &Event, seat| event.of(seat, event.forfeits())),
        Counter::ratio(&FORFEIT_SHARE, |event: &Event, _| event.forfeits(), |event| event.turn.into()),
        Counter::ratio(&CHOICE_SHARE, |event, _| u32::from(event.options > 1), |event| event.turn.into()),
        Counter::ratio(&OPTIONS_MEAN, |event, _| event.options, |event| u32::from(event.options > 0)),
        Counter::new(&LEFT_MEAN, 1, |event, _| event.left),
    ]
}

/// Whose turn it is, and what was thrown, if anything was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State {
    /// As the seat sees it whose turn it is.
    pub position: Position,
    pub seat: u8,
    /// The index of the throw.
    pub thrown: Option<u8>,
}

impl State {
    /// Before the throw of a seat.
    pub(super) const fn of(position: Position, seat: u8) -> Self {
        Self { position, seat, thrown: None }
    }

    /// The other's turn, after a result or a turn that was forfeited.
    pub(super) const fn after(&self, result: &Position) -> Self {
        Self::of(result.flipped(), 1 - self.seat)
    }

    /// Which seat has won.
    pub(super) fn winner(&self) -> Option<usize> {
        self.position.winner().map(|side| side ^ usize::from(self.seat))
    }
}

/// What is done: something is thrown, or a throw comes to a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Made {
    Throw(u8),
    Result(Position),
}

/// A game from a state on.
#[derive(Debug)]
pub(super) struct Race {
    pub settings: Settings,
    pub evaluation: Evaluation,
    pub start: State,
    throws: [Distribution<Made>; 1],
}

impl Race {
    pub(super) fn new(settings: Settings, start: State) -> Self {
        let index = |faces: &Faces| settings.index_of(*faces).and_then(|index| u8::try_from(index).ok());
        let throws = settings.law.map(|faces| Made::Throw(index(faces).unwrap_or(0)));
        Self { evaluation: Evaluation::new(&settings), settings, start, throws: [throws] }
    }
}

impl Process for Race {
    type State = State;
    type Move = Made;
    type Information = State;
    /// What happens is counted turn by turn, where games are played or summed up.
    type Event = ();

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        self.start
    }

    fn distributions(&self) -> &[Distribution<Made>] {
        &self.throws
    }

    fn turn(&self, state: &State) -> Turn<State> {
        match (state.winner(), state.thrown) {
            (Some(seat), _) => Turn::End(Seats::one(seat)),
            (None, None) => Turn::Chance(0),
            (None, Some(_)) => Turn::Choose { seat: state.seat.into(), information: *state },
        }
    }

    /// All results; the position as it is, if there is none.
    fn actions(&self, state: &State, actions: &mut Vec<Made>) {
        let throw = &self.settings.throws[usize::from(state.thrown.unwrap_or(0))];
        let mut results = Results::default();
        let found = results.of(&state.position, throw, self.settings.readings);
        actions.extend(found.iter().map(|result| Made::Result(*result)));
        if actions.is_empty() {
            actions.push(Made::Result(state.position));
        }
    }

    fn next(&self, state: &State, made: Made) -> Step<State> {
        match made {
            Made::Throw(index) => Step::to(State { thrown: Some(index), ..*state }),
            Made::Result(result) => Step::to(state.after(&result)).taking(0),
        }
    }
}

impl Evaluated for Race {
    fn evaluate(&self, state: &State) -> f64 {
        // The other side has just played.
        let chance = self.evaluation.chance(&state.position.flipped());
        if state.seat == 0 { 1.0 - chance } else { chance }
    }

    fn is_judged_before_throws(&self) -> bool {
        true
    }
}
