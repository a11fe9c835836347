//! Moves as they are typed: `3`, `gift 8`, `pass`, from a position on.

use super::advice::named;
use super::play::Action;
use super::round::Round;
use super::settings::Settings;
use crate::games::kit::PositionError;
use crate::games::kit::words::Word;
use crate::messages::abridged;

/// The round after these moves.
pub(super) fn played(text: &str, mut round: Round, settings: &Settings) -> Result<Round, PositionError> {
    let mut words = Word::all(text, 1).into_iter();
    for number in 1.. {
        let Some(word) = words.next() else { break };
        let cell = if word.text == "gift" { words.next() } else { None };
        let typed = cell.map_or_else(|| word.text.to_owned(), |cell| format!("{} {}", word.text, cell.text));
        let found = abridged(&typed);
        if round.is_over() {
            return PositionError::at(
                word.column,
                format!("the round is over, and move {number} is `{found}`"),
            );
        }
        let actions: Vec<Action> = round.position.actions(settings).iter().collect();
        let Some(action) = actions.iter().find(|action| named(**action, round.seat) == typed) else {
            let allowed: Vec<String> =
                actions.iter().map(|action| format!("`{}`", named(*action, round.seat))).collect();
            let problem = format!(
                "move {number}, `{found}`, cannot be made: seat {} may do {}",
                round.seat + 1,
                allowed.join(", ")
            );
            return PositionError::at(word.column, problem);
        };
        round = round.after(*action, settings).0;
    }
    Ok(round)
}
