//! A match as a process without chance.

use super::layout::{Beginning, Layout};
use super::notation::Standing;
use super::play::Action;
use super::policies::{Mind, Policy, Trees};
use super::round::Round;
use super::score::{End, Score};
use super::settings::Settings;
use super::table::Table;
use crate::process::{
    ChainError, Distribution, MarkovChain, Policy as SeatPolicy, Process, Seats, Step, Turn, WithPolicies,
};

/// A match, or one round of it, in which seats choose.
pub(super) struct Match<'t> {
    settings: &'t Settings,
    from: Option<Round>,
    none: Vec<Distribution<Choice>>,
}

/// Where a match stands.
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

    fn begin(&self, state: &State, board: super::board::Board, turned: bool) -> State {
        let seat = if turned { state.score.layer } else { 1 - state.score.layer };
        self.on(state, Round::from(&Standing { board, seat, kept: [0, 0] }))
    }

    /// The match with a round that goes on, or is over.
    fn on(&self, state: &State, round: Round) -> State {
        if !round.is_over() {
            return State { phase: Phase::Round(round), ..*state };
        }
        let target = if self.from.is_some() { 0 } else { self.settings.target };
        let mut score = state.score;
        let phase = score.count(round.result(), target).map_or_else(|| self.before(), Phase::Over);
        State { score, phase }
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
    type Event = ();

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        let state = State { score: Score::default(), phase: self.before() };
        self.from.map_or(state, |from| self.on(&state, from))
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

    fn next(&self, state: &State, made: Choice) -> Step<State> {
        match (made, state.phase) {
            (Choice::LayOut(layout), _) => {
                Step::to(State { phase: Phase::Turning(layout.board()), ..*state }).taking(0)
            }
            (Choice::Turn(turned), Phase::Turning(board)) => {
                Step::to(self.begin(state, board, turned)).taking(0)
            }
            (Choice::Act(action), Phase::Round(round)) => {
                let (next, after) = round.after(action, self.settings);
                Step::to(self.on(state, next)).taking(u32::from(after.laps > 0))
            }
            // Nothing else is ever offered.
            _ => Step::to(*state),
        }
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

/// A policy as it is told of places among what can be done: all that it likes best, all alike.
fn mixing(policy: Policy, settings: Settings) -> Option<SeatPolicy<State>> {
    /// One for each set of places among six, and one for all layouts.
    const SETS: usize = 1 << 6;
    if matches!(policy, Policy::Best | Policy::Search(_)) {
        return None;
    }
    let alike =
        |places: &mut dyn Iterator<Item = usize>| Distribution::new(places.map(|place| (place, 1u32.into())));
    let of_set = |set: usize| alike(&mut (0..6).filter(|place| set >> place & 1 == 1));
    let mut mixtures: Vec<_> =
        (0..SETS).map(|set| of_set(set.max(1)).unwrap_or_else(|| Distribution::certain(0))).collect();
    mixtures.push(alike(&mut (0..Layout::all().count()))?);
    SeatPolicy::mixed(mixtures, move |state: &State, actions| match state.phase {
        Phase::Layout => SETS,
        // To turn it or not, or not to at all.
        Phase::Turning(_) if policy == Policy::Random && actions == 2 => 0b11,
        Phase::Round(round) => {
            let trees = Trees::new(&settings);
            let liked = Mind::new(policy, &settings, &trees).choices(round.position);
            let places = round.position.actions(&settings);
            let set = places.iter().enumerate().filter(|(_, action)| liked.contains(action));
            set.fold(0, |set, (place, _)| set | 1 << place)
        }
        Phase::Turning(_) | Phase::Over(_) => 1,
    })
}
