//! The values of positions: to a depth, or to the end.
//!
//! The value of a position is the number of pebbles that the deciding seat takes from there on, minus those that the other takes,
//! if both play their best; endless play adds nothing. With `again="scored"` captures follow one another within a turn, most
//! positions are settled within a few turns, and ever deeper searches prove the value: at the horizon it is only known that
//! nobody takes more than all the pebbles, and up to six pebbles the value itself (see [`Endgame`]).

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::board::Board;
use super::endgame::Endgame;
use super::play::{Action, Position};
use super::settings::{Again, Choice, Settings};
use crate::boards::game::most;
use tali_core::search::{AlphaBeta, Bounds, Horizon, Next, PerfectInformation};

/// The most pebbles with which every position is solved if turns end with a capture.
pub(super) const MOST_SOLVED: u32 = 12;

/// The number of positions that a search remembers, as a power of two.
const REMEMBERED: u32 = 18;

/// The most positions to visit to prove the value of one.
pub(super) const MOST_POSITIONS: u64 = 20_000_000;

/// A round as the search sees it.
#[derive(Clone, Copy)]
pub(super) struct Tree {
    settings: Settings,
    /// The solved positions with few pebbles, unless searches go to a depth.
    endgame: Option<&'static LazyLock<Endgame>>,
}

impl Tree {
    /// For values at a depth.
    pub(super) const fn to_a_depth(settings: Settings) -> Self {
        Self { settings, endgame: None }
    }

    /// For values to the end of the round.
    pub(super) fn to_the_end(settings: Settings) -> Self {
        Self { settings, endgame: Some(endgame(settings.again)) }
    }

    /// A search of this kind.
    pub(super) fn search(&self) -> AlphaBeta<'_, Self> {
        let horizon = if self.endgame.is_some() { Horizon::Bounds } else { Horizon::Opinion };
        let mut search = AlphaBeta::new(self, horizon, REMEMBERED);
        search.allow(if self.endgame.is_some() { MOST_POSITIONS } else { u64::MAX });
        search
    }

    /// Of several actions, those with the soonest capture if both play their best, if that is known, as it is with few pebbles;
    /// otherwise all of them.
    pub(super) fn soonest(&self, position: Position, actions: Vec<Action>) -> Vec<Action> {
        let turns = |action: &Action| {
            let next = position.after(*action, &self.settings).position;
            Reverse(self.endgame.and_then(|endgame| endgame.turns(next)))
        };
        most(actions, turns)
    }
}

/// The solved positions with few pebbles, where any cell may be sown; forced play does not use them.
fn endgame(again: Again) -> &'static LazyLock<Endgame> {
    static SCORED: LazyLock<Endgame> = LazyLock::new(|| Endgame::new(Again::Scored));
    static NEVER: LazyLock<Endgame> = LazyLock::new(|| Endgame::new(Again::Never));
    if again == Again::Scored { &SCORED } else { &NEVER }
}

impl PerfectInformation for Tree {
    type Position = Position;
    type Move = Action;

    fn moves(&self, position: &Position) -> Vec<(Action, Next<Position>)> {
        let next = |action| {
            let after = position.after(action, &self.settings);
            let next = Next {
                position: after.position,
                gain: after.takes.cast_signed(),
                again: after.again,
                cost: u32::from(after.turn_over),
                wins: false,
                promise: 4 * after.takes.cast_signed(),
            };
            (action, next)
        };
        position.actions(&self.settings).map(next).collect()
    }

    fn known(&self, position: &Position) -> Option<Bounds> {
        if position.is_over() {
            return Some(Bounds::exactly(position.last_pebble()));
        }
        let value = self.endgame?.value(*position)?;
        Some(Bounds::exactly(value))
    }

    fn horizon(&self, position: &Position) -> Bounds {
        if self.endgame.is_some() { self.range(position) } else { Bounds::exactly(0) }
    }

    fn range(&self, position: &Position) -> Bounds {
        let all = position.board.pebbles().cast_signed();
        Bounds { low: -all, high: all }
    }

    fn key(&self, position: &Position) -> u128 {
        position.board.packed() | (u128::from(position.gives) << 84)
    }
}

/// The values of boards to the seat that sees them and has the turn, to the end of the round.
pub(super) fn values(boards: impl Iterator<Item = Board>, settings: &Settings) -> Vec<Bounds> {
    let tree = Tree::to_the_end(*settings);
    let mut search = tree.search();
    let value = |board: Board| {
        let position = Position::at_turn(board);
        let value = if settings.choice == Choice::Forced {
            Bounds::exactly(forced_value(position, settings))
        } else {
            search.allow(MOST_POSITIONS);
            let Bounds { low, high } = tree.range(&position);
            search.proof(&position, Bounds { low: low - 1, high: high + 1 })
        };
        if position.gives { value.negated() } else { value }
    };
    boards.map(value).collect()
}

/// Whether best play is solved for all positions with this many pebbles.
pub(super) fn is_solved(settings: &Settings, pebbles: u32) -> bool {
    settings.choice == Choice::Forced || settings.again == Again::Scored || pebbles <= MOST_SOLVED
}

/// The value of a position in forced play, which goes on until it ends or repeats.
pub(super) fn forced_value(from: Position, settings: &Settings) -> i32 {
    let (mut position, mut sign, mut value) = (from, 1, 0);
    let (mut earlier, mut until) = ((position, sign), 1u64);
    for steps in 1u64.. {
        let Some(action) = position.actions(settings).next() else { break };
        let after = position.after(action, settings);
        value += sign * after.takes.cast_signed();
        sign = if after.again { sign } else { -sign };
        position = after.position;
        // From here on, nothing is ever taken.
        if (position, sign) == earlier {
            return value;
        }
        if steps == until {
            (earlier, until) = ((position, sign), 2 * until);
        }
    }
    value + sign * position.last_pebble()
}
