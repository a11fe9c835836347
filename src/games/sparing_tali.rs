//! Sparing tali: so many rounds, and most of them won takes the pot.

use super::playing::Coins;
use super::simple_tali::{rank, ranked};
use super::{Game, Key, Players, Reads, Takes};
use crate::process::{Hand, Law, Level, Rounds};
use crate::tali::{Cast, CastTable, Kind};

pub(super) static GAME: Game = Game {
    number: 3,
    name: "sparing-tali",
    title: "Sparing tali",
    summary: "A hand each in every round; the sole best wins it, and most rounds won takes the pot",
    players: Players::of(2, 12, 2),
    coins: true,
    faces: true,
    keys: &[
        Key {
            name: "rounds",
            default: "5",
            takes: Takes::Whole(1, 100),
            reading: "how many rounds are played",
        },
        Key {
            name: "ante",
            default: "1",
            takes: Takes::Coins,
            reading: "what every seat pays before the first cast",
        },
        Key {
            name: "tie",
            default: "\"split\"",
            takes: Takes::Word(&["split", "sudden-death"]),
            reading: "when several have won the most rounds, or nobody any. \"split\": they share the pot. \
                      \"sudden-death\": all of them play further rounds until one of them wins one alone",
        },
    ],
    reading: &[
        "A void cast is always cast again, so that every hand ranks.",
        "A round whose best hands tie is won by nobody. All rounds are played.",
    ],
    source: "M. J. Speakman, game 3",
    reads: Reads::Cast(|_, cast| match cast.kind() {
        Some(Kind::Void) => "cast again".to_owned(),
        _ => ranked(cast),
    }),
    set_up: |table| {
        let rules = &table.rules;
        let hand = |cast: &Cast| match cast.kind() {
            Some(Kind::Void) => Hand::Again,
            _ => Hand::Of { value: Some(rank(cast)), pays: false },
        };
        let coins = Coins::new(rules, &["ante"]);
        Ok(coins.counted(Rounds {
            hands: table.bones.iter().map(|set| Law::of_casts(&CastTable::new(set), hand)).collect(),
            rounds: rules.small("rounds"),
            level: if rules.is("tie", "split") { Level::Split } else { Level::SuddenDeath },
            ante: coins.of("ante"),
        }))
    },
};
