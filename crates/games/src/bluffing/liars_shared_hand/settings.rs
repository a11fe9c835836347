//! The rule keys, and the rules as a table plays them.

use crate::bluffing::ending::Ending;
use crate::bluffing::series::{Counters, MatchState};
use crate::kit::rules::{OfSeats, Rule, Rules, words};
use tali_core::process::Play;

pub(super) const COUNTERS: Rule<OfSeats<u8>> = Rule::whole_of_seats(
    "counters",
    "10",
    1..=20,
    "Each player begins with _ counters. To begin with fewer than others is a handicap.",
);

pub(super) const THROWS: Rule<u8> = Rule::whole(
    "throws",
    "1",
    1..=MOST_THROWS as i64,
    "A turn has up to _ throws. With 2 or 3 the thrower puts some of the bones just thrown aside, unseen, and throws \
     the others again; how many is told each time.",
);

/// The most throws of a turn.
pub(super) const MOST_THROWS: u8 = 3;

pub(super) const VOID: Rule<Void> = Rule::new(
    "void",
    "\"recast\"",
    "A hand without a rank is _. \"recast\": whoever would have to call on it throws the same bones again until the hand ranks. \
     \"lowest\": it is the lowest rank, which may be called first. \"bluff\": it is below all ranks and may not be called, so \
     that whatever is called on it is a lie.",
);

words!(pub(super) enum Void { "recast" => Recast, "lowest" => Lowest, "bluff" => Bluff });

pub(super) const STARTER: Rule<Starter> = Rule::new(
    "starter",
    "\"challenger\"",
    "The _ starts the next round. Whoever is out is passed over. \"challenger\": whoever challenged. \"loser\": whoever paid a counter.",
);

words!(pub(super) enum Starter { "challenger" => Challenger, "loser" => Loser });

/// The rules as a table plays them.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub seats: usize,
    pub counters: Counters,
    pub throws: u8,
    pub void: Void,
    pub starter: Starter,
}

impl Settings {
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            seats: rules.seats,
            counters: Counters::new(&rules.get(&COUNTERS).0),
            throws: rules.get(&THROWS),
            void: rules.get(&VOID),
            starter: rules.get(&STARTER),
        }
    }

    /// Before the first round.
    pub(super) const fn start(&self) -> MatchState {
        MatchState { counters: self.counters, starter: 0 }
    }

    /// What follows a round.
    pub(super) fn after(&self, state: &MatchState, ending: Ending) -> Play<MatchState> {
        let starter = match self.starter {
            Starter::Challenger => ending.challenger,
            Starter::Loser => ending.loser,
        };
        state.after(Some(ending.loser), starter)
    }
}
