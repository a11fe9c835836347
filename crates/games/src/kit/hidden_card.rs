//! The card of a game with hidden information: how often to do what with each hand.

use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::sync::Arc;

use super::advice::ValueUnit;
use super::hiding::{Hiding, Index, Knowledge};
use super::strategy::{Entry, Listing, Row, Strategy, StrategyTable, StrategyTables, TableUnit};
use tali_core::exact::HiddenPlay;
use tali_core::figures::Figure;

/// The largest number of tables that readers are shown.
const MOST_TABLES: usize = 24;

/// A line of a card: what a seat knows, its options, and their probabilities; `None` if play never gets there.
struct Line {
    stage: usize,
    knowledge: Knowledge,
    options: Vec<String>,
    chances: Option<Vec<BigRational>>,
}

/// Creates the card of best play, headed by the value to the first seat.
pub(super) fn strategy<P: Hiding>(
    process: &P,
    play: &HiddenPlay<Arc<P>>,
    indices: Vec<Index>,
    (title, unit, value): (&'static str, ValueUnit, Figure),
) -> Strategy {
    let lines: Vec<Line> = indices
        .into_iter()
        .map(|Index { stage, seat, known, knowledge }| {
            let state = play.example(stage, seat, known);
            let options = play.actions(stage, seat, known).iter();
            let options = options.map(|made| process.called(state, *made)).collect();
            Line { stage, knowledge, options, chances: play.chances(stage, seat, known) }
        })
        .collect();
    let decides = |line: &&Line| line.options.len() > 1;
    let mut tables: Vec<StrategyTable> = Vec::new();
    let mut situations: Vec<(Knowledge, Vec<&Line>)> = Vec::new();
    for line in lines.iter().filter(decides) {
        // A seat that sees nothing of its own has all its situations in one table.
        let mut situation = line.knowledge.situation();
        if line.knowledge.own.is_empty() {
            situation = Knowledge { seat: situation.seat, ..Knowledge::default() };
        }
        let alike = |(known, of): &&mut (Knowledge, Vec<&Line>)| {
            *known == situation
                && of[0].options == line.options
                && of[0].knowledge.own.is_empty() == line.knowledge.own.is_empty()
        };
        match situations.iter_mut().find(alike) {
            Some((_, of)) => of.push(line),
            None => situations.push((situation, vec![line])),
        }
    }
    for (_, of) in &mut situations {
        of.retain(|line| line.chances.is_some());
    }
    situations.retain(|(_, of)| !of.is_empty());
    // Early situations come first.
    situations.sort_by_key(|(situation, _)| situation.after.len());
    let all = situations.len();
    for (situation, of) in situations.into_iter().take(MOST_TABLES) {
        tables.push(table(&situation, &of));
    }
    let mixes = "Best play is mixed: choose at random, as often as the card says. Neither player can gain more by any other \
         play.";
    let alone = "The best play with what the player knows.";
    let mut explained = vec![format!(
        "{}{}",
        if process.seats() > 1 { mixes } else { alone },
        if all > MOST_TABLES {
            format!(" The first {MOST_TABLES} of {all} situations are shown; --format json lists all.")
        } else {
            String::new()
        }
    )];
    explained.extend(match (unit, process.seats()) {
        (ValueUnit::Coins, 1) => Some("Seat 1 gains: coins it takes minus coins it pays.".to_owned()),
        (ValueUnit::Coins, _) => {
            Some("Seat 1 gains: coins it takes minus coins it pays, if both play best.".to_owned())
        }
        (_, 1) => None,
        _ => Some("A shared win, or a game that nobody wins, counts half for each.".to_owned()),
    });
    let mut rows: Vec<(Vec<[String; 2]>, Row)> =
        lines.iter().map(|line| (line.knowledge.steps(), row(line))).collect();
    // Sorted so that a reader who follows the steps finds the next ones in order.
    rows.sort_by_cached_key(|(steps, _)| steps.iter().map(|[_, is]| in_order(is)).collect::<Vec<_>>());
    let rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
    let stages = play.stages();
    let situation = if stages > 1 {
        format!("{stages} stages, each solved separately")
    } else {
        "the whole game".to_owned()
    };
    Strategy::Tables(Box::new(StrategyTables {
        of: Some((situation, title, unit, value)),
        tables,
        lists: vec![Listing::of("knowledge", rows.len(), move |index| rows[index].clone())],
        explained,
        lists_explained: "",
        is_mixed: true,
    }))
}

/// The table of a situation: how often to do each thing, by what the seat has seen itself.
fn table(situation: &Knowledge, of: &[&Line]) -> StrategyTable {
    let has_hands = !of[0].knowledge.own.is_empty();
    let mut of = of.to_vec();
    if has_hands {
        of.sort_by_key(|line| line.knowledge.hand().parse::<i64>().ok());
    }
    let names: Vec<&str> = of[0].knowledge.own.iter().map(|(name, _)| name.as_str()).collect();
    let (rows, title) = if has_hands {
        (names.join(" "), format!("{}: how often, by {}", situation.shown(), names.join(" and ")))
    } else {
        ("situation".to_owned(), format!("{}: how often", situation.shown()))
    };
    let name = |line: &&Line| if has_hands { line.knowledge.hand() } else { line.knowledge.to_string() };
    let cells = of.iter().map(|line| {
        let chance = |action: usize| Some(line.chances.as_ref()?[action].to_f64().unwrap_or(0.0));
        (0..line.options.len()).map(chance).collect()
    });
    StrategyTable {
        title,
        unit: TableUnit::Percent,
        rows,
        columns: "option".to_owned(),
        row_names: of.iter().map(name).collect(),
        column_names: of[0].options.clone(),
        cells: cells.collect(),
    }
}

/// A sort key that puts 2 before 10.
fn in_order(text: &str) -> Vec<(u64, String)> {
    let runs = text.split_inclusive(|sign: char| !sign.is_ascii_digit());
    let key = |run: &str| {
        let (digits, rest) = run.split_at(run.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(run.len()));
        (digits.parse().unwrap_or(0), rest.to_owned())
    };
    runs.map(key).collect()
}

/// The row of a line for other programs.
fn row(line: &Line) -> Row {
    let chances = line.chances.as_deref().unwrap_or_default();
    let options = line.options.iter().enumerate().map(|(index, option)| {
        let mut row = vec![("option", Entry::from(option.as_str()))];
        row.extend(chances.get(index).map(|chance| ("probability", Figure::Exact(chance.clone()).into())));
        Row(row)
    });
    let step = |[about, is]: [String; 2]| Row::from([("about", about.into()), ("is", is.into())]);
    Row::from([
        ("position", line.knowledge.to_string().into()),
        ("steps", Entry::Rows(line.knowledge.steps().into_iter().map(step).collect())),
        ("turn", Entry::Count(i64::try_from(line.knowledge.seat).unwrap_or(0))),
        ("stage", Entry::Count(i64::try_from(line.stage).unwrap_or(0) + 1)),
        ("options", Entry::Rows(options.collect())),
    ])
}
