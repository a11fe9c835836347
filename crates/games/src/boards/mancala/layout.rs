//! Layouts: the pebbles at the beginning of a round.

use super::board::{Board, CELLS, OWN};

/// The number of filled cells of a side.
const FILLED: usize = 4;

/// The number of pebbles on each side.
pub(super) const OF_SIDE: u8 = 36;

/// A layout: the pebbles in cells 2 to 5 of the side that moves first, and in those opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Layout(pub [u8; FILLED]);

impl Layout {
    /// The number of its numbers.
    pub(super) const CELLS: usize = FILLED;

    /// The layout with these numbers, or what is wrong with them.
    pub(super) fn read(cells: &[i64]) -> Result<Self, String> {
        let Ok(four) = <[i64; FILLED]>::try_from(cells) else {
            return Err(format!(
                "a layout has {FILLED} numbers, not {}: one for each of the {OWN} cells of a side but the two ends",
                cells.len()
            ));
        };
        if let Some(odd) = four.iter().find(|cell| !(0..=i64::from(OF_SIDE)).contains(*cell)) {
            return Err(format!("a cell has 0 to {OF_SIDE} pebbles, not {odd}"));
        }
        let sum: i64 = four.iter().sum();
        if sum != i64::from(OF_SIDE) {
            return Err(format!("the numbers of a layout add up to {OF_SIDE}, not to {sum}"));
        }
        Ok(Self(four.map(|cell| u8::try_from(cell).unwrap_or(0))))
    }

    /// All layouts, in ascending order.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..=OF_SIDE).flat_map(|first| {
            (0..=OF_SIDE - first).flat_map(move |second| {
                let left = OF_SIDE - first - second;
                (0..=left).map(move |third| Self([first, second, third, left - third]))
            })
        })
    }

    /// The board, seen by the first player.
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
    /// The seat that lays out chooses a layout.
    Any,
    /// With this board, seen by the first player.
    Fixed(Board),
}
