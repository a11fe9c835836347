//! The rule keys.

use super::characters::Characters;
use super::values::{GamePot, Prices, Purse, Raise, RolePlay, Variants};
use crate::kit::rules::{MOST_COINS, OfSeats, Rule, words};
use crate::kit::{Rules, Usual};

pub(crate) const SCOPE: Rule<Scope> = Rule::new(
    "scope",
    "\"round\"",
    "A game is one _. \"round\": a round from a given start, with purses that are never empty. \"evening\": a whole evening \
     with purses.",
)
.usually(Usual {
    value: "evening",
    without: "This is one round, not a whole evening",
    does: "plays the evening",
});

words!(pub(crate) enum Scope { "round" => Round, "evening" => Evening });

pub(crate) const VARIANTS: Rule<Variants> = Rule::new(
    "variants",
    "[\"etiam\", \"mercury\", \"fortuna\"]",
    "Players may buy: _. etiam: throw all four bones again. mercury: exactly two. fortuna: exactly one. jove: call a \
     special round before throwing. The three re-rolls are on by default; with [] there are no decisions.",
);

pub(crate) const PRICES: Rule<Prices> = Rule::new(
    "prices",
    "{etiam = 1, mercury = 3, fortuna = 5}",
    "The prices of re-rolls, in coppers: _. A re-roll without a price here keeps its usual one.",
);

pub(crate) const REROLLS: Rule<Rerolls> = Rule::new(
    "rerolls",
    "\"one\"",
    "A turn allows _ of the re-rolls. \"one\": one of any variant. \"each\": each variant once, in any order.",
);

words!(pub(crate) enum Rerolls { "one" => One, "each" => Each });

pub(crate) const FEES: Rule<Fees> = Rule::new(
    "fees",
    "\"last\"",
    "Charges apply to: _. \"last\": only the final cast of the turn. \"roll\": every throw at once, for the bones just \
     thrown.",
);

words!(pub(crate) enum Fees { "last" => Last, "roll" => Roll });

pub(crate) const COUNT: Rule<Count> = Rule::new(
    "count",
    "\"shares\"",
    "Players maximise their _. \"shares\": coins, plus an equal share of the game pot. \"purse\": coins alone.",
);

words!(pub(crate) enum Count { "shares" => Shares, "purse" => Purse });

pub(crate) const ANTE: Rule<i64> = Rule::whole(
    "ante",
    "1",
    1..=MOST_COINS,
    "Each player pays _ coppers into the round pot before the first throw.",
);

pub(crate) const GAME_POT: Rule<GamePot> = Rule::new(
    "game_pot",
    "\"gold-each\"",
    "A round begins with _ in the game pot. A number counts coppers; \"gold-each\" is one gold from each seat.",
);

pub(crate) const GOLD: Rule<i64> = Rule::whole("gold", "100", 0..=MOST_COINS, "A gold is worth _ coppers.");
pub(crate) const SILVER: Rule<i64> =
    Rule::whole("silver", "10", 0..=MOST_COINS, "A silver is worth _ coppers.");
pub(crate) const DOG: Rule<i64> =
    Rule::whole("dog", "1", 0..=MOST_COINS, "Each 1 costs _ coppers, unless all four show it.");

pub(crate) const CHARACTERS: Rule<Characters> = Rule::new(
    "characters",
    "[]",
    "The characters, one for each seat in order: _. Each is {name = \"…\", powers = [{name = \"…\", cost = 0, EFFECT}]}, \
     where EFFECT is reroll = 1 to 4 (throw this many bones again), turn = 1 to 4 (turn this many bones over), add = N \
     (score N more), or immune = [\"ones\", \"canis\", \"vultures\"] (pay the cost instead of such a charge).",
);

pub(crate) const ROLE_PLAY: Rule<RolePlay> = Rule::new(
    "role_play",
    "[]",
    "The probability that each seat is voted a silver from the bank at the end of a round: _. They add up to at most 1.",
);

pub(crate) const PURSE: Rule<OfSeats<Purse>> = Rule::new(
    "purse",
    "{gold = 2, silver = 3, copper = 5}",
    "Each player brings _ to an evening. A number counts coppers. A gold then goes into the game pot.",
);

pub(crate) const ROUNDS: Rule<u64> = Rule::whole(
    "rounds",
    "0",
    0..=10_000,
    "An evening ends after at most _ rounds. With 0 it continues until one player is left.",
);

pub(crate) const RAISE: Rule<OfSeats<Raise>> = Rule::new(
    "raise",
    "\"keep\"",
    "In an evening, the winner of a round sets the next ante: _. \"keep\": as it was. \"up\": 5 more. \"down\": 5 less. One \
     for all, or a list with one for each seat.",
);

pub(crate) const LOANS: Rule<bool> =
    Rule::new("loans", "false", "In an evening, the bank lends what a player cannot pay: _.");

/// The keys of rounds only, and those of evenings only.
pub(crate) const OF_ROUNDS: [&str; 1] = ["game_pot"];
pub(crate) const OF_EVENINGS: [&str; 4] = ["purse", "rounds", "raise", "loans"];

/// The keys, and the first words of paragraphs of the reading, that have no effect under these rules.
pub(crate) fn out_of_play(rules: &Rules) -> Vec<&'static str> {
    // Players need not read the definition of a game, nor what best play counts.
    let mut out = vec![SCOPE.key.name, COUNT.key.name];
    let mut idle = |names: &[&'static str], is_idle: bool| {
        if is_idle {
            out.extend(names);
        }
    };
    let variants = rules.get(&VARIANTS);
    idle(&["Variants", PRICES.key.name, REROLLS.key.name, FEES.key.name], variants.rerolls == [false; 3]);
    idle(&["Jove"], !variants.jove);
    for key in [VARIANTS.key, CHARACTERS.key, ROLE_PLAY.key] {
        idle(&[key.name], rules.value(key.name) == key.default);
    }
    let is_round = rules.get(&SCOPE) == Scope::Round;
    idle(&["Evening"], is_round);
    idle(&OF_EVENINGS, is_round);
    idle(&OF_ROUNDS, !is_round);
    out
}
