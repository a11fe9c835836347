//! The rule keys, and the rules as a table plays them.

use crate::games::kit::rules::{OfSeats, Rule, Rules, words};
use crate::process::{MAX_SEATS, Seats};

pub(super) const TALI: Rule<OfSeats<u8>> = Rule::whole_of_seats(
    "tali",
    "4",
    1..=MOST_TALI as i64,
    "how many tali each seat begins with; to begin with fewer than others is a handicap",
);

pub(super) const LOSS: Rule<Loss> = Rule::new(
    "loss",
    "\"either\"",
    "who can lose a talus. \"either\": whoever loses the challenge. \"bidder\": as the source has it, only a bidder whose \
     bid fails; nobody can be forced to make one, so that best play never ends",
);

words!(pub(super) enum Loss { "either" => Either, "bidder" => Bidder });

pub(super) const DUEL: Rule<Duel> = Rule::new(
    "duel",
    "\"sum\"",
    "what is bid on when two seats are left with one talus each. \"sum\": the sum of both, from 2 to 12. \"faces\": a face \
     and how many show it, as before",
);

words!(pub(super) enum Duel { "sum" => Sum, "faces" => Faces });

pub(super) const WILD_HOUNDS: Rule<bool> =
    Rule::new("wild_hounds", "false", "whether a 1 counts as any face, but for bids on ones and on sums");

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
        let mut tali = Tali([0; MAX_SEATS]);
        tali.0[..rules.seats].copy_from_slice(&rules.get(&TALI).0);
        Self {
            seats: rules.seats,
            tali,
            loss: rules.get(&LOSS),
            duel: rules.get(&DUEL),
            wild_hounds: rules.get(&WILD_HOUNDS),
        }
    }
}

/// How many tali each seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Tali(pub [u8; MAX_SEATS]);

impl Tali {
    /// The seats that have any.
    pub(super) fn left(&self) -> Seats {
        (0..MAX_SEATS).filter(|seat| self.0[*seat] > 0).collect()
    }

    /// The seat that has some and comes next after a seat, the first after the last.
    pub(super) fn next(&self, seat: usize) -> usize {
        let left = self.left();
        left.after(seat).or_else(|| left.iter().next()).unwrap_or(seat)
    }

    /// How many there are in play.
    pub(super) fn all(&self) -> u8 {
        self.0.iter().sum()
    }

    pub(super) const fn of(&self, seat: usize) -> u8 {
        self.0[seat]
    }

    /// The same after a seat has lost one.
    pub(super) const fn without_one(mut self, seat: usize) -> Self {
        self.0[seat] = self.0[seat].saturating_sub(1);
        self
    }
}
