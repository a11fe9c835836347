//! The best actions in a position, and how they are shown.

use std::cmp::{Ordering, Reverse};

use num_rational::BigRational;

use super::board::{Board, CELLS, OWN};
use super::layout::Beginning;
use super::play::{Action, Position};
use super::policies::POLICIES;
use super::process::{Choice, Mancala, Phase, State};
use super::round::Round;
use super::score::Score;
use super::settings;
use super::solver;
use crate::boards::game::{Assessment, Liked, Playing, Valued};
use crate::kit::{BoardView, Content, Fact, FactValue, Square, Steps};
use tali_core::exact::{Enclosure, Missing, Number};
use tali_core::process::{Measure, Over, Statistic};
use tali_core::search::{Bounds, PerfectInformation};

static VALUE: Statistic = Statistic::new("value", "Value", Over::Game, Measure::Plain);
static SEARCH: Statistic = Statistic::new("search", "Value by turns ahead", Over::Depths, Measure::Plain);

/// The number of turns ahead for which values are shown.
const AHEAD: u32 = 4;

/// The most positions to visit for a value at some depth.
const MOST_AHEAD: u64 = 2_000_000;

/// The round that advice is about by default: one with nine pebbles in each cell of a layout.
pub(super) fn opening(game: &Mancala) -> Round {
    const NINES: [u8; CELLS] = [0, 9, 9, 9, 9, 0, 0, 9, 9, 9, 9, 0];
    game.from.unwrap_or_else(|| {
        let board = match game.settings.beginning {
            Beginning::Fixed(board) => board,
            Beginning::Any => Board::new(NINES),
        };
        Round::new(board, 0, [0, 0])
    })
}

pub(super) fn assess(game: &Mancala, playing: Playing<Mancala>) -> Assessment<Choice> {
    let round = opening(game);
    let position = round.position;
    // Best play is also shown to a seat that does not look ahead.
    let looks = playing.is("search").then_some(playing.depth);
    let mut options = if round.is_over() { Vec::new() } else { options(game, position, looks) };
    let known = !options.is_empty() && best_is_known(&options);
    let done = if known { done(playing, game, round) } else { Vec::new() };
    // Of equal options, those that the seat takes come first, then that which takes most.
    options.sort_by_key(|(action, value)| {
        let takes = position.after(*action, &game.settings).takes;
        Reverse((value.low, value.high, done.contains(action), takes))
    });
    let value = options
        .iter()
        .map(|(_, value)| *value)
        .reduce(|one, other| Bounds { low: one.low.max(other.low), high: one.high.max(other.high) });
    // The seat whose turn it is need not decide: a gift is made by the other, for which the least value is best.
    let of_turn = |bounds: Bounds| number(if position.gives { bounds.negated() } else { bounds });
    let value = of_turn(value.unwrap_or_else(|| Bounds::exactly(position.last_pebble())));
    let mut figures = vec![(&VALUE, vec![value.clone()])];
    if !round.is_over() {
        figures.push((&SEARCH, ahead(game, position, looks, &options)));
    }
    let first = options.first().map(|(_, value)| *value).filter(|_| known);
    Assessment {
        value,
        best: options.iter().filter(|(_, value)| Some(*value) == first).count(),
        options: options
            .iter()
            .map(|(action, value)| Valued {
                made: Choice::Act(*action),
                value: of_turn(*value),
                is_done: done.contains(action),
            })
            .collect(),
        figures,
        // The end of a round is not an opinion.
        depth: looks.filter(|_| !round.is_over()),
    }
}

/// What a seat does that plays like this, or best play if it does not look ahead.
fn done(playing: Playing<Mancala>, game: &Mancala, round: Round) -> Vec<Action> {
    let playing = if playing.is("search") { playing } else { Playing { policy: &POLICIES[0], depth: 0 } };
    let state = State { score: Score::default(), phase: Phase::Round(round) };
    let Liked::These(liked) = playing.agent(game)(&state) else { return Vec::new() };
    let action = |made| if let Choice::Act(action) = made { Some(action) } else { None };
    liked.into_iter().filter_map(action).collect()
}

/// What an action does at once.
pub(super) fn facts(game: &Mancala, round: &Round, action: Action) -> Vec<Fact> {
    let after = round.position.after(action, &game.settings);
    let then = round.after(action, &game.settings).0.cells();
    vec![
        Fact::new("takes", Some("Takes"), FactValue::Count(after.takes.into())),
        Fact::new("laps", Some("Laps"), FactValue::Count(after.laps.into())),
        Fact::new("then", None, FactValue::Cells(then.into())),
    ]
}

