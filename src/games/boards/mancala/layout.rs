//! Layouts: how the pebbles lie when a round begins.

use super::board::{Board, CELLS, OWN};
use super::notation::Standing;
use crate::games::kit::Takes;
use crate::games::kit::rules::{Readable, Value};

/// How many cells of a side are filled.
const FILLED: usize = 4;

/// How many pebbles lie on each side.
pub(super) const OF_SIDE: u8 = 36;

/// A layout: what lies in cells 2 to 5 of the side that moves first, and in those opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Layout(pub [u8; FILLED]);

impl Layout {
    /// How many numbers it has.
    pub(super) const CELLS: usize = FILLED;

    /// The layout with these numbers; else what is wrong with them.
    pub(super) fn read(cells: &[i64]) -> Result<Self, String> {
        let Ok(four) = <[i64; FILLED]>::try_from(cells) else {
            return Err(format!(
                "a layout has {FILLED} numbers, not {}; {OWN} cells of a side less the two ends",
                cells.len()
            ));
        };
        if let Some(odd) = four.iter().find(|cell| !(0..=i64::from(OF_SIDE)).contains(*cell)) {
            return Err(format!("a cell has 0 to {OF_SIDE} pebbles, not {odd}"));
        }
        let sum: i64 = four.iter().sum();
        if sum != i64::from(OF_SIDE) {
            return Err(format!("the numbers of a layout add up to {OF_SIDE}, and these to {sum}"));
        }
        Ok(Self(four.map(|cell| u8::try_from(cell).unwrap_or(0))))
    }

    /// All layouts, in rising order.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..=OF_SIDE).flat_map(|first| {
            (0..=OF_SIDE - first).flat_map(move |second| {
                let left = OF_SIDE - first - second;
                (0..=left).map(move |third| Self([first, second, third, left - third]))
            })
        })
    }

    /// The board, seen by the first mover.
    pub(super) fn board(self) -> Board {
        let mut cells = [0; CELLS];
        for (index, pebbles) in (1..).zip(self.0) {
            cells[index] = pebbles;
            cells[CELLS - 1 - index] = pebbles;
        }
        Board::new(cells)
    }

    /// Whether every filled cell has at least four pebbles, as the source advises.
    pub(super) fn has_four_or_more(self) -> bool {
        self.0.iter().all(|cell| *cell >= 4)
    }
}

impl std::fmt::Display for Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [second, third, fourth, fifth] = self.0;
        write!(f, "{second},{third},{fourth},{fifth}")
    }
}

/// How every round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginning {
    /// Who lays out chooses a layout.
    Any,
    /// With this board, seen by the first mover.
    Fixed(Board),
}

/// What the rule `layout` is read as.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayoutRule(pub Beginning);

const ALLOWED: &str = "\"any\", four numbers that add up to 36 such as [9, 9, 9, 9], or a position such as \
                       \"6,6,6,6,6,6/6,6,6,6,6,6\"";

impl Readable for LayoutRule {
    const TAKES: Takes = Takes::Own(ALLOWED);

    fn read(_: Takes, value: &Value, _: usize) -> Option<Self> {
        read(value).ok().map(Self)
    }

    fn complaint(value: &Value, _: usize) -> Option<String> {
        read(value).err().flatten()
    }
}

/// What a value stands for; else what exactly is wrong with it, if more can be said than what is allowed.
fn read(value: &Value) -> Result<Beginning, Option<String>> {
    if let Some(cells) = value.list() {
        let cells: Option<Vec<i64>> = cells.iter().map(Value::whole).collect();
        return numbers(&cells.ok_or(None)?);
    }
    match value.word().ok_or(None)? {
        "any" => Ok(Beginning::Any),
        text if text.contains('/') => {
            let standing = Standing::read(text).map_err(|error| Some(error.to_string()))?;
            if standing.kept != [0, 0] {
                return Err(Some("a round begins with no pebbles taken; leave them out".to_owned()));
            }
            if standing.board.pebbles() < 2 {
                return Err(Some("a round needs two pebbles or more".to_owned()));
            }
            Ok(Beginning::Fixed(standing.board))
        }
        text => {
            let cells: Option<Vec<i64>> = text.split(',').map(|cell| cell.trim().parse().ok()).collect();
            numbers(&cells.ok_or(None)?)
        }
    }
}

fn numbers(cells: &[i64]) -> Result<Beginning, Option<String>> {
    Layout::read(cells).map(|layout| Beginning::Fixed(layout.board())).map_err(Some)
}
