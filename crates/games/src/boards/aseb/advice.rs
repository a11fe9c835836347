//! What is best at a position.

use num_rational::BigRational;
use num_traits::One;

use super::notation::GameState;
use super::policies::chosen;
use super::position::Move;
use super::settings::{OFF, SHARED, Settings, has};
use super::solved::Solved;
use super::table::Table;
use crate::kit::{
    Advice, AdviceError, Advised, BoardView, Fact, FactValue, Lies, OptionValue, Square, ThrowValue, Thrown,
};
use tali_core::exact::{Enclosure, Number, minus};
use tali_core::process::{Measure, Over, Statistic};

static COST: Statistic =
    Statistic::new("cost", "Less than the best with that throw", Over::Game, Measure::Probability);

pub(super) fn advise(table: &Table, solved: &Solved, state: &GameState) -> Result<Advice, AdviceError> {
    let settings = &table.race.settings;
    let seat = usize::from(state.seat);
    let text = state.text(settings);
    if let Some(winner) = state.winner(settings) {
        let value = Ok(Enclosure::certain(winner == seat));
        let mut advice = Advice::new(text, seat + 1, value, Advised::Options(Vec::new()));
        let who = if winner == seat { "the player to move" } else { "the other player" };
        advice.remark = Some(format!("The game is over: {who} has won."));
        advice.board = Some(picture(settings, state, None));
        return Ok(advice);
    }
    let before = solved.value(&state.position, seat)?;
    let mut options = Vec::new();
    let mut throws = Vec::new();
    for (squares, _) in settings
        .law(seat)
        .throws
        .iter()
        .filter(|(squares, _)| state.thrown.is_none_or(|thrown| thrown == *squares))
    {
        let worth = solved.of_throw(state, *squares)?;
        throws.push(throw_value(solved, state, *squares, worth, before));
        options.extend(of_throw(table, solved, state, *squares, worth)?);
    }
    let lost = settings.law(seat).lost > 0.0 && state.thrown.is_none();
    let now = match state.thrown {
        Some(squares) => solved.enclosed_throw(state, squares, solved.of_throw(state, squares)?),
        None => solved.enclosed(before),
    };
    let mut advice = Advice::new(text, seat + 1, Ok(now), Advised::Options(options));
    advice.throws = throws;
    let made = match state.thrown {
        None => None,
        Some(squares) => {
            let moves: Vec<Move> = state.position.moves(squares, settings).collect();
            moves.get(solved.best(state, &moves)?).copied()
        }
    };
    advice.board = Some(picture(settings, state, made));
    advice.remark = match made {
        Some(made) if state.made(made).winner(settings).is_some() => Some(format!("{made} wins the game.")),
        Some(made) if made.again => Some(format!("After {made} the same player throws again.")),
        _ if lost => {
            let passed = solved.to_seat(&state.passed(), seat).map_or(0.0, |value| 100.0 * value);
            Some(format!("If the throw is lost, the player to move is left with {passed:.2} %."))
        }
        _ => None,
    };
    Ok(advice)
}

/// What a throw is worth, with so much before it.
pub(super) fn throw_value(
    solved: &Solved,
    state: &GameState,
    squares: u8,
    worth: f64,
    before: f64,
) -> ThrowValue {
    let value = || -> Number { Ok(solved.enclosed_throw(state, squares, worth)) };
    ThrowValue {
        throw: Thrown::Squares(squares),
        probability: solved.numbering.settings().chance(state.seat.into(), squares),
        value: value(),
        gain: Some(minus(value(), Ok(solved.enclosed(before)))),
        depth: None,
        play: None,
    }
}

