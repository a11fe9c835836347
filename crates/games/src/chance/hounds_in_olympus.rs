//! Hounds in Olympus: the lowest hand wins, and Venus is dear.

use crate::kit::card::{FOUR_TALI, RulesCard, paid_in, tied};
use crate::kit::hands::{TIE, rank, showdown};
use crate::kit::rules::{Amount, Chance, Rule, words};
use crate::kit::{Game, Players, Rules, ThrowUse};
use tali_core::process::{Fee, Hand, Rounding};
use tali_core::tali::{Cast, Kind};

const BID: Rule<Amount> = Rule::new("bid", "2", "what every seat pays before the first cast");

const VENUS_SHARE: Rule<Chance> =
    Rule::new("venus_share", "\"1/2\"", "the part of the pot, as it stands, that every Venus adds at once");

const ROUND: Rule<Rounding> = Rule::new(
    "round",
    "\"none\"",
    "how that payment becomes whole coins. \"none\": coins are cut. \"up\": it is rounded up. \"down\": it is rounded down",
);

words!(Rounding { "none" => None, "up" => Up, "down" => Down });

const VOID: Rule<Void> = Rule::new(
    "void",
    "\"recast\"",
    "a void cast. \"recast\": its caster casts again until the cast ranks. \"worst\": it is a hand that loses \
     even to Venus",
);

words!(enum Void { "recast" => Recast, "worst" => Worst });

pub(crate) static GAME: Game = Game {
    number: 13,
    name: "hounds-in-olympus",
    file: include_str!("../../../../examples/games/hounds-in-olympus.game"),
    title: "Hounds in Olympus",
    summary: "The lowest hand takes the pot; whoever casts Venus adds half of it",
    players: Players::of(2, 4, 2),
    coins: Some("coins"),
    keys: &[BID.key, VENUS_SHARE.key, ROUND.key, VOID.key, TIE.key],
    reading: &[
        "Canis is best, then 3333, 4444, 6666, the Senios by rising sum, and Venus last.",
        "Seats cast in order, so that a Venus grows the pot for the next one.",
    ],
    card: &card,
    source: "M. J. Speakman, game 13",
    throw_use: &|_| {
        ThrowUse::Cast(|rules, cast| match hand(rules, cast) {
            Hand::Again => "cast again".to_owned(),
            Hand::Of { value: None | Some(WORST), .. } => "the worst hand".to_owned(),
            Hand::Of { pays: true, .. } => format!("adds {} of the pot", rules.get(&VENUS_SHARE).0),
            Hand::Of { value: Some(-1), .. } => "the best hand".to_owned(),
            Hand::Of { value: Some(value), .. } => format!("place {} of 18", -value),
        })
    },
    set_up: &|table| {
        let (share, round) = (table.rules.get(&VENUS_SHARE).0, table.rules.get(&ROUND));
        Ok(showdown(table, hand, &BID, |coins| Fee::Share(share, round, coins.parts())))
    },
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let void = match rules.get(&VOID) {
        Void::Recast => "If it is void (none of these), cast all four again until it is not.",
        Void::Worst => "Any other cast is void, and loses even to Venus.",
    };
    let rounded = match rules.get(&ROUND) {
        Rounding::None => "",
        Rounding::Up => ", rounded up to whole coins",
        Rounding::Down => ", rounded down to whole coins",
    };
    RulesCard::new(
        [FOUR_TALI.to_owned(), paid_in(&rules.get(&BID))],
        [
            "Each player in turn casts all four tali once: that is the player's hand. The lowest hand is best: first Canis (1111), \
             then 3333, 4444, 6666, then the Senios (any other cast with a 6), the lower the sum the better; Venus (6431) is worst."
                .to_owned(),
            void.to_owned(),
            format!(
                "A player who casts Venus adds {} of the pot, as it stands, to it at once{rounded}.",
                rules.get(&VENUS_SHARE).0
            ),
        ],
        [
            "When everybody has a hand, the lowest takes the pot.".to_owned(),
            tied(rules.get(&TIE), " (and pay for Venus again)"),
        ],
    )
}

/// What a void is worth if it is the worst hand.
const WORST: i32 = -100;

/// What a cast is worth: the lower its rank, the more.
fn hand(rules: &Rules, cast: &Cast) -> Hand {
    match cast.kind() {
        Some(Kind::Void) if rules.get(&VOID) == Void::Recast => Hand::Again,
        Some(Kind::Void) => Hand::Of { value: Some(WORST), pays: false },
        kind => Hand::Of { value: Some(-rank(cast)), pays: kind == Some(Kind::Venus) },
    }
}
