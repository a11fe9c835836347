//! Counterfactual regret minimisation (CFR+), for large games of two seats.
//!
//! In each round, one seat after the other adds to the regret of each sequence how much more it would have gained than the
//! current strategy, cuts off regrets at 0, and plays in proportion to regrets. The average strategy, in which later rounds
//! count more, converges to an equilibrium. Its distance is not bounded here; best responses measure it.
//!
//! Source: O. Tammelin, N. Burch, M. Johanson, M. Bowling, "Solving heads-up limit Texas hold'em", *IJCAI* (2015).

use num_traits::ToPrimitive;

use super::tree::{Of, Set, Tree};
use crate::process::Hides;

/// The regrets of one seat, with its current and its average strategy.
struct Learner {
    regrets: Vec<f64>,
    now: Vec<f64>,
    average: Vec<f64>,
}

impl Learner {
    fn new(sets: &[Set], sequences: usize) -> Self {
        let mut now = vec![0.0; sequences];
        for set in sets {
            now[set.sequences()].fill(f64::from(set.actions).recip());
        }
        Self { regrets: vec![0.0; sequences], now, average: vec![0.0; sequences] }
    }

    /// Makes the current strategy proportional to the regrets.
    fn match_regrets(&mut self, sets: &[Set]) {
        for set in sets {
            let regrets = &self.regrets[set.sequences()];
            let all: f64 = regrets.iter().sum();
            let even = f64::from(set.actions).recip();
            for (now, regret) in self.now[set.sequences()].iter_mut().zip(regrets) {
                *now = if all > 0.0 { regret / all } else { even };
            }
        }
    }

    /// Adds the current strategy to the average, weighted with the seat's own reach.
    fn remember(&mut self, sets: &[Set], weight: f64) {
        let mut flows = vec![0.0; self.now.len()];
        for set in sets {
            let inflow = flows.get(set.parent as usize).copied().unwrap_or(1.0);
            for sequence in set.sequences() {
                flows[sequence] = inflow * self.now[sequence];
                self.average[sequence] += weight * flows[sequence];
            }
        }
    }
}

fn part_of(round: usize, most: usize) -> f64 {
    round.to_f64().unwrap_or(0.0) / most.to_f64().unwrap_or(1.0)
}

/// The most rounds, and the most nodes visited in all rounds: about a minute.
const MOST_ROUNDS: usize = 20_000;
const MOST_LOOKS: f64 = 6e9;

/// The number of rounds between two checks of whether the strategies are good enough.
const ROUNDS_AT_ONCE: usize = 100;

/// The average strategies of both seats, with each sequence as a fraction of its set, when they are good enough or the rounds
/// are used up; `gains` returns the first seat's gain at a node that ends the stage.
pub(super) fn learn<P: Hides>(
    tree: &Tree<P>,
    chances: &[Vec<f64>],
    gains: &dyn Fn(&Of) -> f64,
    mut is_good: impl FnMut(&[Vec<f64>; 2], f64) -> bool,
) -> [Vec<f64>; 2] {
    let sets = [0, 1].map(|seat| tree.seats.get(seat).map_or(&[][..], |of_seat| &of_seat.sets));
    let sequences = [0, 1].map(|seat| tree.seats.get(seat).map_or(0, |of_seat| of_seat.sequences.len()));
    let mut learners = [0, 1].map(|seat| Learner::new(sets[seat], sequences[seat]));
    let ends: Vec<f64> = tree.nodes.iter().map(|node| gains(&node.of)).collect();
    let mut pass = Pass {
        reached: vec![0.0; tree.nodes.len()],
        values: vec![0.0; tree.nodes.len()],
        of_set: Vec::new(),
    };
    let looks = 4.0 * tree.nodes.len().to_f64().unwrap_or(f64::MAX);
    let most = (MOST_LOOKS / looks).to_usize().unwrap_or(0).clamp(ROUNDS_AT_ONCE, MOST_ROUNDS);
    for round in 1..=most {
        for seat in [0, 1] {
            pass.regret(tree, (chances, &ends), seat, &mut learners);
            learners[seat].match_regrets(sets[seat]);
            let weight = round.to_f64().unwrap_or(1.0);
            learners[seat].remember(sets[seat], weight);
        }
        if round % ROUNDS_AT_ONCE == 0 && is_good(&parts(&learners, sets), part_of(round, most)) {
            break;
        }
    }
    parts(&learners, sets)
}

/// The average strategies, with each sequence as a fraction of its set.
fn parts(learners: &[Learner; 2], sets: [&[Set]; 2]) -> [Vec<f64>; 2] {
    [0, 1].map(|seat| {
        let mut parts = learners[seat].average.clone();
        for set in sets[seat] {
            let of_set = &mut parts[set.sequences()];
            let all: f64 = of_set.iter().sum();
            for part in of_set {
                *part = if all > 0.0 { *part / all } else { 0.0 };
            }
        }
        parts
    })
}

/// The buffers for a pass through the tree.
struct Pass {
    reached: Vec<f64>,
    values: Vec<f64>,
    of_set: Vec<f64>,
}

impl Pass {
    /// Updates the regrets of a seat, given the other's current strategy.
    fn regret<P: Hides>(
        &mut self,
        tree: &Tree<P>,
        (chances, ends): (&[Vec<f64>], &[f64]),
        seat: usize,
        learners: &mut [Learner; 2],
    ) {
        let sign = if seat == 0 { 1.0 } else { -1.0 };
        self.reached[0] = 1.0;
        for (index, node) in tree.nodes.iter().enumerate() {
            let here = self.reached[index];
            let children = &mut self.reached[node.children()];
            match node.of {
                Of::Chance(distribution) => {
                    let chances = &chances[distribution as usize];
                    children.iter_mut().zip(chances).for_each(|(child, chance)| *child = here * chance);
                }
                Of::Choose(who, set) if usize::from(who) != seat => {
                    let first = tree.seats[usize::from(who)].sets[set as usize].first as usize;
                    let played = &learners[usize::from(who)].now[first..];
                    children.iter_mut().zip(played).for_each(|(child, part)| *child = here * part);
                }
                _ => children.fill(here),
            }
        }
        let Some(of_seat) = tree.seats.get(seat) else { return };
        let learner = &mut learners[seat];
        self.of_set.clear();
        self.of_set.resize(of_seat.sets.len(), 0.0);
        for (index, node) in tree.nodes.iter().enumerate().rev() {
            let children = node.children();
            self.values[index] = match node.of {
                Of::Choose(who, set) if usize::from(who) == seat => {
                    let first = of_seat.sets[set as usize].first as usize;
                    let mut value = 0.0;
                    for (sequence, child) in (first..).zip(children) {
                        value += learner.now[sequence] * self.values[child];
                        learner.regrets[sequence] += self.values[child];
                    }
                    self.of_set[set as usize] += value;
                    value
                }
                Of::Chance(_) | Of::Choose(..) => self.values[children].iter().sum(),
                _ => sign * self.reached[index] * ends[index],
            };
        }
        for (set, value) in of_seat.sets.iter().zip(&self.of_set) {
            learner.regrets[set.sequences()]
                .iter_mut()
                .for_each(|regret| *regret = (*regret - value).max(0.0));
        }
    }
}
