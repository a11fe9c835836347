//! The stages of a game with hidden information: builds the tree of each stage once, and sorts the stages.

use num_traits::ToPrimitive;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::lists::narrow;
use super::tree::{Of, Tree, Ungrown};
use crate::process::Hides;

/// The most sequences of all seats in a stage for the simplex method; larger stages are solved iteratively.
pub(super) const MOST_SIMPLEX: usize = 250_000;

/// The reason why there is no equilibrium.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoEquilibrium<S> {
    /// The game has more than two seats.
    #[error("games with hidden information are solved for two seats, not for {0}")]
    Seats(usize),
    /// The game tree has more nodes than allowed.
    #[error("this game with hidden information can go in more than {0} ways: too many to solve")]
    TooLarge(usize),
    /// A stage can return to an earlier state after a choice.
    #[error("after a choice, play can return to an earlier position of the same stage, any number of times")]
    ComesBack(S),
    /// One seat's gain is not the other's loss.
    #[error("what one seat gains here is not what the other loses")]
    NotConstant(S),
    /// The game goes on differently in two states that a seat cannot distinguish.
    #[error("two positions look the same to seat {}, but differ in what is asked or thrown next", seat + 1)]
    Unknown {
        /// The seat, from 0.
        seat: usize,
        /// The two states.
        states: Box<[S; 2]>,
    },
}

impl<S: Clone> NoEquilibrium<S> {
    /// The reason why the stage that begins in this state has no tree; `most` nodes are allowed in all.
    fn of(ungrown: Ungrown<S>, root: &S, most: usize) -> Self {
        match ungrown {
            Ungrown::TooLarge => Self::TooLarge(most),
            Ungrown::ComesBack => Self::ComesBack(root.clone()),
            Ungrown::Unknown { seat, states } => Self::Unknown { seat, states: Box::new(states) },
        }
    }
}

/// A callback for each choice: the state, the seat, and the stage and number of its history.
pub type OnKnowledge<'a, S> = dyn Fn(&S, usize, (usize, u32)) -> Result<(), NoEquilibrium<S>> + Sync + 'a;

/// The size of a game with hidden information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HiddenSize {
    /// The number of stages, each solved by itself.
    pub stages: usize,
    /// The number of tree nodes of all stages.
    pub node_count: usize,
    /// The number of information sets of all seats.
    pub known: usize,
    /// The number of actions in all information sets.
    pub actions: usize,
    /// The sum of the squares of the stages' numbers of actions, and the nodes of stages that are solved iteratively.
    squares: u64,
    stepped: usize,
}

/// The trees of all stages, not yet solved.
pub(super) struct Grown<P: Hides> {
    pub stages: Vec<(P::State, Tree<P>, Vec<u32>)>,
    pub stage_of: FxHashMap<P::State, u32>,
    /// The stages in groups, each stage after all that can follow it; those of one group are independent.
    pub order: Vec<Vec<u32>>,
    /// The sum of both seats' gains from each stage on, however they play; 0 unless there are two seats.
    pub totals: Vec<i64>,
}

impl HiddenSize {
    /// The size of a process with any number of seats, if the trees of its stages have at most `most` nodes in all.
    ///
    /// # Errors
    ///
    /// [`NoEquilibrium`] if it is larger, or does not have the form that solving requires.
    pub fn of<P: Hides>(process: &P, most: usize) -> Result<Self, NoEquilibrium<P::State>> {
        Self::observed(process, most, &|_, _, _| Ok(()))
    }

    /// The same, with a callback for each choice: the state, the seat, and the stage and number of its history.
    ///
    /// # Errors
    ///
    /// Those of [`HiddenSize::of`], and those of the callback.
    pub fn observed<P: Hides>(
        process: &P,
        most: usize,
        observe: &OnKnowledge<'_, P::State>,
    ) -> Result<Self, NoEquilibrium<P::State>> {
        let mut size = Self::default();
        Grown::new(process, most, observe)?.stages.iter().for_each(|(_, tree, _)| size.add(tree));
        Ok(size)
    }

    /// Estimates the seconds it takes to solve the game on an ordinary computer.
    pub fn seconds_to_solve(&self) -> f64 {
        const PER_NODE: f64 = 1.5e-6;
        const OF_SQUARE: f64 = 1e-9;
        const OF_STEPPED: f64 = 2e-5;
        let of = |number: usize| number.to_f64().unwrap_or(f64::MAX);
        let solved = OF_SQUARE * self.squares.to_f64().unwrap_or(f64::MAX);
        PER_NODE * of(self.node_count) + solved + OF_STEPPED * of(self.stepped)
    }

