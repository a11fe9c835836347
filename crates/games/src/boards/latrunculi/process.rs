//! The game as a process without chance.

use super::game::{Running, number_of};
use super::notation::GameState;
use super::position::{Ply, Position};
use super::settings::Settings;
use super::statistics::{End, Event, figures};
use super::table::Table;
use crate::kit::PolicyKind;
use tali_core::process::{
    ChainError, Counter, Distribution, MarkovChain, Policy, Process, Step, Turn, WithPolicies,
};

/// A game in which seats choose.
pub(super) struct Game<'t> {
    table: &'t Table,
    none: Vec<Distribution<Ply>>,
}

/// A game that is on, or over: what lies where, how long it was quiet, and all that came about since the last capture.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State {
    pub position: Position,
    pub quiet: u32,
    /// All positions before this one that may still come again.
    before: Vec<Position>,
}

impl<'t> Game<'t> {
    pub(super) const fn new(table: &'t Table) -> Self {
        Self { table, none: Vec::new() }
    }

    fn running(state: &State) -> Running {
        let mut positions = state.before.iter().chain([&state.position]);
        let first = positions.next().copied().unwrap_or(state.position);
        let mut game = Running::from(&GameState { position: first, quiet: state.quiet });
        positions.for_each(|position| game.come_to(*position));
        game
    }
}

impl Process for Game<'_> {
    type State = State;
    type Move = Ply;
    type Information = State;
    type Event = Event;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        let GameState { position, quiet } = self.table.game_state();
        State { position, quiet, before: Vec::new() }
    }

    fn distributions(&self) -> &[Distribution<Ply>] {
        &self.none
    }

    fn turn(&self, state: &State) -> Turn<State> {
        let game = Self::running(state);
        match game.over(&self.table.settings) {
            Some(over) => Turn::End(over.winners()),
            None => Turn::Choose { seat: state.position.mover(), information: state.clone() },
        }
    }

    fn actions(&self, state: &State, actions: &mut Vec<Ply>) {
        actions.extend(Self::running(state).plies(&self.table.settings));
    }

    fn next(&self, state: &State, made: Ply) -> Step<State, Event> {
        let settings = &self.table.settings;
        let mut game = Self::running(state);
        let mut event = Event::default();
        if !game.position.is_placing() {
            event.choose_from(number_of(&game.plies(settings)));
        }
        let taken = game.make(made, settings);
        let mut before = state.before.clone();
        before.push(state.position);
        if taken > 0 || made.from.is_none() {
            before.clear();
        }
        event.end = game.over(settings).map(|over| End::of(&game, over));
        Step::to(State { position: game.position, quiet: game.quiet, before }).with(event)
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures()
    }
}

/// The numbered states of a table whose seats do anything: few only on the smallest boards, and with a short quiet limit.
///
/// # Errors
///
/// [`ChainError`], if there are more than so many moves between them, or a seat prefers some moves to others.
pub(super) fn chain(table: &Table, most_moves: usize) -> Result<MarkovChain, ChainError> {
    MarkovChain::new(&decided(table).ok_or(ChainError::TooLarge)?, most_moves)
}

/// The numbered states of a table, if they are soon numbered. On larger boards, or without a quiet limit that is soon reached,
/// they never are; and of a game that is over there are none.
pub(super) fn numbered(table: &Table) -> Option<&MarkovChain> {
    const SQUARES: u32 = 16;
    const QUIET: u32 = 12;
    // So many moves take a second.
    const MOST_MOVES: usize = 300_000;
    let Settings { board, quiet, .. } = &table.settings;
    let may_be_few = board.squares() <= SQUARES
        && (1..=QUIET).contains(quiet)
        && table.game().over(&table.settings).is_none();
    table.chain.get_or_init(|| may_be_few.then(|| chain(table, MOST_MOVES).ok()).flatten()).as_ref()
}

/// The game with everybody doing anything, all alike.
pub(super) fn decided(table: &Table) -> Option<WithPolicies<Game<'_>>> {
    // A state tells what came about since the start, and nothing of before.
    if table.policies.iter().any(|policy| *policy != PolicyKind::Random) || table.game().has_past() {
        return None;
    }
    // Onto an empty square a piece can come from four sides.
    let most = table.settings.board.squares() as usize * 4;
    WithPolicies::new(Game::new(table), vec![Policy::random(most)]).ok()
}
