//! The rule keys, and the rules as a table plays them.

use crate::bluffing::ending::Ending;
use crate::bluffing::series::MatchState;
use crate::kit::rules::{OfSeats, Rule, Rules, words};
use tali_core::process::Play;

/// How many tali each seat has.
pub(super) use crate::bluffing::series::Counters as Tali;

pub(super) const TALI: Rule<OfSeats<u8>> = Rule::whole_of_seats(
    "tali",
    "4",
    1..=MOST_TALI as i64,
    "Each player begins with _ tali. To begin with fewer than others is a handicap.",
);

pub(super) const LOSS: Rule<Loss> = Rule::new(
    "loss",
    "\"either\"",
    "Who can lose a talus: _. \"either\": whoever loses the challenge. \"bidder\": as the source has it, only a bidder \
     whose bid fails; nobody can be forced to make one, so that best play never ends.",
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

/// The most tali that a seat can have.
pub(super) const MOST_TALI: u8 = 4;

/// The rules as a table plays them.
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

    /// Before the first round.
    pub(super) const fn start(&self) -> MatchState {
        MatchState { counters: self.tali, starter: 0 }
    }

    /// What follows a round: its loser, if it is still in, starts the next.
    pub(super) fn after(&self, state: &MatchState, ending: Ending) -> Play<MatchState> {
        let pays = self.loss == Loss::Either || ending.is_right();
        state.after(pays.then_some(ending.loser), ending.loser)
    }
}
