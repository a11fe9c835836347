//! Games that go turn by turn, each turn a small tree of throws and choices.

use crate::delegate;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use num_bigint::BigUint;

use super::{Distribution, MAX_SEATS, Seats};

/// A finite game of perfect information with chance, told turn by turn: what can happen in a turn is a [`Tree`], many
/// positions share one, and only where its leaves lead depends on the position.
///
/// Every turn must lead closer to the end. Payoffs are whole numbers, in parts as small as the game needs; a seat that
/// chooses maximises the first of its measures.
pub trait TurnGame: Sync {
    /// All that matters for what is still to come.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// In how many measures each seat is paid.
    fn measures(&self) -> usize {
        1
    }

    /// Whose turn it is, and what can happen in it.
    fn turn(&self, position: &Self::Position) -> (usize, &Tree);

    /// Where a leaf of the turn leads, and what each seat is paid for it: first the first measure of every seat, then the
    /// second.
    fn outcome(&self, position: &Self::Position, leaf: usize, payoffs: &mut [i64]) -> Next<Self::Position>;

    /// One leaf for all that lead to the same and pay the same from here, so that only that one is looked at; itself, if
    /// that is not known.
    fn alike(&self, _position: &Self::Position, leaf: usize) -> usize {
        leaf
    }

    /// Who wins the game, if a leaf of the turn ends it.
    fn winners(&self, _position: &Self::Position, _leaf: usize) -> Seats {
        Seats::NONE
    }

    /// What the mover chooses at each choice of the tree, in their order, if it does not play its best.
    fn policy(&self, _position: &Self::Position) -> Option<Arc<[u8]>> {
        None
    }
}

/// Whoever borrows or owns a game can ask it as well.
macro_rules! held {
    ($($held:ty),+) => {$(
        impl<G: TurnGame + Send + ?Sized> TurnGame for $held {
            type Position = G::Position;

            delegate! { self => (**self);
                seats() -> usize,
                measures() -> usize,
                turn(position: &G::Position) -> (usize, &Tree),
                outcome(position: &G::Position, leaf: usize, payoffs: &mut [i64]) -> Next<G::Position>,
                alike(position: &G::Position, leaf: usize) -> usize,
                winners(position: &G::Position, leaf: usize) -> Seats,
                policy(position: &G::Position) -> Option<Arc<[u8]>>,
            }
        }
    )+};
}

held!(&G, Arc<G>);

/// What follows a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<P> {
    /// Another one, in which the seats can be numbered differently.
    Turn(P, Renaming),
    /// Nothing: the game is over.
    End,
}

/// Where each seat of a position is found in the one that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Renaming(pub [u8; MAX_SEATS]);

impl Renaming {
    /// Every seat where it was.
    pub const NONE: Self = Self([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);

    /// The index of a seat.
    pub const fn of(&self, seat: usize) -> usize {
        self.0[seat] as usize
    }
}

/// What can happen in a turn.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    /// How many roundings the mean below each node takes.
    roundings: Vec<usize>,
    /// The smallest of all chances, where anything is thrown.
    least: Option<f64>,
    choices: usize,
    leaves: usize,
}

/// A place in a turn.
#[derive(Clone, Debug)]
pub enum Node {
    /// The turn is over, in the way of this number.
    Leaf(usize),
    /// Something is thrown.
    Chance(Law),
    /// The mover chooses.
    Choose {
        /// The number of the choice in the tree.
        choice: usize,
        /// The nodes that its options lead to. Of equal options the first is taken.
        options: Vec<usize>,
    },
}

/// What is thrown: nodes with their probabilities.
#[derive(Clone, Debug)]
pub struct Law {
    /// The nodes and their weights.
    pub outcomes: Distribution<usize>,
    /// The probability of each as a double.
    pub chances: Vec<f64>,
}

impl Tree {
    /// Adds a leaf with a number of its own, and says which node it is.
    pub fn leaf(&mut self) -> (usize, usize) {
        self.leaves += 1;
        (self.add(Node::Leaf(self.leaves - 1)), self.leaves - 1)
    }

    /// Adds a throw that leads to nodes which are there already; `None` where nothing can be thrown.
    pub fn chance(&mut self, outcomes: impl IntoIterator<Item = (usize, BigUint)>) -> Option<usize> {
        let outcomes = Distribution::new(outcomes)?;
        let chances = outcomes.chances();
        Some(self.add(Node::Chance(Law { outcomes, chances })))
    }

    /// Adds a choice between nodes that are there already.
    pub fn choose(&mut self, options: Vec<usize>) -> usize {
        self.choices += 1;
        self.add(Node::Choose { choice: self.choices - 1, options })
    }

    fn add(&mut self, node: Node) -> usize {
        let most =
            |nodes: &mut dyn Iterator<Item = usize>| nodes.map(|to| self.roundings[to]).max().unwrap_or(0);
        self.roundings.push(match &node {
            Node::Leaf(_) => 2,
            Node::Choose { options, .. } => most(&mut options.iter().copied()),
            Node::Chance(distribution) => {
                let outcomes = distribution.outcomes.outcomes();
                // For each a product, which is summed up, and in each chance two.
                4 + outcomes.len() + most(&mut outcomes.iter().map(|(to, _)| *to))
            }
        });
        if let Node::Chance(distribution) = &node {
            self.least = distribution.chances.iter().copied().chain(self.least).reduce(f64::min);
        }
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The nodes, each after all that it leads to; the turn begins with the last.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// How many choices there are.
    pub const fn choices(&self) -> usize {
        self.choices
    }

    /// How many leaves there are.
    pub const fn leaves(&self) -> usize {
        self.leaves
    }

    /// The node to which a choice leads.
    pub fn chosen(&self, node: usize, option: u8) -> usize {
        match &self.nodes[node] {
            Node::Choose { options, .. } => options[usize::from(option)],
            Node::Leaf(_) | Node::Chance(_) => node,
        }
    }

    /// The probability of each leaf, given what is chosen at each choice, from the beginning of the turn.
    pub fn leaf_chances<C: Clone>(
        &self,
        choices: &[u8],
        (zero, one): (C, C),
        mut add_part: impl FnMut(&mut C, &C, &Law, usize),
        mut add: impl FnMut(&mut C, &C),
    ) -> Vec<C> {
        let mut chances = vec![zero.clone(); self.nodes.len()];
        if let Some(root) = chances.last_mut() {
            *root = one;
        }
        let mut leaves = vec![zero; self.leaves];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let (below, from) = chances.split_at_mut(index);
            match node {
                Node::Leaf(leaf) => add(&mut leaves[*leaf], &from[0]),
                Node::Choose { choice, options } => {
                    add(&mut below[options[usize::from(choices[*choice])]], &from[0]);
                }
                Node::Chance(distribution) => {
                    for (number, (to, _)) in distribution.outcomes.outcomes().iter().enumerate() {
                        add_part(&mut below[*to], &from[0], distribution, number);
                    }
                }
            }
        }
        leaves
    }

    /// The smallest chance that anything thrown has.
    pub fn least_chance(&self) -> f64 {
        self.least.unwrap_or(1.0)
    }

    /// How many roundings a mean over the tree takes at most in doubles, from leaf to root.
    pub fn roundings(&self) -> usize {
        self.roundings.last().copied().unwrap_or(0)
    }
}
