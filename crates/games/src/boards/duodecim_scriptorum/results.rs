//! The results of a turn: all different results of a throw, and how each is played.

use rustc_hash::{FxHashMap, FxHashSet};

use super::settings::{HOME, LAST, Readings, SHARED, Throw};
use crate::boards::race::{BOARD, HAND, OFF, Position, Side, spaces};

/// The hand, and all spaces before the last six.
const BEHIND: u128 = (1 << (4 * (LAST - 5))) - 1;

/// Finds results, and reuses its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    found: Vec<Position>,
    known: FxHashSet<Position>,
}

impl Results {
    /// All different results of a throw, unordered, still seen by the thrower; none, if the turn is forfeited.
    pub(super) fn of(&mut self, from: &Position, throw: &Throw, readings: Readings) -> &[Position] {
        let Self { found, known } = self;
        found.clear();
        known.clear();
        Board::new(from, readings).play(throw, &mut |result, _| {
            if known.insert(result) {
                found.push(result);
            }
        });
        &self.found
    }

    /// The same in their order.
    pub(super) fn in_order(&mut self, from: &Position, throw: &Throw, readings: Readings) -> &[Position] {
        self.of(from, throw, readings);
        self.found.sort_unstable_by(Position::in_order);
        &self.found
    }
}

/// How to play each result of a throw: in as few moves as possible, and of several such ways the first.
pub(super) fn ways(from: &Position, throw: &Throw, readings: Readings) -> FxHashMap<Position, Way> {
    let mut ways = FxHashMap::default();
    Board::new(from, readings).play(throw, &mut |result, mut way| {
        way.0.sort_unstable();
        ways.entry(result).and_modify(|best: &mut Way| *best = way.min(*best)).or_insert(way);
    });
    ways
}

/// The moves of a turn, each from a space to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way([(u8, u8); 3]);

/// Stands for no move: it is less than any move, so that a way with fewer moves is less.
const NONE: (u8, u8) = (0, 0);

impl Way {
    /// As it is typed: `@4 7-12* 28-off`.
    pub(super) fn text(&self, from: &Position) -> String {
        let mut hits = from.other.held() & !from.other.doubled() & SHARED;
        let moves = self.0.iter().filter(|made| **made != NONE).map(|(from, to)| {
            let star = if hits >> to & 1 == 1 { "*" } else { "" };
            hits &= !(1 << to);
            match (*from, *to) {
                (HAND, to) => format!("@{to}"),
                (from, OFF) => format!("{from}-off"),
                (from, to) => format!("{from}-{to}{star}"),
            }
        });
        moves.collect::<Vec<_>>().join(" ")
    }

    /// The same with one more move, by one of the dice or groups that are left.
    const fn with(mut self, left: usize, from: u8, to: u8) -> Self {
        self.0[left - 1] = (from, to);
        self
    }

    /// The moves, each from a space to another.
    pub(super) fn moves(&self) -> impl Iterator<Item = (u8, u8)> {
        self.0.into_iter().filter(|made| *made != NONE)
    }
}

/// The beginning of a turn.
struct Board {
    from: Position,
    /// The shared spaces where the other has one piece, and where it has two or more.
    singles: u32,
    blocks: u32,
    readings: Readings,
}

/// A side, where it has hit single pieces, and its pieces that have not moved, with their spaces on the board.
#[derive(Clone, Copy)]
struct Jumped {
    own: Side,
    hits: u32,
    free: Side,
    on: u32,
}

impl Board {
    fn new(from: &Position, readings: Readings) -> Self {
        let blocks = from.other.doubled() & SHARED;
        Self { from: *from, singles: from.other.held() & SHARED & !blocks, blocks, readings }
    }

