//! Augustus: seats cast in turn, dogs and Senios pay, and the first Venus takes it all.
//!
//! How it is played stands in its game file. In what order that reads a throw decides which games a seed gives.

use crate::kit::card::{FOUR_TALI, RulesCard, coins, paid_in};
use crate::kit::rules::{self, Rule, words};
use crate::kit::{Game, Players, Rules, ThrowUse};
use crate::own;
use tali_core::tali::{Cast, Face, Kind};

const FEE: Rule<rules::Amount> = Rule::new("fee", "4", "the coins that a Canis or a Senio pays");

const FEE_PER: Rule<FeePer> = Rule::new(
    "fee_per",
    "\"cast\"",
    "\"cast\": a Canis or Senio pays the fee once. \"bone\": as in the emperor's letter, every bone that \
     shows a 1 or a 6 pays it, in any cast but Venus, with a fee of 1",
);

words!(enum FeePer { "cast" => Cast, "bone" => Bone });

const ANTE: Rule<rules::Amount> = Rule::new("ante", "0", "what every seat pays before the first cast");

pub(crate) static GAME: Game = Game {
    number: 1,
    name: "augustus",
    file: include_str!("../../../../examples/games/augustus.game"),
    title: "Emperor Augustus's tali",
    summary: "Cast in turn; Canis and Senio pay into the pot, and the first Venus takes it",
    players: Players::of(2, 12, 2),
    coins: Some("coins"),
    keys: &[FEE.key, FEE_PER.key, ANTE.key],
    reading: &[
        "Seats cast in turn, round and round, until one casts Venus.",
        "A Venus pays nothing; it takes the pot and ends the game.",
    ],
    card: &card,
    source: "M. J. Speakman, game 1, after a letter of Augustus in Suetonius, Divus Augustus 71",
    throw_use: &|_| {
        ThrowUse::Cast(|rules, cast| {
            let (per, fee) = (rules.get(&FEE_PER), rules.get(&FEE).0);
            match fees(per, cast) {
                None => "takes the pot, and the game is over".to_owned(),
                Some(0) => String::new(),
                Some(_) if per == FeePer::Cast => format!("pays {fee}"),
                Some(fees) => format!("pays {fees} times {fee}"),
            }
        })
    },
    set_up: &|table| own::set_up(&GAME, table),
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let fee = coins(&rules.get(&FEE));
    let pays = match rules.get(&FEE_PER) {
        FeePer::Cast => format!(
            "If you cast Canis (1111) or a Senio (any cast with a 6, except 6431 and 6666), put {fee} into the pot. \
             Any other cast but Venus costs nothing."
        ),
        FeePer::Bone => format!(
            "For every bone that shows a 1 or a 6 put {fee} into the pot, whatever the cast, unless it is Venus."
        ),
    };
    RulesCard::new(
        [FOUR_TALI.to_owned(), paid_in(&rules.get(&ANTE))],
        ["Take turns round the table. Cast all four tali once.".to_owned(), pays],
        ["The first to cast Venus (6431, all four faces) pays nothing, takes the whole pot, and the game is over.".to_owned()],
    )
}

/// How often a cast pays the fee; `None` for a Venus, which ends the game.
fn fees(per: FeePer, cast: &Cast) -> Option<u32> {
    match (cast.kind(), per) {
        (Some(Kind::Venus), _) => None,
        (_, FeePer::Bone) => Some(cast.count(Face::One) + cast.count(Face::Six)),
        (Some(Kind::Canis | Kind::Senio), FeePer::Cast) => Some(1),
        _ => Some(0),
    }
}
