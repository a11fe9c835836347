//! Hounds in Olympus: the lowest hand wins, and Venus is dear.

use super::playing::Coins;
use super::simple_tali::{TIE, rank, tie};
use super::{Game, Key, Players, Reads, Takes};
use crate::process::{Fee, Hand, Law, Rounding, Showdown, Stakes};
use crate::tali::{Cast, CastTable, Kind};

/// Of hands the lower are the better.
fn ranked_below(cast: &Cast) -> String {
    format!("place {} of 18", rank(cast))
}

pub(super) static GAME: Game = Game {
    number: 13,
    name: "hounds-in-olympus",
    title: "Hounds in Olympus",
    summary: "The lowest hand takes the pot; whoever casts Venus adds half of it",
    players: Players::of(2, 4, 2),
    coins: true,
    faces: true,
    keys: &[
        Key {
            name: "bid",
            default: "2",
            takes: Takes::Coins,
            reading: "what every seat pays before the first cast",
        },
        Key {
            name: "venus_share",
            default: "\"1/2\"",
            takes: Takes::Chance,
            reading: "the part of the pot, as it stands, that every Venus adds at once",
        },
        Key {
            name: "round",
            default: "\"none\"",
            takes: Takes::Word(&["none", "up", "down"]),
            reading: "how that payment becomes whole coins; \"none\" cuts coins",
        },
        Key {
            name: "void",
            default: "\"recast\"",
            takes: Takes::Word(&["recast", "worst"]),
            reading: "a void cast. \"recast\": its caster casts again until the cast ranks. \"worst\": it is a hand that loses \
                      even to Venus",
        },
        TIE,
    ],
    reading: &[
        "Canis is best, then 3333, 4444, 6666, the Senios by rising sum, and Venus last.",
        "Seats cast in order, so that a Venus grows the pot for the next one.",
    ],
    source: "M. J. Speakman, game 13",
    reads: Reads::Cast(|rules, cast| match cast.kind() {
        Some(Kind::Void) if rules.is("void", "recast") => "cast again".to_owned(),
        Some(Kind::Void) => "the worst hand".to_owned(),
        Some(Kind::Canis) => "the best hand".to_owned(),
        Some(Kind::Venus) => format!("adds {} of the pot", rules.chance("venus_share")),
        _ => ranked_below(cast),
    }),
    set_up: |table| {
        let rules = &table.rules;
        let recast = rules.is("void", "recast");
        let hand = |cast: &Cast| match cast.kind() {
            Some(Kind::Void) if recast => Hand::Again,
            Some(Kind::Void) => Hand::Of { value: Some(-100), pays: false },
            kind => Hand::Of { value: Some(-rank(cast)), pays: kind == Some(Kind::Venus) },
        };
        let rounding = match () {
            () if rules.is("round", "up") => Rounding::Up,
            () if rules.is("round", "down") => Rounding::Down,
            () => Rounding::None,
        };
        let coins = Coins::new(rules, &["bid"]);
        Ok(coins.counted(Showdown {
            hands: table.bones.iter().map(|set| Law::of_casts(&CastTable::new(set), hand)).collect(),
            tie: tie(rules),
            stakes: Some(Stakes {
                ante: coins.of("bid"),
                fee: Fee::Share(rules.chance("venus_share"), rounding, coins.parts()),
            }),
        }))
    },
};