    /// Passes on the result of every way to use a throw.
    fn play(&self, throw: &Throw, take: &mut impl FnMut(Position, Way)) {
        let mut played = false;
        for dice in (1..=3).rev() {
            // A turn that takes the last piece off may leave dice unused.
            let wins_only = played || !self.readings.most && dice < 3;
            if wins_only && usize::from(self.from.own.left()) > dice {
                break;
            }
            let mut found = false;
            let mut is_played = |result: Position, way| {
                let leaves = result.own.count(OFF) > self.from.own.count(OFF);
                let is_early = self.readings.gathered && leaves && result.own.0 & BEHIND != 0;
                if !is_early && (!wins_only || result.own.is_gone()) {
                    found = true;
                    take(result, way);
                }
            };
            for uses in &throw.uses[dice - 1] {
                if self.readings.steps {
                    self.step(uses, &self.from, Way([NONE; 3]), &mut is_played);
                } else {
                    let own = self.from.own;
                    let placed = uses.len().min(own.count(HAND).into());
                    let all = Jumped { own, hits: 0, free: own, on: own.held() & BOARD };
                    self.jump(uses, placed, all, LAST, Way([NONE; 3]), &mut is_played);
                }
            }
            played |= found;
        }
    }

    /// The target of a piece on a space, unless it may not go so far.
    const fn target(&self, from: u8, by: u8) -> Option<u8> {
        let to = from + by;
        if to >= OFF {
            return if self.readings.exact && to > OFF { None } else { Some(OFF) };
        }
        if self.blocks >> to & 1 == 1 { None } else { Some(to) }
    }

    /// The position with this side, after it has hit single pieces.
    fn after(&self, own: Side, hits: u32) -> Position {
        Position { own, other: if hits == 0 { self.from.other } else { captured(self.from.other, hits) } }
    }

    /// Totals of groups of dice: `placed` of them place pieces, and each of the others moves another one of the pieces that have
    /// not moved, none of them ahead of `foremost`.
    fn jump(
        &self,
        groups: &[u8],
        placed: usize,
        at: Jumped,
        foremost: u8,
        way: Way,
        take: &mut impl FnMut(Position, Way),
    ) {
        let [by, rest @ ..] = groups else { return take(self.after(at.own, at.hits), way) };
        if placed > 0 && *by <= HOME {
            let at = Jumped { own: at.own.moved(HAND, *by), ..at };
            self.jump(rest, placed - 1, at, LAST, way.with(groups.len(), HAND, *by), take);
        }
        if groups.len() == placed {
            return;
        }
        // Of equal totals, the first moves the foremost piece.
        let is_last = rest.is_empty();
        let alike = rest.first() == Some(by);
        for from in spaces(at.on & (u32::MAX >> (OFF - foremost))) {
            let Some(to) = self.target(from, *by) else { continue };
            if is_last {
                let hits = at.hits | self.singles & 1 << to;
                take(self.after(at.own.moved(from, to), hits), way.with(1, from, to));
                continue;
            }
            let moved = Jumped {
                own: at.own.moved(from, to),
                hits: at.hits | self.singles & 1 << to,
                free: at.free.without(from),
                on: if at.free.count(from) == 1 { at.on & !(1 << from) } else { at.on },
            };
            let foremost = if alike { from } else { LAST };
            self.jump(rest, placed, moved, foremost, way.with(groups.len(), from, to), take);
        }
    }

    /// One die after the other; every landing counts.
    fn step(&self, dice: &[u8], at: &Position, way: Way, take: &mut impl FnMut(Position, Way)) {
        let [by, rest @ ..] = dice else { return take(*at, way) };
        if at.own.count(HAND) > 0 {
            let placed = Position { own: at.own.moved(HAND, *by), ..*at };
            return self.step(rest, &placed, way.with(dice.len(), HAND, *by), take);
        }
        // Without pieces left, nothing more can be done; fewer dice win as well.
        for from in spaces(at.own.held() & BOARD) {
            let Some(to) = self.target(from, *by) else { continue };
            let hits = at.other.held() & self.singles & 1 << to;
            let moved = Position { own: at.own.moved(from, to), other: captured(at.other, hits) };
            self.step(rest, &moved, way.with(dice.len(), from, to), take);
        }
    }
}

/// A side after its single pieces on these spaces were captured.
fn captured(side: Side, hits: u32) -> Side {
    spaces(hits).fold(side, |side, space| side.moved(space, HAND))
}
