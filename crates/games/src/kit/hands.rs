//! What games have in common in which each seat casts one hand and the best rank wins.

use super::coins::Coins;
use super::rules::{Amount, Rule, words};
use super::{Playable, Rules, Table};
use tali_core::process::{Distribution, Fee, Hand, Showdown, Stakes, Tie};
use tali_core::tali::{Cast, CastTable};

/// Who takes the pot when the best hands tie, in all games that have the key.
pub(crate) const TIE: Rule<Tie> = Rule::new(
    "tie",
    "\"recast\"",
    "when the best hands tie. \"recast\": the tied players cast again, in the order of the seats, until one is \
     left; fees are paid again. \"split\": they share the pot, cutting coins if need be",
);

words!(Tie { "recast" => Recast, "split" => Split });

/// The rank of Venus.
pub(crate) const BEST: i32 = 18;

/// The rank of a cast of four, 0 for a void.
pub(crate) fn rank(cast: &Cast) -> i32 {
    cast.rank().map_or(0, i32::from)
}

/// What a rank is, for a player.
pub(crate) fn ranked(rank: i32) -> String {
    if rank == BEST { "the best hand".to_owned() } else { format!("rank {rank} of {BEST}") }
}

/// What the casts of each seat are worth, by what one cast is.
pub(crate) fn hands(table: &Table, hand: impl Fn(&Cast) -> Hand) -> Vec<Distribution<Hand>> {
    table.bones.iter().map(|set| Distribution::of_casts(&CastTable::new(set), &hand)).collect()
}

/// A showdown of hands, for which every seat pays the ante and a hand that pays a fee.
pub(crate) fn showdown(
    table: &Table,
    hand: fn(&Rules, &Cast) -> Hand,
    ante: &Rule<Amount>,
    fee: impl FnOnce(&Coins) -> Fee,
) -> Box<dyn Playable> {
    let rules = &table.rules;
    let coins = Coins::new(rules);
    coins.counted(Showdown {
        hands: hands(table, |cast| hand(rules, cast)),
        tie: rules.get(&TIE),
        stakes: Some(Stakes { ante: coins.of(ante), fee: fee(&coins) }),
    })
}
