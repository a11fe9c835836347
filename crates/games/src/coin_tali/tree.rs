//! A turn as a tree of throws and choices, shared by all seats with the same bones and powers.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::scores::{Faces, is_venus};
use super::settings::Power;
use super::turns::{Action, Choice, Choosable, Ending, OnTable};
use tali_core::exact::Scalar;
use tali_core::process::Distribution;

/// A node of a turn.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// The end of the turn, with the index of its ending.
    Leaf(usize),
    /// A throw.
    Chance(Throw),
    /// A choice of the mover, with its index in the turn.
    Choose(usize),
}

/// The results of a throw.
#[derive(Clone, Debug)]
pub(super) struct Throw {
    /// The next nodes, and their weights.
    pub outcomes: Distribution<usize>,
    /// The probability of each as a double.
    pub chances: Vec<f64>,
    /// The probability of a Venus.
    pub venus: f64,
}

/// A turn of one kind of seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    /// Each node comes after its successors; the turn begins with the last.
    nodes: Vec<Node>,
    /// The number of roundings in the mean below each node.
    roundings: Vec<usize>,
    /// The ending of each leaf.
    pub endings: Vec<Ending>,
    pub choices: Vec<Choice>,
    /// The node and probability of each cast, by the node of the throw and the faces.
    pub landing: FxHashMap<(usize, Faces), (usize, f64)>,
    /// The powers of the seat.
    pub powers: Vec<Power>,
}

impl Turns {
    /// Creates a turn with these powers and no nodes.
    pub(super) fn of(powers: &[Power]) -> Self {
        Self { powers: powers.to_vec(), ..Self::default() }
    }

    /// The nodes, each after its successors.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The first node of the turn.
    pub(super) const fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The node after a throw with these faces.
    pub(super) fn landing(&self, throw: usize, faces: &Faces) -> Option<usize> {
        self.landing.get(&(throw, *faces)).map(|(node, _)| *node)
    }

    /// The probability of these faces after a throw, in any order if bones are equal.
    pub(super) fn chance_of(&self, throw: usize, faces: &Faces) -> Option<f64> {
        self.landing.get(&(throw, *faces)).map(|(_, chance)| *chance)
    }

    /// Whether the choice is how to meet a charge.
    pub(super) fn is_charge(&self, choice: usize) -> bool {
        self.choices[choice].options.iter().any(|option| option.action == Action::Pay)
    }

    /// The answers to a call of Jove.
    pub(super) fn answer() -> Self {
        let mut turns = Self::default();
        let answers = [(Action::Drop, Ending::Drop), (Action::Match, Ending::Match)];
        let options = answers.map(|(action, ending)| Choosable { action, pays: 0, to: turns.leaf(ending) });
        turns.choose(None, options.into());
        turns
    }

    fn add(&mut self, node: Node) -> usize {
        let most =
            |nodes: &mut dyn Iterator<Item = usize>| nodes.map(|to| self.roundings[to]).max().unwrap_or(0);
        self.roundings.push(match &node {
            Node::Leaf(_) => 2,
            Node::Choose(choice) => most(&mut self.choices[*choice].options.iter().map(|option| option.to)),
            Node::Chance(throw) => {
                let outcomes = throw.outcomes.outcomes();
                // One rounding for each product and each sum, and two for each probability.
                4 + outcomes.len() + most(&mut outcomes.iter().map(|(to, _)| *to))
            }
        });
        self.nodes.push(node);
        self.root()
    }

    /// Adds a leaf.
    pub(super) fn leaf(&mut self, ending: Ending) -> usize {
        self.endings.push(ending);
        self.add(Node::Leaf(self.endings.len() - 1))
    }

    /// Adds a throw with these results at existing nodes; `None` if nothing can be thrown.
    pub(super) fn chance(&mut self, landed: &BTreeMap<Faces, (usize, BigUint)>) -> Option<usize> {
        let weights = landed.iter().map(|(faces, (_, weight))| (*faces, weight.clone()));
        let each = Distribution::new(weights)?.chances();
        let outcomes = Distribution::new(landed.values().cloned())?;
        let (chances, node) = (outcomes.chances(), self.nodes.len());
        let mut venus = 0.0;
        for ((faces, (to, _)), chance) in landed.iter().zip(each) {
            venus += if is_venus(faces) { chance } else { 0.0 };
            self.landing.insert((node, *faces), (*to, chance));
        }
        Some(self.add(Node::Chance(Throw { outcomes, chances, venus })))
    }

    /// Adds a choice between existing nodes.
    pub(super) fn choose(&mut self, on_table: Option<OnTable>, options: Vec<Choosable>) -> usize {
        self.choices.push(Choice { on_table, options });
        self.add(Node::Choose(self.choices.len() - 1))
    }

    /// The probabilities of the outcomes of each node with a throw.
    pub(super) fn thrown<S: Scalar>(&self) -> Vec<Vec<S>> {
        let chances = |node: &Node| match node {
            Node::Chance(Throw { outcomes, .. }) => {
                outcomes.outcomes().iter().map(|(_, weight)| S::ratio(weight, outcomes.total())).collect()
            }
            _ => Vec::new(),
        };
        self.nodes.iter().map(chances).collect()
    }

    /// The probability of each leaf, from the choices and the probabilities of throws.
    pub(super) fn leaf_chances<S: Scalar>(&self, choices: &[u8], thrown: &[Vec<S>]) -> Vec<S> {
        let mut chances = vec![S::zero(); self.nodes.len()];
        let mut leaves = vec![S::zero(); self.endings.len()];
        chances[self.root()] = S::one();
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let (below, from) = chances.split_at_mut(index);
            let from = &from[0];
            if from.is_zero() {
                continue;
            }
            match node {
                Node::Leaf(leaf) => leaves[*leaf] = leaves[*leaf].plus(from),
                Node::Choose(choice) => {
                    let to = self.choices[*choice].options[usize::from(choices[*choice])].to;
                    below[to] = below[to].plus(from);
                }
                Node::Chance(throw) => {
                    for ((to, _), chance) in throw.outcomes.outcomes().iter().zip(&thrown[index]) {
                        below[*to] = below[*to].plus(&from.times(chance));
                    }
                }
            }
        }
        leaves
    }

    /// The largest number of roundings in a mean over the turn in doubles, from leaf to root.
    pub(super) fn roundings(&self) -> usize {
        self.roundings.last().copied().unwrap_or(0)
    }
}
