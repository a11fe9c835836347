//! The card of a game without hidden information: every position with a choice, its best option, and the loss with the others.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::sync::Arc;

use num_rational::BigRational;

use super::advice::AdviceError;
use super::described::Described;
use super::position_values::{Begun, gained};
use super::strategy::{Entry, Listing, Row, Shown, Strategy, StrategyTable, StrategyTables, TableUnit};
use tali_core::exact::{BestPlay, Enclosure, Missing};
use tali_core::figures::Figure;
use tali_core::process::{Process, Turn};

/// The largest number of positions on a card, and the largest number shown to readers.
const MOST: usize = 1_000_000;
const MOST_SHOWN: usize = 1_000;

/// The positions with a choice, and the values of all options.
struct Card<P: Described> {
    process: Begun<P>,
    best: BestPlay<P::State>,
    /// Each position with its notation.
    indices: Vec<(P::State, String)>,
    part: BigRational,
}

/// Creates the card of all reachable positions with a choice.
///
/// # Errors
///
/// [`AdviceError`], if there are more than a million of them.
pub(super) fn strategy<P: Described>(
    process: &Begun<P>,
    best: BestPlay<P::State>,
) -> Result<Strategy, AdviceError> {
    let for_coins = process.is_for_coins();
    let parts = if for_coins { process.process.gains_in_a_coin() } else { 1 };
    let card = Card {
        process: Arc::clone(process),
        best,
        indices: indices(process)?,
        part: BigRational::new(1.into(), parts.into()),
    };
    let number = card.indices.len();
    let tables = card.table().into_iter().collect();
    let mut explained = Vec::new();
    let list = if number <= MOST_SHOWN {
        let columns: &'static [_] = if for_coins { &FOR_COINS } else { &FOR_WINS };
        explained.push("Difference: how much worse the next best is than the best.".to_owned());
        if !for_coins {
            explained.push(
                "Wins: how often the deciding player wins, if everyone plays their best from there on; if nobody \
                 wins, all share the win equally."
                    .to_owned(),
            );
        }
        Listing::shown(
            "positions",
            "Positions with a choice",
            columns,
            (0..number).map(|at| card.row(at)).collect(),
        )
    } else {
        explained.push(format!(
            "There are {number} positions with a choice, more than the {MOST_SHOWN} that are printed: --format csv lists \
             the best choice in all of them, `advise` gives it for one."
        ));
        Listing::of("positions", number, move |at| card.row(at))
    };
    Ok(Strategy::Tables(Box::new(StrategyTables {
        of: None,
        tables,
        lists: vec![list],
        explained,
        lists_explained: "",
        is_mixed: false,
    })))
}

const FOR_WINS: [(&str, &str, Shown); 5] = [
    ("position", "Position", Shown::Plain),
    ("option", "Best", Shown::Plain),
    ("value", "Wins", Shown::Percent),
    ("second", "Next best", Shown::Plain),
    ("difference", "Difference", Shown::Points),
];

const FOR_COINS: [(&str, &str, Shown); 5] = [
    ("position", "Position", Shown::Plain),
    ("option", "Best", Shown::Plain),
    ("value", "Expected gain", Shown::Signed),
    ("second", "Next best", Shown::Plain),
    ("difference", "Difference", Shown::Signed),
];

/// All positions with a choice, in breadth-first order.
fn indices<P: Described>(process: &Begun<P>) -> Result<Vec<(P::State, String)>, AdviceError> {
    let game = &process.process;
    let start = game.opening(&process.start);
    let mut open = VecDeque::from([(start.clone(), game.position(&start))]);
    let mut seen: HashSet<P::State> = HashSet::from([start]);
    let mut indices = Vec::new();
    let mut made = Vec::new();
    while let Some((state, typed)) = open.pop_front() {
        made.clear();
        match game.turn(&state) {
            Turn::End(_) => {}
            Turn::Chance(distribution) => {
                made.extend(game.distributions()[distribution].outcomes().iter().map(|(made, _)| *made));
            }
            Turn::Choose { .. } => {
                game.actions(&state, &mut made);
                indices.push((state.clone(), typed.clone()));
                if indices.len() > MOST {
                    return Err(AdviceError::NotKnown(
                        "there are more than a million positions with a choice; `advise` gives the best choice in one",
                    ));
                }
            }
        }
        for made in &made {
            let next = game.next(&state, *made).to;
            if seen.insert(next.clone()) {
                let position = game.position_after(Some(&typed), &state, *made);
                open.push_back((next, position));
            }
        }
    }
    Ok(indices)
}

