//! Moves as they are typed: `3`, `gift 8`, `pass`, from a position on.

use super::advice::named;
use super::play::Action;
use super::round::Round;
use super::settings::Settings;
use crate::kit::PositionError;
use crate::kit::notation::{Cursor, refuse};

/// The round after these moves.
pub(super) fn played(text: &str, mut round: Round, settings: &Settings) -> Result<Round, PositionError> {
    let mut words = Cursor::new(text).words();
    for number in 1.. {
        let Some(word) = words.next() else { break };
        let cell = if word.text == "gift" { words.next() } else { None };
        let typed = cell.map_or_else(|| word.text.to_owned(), |cell| format!("{} {}", word.text, cell.text));
        let found = Cursor { text: &typed, ..word };
        refuse!(found if round.is_over(), "the round is over, and move {number} is {found}");
        let actions: Vec<Action> = round.position.actions(settings).iter().collect();
        let Some(action) = actions.iter().find(|action| named(**action, round.seat) == typed) else {
            let allowed = actions.iter().map(|action| format!("`{}`", named(*action, round.seat)));
            let (seat, allowed) = (round.seat + 1, allowed.collect::<Vec<_>>().join(", "));
            refuse!(found, "move {number}, {found}, cannot be made: seat {seat} may do {allowed}");
        };
        round = round.after(*action, settings).0;
    }
    Ok(round)
}
