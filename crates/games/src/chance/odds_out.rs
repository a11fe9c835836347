//! Odds out: odd hands pay, the best even one takes the pot.

use crate::kit::card::{FOUR_TALI, RulesCard, coins, paid_in, tied};
use crate::kit::hands::{BEST, TIE, rank, ranked, showdown};
use crate::kit::rules::{Amount, Rule, words};
use crate::kit::{Game, Players, Rules, ThrowUse};
use tali_core::process::{Fee, Hand};
use tali_core::tali::{Cast, Face, Kind};

const BID: Rule<Amount> = Rule::new("bid", "2", "what every seat pays before the first cast");

const FEE: Rule<Amount> = Rule::new("fee", "1", "what an odd hand pays");

const VOID: Rule<Void> = Rule::new(
    "void",
    "\"recast\"",
    "a void cast. \"recast\": its caster casts again until the cast ranks. \"idle\": it neither pays nor wins",
);

words!(enum Void { "recast" => Recast, "idle" => Idle });

pub(crate) static GAME: Game = Game {
    number: 14,
    name: "odds-out",
    file: include_str!("../../../../examples/games/odds-out.game"),
    title: "Odds out",
    summary: "The best even hand or Venus takes the pot; odd hands pay into it",
    players: Players::of(2, 4, 2),
    coins: Some("coins"),
    keys: &[BID.key, FEE.key, VOID.key, TIE.key],
    reading: &[
        "A Senio is odd or even by its sum; 4444 and 6666 are even, 1111 and 3333 odd; Venus is best of all.",
        "Venus beats the even Senios by their sum, these 6666, and this 4444. The source would let 6666, being 24, beat every \
         Senio; the order of ranks is kept here.",
        "Where nobody has one of these, the pot stays, and everyone still in casts again.",
    ],
    card: &card,
    source: "M. J. Speakman, game 14",
    throw_use: &|_| {
        ThrowUse::Cast(|rules, cast| match hand(rules, cast) {
            Hand::Again => "cast again".to_owned(),
            Hand::Of { value: None, pays: false } => "out".to_owned(),
            Hand::Of { pays: true, .. } => format!("odd: pays {}", rules.get(&FEE).0),
            Hand::Of { value: Some(BEST), .. } => ranked(BEST),
            Hand::Of { value: Some(rank), .. } => format!("even: {}", ranked(rank)),
        })
    },
    set_up: &|table| Ok(showdown(table, hand, &BID, |coins| Fee::Coins(coins.of(&FEE)))),
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let void = match rules.get(&VOID) {
        Void::Recast => "If it is void (no 6, and not four alike), cast all four again until it is not.",
        Void::Idle => "A void cast (no 6, and not four alike) neither pays nor wins.",
    };
    RulesCard::new(
        [FOUR_TALI.to_owned(), paid_in(&rules.get(&BID))],
        [
            format!("Each player in turn casts all four tali once: that is the player's hand. {void}"),
            format!(
                "An odd hand puts {} into the pot, and is out. Odd are 1111, 3333 and every Senio with an odd sum; a Senio is any \
                 cast with a 6, except 6431 and 6666.",
                coins(&rules.get(&FEE))
            ),
            "Even hands, from best to worst: Venus (6431), the Senios with an even sum, the higher the better, 6666, 4444.".to_owned(),
        ],
        [
            "When everybody has a hand, the best even one takes the pot. If nobody has one, the pot stays, and all who are still \
             playing cast again."
                .to_owned(),
            tied(rules.get(&TIE), " (and pay for odd hands again)"),
        ],
    )
}

/// What a cast is worth: only even hands can win, and odd ones pay.
fn hand(rules: &Rules, cast: &Cast) -> Hand {
    let odd = match cast.kind() {
        Some(Kind::Void) if rules.get(&VOID) == Void::Recast => return Hand::Again,
        Some(Kind::Void) | None => return Hand::Of { value: None, pays: false },
        Some(Kind::Senio) => cast.sum() % 2 == 1,
        Some(Kind::Vultures | Kind::Canis) => cast.count(Face::One) + cast.count(Face::Three) > 0,
        Some(Kind::Venus) => false,
    };
    Hand::Of { value: (!odd).then(|| rank(cast)), pays: odd }
}
