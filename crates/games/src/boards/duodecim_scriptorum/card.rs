//! The rules card.

use super::advice::picture;
use super::settings::{Readings, Settings};
use crate::boards::race::{Position, State};
use crate::kit::Rules;
use crate::kit::card::{RulesCard, many};

/// The card by the rules of a table.
pub(super) fn card(rules: &Rules) -> RulesCard {
    let settings = Settings::new(rules);
    let mut card = RulesCard::new(set_up(&settings), turn(settings.readings), end());
    let first = State::of(Position::first(settings.pieces), 0);
    let mut view = picture(&settings, &first, None);
    view.above = "The middle row: your six spaces, and theirs in brackets".into();
    view.below = "Both walk 7 to 30, the same way".into();
    card.board = Some(view);
    card
}

fn set_up(settings: &Settings) -> [String; 2] {
    [
        format!(
            "You need a board of three rows of twelve spaces, three dice, and {} for each of you. All pieces begin in hand.",
            many(settings.pieces, "piece", "pieces")
        ),
        "Six spaces of the middle row are your home, 1 to 6, and six the other player's. The outer rows, 7 to 30, are shared: both walk \
         them the same way, from 7 to 18 along one and from 19 to 30 along the other, and leave the board from its end."
            .to_owned(),
    ]
}

fn turn(readings: Readings) -> [String; 6] {
    let dice = if readings.steps {
        "Throw three dice and use them one after the other, in any order. While you have a piece in hand, a die places one on the home space \
         of its number; otherwise it moves any one piece, and every landing counts."
    } else {
        "Throw three dice. Use each by itself, or add two of them, or all three; each total is one move, and only its last space counts. While \
         you have pieces in hand, a total of 6 or less places one on the home space of its number; what is left of a throw that empties the \
         hand, and every later throw, moves pieces that were on the board, each total another one."
    };
    let unused = if readings.most {
        "If you cannot use all three dice, use as many as you can."
    } else {
        "If you cannot use all three dice, you lose the whole turn."
    };
    let exit = if readings.exact {
        "A piece leaves the board by a total that ends just beyond space 30."
    } else {
        "A piece leaves the board by any total that leads beyond space 30."
    };
    let gathered = if readings.gathered {
        "A piece may leave only if after the turn all your pieces are on the last six spaces or off."
    } else {
        ""
    };
    [
        dice.to_owned(),
        "Pieces may be passed. You may not land on a shared space where the other has two or more.".to_owned(),
        "If you land on a single piece of the other's, it is captured: it goes back to that player's hand and must be placed again. You need \
         not capture. Pieces at home are safe."
            .to_owned(),
        unused.to_owned(),
        exit.to_owned(),
        gathered.to_owned(),
    ]
}

fn end() -> [String; 1] {
    ["The first player with all pieces off wins. The last piece may leave with dice unused.".to_owned()]
}
