//! Sparing tali: so many rounds, and most of them won takes the pot.

use crate::kit::card::{FOUR_TALI, RANKS, RulesCard, many, paid_in};
use crate::kit::coins::Coins;
use crate::kit::hands::{hands, rank, ranked};
use crate::kit::rules::{Amount, Rule, words};
use crate::kit::{Game, Players, Rules, ThrowUse};
use tali_core::process::{Hand, Rounds, TieBreak};
use tali_core::tali::{Cast, Kind};

const ROUNDS: Rule<u32> = Rule::whole("rounds", "5", 1..=100, "how many rounds are played");

const ANTE: Rule<Amount> = Rule::new("ante", "1", "what every seat pays before the first cast");

const TIE: Rule<TieBreak> = Rule::new(
    "tie",
    "\"split\"",
    "when several have won the most rounds, or nobody any. \"split\": they share the pot. \
     \"sudden-death\": all of them play further rounds until one of them wins one alone",
);

words!(TieBreak { "split" => Split, "sudden-death" => SuddenDeath });

pub(crate) static GAME: Game = Game {
    number: 3,
    name: "sparing-tali",
    file: include_str!("../../../../examples/games/sparing-tali.game"),
    title: "Sparing tali",
    summary: "A hand each in every round; the sole best wins it, and most rounds won takes the pot",
    players: Players::of(2, 12, 2),
    coins: Some("coins"),
    keys: &[ROUNDS.key, ANTE.key, TIE.key],
    reading: &[
        "A void cast is always cast again, so that every hand ranks.",
        "A round whose best hands tie is won by nobody. All rounds are played.",
    ],
    card: &card,
    source: "M. J. Speakman, game 3",
    throw_use: &|_| {
        ThrowUse::Cast(|_, cast| match hand(cast) {
            Hand::Of { value: Some(rank), .. } => ranked(rank),
            Hand::Of { value: None, .. } | Hand::Again => "cast again".to_owned(),
        })
    },
    set_up: &|table| {
        let rules = &table.rules;
        let coins = Coins::new(rules);
        Ok(coins.counted(Rounds {
            hands: hands(table, hand),
            rounds: rules.get(&ROUNDS),
            tie_break: rules.get(&TIE),
            ante: coins.of(&ANTE),
        }))
    },
    ..Game::BLANK
};

/// What a cast is worth.
fn card(rules: &Rules) -> RulesCard {
    let tie = match rules.get(&TIE) {
        TieBreak::Split => "share the pot equally, cutting coins if need be.",
        TieBreak::SuddenDeath => "alone play further rounds, until one of them wins a round.",
    };
    RulesCard::new(
        [FOUR_TALI.to_owned(), paid_in(&rules.get(&ANTE))],
        [
            "A round: each player in turn casts all four tali, again and again while the cast is void. The best hand wins the \
             round. If the best hands tie, nobody wins it."
                .to_owned(),
            RANKS.to_owned(),
        ],
        [
            format!(
                "Play {}, all of them. Whoever has won most rounds takes the pot.",
                many(rules.get(&ROUNDS), "round", "rounds")
            ),
            format!("If several have won the most, or nobody has won any, those players {tie}"),
        ],
    )
    .noted_by("round", rules.get(&ROUNDS))
}

fn hand(cast: &Cast) -> Hand {
    match cast.kind() {
        Some(Kind::Void) => Hand::Again,
        _ => Hand::Of { value: Some(rank(cast)), pays: false },
    }
}
