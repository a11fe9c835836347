//! Moves as they are typed: `f1-f6 a8-a5`, from a position on.

use super::advice::ended;
use super::game::Running;
use super::notation::named;
use super::settings::Settings;
use crate::kit::PositionError;
use crate::kit::notation::{Cursor, refuse};

/// The game after these moves, with all that came about on the way.
pub(super) fn played(text: &str, mut game: Running, settings: &Settings) -> Result<Running, PositionError> {
    for (number, word) in (1..).zip(Cursor::new(text).words()) {
        if let Some(over) = game.over(settings) {
            refuse!(word, "here stands move {number}, {word}. {}", ended(&over));
        }
        let plies = game.position.plies(settings);
        let typed = word.text.to_lowercase();
        match plies.iter().find(|ply| named(**ply, settings) == typed) {
            Some(ply) if game.allows(*ply, settings) => {
                game.make(*ply, settings);
            }
            made => {
                let why = if made.is_some() {
                    "it would bring about a position for the third time".to_owned()
                } else {
                    allowed(Cursor { text: &typed, ..word }, &game, settings)
                };
                refuse!(word, "move {number}, {word}, cannot be made: {why}");
            }
        }
    }
    Ok(game)
}

/// What may be done: by the piece that was meant, if there is one that moves, else by any.
fn allowed(typed: Cursor<'_>, game: &Running, settings: &Settings) -> String {
    const MOST: usize = 12;
    let all: Vec<String> = game.plies(settings).into_iter().map(|ply| named(ply, settings)).collect();
    let side = if game.position.seat == 0 { "Black" } else { "White" };
    let begins = typed.text.split_once('-').map(|(from, _)| format!("{from}-"));
    let begins = begins.filter(|begins| begins.len() > 1);
    let of_piece: Vec<&str> = begins.map_or_else(Vec::new, |begins| {
        all.iter().filter(|name| name.starts_with(&begins)).map(String::as_str).collect()
    });
    let listed = |names: &[&str]| {
        let quoted: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
        let more = if names.len() > MOST { ", \u{2026}" } else { "" };
        format!("{}{more}", quoted.join(", "))
    };
    if of_piece.is_empty() {
        let hint = typed.hint(all.iter().map(String::as_str));
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        format!("{side} is to move, and may do {}{hint}", listed(&all))
    } else {
        format!("{side} may do {}", listed(&of_piece))
    }
}
