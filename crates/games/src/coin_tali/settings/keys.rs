//! The rule keys.

use super::characters::Characters;
use super::values::{GamePot, Prices, Purse, Raise, RolePlay, Variants};
use crate::kit::rules::{MOST_COINS, OfSeats, Rule, words};
use crate::kit::{Rules, Usual};

pub(crate) const SCOPE: Rule<Scope> = Rule::new(
    "scope",
    "\"round\"",
    "A game is one _. \"round\": a round from a given start, with purses that are never empty. \"evening\": a whole \
     evening with purses.",
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
    "What may be bought: _. etiam: throw all four bones again. mercury: exactly two. fortuna: exactly one. jove: call a \
     special round before throwing. The three re-rolls are on, as without them nobody has anything to decide: [] plays so.",
);

pub(crate) const PRICES: Rule<Prices> = Rule::new(
    "prices",
    "{etiam = 1, mercury = 3, fortuna = 5}",
    "What re-rolls cost, in coppers: _. One that is left out keeps its usual price.",
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
    "What is charged: _. \"last\": only the cast that lies at the end of the turn. \"roll\": every throw at once, for the \
     bones that were thrown.",
);

words!(pub(crate) enum Fees { "last" => Last, "roll" => Roll });

pub(crate) const COUNT: Rule<Count> = Rule::new(
    "count",
    "\"shares\"",
    "Players make the most of their _. \"shares\": coins, and an equal part of what lies in the game pot. \"purse\": coins \
     alone.",
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
    "A round begins with _ in the game pot. A number is of coppers; \"gold-each\" is one gold of every seat.",
);

pub(crate) const GOLD: Rule<i64> = Rule::whole("gold", "100", 0..=MOST_COINS, "A gold is worth _ coppers.");
pub(crate) const SILVER: Rule<i64> =
    Rule::whole("silver", "10", 0..=MOST_COINS, "A silver is worth _ coppers.");
pub(crate) const DOG: Rule<i64> =
    Rule::whole("dog", "1", 0..=MOST_COINS, "Each 1 pays _ coppers, unless all four show it.");

pub(crate) const CHARACTERS: Rule<Characters> = Rule::new(
    "characters",
    "[]",
    "The characters, one for each seat in order: _. Each is {name = \"…\", powers = [{name = \"…\", cost = 0, EFFECT}]}, where \
     EFFECT is reroll = 1 to 4 (throw so many bones again), turn = 1 to 4 (turn so many bones over), add = N (score N more), \
     or immune = [\"ones\", \"canis\", \"vultures\"] (pay the cost instead of such a charge).",
);

pub(crate) const ROLE_PLAY: Rule<RolePlay> = Rule::new(
    "role_play",
    "[]",
    "The chance of each seat to be voted the silver of the bank at the end of a round: _. They add up to at most 1.",
);

pub(crate) const PURSE: Rule<OfSeats<Purse>> = Rule::new(
    "purse",
    "{gold = 2, silver = 3, copper = 5}",
    "Each player brings _ to an evening. A number is of coppers. The gold then goes into the game pot.",
);

pub(crate) const ROUNDS: Rule<u64> = Rule::whole(
    "rounds",
    "0",
    0..=10_000,
    "An evening ends after _ rounds at the latest. With 0 it goes on until one player is left.",
);

pub(crate) const RAISE: Rule<OfSeats<Raise>> = Rule::new(
    "raise",
    "\"keep\"",
    "In an evening, the winner of a round sets the next ante: _. \"keep\": as it was. \"up\": 5 more. \"down\": 5 less. One \
     for all, or a list with one for each seat.",
);

pub(crate) const LOANS: Rule<bool> =
    Rule::new("loans", "false", "In an evening, the bank lends what a player cannot pay: _.");

/// The keys of a round, and those of an evening, which mean nothing to the other.
pub(crate) const OF_ROUNDS: [&str; 1] = ["game_pot"];
pub(crate) const OF_EVENINGS: [&str; 4] = ["purse", "rounds", "raise", "loans"];

/// Which keys, and which paragraphs of the reading by their first word, mean nothing to who plays by some rules.
pub(crate) fn out_of_play(rules: &Rules) -> Vec<&'static str> {
    // Players need not hear what one game is, nor what best play counts.
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
