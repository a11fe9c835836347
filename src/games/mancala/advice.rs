//! What is best at a position, and how many lines of play go out from it.

use num_rational::BigRational;

use super::board::{CELLS, OWN};
use super::layout::Beginning;
use super::notation::Standing;
use super::play::{Action, Position};
use super::round::Round;
use super::settings::Choice;
use super::solver::{self, Tree};
use super::table::Table;
use crate::exact::{Enclosure, Missing, Number};
use crate::games::decisions::LINES;
use crate::games::{Advice, Advised, BoardView, Fact, Lies, OptionValue, Square};
use crate::process::{Measure, Over, Statistic};
use crate::search::{Bounds, Lines, PerfectInformation, count_lines};

static VALUE: Statistic = Statistic::new("value", "Value", Over::Game, Measure::Plain);
static SEARCH: Statistic =
    Statistic::new("search", "Value so many turns ahead", Over::Depths, Measure::Plain);

/// How many turns ahead are looked at.
const AHEAD: u32 = 4;

/// How many plies are counted if nobody says otherwise, and how many lines at most.
const PLIES: u32 = 3;
const MOST_LINES: u64 = 20_000_000_000;

/// So many positions are looked at for a value so many turns ahead.
const MOST_AHEAD: u64 = 2_000_000;

/// The position of which is asked: without one the even layout.
fn standing(table: &Table) -> Standing {
    const EVEN: [u8; CELLS] = [0, 9, 9, 9, 9, 0, 0, 9, 9, 9, 9, 0];
    table.from.unwrap_or_else(|| {
        let board = match table.settings.beginning {
            Beginning::Fixed(board) => board,
            Beginning::Any => super::board::Board::new(EVEN),
        };
        Standing { board, seat: 0, kept: [0, 0] }
    })
}

pub(super) fn lines(table: &Table, depth: u32, stop: &(dyn Fn() -> bool + Sync)) -> Vec<Lines> {
    let round = Round::from(&standing(table));
    count_lines(&Tree::to_a_depth(&table.settings), &round.position, depth, MOST_LINES, stop)
}

pub(super) fn advise(table: &Table) -> Advice {
    let (settings, standing) = (&table.settings, standing(table));
    let round = Round::from(&standing);
    let position = round.position;
    let options = options(table, position);
    let best = best(&options);
    let value = options
        .iter()
        .map(|option| option.worth)
        .reduce(|one, other| Bounds { low: one.low.max(other.low), high: one.high.max(other.high) });
    // Whose turn it is need not be who decides: a gift is made by the other, and what is worth least is best then.
    let of_turn = |bounds: Bounds| number(if position.gives { bounds.negated() } else { bounds });
    let value = of_turn(value.unwrap_or_else(|| Bounds::exactly(position.last_pebble())));
    let mut figures = vec![(&VALUE, vec![value.clone()]), (&LINES, Vec::new())];
    if !position.is_over() {
        figures.push((&SEARCH, ahead(table, position)));
    }
    let name = |action: Action| named(action, round.seat);
    let told = options.iter().enumerate().map(|(place, option)| {
        let is_best = best == Some(place);
        let after = position.after(option.action, settings);
        let then = round.after(option.action, settings).0.standing().cells();
        OptionValue {
            figures: Vec::new(),
            facts: vec![
                ("move", Fact::Word(name(option.action))),
                ("takes", Fact::Count(after.takes.into())),
                ("laps", Fact::Count(after.laps.into())),
                ("then", Fact::Cells(then.into())),
            ],
            ..OptionValue::of(name(option.action), of_turn(option.worth), is_best)
        }
    });
    let told: Vec<OptionValue> = told.collect();
    let worth_most = best.map(|best| options[best].worth);
    let marked = options.iter().filter(|option| Some(option.worth) == worth_most);
    let marked: Vec<usize> = marked.filter_map(|option| cell(option.action, round.seat)).collect();
    let board = Some(picture(&standing, &marked));
    let advice = Advice::new(standing.text(), round.seat + 1, value, Advised::Options(told));
    let mut advice = Advice { figures, board, ..advice };
    advice.count(&lines(table, PLIES, &|| false), PLIES);
    advice
}

/// Something that can be done, and between what and what it is worth.
struct Valued {
    action: Action,
    worth: Bounds,
    takes: u32,
}

/// What can be done, what is worth most first.
fn options(table: &Table, position: Position) -> Vec<Valued> {
    let settings = &table.settings;
    let takes = |action| position.after(action, settings).takes;
    let worth: Vec<(Action, Bounds)> = if settings.choice == Choice::Forced {
        let value = solver::forced_value(position, settings);
        position.actions(settings).iter().map(|action| (action, Bounds::exactly(value))).collect()
    } else {
        let tree = Tree::to_the_end(settings);
        let mut search = tree.search();
        let moves = tree.moves(&position).into_iter();
        moves.map(|(action, next)| (action, search.option(&position, &next, None))).collect()
    };
    let mut options: Vec<Valued> =
        worth.into_iter().map(|(action, worth)| Valued { action, worth, takes: takes(action) }).collect();
    // Of equal ones that which takes most comes first.
    options.sort_by_key(|option| std::cmp::Reverse((option.worth.low, option.worth.high, option.takes)));
    options
}

/// The one that is best, if that is known.
fn best(options: &[Valued]) -> Option<usize> {
    let first = options.first()?;
    options.iter().skip(1).all(|other| other.worth.high <= first.worth.low).then_some(0)
}

/// What the position is worth so many turns ahead, as far as that is soon known.
fn ahead(table: &Table, position: Position) -> Vec<Number> {
    let tree = Tree::to_a_depth(&table.settings);
    let mut search = tree.search();
    search.allow(MOST_AHEAD);
    let of_turn = |value: Bounds| number(if position.gives { value.negated() } else { value });
    let value = |depth| of_turn(search.value(&position, depth));
    let values: Vec<Number> = (1..=AHEAD).map(value).collect();
    values
        .into_iter()
        .take_while(|value| value.as_ref().is_ok_and(|value| value.as_exact().is_some()))
        .collect()
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
fn picture(standing: &Standing, marked: &[usize]) -> BoardView {
    let cells = standing.cells();
    let above = (OWN..CELLS).rev();
    let square = |cell: usize| Square {
        name: (cell + 1).to_string(),
        lies: Lies::Pebbles(cells[cell]),
        marked: marked.contains(&cell),
    };
    let [one, two] = standing.kept;
    BoardView {
        columns: OWN,
        squares: above.chain(0..OWN).map(square).collect(),
        arrows: Vec::new(),
        above: format!("Seat 2, who has taken {two}"),
        below: format!("Seat 1, who has taken {one}"),
    }
}
