//! What comes of two who play their best: what every position is worth is what the round comes to.
//!
//! Neither can gain anything over that value, and who is ahead brings it home within a few turns each time, long before a round
//! ends as nothing was taken (see [`Tree::soonest`](super::solver::Tree::soonest)).

use num_rational::BigRational;

use super::board::Board;
use super::player::Opening;
use super::policies::Policy;
use super::score::{End, Score};
use super::settings::Choice;
use super::solver;
use super::statistics::tell;
use super::table::Table;
use crate::exact::{Enclosure, Missing, Solution, Spread};

/// What is known of a table at which both play their best, if that is solved and their choices matter.
pub(super) fn solution(table: &Table, unknown: &Solution) -> Option<Solution> {
    let both = table.policies == [Policy::Best; 2];
    if !both || !table.is_solved() || table.settings.choice == Choice::Forced {
        return None;
    }
    match table.opening() {
        Opening::Position(round) if round.is_at_rest() => {
            let standing = round.standing();
            let value = value(table, standing.board)?;
            let margin = standing.kept[0].cast_signed() - standing.kept[1].cast_signed()
                + if standing.seat == 0 { value } else { -value };
            let mut solution = of_margin(margin, unknown);
            set(&mut solution, "margin_mean", margin);
            of_first_mover(&mut solution, standing.seat, margin);
            Some(solution)
        }
        // Of turns that took nothing before there may not be enough left.
        Opening::Position(_) => None,
        Opening::Fixed(board) => of_match(table, &[board], unknown),
        Opening::Laid([fair, _]) => {
            let boards: Vec<Board> = fair.iter().map(|layout| layout.board()).collect();
            of_match(table, &boards, unknown)
        }
    }
}

/// What a board is worth to the first mover.
fn value(table: &Table, board: Board) -> Option<i32> {
    solver::values(std::iter::once(board), &table.settings).first()?.exact()
}

/// A match, or a single round, in which every round begins with any of these boards.
fn of_match(table: &Table, boards: &[Board], unknown: &Solution) -> Option<Solution> {
    let values: Option<Vec<i32>> = boards.iter().map(|board| value(table, *board)).collect();
    let values = values?;
    let turning = table.settings.turning;
    // What who has not laid out is ahead with in the end: the better side is his if he may turn the board.
    let gain = |value: &i32| if turning { value.abs() } else { *value };
    let first = *values.first()?;
    if values.iter().any(|value| gain(value) != gain(&first)) {
        return None;
    }
    let gain = gain(&first);
    if table.settings.target == 0 {
        let mut solution = of_margin(-gain, unknown);
        set(&mut solution, "rounds_mean", 1);
        of_beginnings(&mut solution, &values, turning);
        return Some(solution);
    }
    let mut solution = Solution { nobody: Enclosure::zero(), ..unknown.clone() };
    of_beginnings(&mut solution, &values, turning);
    let mut score = Score::default();
    let end = loop {
        // Who lays out loses what the other gains.
        let mut result = [gain.max(0), (-gain).max(0)].map(i32::unsigned_abs);
        result.rotate_left(1 - score.layer);
        if let Some(end) = score.count(result, table.settings.target) {
            break end;
        }
    };
    match end {
        End::Over(winners) => {
            solution.shares = [0, 1].map(|seat| Enclosure::certain(winners.has(seat))).into();
            solution.never = Enclosure::zero();
            set(&mut solution, "rounds_mean", i32::try_from(score.rounds).unwrap_or(i32::MAX));
        }
        End::Endless => {
            solution.shares = vec![Enclosure::zero(); 2];
            solution.never = Enclosure::one();
            solution.length = Spread::missing(Missing::Endless);
            set(&mut solution, "rounds_mean", i32::try_from(score.rounds).unwrap_or(i32::MAX));
        }
    }
    Some(solution)
}

/// A round that seat 1 ends so many pebbles ahead.
fn of_margin(margin: i32, unknown: &Solution) -> Solution {
    Solution {
        shares: vec![Enclosure::certain(margin > 0), Enclosure::certain(margin < 0)],
        nobody: Enclosure::certain(margin == 0),
        never: Enclosure::zero(),
        ..unknown.clone()
    }
}

/// Who moves first in a round that seat 1 ends so many pebbles ahead.
fn of_first_mover(solution: &mut Solution, first: usize, margin: i32) {
    of_beginnings(solution, &[if first == 0 { margin } else { -margin }], false);
}

/// How rounds end for the first mover, if they begin with boards of these values, all alike.
fn of_beginnings(solution: &mut Solution, values: &[i32], turning: bool) {
    let number = BigRational::from_integer(values.len().into());
    let mean = |of: &dyn Fn(i32) -> i32| {
        let sum: i32 = values.iter().map(|value| of(*value)).sum();
        Enclosure::exact(BigRational::from_integer(sum.into()) / &number)
    };
    let part = |holds: &dyn Fn(i32) -> bool| mean(&|value| i32::from(holds(value)));
    for (name, number) in [
        ("first_mover.won", part(&|value| value > 0)),
        ("first_mover.drawn", part(&|value| value == 0)),
        ("first_mover.lost", part(&|value| value < 0)),
        ("round_margin_mean", mean(&|value| value)),
        ("turned", part(&|value| turning && value < 0)),
        ("endless", Enclosure::zero()),
    ] {
        tell(solution, name, number);
    }
}

fn set(solution: &mut Solution, name: &str, number: i32) {
    tell(solution, name, Enclosure::exact(BigRational::from_integer(number.into())));
}
