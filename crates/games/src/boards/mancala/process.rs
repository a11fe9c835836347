//! A match as a process without chance.

use super::layout::{Beginning, Layout};
use super::notation::RoundState;
use super::play::Action;
use super::policies::{Agent, Trees};
use super::round::Round;
use super::score::{End, Score};
use super::settings::Settings;
use super::statistics::{Event, figures};
use super::table::Table;
use crate::kit::PolicyKind;
use tali_core::process::{
    ChainError, Counter, Distribution, MarkovChain, Policy, Process, Seats, Step, Turn, WithPolicies,
};

/// A match, or one round of it, in which seats choose.
pub(super) struct Match<'t> {
    settings: &'t Settings,
    from: Option<Round>,
    none: Vec<Distribution<Choice>>,
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
    /// A layout.
    Layout,
    /// Whether the board is turned.
    Turning(super::board::Board),
    /// The round.
    Round(Round),
    /// Nothing.
    Over(End),
}

/// What seats choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Choice {
    /// A layout.
    LayOut(Layout),
    /// Whether to turn the board.
    Turn(bool),
    /// What to do in a round.
    Act(Action),
}

impl<'t> Match<'t> {
    pub(super) const fn new(table: &'t Table) -> Self {
        Self { settings: &table.settings, from: table.from, none: Vec::new() }
    }

    /// The first state, with what has happened by then: a round from a position can be over.
    pub(super) fn begin(&self) -> (State, Event) {
        let phase = self.from.map_or_else(|| self.before(), Phase::Round);
        let (mut state, mut event) = (State { score: Score::default(), phase }, Event::default());
        if let Some(round) = self.from {
            round.end(&mut event);
            self.count(&mut state, &event);
        }
        (state, event)
    }

    /// Makes a choice, and adds what happens with it.
    pub(super) fn make(&self, state: &mut State, made: Choice, event: &mut Event) {
        match (made, state.phase) {
            (Choice::LayOut(layout), _) => state.phase = Phase::Turning(layout.board()),
            (Choice::Turn(turned), Phase::Turning(board)) => {
                let seat = if turned { state.score.layer } else { 1 - state.score.layer };
                let round = Round::from(&RoundState { board, seat, captured: [0, 0] });
                event.turned |= turned;
                round.end(event);
                state.phase = Phase::Round(round);
            }
            (Choice::Act(action), Phase::Round(mut round)) => {
                round.make(action, self.settings, event);
                round.end(event);
                state.phase = Phase::Round(round);
            }
            // Nothing else is ever offered.
            _ => {}
        }
        self.count(state, event);
    }

    /// Counts the round if it has ended.
    pub(super) fn count(&self, state: &mut State, event: &Event) {
        if let Some(end) = event.end {
            let target = if self.from.is_some() { 0 } else { self.settings.target };
            let over = state.score.count(end.margin(), target);
            state.phase = over.map_or_else(|| self.before(), Phase::Over);
        }
    }

    /// How a round begins.
    fn before(&self) -> Phase {
        match self.settings.beginning {
            Beginning::Any => Phase::Layout,
            Beginning::Fixed(board) => Phase::Turning(board),
        }
    }
}

impl Process for Match<'_> {
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
        &self.none
    }

    fn turn(&self, state: &State) -> Turn<State> {
        let choose = |seat| Turn::Choose { seat, information: *state };
        match state.phase {
            Phase::Layout => choose(state.score.layer),
            Phase::Turning(_) => choose(1 - state.score.layer),
            Phase::Round(round) => choose(round.seat),
            // Who would play on for ever wins nothing, nor loses anything.
            Phase::Over(End::Endless) => Turn::End(Seats::NONE),
            Phase::Over(End::Over(winners)) => Turn::End(winners),
        }
    }

    fn actions(&self, state: &State, actions: &mut Vec<Choice>) {
        match state.phase {
            Phase::Layout => actions.extend(Layout::all().map(Choice::LayOut)),
            Phase::Turning(_) => {
                actions.push(Choice::Turn(false));
                actions.extend(self.settings.turning.then_some(Choice::Turn(true)));
            }
            Phase::Round(round) => {
                actions.extend(round.position.actions(self.settings).iter().map(Choice::Act));
            }
            Phase::Over(_) => {}
        }
    }

    fn next(&self, state: &State, made: Choice) -> Step<State, Event> {
        let (mut next, mut event) = (*state, Event::default());
        self.make(&mut next, made, &mut event);
        Step::to(next).taking(event.sowings).with(event)
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures(self.from.is_some())
    }

    fn never_ends(&self, state: &State) -> bool {
        state.phase == Phase::Over(End::Endless)
    }
}

/// The numbered states of a table whose seats do not look ahead.
///
/// # Errors
///
/// [`ChainError`], if there are more than so many moves between them, or a seat looks ahead.
pub(super) fn chain(table: &Table, most_moves: usize) -> Result<MarkovChain, ChainError> {
    MarkovChain::new(&decided(table).ok_or(ChainError::TooLarge)?, most_moves)
}

/// The match with everybody playing as they do, unless somebody looks ahead.
pub(super) fn decided(table: &Table) -> Option<WithPolicies<Match<'_>>> {
    let policies: Option<Vec<_>> =
        table.policies.iter().map(|policy| mixing(*policy, table.settings.clone())).collect();
    WithPolicies::new(Match::new(table), policies?).ok()
}

/// A policy as a choice by index among what can be done: any of what it likes best.
fn mixing(kind: PolicyKind, settings: Settings) -> Option<Policy<State>> {
    /// One for each set of indices among six, and one for all layouts.
    const SETS: usize = 1 << 6;
    if kind.looks_ahead() {
        return None;
    }
    let alike = |indices: &mut dyn Iterator<Item = usize>| {
        Distribution::new(indices.map(|index| (index, 1u32.into())))
    };
    let of_set = |set: usize| alike(&mut (0..6).filter(|index| set >> index & 1 == 1));
    let mut mixtures: Vec<_> =
        (0..SETS).map(|set| of_set(set.max(1)).unwrap_or_else(|| Distribution::certain(0))).collect();
    mixtures.push(alike(&mut (0..Layout::all().count()))?);
    Policy::mixed(mixtures, move |state: &State, actions| match state.phase {
        Phase::Layout => SETS,
        // To turn it or not, or not to at all.
        Phase::Turning(_) if kind == PolicyKind::Random && actions == 2 => 0b11,
        Phase::Round(round) => {
            let trees = Trees::new(&settings);
            let liked = Agent::new(kind, &settings, &trees).choices(round.position);
            let actions = round.position.actions(&settings);
            let set = actions.iter().enumerate().filter(|(_, action)| liked.contains(action));
            set.fold(0, |set, (index, _)| set | 1 << index)
        }
        Phase::Turning(_) | Phase::Over(_) => 1,
    })
}