/// What can be done with a throw, what is worth most first.
fn of_throw(
    table: &Table,
    solved: &Solved,
    state: &GameState,
    squares: u8,
    best: f64,
) -> Result<Vec<OptionValue>, AdviceError> {
    let settings = &table.race.settings;
    let moves: Vec<Move> = state.position.moves(squares, settings).collect();
    let chosen = chosen(table.policies[usize::from(state.seat)], Some(solved), state, &moves, settings)?;
    let option = |name: String, value: f64, bounds: Enclosure, next: GameState| {
        let cost = if value >= best {
            Ok(Enclosure::zero())
        } else {
            minus(Ok(solved.enclosed_throw(state, squares, best)), Ok(bounds.clone()))
        };
        let cost = cost.map(Enclosure::at_least_zero);
        OptionValue {
            figures: vec![(&COST, cost)],
            next: Some(next.text(settings)),
            throw: Some(squares),
            ..OptionValue::of(name, Ok(bounds), false)
        }
    };
    if moves.is_empty() {
        let value = solved.to_seat(&state.passed(), state.seat.into())?;
        let pass = option("pass".to_owned(), value, solved.enclosed(value), state.passed());
        return Ok(vec![OptionValue {
            best: true,
            probability: Some(BigRational::one()),
            facts: facts(settings, squares, None),
            ..pass
        }]);
    }
    let most = solved.best(state, &moves)?;
    let mut options = Vec::new();
    for (index, made) in moves.iter().enumerate() {
        let chance = match chosen {
            Some(chosen) => BigRational::from_integer(u8::from(chosen == index).into()),
            None => BigRational::new(1.into(), moves.len().into()),
        };
        let value = solved.of_move(state, *made)?;
        options.push(OptionValue {
            best: index == most,
            probability: Some(chance),
            facts: facts(settings, squares, Some(made)),
            ..option(made.to_string(), value, solved.enclosed_move(state, *made, value), state.made(*made))
        });
    }
    let worth = |option: &OptionValue| option.value.as_ref().map_or(0.0, Enclosure::to_f64);
    options.sort_by(|one, other| other.best.cmp(&one.best).then(worth(other).total_cmp(&worth(one))));
    Ok(options)
}

/// What comes of a move at once, or of a pass.
fn facts(settings: &Settings, squares: u8, made: Option<&Move>) -> Vec<Fact> {
    let count = |name, title, number: u8| Fact::new(name, title, FactValue::Count(number.into()));
    let mut facts = Vec::new();
    match settings.faces_worth(squares).as_slice() {
        [] => {}
        [face] => facts.push(count("face", Some("Face"), *face)),
        several => facts.push(Fact::new("face", Some("Face"), FactValue::Cells(several.to_vec()))),
    }
    if let Some(made) = made {
        facts.push(count("from", None, made.from));
        facts.push(count("to", None, made.to));
        facts.push(Fact::new("captures", None, FactValue::Truth(made.captures)));
        facts.push(Fact::new("again", None, FactValue::Truth(made.again)));
    }
    facts
}

/// The board as the player to move sees it, who sits below, with a move.
pub(super) fn picture(settings: &Settings, state: &GameState, made: Option<Move>) -> BoardView {
    const COLUMNS: u8 = OFF - SHARED;
    let position = &state.position;
    let square = |side: usize, square: u8| {
        let shared = square >= SHARED;
        let lies = match (position.has(side, square), shared && position.has(1 - side, square)) {
            (true, _) => Lies::Piece(if side == 0 { 'b' } else { 'w' }),
            (_, true) => Lies::Piece(if side == 0 { 'w' } else { 'b' }),
            _ => Lies::Nothing,
        };
        let own = side == 0 || shared;
        let safe = shared && has(settings.safe, square);
        let name = match (safe, has(settings.again, square)) {
            (true, true) => format!("{square} safe, again"),
            (true, false) => format!("{square} safe"),
            (false, true) => format!("{square} again"),
            (false, false) => square.to_string(),
        };
        Square {
            name,
            lies,
            marked: own && made.is_some_and(|made| made.from == square),
            reached: own && made.is_some_and(|made| made.to == square),
            taken: own && made.is_some_and(|made| made.to == square && made.captures),
        }
    };
    let outside =
        || Square { name: String::new(), lies: Lies::Outside, marked: false, reached: false, taken: false };
    let private = |side: usize| {
        (1..SHARED)
            .rev()
            .map(move |number| square(side, number))
            .chain((SHARED..=COLUMNS).map(move |_| outside()))
    };
    let squares: Vec<Square> =
        private(1).chain((SHARED..OFF).map(|number| square(0, number))).chain(private(0)).collect();
    // Below lie squares 4 to 1, in the middle 5 to 16.
    let place = |square: u8| {
        let below = 2 * usize::from(COLUMNS);
        if square < SHARED {
            below + usize::from(SHARED - 1 - square)
        } else {
            usize::from(COLUMNS + square - SHARED)
        }
    };
    let arrows =
        made.filter(|made| made.from > 0 && made.to < OFF).map(|made| (place(made.from), place(made.to)));
    let told = |side: usize| {
        let (waiting, off) = (position.waiting(side, settings), position.off[side]);
        format!("{waiting} wait, {off} off")
    };
    let thrown =
        state.thrown.map_or_else(String::new, |thrown| format!("; has thrown {}", settings.thrown(thrown)));
    BoardView {
        columns: COLUMNS.into(),
        squares,
        arrows: arrows.into_iter().collect(),
        above: format!("The other player: {}", told(1)),
        below: format!("The player to move: {}{thrown}", told(0)),
    }
}
