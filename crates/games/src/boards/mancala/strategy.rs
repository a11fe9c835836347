//! The strategy card: which layouts are fair, and which the first player wins.

use super::catalogue::LayoutGroup;
use super::layout::OF_SIDE;
use super::process::Mancala;
use crate::kit::{
    AdviceError, Entry, Listing, Row, Shown, Strategy, StrategyTable, StrategyTables, TableUnit,
};

/// The numbers of pebbles that share a row or a column.
const STEP: u8 = 4;

pub(super) fn strategy(game: &Mancala) -> Result<Strategy, AdviceError> {
    let Some(catalogue) = game.catalogue() else {
        return Err(AdviceError::NotKnown(
            "with again=\"never\" layouts are not solved; `advise` gives bounds of the value of a position",
        ));
    };
    let won = catalogue.won_by(STEP);
    let names: Vec<String> = (0..won.len()).map(|index| pebbles(index * usize::from(STEP))).collect();
    let share = |(wins, all): &(u32, u32)| (*all > 0).then(|| f64::from(*wins) / f64::from(*all));
    let map = StrategyTable {
        title: "Layouts that the first player wins".to_owned(),
        unit: TableUnit::Percent,
        rows: "pebbles in cell 2".to_owned(),
        columns: "pebbles in cell 5".to_owned(),
        row_names: names.clone(),
        column_names: names,
        cells: won.iter().map(|row| row.iter().map(share).collect()).collect(),
    };
    let groups = catalogue.groups();
    let mut explained: Vec<String> = groups.iter().map(LayoutGroup::fairest).collect();
    explained.push(
        "A layout is written as the pebbles in cells 2 to 5 of the side that moves first; as many are opposite. Its value is how many more \
         pebbles the first player takes than the other with best play. If you lay out and the other chooses its side, \
         a layout costs you its value, whoever moves first: lay out a fair one."
            .to_owned(),
    );
    let layouts: Vec<(String, i32)> =
        catalogue.0.iter().map(|(layout, value)| (layout.to_string(), *value)).collect();
    let of_layout = move |index: usize| {
        let (layout, value) = &layouts[index];
        Row::from([("layout", layout.as_str().into()), ("value", Entry::Count((*value).into()))])
    };
    Ok(Strategy::Tables(Box::new(StrategyTables {
        of: None,
        tables: vec![map],
        lists: vec![
            Listing::shown(
                "groups",
                "Layouts, by their value to the first player",
                &[
                    ("group", "Layouts", Shown::Plain),
                    ("layouts", "Number", Shown::Plain),
                    ("won", "First mover wins", Shown::Percent),
                    ("drawn", "Drawn", Shown::Percent),
                    ("lost", "Loses", Shown::Percent),
                    ("all_taken", "Takes all", Shown::Percent),
                    ("value_mean", "Mean value", Shown::Signed),
                ],
                groups.iter().map(Row::from).collect(),
            ),
            Listing::of("layouts", catalogue.0.len(), of_layout),
        ],
        explained,
        lists_explained: "",
        is_mixed: false,
    })))
}

/// The numbers of pebbles that share a row.
fn pebbles(from: usize) -> String {
    let to = (from + usize::from(STEP) - 1).min(usize::from(OF_SIDE));
    if from == to { from.to_string() } else { format!("{from}\u{2013}{to}") }
}
