//! What is best at a position, and how many lines of play go out from it.

use std::cmp::{Ordering, Reverse};

use num_rational::BigRational;

use super::board::{CELLS, OWN};
use super::layout::Beginning;
use super::notation::RoundState;
use super::play::{Action, Position};
use super::policies::{Agent, Trees};
use super::round::Round;
use super::settings::{Choice, Settings};
use super::solver::{self, Tree};
use super::table::Table;
use crate::kit::advice::LINES;
use crate::kit::{Advice, Advised, BoardView, Fact, FactValue, Lies, OptionValue, PolicyKind, Square};
use tali_core::exact::{Enclosure, Missing, Number};
use tali_core::process::{Measure, Over, Statistic};
use tali_core::search::{Bounds, Lines, PerfectInformation, count_lines};

static VALUE: Statistic = Statistic::new("value", "Value", Over::Game, Measure::Plain);
static SEARCH: Statistic =
    Statistic::new("search", "Value so many turns ahead", Over::Depths, Measure::Plain);

/// How many turns ahead are looked at.
const AHEAD: u32 = 4;

/// How many plies are counted if nobody says otherwise, and how many lines at most.
const PLIES: u32 = 3;
const MOST_LINES: u64 = 200_000_000;

/// So many positions are looked at for a value so many turns ahead.
const MOST_AHEAD: u64 = 2_000_000;

/// The position of which is asked: without one nine pebbles in each cell of a layout.
pub(super) fn round(table: &Table) -> Round {
    const NINES: [u8; CELLS] = [0, 9, 9, 9, 9, 0, 0, 9, 9, 9, 9, 0];
    table.from.unwrap_or_else(|| {
        let board = match table.settings.beginning {
            Beginning::Fixed(board) => board,
            Beginning::Any => super::board::Board::new(NINES),
        };
        Round::from(&RoundState { board, seat: 0, captured: [0, 0] })
    })
}

pub(super) fn lines(table: &Table, depth: u32) -> Vec<Lines> {
    let round = round(table);
    if round.is_over() {
        return vec![Lines::default(); depth as usize];
    }
    count_lines(&Tree::to_a_depth(&table.settings), &round.position, depth, MOST_LINES)
}

pub(super) fn advise(table: &Table) -> Advice {
    let (settings, round) = (&table.settings, round(table));
    let (position, round_state) = (round.position, round.round_state());
    let policy = match table.policies[round.seat] {
        PolicyKind::Search(depth) => PolicyKind::Search(depth),
        _ => PolicyKind::Best,
    };
    let mut options = if round.is_over() { Vec::new() } else { options(table, position, policy) };
    let best = best(&options).then(|| choices(position, policy, settings));
    // Of equal ones those that are done come first, then that which takes most.
    let is_done = |action: &Action| best.as_ref().is_some_and(|best| best.contains(action));
    options.sort_by_key(|option| {
        Reverse((option.value.low, option.value.high, is_done(&option.action), option.takes))
    });
    let value = options
        .iter()
        .map(|option| option.value)
        .reduce(|one, other| Bounds { low: one.low.max(other.low), high: one.high.max(other.high) });
    // Whose turn it is need not be who decides: a gift is made by the other, and what is worth least is best then.
    let of_turn = |bounds: Bounds| number(if position.gives { bounds.negated() } else { bounds });
    let value = of_turn(value.unwrap_or_else(|| Bounds::exactly(position.last_pebble())));
    let mut figures = vec![(&VALUE, vec![value.clone()]), (&LINES, Vec::new())];
    if !round.is_over() {
        figures.push((&SEARCH, ahead(table, position, policy, &options)));
    }
    let name = |action: Action| named(action, round.seat);
    let told = options.iter().enumerate().map(|(index, option)| {
        let after = position.after(option.action, settings);
        let next = round.after(option.action, settings).0.round_state();
        let then = next.cells();
        let value = of_turn(option.value);
        let valued = OptionValue::of(name(option.action), value, best.is_some() && index == 0);
        OptionValue {
            next: Some(next.text()),
            facts: vec![
                Fact::new("move", None, FactValue::Word(name(option.action))),
                Fact::new("takes", Some("Takes"), FactValue::Count(after.takes.into())),
                Fact::new("laps", Some("Laps"), FactValue::Count(after.laps.into())),
                Fact::new("then", None, FactValue::Cells(then.into())),
            ],
            ..match &best {
                Some(best) => valued.one_of(best.len(), is_done(&option.action)),
                None => valued,
            }
        }
    });
    let told: Vec<OptionValue> = told.collect();
    let most = options.first().filter(|_| best.is_some()).map(|option| option.value);
    let marked = options.iter().filter(|option| Some(option.value) == most);
    let marked: Vec<usize> = marked.filter_map(|option| cell(option.action, round.seat)).collect();
    let advised = options.first().filter(|_| best.is_some()).map(|option| option.action);
    let board = Some(picture(&round, &marked, advised));
    let advice = Advice::new(round_state.text(), round.seat + 1, value, Advised::Options(told));
    let depth = if let PolicyKind::Search(depth) = policy { Some(depth) } else { None };
    // An end is no opinion.
    let depth = depth.filter(|_| !round.is_over());
    let mut advice = Advice { figures, board, depth, remark: remark(&round), ..advice };
    advice.count(&lines(table, PLIES), PLIES);
    advice
}

/// Something that can be done, and between what and what it is worth.
struct Valued {
    action: Action,
    value: Bounds,
    takes: u32,
}

