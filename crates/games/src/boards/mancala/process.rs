//! A match as a process without chance.

use std::sync::{Arc, OnceLock};

use super::board::{Board, PEBBLES};
use super::catalogue::Catalogue;
use super::layout::{Beginning, Layout};
use super::play::Action;
use super::round::Round;
use super::score::{End, Score};
use super::settings::Settings;
use super::solver::{self, Tree};
use super::statistics::{Event, figures};
use crate::boards::game::Resources;
use tali_core::process::{Counter, Distribution, Process, Seats, Step, Turn};

/// A match by some rules, or one round of it from a position, with what has been computed about it.
#[derive(Clone)]
pub(super) struct Mancala {
    pub settings: Settings,
    /// The beginning of the one round that is played instead of a match.
    pub from: Option<Round>,
    /// Positions as they are searched to a depth, and to the end.
    pub ahead: Tree,
    pub to_the_end: Tree,
    /// All layouts.
    pub layouts: Arc<[Layout]>,
    pub resources: Resources,
    catalogue: Arc<OnceLock<Option<Catalogue>>>,
    /// The value of the board with which it begins.
    pub(super) value: Arc<OnceLock<Option<i32>>>,
}

/// The state of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State {
    pub score: Score,
    pub phase: Phase,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Phase {
    /// The choice of a layout.
    Layout,
    /// The choice whether to turn the board.
    Turning(Board),
    /// The round.
    Round(Round),
    /// Nothing: the match has ended like this, with this round.
    Over(End, Round),
}

/// A choice of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Choice {
    /// A layout.
    LayOut(Layout),
    /// Whether to turn the board.
    Turn(bool),
    /// What to do in a round.
    Act(Action),
}

impl Mancala {
    /// The game by these rules.
    pub(super) fn new(settings: Settings) -> Self {
        Self {
            settings,
            from: None,
            ahead: Tree::to_a_depth(settings),
            to_the_end: Tree::to_the_end(settings),
            layouts: Layout::all().collect(),
            resources: Resources::default(),
            catalogue: Arc::default(),
            value: Arc::default(),
        }
    }

    /// The same game with only one round, from here on.
    pub(super) fn one_round(&self, round: Round) -> Self {
        Self { from: Some(round.begun_here()), value: Arc::default(), ..self.clone() }
    }

    /// The values of all layouts, if they are solved.
    pub(super) fn catalogue(&self) -> Option<&Catalogue> {
        let solve = || {
            let solved = solver::is_solved(&self.settings, PEBBLES);
            solved.then(|| Catalogue::new(&self.settings, self.resources.progress.as_ref())).flatten()
        };
        self.catalogue.get_or_init(solve).as_ref()
    }

    /// The first state, with what has happened by then: a round from a position can already be over.
    fn begin(&self) -> (State, Event) {
        let score = Score::default();
        let Some(round) = self.from else {
            return (State { score, phase: self.before() }, Event::default());
        };
        let (mut state, mut event) = (State { score, phase: Phase::Round(round) }, Event::default());
        round.end(&mut event);
        self.count(&mut state, round, &event);
        (state, event)
    }

    /// Counts the round if it has ended.
    fn count(&self, state: &mut State, round: Round, event: &Event) {
        if let Some(end) = event.end {
            let target = if self.from.is_some() { 0 } else { self.settings.target };
            let over = state.score.count(end.margin(), target);
            state.phase = over.map_or_else(|| self.before(), |end| Phase::Over(end, round));
        }
    }

    /// The first phase of a round.
    fn before(&self) -> Phase {
        match self.settings.beginning {
            Beginning::Any => Phase::Layout,
            Beginning::Fixed(board) => Phase::Turning(board),
        }
    }
}

impl Process for Mancala {
    type State = State;
    type Move = Choice;
    type Information = State;
    type Event = Event;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        self.begin().0
    }

    fn distributions(&self) -> &[Distribution<Choice>] {
        &[]
    }

    fn turn(&self, state: &State) -> Turn<State> {
        let choose = |seat| Turn::Choose { seat, information: *state };
        match state.phase {
            Phase::Layout => choose(state.score.layer),
            Phase::Turning(_) => choose(1 - state.score.layer),
            Phase::Round(round) => choose(round.seat),
            // A match that would go on forever is neither won nor lost.
            Phase::Over(End::Endless, _) => Turn::End(Seats::NONE),
            Phase::Over(End::Over(winners), _) => Turn::End(winners),
        }
    }

    fn actions(&self, state: &State, actions: &mut Vec<Choice>) {
        match state.phase {
            Phase::Layout => actions.extend(self.layouts.iter().copied().map(Choice::LayOut)),
            Phase::Turning(_) => {
                actions.push(Choice::Turn(false));
                actions.extend(self.settings.turning.then_some(Choice::Turn(true)));
            }
            Phase::Round(round) => {
                actions.extend(round.position.actions(&self.settings).map(Choice::Act));
            }
            Phase::Over(..) => {}
        }
    }

    fn next(&self, state: &State, made: Choice) -> Step<State, Event> {
        let (mut next, mut event) = (*state, Event::default());
        match (made, state.phase) {
            (Choice::LayOut(layout), _) => next.phase = Phase::Turning(layout.board()),
            (Choice::Turn(turned), Phase::Turning(board)) => {
                let seat = if turned { state.score.layer } else { 1 - state.score.layer };
                let round = Round::new(board, seat, [0, 0]);
                event.turned = turned;
                round.end(&mut event);
                next.phase = Phase::Round(round);
                self.count(&mut next, round, &event);
            }
            (Choice::Act(action), Phase::Round(mut round)) => {
                round.make(action, &self.settings, &mut event);
                round.end(&mut event);
                next.phase = Phase::Round(round);
                self.count(&mut next, round, &event);
            }
            // Nothing else is ever offered.
            _ => {}
        }
        Step::to(next).taking(event.sowings).with(event)
    }

    fn begun(&self) -> Option<Event> {
        let (_, event) = self.begin();
        event.end.map(|_| event)
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures(self.from.is_some())
    }

    fn never_ends(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Over(End::Endless, _))
    }
}
