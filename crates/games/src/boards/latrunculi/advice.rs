//! What looking ahead says of a position, and how many lines of play go out from it.

use num_rational::BigRational;
use rayon::prelude::*;

use super::bits::Bits;
use super::notation::{GameState, named};
use super::policies::BEST;
use super::position::{Ending, Over, Ply};
use super::table::Table;
use super::tree::{Tree, of_end};
use crate::kit::advice::{LINES, WINS};
use crate::kit::{Advice, Advised, BoardView, Fact, FactValue, Lies, OptionValue, Square};
use tali_core::exact::{Enclosure, Number};
use tali_core::process::{self, Measure, Statistic};
use tali_core::search::{AlphaBeta, Lines, PerfectInformation, count_lines};

static SEARCH: Statistic = Statistic::new(
    "search",
    "Value so many plies ahead, in hundredths of a stone",
    process::Over::Depths,
    Measure::Plain,
);

/// How many plies are counted if nobody says otherwise, and how many lines at most.
const PLIES: u32 = 2;
const MOST_LINES: u64 = 2_000_000_000;

pub(super) fn lines(table: &Table, depth: u32) -> Vec<Lines> {
    let game = table.game();
    if game.over(&table.settings).is_some() {
        return vec![Lines::default(); depth as usize];
    }
    count_lines(&Tree(&table.settings), &game.position, depth, MOST_LINES)
}

/// A move with what it is worth.
pub(super) struct Valued {
    pub ply: Ply,
    pub value: i32,
    takes: u8,
}

/// What every move is worth so many plies ahead, what is worth most first.
pub(super) fn options(table: &Table, depth: u32) -> Vec<Valued> {
    let (settings, game) = (&table.settings, table.game());
    let position = game.position;
    if game.over(settings).is_some() {
        return Vec::new();
    }
    let tree = Tree(settings);
    let moves: Vec<_> =
        tree.moves(&position).into_iter().filter(|(ply, _)| game.allows(*ply, settings)).collect();
    // What was found after one move is remembered at the next, which often comes to the same.
    let value = |search: &mut AlphaBeta<_>, (ply, next): &(Ply, _)| {
        let value = search.option(&position, next, Some(depth)).low;
        Valued { ply: *ply, value, takes: position.after(*ply, settings).1 }
    };
    let mut options: Vec<Valued> = moves.par_iter().map_init(|| tree.search(depth), value).collect();
    options.sort_by_key(|option| std::cmp::Reverse((option.value, option.takes)));
    options
}

/// How far the seat that is to move looks.
pub(super) fn depth(table: &Table, game_state: &GameState) -> u32 {
    table.policies[game_state.position.mover()].depth().unwrap_or(BEST)
}

pub(super) fn advise(table: &Table) -> Advice {
    let (settings, game) = (&table.settings, table.game());
    let game_state = game.game_state();
    let depth = depth(table, &game_state);
    let options = options(table, depth);
    let best = options.first().map(|option| option.value);
    let over = game.over(settings);
    let result = over.map(|over| of_end(&game_state.position, over));
    let value = Ok(number(best.or(result).unwrap_or(0)));
    let equal = options.iter().filter(|option| Some(option.value) == best).count();
    let advised = options.iter().enumerate().map(|(index, option)| {
        let name = named(option.ply, settings);
        let mut next = game.clone();
        next.make(option.ply, settings);
        OptionValue {
            next: Some(next.game_state().text(settings)),
            facts: vec![
                Fact::new("move", None, FactValue::Word(name.clone())),
                Fact::new("takes", Some("Takes"), FactValue::Count(option.takes.into())),
            ],
            ..OptionValue::of(name, Ok(number(option.value)), index == 0)
                .one_of(equal, Some(option.value) == best)
        }
    });
    let advised = Advised::Options(advised.collect());
    let mut advice = Advice::new(game_state.text(settings), game_state.position.mover() + 1, value, advised);
    // An end is no opinion.
    advice.depth = result.is_none().then_some(depth);
    advice.remark = over.map(|over| ended(&over));
    if over.is_none() {
        advice.figures.push((&SEARCH, ahead(table, depth, best)));
    }
    advice.figures.extend([(&LINES, Vec::new()), (&WINS, Vec::new())]);
    advice.count(&lines(table, PLIES), PLIES);
    advice.board = Some(picture(table, &game_state, &options, over.is_some()));
    advice
}

/// What the position is worth 1, 2, … plies ahead, of which the last is known; nothing of one that is over.
fn ahead(table: &Table, depth: u32, last: Option<i32>) -> Vec<Number> {
    let Some(last) = last else { return Vec::new() };
    let (tree, game) = (Tree(&table.settings), table.game());
    let mut search = tree.search(depth);
    let mut best = |depth| {
        search.best_among(&game.position, Some(depth), |ply| game.allows(*ply, &table.settings)).1.low
    };
    (1..depth).map(&mut best).chain([last]).map(|value| Ok(number(value))).collect()
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

fn number(value: i32) -> Enclosure {
    Enclosure::exact(BigRational::from_integer(value.into()))
}

/// The board as Black sees it, with the moves that are worth most, and what the first of them takes.
pub(super) fn picture(table: &Table, game_state: &GameState, options: &[Valued], is_over: bool) -> BoardView {
    const MOST_ARROWS: usize = 8;
    let board = &table.settings.board;
    let squares: Vec<u8> = (0..board.ranks)
        .rev()
        .flat_map(|rank| (0..board.files).map(move |file| (file, rank)))
        .map(|(file, rank)| board.square(file, rank))
        .collect();
    let index = |square: u8| squares.iter().position(|other| *other == square).unwrap_or(0);
    let best = options.first().map(|option| option.value);
    let liked: Vec<&Valued> =
        options.iter().filter(|option| Some(option.value) == best).take(MOST_ARROWS).collect();
    let advised = options.first().map(|option| option.ply);
    let other = 1 - game_state.position.mover();
    let taken = advised.map_or(Bits::NONE, |ply| {
        game_state.position.stones[other] & !game_state.position.after(ply, &table.settings).0.stones[other]
    });
    let square = |square: &u8| Square {
        name: board.name(*square),
        lies: game_state.position.piece(*square).map_or(Lies::Nothing, Lies::Piece),
        marked: liked.iter().any(|option| option.ply.from.unwrap_or(option.ply.to) == *square),
        reached: advised.is_some_and(|ply| ply.to == *square),
        taken: taken.has(*square),
    };
    let side = if game_state.position.seat == 0 { "Black" } else { "White" };
    let [black, white] = game_state.position.taken;
    let hands = match game_state.position.hands {
        [0, 0] => String::new(),
        [black, white] => format!("; in hand: Black {black}, White {white}"),
    };
    BoardView {
        columns: usize::from(board.files),
        squares: squares.iter().map(square).collect(),
        arrows: liked
            .iter()
            .filter_map(|option| Some((index(option.ply.from?), index(option.ply.to))))
            .collect(),
        above: if is_over { "The game is over".to_owned() } else { format!("{side} is to move") },
        below: format!("Stones taken: Black {black}, White {white}{hands}"),
    }
}
