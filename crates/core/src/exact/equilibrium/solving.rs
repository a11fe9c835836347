//! Solves a stage after all that follow it: exactly, in doubles, or by regret minimisation; and bounds its value.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use rustc_hash::FxHashMap;

use super::certificate::{BestAnswer, Gain, chances};
use super::cfr::learn;
use super::doubles::SolvedInDoubles;
use super::game::{Player, SequenceGame};
use super::growth::{MOST_SIMPLEX, sequences};
use super::hidden::{Behaviour, HiddenPlay, Stage};
use super::lists::narrow;
use super::solve::ZeroSum;
use super::tree::{NOTHING, Of, Set};
use crate::exact::Enclosure;
use crate::exact::signed::Signed;
use crate::process::Hides;

/// The most sequences of both seats in a stage that is solved in rationals, if its numbers are short.
const MOST_EXACT: usize = 100_000;

/// The most tree nodes of a stage with a single seat that is solved in rationals.
const MOST_ALONE: usize = 300_000;

/// Regret minimisation stops within this fraction of the range of gains.
const GOOD: f64 = 1e-4;

/// The most bits of payments in whole numbers, which doubles represent exactly.
const MOST_BITS: u64 = 52;

/// Flows up to this count as 0.
const NOTHING_FLOWS: f64 = 1e-12;

/// Probabilities found in doubles are rounded to multiples of 1 over this, 2⁴⁰.
const PARTS: f64 = 1_099_511_627_776.0;

/// The solution of a stage: the strategies of both seats, and the gain of the first.
pub(super) struct Solved {
    pub behaviour: [Behaviour; 2],
    pub value: Enclosure,
}

impl<P: Hides> HiddenPlay<P> {
    /// Solves a stage after all that follow it.
    pub(super) fn solve(
        &self,
        of: &Stage<P>,
        (exactly, bounded): (&[Vec<BigRational>], &[Vec<Signed>]),
        progress: &dyn Fn(f64),
    ) -> Solved {
        if of.tree.seats.len() < 2 {
            return self.solved_alone(of, (exactly, bounded));
        }
        if let Some(behaviour) = self.solved_exactly(of, exactly) {
            let value = self.value_between(of, &behaviour, exactly);
            if value.as_exact().is_some() {
                return Solved { behaviour, value };
            }
        }
        let behaviour = self.solved_in_doubles(of, progress);
        let value = self.value_between(of, &behaviour, bounded);
        Solved { behaviour, value }
    }

    /// The bounds on the first seat's gain: what its own strategy guarantees, and what the second's strategy allows.
    fn value_between<G: Gain>(
        &self,
        of: &Stage<P>,
        behaviour: &[Behaviour; 2],
        chances: &[Vec<G>],
    ) -> Enclosure {
        let most = |seat: usize| {
            let BestAnswer { value, back, .. } = self.answer(of, behaviour, seat, chances);
            value.over_rest(&back).enclosure()
        };
        let (first, second) = rayon::join(|| most(0), || most(1));
        let sure = BigRational::from_integer(of.total.into()) - second.high();
        let high = first.high().clone().max(sure.clone());
        Enclosure::between(sure, high)
    }

