//! The rules card.

use super::advice::picture;
use super::settings::{OFF, Settings, Throw, has};
use crate::kit::card::{RulesCard, many};
use crate::kit::{Rules, Table};

/// The card; empty for rules that contradict each other.
pub(super) fn card(rules: &Rules) -> RulesCard {
    let table = Table { bones: Vec::new(), rules: rules.clone() };
    let Ok(settings) = Settings::new(&table) else { return RulesCard::default() };
    let mut card = RulesCard::new(set_up(&settings), turn(&settings), end(&settings));
    let mut view = picture(&settings, &settings.first(), None);
    view.above = "Their private squares".into();
    view.below = "Your private squares".into();
    card.board = Some(view);
    card
}

fn set_up(settings: &Settings) -> [String; 3] {
    let thrown = match settings.throw {
        Throw::Sticks => "four sticks, flat on one side and round on the other".to_owned(),
        Throw::Die => "a four-sided die".to_owned(),
        Throw::Talus => "a knucklebone each, or one for both".to_owned(),
    };
    [
        format!(
            "You need a board of twenty squares, {} for each of you, and {thrown}. All pieces wait beside the board.",
            many(settings.pieces, "piece", "pieces")
        ),
        "Four squares in front of you are yours alone, and so are four of the other player's; the twelve in the middle are shared. Go up \
         your own squares, from 1 to 4, then along the middle, from 5 to 16, and off."
            .to_owned(),
        "Both throw until exactly one of you throws a 1: that player begins, and throws again to move.".to_owned(),
    ]
}

fn turn(settings: &Settings) -> [String; 6] {
    let throw = match (settings.throw, settings.rethrows) {
        (Throw::Sticks, true) => {
            "Throw the sticks: you move as many squares as there are flat sides up. If there are none, throw again.".to_owned()
        }
        (Throw::Sticks, false) => {
            "Throw the sticks: you move as many squares as there are flat sides up. If there are none, your turn is over.".to_owned()
        }
        (Throw::Die, _) => "Throw the die: you move as many squares as it shows, 1 to 4.".to_owned(),
        (Throw::Talus, _) => {
            let [one, three, four, six] = settings.faces.unwrap_or_default();
            format!("Throw the bone: the sides 1, 3, 4 and 6 are worth {one}, {three}, {four} and {six} squares.")
        }
    };
    let capture = if settings.capture {
        let safe = listed(settings.safe);
        let but =
            if safe.is_empty() { String::new() } else { format!(", but not on {safe}, where it is safe") };
        format!("On a shared square you capture the other's piece, which waits again{but}.")
    } else {
        "You may not land on a square where the other has a piece.".to_owned()
    };
    let again = listed(settings.again);
    [
        throw,
        "Move one of your pieces exactly that far; a waiting piece enters the board. You may pass any piece, the other's or your own; a square \
         holds one piece."
            .to_owned(),
        capture,
        if again.is_empty() { String::new() } else { format!("If you land on {again}, throw and move again.") },
        if settings.over {
            "A piece leaves the board from its last squares by a throw that reaches beyond 16.".to_owned()
        } else {
            "A piece leaves the board by the exact throw: by a 1 from square 16, by a 2 from 15, and so on.".to_owned()
        },
        "If any move is possible you must make one, however bad; if none is, the turn passes.".to_owned(),
    ]
}

fn end(settings: &Settings) -> [String; 1] {
    [format!(
        "The first player with {} off the board wins.",
        if settings.pieces == 1 { "the piece" } else { "all pieces" }
    )]
}

/// Squares in words.
fn listed(squares: u32) -> String {
    let all: Vec<String> =
        (1..OFF).filter(|square| has(squares, *square)).map(|square| square.to_string()).collect();
    let begin = if all.len() == 1 { "square" } else { "squares" };
    match all.as_slice() {
        [] => String::new(),
        [one] => format!("{begin} {one}"),
        [some @ .., last] => format!("{begin} {} and {last}", some.join(", ")),
    }
}
