//! The solved endgame with at most two pieces left to either seat: pieces off never come back, so these positions are the same
//! for any number of pieces.

#![expect(clippy::cast_possible_truncation, reason = "sides are few")]

use std::sync::Arc;

use super::results::Results;
use super::settings::{NAME, SHARED, Settings};
use crate::boards::game::Resources;
use crate::boards::race::{OFF, Position, Side, Solving, TableOf, ValueTable};
use crate::kit::{AdviceError, Rules, TableError};
use tali_core::exact::{Alternating, Enclosure, Interval, WON, solve_alternating};

/// The number of ways to place two pieces, in hand and off included.
const SIDES: usize = 32 * 33 / 2;

/// The numbers of positions are below this.
pub(super) const NUMBERS: usize = SIDES * SIDES;

/// The number of a side with at most two pieces left, on spaces i and j with i ≤ j, where a missing piece counts as off:
/// j·(j + 1)/2 + i.
fn number_of_side(side: Side) -> Option<usize> {
    // The lowest bits that are set are those of the rearmost piece.
    let mut left = side.0 << 4 >> 4;
    let mut next = || {
        let space = (left.trailing_zeros() / 4).min(OFF.into());
        left -= if left == 0 { 0 } else { 1 << (4 * space) };
        space as usize
    };
    let [low, high] = [next(), next()];
    (left == 0).then_some(high * (high + 1) / 2 + low)
}

/// The number of a position, if each seat has at most two pieces left.
pub(super) fn number(position: &Position) -> Option<usize> {
    Some(number_of_side(position.own)? * SIDES + number_of_side(position.other)?)
}

/// All positions in play, each with its number, those nearer to the end first.
pub(super) fn positions() -> Vec<(u32, Position)> {
    let sides = (0..=OFF).flat_map(|high| (0..=high).map(move |low| Side(0).with(low, 1).with(high, 1)));
    let sides: Vec<Side> = sides.filter(|side| !side.is_gone()).collect();
    let pairs = sides.iter().flat_map(|own| sides.iter().map(|other| Position { own: *own, other: *other }));
    let mut all: Vec<(u32, Position)> = pairs
        .filter(|position| position.own.held() & position.other.held() & SHARED == 0)
        .filter_map(|position| Some((number(&position)? as u32, position)))
        .collect();
    all.sort_by_key(|(number, position)| (position.own.pips() + position.other.pips(), *number));
    all
}

/// The positions by their numbers, with what can be done there.
pub(super) struct Numbered<'s> {
    settings: &'s Settings,
    all: Vec<(u32, Position)>,
    positions: Vec<Position>,
}

impl<'s> Numbered<'s> {
    pub(super) fn new(settings: &'s Settings) -> Self {
        let all = positions();
        let mut positions = vec![Position::default(); NUMBERS];
        for (number, position) in &all {
            positions[*number as usize] = *position;
        }
        Self { settings, all, positions }
    }
}

impl Alternating for Numbered<'_> {
    fn positions(&self) -> usize {
        NUMBERS
    }

    fn layers(&self) -> Vec<Vec<u32>> {
        let mut layers = vec![Vec::new(); 3];
        let once = self.all.iter().filter(|(_, position)| position.own <= position.other);
        for (number, position) in once {
            layers[usize::from(position.own.left() + position.other.left() - 2)].push(*number);
        }
        layers
    }

    fn chances(&self) -> Vec<f64> {
        self.settings.throws.iter().map(|throw| throw.chance).collect()
    }

    fn flipped(&self, position: u32) -> u32 {
        let [own, other] = [position / SIDES as u32, position % SIDES as u32];
        other * SIDES as u32 + own
    }

    fn turn(&self, position: u32, take: &mut dyn FnMut(usize, &[u32])) {
        let (mut results, mut to) = (Results::default(), Vec::new());
        for (index, throw) in self.settings.throws.iter().enumerate() {
            let found = results.of(&self.positions[position as usize], throw, self.settings.readings);
            to.clear();
            let handed_over = |result: &Position| number(&result.flipped()).map(|number| number as u32);
            let goes_on = |result: &&Position| !result.own.is_gone();
            to.extend(
                found.iter().map(|result| Some(result).filter(goes_on).and_then(handed_over).unwrap_or(WON)),
            );
            take(index, &to);
        }
    }
}

/// The value of every position: bounds of the probability to win of the seat that throws next.
#[derive(Clone, Debug)]
pub(super) struct Solved(pub Arc<ValueTable>);

impl Solved {
    /// Takes the solution from the cache, or solves the positions and caches them.
    pub(super) fn new(settings: &Settings, solving: &Solving<Self>) -> Result<Self, AdviceError> {
        let Resources { store, progress } = &solving.resources;
        let solve = || {
            let bounds = solve_alternating(&Numbered::new(settings), progress.as_ref());
            let values = [0, 1].into_iter().flat_map(|end| bounds.iter().map(move |both| both[end]));
            Ok((values.collect(), 0.0))
        };
        table_of(settings, &solving.rules).stored_or(store.as_deref(), true, solve).map(Self)
    }

    /// Opens a solution in a file.
    pub(super) fn open(
        settings: &Settings,
        rules: &Rules,
        file: Box<dyn crate::kit::ReadAt>,
    ) -> Result<Self, TableError> {
        Ok(Self(Arc::new(ValueTable::open(file, table_of(settings, rules))?.loaded()?)))
    }

    /// Bounds of the probability to win of the seat that throws next; `None` if there are more pieces.
    pub(super) fn bounds(&self, position: &Position) -> Option<[f64; 2]> {
        if let Some(winner) = position.winner() {
            return Some([[1.0, 1.0], [0.0, 0.0]][winner]);
        }
        let number = number(position)?;
        Some([self.0.value(number).ok()?, self.0.value(NUMBERS + number).ok()?])
    }

    /// The same for the seat that has reached a result.
    pub(super) fn of_result(&self, result: &Position) -> Option<[f64; 2]> {
        self.bounds(&result.flipped()).map(|[low, high]| [1.0 - high, 1.0 - low])
    }
}

/// Bounds as an enclosure; what is certain is exact.
pub(super) fn enclosed([low, high]: [f64; 2]) -> Enclosure {
    // Differences from 1 are rounded once more.
    let low = if low < 1.0 { (low - f64::EPSILON).max(0.0) } else { low };
    let high = if high > 0.0 { (high + f64::EPSILON).min(1.0) } else { high };
    Interval { low, high }.enclosure().unwrap_or_else(Enclosure::probability)
}

/// Describes the values in the table: first the lower bounds of all positions, then the upper ones.
fn table_of(settings: &Settings, rules: &Rules) -> TableOf {
    let mut rules = serde_json::to_value(rules).unwrap_or_default();
    // They are the same for any number of pieces.
    rules.as_object_mut().map(|rules| rules.remove("pieces"));
    let chances = settings.chances().map(|(throw, chance)| (throw.text(), chance.to_string().into()));
    TableOf {
        game: NAME,
        rules,
        distributions: vec![serde_json::Value::Object(chances.collect())].into(),
        positions: NUMBERS as u64,
        tables: 2,
    }
}
