//! How seats play.

use super::board::Board;
use super::play::{Action, Position};
use super::settings::{Choice, Settings};
use super::solver::{self, Tree};
use crate::games::kit::rules::{Play, PolicyInfo};
use crate::search::{AlphaBeta, Bounds};

pub(super) const POLICIES: [PolicyInfo; 4] = [
    PolicyInfo::new(
        "best",
        "plays its best: the option of the greatest value, of those the one whose sowing takes most, and where six pebbles or \
         fewer are left the one after which something is taken soonest; lays out one of the fairest layouts, and turns the board if who \
         moves first would lose. Refused where that is not solved",
    ),
    PolicyInfo::with_depth(
        "search",
        2,
        1..=9,
        "looks so many turns ahead, `search:1` to the end of its own turn, and takes the option of the greatest value; lays \
         out anything, and turns the board if it sees that the first mover would lose",
    ),
    PolicyInfo::new(
        "greedy",
        "sows from the cell whose sowing takes most; gives and lays out anything, and never turns the board",
    ),
    PolicyInfo::new("random", "anything that is allowed, each as likely as another"),
];

/// How a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    Best,
    Search(u32),
    Greedy,
    Random,
}

impl Policy {
    pub(super) fn of(play: &Play) -> Self {
        match (play.name(), play.depth()) {
            ("search", Some(depth)) => Self::Search(depth),
            ("greedy", _) => Self::Greedy,
            ("random", _) => Self::Random,
            _ => Self::Best,
        }
    }
}

/// A seat that decides, with what it remembers of positions that it looked at before.
pub(super) struct Mind<'s> {
    pub policy: Policy,
    settings: &'s Settings,
    search: Option<AlphaBeta<'s, Tree<'s>>>,
    to_the_end: &'s Tree<'s>,
}

/// What a seat that decides looks at: trees to a depth, and to the end.
pub(super) struct Trees<'s>([Tree<'s>; 2]);

impl<'s> Trees<'s> {
    pub(super) fn new(settings: &'s Settings) -> Self {
        Self([Tree::to_a_depth(settings), Tree::to_the_end(settings)])
    }
}

impl<'s> Mind<'s> {
    pub(super) fn new(
        policy: Policy,
        settings: &'s Settings,
        Trees([to_a_depth, to_the_end]): &'s Trees<'s>,
    ) -> Self {
        let search = match policy {
            Policy::Best => Some(to_the_end.search()),
            Policy::Search(_) => Some(to_a_depth.search()),
            Policy::Greedy | Policy::Random => None,
        };
        Self { policy, settings, search, to_the_end }
    }

    /// What it likes best, all alike.
    pub(super) fn choices(&mut self, position: Position) -> Vec<Action> {
        let actions = position.actions(self.settings);
        if actions.number() <= 1 {
            return actions.iter().collect();
        }
        let takes = |action: &Action| position.after(*action, self.settings).takes;
        let (policy, settings) = (self.policy, self.settings);
        match (policy, &mut self.search) {
            (Policy::Best, Some(search)) => {
                search.allow(solver::MOST_POSITIONS);
                let (best, _) = search.best(&position, None);
                let best = most(best, |action| position.after(*action, settings).takes);
                // Else it could put off for ever what it has won, and after a hundred turns have lost it.
                self.to_the_end.soonest(position, best)
            }
            (Policy::Search(depth), Some(search)) => search.best(&position, Some(depth)).0,
            (Policy::Greedy, _) => most(actions.iter().collect(), takes),
            _ => actions.iter().collect(),
        }
    }

    /// Whether it turns the board so that the other moves first, if it always does the same.
    pub(super) fn turns(&mut self, board: Board) -> Option<bool> {
        let position = Position::at_turn(board);
        // A board on which the first mover has nothing to sow is no layout, but can be asked for: the other decides then.
        let loses = |value: Bounds| if position.gives { value.low > 0 } else { value.high < 0 };
        let window = if position.gives { Bounds { low: 0, high: 1 } } else { Bounds { low: -1, high: 0 } };
        Some(match (self.policy, &mut self.search) {
            (Policy::Random, _) => return None,
            // Where nobody has a choice play can go round in circles, which no search sees the end of.
            (Policy::Best, _) if self.settings.choice == Choice::Forced => {
                loses(Bounds::exactly(solver::forced_value(position, self.settings)))
            }
            (Policy::Best, Some(search)) => {
                search.allow(solver::MOST_POSITIONS);
                loses(search.proof(&position, window))
            }
            (Policy::Search(depth), Some(search)) => loses(search.value(&position, depth)),
            _ => false,
        })
    }
}

/// Those of which there is most.
fn most(actions: Vec<Action>, of: impl Fn(&Action) -> u32) -> Vec<Action> {
    let most = actions.iter().map(&of).max();
    actions.into_iter().filter(|action| Some(of(action)) == most).collect()
}
