//! The card: the value of the first throw, and that of a piece on each square.

#![expect(clippy::cast_possible_truncation, reason = "tenths of a percent are few")]

use super::process::Aseb;
use super::settings::{OFF, SHARED};
use super::solved::Solved;
use crate::boards::game::Playing;
use crate::boards::race::{HAND, Position, advise};
use crate::kit::{
    AdviceError, RaceStrategy, SquareWorth, Strategy, StrategyTable, StrategyTables, TableUnit, WholeStrategy,
};
use tali_core::exact::{Number, minus};

/// So many tenths of a percent there are.
const TENTHS: f64 = 1_000.0;

/// The card of a game from its first position.
pub(super) fn strategy(game: &Aseb, playing: &[Playing<Aseb>; 2]) -> Result<Strategy, AdviceError> {
    let solved = game.solved()?;
    let first = game.settings.first().position;
    let value = solved.value(&first, 0)?;
    let squares = (1..OFF).map(|square| of_square(solved, &first, square)).collect::<Result<Vec<_>, _>>()?;
    let values = squares.iter().flat_map(|square| [&square.to_move, &square.to_wait]);
    let largest = values.filter_map(|value| value.as_ref().ok()).map(|value| TENTHS * value.to_f64().abs());
    let largest = largest.fold(1.0, f64::max).ceil() as i32;
    let map = |title: &str, of: fn(&SquareWorth) -> &Number| {
        let cell = |square: u8| {
            let value = squares.iter().find(|each| each.square == square).map(of)?;
            value.as_ref().ok().map(|value| TENTHS * value.to_f64())
        };
        // The private squares lie beside those with which they share a corner.
        let private = |column: u8| 2 * SHARED - 1 - column;
        StrategyTable {
            title: title.to_owned(),
            unit: TableUnit::Value { low: -largest, high: largest },
            rows: "squares",
            columns: "shared square",
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
        map("What a piece is worth to the player to move, in tenths of a percent", |square| &square.to_move),
        map("What the capture of a piece costs its owner, in tenths of a percent", |square| &square.to_wait),
    ];
    let whole =
        RaceStrategy { value: Ok(solved.enclosed(value)), throws: advise(game, playing)?.throws, squares };
    Ok(Strategy::Tables(Box::new(StrategyTables {
        of: Some(("the start".to_owned(), "Wins", Ok(solved.enclosed(value)))),
        tables,
        explained: "A number on a square is a difference of chances to win, with all other pieces waiting; where nothing is captured it is what \
                    it would cost to begin again.",
        whole: WholeStrategy::Race(Box::new(whole)),
    })))
}

/// The value of a piece on a square to the player to move, and what its owner loses if it is captured.
fn of_square(solved: &Solved, first: &Position, square: u8) -> Result<SquareWorth, AdviceError> {
    let Position { own, other } = *first;
    let value = |position: Position| Ok::<_, AdviceError>(Ok(solved.enclosed(solved.value(&position, 0)?)));
    let waits = value(*first)?;
    Ok(SquareWorth {
        square,
        to_move: minus(value(Position { own: own.moved(HAND, square), other })?, waits.clone()),
        to_wait: minus(waits, value(Position { own, other: other.moved(HAND, square) })?),
    })
}
