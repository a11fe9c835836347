//! The rules card.

use super::advice::picture;
use super::settings::{Immobile, Settings, Setup};
use super::state::State;
use crate::kit::Rules;
use crate::kit::card::{RulesCard, many};

/// The card; empty for rules that contradict each other.
pub(super) fn card(rules: &Rules) -> RulesCard {
    let Ok(settings) = Settings::new(rules) else { return RulesCard::default() };
    let mut card = RulesCard::new(set_up(&settings), turn(&settings), end(&settings));
    if settings.setup != Setup::Placed {
        let mut view = picture(&settings, &State::first(&settings), &[]);
        view.above = "White".into();
        view.below = "Black, who moves first".into();
        card.board = Some(view);
    }
    card
}

fn set_up(settings: &Settings) -> [String; 3] {
    let Settings { board, stones, .. } = settings;
    let begin = match settings.setup {
        Setup::Rows(rows) => format!(
            "Fill the {} nearest to you with your stones.",
            if rows == 1 { "row".to_owned() } else { format!("{rows} rows") }
        ),
        Setup::Placed => {
            "Take turns, Black first, to put one stone each on any empty square, until all are on the board. Nothing is taken \
             meanwhile. Then Black moves first."
                .to_owned()
        }
    };
    let duces = if settings.dux { ", and a dux (a marked piece)" } else { "" };
    let dux = if settings.dux {
        "Put your dux on the square in front of your stones, just right of the middle as you see it."
    } else {
        ""
    };
    [
        format!(
            "You need a board of {} by {} squares. Each player has {stones} stones of one colour{duces}. Black begins.",
            board.files, board.ranks
        ),
        begin,
        dux.to_owned(),
    ]
}

fn turn(settings: &Settings) -> [String; 5] {
    let pieces = if settings.dux { "one piece, a stone or the dux," } else { "one stone" };
    let far = if settings.far {
        "any distance along its row or column, over empty squares only"
    } else {
        "one square along its row or column, to an empty square"
    };
    let taken = if settings.rows {
        "an enemy stone, or an unbroken row of them, is taken if it is between the piece that you have just moved and another \
         piece of yours, in a straight line. The edge does not help."
    } else {
        "a single enemy stone is taken if it is between the stone that you have just moved and another piece of yours, in a \
         straight line. The edge does not help."
    };
    let corner = if settings.corner {
        "A stone in a corner is taken by pieces on both squares beside it, one of them just moved."
    } else {
        ""
    };
    let dux = match (settings.dux, settings.dux_captures) {
        (false, _) => "",
        (true, true) => {
            "A dux is never taken, nor is any stone in a row with a dux. Your own dux helps to take, as a stone does."
        }
        (true, false) => {
            "A dux is never taken, nor is any stone in a row with a dux. Your own dux does not help to take."
        }
    };
    [
        format!("Take turns. Move {pieces} {far}; never diagonally."),
        format!("Taking: {taken}"),
        "You can take in several directions at once. A piece that moves in between two enemies is safe."
            .to_owned(),
        corner.to_owned(),
        dux.to_owned(),
    ]
}

fn end(settings: &Settings) -> [String; 4] {
    let won = match (settings.dux, settings.immobile) {
        (true, Immobile::Blocked) => {
            "You win if, after your move, the enemy dux cannot move: no square beside it is empty, and an enemy is on at least \
             one. A dux shut in only by its own pieces is safe."
        }
        (true, Immobile::Surrounded) => {
            "You win if, after your move, the enemy dux has your pieces on all four sides."
        }
        (false, _) => "You win as soon as the other has one stone left or none.",
    };
    let quiet = match settings.quiet {
        0 => String::new(),
        quiet => format!(" or {} in a row have taken nothing", many(quiet, "move", "moves of either player")),
    };
    [
        won.to_owned(),
        format!(
            "The game is over, too, if the player to move cannot{quiet}. Then the player who has taken more stones wins; with equal numbers nobody wins."
        ),
        "You may not make a move that brings the same position for the third time.".to_owned(),
        String::new(),
    ]
}
