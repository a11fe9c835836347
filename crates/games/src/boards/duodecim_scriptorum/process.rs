//! The game as a process of throws and choices, and its figures.

use std::sync::Arc;

use super::evaluation::Evaluation;
use super::few::{Solved, number};
use super::results::Results;
use super::settings::{Settings, Throw};
use crate::boards::race::{HAND, Position, Side, Solving, State};
use crate::kit::{AdviceError, Rules};
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
static FORFEIT_SHARE: Statistic = share("forfeit_share", "Share of turns that are forfeited");
static CHOICE_SHARE: Statistic = share("choice_share", "Share of turns that leave a choice");
static OPTIONS_MEAN: Statistic =
    mean("options_mean", "Results to choose from, in turns that are not forfeited", Over::Game);
static LEFT_MEAN: Statistic = mean("left_mean", "Pieces that the loser has not taken off", Over::Game);

/// What happens with a throw, whether it is used or cannot be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Event {
    seat: usize,
    /// The number of results of the throw.
    options: u32,
    captured: u32,
    /// How many pieces the other had left, if this won the game.
    left: u32,
}

impl Event {
    /// What happens if a position leads to one of `options` results.
    fn of_turn(seat: usize, from: &Position, options: u32, result: &Position) -> Self {
        let in_hand = |side: Side| u32::from(side.count(HAND));
        Self {
            seat,
            options,
            captured: in_hand(result.other) - in_hand(from.other),
            left: if result.own.is_gone() { result.other.left().into() } else { 0 },
        }
    }

    fn of(&self, seat: usize, number: u32) -> u32 {
        if self.seat == seat { number } else { 0 }
    }

    fn forfeits(&self) -> u32 {
        u32::from(self.options == 0)
    }
}

/// The figures, and how they are counted.
fn figures() -> Vec<Counter<Event>> {
    vec![
        Counter::new(&CAPTURES, 2, |event: &Event, seat| event.of(seat, event.captured)),
        Counter::new(&FORFEITS, 2, |event: &Event, seat| event.of(seat, event.forfeits())),
        Counter::ratio(&FORFEIT_SHARE, |event: &Event, _| event.forfeits(), |_| 1),
        Counter::ratio(&CHOICE_SHARE, |event, _| u32::from(event.options > 1), |_| 1),
        Counter::ratio(&OPTIONS_MEAN, |event, _| event.options, |event| u32::from(event.options > 0)),
        Counter::new(&LEFT_MEAN, 1, |event, _| event.left),
    ]
}

/// A throw, or the choice of one of a number of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Made {
    Throw(u8),
    Result(Position, u32),
}

/// A game from some state on, with the values of its last positions once they are needed.
#[derive(Clone)]
pub(super) struct Duodecim {
    pub settings: Arc<Settings>,
    pub evaluation: Arc<Evaluation>,
    pub start: State,
    pub solving: Solving<Solved>,
    throws: [Distribution<Made>; 1],
}

impl Duodecim {
    /// The game from its first position.
    pub(super) fn new(settings: Settings, rules: Rules) -> Self {
        let throws = settings.distribution.map(|faces| Made::Throw(settings.index_of(*faces).unwrap_or(0)));
        Self {
            start: State::of(Position::first(settings.pieces), 0),
            evaluation: Arc::new(Evaluation::new(&settings)),
            settings: Arc::new(settings),
            solving: Solving::new(rules),
            throws: [throws],
        }
    }

    /// The same game from another state.
    pub(super) fn from(&self, start: State) -> Self {
        Self { start, ..self.clone() }
    }

    /// The throw that was made.
    pub(super) fn thrown(&self, state: &State) -> Option<&Throw> {
        state.thrown.map(|throw| &self.settings.throws[usize::from(throw)])
    }

    /// The solution of positions with at most two pieces left to each seat.
    pub(super) fn solved(&self) -> Result<&Solved, AdviceError> {
        self.solving.solution(|solving| Solved::new(&self.settings, solving))
    }

    /// Whether each seat has so few pieces left that the game is solved.
    pub(super) fn is_few(&self) -> bool {
        number(&self.start.position).is_some()
    }
}

impl Process for Duodecim {
    type State = State;
    type Move = Made;
    type Information = State;
    type Event = Event;

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

    /// All results; the unchanged position, if there are none.
    fn actions(&self, state: &State, actions: &mut Vec<Made>) {
        let mut results = Results::default();
        let Some(throw) = self.thrown(state) else { return };
        let found = results.of(&state.position, throw, self.settings.readings);
        let number = u32::try_from(found.len()).unwrap_or(u32::MAX);
        actions.extend(found.iter().map(|result| Made::Result(*result, number)));
        if number == 0 {
            actions.push(Made::Result(state.position, 0));
        }
    }

    fn next(&self, state: &State, made: Made) -> Step<State, Event> {
        match made {
            Made::Throw(index) => Step::to(State { thrown: Some(index), ..*state }),
            Made::Result(result, options) => {
                let event = Event::of_turn(state.seat.into(), &state.position, options, &result);
                Step::to(state.after(&result)).taking(0).with(event)
            }
        }
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures()
    }
}

impl Evaluated for Duodecim {
    fn evaluate(&self, state: &State) -> f64 {
        // The other side has just played.
        let chance = self.evaluation.chance(&state.position.flipped());
        if state.seat == 0 { 1.0 - chance } else { chance }
    }

    fn is_judged_before_throws(&self) -> bool {
        true
    }
}
