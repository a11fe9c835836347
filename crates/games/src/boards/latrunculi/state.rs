//! A game in play, with what repetition forbids.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::position::{Ending, Over, Ply, Position};
use super::settings::Settings;

/// How often a position may occur.
const MOST_TIMES: u8 = 2;

/// A game in play, or over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State {
    pub position: Position,
    /// The number of plies since the last capture.
    pub quiet: u32,
    past: Arc<Past>,
}

/// How often each position has occurred since the last irreversible ply, and how many have occurred as often as they may.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Past {
    seen: BTreeMap<u128, u8>,
    exhausted: u32,
}

impl State {
    /// A game that goes on from a position, which occurs for the first time, `quiet` plies after the last capture.
    pub(super) fn new(position: Position, quiet: u32) -> Self {
        let mut game = Self { position, quiet, past: Arc::default() };
        game.note();
        game
    }

    /// The first position.
    pub(super) fn first(settings: &Settings) -> Self {
        Self::new(Position::first(settings), 0)
    }

    /// Records that the position has occurred.
    fn note(&mut self) {
        let past = Arc::make_mut(&mut self.past);
        let times = past.seen.entry(self.position.hash(false)).or_default();
        *times += 1;
        past.exhausted += u32::from(*times == MOST_TIMES);
    }

    /// Whether a ply is allowed: it must not bring about a position for the third time.
    pub(super) fn allows(&self, ply: Ply, settings: &Settings) -> bool {
        self.is_free() || !self.is_exhausted(&self.position.after(ply, settings).0)
    }

    /// Whether a position has occurred as often as it may.
    fn is_exhausted(&self, position: &Position) -> bool {
        self.past.seen.get(&position.hash(false)).is_some_and(|times| *times >= MOST_TIMES)
    }

    /// Whether repetition forbids nothing.
    pub(super) fn is_free(&self) -> bool {
        self.past.exhausted == 0
    }

    /// The allowed plies.
    pub(super) fn plies(&self, settings: &Settings) -> Vec<Ply> {
        let mut plies = self.position.plies(settings);
        if !self.is_free() {
            plies.retain(|ply| self.allows(*ply, settings));
        }
        plies
    }

    /// Any allowed ply, each equally likely: if all moves are allowed, one is drawn without listing them, or random games would
    /// take 1.7 to 2.7 times as long.
    pub(super) fn any(&self, settings: &Settings, below: &mut dyn FnMut(usize) -> usize) -> Option<Ply> {
        if self.is_free() && !self.position.is_placing() {
            let moves = self.position.moves(self.position.mover(), settings);
            let index = below(moves.number() as usize);
            return moves.nth(&settings.board, u32::try_from(index).unwrap_or(0));
        }
        let plies = self.plies(settings);
        plies.get(below(plies.len())).copied()
    }

    /// The number of moves to choose from; 0 if a stone is placed.
    pub(super) fn moves(&self, settings: &Settings) -> u32 {
        match self.position.is_placing() {
            true => 0,
            false if self.is_free() => self.position.mobility(self.position.mover(), settings),
            false => u32::try_from(self.plies(settings).len()).unwrap_or(u32::MAX),
        }
    }

    /// Makes a ply, and returns how many stones it took.
    pub(super) fn make(&mut self, ply: Ply, settings: &Settings) -> u8 {
        let (after, taken) = self.position.after(ply, settings);
        self.position = after;
        if is_for_good(ply, taken) {
            self.past = Arc::default();
        }
        self.quiet = self.quiet_after(ply, taken);
        self.note();
        taken
    }

    /// The number of plies since the last capture, after a ply.
    const fn quiet_after(&self, ply: Ply, taken: u8) -> u32 {
        match ply.from {
            _ if taken > 0 => 0,
            Some(_) => self.quiet + 1,
            None => self.quiet,
        }
    }

    /// Whether the game is over, and how.
    pub(super) fn over(&self, settings: &Settings) -> Option<Over> {
        self.judge(&self.position, self.is_free(), self.quiet, settings)
    }

    /// Whether the game is over after a ply, and how; and how many stones the ply takes.
    pub(super) fn over_after(&self, ply: Ply, settings: &Settings) -> (Option<Over>, u8) {
        let (after, taken) = self.position.after(ply, settings);
        let free = self.is_free() || is_for_good(ply, taken);
        (self.judge(&after, free, self.quiet_after(ply, taken), settings), taken)
    }

    /// Whether the game is over in a position that has just occurred, and how. Unless `free`, plies must not repeat positions
    /// that have occurred so far.
    fn judge(&self, position: &Position, free: bool, quiet: u32, settings: &Settings) -> Option<Over> {
        if let Some(over) = position.over(settings) {
            return Some(over);
        }
        if position.is_placing() {
            return None;
        }
        let moves = (!free).then(|| position.moves(position.mover(), settings));
        let repeats = |ply| self.is_exhausted(&position.after(ply, settings).0);
        if moves.is_some_and(|moves| moves.iter(&settings.board).all(repeats)) {
            return Some(position.by_captures(Ending::Stalemate));
        }
        let long = settings.quiet > 0 && quiet >= settings.quiet;
        long.then(|| position.by_captures(Ending::Quiet))
    }
}

/// Whether earlier positions can never occur again, as a stone was placed or taken.
const fn is_for_good(ply: Ply, taken: u8) -> bool {
    taken > 0 || ply.from.is_none()
}