/// A remark on a round that is over, and on a gift.
pub(super) fn comment(round: &Round) -> Option<String> {
    let turn = round.turn().1 + 1;
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
        format!("Seat {giver} gives a pebble. Values are those to seat {turn}, so the lowest is best for seat {giver}.")
    })
}

/// The options, with bounds of their values at a depth, or as far as they are proven.
fn options(game: &Mancala, position: Position, depth: Option<u32>) -> Vec<(Action, Bounds)> {
    let settings = &game.settings;
    if let Some(depth) = depth {
        let mut search = game.ahead.search();
        let moves = game.ahead.moves(&position).into_iter();
        return moves.map(|(action, next)| (action, search.option(&position, &next, Some(depth)))).collect();
    }
    if settings.choice == settings::Choice::Forced {
        let value = solver::forced_value(position, settings);
        return position.actions(settings).map(|action| (action, Bounds::exactly(value))).collect();
    }
    let mut search = game.to_the_end.search();
    let moves = game.to_the_end.moves(&position);
    // Each may visit the same share of the positions.
    let each = solver::MOST_POSITIONS / moves.len().max(1) as u64;
    let of = |(action, next)| {
        search.allow(each);
        (action, search.option(&position, &next, None))
    };
    moves.into_iter().map(of).collect()
}

/// Whether the best option is known.
fn best_is_known(options: &[(Action, Bounds)]) -> bool {
    let Some((first, most)) = options.iter().max_by_key(|(_, value)| (value.low, value.high)) else {
        return false;
    };
    options.iter().all(|(action, value)| action == first || value.high <= most.low)
}

/// The values of the position 1, 2, … turns ahead: as far as its options were searched, and as far as they are soon found.
fn ahead(
    game: &Mancala,
    position: Position,
    depth: Option<u32>,
    options: &[(Action, Bounds)],
) -> Vec<Number> {
    let mut search = game.ahead.search();
    let looked = depth.unwrap_or(0);
    let last = options.iter().map(|(_, value)| *value).max_by_key(|value| value.low);
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

/// The name of an action, with cells as they are numbered on the board.
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

/// The cell that an action starts from, and the one in which its last pebble lands.
pub(super) fn steps(round: &Round, action: Action) -> Steps {
    let last = match action {
        Action::Sow(cell) => round.position.board.ends(cell.into()).map(|(last, _)| last),
        Action::Give(_) => Some(OWN),
        Action::Pass => None,
    };
    let of_cell = |at: usize| shown().position(|shown| shown == at);
    let from = cell(action, round.seat);
    let to = last.map(|last| (last + OWN * round.seat) % CELLS);
    from.map(|from| [of_cell(from), to.and_then(of_cell)]).into_iter().collect()
}

/// The cells in the order of the picture, row by row from the top.
fn shown() -> impl Iterator<Item = usize> {
    (OWN..CELLS).rev().chain(0..OWN)
}

/// The board as the first seat sees it: its own cells below from left to right, those of the other above from right to left.
///
/// The best actions' cells are marked, with the end of the first sowing and what it takes.
pub(super) fn picture(round: &Round, best: &[Action]) -> BoardView {
    let cells = round.cells();
    // Cells are numbered as the first seat sees them.
    let turned = |cell: usize| (cell + OWN * round.seat) % CELLS;
    let sown = match best.first() {
        Some(Action::Sow(cell)) => round.position.board.ends((*cell).into()),
        _ => None,
    };
    let taken: Vec<usize> =
        sown.iter().flat_map(|(_, taken)| (0..CELLS).filter(|cell| taken[*cell]).map(turned)).collect();
    let square = |at: usize| Square {
        name: (at + 1).to_string(),
        content: Content::Pebbles(cells[at]),
        marked: best.iter().any(|action| cell(*action, round.seat) == Some(at)),
        reached: sown.is_some_and(|(last, _)| turned(last) == at),
        taken: taken.contains(&at),
    };
    let [one, two] = round.captured;
    BoardView {
        columns: OWN,
        squares: shown().map(square).collect(),
        arrows: Vec::new(),
        rosettes: Vec::new(),
        above: format!("Seat 2 ({two} taken)"),
        below: format!("Seat 1 ({one} taken)"),
        beside: [("taken", round.captured)].into(),
    }
}