    /// The payments to the first seat where its sequences meet those of the second, times the chance probabilities.
    fn payments<G: Gain>(&self, of: &Stage<P>, chances: &[Vec<G>]) -> Vec<((u32, u32), G)> {
        let nodes = &of.tree.nodes;
        // The chance probability of each node, and the last sequences of both seats before it.
        let mut reached = vec![G::of(&Enclosure::one())];
        reached.resize(nodes.len(), G::nothing());
        let mut last = vec![[NOTHING; 2]; nodes.len()];
        let mut paid: FxHashMap<(u32, u32), G> = FxHashMap::default();
        for (index, node) in nodes.iter().enumerate() {
            let (here, [one, other]) = (reached[index].clone(), last[index]);
            last[node.children()].fill([one, other]);
            match node.of {
                Of::Chance(distribution) => {
                    for (child, chance) in node.children().zip(&chances[distribution as usize]) {
                        reached[child] = here.times(chance);
                    }
                }
                Of::Choose(seat, set) => {
                    let seat = usize::from(seat);
                    let first = of.tree.seats[seat].sets[set as usize].first;
                    for (sequence, child) in (first..).zip(node.children()) {
                        reached[child] = here.clone();
                        last[child][seat] = sequence;
                    }
                }
                Of::Back(_) => {}
                Of::End(_) | Of::Next(..) => {
                    // The first sequence of each seat is the empty one, before its first choice.
                    let meeting =
                        paid.entry((one.wrapping_add(1), other.wrapping_add(1))).or_insert_with(G::nothing);
                    *meeting = meeting.plus(&here.times(&self.gained(of, 0, &node.of)));
                }
            }
        }
        let mut paid: Vec<((u32, u32), G)> =
            paid.into_iter().filter(|(_, paid)| !paid.is_nothing()).collect();
        paid.sort_unstable_by_key(|(meeting, _)| *meeting);
        paid
    }

    /// The sequence form of a stage, without payments.
    fn form(of: &Stage<P>) -> SequenceGame {
        let mut game = SequenceGame::default();
        for player in Player::BOTH {
            game.add_set(player, &[], 1);
            for set in of.tree.seats.get(player.index()).map_or(&[][..], |of_seat| &of_seat.sets) {
                game.add_set(player, &[set.parent.wrapping_add(1)], set.actions as usize);
            }
        }
        game
    }

    /// The best play of a single seat.
    fn solved_alone(
        &self,
        of: &Stage<P>,
        (exactly, bounded): (&[Vec<BigRational>], &[Vec<Signed>]),
    ) -> Solved {
        if of.tree.nodes.len() <= MOST_ALONE && self.follows_exactly(of) {
            self.best_alone(of, exactly)
        } else {
            self.best_alone(of, bounded)
        }
    }

    fn best_alone<G: Gain>(&self, of: &Stage<P>, chances: &[Vec<G>]) -> Solved {
        let nobody = || Behaviour::Exact(Vec::new());
        let BestAnswer { value, back, sequences, .. } = self.answer(of, &[nobody(), nobody()], 0, chances);
        let mut taken = vec![BigRational::default(); sequences.len()];
        let gain = |sequence: &usize| sequences[*sequence].enclosure().to_f64();
        for set in &of.tree.seats[0].sets {
            let best =
                set.sequences().reduce(|best, other| if gain(&other) > gain(&best) { other } else { best });
            // No action is taken in sets that the seat's own play never reaches.
            let comes = set.parent == NOTHING || taken[set.parent as usize].is_one();
            if let Some(best) = best.filter(|_| comes) {
                taken[best] = BigRational::one();
            }
        }
        Solved { behaviour: [Behaviour::Exact(taken), nobody()], value: value.over_rest(&back).enclosure() }
    }

    /// An equilibrium in rationals, if the stage is small and its numbers are short.
    fn solved_exactly(&self, of: &Stage<P>, chances: &[Vec<BigRational>]) -> Option<[Behaviour; 2]> {
        if sequences(&of.tree) > MOST_EXACT || !self.follows_exactly(of) {
            return None;
        }
        let paid = self.payments(of, chances);
        let common = paid.iter().fold(BigInt::one(), |common, (_, paid)| common.lcm(paid.denom()));
        let whole = |paid: &BigRational| paid.numer() * (&common / paid.denom());
        let most = paid.iter().map(|(_, paid)| whole(paid).bits()).max().unwrap_or(0);
        if most > MOST_BITS {
            return None;
        }
        // Whole numbers over a power of two, which doubles represent exactly: the simplex method is most stable with
        // numbers of about 1.
        let part = 0.5f64.powi(i32::try_from(most).unwrap_or(0));
        let mut game = Self::form(of);
        for ((one, other), paid) in &paid {
            game.pay(*one, *other, whole(paid).to_f64()? * part);
        }
        let game = Arc::new(game);
        let weights = [vec![BigUint::one()], vec![BigUint::one()]];
        let solved = ZeroSum::new(Arc::clone(&game), weights).solve().ok()?;
        solved.value().as_exact()?;
        Some(Player::BOTH.map(|player| {
            let plan = solved.plan(player);
            let sequences = 1..narrow(game.sequences(player));
            Behaviour::Exact(sequences.map(|sequence| plan.probability(&game, sequence)).collect())
        }))
    }

