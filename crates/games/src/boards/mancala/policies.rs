//! How seats play.

use super::board::Board;
use super::play::{Action, Position};
use super::settings::{Choice, Settings};
use super::solver::{self, Tree};
use crate::kit::{PolicyInfo, PolicyKind, policies};
use tali_core::search::Bounds;

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

/// What seats look at: trees to a depth, and to the end.
pub(super) struct Trees<'s>([Tree<'s>; 2]);

impl<'s> Trees<'s> {
    pub(super) fn new(settings: &'s Settings) -> Self {
        Self([Tree::to_a_depth(settings), Tree::to_the_end(settings)])
    }
}

/// A seat that chooses.
pub(super) struct Agent<'s> {
    within: policies::Agent<'s, Tree<'s>>,
    settings: &'s Settings,
    to_the_end: &'s Tree<'s>,
}

impl<'s> Agent<'s> {
    pub(super) fn new(
        policy: PolicyKind,
        settings: &'s Settings,
        Trees([to_a_depth, to_the_end]): &'s Trees<'s>,
    ) -> Self {
        let search = match policy {
            PolicyKind::Best => Some(to_the_end.search()),
            PolicyKind::Search(_) => Some(to_a_depth.search()),
            PolicyKind::Greedy | PolicyKind::First | PolicyKind::Random => None,
        };
        Self { within: policies::Agent { policy, search }, settings, to_the_end }
    }

    /// What it likes best, all alike.
    pub(super) fn choices(&mut self, position: Position) -> Vec<Action> {
        let actions = position.actions(self.settings);
        if actions.number() <= 1 {
            return actions.iter().collect();
        }
        let takes = |action: &Action| position.after(*action, self.settings).takes;
        match (self.within.policy, &mut self.within.search) {
            (PolicyKind::Best, Some(search)) => {
                search.allow(solver::MOST_POSITIONS);
                let (best, _) = search.best(&position, None);
                // Else it could put off for ever what it has won, and after a hundred turns have lost it.
                self.to_the_end.soonest(position, policies::most(best, takes))
            }
            _ => self.within.choices(&position, || actions.iter().collect(), |_| true, takes),
        }
    }

    /// Whether it turns the board so that the other moves first, if it always does the same.
    pub(super) fn turns(&mut self, board: Board) -> Option<bool> {
        let position = Position::at_turn(board);
        // A board on which the first mover has nothing to sow is no layout, but can be asked for: the other decides then.
        let loses = |value: Bounds| if position.gives { value.low > 0 } else { value.high < 0 };
        let window = if position.gives { Bounds { low: 0, high: 1 } } else { Bounds { low: -1, high: 0 } };
        Some(match (self.within.policy, &mut self.within.search) {
            (PolicyKind::Random, _) => return None,
            // Where nobody has a choice play can go round in circles, which no search sees the end of.
            (PolicyKind::Best, _) if self.settings.choice == Choice::Forced => {
                loses(Bounds::exactly(solver::forced_value(position, self.settings)))
            }
            (PolicyKind::Best, Some(search)) => {
                search.allow(solver::MOST_POSITIONS);
                loses(search.proof(&position, window))
            }
            (PolicyKind::Search(depth), Some(search)) => loses(search.value(&position, depth)),
            _ => false,
        })
    }
}
