//! The rule keys, and the settings of a table.

use crate::bluffing::ending::Ending;
use crate::bluffing::series::MatchState;
use crate::kit::rules::{OfSeats, Rule, Rules, words};
use tali_core::process::Play;

/// The number of tali of each seat.
pub(super) use crate::bluffing::series::Counters as Tali;

pub(super) const TALI: Rule<OfSeats<u8>> = Rule::whole_of_seats(
    "tali",
    "4",
    1..=MOST_TALI as i64,
    "Each player begins with _ tali. Beginning with fewer than others is a handicap.",
);

pub(super) const LOSS: Rule<Loss> = Rule::new(
    "loss",
    "\"either\"",
    "Who can lose a talus: _. \"either\": the loser of the challenge. \"bidder\": as in the source, only a bidder whose bid \
     fails; nobody can be forced to make such a bid, so best play never ends.",
);

words!(pub(super) enum Loss { "either" => Either, "bidder" => Bidder });

pub(super) const DUEL: Rule<Duel> = Rule::new(
    "duel",
    "\"sum\"",
    "When two players are left with one talus each, they bid on the _. \"sum\": the sum of both, from 2 to 12. \"faces\": \
     a face and how many show it, as before.",
);

words!(pub(super) enum Duel { "sum" => Sum, "faces" => Faces });

pub(super) const WILD_HOUNDS: Rule<bool> = Rule::new(
    "wild_hounds",
    "false",
    "A 1 counts as any face: _. In bids on ones and on sums it never does.",
);

/// The largest number of tali of a seat.
pub(super) const MOST_TALI: u8 = 4;

/// The settings of a table.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub seats: usize,
    pub tali: Tali,
    pub loss: Loss,
    pub duel: Duel,
    pub wild_hounds: bool,
}

impl Settings {
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            seats: rules.seats,
            tali: Tali::new(&rules.get(&TALI).0),
            loss: rules.get(&LOSS),
            duel: rules.get(&DUEL),
            wild_hounds: rules.get(&WILD_HOUNDS),
        }
    }

    /// The state before the first round.
    pub(super) const fn start(&self) -> MatchState {
        MatchState { counters: self.tali, starter: 0 }
    }

    /// The state after a round: the loser, if still in, starts the next.
    pub(super) fn after(&self, state: &MatchState, ending: Ending) -> Play<MatchState> {
        let pays = self.loss == Loss::Either || ending.is_right();
        state.after(pays.then_some(ending.loser), ending.loser)
    }
}