    /// An equilibrium in doubles: by the simplex method, or for large stages by regret minimisation.
    fn solved_in_doubles(&self, of: &Stage<P>, progress: &dyn Fn(f64)) -> [Behaviour; 2] {
        let chances = chances::<f64, _>(self.process().distributions());
        let flows = if sequences(&of.tree) <= MOST_SIMPLEX {
            let mut game = Self::form(of);
            for ((one, other), paid) in self.payments(of, &chances) {
                game.pay(one, other, paid);
            }
            SolvedInDoubles::new(game, [vec![1.0], vec![1.0]])
                .map(|solved| Player::BOTH.map(|player| solved.flows(player).split_off(1)))
                .ok()
        } else {
            None
        };
        let flows = flows.unwrap_or_else(|| self.learnt(of, &chances, progress));
        [0, 1].map(|seat| {
            let sets = of.tree.seats.get(seat).map_or(&[][..], |of_seat| &of_seat.sets);
            Behaviour::Parts(in_parts(sets, &flows[seat]))
        })
    }

    /// The value of the first stage by regret minimisation, even if it is small.
    #[cfg(test)]
    pub(super) fn value_learnt(&self) -> Enclosure {
        let of = self.first_stage();
        let flows = self.learnt(of, &chances(self.process().distributions()), &|_| ());
        let behaviour =
            [0, 1].map(|seat| Behaviour::Parts(in_parts(&of.tree.seats[seat].sets, &flows[seat])));
        self.value_between::<Signed>(of, &behaviour, &chances(self.process().distributions()))
    }

    /// The strategies by regret minimisation.
    fn learnt(&self, of: &Stage<P>, chances: &[Vec<f64>], progress: &dyn Fn(f64)) -> [Vec<f64>; 2] {
        let gains = |end: &Of| self.gained::<f64>(of, 0, end);
        let ends = of.tree.nodes.iter().filter(|node| node.len == 0).map(|node| gains(&node.of));
        let [low, high] =
            ends.fold([f64::MAX, f64::MIN], |[low, high], gain| [low.min(gain), high.max(gain)]);
        let total = of.total.to_f64().unwrap_or(0.0);
        learn(&of.tree, chances, &gains, |played, part| {
            progress(part);
            let behaviour = played.each_ref().map(|parts| Behaviour::Parts(parts.clone()));
            let (one, other) = rayon::join(
                || self.answer::<f64>(of, &behaviour, 0, chances),
                || self.answer::<f64>(of, &behaviour, 1, chances),
            );
            one.value + other.value - total * (1.0 - one.back) <= GOOD * (high - low)
        })
    }
}

/// Converts flows, or fractions of each set's inflow, to rounded probabilities that add up to 1 exactly; 0 without inflow.
fn in_parts(sets: &[Set], flows: &[f64]) -> Vec<f64> {
    let mut parts = vec![0.0; flows.len()];
    for set in sets {
        let of_set = set.sequences();
        let all: f64 = flows[of_set.clone()].iter().map(|flow| flow.max(0.0)).sum();
        if all <= NOTHING_FLOWS {
            continue;
        }
        let parts = &mut parts[of_set.clone()];
        for (part, flow) in parts.iter_mut().zip(&flows[of_set]) {
            *part = (flow.max(0.0) / all * PARTS).round();
        }
        let missing = PARTS - parts.iter().sum::<f64>();
        if let Some(most) = parts.iter_mut().max_by(|one, other| one.total_cmp(other)) {
            *most += missing;
        }
        for part in parts.iter_mut() {
            *part /= PARTS;
        }
    }
    parts
}
