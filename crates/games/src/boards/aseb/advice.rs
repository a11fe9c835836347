//! What is best with a throw, and the board.

use num_rational::BigRational;
use num_traits::One;

use super::moves::{Move, passed};
use super::notation::text;
use super::policies::greatest;
use super::process::Aseb;
use super::settings::{OFF, SHARED, Settings, has};
use super::solved::Solved;
use crate::boards::game::{Liked, Playing};
use crate::boards::race::{Choices, HAND, OFF as AWAY, Position, State};
use crate::kit::{AdviceError, BoardView, Content, Fact, FactValue, OptionValue, Square};
use tali_core::exact::{Enclosure, minus};
use tali_core::process::{Measure, Over, Statistic};

static COST: Statistic =
    Statistic::new("cost", "Less than the best with that throw", Over::Game, Measure::Probability);

/// What can be done after a throw, what is worth most first, by what every position is worth.
pub(super) fn choices(
    game: &Aseb,
    solved: &Solved,
    state: &State,
    playing: Playing<Aseb>,
) -> Result<Choices<u8>, AdviceError> {
    let (settings, seat) = (&game.settings, usize::from(state.seat));
    let squares = state.thrown.unwrap_or(0);
    let value = solved.of_throw(state, squares)?;
    let moves = settings.moves_in(state);
    let option = |name: String, worth: Enclosure, next: State, made: Option<Move>| {
        let best = solved.enclosed_throw(state, squares, value);
        let cost = minus(Ok(best), Ok(worth.clone())).map(Enclosure::at_least_zero);
        OptionValue {
            figures: vec![(&COST, cost)],
            next: Some(text(&next, settings)),
            throw: Some(squares),
            facts: facts(settings, squares, made.as_ref()),
            probability: Some(BigRational::one()),
            ..OptionValue::of(name, Ok(worth), false)
        }
    };
    let values = moves.iter().map(|made| solved.of_move(state, *made)).collect::<Result<Vec<f64>, _>>()?;
    let most = greatest(&values);
    let mut options: Vec<(f64, OptionValue)> = Vec::new();
    for (index, (made, worth)) in moves.iter().zip(&values).enumerate() {
        let wins = made.after(state).winner().is_some();
        let bounds = if wins { Enclosure::one() } else { solved.enclosed(*worth) };
        let mut option = option(made.to_string(), bounds, made.after(state), Some(*made));
        option.best = index == most;
        if index == most || *worth >= value {
            option.figures = vec![(&COST, Ok(Enclosure::zero()))];
        }
        options.push((*worth, option));
    }
    // A seat that has no choice does what it can whatever its policy.
    let done: Option<Vec<u8>> = match (moves.as_slice(), playing.agent(game)(state)) {
        ([only], _) => Some(vec![only.from]),
        (_, Liked::These(liked)) => Some(liked),
        (_, Liked::Any) => None,
    };
    for ((_, option), made) in options.iter_mut().zip(&moves) {
        option.probability = Some(match &done {
            Some(done) => BigRational::from_integer(u8::from(done.contains(&made.from)).into()),
            None => BigRational::new(1.into(), moves.len().into()),
        });
    }
    options.sort_by(|one, other| other.1.best.cmp(&one.1.best).then(other.0.total_cmp(&one.0)));
    let mut options: Vec<OptionValue> = options.into_iter().map(|(_, option)| option).collect();
    if moves.is_empty() {
        let after = passed(state);
        let mut pass = option("pass".to_owned(), solved.enclosed(value), after, None);
        pass.best = true;
        options.push(pass);
    }
    let best = moves.get(most);
    let remark = best.and_then(|made| match made {
        made if made.after(state).winner() == Some(seat) => Some(format!("{made} wins the game.")),
        made if made.again => Some(format!("After {made} the same player throws again.")),
        _ => None,
    });
    let best = best.map(|made| made.from);
    Ok(Choices {
        value: Ok(solved.enclosed_throw(state, squares, value)),
        depth: None,
        options,
        best,
        remark,
    })
}

/// What is to be said before a throw that may be lost.
pub(super) fn if_lost(solved: &Solved, state: &State) -> Option<String> {
    let seat = usize::from(state.seat);
    let is_lost = solved.numbering.settings().law(seat).lost > 0.0 && state.thrown.is_none();
    let left = if is_lost { 100.0 * solved.to_seat(&passed(state), seat).ok()? } else { return None };
    Some(format!("If the throw is lost, the player to move is left with {left:.2} %."))
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
pub(super) fn picture(settings: &Settings, state: &State, made: Option<Move>) -> BoardView {
    const COLUMNS: u8 = OFF - SHARED;
    let Position { own, other } = state.position;
    let sides = [own, other];
    let has_piece = |side: usize, square: u8| sides[side].count(square) > 0;
    let square = |side: usize, square: u8| {
        let shared = square >= SHARED;
        let content = match (has_piece(side, square), shared && has_piece(1 - side, square)) {
            (true, _) => Content::Piece(if side == 0 { 'b' } else { 'w' }),
            (_, true) => Content::Piece(if side == 0 { 'w' } else { 'b' }),
            _ => Content::Nothing,
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
            content,
            marked: own && made.is_some_and(|made| made.from == square),
            reached: own && made.is_some_and(|made| made.to == square),
            taken: own && made.is_some_and(|made| made.to == square && made.captures),
        }
    };
    let outside = || Square {
        name: String::new(),
        content: Content::Outside,
        marked: false,
        reached: false,
        taken: false,
    };
    let private = |side: usize| {
        (1..SHARED)
            .rev()
            .map(move |number| square(side, number))
            .chain((SHARED..=COLUMNS).map(move |_| outside()))
    };
    let squares: Vec<Square> =
        private(1).chain((SHARED..OFF).map(|number| square(0, number))).chain(private(0)).collect();
    // Below lie squares 4 to 1, in the middle 5 to 16.
    let index = |square: u8| {
        let below = 2 * usize::from(COLUMNS);
        if square < SHARED {
            below + usize::from(SHARED - 1 - square)
        } else {
            usize::from(COLUMNS + square - SHARED)
        }
    };
    let arrows =
        made.filter(|made| made.from > 0 && made.to < OFF).map(|made| (index(made.from), index(made.to)));
    let pieces = |side: usize| format!("{} wait, {} off", sides[side].count(HAND), sides[side].count(AWAY));
    let thrown =
        state.thrown.map_or_else(String::new, |thrown| format!("; has thrown {}", settings.thrown(thrown)));
    BoardView {
        columns: COLUMNS.into(),
        squares,
        arrows: arrows.into_iter().collect(),
        above: format!("The other player: {}", pieces(1)),
        below: format!("The player to move: {}{thrown}", pieces(0)),
    }
}
