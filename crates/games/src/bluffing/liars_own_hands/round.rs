//! A round of two seats as a game in sequence form.
//!
//! It does not use [`tali_core::exact::HiddenPlay`] on the process: four tali against four have 1,020 bidding histories, and two
//! and a half million with all hidden hands.

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;

use super::bids::{Bids, Hand, Known, Subject, openings};
use super::settings::Settings;
use crate::bluffing::series::MatchState;
use tali_core::exact::{Plan, Player, SequenceGame};
use tali_core::tali::TaliSet;

/// A round of two seats. The first player is the seat that starts.
///
/// Once there is a bid, only what the own hand adds to its subject matters, so hands that add the same share their information
/// sets.
pub(super) struct Round {
    pub game: Arc<SequenceGame>,
    /// The initial weights of the information sets of each player.
    pub weights: [Vec<BigUint>; 2],
    /// The total weight of the hands of each player.
    pub totals: [BigUint; 2],
    /// The knowledge in each information set of each player.
    pub known: [Vec<Known>; 2],
    /// The information set for each knowledge of each player.
    pub sets: [HashMap<Known, u32>; 2],
    /// The bids so far, after every bid.
    pub nodes: Vec<Node>,
    /// The possible first bids.
    pub openings: Vec<(Subject, u8)>,
}

/// A bid that needs a reply.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub subject: Subject,
    pub bids: Bids,
    pub mover: Player,
    /// The possible additions of each player's hands to the bid, with the sequences that lead here with such a hand.
    pub arrive: [Vec<(u8, Vec<u32>)>; 2],
    /// The information set of the mover for each of its additions.
    pub sets: Vec<u32>,
}

impl Round {
    /// Builds the round from a state with two seats left, with these bones.
    pub(super) fn new(settings: &Settings, state: &MatchState, bones: &[TaliSet]) -> Self {
        let tali = &state.counters;
        let hands = state.pair().map(|seat| Hand::distribution(&bones[seat], tali.of(seat)));
        let openings = openings(settings, tali);
        let mut round = Builder { all: tali.all(), ..Builder::default() };
        for (hand, weight) in hands[0].outcomes() {
            round.add_set(Player::First, Known::Hand(*hand), &[], openings.len(), weight.clone());
        }
        for (index, (subject, level)) in openings.iter().copied().enumerate() {
            let own = |hand: &Hand| subject.own(hand, settings.wild_hounds);
            let parts = hands[1].map(own);
            let mut first: Vec<(u8, Vec<u32>)> = Vec::new();
            for (set, (hand, _)) in (0..).zip(hands[0].outcomes()) {
                let sequence = round.game.sequence(Player::First, set, index);
                match first.iter_mut().find(|(part, _)| *part == own(hand)) {
                    Some((_, sequences)) => sequences.push(sequence),
                    None => first.push((own(hand), vec![sequence])),
                }
            }
            first.sort_unstable();
            let second = parts.outcomes().iter().map(|(part, _)| (*part, Vec::new())).collect();
            let weight = |part: u8| hands[1].weight_of(|hand| own(hand) == part);
            round.add_nodes(subject, Bids::one(level), Player::Second, [first, second], &weight);
        }
        let Builder { game, weights, known, sets, nodes, .. } = round;
        let totals = hands.map(|hands| hands.total().clone());
        Self { game: Arc::new(game), weights, totals, known, sets, nodes, openings }
    }

    /// The plan of a player with these probabilities of actions in each information set.
    pub(super) fn plan(&self, player: Player, mut behaviour: impl FnMut(&Known) -> Vec<BigRational>) -> Plan {
        let known = &self.known[player.index()];
        Plan::of_behaviour(&self.game, player, &self.weights[player.index()], |set| behaviour(&known[set]))
    }

    /// The plan of a player that chooses all actions with equal probability.
    pub(super) fn plan_evenly(&self, player: Player) -> Plan {
        Plan::of_behaviour(&self.game, player, &self.weights[player.index()], |set| {
            let actions = self.game.actions(player, set).len();
            vec![BigRational::new(1.into(), actions.into()); actions]
        })
    }

    /// The weight of a player's hands that reach the other's decision after these bids, in units of its plan.
    pub(super) fn arrived(&self, plan: &Plan, bids: Option<(Subject, Bids)>) -> BigInt {
        let player = plan.player().index();
        let node = bids.and_then(|bids| self.nodes.iter().find(|node| (node.subject, node.bids) == bids));
        let sequences =
            node.into_iter().flat_map(|node| &node.arrive[player]).flat_map(|(_, sequences)| sequences);
        let mut sequences = sequences.peekable();
        if sequences.peek().is_none() {
            // The player has not acted yet.
            return BigInt::from(self.totals[player].clone()) * plan.scale();
        }
        sequences.map(|sequence| &plan.flows()[*sequence as usize]).sum()
    }