/// What is to be said of a round that is over, and of a gift.
fn remark(round: &Round) -> Option<String> {
    let turn = round.round_state().seat + 1;
    if round.is_over() {
        let [one, two] = round.result();
        let won = match one.cmp(&two) {
            Ordering::Greater => "seat 1 has won",
            Ordering::Less => "seat 2 has won",
            Ordering::Equal => "nobody has won",
        };
        return Some(format!(
            "The round is over: {won}, with {one} pebbles for seat 1 and {two} for seat 2."
        ));
    }
    round.position.gives.then(|| {
        let giver = round.seat + 1;
        format!("Seat {giver} gives a pebble. Values are what seat {turn} has of it, so seat {giver} likes the lowest best.")
    })
}

/// What can be done, with what it is worth so many turns ahead, or as far as that is proved.
fn options(table: &Table, position: Position, policy: PolicyKind) -> Vec<Valued> {
    let settings = &table.settings;
    let takes = |action| position.after(action, settings).takes;
    let values: Vec<(Action, Bounds)> = match policy {
        PolicyKind::Search(depth) => {
            let tree = Tree::to_a_depth(settings);
            let mut search = tree.search();
            let moves = tree.moves(&position).into_iter();
            moves.map(|(action, next)| (action, search.option(&position, &next, Some(depth)))).collect()
        }
        _ if settings.choice == Choice::Forced => {
            let value = solver::forced_value(position, settings);
            position.actions(settings).iter().map(|action| (action, Bounds::exactly(value))).collect()
        }
        _ => {
            let tree = Tree::to_the_end(settings);
            let mut search = tree.search();
            let moves = tree.moves(&position);
            // Each has the same part of what may be looked at.
            let each = solver::MOST_POSITIONS / moves.len().max(1) as u64;
            let of = |(action, next)| {
                search.allow(each);
                (action, search.option(&position, &next, None))
            };
            moves.into_iter().map(of).collect()
        }
    };
    values.into_iter().map(|(action, value)| Valued { action, value, takes: takes(action) }).collect()
}

/// Whether it is known what is worth most.
fn best(options: &[Valued]) -> bool {
    let Some(first) = options.iter().max_by_key(|option| (option.value.low, option.value.high)) else {
        return false;
    };
    let others = options.iter().filter(|option| option.action != first.action);
    others.into_iter().all(|other| other.value.high <= first.value.low)
}

/// What a seat does that plays like this.
fn choices(position: Position, policy: PolicyKind, settings: &Settings) -> Vec<Action> {
    let trees = Trees::new(settings);
    Agent::new(policy, settings, &trees).choices(position)
}

/// What the position is worth 1, 2, … turns ahead: as far as its options were looked at, and as far as that is soon known.
fn ahead(table: &Table, position: Position, policy: PolicyKind, options: &[Valued]) -> Vec<Number> {
    let tree = Tree::to_a_depth(&table.settings);
    let mut search = tree.search();
    let looked = if let PolicyKind::Search(depth) = policy { depth } else { 0 };
    let last = options.iter().map(|option| option.value).max_by_key(|value| value.low);
    let mut value = |depth| match last {
        Some(last) if depth == looked => last,
        _ => {
            search.allow(if depth < looked { u64::MAX } else { MOST_AHEAD });
            search.value(&position, depth)
        }
    };
    let values = (1..=AHEAD.max(looked)).map(&mut value).take_while(|value| value.exact().is_some());
    values.map(|value| number(if position.gives { value.negated() } else { value })).collect()
}

/// Bounds as a number.
fn number(bounds: Bounds) -> Number {
    let whole = |number: i32| BigRational::from_integer(number.into());
    if bounds.low > bounds.high {
        return Err(Missing::TooLong);
    }
    Ok(Enclosure::between(whole(bounds.low), whole(bounds.high)))
}

/// An action with cells as they are numbered on the board.
pub(super) fn named(action: Action, seat: usize) -> String {
    let number = |cell: u8| usize::from(cell) + 1 + OWN * seat;
    match action {
        Action::Sow(cell) => number(cell).to_string(),
        Action::Give(cell) => format!("gift {}", number(cell)),
        Action::Pass => "pass".to_owned(),
    }
}

/// The cell from which pebbles are taken, from 0.
fn cell(action: Action, seat: usize) -> Option<usize> {
    match action {
        Action::Sow(cell) | Action::Give(cell) => Some(usize::from(cell) + OWN * seat),
        Action::Pass => None,
    }
}

/// The board as the first seat sees it: its own cells below from left to right, those of the other above them the other way.
///
/// Where the sowing that is advised ends is marked, and what it takes.
pub(super) fn picture(round: &Round, marked: &[usize], advised: Option<Action>) -> BoardView {
    let round_state = round.round_state();
    let cells = round_state.cells();
    // Cells are numbered as the first seat sees them.
    let turned = |cell: usize| (cell + OWN * round.seat) % CELLS;
    let sown = match advised {
        Some(Action::Sow(cell)) => round.position.board.ends(cell.into()),
        _ => None,
    };
    let taken: Vec<usize> =
        sown.iter().flat_map(|(_, taken)| (0..CELLS).filter(|cell| taken[*cell]).map(turned)).collect();
    let above = (OWN..CELLS).rev();
    let square = |cell: usize| Square {
        name: (cell + 1).to_string(),
        lies: Lies::Pebbles(cells[cell]),
        marked: marked.contains(&cell),
        reached: sown.is_some_and(|(last, _)| turned(last) == cell),
        taken: taken.contains(&cell),
    };
    let [one, two] = round_state.captured;
    BoardView {
        columns: OWN,
        squares: above.chain(0..OWN).map(square).collect(),
        arrows: Vec::new(),
        above: format!("Seat 2 ({two} taken)"),
        below: format!("Seat 1 ({one} taken)"),
    }
}
