//! The rule keys, and the settings of a table.

use crate::bluffing::ending::Ending;
use crate::bluffing::series::{Counters, MatchState};
use crate::kit::rules::{OfSeats, Rule, Rules, words};
use tali_core::process::Play;

pub(super) const COUNTERS: Rule<OfSeats<u8>> = Rule::whole_of_seats(
    "counters",
    "10",
    1..=20,
    "Each player begins with _ counters. Beginning with fewer than others is a handicap.",
);

pub(super) const THROWS: Rule<u8> = Rule::whole(
    "throws",
    "1",
    1..=MOST_THROWS as i64,
    "A turn has up to _ throws. With 2 or 3 the thrower may secretly put some of the bones just thrown aside and throw the \
     others again, saying each time how many.",
);

/// The largest number of throws in a turn.
pub(super) const MOST_THROWS: u8 = 3;

pub(super) const VOID: Rule<Void> = Rule::new(
    "void",
    "\"recast\"",
    "A hand without a rank is _. \"recast\": a player who would have to call on it throws the same bones again until the \
     hand ranks. \"lowest\": it is the lowest rank, which may be called first. \"bluff\": it is below all ranks and may not \
     be called, so any call on it is a lie.",
);

words!(pub(super) enum Void { "recast" => Recast, "lowest" => Lowest, "bluff" => Bluff });

pub(super) const STARTER: Rule<Starter> = Rule::new(
    "starter",
    "\"challenger\"",
    "The _ starts the next round. A player who is out is passed over. \"challenger\": the player who challenged. \"loser\": \
     the player who paid a counter.",
);

words!(pub(super) enum Starter { "challenger" => Challenger, "loser" => Loser });

/// The settings of a table.
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

    /// The state before the first round.
    pub(super) const fn start(&self) -> MatchState {
        MatchState { counters: self.counters, starter: 0 }
    }

    /// The state after a round.
    pub(super) fn after(&self, state: &MatchState, ending: Ending) -> Play<MatchState> {
        let starter = match self.starter {
            Starter::Challenger => ending.challenger,
            Starter::Loser => ending.loser,
        };
        state.after(Some(ending.loser), starter)
    }
}
