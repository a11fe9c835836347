//! Simple tali: one hand each, the best rank takes the pot.

use crate::kit::card::{FOUR_TALI, RANKS, RulesCard, coins, paid_in, tied};
use crate::kit::hands::{TIE, rank, ranked, showdown};
use crate::kit::rules::{Amount, Rule, words};
use crate::kit::{Game, Players, Rules, ThrowUse};
use tali_core::process::{Fee, Hand};
use tali_core::tali::{Cast, Kind};

const ANTE: Rule<Amount> = Rule::new("ante", "1", "what every seat pays before the first cast");

const CANIS_FEE: Rule<Amount> = Rule::new("canis_fee", "1", "what a Canis pays into the pot");

const VOID: Rule<Void> = Rule::new(
    "void",
    "\"recast\"",
    "a void cast. \"recast\": its caster casts again until the cast ranks. \"lowest\": it is a hand that \
     loses to every cast that ranks, and ties with other voids",
);

words!(enum Void { "recast" => Recast, "lowest" => Lowest });

pub(crate) static GAME: Game = Game {
    number: 2,
    name: "simple-tali",
    file: include_str!("../../../../examples/games/simple-tali.game"),
    title: "Simple tali",
    summary: "One hand each; the highest rank takes the pot, and a Canis pays into it",
    players: Players::of(2, 12, 2),
    coins: Some("coins"),
    keys: &[ANTE.key, CANIS_FEE.key, VOID.key, TIE.key],
    reading: &[
        "Every seat casts one hand, in the order of the seats.",
        "Venus beats the Senios by their sum, these the Vultures by their face, these Canis.",
    ],
    card: &card,
    source: "M. J. Speakman, game 2",
    throw_use: &|_| {
        ThrowUse::Cast(|rules, cast| match hand(rules, cast) {
            Hand::Again => "cast again".to_owned(),
            Hand::Of { value: None | Some(0), .. } => "the lowest hand".to_owned(),
            Hand::Of { value: Some(rank), pays: true } => {
                format!("{}; pays {}", ranked(rank), rules.get(&CANIS_FEE).0)
            }
            Hand::Of { value: Some(rank), pays: false } => ranked(rank),
        })
    },
    set_up: &|table| Ok(showdown(table, hand, &ANTE, |coins| Fee::Coins(coins.of(&CANIS_FEE)))),
    ..Game::BLANK
};

/// What a cast is worth.
fn card(rules: &Rules) -> RulesCard {
    let void = match rules.get(&VOID) {
        Void::Recast => "If it is void, cast all four again until it is not.",
        Void::Lowest => "A void cast stays, and loses to every cast that ranks.",
    };
    RulesCard::new(
        [FOUR_TALI.to_owned(), paid_in(&rules.get(&ANTE))],
        [
            format!("Each player in turn casts all four tali once: that is the player's hand. {void}"),
            format!("A player who casts Canis puts {} into the pot at once.", coins(&rules.get(&CANIS_FEE))),
            RANKS.to_owned(),
        ],
        [
            "When everybody has a hand, the best takes the pot.".to_owned(),
            tied(rules.get(&TIE), " (and pay for Canis again)"),
        ],
    )
}

fn hand(rules: &Rules, cast: &Cast) -> Hand {
    match cast.kind() {
        Some(Kind::Void) if rules.get(&VOID) == Void::Recast => Hand::Again,
        kind => Hand::Of { value: Some(rank(cast)), pays: kind == Some(Kind::Canis) },
    }
}
