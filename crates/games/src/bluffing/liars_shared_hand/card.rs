//! The rules card.

use super::settings::{COUNTERS, STARTER, Starter, THROWS, VOID, Void};
use crate::kit::Rules;
use crate::kit::card::{RulesCard, listed_if_different, times};

pub(super) fn card(rules: &Rules) -> RulesCard {
    let counters: Vec<String> = rules.get(&COUNTERS).0.iter().map(u8::to_string).collect();
    let again = match rules.get(&THROWS) {
        1 => String::new(),
        throws => format!(
            "You may throw up to {} in a turn: after a throw you may put some of the bones just thrown aside, and throw all \
             others again. Say each time how many you throw.",
            times(throws.into())
        ),
    };
    let (void, lowest) = match rules.get(&VOID) {
        Void::Recast => (
            "Any other hand is void: throw the same bones again until you have a hand that counts, and don't let on.",
            "Canis",
        ),
        Void::Lowest => ("Any other hand is void, the lowest of all; the starter may call “void”.", "void"),
        Void::Bluff => {
            ("Any other hand is void, below Canis, and cannot be called: you must bluff.", "Canis")
        }
    };
    let starts = match rules.get(&STARTER) {
        Starter::Challenger => "The challenger starts the next round",
        Starter::Loser => "The player who paid starts the next round",
    };
    RulesCard::new(
        [format!(
            "You need one cup, and one set of four tali (knucklebones with the sides 1, 3, 4 and 6) to pass round. Counters \
             for each player: {}. Decide who starts.",
            listed_if_different(&counters)
        )],
        [
            format!(
                "The starter throws all four tali under the cup, looks in secret, and calls a rank, any from {lowest} up. The call \
                 says “at least this”, and may be a bluff."
            ),
            "From low to high the ranks are Canis (1111), 3333, 4444, 6666, the Senios by their sum (any other cast with a \
             6: 9, then 11 to 22), and Venus (6431)."
                .to_owned(),
            void.to_owned(),
            "The next player may challenge and lift the cup. If the hand is at least what was called, the challenger pays a \
             counter out of the game; otherwise the caller does."
                .to_owned(),
            "Or the next player takes the hand unseen by the others, looks, throws any of the bones again (or none), says \
             truthfully how many but not which, looks, and calls a higher rank. Nothing is higher than Venus, so it must be \
             challenged."
                .to_owned(),
            again,
        ],
        [
            format!("{starts}, or, if out, the next player still in."),
            "A player without counters is out. The last one with counters wins.".to_owned(),
        ],
    )
}
