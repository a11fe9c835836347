//! Strategies as flows, their values against each other, and best responses.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{FromPrimitive, One, Zero};

use super::game::{Player, SequenceGame};

/// A flow through a game: a whole number over a common denominator, or a double.
pub trait Flow: Clone + PartialOrd {
    /// Zero.
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

    /// Expects a whole payment.
    fn add(&mut self, flow: &Self, payment: f64) {
        if payment.to_bits() == 1f64.to_bits() {
            *self += flow;
        } else if let Some(payment) = Self::from_f64(payment) {
            *self += flow * payment;
        }
    }
}

/// The objective of a best response: the largest or the smallest payment to the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The largest payment.
    Most,
    /// The smallest payment.
    Least,
}

/// A strategy of one seat as an exact flow: the part of all chance weights that reaches each of its sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    player: Player,
    /// The numerators of the flows, over the scale.
    flows: Vec<BigInt>,
    /// The common denominator.
    scale: BigInt,
}

impl Plan {
    /// The plan with these flows, in the unit of the chance weights.
    pub fn new(player: Player, flows: &[BigRational]) -> Self {
        let scale = flows.iter().fold(BigInt::one(), |scale, flow| {
            if scale.is_multiple_of(flow.denom()) { scale } else { scale.lcm(flow.denom()) }
        });
        let whole = |flow: &BigRational| {
            if flow.is_zero() { BigInt::zero() } else { flow.numer() * (&scale / flow.denom()) }
        };
        Self { player, flows: flows.iter().map(whole).collect(), scale }
    }

    /// The plan of a behaviour strategy: sets begin with these weights, and `divide` returns for a set the probability of each
    /// action, which add up to 1.
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

    /// The seat that plays it.
    pub const fn player(&self) -> Player {
        self.player
    }

    /// The flow through each sequence, as numerators over the scale.
    pub fn flows(&self) -> &[BigInt] {
        &self.flows
    }

    /// The common denominator of the flows.
    pub const fn scale(&self) -> &BigInt {
        &self.scale
    }

    /// The inflow of a set, as a numerator over the scale.
    pub fn inflow(&self, game: &SequenceGame, set: usize) -> BigInt {
        game.actions(self.player, set).map(|sequence| &self.flows[sequence]).sum()
    }

    /// The probability of an action given that its set is reached; 0 if it is not.
    pub fn probability(&self, game: &SequenceGame, sequence: u32) -> BigRational {
        let sequence = sequence as usize;
        let inflow = self.inflow(game, game.owner(self.player, sequence));
        if inflow.is_zero() {
            return BigRational::zero();
        }
        BigRational::new(self.flows[sequence].clone(), inflow)
    }

    /// The payment if the other seat plays this plan, summed over all chance weights.
    pub fn payment(&self, game: &SequenceGame, other: &Self) -> BigRational {
        let of_all: BigInt = (0..)
            .zip(&self.flows)
            .filter(|(_, flow)| !flow.is_zero())
            .map(|(sequence, flow)| flow * met(game, self.player, sequence, &other.flows))
            .sum();
        BigRational::new(of_all, &self.scale * &other.scale)
    }

    /// The payment if the other seat, whose sets begin with these weights, plays a best or a worst response to this plan,
    /// summed over all chance weights.
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

    /// The payment from each sequence of the other seat if it plays its best from there on, over this plan's scale and
    /// regardless of how likely the other seat reaches it.
    pub fn answers(&self, game: &SequenceGame) -> Vec<BigInt> {
        best_response(game, self.player.other(), Objective::Most, &self.flows, &[]).sequences
    }
}

/// The payment of a sequence where it meets those of the other seat, given their flows.
pub(super) fn met<F: Flow>(game: &SequenceGame, player: Player, sequence: usize, flows: &[F]) -> F {
    let mut sum = F::nothing();
    for (other, payment) in game.met(player, sequence) {
        sum.add(&flows[*other as usize], *payment);
    }
    sum
}

/// A seat's best response to a flow of the other.
pub(super) struct BestResponse<F> {
    /// The payment, summed over the seat's weights.
    pub value: F,
    /// The sequence that the seat takes in each set.
    pub taken: Vec<usize>,
    /// The payment from each sequence, whether taken or not.
    pub sequences: Vec<F>,
}

/// Finds the best response, from the last sets back to the first.
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
            let mut utility = met(game, player, sequence, others);
            for (child, chance) in game.children(player, sequence) {
                utility.add(&values[*child as usize], *chance);
            }
            let is_better = best.as_ref().is_none_or(|(_, best)| match (player, objective) {
                (Player::First, Objective::Most) | (Player::Second, Objective::Least) => utility > *best,
                _ => utility < *best,
            });
            sequences[sequence] = utility.clone();
            if is_better {
                best = Some((sequence, utility));
            }
        }
        if let Some((sequence, utility)) = best {
            taken[set] = sequence;
            if let Some(weight) = weights.get(set) {
                value.add(&(weight.clone() * utility.clone()), 1.0);
            }
            values[set] = utility;
        }
    }
    BestResponse { value, taken, sequences }
}
