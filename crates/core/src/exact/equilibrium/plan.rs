//! Strategies as flows, what they are worth against each other, and what is best against one.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{FromPrimitive, One, Zero};

use super::game::{Player, SequenceGame};

/// What flows through a game: whole numbers over a common denominator, or doubles.
pub trait Flow: Clone + PartialOrd {
    /// Nothing.
    fn nothing() -> Self;
    /// `self += flow · payment`.
    fn add(&mut self, flow: &Self, payment: f64);
}

impl Flow for f64 {
    fn nothing() -> Self {
        0.0
    }

    fn add(&mut self, flow: &Self, payment: f64) {
        *self += flow * payment;
    }
}

impl Flow for BigInt {
    fn nothing() -> Self {
        Zero::zero()
    }

    /// Payments are whole.
    fn add(&mut self, flow: &Self, payment: f64) {
        if payment.to_bits() == 1f64.to_bits() {
            *self += flow;
        } else if let Some(payment) = Self::from_f64(payment) {
            *self += flow * payment;
        }
    }
}

/// What a seat wants to be paid, of all that it can get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// As much as it can.
    Most,
    /// As little as it can.
    Least,
}

/// A strategy of one seat as a flow, exactly: how much of all chances comes to each of its sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    player: Player,
    /// Of each sequence, in parts of the scale.
    flows: Vec<BigInt>,
    /// What a weight of 1 is written as.
    scale: BigInt,
}

impl Plan {
    /// The plan with these flows, which are for the weights of chance as they are.
    pub fn new(player: Player, flows: &[BigRational]) -> Self {
        let scale = flows.iter().fold(BigInt::one(), |scale, flow| {
            if scale.is_multiple_of(flow.denom()) { scale } else { scale.lcm(flow.denom()) }
        });
        let whole = |flow: &BigRational| {
            if flow.is_zero() { BigInt::zero() } else { flow.numer() * (&scale / flow.denom()) }
        };
        Self { player, flows: flows.iter().map(whole).collect(), scale }
    }

    /// The plan of a seat that divides what comes into each set, which begins with these weights, as `divide` says: for a
    /// set one probability for each action, which add up to 1.
    pub fn of_behaviour(
        game: &SequenceGame,
        player: Player,
        weights: &[BigUint],
        mut divide: impl FnMut(usize) -> Vec<BigRational>,
    ) -> Self {
        let mut flows = vec![BigRational::zero(); game.sequences(player)];
        for set in 0..game.sets(player) {
            let begins = weights.get(set).cloned().unwrap_or_default();
            let mut inflow = BigRational::from_integer(begins.into());
            for (parent, chance) in game.parents(player, set) {
                let flow = &flows[*parent as usize];
                match BigRational::from_float(*chance) {
                    Some(chance) if !chance.is_one() => inflow += flow * chance,
                    _ => inflow += flow,
                }
            }
            for (sequence, part) in game.actions(player, set).zip(divide(set)) {
                if !part.is_zero() && !inflow.is_zero() {
                    flows[sequence] = if part.is_one() { inflow.clone() } else { &inflow * part };
                }
            }
        }
        Self::new(player, &flows)
    }

    /// Whose it is.
    pub const fn player(&self) -> Player {
        self.player
    }

    /// How much flows through each sequence, in parts of the scale.
    pub fn flows(&self) -> &[BigInt] {
        &self.flows
    }

    /// What a weight of 1 is written as.
    pub const fn scale(&self) -> &BigInt {
        &self.scale
    }

    /// How much comes into the set of a sequence.
    pub fn inflow(&self, game: &SequenceGame, set: usize) -> BigInt {
        game.actions(self.player, set).map(|sequence| &self.flows[sequence]).sum()
    }

    /// How likely an action is where its set is reached; 0 where it is not.
    pub fn probability(&self, game: &SequenceGame, sequence: u32) -> BigRational {
        let sequence = sequence as usize;
        let inflow = self.inflow(game, game.owner(self.player, sequence));
        if inflow.is_zero() {
            return BigRational::zero();
        }
        BigRational::new(self.flows[sequence].clone(), inflow)
    }

    /// What is paid if the other seat plays this, in parts of both scales and of all weights.
    pub fn payment(&self, game: &SequenceGame, other: &Self) -> BigRational {
        let of_all: BigInt = (0..)
            .zip(&self.flows)
            .filter(|(_, flow)| !flow.is_zero())
            .map(|(sequence, flow)| flow * met(game, self.player, sequence, &other.flows))
            .sum();
        BigRational::new(of_all, &self.scale * &other.scale)
    }

    /// The best, or the worst, that the other seat, whose chances have these weights, can do against it, in the same
    /// parts.
    pub fn best_response(
        &self,
        game: &SequenceGame,
        weights: &[BigUint],
        objective: Objective,
    ) -> BigRational {
        let weights: Vec<BigInt> = weights.iter().map(|weight| weight.clone().into()).collect();
        let response = best_response(game, self.player.other(), objective, &self.flows, &weights);
        BigRational::new(response.value, self.scale.clone())
    }

    /// What follows from each sequence of the other seat if it plays its best from there on, in parts of this plan: what is
    /// paid where both come, however unlikely the other comes there by itself.
    pub fn answers(&self, game: &SequenceGame) -> Vec<BigInt> {
        best_response(game, self.player.other(), Objective::Most, &self.flows, &[]).sequences
    }
}

/// What a sequence is paid where it meets those of the other seat that flow like this.
pub(super) fn met<F: Flow>(game: &SequenceGame, player: Player, sequence: usize, flows: &[F]) -> F {
    let mut sum = F::nothing();
    for (other, payment) in game.met(player, sequence) {
        sum.add(&flows[*other as usize], *payment);
    }
    sum
}

/// The best that a seat can do against a flow of the other one.
pub(super) struct BestResponse<F> {
    /// What it gets, or pays, for all its weights.
    pub value: F,
    /// The sequence that it takes in each set.
    pub taken: Vec<usize>,
    /// What follows from each sequence, best or not.
    pub sequences: Vec<F>,
}

/// Finds what is best, from the last sets back to the first.
pub(super) fn best_response<F>(
    game: &SequenceGame,
    player: Player,
    objective: Objective,
    others: &[F],
    weights: &[F],
) -> BestResponse<F>
where
    F: Flow + std::ops::Mul<Output = F>,
{
    let sets = game.sets(player);
    let mut values = vec![F::nothing(); sets];
    let mut taken = vec![0; sets];
    let mut sequences = vec![F::nothing(); game.sequences(player)];
    let mut value = F::nothing();
    for set in (0..sets).rev() {
        let mut best: Option<(usize, F)> = None;
        for sequence in game.actions(player, set) {
            let mut worth = met(game, player, sequence, others);
            for (child, chance) in game.children(player, sequence) {
                worth.add(&values[*child as usize], *chance);
            }
            let is_better = best.as_ref().is_none_or(|(_, best)| match (player, objective) {
                (Player::First, Objective::Most) | (Player::Second, Objective::Least) => worth > *best,
                _ => worth < *best,
            });
            sequences[sequence] = worth.clone();
            if is_better {
                best = Some((sequence, worth));
            }
        }
        if let Some((sequence, worth)) = best {
            taken[set] = sequence;
            if let Some(weight) = weights.get(set) {
                value.add(&(weight.clone() * worth.clone()), 1.0);
            }
            values[set] = worth;
        }
    }
    BestResponse { value, taken, sequences }
}
