//! What looking ahead finds in a position, and how it is shown.

use rayon::prelude::*;

use super::board::{Board, has};
use super::policies::depth;
use super::position::{Ending, Over, Ply};
use super::process::Soldiers;
use super::settings::Settings;
use super::state::State;
use super::tree::of_end;
use crate::boards::game::{Assessment, Playing, Valued};
use crate::boards::table::whole;
use crate::kit::{BoardView, Content, Square, Steps};
use tali_core::exact::Number;
use tali_core::process::{self, Measure, Statistic};
use tali_core::search::{AlphaBeta, PerfectInformation};

static SEARCH: Statistic = Statistic::new(
    "search",
    "Value by plies ahead, in hundredths of a stone",
    process::Over::Depths,
    Measure::Plain,
);

/// The value of every move by a search of this depth, the best first.
pub(super) fn options(game: &Soldiers, depth: u32) -> Vec<(Ply, i32)> {
    let (settings, start) = (&*game.settings, &game.start);
    let position = start.position;
    if start.over(settings).is_some() {
        return Vec::new();
    }
    let moves: Vec<_> =
        settings.moves(&position).into_iter().filter(|(ply, _)| start.allows(*ply, settings)).collect();
    // What was found after one move is remembered at the next, which often leads to the same positions.
    let value = |search: &mut AlphaBeta<_>, (ply, next): &(Ply, _)| {
        (*ply, search.option(&position, next, Some(depth)).low)
    };
    let mut options: Vec<(Ply, i32)> = moves.par_iter().map_init(|| settings.search(depth), value).collect();
    options.sort_by_key(|(ply, value)| std::cmp::Reverse((*value, position.after(*ply, settings).1)));
    options
}

pub(super) fn assess(game: &Soldiers, playing: Playing<Soldiers>) -> Assessment<Ply> {
    let depth = depth(playing);
    let options = options(game, depth);
    let best = options.first().map(|(_, value)| *value);
    let end = game.start.over(&game.settings).map(|over| of_end(&game.start.position, over));
    let equal = options.iter().filter(|(_, value)| Some(*value) == best).count();
    let valued = |(ply, value): &(Ply, i32)| Valued {
        made: *ply,
        value: Ok(whole(*value)),
        is_done: Some(*value) == best,
    };
    Assessment {
        value: Ok(whole(best.or(end).unwrap_or(0))),
        options: options.iter().map(valued).collect(),
        best: equal,
        figures: if end.is_none() { vec![(&SEARCH, ahead(game, depth, best))] } else { Vec::new() },
        // The end of a game is not an opinion.
        depth: end.is_none().then_some(depth),
    }
}

/// The value of the position 1, 2, … plies ahead, the last of which is given.
fn ahead(game: &Soldiers, depth: u32, last: Option<i32>) -> Vec<Number> {
    let Some(last) = last else { return Vec::new() };
    let (settings, start) = (&*game.settings, &game.start);
    let mut search = settings.search(depth);
    let mut best =
        |depth| search.best_among(&start.position, Some(depth), |ply| start.allows(*ply, settings)).1.low;
    (1..depth).map(&mut best).chain([last]).map(|value| Ok(whole(value))).collect()
}

/// How a game has ended.
pub(super) fn ended(over: &Over) -> String {
    let why = match over.ending {
        Ending::Immobilised => "the dux of the player to move is immobile",
        Ending::LastStone => "a player has one stone left or none",
        Ending::Stalemate => "the player to move cannot move, and captured stones decide",
        Ending::Quiet => "nothing was taken for too long, and captured stones decide",
    };
    let won = match over.winner {
        Some(0) => "Black has won",
        Some(_) => "White has won",
        None => "nobody has won",
    };
    format!("The game is over: {won}; {why}.")
}

/// The squares in the order of the picture, row by row from the top.
fn shown(board: &Board) -> impl Iterator<Item = u8> + '_ {
    (0..board.ranks).rev().flat_map(move |rank| (0..board.files).map(move |file| board.square(file, rank)))
}

/// From where to where a piece moves, or where it is placed.
pub(super) fn steps(settings: &Settings, ply: Ply) -> Steps {
    let index = |square: u8| shown(&settings.board).position(|other| other == square);
    vec![[ply.from.and_then(index), index(ply.to)]]
}

/// The board as Black sees it, with the best moves, and what the first of them takes.
pub(super) fn picture(settings: &Settings, state: &State, best: &[Ply]) -> BoardView {
    const MOST_ARROWS: usize = 8;
    let (board, position) = (&settings.board, &state.position);
    let arrows = &best[..best.len().min(MOST_ARROWS)];
    let advised = best.first();
    let other = 1 - position.mover();
    let taken =
        advised.map_or(0, |ply| position.stones[other] & !position.after(*ply, settings).0.stones[other]);
    let square = |square: u8| Square {
        name: board.name(square),
        content: position.piece(square).map_or(Content::Nothing, Content::Piece),
        marked: arrows.iter().any(|ply| ply.from.unwrap_or(ply.to) == square),
        reached: advised.is_some_and(|ply| ply.to == square),
        taken: has(taken, square),
    };
    let [black, white] = position.taken;
    let hands = match position.hands {
        [0, 0] => String::new(),
        [black, white] => format!("; in hand: Black {black}, White {white}"),
    };
    BoardView {
        columns: usize::from(board.files),
        squares: shown(board).map(square).collect(),
        rosettes: Vec::new(),
        arrows: arrows
            .iter()
            .flat_map(|ply| steps(settings, *ply))
            .filter_map(|[from, to]| from.zip(to))
            .collect(),
        above: if state.over(settings).is_some() {
            "The game is over".to_owned()
        } else {
            format!("{} is to move", side(position.mover()))
        },
        below: format!("Stones taken: Black {black}, White {white}{hands}"),
        beside: [("taken", position.taken), ("waiting", position.hands)]
            .map(|(name, counts)| (name, counts.map(u32::from)))
            .into(),
    }
}

/// The name of a seat.
pub(super) const fn side(seat: usize) -> &'static str {
    if seat == 0 { "Black" } else { "White" }
}
