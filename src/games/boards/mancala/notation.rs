//! Positions as they are typed: `6,6,6,6,6,6/6,6,6,6,6,6 1 0-0`.

use super::board::{Board, CELLS, OWN, PEBBLES};
use super::layout::Layout;
use crate::games::kit::PositionError;
use crate::games::kit::words::{Word, digits};
use crate::messages::abridged;

/// A position of a round: the board, whose turn it is, and what was taken before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Standing {
    /// Seen by the seat whose turn it is.
    pub board: Board,
    /// The seat, from 0.
    pub seat: usize,
    /// What the seats have taken.
    pub kept: [u32; 2],
}

impl Standing {
    /// Reads a position.
    pub(super) fn read(text: &str) -> Result<Self, PositionError> {
        let laid_out = layout(text)?;
        let is_layout = laid_out.is_some();
        let (board, rest) = laid_out.map_or_else(|| cells(text), Ok)?;
        let words = Word::all(rest.text, rest.column);
        let seat = match words.first() {
            None => 0,
            Some(word) if word.text == "1" => 0,
            Some(word) if word.text == "2" => 1,
            Some(word) => {
                let problem = format!("the side to move is 1 or 2, not `{}`", abridged(word.text));
                return PositionError::at(word.column, problem);
            }
        };
        let kept = words.get(1).map_or(Ok([0, 0]), |word| kept(*word))?;
        if let Some(word) = words.get(2) {
            let problem =
                format!("nothing comes after what was taken, and here is `{}`", abridged(word.text));
            return PositionError::at(word.column, problem);
        }
        let all = board.pebbles() + kept.iter().sum::<u32>();
        if all > PEBBLES {
            return PositionError::at(1, format!("there are {PEBBLES} pebbles, and this position has {all}"));
        }
        // A layout is seen by who moves first, and cells are told as the first seat sees them.
        let as_told = seat == 0 || is_layout;
        let board = if as_told { board } else { board.turned() };
        Ok(Self { board, seat, kept })
    }

    /// The pebbles in cells 1 to 12.
    pub(super) fn cells(&self) -> [u8; CELLS] {
        let board = if self.seat == 0 { self.board } else { self.board.turned() };
        board.cells()
    }

    /// The position as it is typed.
    pub(super) fn text(&self) -> String {
        let cells = self.cells().map(|cell| cell.to_string());
        let (own, other) = cells.split_at(OWN);
        let [one, two] = self.kept;
        format!("{}/{} {} {one}-{two}", own.join(","), other.join(","), self.seat + 1)
    }
}

/// Reads a layout, four numbers without a /, and leaves the rest.
fn layout(text: &str) -> Result<Option<(Board, Word<'_>)>, PositionError> {
    let begins = text.len() - text.trim_start().len();
    // After the last comma comes one number more, with or without spaces before it.
    let Some(last) = text.rfind(',').filter(|_| !text.contains('/')) else { return Ok(None) };
    let number = text[last + 1..].trim_start();
    let end = text.len() - number.len() + number.find(' ').unwrap_or(number.len());
    let numbers: Option<Vec<i64>> =
        text[begins..end].split(',').map(|cell| digits(cell.trim()).map(i64::from)).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() == Layout::CELLS) else { return Ok(None) };
    let column = text[..begins].chars().count() + 1;
    let layout = Layout::read(&numbers).map_err(|problem| PositionError { column, problem })?;
    let rest = Word { column: text[..end].chars().count() + 1, text: &text[end..] };
    Ok(Some((layout.board(), rest)))
}

/// Reads the pebbles in cells 1 to 12, and leaves the rest.
fn cells(text: &str) -> Result<(Board, Word<'_>), PositionError> {
    const FORM: &str = "a position begins with the pebbles in cells 1 to 6 and, after a /, in cells 7 to 12, such as \
                        `6,6,6,6,6,6/6,6,6,6,6,6`, or is a layout, such as `9,9,9,9`";
    let (mut cells, mut number) = ([0u8; CELLS], 0);
    let mut column = 1;
    let mut left = text;
    loop {
        let blank = left.chars().take_while(|c| *c == ' ').count();
        (left, column) = (&left[blank..], column + blank);
        let end = left.find([',', '/', ' ']).unwrap_or(left.len());
        let (word, after) = left.split_at(end);
        if word.is_empty() && number == 0 && after.is_empty() {
            return PositionError::at(column, FORM);
        }
        let Some(pebbles) = digits(word).filter(|pebbles| *pebbles <= PEBBLES) else {
            let found = if word.is_empty() { "nothing".to_owned() } else { format!("`{}`", abridged(word)) };
            return PositionError::at(
                column,
                format!("a cell has 0 to {PEBBLES} pebbles, and here is {found}"),
            );
        };
        // There are at most 72.
        cells[number] = u8::try_from(pebbles).unwrap_or(u8::MAX);
        number += 1;
        column += word.chars().count();
        let parted = after.trim_start_matches(' ');
        let wanted = match number {
            OWN => Some('/'),
            CELLS => None,
            _ => Some(','),
        };
        let Some(wanted) = wanted else {
            if after.starts_with([',', '/']) {
                return PositionError::at(column, format!("there are {CELLS} cells, and here is one more"));
            }
            let sum: u32 = cells.iter().map(|cell| u32::from(*cell)).sum();
            if sum > PEBBLES {
                let problem = format!("there are {PEBBLES} pebbles, and this position has {sum}");
                return PositionError::at(1, problem);
            }
            return Ok((Board::new(cells), Word { column, text: after }));
        };
        column += after.chars().count() - parted.chars().count();
        let Some(rest) = parted.strip_prefix(wanted) else {
            return PositionError::at(column, format!("after cell {number} comes `{wanted}`: {FORM}"));
        };
        (left, column) = (rest, column + 1);
    }
}

/// Reads what was taken, such as `10-4`.
fn kept(word: Word<'_>) -> Result<[u32; 2], PositionError> {
    let number = |text: &str| digits(text).filter(|number| *number <= PEBBLES);
    let read = word.text.split_once('-').and_then(|(one, two)| Some([number(one)?, number(two)?]));
    read.map_or_else(
        || {
            let problem =
                format!("what both have taken is written such as 10-4, not `{}`", abridged(word.text));
            PositionError::at(word.column, problem)
        },
        Ok,
    )
}
