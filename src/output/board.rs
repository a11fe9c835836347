//! Boards: their squares, the immediate effects of a move, and the values of layouts.

use num_traits::ToPrimitive;

use super::number::{fixed_whole, quantity};
use super::sheet::{Cell, Column, Section};
use crate::analysis::Figure;
use crate::games::{BoardView, Content, FactValue, Square, ValueUnit};

/// The board in letters and numbers, row by row. An asterisk marks where a best move begins, an arrow where the advised
/// move ends, a cross what it takes.
///
/// Cells for pebbles are numbered above; squares are named by the rank at the left and the file below.
pub(super) fn board(view: &BoardView) -> Section {
    let pebbles = view.squares.iter().any(|square| matches!(square.content, Content::Pebbles(_)));
    let named = names_each(view);
    let first = (!named).then(|| Column::words(""));
    let columns = first.into_iter().chain((0..view.columns).map(|_| Column::numbers("")));
    let title = if pebbles {
        format!("Upper row: {}. Lower row: {}.", view.above, view.below)
    } else {
        format!("{}. {}.", view.above, view.below)
    };
    let mut section = Section::titled(title, columns.collect());
    let shown = |square: &Square| {
        let marks = [(square.marked, "*"), (square.reached, ">"), (square.taken, "x")];
        let marks = marks.into_iter().filter_map(|(is_so, mark)| is_so.then_some(mark));
        Cell::from(marks.chain([content(square.content).as_str()]).collect::<String>())
    };
    for row in view.squares.chunks(view.columns) {
        if named {
            section.row(row.iter().map(|square| Cell::from(square.name.clone())));
        }
        let rank =
            row.first().filter(|_| !named).map(|square| square.name.trim_start_matches(char::is_alphabetic));
        section.row(rank.map(Cell::from).into_iter().chain(row.iter().map(shown)));
    }
    if !named {
        let last = view.squares.rchunks(view.columns).next().unwrap_or_default();
        let file = |square: &Square| Cell::from(square.name.chars().take(1).collect::<String>());
        section.row(std::iter::once(Cell::from("")).chain(last.iter().map(file)));
    }
    section
}

/// Whether each square has a name of its own instead of rank and file.
pub(super) fn names_each(view: &BoardView) -> bool {
    view.squares.iter().any(|square| !square.name.starts_with(char::is_alphabetic))
}

/// The legend of the marks on a board, if there are any.
pub(super) fn marks(view: &BoardView) -> Option<String> {
    let any = |is_so: fn(&Square) -> bool| view.squares.iter().any(is_so);
    let marks = [
        (any(|square| square.marked), "* marks where a best move begins"),
        (any(|square| square.reached), "> where the advised move ends"),
        (any(|square| square.taken), "x what it takes"),
    ];
    let shown: Vec<&str> = marks.into_iter().filter_map(|(is_so, shown)| is_so.then_some(shown)).collect();
    (!shown.is_empty()).then(|| format!("On the board, {}.", shown.join(", ")))
}

/// The content of a square, in letters.
fn content(content: Content) -> String {
    match content {
        Content::Nothing => "\u{b7}".to_owned(),
        Content::Outside => String::new(),
        Content::Pebbles(pebbles) => pebbles.to_string(),
        Content::Piece(letter) => letter.to_string(),
        Content::Pieces(letter, count) => format!("{letter}{count}"),
    }
}

/// A fact in words.
pub(super) fn fact(value: &FactValue) -> String {
    match value {
        FactValue::Word(word) => word.clone(),
        FactValue::Count(count) => count.to_string(),
        FactValue::Truth(truth) => if *truth { "yes" } else { "no" }.to_owned(),
        FactValue::Cells(cells) => {
            let (own, other) = cells.split_at(cells.len() / 2);
            let row = |cells: &[u8]| cells.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
            format!("{}/{}", row(own), row(other))
        }
    }
}

/// A value in hundredths of a stone, in words.
pub(super) fn in_stones(figure: &Figure) -> String {
    let value = figure.approximate().and_then(|value| value.to_i32()).unwrap_or(0);
    let plies = match ValueUnit::WIN - value.abs() {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    match value {
        _ if value.abs() < ValueUnit::FORCED => format!("{} hundredths of a stone", signed_whole(figure)),
        1.. => format!("a win within {plies}"),
        _ => format!("a loss within {plies}"),
    }
}

/// A whole number with its sign, or a range of them.
pub(super) fn signed_whole(figure: &Figure) -> String {
    match figure {
        Figure::Numerical(bounds) => {
            format!("{} to {}", fixed_whole(bounds.low(), true), fixed_whole(bounds.high(), true))
        }
        _ => figure.rational().map_or_else(|| quantity(figure, ""), |value| fixed_whole(&value, true)),
    }
}
