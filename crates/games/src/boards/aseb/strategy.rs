//! The strategy card: the value of the first throw, and that of a piece on each square.

#![expect(clippy::cast_possible_truncation, reason = "tenths of a percentage point are few")]

use super::process::Aseb;
use super::settings::{OFF, SHARED};
use super::solved::Solved;
use crate::boards::game::Playing;
use crate::boards::race::{HAND, Position, advise};
use crate::kit::{
    AdviceError, Entry, Listing, Row, Strategy, StrategyTable, StrategyTables, TableUnit, ValueUnit,
};
use tali_core::exact::{Number, minus};
use tali_core::figures::Figure;

/// The tenths of a percentage point in 1.
const TENTHS: f64 = 1_000.0;

/// The card of a game from its first position.
pub(super) fn strategy(game: &Aseb, playing: &[Playing<Aseb>; 2]) -> Result<Strategy, AdviceError> {
    let solved = game.solved()?;
    let first = game.settings.first().position;
    let value = solved.value(&first, 0)?;
    let squares = (1..OFF).map(|square| of_square(solved, &first, square)).collect::<Result<Vec<_>, _>>()?;
    let values = squares.iter().flat_map(|square| [square.figure("to_move"), square.figure("to_wait")]);
    let tenths = |value: &Figure| Some(TENTHS * value.approximate()?);
    let largest = values.filter_map(|value| tenths(value?)).map(f64::abs);
    let largest = largest.fold(1.0, f64::max).ceil() as i32;
    let map = |title: &str, of: &str| {
        let cell = |square: u8| tenths(squares.get(usize::from(square) - 1)?.figure(of)?);
        // The private squares are beside those with which they share a corner.
        let private = |column: u8| 2 * SHARED - 1 - column;
        StrategyTable {
            title: title.to_owned(),
            unit: TableUnit::Value { low: -largest, high: largest },
            rows: "squares".to_owned(),
            columns: "shared square".to_owned(),
            row_names: vec!["shared, 5 to 16".to_owned(), "private, 4 to 1".to_owned()],
            column_names: (SHARED..OFF).map(|square| square.to_string()).collect(),
            cells: vec![
                (SHARED..OFF).map(cell).collect(),
                (SHARED..OFF)
                    .map(|column| if column < 2 * SHARED - 1 { cell(private(column)) } else { None })
                    .collect(),
            ],
        }
    };
    let tables = vec![
        map(
            "What a piece on each square is worth to the player to move, in tenths of a percentage point",
            "to_move",
        ),
        map("What losing a piece costs its owner, in tenths of a percentage point", "to_wait"),
    ];
    let throws = Listing::of_throws("The first throw", &advise(game, playing)?.throws);
    Ok(Strategy::Tables(Box::new(StrategyTables {
        of: Some(("the opening position".to_owned(), "Games won by the first player", ValueUnit::Wins, solved.enclosed(value).into())),
        tables,
        lists: vec![throws, Listing::of("squares", squares.len(), move |index| squares[index].clone())],
        explained: vec!["Each number is a change in the chance of winning when all other pieces are still waiting. On squares where pieces cannot be \
                    captured, it shows what sending the piece back to the start would cost.".to_owned()],
        lists_explained: "",
        is_mixed: false,
    })))
}

/// The value of a piece on a square to the player to move, and what its owner loses if it is captured.
fn of_square(solved: &Solved, first: &Position, square: u8) -> Result<Row, AdviceError> {
    let Position { own, other } = *first;
    let value =
        |position: Position| Ok::<Number, AdviceError>(Ok(solved.enclosed(solved.value(&position, 0)?)));
    let waits = value(*first)?;
    let to_move = minus(value(Position { own: own.moved(HAND, square), other })?, waits.clone());
    let to_wait = minus(waits, value(Position { own, other: other.moved(HAND, square) })?);
    Ok(Row::from([
        ("square", Entry::Count(square.into())),
        ("to_move", Figure::from(to_move).into()),
        ("to_wait", Figure::from(to_wait).into()),
    ]))
}
