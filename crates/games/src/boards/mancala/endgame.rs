//! All positions with few pebbles, solved from the last pebble back.
//!
//! Sowings that take nothing can go round in circles, so all positions with the same number of pebbles are solved together. From
//! values of 0, each is computed anew from those that it leads to until nothing changes, which gives what both can force within
//! ever more turns. What can be gained by force is gained within finitely many turns, and endless play adds nothing, so the last
//! values are those of best play, however long it takes.

use rustc_hash::FxHashMap;

use super::board::{Board, CELLS};
use super::layout::Beginning;
use super::play::{After, Position};
use super::settings::{Again, Choice, Settings};
use crate::boards::game::most;

/// The most pebbles.
pub(super) const FEW: u32 = 6;

/// The number of turns if nothing is ever taken.
const NO_TAKING: u8 = u8::MAX;

/// The values of all positions with few pebbles.
#[derive(Default)]
pub(super) struct Endgame(FxHashMap<Position, Known>);

/// What is known about a position.
#[derive(Clone, Copy)]
struct Known {
    /// Its value to the seat that decides.
    value: i32,
    /// The number of turns until the next capture, if both play their best, and of equally good actions those with the soonest
    /// capture.
    turns: u8,
}

impl Endgame {
    /// Solves games in which players sow from any cell; forced play does not need it.
    pub(super) fn new(again: Again) -> Self {
        let choice = Choice::Any;
        let settings = Settings { choice, again, turning: false, beginning: Beginning::Any, target: 0 };
        let mut endgame = Self::default();
        for pebbles in 0..=FEW {
            endgame.solve(pebbles, &settings);
        }
        endgame
    }

    /// The value of a position to the seat that decides, if it is one of these.
    pub(super) fn value(&self, position: Position) -> Option<i32> {
        self.known(position).map(|known| known.value)
    }

    /// The number of turns until the next capture if both play as `best`, if it is one of these positions; the greatest number if
    /// nothing is ever taken.
    pub(super) fn turns(&self, position: Position) -> Option<u32> {
        self.known(position).map(|known| known.turns.into())
    }

    fn known(&self, position: Position) -> Option<&Known> {
        if position.board.pebbles() > FEW { None } else { self.0.get(&position) }
    }

    fn solve(&mut self, pebbles: u32, settings: &Settings) {
        let after = |position: Position| {
            let actions = position.actions(settings);
            (position, actions.map(|action| position.after(action, settings)).collect())
        };
        let positions: Vec<(Position, Vec<After>)> =
            boards(pebbles).into_iter().map(|board| after(Position::at_turn(board))).collect();
        let nothing = Known { value: 0, turns: NO_TAKING };
        self.0.extend(positions.iter().map(|(position, _)| (*position, nothing)));
        loop {
            let value = |(position, after): &(Position, Vec<After>)| {
                let best = after.iter().map(|after| self.value_of(after)).max();
                (*position, best.unwrap_or(position.last_pebble()))
            };
            let values: Vec<(Position, i32)> = positions.iter().map(value).collect();
            let mut changed = false;
            for (position, value) in values {
                self.0.entry(position).and_modify(|known| {
                    changed |= std::mem::replace(&mut known.value, value) != value;
                });
            }
            if !changed {
                break;
            }
        }
        self.count_turns(&positions);
    }

    /// Counts the turns to the next capture, starting from positions with an immediate capture.
    fn count_turns(&mut self, positions: &[(Position, Vec<After>)]) {
        // The greatest value is best, and of equal values the one that takes most.
        let liked = |after: &[After]| most(after.to_vec(), |after| (self.value_of(after), after.takes));
        let liked: Vec<(Position, Vec<After>)> =
            positions.iter().map(|(position, after)| (*position, liked(after))).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (position, liked) in &liked {
                // A gift is sown in the same turn.
                let passes = u8::from(!position.gives);
                let turns = |after: &After| match self.known(after.position) {
                    Some(next) if after.takes == 0 => next.turns.saturating_add(passes),
                    _ => 0,
                };
                let Some(soonest) = liked.iter().map(turns).min() else { continue };
                self.0.entry(*position).and_modify(|known| {
                    changed |= soonest < known.turns;
                    known.turns = known.turns.min(soonest);
                });
            }
        }
    }

    /// The value of an action to the seat that takes it.
    fn value_of(&self, after: &After) -> i32 {
        let value = self.value(after.position).unwrap_or(0);
        after.takes.cast_signed() + if after.again { value } else { -value }
    }
}

/// All boards with this many pebbles.
pub(super) fn boards(pebbles: u32) -> Vec<Board> {
    // Each further pebble is in no earlier cell than the last one.
    let more = |cells: [u8; CELLS]| {
        let last = cells.iter().rposition(|cell| *cell > 0).unwrap_or(0);
        (last..CELLS).map(move |cell| {
            let mut more = cells;
            more[cell] += 1;
            more
        })
    };
    let none = vec![[0; CELLS]];
    let all = (0..pebbles).fold(none, |boards, _| boards.into_iter().flat_map(more).collect());
    all.into_iter().map(Board::new).collect()
}
