//! The stages of a game in which something is hidden: each grown once, and put in order.

use num_traits::ToPrimitive;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::lists::narrow;
use super::tree::{Of, Tree, Ungrown};
use crate::process::Hides;

/// Stages of up to so many sequences of all seats are solved by the simplex method, larger ones step by step.
pub(super) const MOST_SIMPLEX: usize = 250_000;

/// Why no equilibrium is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoEquilibrium<S> {
    /// It is for more than two seats.
    #[error("where seats hide something, best play is solved for two of them, not for {0}")]
    Seats(usize),
    /// It can go in more ways than were allowed.
    #[error(
        "where seats hide something, best play is looked for among {0} ways in which a game can go, and here are more"
    )]
    TooLarge(usize),
    /// A stage can begin anew after somebody has chosen.
    #[error(
        "a stage of the game can come back to where it was after somebody has chosen, and nobody knows how often"
    )]
    ComesBack(S),
    /// What one seat gains is not what the other loses.
    #[error("what one seat gains here is not what the other loses")]
    NotConstant(S),
    /// A seat would have to know what it does not.
    #[error("seat {} is asked something else in two positions that look alike to it", seat + 1)]
    Unknown {
        /// The seat, from 0.
        seat: usize,
        /// The two states.
        states: Box<[S; 2]>,
    },
}

impl<S: Clone> NoEquilibrium<S> {
    /// Why a stage was not grown that begins in a state, of up to so many nodes in all.
    fn of(ungrown: Ungrown<S>, root: &S, most: usize) -> Self {
        match ungrown {
            Ungrown::TooLarge => Self::TooLarge(most),
            Ungrown::ComesBack => Self::ComesBack(root.clone()),
            Ungrown::Unknown { seat, states } => Self::Unknown { seat, states: Box::new(states) },
        }
    }
}

/// Whoever is told of each choice: the state, the seat, and the stage and number of what it has seen.
pub type OnKnowledge<'a, S> = dyn Fn(&S, usize, (usize, u32)) -> Result<(), NoEquilibrium<S>> + Sync + 'a;

/// How large a game with hidden things is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HiddenSize {
    /// How many stages it has, each solved by itself.
    pub stages: usize,
    /// In how many ways it can go, step by step, in all stages together.
    pub places: usize,
    /// How many different things seats can know where they choose.
    pub known: usize,
    /// How many things they can do there.
    pub actions: usize,
    /// The squares of how many there are in each stage, added up, and the places of those that are solved step by step.
    squares: u64,
    stepped: usize,
}

/// Stages that are grown and not solved.
pub(super) struct Grown<P: Hides> {
    pub stages: Vec<(P::State, Tree<P>, Vec<u32>)>,
    pub stage_of: FxHashMap<P::State, u32>,
    /// Before each stage all that can follow it, in groups that need not wait for each other.
    pub order: Vec<Vec<u32>>,
    /// What both of two seats gain from each stage on together, however they play.
    pub totals: Vec<i64>,
}

impl HiddenSize {
    /// That of a process of any number of seats, if all of its stages have no more than so many places.
    ///
    /// # Errors
    ///
    /// [`NoEquilibrium`], if it is larger, or a seat would have to know what it does not.
    pub fn of<P: Hides>(process: &P, most: usize) -> Result<Self, NoEquilibrium<P::State>> {
        Self::observed(process, most, &|_, _, _| Ok(()))
    }

    /// The same; whoever observes it is told of each choice: the state, the seat, and the stage and number of what it has seen.
    ///
    /// # Errors
    ///
    /// As of [`HiddenSize::of`], and what the observer says.
    pub fn observed<P: Hides>(
        process: &P,
        most: usize,
        observe: &OnKnowledge<'_, P::State>,
    ) -> Result<Self, NoEquilibrium<P::State>> {
        let mut size = Self::default();
        Grown::new(process, most, observe)?.stages.iter().for_each(|(_, tree, _)| size.add(tree));
        Ok(size)
    }

    /// How many seconds it takes to solve it, roughly, on a usual machine.
    pub fn seconds_to_solve(&self) -> f64 {
        const OF_PLACE: f64 = 1.5e-6;
        const OF_SQUARE: f64 = 1e-9;
        const OF_STEPPED: f64 = 2e-5;
        let of = |number: usize| number.to_f64().unwrap_or(f64::MAX);
        let solved = OF_SQUARE * self.squares.to_f64().unwrap_or(f64::MAX);
        OF_PLACE * of(self.places) + solved + OF_STEPPED * of(self.stepped)
    }

    pub(super) fn add<P: Hides>(&mut self, tree: &Tree<P>) {
        let actions = sequences(tree);
        self.stages += 1;
        self.places += tree.nodes.len();
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
    /// All stages from the first on, of up to so many nodes together.
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
            let one = |(place, root): (usize, &P::State)| {
                let mut wrong = None;
                let tree = Tree::grow(process, root, most - nodes, &mut |state, seat, history| {
                    if wrong.is_none() {
                        wrong = observe(state, seat, (first + place, history)).err();
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

/// What two seats gain in a stage and from there on together; `None` where that depends on how they play.
fn total<P: Hides>(tree: &Tree<P>, after: impl Fn(u32) -> i64) -> Option<i64> {
    let mut all = None;
    for node in &tree.nodes {
        let total = match node.of {
            Of::End([one, other]) => one + other,
            Of::Next(next, [one, other]) => one + other + after(next),
            // What is gained before a new beginning is gained again and again.
            Of::Back([one, other]) if one + other != 0 => return None,
            Of::Back(_) | Of::Chance(_) | Of::Choose(..) => continue,
        };
        if *all.get_or_insert(total) != total {
            return None;
        }
    }
    all.or(Some(0))
}

/// How many sequences all seats have.
pub(super) fn sequences<P: Hides>(tree: &Tree<P>) -> usize {
    tree.seats.iter().map(|seat| seat.sequences.len()).sum()
}
