//! The rule keys, and the rules as a table plays them.

use crate::games::kit::rules::{OfSeats, Rule, Rules, words};
use crate::process::{MAX_SEATS, Seats};

pub(super) const COUNTERS: Rule<OfSeats<u8>> = Rule::whole_of_seats(
    "counters",
    "10",
    1..=20,
    "how many counters each seat begins with; to begin with fewer than others is a handicap",
);

pub(super) const THROWS: Rule<u8> = Rule::whole(
    "throws",
    "1",
    1..=MOST_THROWS as i64,
    "how many throws a turn has at most. With 2 or 3 the thrower puts some of the bones just thrown aside, unseen, and throws \
     the others again; how many is told each time",
);

/// The most throws of a turn.
pub(super) const MOST_THROWS: u8 = 3;

pub(super) const VOID: Rule<Void> = Rule::new(
    "void",
    "\"recast\"",
    "a hand without a rank. \"recast\": whoever would have to call on it throws the same bones again until the hand ranks. \
     \"lowest\": it is the lowest rank, which may be called first. \"bluff\": it is below all ranks and may not be called, so \
     that whatever is called on it is a lie",
);

words!(pub(super) enum Void { "recast" => Recast, "lowest" => Lowest, "bluff" => Bluff });

pub(super) const STARTER: Rule<Starter> = Rule::new(
    "starter",
    "\"challenger\"",
    "who starts the next round; whoever is out is passed over. \"challenger\": whoever challenged. \"loser\": whoever paid a counter",
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
        let mut counters = Counters([0; MAX_SEATS]);
        counters.0[..rules.seats].copy_from_slice(&rules.get(&COUNTERS).0);
        Self {
            seats: rules.seats,
            counters,
            throws: rules.get(&THROWS),
            void: rules.get(&VOID),
            starter: rules.get(&STARTER),
        }
    }
}

/// How many counters each seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Counters(pub [u8; MAX_SEATS]);

impl Counters {
    /// The seats that have any.
    pub(super) fn left(&self) -> Seats {
        (0..MAX_SEATS).filter(|seat| self.0[*seat] > 0).collect()
    }

    pub(super) const fn of(&self, seat: usize) -> u8 {
        self.0[seat]
    }

    /// The same after a seat has paid one.
    pub(super) const fn without_one(mut self, seat: usize) -> Self {
        self.0[seat] = self.0[seat].saturating_sub(1);
        self
    }

    /// How many there are.
    pub(super) fn all(&self) -> u32 {
        self.0.iter().map(|counters| u32::from(*counters)).sum()
    }
}

/// The seat that comes next after one among those that are left, the first after the last.
pub(super) fn next(left: Seats, seat: usize) -> usize {
    left.after(seat).or_else(|| left.iter().next()).unwrap_or(seat)
}