impl<P: Described> Card<P> {
    /// All options at a position with their values to the deciding seat, the best first.
    fn options(&self, state: &P::State) -> Vec<(String, Option<Enclosure>)> {
        let game = &self.process.process;
        let Turn::Choose { seat, .. } = game.turn(state) else { return Vec::new() };
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let value = |made: P::Move| {
            let step = game.next(state, made);
            let share = self.best.share_at(&step.to, seat)?.scaled(&self.part);
            let gained = gained(&step, seat, &self.part).map(Enclosure::exact);
            Some(gained.map_or_else(|| share.clone(), |gained| share.plus(&gained)))
        };
        let mut options: Vec<_> =
            actions.iter().map(|made| (game.called(state, *made), value(*made))).collect();
        let chosen = self.best.choice(state).unwrap_or(0).min(options.len().saturating_sub(1));
        if !options.is_empty() {
            let best = options.remove(chosen);
            let middle =
                |value: &Option<Enclosure>| value.as_ref().map_or(f64::NEG_INFINITY, Enclosure::to_f64);
            options.sort_by(|one, other| middle(&other.1).total_cmp(&middle(&one.1)));
            options.insert(0, best);
        }
        options
    }

    fn row(&self, at: usize) -> Row {
        let (state, position) = &self.indices[at];
        let options = self.options(state);
        let figure = |value: &Option<Enclosure>| Figure::from(value.clone().ok_or(Missing::Impossible));
        let mut row = vec![("position", Entry::from(position.as_str()))];
        if let Some((option, value)) = options.first() {
            row.extend([("option", option.as_str().into()), ("value", figure(value).into())]);
            let lost = |other: &Option<Enclosure>| {
                let (best, other) = (value.as_ref()?, other.as_ref()?);
                let lost = Enclosure::between(other.low() - best.high(), other.high() - best.low());
                Some(Figure::from(Ok(lost)))
            };
            if let Some((second, other)) = options.get(1) {
                row.push(("second", second.as_str().into()));
                row.extend(lost(other).map(|lost| ("difference", lost.into())));
            }
            let others = options[1..].iter().map(|(option, value)| {
                Row::from([("option", option.as_str().into()), ("value", figure(value).into())])
            });
            row.push(("others", Entry::Rows(others.collect())));
        }
        Row(row)
    }

    /// Creates a table of the advantage of one option, if all positions have the same two options and differ in two numbers.
    fn table(&self) -> Option<StrategyTable> {
        const MOST_CELLS: usize = 10_000;
        if !(2..=MOST_CELLS).contains(&self.indices.len()) {
            return None;
        }
        let parts = |position: &str| -> Option<Vec<(String, String)>> {
            let part =
                |part: &str| part.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
            if position.contains('"') { None } else { position.split(' ').map(part).collect() }
        };
        let positions: Vec<_> =
            self.indices.iter().map(|(_, position)| parts(position)).collect::<Option<_>>()?;
        let names: Vec<&String> = positions[0].iter().map(|(name, _)| name).collect();
        let alike = |position: &Vec<(String, String)>| {
            position.iter().map(|(name, _)| name).eq(names.iter().copied())
        };
        if !positions.iter().all(alike) {
            return None;
        }
        let varies = |at: &usize| positions.iter().any(|position| position[*at].1 != positions[0][*at].1);
        let [row, column] = (0..names.len()).filter(varies).collect::<Vec<_>>()[..] else { return None };
        let number = |at: usize, position: &Vec<(String, String)>| position[at].1.parse::<i64>().ok();
        let known = |at: usize| {
            positions.iter().map(|position| number(at, position)).collect::<Option<BTreeSet<i64>>>()
        };
        let (rows, columns) = (known(row)?, known(column)?);
        let mut words: Option<[String; 2]> = None;
        let mut cells = vec![vec![None; columns.len()]; rows.len()];
        for ((state, _), position) in self.indices.iter().zip(&positions) {
            let mut options = self.options(state);
            options.sort_by(|one, other| one.0.cmp(&other.0));
            let [(first, one), (second, other)] = &options[..] else { return None };
            let these = [first.clone(), second.clone()];
            if words.get_or_insert_with(|| these.clone()) != &these {
                return None;
            }
            let scale = if self.process.is_for_coins() { 1.0 } else { 100.0 };
            let better = scale * (one.as_ref()?.to_f64() - other.as_ref()?.to_f64());
            let index = |all: &BTreeSet<i64>, at: usize| {
                all.iter().position(|one| Some(*one) == number(at, position))
            };
            cells[index(&rows, row)?][index(&columns, column)?] = Some(better);
        }
        let [one, other] = words?;
        let all = || cells.iter().flatten().flatten();
        let most = all().fold(0.0f64, |most, value| most.max(value.abs())).ceil();
        #[expect(clippy::cast_possible_truncation, reason = "points and coins are few")]
        let most = (most.min(1e9) as i32).max(1);
        let what = if self.process.is_for_coins() { "in coins" } else { "in points" };
        let names_of = |all: BTreeSet<i64>| all.iter().map(ToString::to_string).collect();
        Some(StrategyTable {
            title: format!("How much better \"{one}\" is than \"{other}\", {what}"),
            unit: TableUnit::Value { low: -most, high: most },
            rows: names[row].clone(),
            columns: names[column].clone(),
            row_names: names_of(rows),
            column_names: names_of(columns),
            cells,
        })
    }
}
