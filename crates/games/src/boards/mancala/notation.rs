//! Positions as they are typed: `6,6,6,6,6,6/6,6,6,6,6,6 1 0-0`.

use super::board::{Board, CELLS, OWN, PEBBLES};
use super::layout::Layout;
use crate::kit::notation::{Cursor, Read, refuse};

/// Parses `LAYOUT-OR-CELLS SIDE TAKEN-TAKEN`: the board as the seat whose turn it is sees it, that seat, and what both have
/// taken.
pub(super) fn read(text: &str) -> Read<(Board, usize, [u32; 2])> {
    let whole = Cursor::new(text);
    let laid_out = layout(whole)?;
    let (board, mut text) = laid_out.map_or_else(|| cells(whole), Ok)?;
    let seat = usize::from(text.word().map_or(Ok(0), |word| word.side(["1", "2"]))?);
    let captured = text.word().map_or(Ok([0, 0]), captured)?;
    text.ends_after("what was taken")?;
    not_too_many(whole, board.pebbles() + captured.iter().sum::<u32>())?;
    // A layout is as the first player sees it, and cells are as the first seat sees them.
    let as_given = seat == 0 || laid_out.is_some();
    Ok((if as_given { board } else { board.turned() }, seat, captured))
}

/// Parses a layout, four numbers without a /, and leaves the rest.
fn layout(text: Cursor<'_>) -> Read<Option<(Board, Cursor<'_>)>> {
    let mut parts: Vec<Cursor<'_>> = text.split(|sign| sign == ',').collect();
    if parts.len() != Layout::CELLS || text.text.contains('/') {
        return Ok(None);
    }
    for part in &mut parts {
        part.skip(char::is_whitespace);
    }
    let (first, last) = (parts[0], &mut parts[Layout::CELLS - 1]);
    let mut rest = *last;
    *last = rest.until(&[' ']);
    let numbers = parts.iter().map(|part| part.trim_end().digits::<u32>(..).map(i64::from));
    let Some(numbers) = numbers.collect::<Option<Vec<i64>>>() else { return Ok(None) };
    let layout = Layout::read(&numbers).map_err(|problem| first.refused(problem))?;
    Ok(Some((layout.board(), rest)))
}

/// Parses the pebbles in cells 1 to 12, and leaves the rest.
fn cells(mut text: Cursor<'_>) -> Read<(Board, Cursor<'_>)> {
    const FORM: &str = "a position begins with the pebbles in cells 1 to 6 and, after a /, in cells 7 to 12, such as \
                        `6,6,6,6,6,6/6,6,6,6,6,6`, or is a layout, such as `9,9,9,9`";
    let (begins, mut cells) = (text, [0; CELLS]);
    for (number, cell) in cells.iter_mut().enumerate() {
        let is_space = |sign| sign == ' ';
        text.skip(is_space);
        refuse!(text if number == 0 && text.is_empty(), "{FORM}");
        let parts = if number == OWN { '/' } else { ',' };
        refuse!(text if number > 0 && !text.skips(parts), "after cell {number} comes `{parts}`: {FORM}");
        text.skip(is_space);
        let word = text.until(&[',', '/', ' ']);
        let Some(pebbles) = word.digits(..=PEBBLES) else {
            let found = if word.is_empty() { "nothing".to_owned() } else { word.to_string() };
            refuse!(word, "a cell has 0 to {PEBBLES} pebbles, not {found}");
        };
        // There are at most 72.
        *cell = u8::try_from(pebbles).unwrap_or(u8::MAX);
    }
    refuse!(text if text.text.starts_with([',', '/']), "there are only {CELLS} cells");
    let board = Board::new(cells);
    not_too_many(begins, board.pebbles())?;
    Ok((board, text))
}

/// Parses what was taken, such as `10-4`.
fn captured(word: Cursor<'_>) -> Read<[u32; 2]> {
    Ok(refuse!(word unless word.pair('-', |number| number.digits(..=PEBBLES)),
        "what both have taken is written like 10-4, not {word}"))
}

fn not_too_many(text: Cursor<'_>, pebbles: u32) -> Read<()> {
    refuse!(text if pebbles > PEBBLES, "there are {PEBBLES} pebbles, but this position has {pebbles}");
    Ok(())
}
