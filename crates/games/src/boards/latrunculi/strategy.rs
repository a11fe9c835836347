//! The strategy card: the value of every first move, as far ahead as the policy looks.

use num_rational::BigRational;

use super::advice::options;
use super::notation::named;
use super::policies::depth;
use super::process::Soldiers;
use crate::boards::game::Playing;
use crate::kit::{Listing, Row, Strategy, StrategyTable, StrategyTables, TableUnit, ValueUnit};
use tali_core::figures::Figure;

pub(super) fn strategy(game: &Soldiers, playing: Playing<Soldiers>) -> Strategy {
    let (settings, board, depth) = (&game.settings, &game.settings.board, depth(playing));
    let options = options(game, depth);
    let best_at =
        |square: u8| options.iter().filter(|(ply, _)| ply.to == square).map(|(_, value)| *value).max();
    let values = || options.iter().map(|(_, value)| *value);
    let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let row = |rank: u8| {
        let cell = |file: u8| best_at(board.square(file, rank)).map(f64::from);
        (0..board.files).map(cell).collect()
    };
    let map = StrategyTable {
        title: format!(
            "The best first move to each square: hundredths of a stone, {depth} {} ahead",
            if depth == 1 { "ply" } else { "plies" }
        ),
        unit: TableUnit::Value { low, high },
        rows: "rank".to_owned(),
        columns: "file".to_owned(),
        row_names: (1..=board.ranks).rev().map(|rank| rank.to_string()).collect(),
        column_names: (0..board.files).map(|file| char::from(b'a' + file).to_string()).collect(),
        cells: (0..board.ranks).rev().map(row).collect(),
    };
    let moves = options.iter().map(|(ply, value)| {
        let value =
            ValueUnit::Stones.looked(Figure::Exact(BigRational::from_integer((*value).into())), Some(depth));
        Row::from([("move", named(*ply, settings).into()), ("value", value.into())])
    });
    let moves: Vec<Row> = moves.collect();
    Strategy::Tables(Box::new(StrategyTables {
        of: None,
        tables: vec![map],
        lists: vec![Listing::of("first_moves", moves.len(), move |index| moves[index].clone())],
        explained: vec!["Files have letters and ranks numbers, as in positions; blank squares cannot be reached on the first move. A value is an opinion, found by looking that many plies ahead: 100 for each stone ahead, 1 for each move more than the other's pieces \
                    have, 20 for each free square more beside the dux. Best play in this game is not known.".to_owned()],
        lists_explained: "",
        is_mixed: false,
    }))
}