    pub(super) fn add<P: Hides>(&mut self, tree: &Tree<P>) {
        let actions = sequences(tree);
        self.stages += 1;
        self.node_count += tree.nodes.len();
        self.known += tree.seats.iter().map(|seat| seat.sets.len()).sum::<usize>();
        self.actions += actions;
        let number = u64::try_from(actions).unwrap_or(u64::MAX);
        if actions > MOST_SIMPLEX {
            self.stepped += tree.nodes.len();
        } else {
            self.squares = self.squares.saturating_add(number.saturating_mul(number));
        }
    }
}

impl<P: Hides> Grown<P> {
    /// Builds the trees of all stages from the first on, with at most `most` nodes in all.
    pub(super) fn new(
        process: &P,
        most: usize,
        observe: &OnKnowledge<'_, P::State>,
    ) -> Result<Self, NoEquilibrium<P::State>> {
        let start = process.start();
        let mut grown = Self {
            stages: Vec::new(),
            stage_of: std::iter::once((start.clone(), 0)).collect(),
            order: Vec::new(),
            totals: Vec::new(),
        };
        let (mut roots, mut nodes) = (vec![start], 0);
        while grown.stages.len() < roots.len() {
            let first = grown.stages.len();
            let one = |(index, root): (usize, &P::State)| {
                let mut wrong = None;
                let tree = Tree::grow(process, root, most - nodes, &mut |state, seat, history| {
                    if wrong.is_none() {
                        wrong = observe(state, seat, (first + index, history)).err();
                    }
                });
                let tree = tree.map_err(|ungrown| NoEquilibrium::of(ungrown, root, most))?;
                wrong.map_or(Ok(tree), Err)
            };
            let trees: Vec<Result<Tree<P>, _>> = roots[first..].par_iter().enumerate().map(one).collect();
            for tree in trees {
                let tree = tree?;
                nodes += tree.nodes.len();
                if nodes > most {
                    return Err(NoEquilibrium::TooLarge(most));
                }
                let mut next = Vec::with_capacity(tree.next.len());
                for state in &tree.next {
                    let number = narrow(roots.len());
                    let stage = *grown.stage_of.entry(state.clone()).or_insert(number);
                    if stage == number {
                        roots.push(state.clone());
                    }
                    next.push(stage);
                }
                let root = roots[grown.stages.len()].clone();
                grown.stages.push((root, tree, next));
            }
        }
        grown.put_in_order()?;
        grown.totals = vec![0; grown.stages.len()];
        if process.seats() == 2 {
            for stage in grown.order.iter().flatten() {
                let (root, tree, next) = &grown.stages[*stage as usize];
                let total = total(tree, |stage| grown.totals[next[stage as usize] as usize]);
                grown.totals[*stage as usize] =
                    total.ok_or_else(|| NoEquilibrium::NotConstant(root.clone()))?;
            }
        }
        Ok(grown)
    }

    /// Finds which stages come before which, if none comes back.
    fn put_in_order(&mut self) -> Result<(), NoEquilibrium<P::State>> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.stages.len()];
        let mut waits: Vec<usize> = Vec::with_capacity(self.stages.len());
        for (stage, (.., next)) in (0u32..).zip(&self.stages) {
            for next in next {
                before[*next as usize].push(stage);
            }
            waits.push(next.len());
        }
        let mut ready: Vec<u32> =
            (0u32..).zip(&waits).filter(|(_, waits)| **waits == 0).map(|(stage, _)| stage).collect();
        let mut ordered = 0;
        while !ready.is_empty() {
            ordered += ready.len();
            let mut following = Vec::new();
            for stage in &ready {
                for from in &before[*stage as usize] {
                    waits[*from as usize] -= 1;
                    following.extend((waits[*from as usize] == 0).then_some(*from));
                }
            }
            self.order.push(std::mem::replace(&mut ready, following));
        }
        if ordered < self.stages.len() {
            let around = waits.iter().position(|waits| *waits > 0).unwrap_or(0);
            return Err(NoEquilibrium::ComesBack(self.stages[around].0.clone()));
        }
        Ok(())
    }
}

/// The sum of two seats' gains from a stage on; `None` if it depends on their play.
fn total<P: Hides>(tree: &Tree<P>, after: impl Fn(u32) -> i64) -> Option<i64> {
    let mut all = None;
    for node in &tree.nodes {
        let total = match node.of {
            Of::End([one, other]) => one + other,
            Of::Next(next, [one, other]) => one + other + after(next),
            // A gain before a restart of the stage is gained again and again.
            Of::Back([one, other]) if one + other != 0 => return None,
            Of::Back(_) | Of::Chance(_) | Of::Choose(..) => continue,
        };
        if *all.get_or_insert(total) != total {
            return None;
        }
    }
    all.or(Some(0))
}

/// The number of sequences of all seats.
pub(super) fn sequences<P: Hides>(tree: &Tree<P>) -> usize {
    tree.seats.iter().map(|seat| seat.sequences.len()).sum()
}