    /// Divides a number for all weights by the total weight of a round.
    pub(super) fn each(&self, number: BigRational) -> BigRational {
        let [one, other] = self.totals.each_ref().map(|total| BigInt::from(total.clone()));
        number / (one * other)
    }

    /// The outcome of the round under these plans.
    pub(super) fn outcome(&self, plans: [&Plan; 2]) -> Outcome {
        let mut outcome = [[BigInt::zero(), BigInt::zero()], [BigInt::zero(), BigInt::zero()]];
        let mut bids = BigInt::zero();
        for node in &self.nodes {
            let (mover, bidder) = (node.mover, node.mover.other());
            let mut ends = [BigInt::zero(), BigInt::zero()];
            for ((own, _), set) in node.arrive[mover.index()].iter().zip(&node.sets) {
                let challenge = &plans[mover.index()].flows()[self.game.sequence(mover, *set, 0) as usize];
                if challenge.is_zero() {
                    continue;
                }
                for (others, sequences) in &node.arrive[bidder.index()] {
                    let flow = |sequence: &u32| &plans[bidder.index()].flows()[*sequence as usize];
                    let flow: BigInt = sequences.iter().map(flow).sum();
                    ends[usize::from(own + others >= node.bids.last())] += challenge * flow;
                }
            }
            bids += (&ends[0] + &ends[1]) * node.bids.number();
            for (sum, end) in outcome[bidder.index()].iter_mut().zip(ends) {
                *sum += end;
            }
        }
        let scale = plans[0].scale() * plans[1].scale();
        let number = |count: BigInt| self.each(BigRational::new(count, scale.clone()));
        Outcome { ends: outcome.map(|of_bidder| of_bidder.map(number)), bids: number(bids) }
    }
}

#[derive(Default)]
struct Builder {
    game: SequenceGame,
    weights: [Vec<BigUint>; 2],
    known: [Vec<Known>; 2],
    sets: [HashMap<Known, u32>; 2],
    nodes: Vec<Node>,
    all: u8,
}

impl Builder {
    /// Adds a bid and all its continuations.
    fn add_nodes(
        &mut self,
        subject: Subject,
        bids: Bids,
        mover: Player,
        arrive: [Vec<(u8, Vec<u32>)>; 2],
        weight: &dyn Fn(u8) -> BigUint,
    ) {
        let (last, (_, highest)) = (bids.last(), subject.levels(self.all));
        let actions = usize::from(highest - last) + 1;
        let mut sets = Vec::with_capacity(arrive[mover.index()].len());
        for (own, parents) in &arrive[mover.index()] {
            let begins = if parents.is_empty() { weight(*own) } else { BigUint::zero() };
            let known = Known::Bids { subject, bids, own: *own };
            let set = self.add_set(mover, known, parents, actions, begins);
            sets.push(set);
            let challenge = self.game.sequence(mover, set, 0);
            for (others, sequences) in &arrive[mover.other().index()] {
                let holds = own + others >= last;
                if holds != (mover == Player::Second) {
                    continue;
                }
                for sequence in sequences {
                    match mover {
                        Player::First => self.game.pay(challenge, *sequence, 1.0),
                        Player::Second => self.game.pay(*sequence, challenge, 1.0),
                    }
                }
            }
        }
        for (action, level) in (last + 1..=highest).enumerate() {
            let mut next = arrive.clone();
            for ((_, sequences), set) in next[mover.index()].iter_mut().zip(&sets) {
                *sequences = vec![self.game.sequence(mover, *set, action + 1)];
            }
            self.add_nodes(subject, bids.with(level), mover.other(), next, weight);
        }
        self.nodes.push(Node { subject, bids, mover, arrive, sets });
    }

    fn add_set(
        &mut self,
        player: Player,
        known: Known,
        parents: &[u32],
        actions: usize,
        begins: BigUint,
    ) -> u32 {
        let set = self.game.add_set(player, parents, actions);
        self.known[player.index()].push(known);
        self.weights[player.index()].push(begins);
        self.sets[player.index()].insert(known, set);
        set
    }
}

/// The outcome of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The probability of each ending: the last bid is the starter's or the other's, and fails or holds.
    pub ends: [[BigRational; 2]; 2],
    /// The mean number of bids.
    pub bids: BigRational,
}

impl Outcome {
    /// The probability that the starter wins the round.
    pub(super) fn starter_wins(&self) -> BigRational {
        &self.ends[0][1] + &self.ends[1][0]
    }

    /// The probability that the challenge is right.
    pub(super) fn challenge_right(&self) -> BigRational {
        &self.ends[0][0] + &self.ends[1][0]
    }
}
