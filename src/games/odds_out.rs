//! Odds out: odd hands pay, the best even one takes the pot.

use super::playing::Coins;
use super::simple_tali::{TIE, rank, ranked, tie};
use super::{Game, Key, Players, Reads, Takes};
use crate::process::{Fee, Hand, Law, Showdown, Stakes};
use crate::tali::{Cast, CastTable, Face, Kind};

/// Whether a cast that ranks is odd.
fn is_odd(cast: &Cast) -> bool {
    match cast.kind() {
        Some(Kind::Senio) => cast.sum() % 2 == 1,
        Some(Kind::Vultures | Kind::Canis) => cast.count(Face::One) + cast.count(Face::Three) > 0,
        _ => false,
    }
}

pub(super) static GAME: Game = Game {
    number: 14,
    name: "odds-out",
    title: "Odds out",
    summary: "The best even hand or Venus takes the pot; odd hands pay into it",
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
        Key { name: "fee", default: "1", takes: Takes::Coins, reading: "what an odd hand pays" },
        Key {
            name: "void",
            default: "\"recast\"",
            takes: Takes::Word(&["recast", "idle"]),
            reading: "a void cast. \"recast\": its caster casts again until the cast ranks. \"idle\": it neither pays nor wins",
        },
        TIE,
    ],
    reading: &[
        "A Senio is odd or even by its sum; 4444 and 6666 are even, 1111 and 3333 odd; Venus is best of all.",
        "Venus beats the even Senios by their sum, these 6666, and this 4444. The source would let 6666, being 24, beat every \
         Senio; the order of ranks is kept here.",
        "Where nobody has one of these, the pot stays, and everyone still in casts again.",
    ],
    source: "M. J. Speakman, game 14",
    reads: Reads::Cast(|rules, cast| match cast.kind() {
        Some(Kind::Void) if rules.is("void", "recast") => "cast again".to_owned(),
        Some(Kind::Void) | None => "out".to_owned(),
        Some(Kind::Venus) => "the best hand".to_owned(),
        _ if is_odd(cast) => format!("odd: pays {}", rules.amount("fee")),
        _ => format!("even: {}", ranked(cast)),
    }),
    set_up: |table| {
        let rules = &table.rules;
        let recast = rules.is("void", "recast");
        let hand = |cast: &Cast| {
            let odd = match cast.kind() {
                Some(Kind::Void) if recast => return Hand::Again,
                Some(Kind::Void) | None => return Hand::Of { value: None, pays: false },
                Some(_) => is_odd(cast),
            };
            Hand::Of { value: (!odd).then(|| rank(cast)), pays: odd }
        };
        let coins = Coins::new(rules, &["bid", "fee"]);
        Ok(coins.counted(Showdown {
            hands: table.bones.iter().map(|set| Law::of_casts(&CastTable::new(set), hand)).collect(),
            tie: tie(rules),
            stakes: Some(Stakes { ante: coins.of("bid"), fee: Fee::Coins(coins.of("fee")) }),
        }))
    },
};
