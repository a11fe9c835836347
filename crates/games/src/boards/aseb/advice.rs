//! The best moves with a throw, and the board.

use num_rational::BigRational;
use num_traits::One;

use super::moves::{Move, passed};
use super::notation::text;
use super::policies::greatest;
use super::process::Aseb;
use super::settings::{OFF, ON_SHARED, SHARED, Settings, has};
use super::solved::Solved;
use crate::boards::game::{Liked, Playing};
use crate::boards::race::{Choices, HAND, OFF as AWAY, Picture, Position, Side, Spaces, State, steps};
use crate::kit::{AdviceError, BoardView, Content, Fact, FactValue, OptionValue, ThrowValue, Thrown};
use tali_core::exact::{Enclosure, minus};
use tali_core::figures::Figure;
use tali_core::process::{Measure, Over, Statistic};

static COST: Statistic = Statistic::new("cost", "Worse by", Over::Game, Measure::Probability);

/// The options after a throw, the best first, by the value of every position.
pub(super) fn choices(
    game: &Aseb,
    solved: &Solved,
    state: &State,
    playing: Playing<Aseb>,
) -> Result<Choices<u8>, AdviceError> {
    let (settings, seat) = (&game.settings, usize::from(state.seat));
    let squares = state.thrown.unwrap_or(0);
    let value = solved.of_throw(state, squares)?;
    let enclosed = solved.enclosed_throw(state, squares, value);
    let option = |name: String, value: Enclosure, next: State, made: Option<Move>| OptionValue {
        figures: vec![(
            &COST,
            minus(Ok(enclosed.clone()), Ok(value.clone())).map(Enclosure::at_least_zero).into(),
        )],
        next: Some(text(&next, settings)),
        steps: Some(steps(&spaces(), made.map(|made| (made.from, made.to)))),
        throw: Some(squares),
        facts: facts(settings, squares, made.as_ref()),
        probability: Some(BigRational::one()),
        ..OptionValue::of(name, value, false)
    };
    let moves = settings.moves_in(state);
    let values = moves.iter().map(|made| solved.of_move(state, *made)).collect::<Result<Vec<f64>, _>>()?;
    let most = greatest(&values);
    // A seat without a choice does what it can, whatever its policy.
    let liked = if moves.len() > 1 { playing.agent(game)(state) } else { Liked::Any };
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by(|one, other| {
        (*other == most).cmp(&(*one == most)).then(values[*other].total_cmp(&values[*one]))
    });
    let of_move = |index: usize| {
        let (made, its_value) = (moves[index], values[index]);
        let wins = made.after(state).winner().is_some();
        let bounds = if wins { Enclosure::one() } else { solved.enclosed(its_value) };
        let mut option = option(made.to_string(), bounds, made.after(state), Some(made));
        option.best = index == most;
        if index == most || its_value >= value {
            option.figures = vec![(&COST, Enclosure::zero().into())];
        }
        option.probability = Some(match &liked {
            Liked::These(done) => BigRational::from_integer(u8::from(done.contains(&made.from)).into()),
            Liked::Any => BigRational::new(1.into(), moves.len().into()),
        });
        option
    };
    let mut options: Vec<OptionValue> = order.into_iter().map(of_move).collect();
    if moves.is_empty() {
        let pass = option("pass".to_owned(), solved.enclosed(value), passed(state), None);
        options.push(OptionValue { best: true, ..pass });
    }
    let best = moves.get(most);
    let remark = best.and_then(|made| match made {
        made if made.after(state).winner() == Some(seat) => Some(format!("{made} wins the game.")),
        made if made.again => Some(format!("After {made} the same player throws again.")),
        _ => None,
    });
    let best = best.map(|made| made.from);
    Ok(Choices { value: Ok(enclosed), depth: None, options, best, remark })
}

/// The throw with which a turn is lost, if there is one, before a throw.
pub(super) fn lost(solved: &Solved, state: &State) -> Result<Option<ThrowValue>, AdviceError> {
    let (settings, seat) = (solved.numbering.settings(), usize::from(state.seat));
    if settings.distribution(seat).lost <= 0.0 || state.thrown.is_some() || state.winner().is_some() {
        return Ok(None);
    }
    let value = solved.enclosed(solved.to_seat(&passed(state), seat)?);
    let before = solved.enclosed(solved.value(&state.position, seat)?);
    Ok(Some(ThrowValue {
        throw: Thrown::Squares(0),
        next: text(&passed(state), settings),
        probability: Figure::Exact(settings.chance(seat, 0)),
        gain: Some(minus(Ok(value.clone()), Ok(before)).into()),
        value: value.into(),
        play: None,
    }))
}

/// The remark before a throw that may be lost.
pub(super) fn if_lost(solved: &Solved, state: &State) -> Option<String> {
    let seat = usize::from(state.seat);
    let is_lost = solved.numbering.settings().distribution(seat).lost > 0.0 && state.thrown.is_none();
    let left = if is_lost { 100.0 * solved.to_seat(&passed(state), seat).ok()? } else { return None };
    Some(format!("If the throw is lost, the player to move is left with {left:.2} %."))
}

/// What a move, or a pass, does at once.
fn facts(settings: &Settings, squares: u8, made: Option<&Move>) -> Vec<Fact> {
    let count = |name, title, number: u8| Fact::new(name, title, FactValue::Count(number.into()));
    let mut facts = Vec::new();
    match settings.faces_giving(squares).as_slice() {
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

/// The number of columns of the board.
const COLUMNS: u8 = OFF - SHARED;

/// The squares: 4 to 1 of the player to move below, and 5 to 16 in the middle.
fn spaces() -> Spaces {
    let private = |side: bool| {
        let outside = (SHARED..=COLUMNS).map(|_| None);
        (1..SHARED).rev().map(move |square| Some((side, square))).chain(outside)
    };
    let shared = (SHARED..OFF).map(|square| Some((false, square)));
    private(true).chain(shared).chain(private(false)).collect()
}

/// The board as seen by the player to move, who sits below, with a move.
pub(super) fn picture(settings: &Settings, state: &State, made: Option<Move>) -> BoardView {
    let name = |_, square: u8| {
        let safe = if square >= SHARED && has(settings.safe, square) { "safe" } else { "" };
        let again = if has(settings.again, square) { "again" } else { "" };
        let comma = if safe.is_empty() || again.is_empty() { "" } else { ", " };
        format!("{square} {safe}{comma}{again}").trim_end().to_owned()
    };
    let Position { own, other } = state.position;
    let pieces = |side: Side| format!("{} wait, {} off", side.count(HAND), side.count(AWAY));
    let thrown =
        state.thrown.map_or_else(String::new, |thrown| format!("; has thrown {}", settings.thrown(thrown)));
    let picture = Picture {
        columns: COLUMNS,
        spaces: &spaces(),
        shared: ON_SHARED,
        safe: settings.safe,
        name: &name,
        pieces: |letter, _| Content::Piece(letter),
        texts: [
            format!("The other player: {}", pieces(other)),
            format!("The player to move: {}{thrown}", pieces(own)),
        ],
    };
    let moves: Vec<(u8, u8)> = made.iter().map(|made| (made.from, made.to)).collect();
    picture.of(&state.position, &moves)
}
