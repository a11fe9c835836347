//! The match of any number of seats as a process with chance, choices and hidden hands.

use super::bids::{Action, Bids, Hand, Known, Subject};
use super::settings::{MOST_TALI, Tali};
use super::table::Table;
use crate::bluffing::decided::decided;
use crate::bluffing::ending::Ending;
use crate::bluffing::series::MatchState;
use tali_core::process::{Distribution, MAX_SEATS, Play, Process, Step, Turn, WithPolicies};

/// A match, throw by throw and bid by bid.
pub(super) struct Bidding<'a> {
    table: &'a Table,
    /// The distributions of the first 1, 2, … tali of each seat.
    hands: Vec<Distribution<Move>>,
}

/// A round after some throws or bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bid {
    state: MatchState,
    /// The hidden hands of the seats that have thrown; all throw, in seat order, before anybody bids.
    hands: [Option<Hand>; MAX_SEATS],
    bids: Option<(Subject, Bids)>,
    /// The seat that made the last bid, and the seat that replies to it or opens.
    bidder: usize,
    mover: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Move {
    Throw(Hand),
    Act(Action),
}

/// The information set of a seat: the seat, the numbers of tali, and its knowledge of this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Information {
    pub seat: usize,
    pub tali: Tali,
    pub known: Known,
}

impl<'a> Bidding<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        let hands = table.bones.iter().flat_map(|bones| {
            (1..=MOST_TALI).map(|tali| Hand::distribution(bones, tali).relabelled(|hand| Move::Throw(*hand)))
        });
        let hands = hands.collect();
        Self { table, hands }
    }

    /// Fixes the simple policies of all seats.
    pub(super) fn decided(self) -> Option<WithPolicies<Self>> {
        let table = self.table;
        decided(self, |Information { seat, tali, known }| {
            let behaviour = table.policy(*seat).behaviour(&table.settings, &table.odds(tali, *seat), known);
            let chances = behaviour.into_iter().enumerate();
            Distribution::of_chances(chances).unwrap_or_else(|| Distribution::certain(0))
        })
    }

    /// The start of a round.
    fn begin(state: MatchState) -> Bid {
        let (bidder, mover) = (state.starter, state.starter);
        Bid { state, hands: [None; MAX_SEATS], bids: None, bidder, mover }
    }

    /// The seat that throws in a state, if any.
    #[cfg(test)]
    pub(super) fn thrower(state: &<Self as Process>::State) -> Option<usize> {
        let Play::On(state) = state else { return None };
        state.state.counters.left().iter().find(|seat| state.hands[*seat].is_none())
    }

    /// The number of hidden hands.
    #[cfg(test)]
    pub(super) fn hidden(state: &<Self as Process>::State) -> usize {
        let Play::On(state) = state else { return 0 };
        state.hands.iter().flatten().count()
    }

    /// The knowledge of the deciding seat.
    fn known(&self, state: &Bid) -> Known {
        let hand = state.hands[state.mover].unwrap_or_default();
        Known::of(hand, state.bids, self.table.settings.wild_hounds)
    }
}

impl Process for Bidding<'_> {
    type State = Play<Bid>;
    type Move = Move;
    type Information = Information;
    type Event = ();

    fn seats(&self) -> usize {
        self.table.settings.seats
    }

    fn estimated_states(&self) -> f64 {
        // All hidden hands and all bids, once for each way to have lost tali.
        let settings = &self.table.settings;
        let hands =
            |tali: u8| f64::from((u32::from(tali) + 1) * (u32::from(tali) + 2) * (u32::from(tali) + 3) / 6);
        let each = settings.tali.0.iter().filter(|tali| **tali > 0);
        let (hidden, lost) =
            each.fold((1.0, 1.0), |(hidden, lost), tali| (hidden * hands(*tali), lost * f64::from(tali + 1)));
        hidden * lost * 4.0 * 2f64.powi(settings.tali.all().into())
    }

    fn start(&self) -> Self::State {
        Play::On(Self::begin(self.table.settings.start()))
    }

    fn distributions(&self) -> &[Distribution<Move>] {
        &self.hands
    }

    fn turn(&self, state: &Self::State) -> Turn<Information> {
        let state = match state {
            Play::On(state) => state,
            Play::Over(winners) => return Turn::End(*winners),
        };
        let tali = state.state.counters;
        if let Some(seat) = tali.left().iter().find(|seat| state.hands[*seat].is_none()) {
            return Turn::Chance(seat * usize::from(MOST_TALI) + usize::from(tali.of(seat)) - 1);
        }
        Turn::Choose {
            seat: state.mover,
            information: Information { seat: state.mover, tali, known: self.known(state) },
        }
    }

    fn actions(&self, state: &Self::State, actions: &mut Vec<Move>) {
        let Play::On(state) = state else { return };
        let known = self.known(state).actions(&self.table.settings, &state.state.counters);
        actions.extend(known.into_iter().map(Move::Act));
    }

    fn next(&self, state: &Self::State, made: Move) -> Step<Self::State> {
        let Play::On(mut at) = *state else { return Step::to(*state) };
        let left = at.state.counters.left();
        match made {
            Move::Throw(hand) => {
                if let Some(seat) = left.iter().find(|seat| at.hands[*seat].is_none()) {
                    at.hands[seat] = Some(hand);
                }
                Step::to(Play::On(at)).taking(0)
            }
            Move::Act(Action::Bid(subject, level)) => {
                let bids = at.bids.map_or(Bids::one(level), |(_, bids)| bids.with(level));
                at.bids = Some((subject, bids));
                at.bidder = at.mover;
                at.mover = at.state.counters.next(at.mover);
                Step::to(Play::On(at)).taking(0)
            }
            Move::Act(Action::Challenge) => {
                let Some((subject, bids)) = at.bids else { return Step::to(*state) };
                let own = |hand: &Hand| u32::from(subject.own(hand, self.table.settings.wild_hounds));
                let all: u32 = at.hands.iter().flatten().map(own).sum();
                let ending = Ending::new(at.bidder, at.mover, all >= bids.last().into());
                Step::to(match self.table.settings.after(&at.state, ending) {
                    Play::On(state) => Play::On(Self::begin(state)),
                    Play::Over(winners) => Play::Over(winners),
                })
            }
        }
    }
}
