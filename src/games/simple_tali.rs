//! Simple tali: one hand each, the best rank takes the pot.

use super::playing::Coins;
use super::{Game, Key, Players, Reads, Rules, Takes};
use crate::process::{Fee, Hand, Law, Showdown, Stakes, Tie};
use crate::tali::{Cast, CastTable, Kind};

/// Who takes the pot when the best hands tie, in all games that have the key.
pub(super) const TIE: Key = Key {
    name: "tie",
    default: "\"recast\"",
    takes: Takes::Word(&["recast", "split"]),
    reading: "when the best hands tie. \"recast\": the tied players cast again, in the order of the seats, until one is \
              left; fees are paid again. \"split\": they share the pot, cutting coins if need be",
};

/// What the key `tie` says.
pub(super) fn tie(rules: &Rules) -> Tie {
    if rules.is("tie", "split") { Tie::Split } else { Tie::Recast }
}

/// The rank of a cast of four, 0 for a void.
pub(super) fn rank(cast: &Cast) -> i32 {
    cast.rank().map_or(0, |rank| i32::from(rank.number()))
}

/// What a cast that ranks is worth, for a player.
pub(super) fn ranked(cast: &Cast) -> String {
    match cast.kind() {
        Some(Kind::Venus) => "the best hand".to_owned(),
        _ => format!("rank {} of 18", rank(cast)),
    }
}

pub(super) static GAME: Game = Game {
    number: 2,
    name: "simple-tali",
    title: "Simple tali",
    summary: "One hand each; the highest rank takes the pot, and a Canis pays into it",
    players: Players::of(2, 12, 2),
    coins: true,
    faces: true,
    keys: &[
        Key {
            name: "ante",
            default: "1",
            takes: Takes::Coins,
            reading: "what every seat pays before the first cast",
        },
        Key {
            name: "canis_fee",
            default: "1",
            takes: Takes::Coins,
            reading: "what a Canis pays into the pot",
        },
        Key {
            name: "void",
            default: "\"recast\"",
            takes: Takes::Word(&["recast", "lowest"]),
            reading: "a void cast. \"recast\": its caster casts again until the cast ranks. \"lowest\": it is a hand that \
                      loses to every cast that ranks, and ties with other voids",
        },
        TIE,
    ],
    reading: &[
        "Every seat casts one hand, in the order of the seats.",
        "Venus beats the Senios by their sum, these the Vultures by their face, these Canis.",
    ],
    source: "M. J. Speakman, game 2",
    reads: Reads::Cast(|rules, cast| match cast.kind() {
        Some(Kind::Void) if rules.is("void", "recast") => "cast again".to_owned(),
        Some(Kind::Void) => "the lowest hand".to_owned(),
        Some(Kind::Canis) => format!("{}; pays {}", ranked(cast), rules.amount("canis_fee")),
        _ => ranked(cast),
    }),
    set_up: |table| {
        let rules = &table.rules;
        let recast = rules.is("void", "recast");
        let hand = |cast: &Cast| match cast.kind() {
            Some(Kind::Void) if recast => Hand::Again,
            kind => Hand::Of { value: Some(rank(cast)), pays: kind == Some(Kind::Canis) },
        };
        let coins = Coins::new(rules, &["ante", "canis_fee"]);
        Ok(coins.counted(Showdown {
            hands: table.bones.iter().map(|set| Law::of_casts(&CastTable::new(set), hand)).collect(),
            tie: tie(rules),
            stakes: Some(Stakes { ante: coins.of("ante"), fee: Fee::Coins(coins.of("canis_fee")) }),
        }))
    },
};
